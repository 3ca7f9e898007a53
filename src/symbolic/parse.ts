/**
 * Parser of model text: precedence climbing over tokens, one function per construct.
 *
 * Precedence, weakest first:   if   or   and   not   relations   :   + −   * /   unary −   ^   ' [ ] ( ) .
 * Statements end at a newline or `;`. A newline inside brackets, after an operator or before one continues the line.
 */
import type {
  EquationStatement,
  NameSyntax,
  ParsedText,
  RelationOperator,
  Statement,
  Syntax,
  WhenStatement,
} from "./syntax.ts";
import { syntaxError, type Token, tokenize } from "./tokenize.ts";

/** Deeper nesting than any formula of a person; keeps all later recursions far from the end of the stack. */
export const maximumDepth = 200;

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
const relationOperators = new Set(["<", "<=", ">", ">=", "==", "<>", "!="]);

export function isKeyword(word: string): boolean {
  return keywords.has(word);
}

/** All statements of a block of equations. */
export function parseEquations(text: string): ParsedText {
  const parser = new Parser(text);
  const statements = parser.statements(false);
  parser.expectEnd();
  return { text, statements };
}

/** One expression, nothing else. */
export function parseExpression(text: string): Syntax {
  const parser = new Parser(text);
  parser.skipNewlines();
  const expression = parser.expression();
  parser.skipNewlines();
  parser.expectEnd();
  return expression;
}

/** A dotted name such as `V.p`, for connections. */
export function parseName(text: string): NameSyntax {
  const parser = new Parser(text);
  const name = parser.name();
  parser.expectEnd();
  return name;
}

class Parser {
  private readonly text: string;
  private readonly tokens: Token[];
  private position = 0;
  private depth = 0;
  /** > 0 inside brackets, where newlines are blanks. */
  private brackets = 0;

  constructor(text: string) {
    this.text = text;
    this.tokens = tokenize(text);
  }

  statements(insideWhen: boolean): Statement[] {
    const list: Statement[] = [];
    while (true) {
      while (this.peek().kind === "newline" || this.isSymbol(";")) this.position++;
      const token = this.peek();
      if (token.kind === "end") return list;
      if (insideWhen && (this.isWord("end") || this.isWord("elsewhen"))) return list;
      list.push(this.statement(insideWhen));
      const next = this.peek();
      const isSeparated = next.kind === "newline" || next.kind === "end" || this.isSymbol(";");
      if (!isSeparated && !(insideWhen && (this.isWord("end") || this.isWord("elsewhen")))) {
        throw this.error(next, `Expected the end of the equation, found ${describe(next)}.`, equationHint(next));
      }
    }
  }

  private statement(insideWhen: boolean): Statement {
    const start = this.peek();
    if (this.isWord("when")) return this.when(insideWhen);
    if (start.kind === "word" && this.tokens[this.position + 1]?.text === "(") {
      if (start.text === "connect") {
        const call = this.expression();
        if (call.kind !== "call" || call.args.some((arg) => arg.kind !== "name")) {
          throw this.error(start, "connect(…) takes names only.", "connect(a.p, b.p)");
        }
        return { kind: "connect", members: call.args as NameSyntax[], at: start.at };
      }
      if (start.text === "reinit" || start.text === "assert" || start.text === "terminate") {
        return this.procedure(start, insideWhen);
      }
    }
    const left = this.expression();
    if (!this.isSymbol("=")) {
      const next = this.peek();
      if (left.kind === "relation" && left.operator === "==") {
        throw this.error(start, "This is a comparison, not an equation.", 'an equation is written with one "="');
      }
      throw this.error(next, `Expected "=" in the equation, found ${describe(next)}.`, equationHint(next));
    }
    this.position++;
    const right = this.expression();
    const text = this.text.slice(start.at, this.endOfPrevious()).replace(/\s+/g, " ");
    return { kind: "equation", left, right, text, at: start.at } satisfies EquationStatement;
  }

  private procedure(start: Token, insideWhen: boolean): Statement {
    const call = this.expression();
    const text = this.text.slice(start.at, this.endOfPrevious()).replace(/\s+/g, " ");
    const args = call.kind === "call" ? call.args : [];
    if (start.text === "assert") {
      const [condition, message] = args;
      if (args.length !== 2 || message?.kind !== "string") {
        throw this.error(start, "assert takes a condition and a message.", 'assert(x > 0, "x is positive")');
      }
      return { kind: "assert", condition: condition!, message: message.value, text, at: start.at };
    }
    if (!insideWhen)
      throw this.error(
        start,
        `${start.text}(…) is allowed inside "when … end" only.`,
        "when h < 0 then reinit(v, -v) end",
      );
    if (start.text === "terminate") {
      const message = args[0];
      if (args.length !== 1 || message?.kind !== "string")
        throw this.error(start, "terminate takes a message.", 'terminate("done")');
      return { kind: "terminate", message: message.value, at: start.at };
    }
    if (args.length !== 2) throw this.error(start, "reinit takes a state and its new value.", "reinit(v, -0.7*v)");
    return { kind: "reinit", target: args[0]!, value: args[1]!, text, at: start.at };
  }

  private when(insideWhen: boolean): WhenStatement {
    const start = this.peek();
    if (insideWhen)
      throw this.error(start, '"when" cannot stand inside "when".', "use elsewhen, or combine the conditions with and");
    const branches: { condition: Syntax; body: readonly Statement[] }[] = [];
    do {
      this.position++;
      const condition = this.expression();
      this.expectWord("then");
      branches.push({ condition, body: this.statements(true) });
    } while (this.isWord("elsewhen"));
    this.expectWord("end");
    if (this.isWord("when")) this.position++;
    const text = this.text.slice(start.at, this.endOfPrevious()).replace(/\s+/g, " ");
    return { kind: "when", branches, text, at: start.at };
  }

  expression(): Syntax {
    const token = this.peek();
    if (++this.depth > maximumDepth) {
      throw this.error(
        token,
        `The text nests deeper than ${maximumDepth} levels.`,
        "give names to the parts of the expression",
      );
    }
    const result = this.isWord("if") ? this.conditional() : this.disjunction();
    this.depth--;
    return result;
  }

  private conditional(): Syntax {
    const at = this.peek().at;
    const branches: { condition: Syntax; value: Syntax }[] = [];
    this.brackets++;
    do {
      this.position++;
      const condition = this.expression();
      this.expectWord("then");
      branches.push({ condition, value: this.expression() });
    } while (this.isWord("elseif"));
    this.expectWord("else");
    this.brackets--;
    const otherwise = this.expression();
    return { kind: "if", branches, otherwise, at };
  }

  private disjunction(): Syntax {
    return this.logical("or", "||", () => this.logical("and", "&&", () => this.negation()));
  }

  private logical(operator: "and" | "or", symbol: string, operand: () => Syntax): Syntax {
    const at = this.peek().at;
    const operands = [operand()];
    while (this.isContinuedBy((t) => (t.kind === "word" && t.text === operator) || isSymbolToken(t, symbol))) {
      this.position++;
      this.skipNewlines();
      operands.push(operand());
    }
    return operands.length === 1 ? operands[0]! : { kind: "logical", operator, operands, at };
  }

  private negation(): Syntax {
    const at = this.peek().at;
    let count = 0;
    while (this.isWord("not") || this.isSymbol("!")) {
      this.position++;
      count++;
    }
    const operand = this.relation();
    return count % 2 === 1 ? { kind: "not", operand, at } : operand;
  }

  private relation(): Syntax {
    const at = this.peek().at;
    const left = this.range();
    if (!this.isContinuedBy((t) => t.kind === "symbol" && relationOperators.has(t.text))) return left;
    const token = this.next();
    const operator = (token.text === "!=" ? "<>" : token.text) as RelationOperator;
    this.skipNewlines();
    const right = this.range();
    if (this.peek().kind === "symbol" && relationOperators.has(this.peek().text)) {
      throw this.error(this.peek(), "Relations cannot be chained.", "write a < b and b < c");
    }
    return { kind: "relation", operator, left, right, at };
  }

  private range(): Syntax {
    const at = this.peek().at;
    const from = this.sum();
    if (!this.isSymbol(":")) return from;
    this.position++;
    return { kind: "range", from, to: this.sum(), at };
  }

  private sum(): Syntax {
    const at = this.peek().at;
    const terms: { sign: 1 | -1; term: Syntax }[] = [{ sign: 1, term: this.product() }];
    while (this.isContinuedBy((t) => isSymbolToken(t, "+") || isSymbolToken(t, "-"))) {
      const sign = this.next().text === "+" ? 1 : -1;
      this.skipNewlines();
      terms.push({ sign, term: this.product() });
    }
    return terms.length === 1 ? terms[0]!.term : { kind: "sum", terms, at };
  }

  private product(): Syntax {
    const at = this.peek().at;
    let result = this.unary();
    let divisions = 0;
    while (this.isContinuedBy((t) => t.kind === "symbol" && ["*", ".*", "/", "./"].includes(t.text))) {
      const operator = this.next().text;
      this.skipNewlines();
      const right = this.unary();
      if (operator === "/" || operator === "./") {
        if (++divisions > maximumDepth)
          throw this.error(this.peek(), `More than ${maximumDepth} divisions in one product.`);
        result = { kind: "binary", operator, left: result, right, at };
      } else {
        const isElementwise = operator === ".*";
        const canExtend = result.kind === "product" && result.isElementwise === isElementwise && result.at === at;
        const factors = canExtend && result.kind === "product" ? [...result.factors, right] : [result, right];
        result = { kind: "product", factors, isElementwise, at };
      }
    }
    return result;
  }

  private unary(): Syntax {
    const at = this.peek().at;
    let isNegative = false;
    while (this.isSymbol("-") || this.isSymbol("+")) {
      if (this.next().text === "-") isNegative = !isNegative;
    }
    const operand = this.power();
    return isNegative ? { kind: "negate", operand, at } : operand;
  }

  private power(): Syntax {
    const at = this.peek().at;
    const left = this.postfix();
    if (!this.isSymbol("^") && !this.isSymbol(".^")) return left;
    const operator = this.next().text as "^" | ".^";
    if (++this.depth > maximumDepth)
      throw this.error(this.peek(), `More than ${maximumDepth} powers in one expression.`);
    const right = this.unary();
    this.depth--;
    return { kind: "binary", operator, left, right, at };
  }

  private postfix(): Syntax {
    let result = this.primary();
    while (true) {
      if (this.isSymbol("[")) result = this.index(result);
      else if (this.isSymbol("'")) {
        this.position++;
        result = { kind: "transpose", operand: result, at: result.at };
      } else return result;
    }
  }

  private index(base: Syntax): Syntax {
    const indices = this.list("[", "]");
    // component[2].x: an index with more name behind it selects one of an array of components
    if (this.isSymbol(".") && base.kind === "name" && indices.length === 1 && indices[0]!.kind === "number") {
      this.position++;
      const rest = this.name();
      const last = base.parts.length - 1;
      const parts = [...base.parts.slice(0, last), `${base.parts[last]}_${indices[0]!.value}`, ...rest.parts];
      return { kind: "name", parts, at: base.at };
    }
    if (indices.length === 0) throw this.error(this.peek(), "An index is missing between [ and ].");
    return { kind: "index", base, indices, at: base.at };
  }

  private primary(): Syntax {
    const token = this.peek();
    const at = token.at;
    switch (token.kind) {
      case "number":
        this.position++;
        return { kind: "number", value: token.value, at };
      case "string":
        this.position++;
        return { kind: "string", value: token.text, at };
      case "word":
        return this.word(token);
      default:
        break;
    }
    if (this.isSymbol("(")) {
      const items = this.list("(", ")");
      if (items.length === 0) throw this.error(token, "An expression is missing between ( and ).");
      return items.length === 1 ? items[0]! : { kind: "tuple", items, at };
    }
    if (this.isSymbol("[")) return this.array();
    throw this.error(token, `Expected a number, a name or "(", found ${describe(token)}.`, equationHint(token));
  }

  private word(token: Token): Syntax {
    const at = token.at;
    if (token.text === "true" || token.text === "false") {
      this.position++;
      return { kind: "boolean", value: token.text === "true", at };
    }
    if (token.text === "if") return this.expression();
    const name = this.name();
    if (!this.isSymbol("(")) return name;
    if (name.parts.length > 1) throw this.error(token, `"${name.parts.join(".")}" has a dot and cannot be called.`);
    return { kind: "call", name: name.parts[0]!, args: this.list("(", ")"), at };
  }

  name(): NameSyntax {
    const first = this.peek();
    const parts: string[] = [];
    while (true) {
      const token = this.next();
      if (token.kind !== "word" || keywords.has(token.text)) {
        throw this.error(token, `Expected a name, found ${describe(token)}.`, keywordHint(token));
      }
      parts.push(token.text);
      if (!this.isSymbol(".")) return { kind: "name", parts, at: first.at };
      this.position++;
    }
  }

  private array(): Syntax {
    const at = this.next().at;
    this.brackets++;
    const rows: Syntax[][] = [[]];
    while (!this.isSymbol("]")) {
      if (this.isSymbol(";")) {
        this.position++;
        rows.push([]);
        continue;
      }
      const element = this.expression();
      rows[rows.length - 1]!.push(element);
      if (this.isWord("for") && rows.length === 1 && rows[0]!.length === 1) {
        this.position++;
        const variable = this.name();
        this.expectWord("in");
        const range = this.range();
        this.brackets--;
        this.expectSymbol("]");
        return { kind: "comprehension", element, variable: variable.parts.join("."), range, at };
      }
      if (this.isSymbol(",")) this.position++;
      else if (!this.isSymbol(";") && !this.isSymbol("]")) {
        throw this.error(this.peek(), `Expected "," or "]", found ${describe(this.peek())}.`);
      }
    }
    this.brackets--;
    this.position++;
    return { kind: "array", rows, at };
  }

  private list(open: string, close: string): Syntax[] {
    this.expectSymbol(open);
    this.brackets++;
    const items: Syntax[] = [];
    while (!this.isSymbol(close)) {
      items.push(this.expression());
      if (this.isSymbol(",")) this.position++;
      else if (!this.isSymbol(close)) {
        const found = this.peek();
        throw this.error(found, `Expected "," or "${close}", found ${describe(found)}.`);
      }
    }
    this.brackets--;
    this.position++;
    return items;
  }

  skipNewlines(): void {
    while (this.tokens[this.position]!.kind === "newline") this.position++;
  }

  expectEnd(): void {
    const token = this.peek();
    if (token.kind !== "end") throw this.error(token, `Expected the end of the text, found ${describe(token)}.`);
  }

  private expectSymbol(symbol: string): void {
    const token = this.peek();
    if (!isSymbolToken(token, symbol)) throw this.error(token, `Expected "${symbol}", found ${describe(token)}.`);
    this.position++;
  }

  private expectWord(word: string): void {
    this.skipNewlines();
    const token = this.peek();
    if (!this.isWord(word)) throw this.error(token, `Expected "${word}", found ${describe(token)}.`);
    this.position++;
  }

  /** The next token, if it continues the expression; looks past newlines for a leading operator. */
  private isContinuedBy(accepts: (token: Token) => boolean): boolean {
    let ahead = this.position;
    while (this.tokens[ahead]!.kind === "newline") ahead++;
    const token = this.tokens[ahead]!;
    if (!accepts(token)) return false;
    // a line that begins with − or + is a new statement, because equations may begin so
    if (ahead > this.position && this.brackets === 0 && (token.text === "-" || token.text === "+")) return false;
    this.position = ahead;
    return true;
  }

  private peek(): Token {
    if (this.brackets > 0) this.skipNewlines();
    return this.tokens[this.position]!;
  }

  private next(): Token {
    const token = this.peek();
    if (token.kind !== "end") this.position++;
    return token;
  }

  private isSymbol(symbol: string): boolean {
    return isSymbolToken(this.peek(), symbol);
  }

  private isWord(word: string): boolean {
    const token = this.peek();
    return token.kind === "word" && token.text === word;
  }

  private endOfPrevious(): number {
    const last = this.tokens[this.position - 1]!;
    return last.kind === "string" ? this.text.indexOf('"', last.at + 1) + 1 : last.at + last.text.length;
  }

  private error(token: Token, what: string, hint?: string) {
    return syntaxError(this.text, token.at, what, hint);
  }
}

function isSymbolToken(token: Token, symbol: string): boolean {
  return token.kind === "symbol" && token.text === symbol;
}

function describe(token: Token): string {
  if (token.kind === "end") return "the end of the text";
  if (token.kind === "newline") return "the end of the line";
  return token.kind === "string" ? "text in quotes" : `"${token.text}"`;
}

function equationHint(token: Token): string | undefined {
  if (token.text === "==") return 'an equation is written with one "="';
  if (token.text === "=") return 'compare with "=="; an equation has one "="';
  return keywordHint(token);
}

function keywordHint(token: Token): string | undefined {
  return token.kind === "word" && keywords.has(token.text)
    ? `"${token.text}" is a word of the language and cannot be a name here`
    : undefined;
}
