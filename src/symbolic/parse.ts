/**
 * Parser of model text: equations, when clauses, connections. Statements end at a newline or `;`. A newline inside brackets, after
 * an operator or before one continues the line.
 */
import { ExpressionParser, maximumDepth } from "./expressionParser.ts";
import type { EquationStatement, NameSyntax, ParsedText, Statement, Syntax, WhenStatement } from "./syntax.ts";
import type { Token } from "./tokenize.ts";
import { describe, equationHint, TokenReader } from "./tokenReader.ts";

/** All statements of a block of equations. */
export function parseEquations(text: string): ParsedText {
  const reader = new TokenReader(text);
  const statements = new StatementParser(reader).statements(false);
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

  constructor(reader: TokenReader) {
    this.reader = reader;
    this.expressions = new ExpressionParser(reader);
  }

  statements(insideWhen: boolean): Statement[] {
    const list: Statement[] = [];
    while (true) {
      while (this.reader.peek().kind === "newline" || this.reader.isSymbol(";")) this.reader.position++;
      const token = this.reader.peek();
      if (token.kind === "end") return list;
      if (insideWhen && (this.reader.isWord("end") || this.reader.isWord("elsewhen"))) return list;
      list.push(this.statement(insideWhen));
      const next = this.reader.peek();
      const isSeparated = next.kind === "newline" || next.kind === "end" || this.reader.isSymbol(";");
      if (!isSeparated && !(insideWhen && (this.reader.isWord("end") || this.reader.isWord("elsewhen")))) {
        throw this.reader.error(next, `Expected the end of the equation, found ${describe(next)}.`, equationHint(next));
      }
    }
  }

  private statement(insideWhen: boolean): Statement {
    const start = this.reader.peek();
    if (this.reader.isWord("when")) return this.when(insideWhen);
    if (start.kind === "word" && this.reader.second()?.text === "(") {
      if (start.text === "connect") {
        const call = this.expressions.expression();
        if (call.kind !== "call" || call.args.some((arg) => arg.kind !== "name")) {
          throw this.reader.error(start, "connect(…) takes names only.", "connect(a.p, b.p)");
        }
        return { kind: "connect", members: call.args as NameSyntax[], at: start.at };
      }
      if (start.text === "reinit" || start.text === "assert" || start.text === "terminate") {
        return this.procedure(start, insideWhen);
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
    const text = this.reader.text.slice(start.at, this.reader.endOfPrevious()).replace(/\s+/g, " ");
    return { kind: "equation", left, right, text, at: start.at } satisfies EquationStatement;
  }

  private procedure(start: Token, insideWhen: boolean): Statement {
    const call = this.expressions.expression();
    const text = this.reader.text.slice(start.at, this.reader.endOfPrevious()).replace(/\s+/g, " ");
    const args = call.kind === "call" ? call.args : [];
    if (start.text === "assert") {
      const [condition, message] = args;
      if (args.length !== 2 || message?.kind !== "string") {
        throw this.reader.error(start, "assert takes a condition and a message.", 'assert(x > 0, "x is positive")');
      }
      return { kind: "assert", condition: condition!, message: message.value, text, at: start.at };
    }
    if (!insideWhen)
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

  private when(insideWhen: boolean): WhenStatement {
    const start = this.reader.peek();
    if (insideWhen)
      throw this.reader.error(
        start,
        '"when" cannot stand inside "when".',
        "use elsewhen, or combine the conditions with and",
      );
    const branches: { condition: Syntax; body: readonly Statement[] }[] = [];
    do {
      this.reader.position++;
      const condition = this.expressions.expression();
      this.reader.expectWord("then");
      branches.push({ condition, body: this.statements(true) });
      if (branches.length > maximumDepth)
        throw this.reader.error(
          this.reader.peek(),
          `"when" has more than ${maximumDepth} branches.`,
          "use several when clauses, a table, or an array with an index",
        );
    } while (this.reader.isWord("elsewhen"));
    this.reader.expectWord("end");
    if (this.reader.isWord("when")) this.reader.position++;
    const text = this.reader.text.slice(start.at, this.reader.endOfPrevious()).replace(/\s+/g, " ");
    return { kind: "when", branches, text, at: start.at };
  }
}
