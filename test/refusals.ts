/** What errors say, as a text that a test compares with a file: code, sentence, place, cause, advice and values of each example. */
import { RattlebackError } from "../src/errors/rattlebackError.ts";

export function refusalsOf(examples: Readonly<Record<string, () => unknown>>): string {
  return Object.entries(examples)
    .map(([what, provoke]) => `# ${what}\n${refusalOf(what, provoke)}\n`)
    .join("\n");
}

function refusalOf(what: string, provoke: () => unknown): string {
  try {
    provoke();
  } catch (error) {
    if (error instanceof RattlebackError)
      return `${error.message}\n  data     ${dataText({ ...(error.path !== undefined && { at: error.path }), ...error.data })}`;
    throw error;
  }
  throw new Error(`An example of a refusal was accepted: ${what}.`);
}

/** JSON, with the numbers that it lacks. */
function dataText(data: object): string {
  return JSON.stringify(data, (_, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value,
  );
}
