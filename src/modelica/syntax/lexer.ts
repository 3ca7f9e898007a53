/**
 * Tokens of a Modelica text, one at a time. `kind` is "name", "integer", "real", "string", "eof", or the keyword or symbol
 * itself, so that the parser compares with what is written in a grammar.
 */
import type { SourceFile } from "./sourceFile.ts";

const keywords: ReadonlyMap<string, string> = new Map(
  (
    "algorithm and annotation block break class connect connector constant constrainedby der discrete each else elseif elsewhen " +
    "encapsulated end enumeration equation expandable extends external false final flow for function if import impure in initial " +
    "inner input loop model not operator or outer output package parameter partial protected public pure record redeclare " +
    "replaceable return stream then true type when while within"
  )
    .split(" ")
    .map((word) => [word, word]),
);

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
};

export class LexicalError extends Error {
  readonly at: number;
  constructor(what: string, at: number) {
    super(what);
    this.at = at;
  }
}

export class Lexer {
  readonly text: string;
  /** Where the next token is searched. */
  position: number;
  private readonly limit: number;
  kind = "eof";
  start = 0;
  /** End of the token before. */
  previousEnd = 0;
  /** Name (with quotes), or content of a string. */
  word = "";
  value = 0;

  constructor(file: SourceFile, from = 0, to = file.text.length) {
    this.text = file.text;
    this.position = from;
    this.limit = to;
  }

  next(): void {
    this.previousEnd = this.position;
    this.skipBlanks();
    const { text } = this;
    const at = this.position;
    this.start = at;
    if (at >= this.limit) {
      this.kind = "eof";
      return;
    }
    const c = text.charCodeAt(at);
    if (isLetter(c)) this.name(at);
    else if (isDigit(c) || (c === 46 && isDigit(text.charCodeAt(at + 1)))) this.number(at);
    else if (c === 34) this.string(at);
    else if (c === 39) this.quoted(at);
    else this.symbol(c, at);
  }

  /** Kind of the token behind the present one, "" where there is none. */
  peek(): string {
    const { position, kind, start, previousEnd, word, value } = this;
    let result = "";
    try {
      this.next();
      result = this.kind;
    } catch (error) {
      // what is wrong there is told when it is its turn
      if (!(error instanceof LexicalError)) throw error;
    }
    this.position = position;
    this.kind = kind;
    this.start = start;
    this.previousEnd = previousEnd;
    this.word = word;
    this.value = value;
    return result;
  }

  /** Behind an opening bracket: the position of the bracket that closes it. Strings, comments and quoted names are skipped. */
  skipBrackets(): number {
    const { text, limit } = this;
    let depth = 1;
    let at = this.position;
    while (at < limit) {
      const c = text.charCodeAt(at);
      if (c === 34) {
        at = this.endOfString(at, 34) + 1;
        continue;
      }
      if (c === 40) depth++;
      else if (c === 41 && --depth === 0) {
        this.position = at + 1;
        return at;
      } else if (c === 39) {
        at = this.endOfString(at, 39) + 1;
        continue;
      } else if (c === 47) {
        const after = this.endOfComment(at);
        if (after > at) {
          at = after;
          continue;
        }
      }
      at++;
    }
    throw new LexicalError("A bracket is never closed.", this.position - 1);
  }

  private skipBlanks(): void {
    const { text, limit } = this;
    let at = this.position;
    while (at < limit) {
      const c = text.charCodeAt(at);
      if (c === 32 || (c >= 9 && c <= 13)) at++;
      else if (c === 47) {
        const after = this.endOfComment(at);
        if (after === at) break;
        at = after;
      } else break;
    }
    this.position = at;
  }

  private endOfComment(at: number): number {
    const c = this.text.charCodeAt(at + 1);
    if (c === 47) {
      const end = this.text.indexOf("\n", at);
      return end < 0 ? this.limit : end + 1;
    }
    if (c !== 42) return at;
    const end = this.text.indexOf("*/", at + 2);
    if (end < 0) throw new LexicalError("A comment is never closed.", at);
    return end + 2;
  }

  /** Position of the closing quote. */
  private endOfString(at: number, quote: number): number {
    const { text, limit } = this;
    for (let i = at + 1; i < limit; i++) {
      const c = text.charCodeAt(i);
      if (c === quote) return i;
      if (c === 92) i++;
    }
    throw new LexicalError(quote === 34 ? "A string is never closed." : "A quoted name is never closed.", at);
  }

  private name(at: number): void {
    const { text } = this;
    let end = at + 1;
    for (;;) {
      const c = text.charCodeAt(end);
      if (!isLetter(c) && !isDigit(c)) break;
      end++;
    }
    this.position = end;
    this.word = text.slice(at, end);
    this.kind = keywords.get(this.word) ?? "name";
  }

  private quoted(at: number): void {
    const end = this.endOfString(at, 39) + 1;
    this.position = end;
    this.word = this.text.slice(at, end);
    this.kind = "name";
  }

  private string(at: number): void {
    const end = this.endOfString(at, 34);
    this.position = end + 1;
    this.kind = "string";
    const raw = this.text.slice(at + 1, end);
    this.word = raw.includes("\\") ? raw.replace(/\\([\s\S])/g, (_, c: string) => escapes[c] ?? c) : raw;
  }

  private number(at: number): void {
    const { text } = this;
    let end = at;
    let isReal = false;
    while (isDigit(text.charCodeAt(end))) end++;
    if (text.charCodeAt(end) === 46 && !isElementwise(text.charCodeAt(end + 1))) {
      isReal = true;
      end++;
      while (isDigit(text.charCodeAt(end))) end++;
    }
    if ((text.charCodeAt(end) | 32) === 101) {
      let exponent = end + 1;
      const sign = text.charCodeAt(exponent);
      if (sign === 43 || sign === 45) exponent++;
      if (isDigit(text.charCodeAt(exponent))) {
        isReal = true;
        end = exponent;
        while (isDigit(text.charCodeAt(end))) end++;
      }
    }
    this.position = end;
    this.kind = isReal ? "real" : "integer";
    this.value = Number(text.slice(at, end));
  }

  private symbol(c: number, at: number): void {
    const after = this.text.charCodeAt(at + 1);
    let symbol = String.fromCharCode(c);
    switch (c) {
      case 46: // .
        if (isElementwise(after)) symbol += String.fromCharCode(after);
        break;
      case 58: // :
      case 61: // =
      case 62: // >
        if (after === 61) symbol += "=";
        break;
      case 60: // <
        if (after === 61) symbol += "=";
        else if (after === 62) symbol += ">";
        break;
      case 40:
      case 41:
      case 42:
      case 43:
      case 44:
      case 45:
      case 47:
      case 59:
      case 91:
      case 93:
      case 94:
      case 123:
      case 125:
        break;
      default:
        this.position = at + 1;
        throw new LexicalError(
          `The character "${String.fromCodePoint(this.text.codePointAt(at)!)}" has no meaning here.`,
          at,
        );
    }
    this.position = at + symbol.length;
    this.kind = symbol;
  }
}

function isLetter(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95;
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

/** + - * / ^ behind a dot */
function isElementwise(c: number): boolean {
  return c === 42 || c === 43 || c === 45 || c === 47 || c === 94;
}
