/** Makes a model file ready for the engine. The part that reads TypeScript is loaded when it is first needed. */
import type { PageMessage } from "../protocol.ts";

export async function prepareCode(fileName: string, source: string): Promise<PageMessage> {
  if (fileName.endsWith(".json")) return { kind: "run", fileName, source, code: source };
  const { stripTypes } = await import("../../src/modelFile/stripTypes.ts");
  return { kind: "run", fileName, source, code: stripTypes(source, fileName, { commonJs: true }) };
}
