/**
 * Parser of expressions: precedence climbing, one method per construct.
 *
 * Precedence, weakest first:   if   or   and   not   relations   :   + − .+ .−   * / .* ./   unary −   ^   ' [ ] ( ) .
 */
import type { NameSyntax, RelationOperator, Syntax } from "./syntax.ts";
import type { Token } from "./tokenize.ts";
import { describe, equationHint, isKeyword, isSymbolToken, keywordHint, type TokenReader } from "./tokenReader.ts";

/** Deeper nesting than any formula of a person; keeps all later recursions far from the end of the stack. */
export const maximumDepth = 200;

const relationOperators = new Set(["<", "<=", ">", ">=", "==", "<>", "!="]);

/** `k[2]` as a name of one of a list of components. */
export function indexedName({ parts, indices, at }: NameSyntax, index: Syntax): NameSyntax {
  const last = parts.length - 1;
  if (index.kind === "number" && Number.isInteger(index.value) && index.value > 0) {
    const named = [...parts.slice(0, last), `${parts[last]}_${index.value}`];
    return { kind: "name", parts: named, ...(indices !== undefined && { indices }), at };
  }
  const all: (Syntax | undefined)[] = parts.map((_, i) => (i === last ? index : indices?.[i]));
  return { kind: "name", parts, indices: all, at };
}

export class ExpressionParser {
  private readonly reader: TokenReader;
  private depth = 0;
  /** Arrays whose index is being read, with the position of the index: what `end` and `:` mean there. */
  private readonly indexed: { base: Syntax; position: number }[] = [];

  constructor(reader: TokenReader) {
    this.reader = reader;
  }

  expression(): Syntax {
    const token = this.reader.peek();
    if (++this.depth > maximumDepth) {
      throw this.reader.error(
        token,
        `The text nests deeper than ${maximumDepth} levels.`,
        "give names to the parts of the expression",
      );
    }
    const result = this.reader.isWord("if") ? this.conditional() : this.disjunction();
    this.depth--;
    return result;
  }

  private conditional(): Syntax {
    const at = this.reader.peek().at;
    const branches: { condition: Syntax; value: Syntax }[] = [];
    this.reader.brackets++;
    do {
      this.reader.position++;
      const condition = this.expression();
      this.reader.expectWord("then");
      branches.push({ condition, value: this.expression() });
      this.depth++; // every branch nests in the one before
    } while (this.reader.isWord("elseif"));
    this.reader.expectWord("else");
    this.reader.brackets--;
    const otherwise = this.expression();
    this.depth -= branches.length;
    return { kind: "if", branches, otherwise, at };
  }

  private disjunction(): Syntax {
    return this.logical("or", "||", () => this.logical("and", "&&", () => this.negation()));
  }

  private logical(operator: "and" | "or", symbol: string, operand: () => Syntax): Syntax {
    const at = this.reader.peek().at;
    const operands = [operand()];
    while (this.reader.isContinuedBy((t) => (t.kind === "word" && t.text === operator) || isSymbolToken(t, symbol))) {
      this.reader.position++;
      this.reader.skipNewlines();
      operands.push(operand());
    }
    return operands.length === 1 ? operands[0]! : { kind: "logical", operator, operands, at };
  }

  private negation(): Syntax {
    const at = this.reader.peek().at;
    let count = 0;
    while (this.reader.isWord("not") || this.reader.isSymbol("!")) {
      this.reader.position++;
      count++;
    }
    const operand = this.relation();
    return count % 2 === 1 ? { kind: "not", operand, at } : operand;
  }

  private relation(): Syntax {
    const at = this.reader.peek().at;
    const left = this.range();
    if (!this.reader.isContinuedBy((t) => t.kind === "symbol" && relationOperators.has(t.text))) return left;
    const token = this.reader.next();
    const operator = (token.text === "!=" ? "<>" : token.text) as RelationOperator;
    this.reader.skipNewlines();
    const right = this.range();
    if (this.reader.peek().kind === "symbol" && relationOperators.has(this.reader.peek().text)) {
      throw this.reader.error(this.reader.peek(), "Relations cannot be chained.", "write a < b and b < c");
    }
    return { kind: "relation", operator, left, right, at };
  }

  private range(): Syntax {
    const at = this.reader.peek().at;
    const from = this.sum();
    if (!this.reader.isSymbol(":")) return from;
    this.reader.position++;
    const second = this.sum();
    if (!this.reader.isSymbol(":")) return { kind: "range", from, step: undefined, to: second, at };
    this.reader.position++;
    return { kind: "range", from, step: second, to: this.sum(), at };
  }

  private sum(): Syntax {
    const at = this.reader.peek().at;
    const terms: { sign: 1 | -1; term: Syntax }[] = [{ sign: 1, term: this.product() }];
    let isElementwise = false;
    while (this.reader.isContinuedBy((t) => t.kind === "symbol" && ["+", "-", ".+", ".-"].includes(t.text))) {
      const operator = this.reader.next().text;
      isElementwise ||= operator.startsWith(".");
      this.reader.skipNewlines();
      terms.push({ sign: operator.endsWith("+") ? 1 : -1, term: this.product() });
    }
    return terms.length === 1 ? terms[0]!.term : { kind: "sum", terms, isElementwise, at };
  }

  private product(): Syntax {
    const at = this.reader.peek().at;
    let result = this.unary();
    /** Of the product that grows; undefined where the next factor begins one. */
    let factors: Syntax[] | undefined;
    let levels = 0;
    while (this.reader.isContinuedBy((t) => t.kind === "symbol" && ["*", ".*", "/", "./"].includes(t.text))) {
      const operator = this.reader.next().text;
      this.reader.skipNewlines();
      const right = this.unary();
      const isElementwise = operator === ".*";
      if (factors !== undefined && result.kind === "product" && !operator.endsWith("/")) {
        if (result.isElementwise === isElementwise) {
          factors.push(right);
          continue;
        }
      }
      if (++levels > maximumDepth)
        throw this.reader.error(
          this.reader.peek(),
          `More than ${maximumDepth} divisions or kinds of factors in one product.`,
        );
      if (operator === "/" || operator === "./") {
        factors = undefined;
        result = { kind: "binary", operator, left: result, right, at };
      } else {
        factors = [result, right];
        result = { kind: "product", factors, isElementwise, at };
      }
    }
    return result;
  }

  private unary(): Syntax {
    const at = this.reader.peek().at;
    let isNegative = false;
    while (this.reader.isSymbol("-") || this.reader.isSymbol("+")) {
      if (this.reader.next().text === "-") isNegative = !isNegative;
    }
    const operand = this.power();
    return isNegative ? { kind: "negate", operand, at } : operand;
  }

  private power(): Syntax {
    const at = this.reader.peek().at;
    const left = this.postfix();
    if (!this.reader.isSymbol("^") && !this.reader.isSymbol(".^")) return left;
    const operator = this.reader.next().text as "^" | ".^";
    if (++this.depth > maximumDepth)
      throw this.reader.error(this.reader.peek(), `More than ${maximumDepth} powers in one expression.`);
    const right = this.unary();
    this.depth--;
    return { kind: "binary", operator, left, right, at };
  }

  private postfix(): Syntax {
    let result = this.primary();
    for (let levels = 0; ; levels++) {
      if (levels > maximumDepth)
        throw this.reader.error(this.reader.peek(), `More than ${maximumDepth} indices and transpositions in a row.`);
      if (this.reader.isSymbol("[")) result = this.index(result);
      else if (this.reader.isSymbol("'")) {
        this.reader.position++;
        result = { kind: "transpose", operand: result, at: result.at };
      } else return result;
    }
  }

  private index(base: Syntax): Syntax {
    const place = { base, position: 1 };
    this.indexed.push(place);
    const indices = this.list("[", "]", (count) => {
      place.position = count + 1;
      return this.wholeRange();
    });
    this.indexed.pop();
    // component[i].x: an index with more name behind it selects one of a list of components
    if (this.reader.isSymbol(".") && base.kind === "name" && indices.length === 1) {
      this.reader.position++;
      const rest = this.name();
      const chosen = indexedName(base, indices[0]!);
      return { ...chosen, parts: [...chosen.parts, ...rest.parts] };
    }
    if (indices.length === 0) throw this.reader.error(this.reader.peek(), "An index is missing between [ and ].");
    return { kind: "index", base, indices, at: base.at };
  }

  /** A `:` on its own: all elements. */
  private wholeRange(): Syntax | undefined {
    const next = this.reader.second();
    if (!this.reader.isSymbol(":") || next === undefined || ![",", "]"].includes(next.text)) return undefined;
    const { at } = this.reader.next();
    return { kind: "range", from: { kind: "number", value: 1, at }, step: undefined, to: this.lastIndex(at), at };
  }

  /** The size of the array that is being indexed. */
  private lastIndex(at: number): Syntax {
    const { base, position } = this.indexed[this.indexed.length - 1]!;
    return { kind: "call", name: "size", args: [base, { kind: "number", value: position, at }], at };
  }

  private primary(): Syntax {
    const token = this.reader.peek();
    const at = token.at;
    switch (token.kind) {
      case "number":
        this.reader.position++;
        return { kind: "number", value: token.value, at };
      case "string":
        this.reader.position++;
        return { kind: "string", value: token.text, at };
      case "word":
        return this.word(token);
      default:
        break;
    }
    if (this.reader.isSymbol("(")) {
      const items = this.list("(", ")");
      if (items.length === 0) throw this.reader.error(token, "An expression is missing between ( and ).");
      return items.length === 1 ? items[0]! : { kind: "tuple", items, at };
    }
    if (this.reader.isSymbol("[")) return this.array();
    if (this.reader.isSymbol("{")) return { kind: "array", rows: [this.list("{", "}")], isStacked: true, at };
    throw this.reader.error(token, `Expected a number, a name or "(", found ${describe(token)}.`, equationHint(token));
  }

  private word(token: Token): Syntax {
    const at = token.at;
    if (token.text === "true" || token.text === "false") {
      this.reader.position++;
      return { kind: "boolean", value: token.text === "true", at };
    }
    if (token.text === "if") return this.expression();
    if (token.text === "end" && this.indexed.length > 0) {
      this.reader.position++;
      return this.lastIndex(at);
    }
    const name = this.name();
    if (!this.reader.isSymbol("(")) return name;
    if (name.parts.length > 1)
      throw this.reader.error(token, `"${name.parts.join(".")}" has a dot and cannot be called.`);
    return { kind: "call", name: name.parts[0]!, args: this.list("(", ")"), at };
  }

  name(): NameSyntax {
    const first = this.reader.peek();
    const parts: string[] = [];
    while (true) {
      const token = this.reader.next();
      if (token.kind !== "word" || isKeyword(token.text)) {
        throw this.reader.error(token, `Expected a name, found ${describe(token)}.`, keywordHint(token));
      }
      parts.push(token.text);
      if (!this.reader.isSymbol(".")) return { kind: "name", parts, at: first.at };
      this.reader.position++;
    }
  }

  private array(): Syntax {
    const at = this.reader.next().at;
    this.reader.brackets++;
    const rows: Syntax[][] = [[]];
    while (!this.reader.isSymbol("]")) {
      if (this.reader.isSymbol(";")) {
        this.reader.position++;
        rows.push([]);
        continue;
      }
      const element = this.expression();
      rows[rows.length - 1]!.push(element);
      if (this.reader.isWord("for") && rows.length === 1 && rows[0]!.length === 1) {
        this.reader.position++;
        const variable = this.name();
        this.reader.expectWord("in");
        const range = this.range();
        this.reader.brackets--;
        this.reader.expectSymbol("]");
        return { kind: "comprehension", element, variable: variable.parts.join("."), range, at };
      }
      if (this.reader.isSymbol(",")) this.reader.position++;
      else if (!this.reader.isSymbol(";") && !this.reader.isSymbol("]")) {
        throw this.reader.error(this.reader.peek(), `Expected "," or "]", found ${describe(this.reader.peek())}.`);
      }
    }
    this.reader.brackets--;
    this.reader.position++;
    return { kind: "array", rows, at };
  }

  /** `special` reads an item in its own way, or gives undefined; its argument is the number of items so far. */
  private list(open: string, close: string, special?: (count: number) => Syntax | undefined): Syntax[] {
    this.reader.expectSymbol(open);
    this.reader.brackets++;
    const items: Syntax[] = [];
    while (!this.reader.isSymbol(close)) {
      items.push(special?.(items.length) ?? this.expression());
      if (this.reader.isSymbol(",")) this.reader.position++;
      else if (!this.reader.isSymbol(close)) {
        const found = this.reader.peek();
        throw this.reader.error(found, `Expected "," or "${close}", found ${describe(found)}.`);
      }
    }
    this.reader.brackets--;
    this.reader.position++;
    return items;
  }
}
