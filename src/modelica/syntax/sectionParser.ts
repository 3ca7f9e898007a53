/** Equations, statements of algorithms, descriptions and annotations. */
import type {
  AnnotationSyntax,
  Branch,
  CallExpression,
  EquationSyntax,
  Expression,
  Reference,
  StatementSyntax,
} from "./ast.ts";
import { ExpressionParser } from "./expressionParser.ts";

type Guard = (read: () => void) => void;

const maximumBlocks = 100;
const blockEnds: ReadonlySet<string> = new Set(
  "end else elseif elsewhen equation algorithm initial public protected external annotation eof".split(" "),
);

export class SectionParser extends ExpressionParser {
  private blocks = 0;

  /** Strings joined by +. */
  protected description(): string {
    if (this.kind !== "string") return "";
    let text = this.lexer.word;
    this.advance();
    while ((this.kind as string) === "+") {
      this.advance();
      if ((this.kind as string) !== "string") throw this.fail("A string is expected after +.");
      text += this.lexer.word;
      this.advance();
    }
    return text;
  }

  protected comment(): { description: string; annotation: AnnotationSyntax | undefined } {
    const description = this.description();
    return { description, annotation: this.kind === "annotation" ? this.annotation() : undefined };
  }

  protected annotation(): AnnotationSyntax {
    // the bracket behind the keyword is the next token
    if (this.lexer.peek() !== "(") {
      this.advance();
      this.expect("(");
    }
    this.advance();
    const from = this.lexer.position;
    let to: number;
    try {
      to = this.lexer.skipBrackets();
    } catch {
      throw this.fail("The bracket of the annotation is never closed.");
    }
    this.advance();
    return { from, to };
  }

  /** `(a, b)` behind connect. */
  protected connectedPair(): { left: Reference; right: Reference } {
    this.expect("(");
    const left = this.reference();
    this.expect(",");
    const right = this.reference();
    this.expect(")");
    return { left, right };
  }

  protected equations(guarded: Guard): EquationSyntax[] {
    const list: EquationSyntax[] = [];
    while (!this.isBlockEnd()) {
      const before = this.lexer.start;
      guarded(() => {
        const equation = this.inBlock(() => this.equation(guarded));
        const { annotation } = this.comment();
        list.push(annotation === undefined ? equation : { ...equation, annotation });
        this.expect(";");
      });
      if (this.lexer.start === before) break;
    }
    return list;
  }

  /** Loops and conditions hold others; none is written by hand that deep. */
  private inBlock<T>(parse: () => T): T {
    if (this.blocks === maximumBlocks)
      throw this.fail(
        `Loops and conditions nest deeper than ${maximumBlocks} levels.`,
        "move inner ones to a function",
      );
    this.blocks++;
    try {
      return parse();
    } finally {
      this.blocks--;
    }
  }

  /** `initial` begins a section unless it is called. */
  private isBlockEnd(): boolean {
    if (!blockEnds.has(this.kind)) return false;
    return this.kind !== "initial" || this.lexer.peek() !== "(";
  }

  private equation(guarded: Guard): EquationSyntax {
    const at = this.lexer.start;
    const done = (): { at: number; end: number } => ({ at, end: this.lexer.previousEnd });
    switch (this.kind) {
      case "for": {
        const iterators = this.iterators();
        this.expect("loop");
        const body = this.equations(guarded);
        this.closeBlock("for");
        return { kind: "for", iterators, body, ...done() };
      }
      case "if": {
        const { branches, otherwise } = this.branches("if", "elseif", "then", () => this.equations(guarded));
        this.closeBlock("if");
        return { kind: "if", branches, otherwise, ...done() };
      }
      case "when": {
        const { branches } = this.branches("when", "elsewhen", "then", () => this.equations(guarded));
        this.closeBlock("when");
        return { kind: "when", branches, ...done() };
      }
      case "connect": {
        this.advance();
        const pair = this.connectedPair();
        return { kind: "connect", ...pair, ...done() };
      }
      default: {
        const left = this.expression();
        if (this.accept("=")) return { kind: "equality", left, right: this.expression(), ...done() };
        if (left.kind !== "call")
          throw this.fail(`"=" is expected, "${this.present()}" is found.`, "an equation has two sides: left = right");
        return { kind: "call", call: left, ...done() };
      }
    }
  }

  protected statements(guarded: Guard): StatementSyntax[] {
    const list: StatementSyntax[] = [];
    while (!this.isBlockEnd()) {
      const before = this.lexer.start;
      guarded(() => {
        list.push(this.inBlock(() => this.statement(guarded)));
        this.comment();
        this.expect(";");
      });
      if (this.lexer.start === before) break;
    }
    return list;
  }

  private statement(guarded: Guard): StatementSyntax {
    const at = this.lexer.start;
    const done = (): { at: number; end: number } => ({ at, end: this.lexer.previousEnd });
    switch (this.kind) {
      case "for": {
        const iterators = this.iterators();
        this.expect("loop");
        const body = this.statements(guarded);
        this.closeBlock("for");
        return { kind: "for", iterators, body, ...done() };
      }
      case "while": {
        this.advance();
        const condition = this.expression();
        this.expect("loop");
        const body = this.statements(guarded);
        this.closeBlock("while");
        return { kind: "while", condition, body, ...done() };
      }
      case "if": {
        const { branches, otherwise } = this.branches("if", "elseif", "then", () => this.statements(guarded));
        this.closeBlock("if");
        return { kind: "if", branches, otherwise, ...done() };
      }
      case "when": {
        const { branches } = this.branches("when", "elsewhen", "then", () => this.statements(guarded));
        this.closeBlock("when");
        return { kind: "when", branches, ...done() };
      }
      case "break":
      case "return": {
        const kind = this.kind;
        this.advance();
        return { kind, ...done() };
      }
      case "(": {
        const targets = this.targets();
        this.expect(":=");
        const call = this.expression();
        if (call.kind !== "call")
          throw this.fail("(a, b) := … needs a call on its right side.", "call a function with several results");
        return { kind: "assignTuple", targets, call, ...done() };
      }
      default: {
        const left = this.expression();
        if (this.accept(":=")) {
          if (left.kind !== "reference") throw this.fail("The left side of := is a variable.");
          return { kind: "assign", target: left, value: this.expression(), ...done() };
        }
        if (left.kind !== "call")
          throw this.fail(`":=" is expected, "${this.present()}" is found.`, "statements assign with :=");
        return { kind: "call", call: left as CallExpression, ...done() };
      }
    }
  }

  private targets(): (Reference | undefined)[] {
    this.expect("(");
    const list: (Reference | undefined)[] = [];
    for (;;) {
      if (this.kind === "," || this.kind === ")") list.push(undefined);
      else list.push(this.reference());
      if (this.accept(")")) return list;
      this.expect(",");
    }
  }

  private branches<T>(
    first: string,
    further: string,
    then: string,
    body: () => T[],
  ): { branches: Branch<T>[]; otherwise: T[] | undefined } {
    const branches: Branch<T>[] = [];
    let keyword = first;
    while (this.accept(keyword)) {
      const condition: Expression = this.expression();
      this.expect(then);
      branches.push({ condition, body: body() });
      this.limitBranches(branches.length);
      keyword = further;
    }
    const otherwise = first === "if" && this.accept("else") ? body() : undefined;
    return { branches, otherwise };
  }

  private closeBlock(word: string): void {
    this.expect("end");
    this.expect(word);
  }
}
