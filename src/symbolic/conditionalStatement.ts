/**
 * Whether `if` at the beginning of a statement holds statements or is the left side of an equation:
 *
 *     if c then a = 1 else a = 2 end          statements
 *     if c then a else b = y                  an equation
 *
 * What comes first after `then`, an equation sign or `else`, tells.
 */
import type { TokenReader } from "./tokenReader.ts";

const statementWords: ReadonlySet<string> = new Set(["when", "for", "else", "elseif", "end"]);
const procedures: ReadonlySet<string> = new Set(["connect", "assert", "reinit", "terminate"]);

export function isConditionalStatement(reader: TokenReader): boolean {
  if (!reader.isWord("if")) return false;
  let position = reader.position;
  while (true) {
    position = findThen(reader, position + 1);
    do position++;
    while (reader.tokenAt(position).kind === "newline");
    const token = reader.tokenAt(position);
    if (token.kind === "end") return true;
    if (token.kind !== "word") break;
    if (statementWords.has(token.text)) return true;
    if (procedures.has(token.text) && reader.tokenAt(position + 1).text === "(") return true;
    if (token.text !== "if") break;
  }
  let brackets = 0;
  for (; ; position++) {
    const { kind, text } = reader.tokenAt(position);
    if (kind === "end") return false;
    if (kind === "symbol") brackets += bracketStep(text);
    if (brackets > 0) continue;
    if (kind === "symbol" && text === "=") return true;
    if (kind === "word" && (text === "else" || text === "elseif" || text === "end")) return text === "end";
  }
}

/** Position of the `then` that belongs to the condition, or of the end of the text. */
function findThen(reader: TokenReader, from: number): number {
  let brackets = 0;
  let position = from;
  for (; ; position++) {
    const { kind, text } = reader.tokenAt(position);
    if (kind === "end") return position;
    if (kind === "symbol") brackets += bracketStep(text);
    if (kind === "word" && text === "then" && brackets <= 0) return position;
  }
}

function bracketStep(symbol: string): number {
  return "([{".includes(symbol) ? 1 : ")]}".includes(symbol) ? -1 : 0;
}
