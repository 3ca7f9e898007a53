/** The tokens of a text, read one after the other, and errors at the place of a token. */
import type { RattlebackError } from "../errors/rattlebackError.ts";
import { syntaxError, type Token, tokenize } from "./tokenize.ts";

const keywords = new Set([
  "if",
  "then",
  "elseif",
  "else",
  "when",
  "elsewhen",
  "end",
  "and",
  "or",
  "not",
  "true",
  "false",
  "for",
  "in",
]);
export function isKeyword(word: string): boolean {
  return keywords.has(word);
}

export class TokenReader {
  readonly text: string;
  private readonly tokens: Token[];
  position = 0;
  /** > 0 inside brackets, where newlines are blanks. */
  brackets = 0;

  constructor(text: string) {
    this.text = text;
    this.tokens = tokenize(text);
  }

  /** The token after the next one. */
  second(): Token | undefined {
    return this.tokens[this.position + 1];
  }

  /** Any token, by its position in the text. */
  tokenAt(position: number): Token {
    return this.tokens[Math.min(position, this.tokens.length - 1)]!;
  }

  skipNewlines(): void {
    while (this.tokens[this.position]!.kind === "newline") this.position++;
  }

  expectEnd(): void {
    const token = this.peek();
    if (token.kind !== "end") throw this.error(token, `Expected the end of the text, found ${describe(token)}.`);
  }

  expectSymbol(symbol: string): void {
    const token = this.peek();
    if (!isSymbolToken(token, symbol)) throw this.error(token, `Expected "${symbol}", found ${describe(token)}.`);
    this.position++;
  }

  expectWord(word: string): void {
    this.skipNewlines();
    const token = this.peek();
    if (!this.isWord(word)) throw this.error(token, `Expected "${word}", found ${describe(token)}.`);
    this.position++;
  }

  /** The next token, if it continues the expression; looks past newlines for a leading operator. */
  isContinuedBy(accepts: (token: Token) => boolean): boolean {
    let ahead = this.position;
    while (this.tokens[ahead]!.kind === "newline") ahead++;
    const token = this.tokens[ahead]!;
    if (!accepts(token)) return false;
    // a line that begins with − or + is a new statement, because equations may begin so
    if (ahead > this.position && this.brackets === 0 && (token.text === "-" || token.text === "+")) return false;
    this.position = ahead;
    return true;
  }

  peek(): Token {
    if (this.brackets > 0) this.skipNewlines();
    return this.tokens[this.position]!;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== "end") this.position++;
    return token;
  }

  isSymbol(symbol: string): boolean {
    return isSymbolToken(this.peek(), symbol);
  }

  isWord(word: string): boolean {
    const token = this.peek();
    return token.kind === "word" && token.text === word;
  }

  endOfPrevious(): number {
    const last = this.tokens[this.position - 1]!;
    return last.kind === "string" ? this.text.indexOf('"', last.at + 1) + 1 : last.at + last.text.length;
  }

  error(token: Token, what: string, hint?: string): RattlebackError {
    return syntaxError(this.text, token.at, what, hint);
  }
}

export function isSymbolToken(token: Token, symbol: string): boolean {
  return token.kind === "symbol" && token.text === symbol;
}

export function describe(token: Token): string {
  if (token.kind === "end") return "the end of the text";
  if (token.kind === "newline") return "the end of the line";
  return token.kind === "string" ? "text in quotes" : `"${token.text}"`;
}

export function equationHint(token: Token): string | undefined {
  if (token.text === "==") return 'an equation is written with one "="';
  if (token.text === "=") return 'compare with "=="; an equation has one "="';
  return keywordHint(token);
}

export function keywordHint(token: Token): string | undefined {
  return token.kind === "word" && keywords.has(token.text)
    ? `"${token.text}" is a word of the language and cannot be a name here`
    : undefined;
}
