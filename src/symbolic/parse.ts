/**
 * Parser of model text: equations, loops, conditions, when clauses, connections. Statements end at a newline or `;`. A newline inside brackets, after
 * an operator or before one continues the line.
 */

import { isConditionalStatement } from "./conditionalStatement.ts";
import { ExpressionParser, indexedName, maximumDepth } from "./expressionParser.ts";
import type {
  EquationStatement,
  ForStatement,
  IfStatement,
  NameSyntax,
  ParsedText,
  Statement,
  Syntax,
  WhenStatement,
} from "./syntax.ts";
import type { Token } from "./tokenize.ts";
import { describe, equationHint, TokenReader } from "./tokenReader.ts";

/** All statements of a block of equations. */
export function parseEquations(text: string): ParsedText {
  const reader = new TokenReader(text);
  const statements = new StatementParser(reader).statements();
  reader.expectEnd();
  return { text, statements };
}

/** One expression, nothing else. */
export function parseExpression(text: string): Syntax {
  const reader = new TokenReader(text);
  reader.skipNewlines();
  const expression = new ExpressionParser(reader).expression();
  reader.skipNewlines();
  reader.expectEnd();
  return expression;
}

/** A dotted name such as `V.p`, for connections. */
export function parseName(text: string): NameSyntax {
  const reader = new TokenReader(text);
  const name = new ExpressionParser(reader).name();
  reader.expectEnd();
  return name;
}

class StatementParser {
  private readonly reader: TokenReader;
  private readonly expressions: ExpressionParser;
  private whenDepth = 0;
  private depth = 0;

  constructor(reader: TokenReader) {
    this.reader = reader;
    this.expressions = new ExpressionParser(reader);
  }

  /** Statements up to the end of the text, or up to one of the words that end a block. */
  statements(...closing: readonly string[]): Statement[] {
    const list: Statement[] = [];
    const isClosed = (): boolean => closing.some((word) => this.reader.isWord(word));
    while (true) {
      while (this.reader.peek().kind === "newline" || this.reader.isSymbol(";")) this.reader.position++;
      if (this.reader.peek().kind === "end" || isClosed()) return list;
      list.push(this.statement());
      const next = this.reader.peek();
      const isSeparated = next.kind === "newline" || next.kind === "end" || this.reader.isSymbol(";");
      if (!isSeparated && !isClosed()) {
        throw this.reader.error(next, `Expected the end of the equation, found ${describe(next)}.`, equationHint(next));
      }
    }
  }

  private statement(): Statement {
    const start = this.reader.peek();
    if (this.reader.isWord("when")) return this.nested(() => this.when());
    if (this.reader.isWord("for")) return this.nested(() => this.loop());
    if (isConditionalStatement(this.reader)) return this.nested(() => this.conditional());
    if (start.kind === "word" && this.reader.second()?.text === "(") {
      if (start.text === "connect") return this.connect(start);
      if (start.text === "reinit" || start.text === "assert" || start.text === "terminate") {
        return this.procedure(start);
      }
    }
    const left = this.expressions.expression();
    if (!this.reader.isSymbol("=")) {
      const next = this.reader.peek();
      if (left.kind === "relation" && left.operator === "==") {
        throw this.reader.error(start, "This is a comparison, not an equation.", 'an equation is written with one "="');
      }
      throw this.reader.error(next, `Expected "=" in the equation, found ${describe(next)}.`, equationHint(next));
    }
    this.reader.position++;
    const right = this.expressions.expression();
    const text = this.textFrom(start);
    return { kind: "equation", left, right, text, at: start.at } satisfies EquationStatement;
  }

  /** Blocks nest no deeper than expressions do. */
  private nested<T extends Statement>(read: () => T): T {
    if (++this.depth > maximumDepth)
      throw this.reader.error(this.reader.peek(), `The text nests deeper than ${maximumDepth} levels.`);
    const statement = read();
    this.depth--;
    return statement;
  }

  private connect(start: Token): Statement {
    const call = this.expressions.expression();
    const members = (call.kind === "call" ? call.args : []).map((arg) => {
      if (arg.kind === "name") return arg;
      const isIndexed = arg.kind === "index" && arg.base.kind === "name" && arg.indices.length === 1;
      return isIndexed ? indexedName(arg.base as NameSyntax, arg.indices[0]!) : undefined;
    });
    if (call.kind !== "call" || members.includes(undefined))
      throw this.reader.error(start, "connect(…) takes names only.", "connect(a.p, b.p)");
    return { kind: "connect", members: members as NameSyntax[], at: start.at };
  }

  private procedure(start: Token): Statement {
    const call = this.expressions.expression();
    const text = this.textFrom(start);
    const args = call.kind === "call" ? call.args : [];
    if (start.text === "assert") {
      const [condition, message, level] = args;
      const isWarning = level?.kind === "name" && level.parts.join(".") === "warning";
      if (args.length !== (isWarning ? 3 : 2) || message?.kind !== "string") {
        throw this.reader.error(
          start,
          'assert takes a condition, a message, and "warning" if the run is to go on.',
          'assert(x > 0, "x is positive"), assert(x > 0, "x is positive", warning)',
        );
      }
      return { kind: "assert", condition: condition!, message: message.value, isWarning, text, at: start.at };
    }
    if (this.whenDepth === 0)
      throw this.reader.error(
        start,
        `${start.text}(…) is allowed inside "when … end" only.`,
        "when h < 0 then reinit(v, -v) end",
      );
    if (start.text === "terminate") {
      const message = args[0];
      if (args.length !== 1 || message?.kind !== "string")
        throw this.reader.error(start, "terminate takes a message.", 'terminate("done")');
      return { kind: "terminate", message: message.value, at: start.at };
    }
    if (args.length !== 2)
      throw this.reader.error(start, "reinit takes a state and its new value.", "reinit(v, -0.7*v)");
    return { kind: "reinit", target: args[0]!, value: args[1]!, text, at: start.at };
  }

  private when(): WhenStatement {
    const start = this.reader.peek();
    if (this.whenDepth > 0)
      throw this.reader.error(
        start,
        '"when" is not allowed inside "when".',
        "use elsewhen, or combine the conditions with and",
      );
    this.whenDepth++;
    const branches = this.branches("elsewhen", ["end", "elsewhen"]);
    this.whenDepth--;
    this.close("when");
    return { kind: "when", branches, text: this.textFrom(start), at: start.at };
  }

  private conditional(): IfStatement {
    const start = this.reader.peek();
    const branches = this.branches("elseif", ["end", "elseif", "else"]);
    let otherwise: Statement[] = [];
    if (this.reader.isWord("else")) {
      this.reader.position++;
      otherwise = this.statements("end");
    }
    this.close("if");
    return { kind: "if", branches, otherwise, text: this.textFrom(start), at: start.at };
  }

  /** `word c then … other d then …` */
  private branches(other: string, closing: readonly string[]): { condition: Syntax; body: readonly Statement[] }[] {
    const branches: { condition: Syntax; body: readonly Statement[] }[] = [];
    do {
      const word = this.reader.next();
      const condition = this.expressions.expression();
      this.reader.expectWord("then");
      branches.push({ condition, body: this.statements(...closing) });
      if (branches.length > maximumDepth)
        throw this.reader.error(
          word,
          `"${other === "elsewhen" ? "when" : "if"}" has more than ${maximumDepth} branches.`,
          other === "elsewhen"
            ? "use several when clauses, a table, or an array with an index"
            : "use a table, or an array with an index",
        );
    } while (this.reader.isWord(other));
    return branches;
  }

  /** `for i in 1:n, j in 1:m loop … end`: the first loop is the outer one. */
  private loop(): ForStatement {
    const start = this.reader.next();
    const loops: { variable: string; range: Syntax }[] = [];
    do {
      if (loops.length > 0) this.reader.position++;
      const variable = this.expressions.name();
      if (variable.parts.length > 1)
        throw this.reader.error(
          start,
          `"${variable.parts.join(".")}" cannot count a loop.`,
          "for i in 1:n loop x[i] = i end",
        );
      this.reader.expectWord("in");
      loops.push({ variable: variable.parts[0]!, range: this.expressions.expression() });
    } while (this.reader.isSymbol(","));
    this.reader.expectWord("loop");
    let body: readonly Statement[] = this.statements("end");
    this.close("for");
    const text = this.textFrom(start);
    let statement: ForStatement | undefined;
    for (const { variable, range } of loops.reverse()) {
      statement = { kind: "for", variable, range, body, text, at: start.at };
      body = [statement];
    }
    return statement!;
  }

  /** `end`, or `end when` as in Modelica. */
  private close(word: string): void {
    this.reader.expectWord("end");
    if (this.reader.isWord(word)) this.reader.position++;
  }

  private textFrom(start: Token): string {
    return this.reader.text.slice(start.at, this.reader.endOfPrevious()).replace(/\s+/g, " ");
  }
}
