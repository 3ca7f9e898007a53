/** Which connectors can be joined. */
import type { Outline, OutlineConnector } from "../engine/outline.ts";

/** Why two connectors cannot be joined; empty when they can. */
export function reasonAgainst(a: OutlineConnector, b: OutlineConnector): string {
  if (a.domain !== b.domain) {
    const kind = ({ domain }: OutlineConnector): string =>
      domain.endsWith("signal")
        ? `a ${domain}`
        : domain.includes(",")
          ? `one of ${domain}`
          : `a flow in ${domain || "no unit"}`;
    return `one is ${kind(a)}, the other ${kind(b)}`;
  }
  if (a.direction === "both") return "";
  if (a.direction === b.direction) return a.direction === "input" ? "both are inputs" : "both are outputs";
  return "";
}

/** Ends of other components that a connector can be joined with and is not yet. */
export function endsFor({ components, connections }: Outline, own: string, connector: OutlineConnector): string[] {
  const joined = new Set(connections.filter((ends) => ends.includes(own)).flat());
  return components.flatMap(({ name, connectors }) =>
    connectors
      .map((other) => ({ other, end: endOf(name, other) }))
      .filter(({ other, end }) => end !== own && !joined.has(end) && reasonAgainst(connector, other) === "")
      .map(({ end }) => end),
  );
}

/** A connector of a component by its name in the model. */
export function endOf(component: string, { name }: OutlineConnector): string {
  return name === "" ? component : `${component}.${name}`;
}
