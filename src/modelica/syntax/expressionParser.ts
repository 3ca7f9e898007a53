/**
 * Expressions of Modelica by recursive descent.
 *
 * Precedence, weakest first:   if   a:b:c   or   and   not   relations   + −   * /   ^   primaries
 * Unary minus stands in front of a term only: -a^2 and -a*b are −(a²) and −(a·b), 2*-a is an error.
 *
 * Length   one grammar, whose rules call each other
 */
import type { CallArguments, Expression, IfBranch, Iterator, Operator, Reference, ReferencePart } from "./ast.ts";
import { Lexer, LexicalError } from "./lexer.ts";
import type { SourceFile } from "./sourceFile.ts";

export class SyntaxStop extends Error {
  readonly at: number;
  readonly hint: string;
  constructor(what: string, at: number, hint: string) {
    super(what);
    this.at = at;
    this.hint = hint;
  }
}

const maximumDepth = 400;
/** Each operator of a chain is one level of the tree. */
const maximumTerms = 2000;
const relations: ReadonlySet<string> = new Set(["<", "<=", ">", ">=", "==", "<>"]);
const sums: ReadonlySet<string> = new Set(["+", "-", ".+", ".-"]);
const products: ReadonlySet<string> = new Set(["*", "/", ".*", "./"]);

export class ExpressionParser {
  protected readonly lexer: Lexer;
  private depth = 0;

  constructor(file: SourceFile, from?: number, to?: number) {
    this.lexer = new Lexer(file, from, to);
  }

  protected get kind(): string {
    return this.lexer.kind;
  }

  protected advance(): void {
    try {
      this.lexer.next();
    } catch (error) {
      if (error instanceof LexicalError)
        throw new SyntaxStop(error.message, error.at, "look at the text before this place");
      throw error;
    }
  }

  protected fail(what: string, hint = "see the grammar of Modelica"): SyntaxStop {
    return new SyntaxStop(what, this.lexer.start, hint);
  }

  protected expect(kind: string): void {
    if (this.lexer.kind !== kind)
      throw this.fail(`"${kind}" is expected, "${this.present()}" is found.`, `write ${kind} here`);
    this.advance();
  }

  protected accept(kind: string): boolean {
    if (this.lexer.kind !== kind) return false;
    this.advance();
    return true;
  }

  /** The present token as written. */
  protected present(): string {
    return this.lexer.kind === "eof" ? "end of text" : this.lexer.text.slice(this.lexer.start, this.lexer.position);
  }

  protected name(): string {
    const { kind, word } = this.lexer;
    if (kind !== "name")
      throw this.fail(`A name is expected, "${this.present()}" is found.`, "keywords cannot be names");
    this.advance();
    return word;
  }

  expression(): Expression {
    return this.nested("The expression nests", "give names to its parts", () =>
      this.lexer.kind === "if" ? this.conditional() : this.range(),
    );
  }

  /** A rule that may hold itself. */
  protected nested<T>(what: string, hint: string, read: () => T): T {
    this.depth++;
    try {
      if (this.depth > maximumDepth) throw this.fail(`${what} deeper than ${maximumDepth} levels.`, hint);
      return read();
    } finally {
      // behind a syntax error the text is read on
      this.depth--;
    }
  }

  /** Branches are translated inside of each other. */
  protected limitBranches(branches: number): void {
    if (branches > maximumDepth)
      throw this.fail(
        `More than ${maximumDepth} branches belong to one condition.`,
        "split it, or choose an element of an array by its index",
      );
  }

  private limitTerms(terms: number): void {
    if (terms > maximumTerms)
      throw this.fail(
        `More than ${maximumTerms} terms stand side by side.`,
        "sum({…}) or product({…}), or names for parts",
      );
  }

  private conditional(): Expression {
    const at = this.lexer.start;
    const branches: IfBranch[] = [];
    do {
      this.advance();
      const condition = this.expression();
      this.expect("then");
      branches.push({ condition, value: this.expression() });
      this.limitBranches(branches.length);
    } while (this.lexer.kind === "elseif");
    this.expect("else");
    return { kind: "if", branches, otherwise: this.expression(), at };
  }

  private range(): Expression {
    const at = this.lexer.start;
    const first = this.disjunction();
    if (this.lexer.kind !== ":") return first;
    this.advance();
    const second = this.disjunction();
    if (this.lexer.kind !== ":") return { kind: "range", from: first, step: undefined, to: second, at };
    this.advance();
    return { kind: "range", from: first, step: second, to: this.disjunction(), at };
  }

  private disjunction(): Expression {
    const at = this.lexer.start;
    let left = this.conjunction();
    for (let terms = 2; this.accept("or"); terms++) {
      this.limitTerms(terms);
      left = { kind: "binary", operator: "or", left, right: this.conjunction(), at };
    }
    return left;
  }

  private conjunction(): Expression {
    const at = this.lexer.start;
    let left = this.negation();
    for (let terms = 2; this.accept("and"); terms++) {
      this.limitTerms(terms);
      left = { kind: "binary", operator: "and", left, right: this.negation(), at };
    }
    return left;
  }

  private negation(): Expression {
    const at = this.lexer.start;
    if (!this.accept("not")) return this.relation();
    return { kind: "unary", operator: "not", operand: this.relation(), at };
  }

  private relation(): Expression {
    const at = this.lexer.start;
    const left = this.sum();
    const operator = this.lexer.kind;
    if (!relations.has(operator)) return left;
    this.advance();
    const right = this.sum();
    if (relations.has(this.lexer.kind)) throw this.fail("Relations cannot be chained.", "write a < b and b < c");
    return { kind: "binary", operator: operator as Operator, left, right, at };
  }

  private sum(): Expression {
    const at = this.lexer.start;
    let left: Expression;
    const sign = this.lexer.kind;
    if (sums.has(sign)) {
      this.advance();
      left = { kind: "unary", operator: sign as "-", operand: this.product(), at };
    } else left = this.product();
    for (let terms = 2; sums.has(this.lexer.kind); terms++) {
      this.limitTerms(terms);
      const operator = this.lexer.kind as Operator;
      this.advance();
      left = { kind: "binary", operator, left, right: this.product(), at };
    }
    return left;
  }

  private product(): Expression {
    const at = this.lexer.start;
    let left = this.power();
    for (let terms = 2; products.has(this.lexer.kind); terms++) {
      this.limitTerms(terms);
      const operator = this.lexer.kind as Operator;
      this.advance();
      left = { kind: "binary", operator, left, right: this.power(), at };
    }
    return left;
  }

  private power(): Expression {
    const at = this.lexer.start;
    const base = this.primary();
    const operator = this.lexer.kind;
    if (operator !== "^" && operator !== ".^") return base;
    this.advance();
    return { kind: "binary", operator, left: base, right: this.primary(), at };
  }

  private primary(): Expression {
    const { lexer } = this;
    const at = lexer.start;
    switch (lexer.kind) {
      case "integer":
      case "real": {
        const { value, kind } = lexer;
        this.advance();
        return { kind: "number", value, isInteger: kind === "integer", at };
      }
      case "string": {
        const value = lexer.word;
        this.advance();
        return { kind: "string", value, at };
      }
      case "true":
      case "false": {
        const value = lexer.kind === "true";
        this.advance();
        return { kind: "boolean", value, at };
      }
      case "name":
      case ".":
        return this.referenceOrCall();
      case "der":
      case "initial":
      case "pure": {
        const callee: Reference = {
          kind: "reference",
          parts: [{ name: lexer.kind, subscripts: [] }],
          isAbsolute: false,
          at,
        };
        this.advance();
        if (this.lexer.kind !== "(") throw this.fail(`"(" is expected after "${callee.parts[0]!.name}".`);
        return { kind: "call", callee, ...this.callArguments(), at };
      }
      case "(":
        return this.bracketed(at);
      case "{":
        return this.braces(at);
      case "[":
        return this.matrix(at);
      case "end":
        this.advance();
        return { kind: "end", at };
      default:
        throw this.fail(
          `An expression is expected, "${this.present()}" is found.`,
          sums.has(lexer.kind) ? "put the signed value in brackets: 2*(-a)" : "look at the operator before this place",
        );
    }
  }

  private referenceOrCall(): Expression {
    const reference = this.reference();
    if (this.lexer.kind !== "(") return reference;
    const { at, parts } = reference;
    const given = this.callArguments();
    const { iterators, positional } = given;
    // array(f(i) for i in r) is {f(i) for i in r}, array(a, b) is {a, b}
    const [first] = positional;
    if (parts.length === 1 && parts[0]!.name === "array" && first !== undefined)
      return iterators.length > 0
        ? { kind: "comprehension", body: first, iterators, at }
        : { kind: "array", items: positional, at };
    return { kind: "call", callee: reference, ...given, at };
  }

  reference(): Reference {
    const at = this.lexer.start;
    const isAbsolute = this.accept(".");
    const parts: ReferencePart[] = [];
    do parts.push({ name: this.name(), subscripts: this.lexer.kind === "[" ? this.subscripts() : none });
    while (this.accept("."));
    // the package of these operators is at the top, whether a point says so or not
    const isOperator = parts.length === 2 && parts[0]!.name === "Connections";
    return { kind: "reference", parts, isAbsolute: isAbsolute && !isOperator, at };
  }

  protected subscripts(): Expression[] {
    this.expect("[");
    const list: Expression[] = [];
    do {
      const at = this.lexer.start;
      if (this.lexer.kind === ":") {
        const after = this.lexer.peek();
        if (after === "," || after === "]") {
          this.advance();
          list.push({ kind: "colon", at });
          continue;
        }
      }
      list.push(this.expression());
    } while (this.accept(","));
    this.expect("]");
    return list;
  }

  protected callArguments(): CallArguments {
    this.expect("(");
    const positional: Expression[] = [];
    const named: { name: string; value: Expression; at: number }[] = [];
    let iterators: Iterator[] = [];
    if (this.lexer.kind !== ")") {
      do {
        const at = this.lexer.start;
        if (this.lexer.kind === "name" && this.lexer.peek() === "=") {
          const name = this.name();
          this.expect("=");
          named.push({ name, value: this.argument(), at });
        } else {
          positional.push(this.argument());
          if (this.lexer.kind === "for") iterators = this.iterators();
        }
      } while (this.accept(","));
    }
    this.expect(")");
    return { positional, named, iterators };
  }

  private argument(): Expression {
    const at = this.lexer.start;
    if (!this.accept("function")) return this.expression();
    return { kind: "partial", callee: this.reference(), args: this.callArguments(), at };
  }

  protected iterators(): Iterator[] {
    this.expect("for");
    const list: Iterator[] = [];
    do {
      const at = this.lexer.start;
      const name = this.name();
      list.push({ name, range: this.accept("in") ? this.expression() : undefined, at });
    } while (this.accept(","));
    return list;
  }

  private bracketed(at: number): Expression {
    this.advance();
    const items: (Expression | undefined)[] = [];
    while (this.lexer.kind !== ")") {
      if (this.lexer.kind === ",") {
        this.advance();
        items.push(undefined);
        if ((this.lexer.kind as string) === ")") items.push(undefined);
        continue;
      }
      items.push(this.expression());
      if ((this.lexer.kind as string) === ")") break;
      this.expect(",");
      if ((this.lexer.kind as string) === ")") items.push(undefined);
    }
    this.expect(")");
    const [only] = items;
    if (items.length !== 1 || only === undefined) return { kind: "tuple", items, at };
    if (this.lexer.kind === "[") return { kind: "indexed", base: only, subscripts: this.subscripts(), at };
    return only;
  }

  private braces(at: number): Expression {
    this.advance();
    if (this.accept("}")) return { kind: "array", items: [], at };
    const items = [this.expression()];
    if (this.lexer.kind === "for") {
      const iterators = this.iterators();
      this.expect("}");
      return { kind: "comprehension", body: items[0]!, iterators, at };
    }
    while (this.accept(",")) items.push(this.expression());
    this.expect("}");
    return { kind: "array", items, at };
  }

  private matrix(at: number): Expression {
    this.advance();
    const rows: Expression[][] = [];
    do {
      const row: Expression[] = [];
      do row.push(this.expression());
      while (this.accept(","));
      rows.push(row);
    } while (this.accept(";"));
    this.expect("]");
    return { kind: "matrix", rows, at };
  }
}

const none: readonly Expression[] = [];
