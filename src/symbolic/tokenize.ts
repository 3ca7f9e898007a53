/** Cuts model text into tokens. Nothing else of the text survives: what is not in the grammar is an error with its place. */
import { RattlebackError } from "../errors/rattlebackError.ts";

export type TokenKind = "number" | "string" | "word" | "symbol" | "newline" | "end";

export interface Token {
  readonly kind: TokenKind;
  /** Text of a symbol or word, decoded text of a string, source text of a number. */
  readonly text: string;
  readonly value: number;
  readonly at: number;
}

/** Longest text that is read: models of a million characters per text block are a mistake, not a model. */
const maximumTextLength = 1_000_000;

const symbols = [".^", ".*", "./", ".+", ".-", "<=", ">=", "==", "<>", "!=", "&&", "||", ..."+-*/^<>=()[]{},;:'!."];
const digit = /[0-9]/;
const wordStart = /[A-Za-z_\u00c0-\u024f\u0370-\u03ff]/;
const wordPart = /[A-Za-z0-9_\u00c0-\u024f\u0370-\u03ff]/;

export function tokenize(text: string): Token[] {
  if (text.length > maximumTextLength) {
    throw new RattlebackError(
      "E-TEXT-LONG",
      `The text has ${text.length} characters; at most ${maximumTextLength} are read.`,
      {
        because: "one block of text holds the equations of one model",
        hint: "split the model into components",
        data: { length: text.length, limit: maximumTextLength },
      },
    );
  }
  const tokens: Token[] = [];
  let i = 0;
  while (i < text.length) {
    const c = text[i]!;
    if (c === "\n") {
      tokens.push({ kind: "newline", text: "\n", value: 0, at: i });
      i++;
    } else if (c === " " || c === "\t" || c === "\r") {
      i++;
    } else if (c === "/" && text[i + 1] === "/") {
      while (i < text.length && text[i] !== "\n") i++;
    } else if (digit.test(c) || (c === "." && digit.test(text[i + 1] ?? "") && !followsOperand(tokens, i))) {
      i = readNumber(text, i, tokens);
    } else if (wordStart.test(c)) {
      let end = i + 1;
      while (end < text.length && wordPart.test(text[end]!)) end++;
      tokens.push({ kind: "word", text: text.slice(i, end), value: 0, at: i });
      i = end;
    } else if (c === '"') {
      i = readString(text, i, tokens);
    } else {
      const symbol = symbols.find((s) => text.startsWith(s, i));
      if (symbol === undefined) throw syntaxError(text, i, `The character ${show(c)} has no meaning here.`);
      tokens.push({ kind: "symbol", text: symbol, value: 0, at: i });
      i += symbol.length;
    }
  }
  tokens.push({ kind: "end", text: "", value: 0, at: text.length });
  return tokens;
}

/** `a.5` is not a number after a name. */
function followsOperand(tokens: readonly Token[], at: number): boolean {
  const last = tokens[tokens.length - 1];
  return last !== undefined && last.kind === "word" && last.at + last.text.length === at;
}

function readNumber(text: string, start: number, tokens: Token[]): number {
  const match = /^(?:[0-9]+(?:\.(?![*/^])[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/.exec(text.slice(start, start + 400))!;
  const end = start + match[0].length;
  if (wordStart.test(text[end] ?? "")) {
    throw syntaxError(text, end, `A number cannot be followed by the letter ${show(text[end]!)}.`, "write a * between");
  }
  const value = Number(match[0]);
  if (!Number.isFinite(value)) throw syntaxError(text, start, `The number ${match[0]} is too large.`);
  tokens.push({ kind: "number", text: match[0], value, at: start });
  return end;
}

function readString(text: string, start: number, tokens: Token[]): number {
  let value = "";
  let i = start + 1;
  while (true) {
    const c = text[i];
    if (c === undefined || c === "\n")
      throw syntaxError(text, start, "The text in quotes is not closed.", 'add a closing "');
    if (c === '"') break;
    if (c === "\\") {
      const next = text[i + 1];
      const escaped = next === "n" ? "\n" : next === "t" ? "\t" : next === '"' || next === "\\" ? next : undefined;
      if (escaped === undefined) throw syntaxError(text, i, 'Only \\n, \\t, \\" and \\\\ may follow a backslash.');
      value += escaped;
      i += 2;
    } else {
      value += c;
      i++;
    }
  }
  tokens.push({ kind: "string", text: value, value: 0, at: start });
  return i + 1;
}

function show(c: string): string {
  const code = c.codePointAt(0)!;
  return code < 32 || code > 126 ? `U+${code.toString(16).padStart(4, "0")}` : `"${c}"`;
}

/** Line and column (from 1) of an offset. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) {
    line++;
    start = i + 1;
  }
  return { line, column: at - start + 1 };
}

/** `line 3`, or `entry 2 of equations, line 3` where a model has several texts. */
export function lineName(line: number, entry?: string): string {
  return entry === undefined ? `line ${line}` : `${entry}, line ${line}`;
}

/** The line of an offset with a caret under the place. Long lines are cut around it. */
export function showPlace(text: string, at: number, entry?: string): string {
  const { line, column } = placeOf(text, at);
  const source = text.split("\n")[line - 1] ?? "";
  const from = Math.max(0, column - 61);
  const shown = source.slice(from, from + 100);
  return `${lineName(line, entry)}, column ${column}\n           ${shown}\n           ${" ".repeat(column - 1 - from)}^`;
}

/** E-SYNTAX at a place of the text. */
export function syntaxError(text: string, at: number, what: string, hint?: string): RattlebackError {
  const { line, column } = placeOf(text, at);
  return new RattlebackError("E-SYNTAX", what, {
    where: showPlace(text, at),
    hint: hint ?? "see the grammar in docs/language.md of the package",
    data: { line, column, at },
  });
}
