/** Puts the parts of a file together. */
import { RattlebackError } from "../../errors/rattlebackError.ts";

/** One text; E-RESULT-SIZE when it is longer than the JavaScript engine allows. */
export function joinText(parts: Iterable<string>): string {
  const all = [...parts];
  try {
    return all.join("");
  } catch (error) {
    const length = all.reduce((sum, part) => sum + part.length, 0);
    throw new RattlebackError("E-RESULT-SIZE", `The text has ${length} characters, more than a string can hold.`, {
      because: "the result has many rows or many signals",
      hint: 'write it piece by piece with resultParts(result, "csv"), choose signals with the option names, or use MAT or Arrow',
      data: { length },
      cause: error,
    });
  }
}

export function joinBytes(parts: Iterable<Uint8Array>): Uint8Array {
  const all = [...parts];
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
