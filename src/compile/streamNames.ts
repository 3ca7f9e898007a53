/** What tells that a model has streams: few have, and how they are translated is not needed by the others. */
import type { Instance } from "./instances.ts";

export function isStreamOperator(name: string): boolean {
  return name === "inStream" || name === "actualStream";
}

export function hasStreams(connector: Instance): boolean {
  for (const { attributes } of connector.symbols.values()) if (attributes.stream === true) return true;
  return false;
}
