/** What is read as a text is one. */
import { RattlebackError } from "./rattlebackError.ts";

/** Refuses anything else; `owner` is the function the user called. */
export function checkText(value: unknown, owner: string): asserts value is string {
  if (typeof value === "string") return;
  const found = value === null ? "null" : ArrayBuffer.isView(value) ? "bytes" : `a value of type ${typeof value}`;
  throw new RattlebackError("E-OPTION-VALUE", `${owner} reads a text; found ${found}.`, {
    path: "text",
    hint:
      found === "bytes"
        ? "new TextDecoder().decode(bytes)"
        : 'the text of a file, such as that of readFileSync(name, "utf8")',
  });
}
