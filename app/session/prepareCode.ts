/** Makes a model file ready for the engine. The part that reads TypeScript is loaded when it is first needed. */
import type { PageMessage } from "../protocol.ts";

type RunMessage = Extract<PageMessage, { kind: "run" }>;

export async function prepareCode(
  fileName: string,
  source: string,
  parts: Readonly<Record<string, string>> = {},
): Promise<RunMessage> {
  if (fileName.endsWith(".json")) return { kind: "run", fileName, source, code: source, parts: {} };
  if (/\.mo$/i.test(fileName)) return { kind: "run", fileName, source, code: source, parts };
  const { stripTypes } = await import("../../src/modelFile/stripTypes.ts");
  const strip = (text: string, name: string): string => stripTypes(text, name, { commonJs: true });
  const stripped = Object.entries(parts).map(([name, text]) => [name, strip(text, name)]);
  return { kind: "run", fileName, source, code: strip(source, fileName), parts: Object.fromEntries(stripped) };
}
