/**
 * Conditions of `act.until`: a text over variables of the model, as a number whose sign says whether it holds.
 *
 *     a > b  ⇝  a − b        c and d  ⇝  min(c, d)        c or d  ⇝  max(c, d)        not c  ⇝  −c
 *
 * so that it becomes true where an event function changes its sign. The value of a boolean is 1 or −1.
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import * as elementary from "../math/elementary.ts";
import { builtInFunction } from "../symbolic/functions.ts";
import { parseExpression } from "../symbolic/parse.ts";
import type { Syntax } from "../symbolic/syntax.ts";

/** Values of the variables that a condition names: `"box.r_abs[3]"`. */
export type Lookup = (name: string) => number;

export interface Condition {
  readonly text: string;
  /** Names of the variables, for checks before the run goes on. */
  readonly names: readonly string[];
  /** Positive where the condition holds. */
  eventFunction(time: number, value: Lookup): number;
}

export function parseCondition(text: string): Condition {
  const syntax = parseExpression(text);
  if (!isLogical(syntax)) {
    throw notCondition(text, "it is a value, not a statement that is true or false", "compare it: height < 0.1");
  }
  const names = new Set<string>();
  collectNames(syntax, text, names);
  return { text, names: [...names], eventFunction: (time, value) => truth(syntax, { text, time, value }) };
}

interface Context {
  readonly text: string;
  readonly time: number;
  readonly value: Lookup;
}

function isLogical(syntax: Syntax): boolean {
  return ["relation", "logical", "not", "boolean", "name"].includes(syntax.kind);
}

function truth(syntax: Syntax, context: Context): number {
  switch (syntax.kind) {
    case "relation": {
      const difference = number(syntax.left, context) - number(syntax.right, context);
      switch (syntax.operator) {
        case ">":
        case ">=":
          return difference;
        case "<":
        case "<=":
          return -difference;
        case "==":
          return difference === 0 ? 1 : -1;
        case "<>":
          return difference === 0 ? -1 : 1;
      }
      break;
    }
    case "logical": {
      const values = syntax.operands.map((operand) => truth(operand, context));
      return syntax.operator === "and" ? Math.min(...values) : Math.max(...values);
    }
    case "not":
      return -truth(syntax.operand, context);
    case "boolean":
      return syntax.value ? 1 : -1;
    default:
      return number(syntax, context) > 0.5 ? 1 : -1;
  }
}

function number(syntax: Syntax, context: Context): number {
  const of = (inner: Syntax): number => number(inner, context);
  switch (syntax.kind) {
    case "number":
      return syntax.value;
    case "name":
    case "index":
      return nameOf(syntax, context.text) === "time" ? context.time : context.value(nameOf(syntax, context.text));
    case "sum":
      return syntax.terms.reduce((sum, { sign, term }) => sum + sign * of(term), 0);
    case "product":
      return syntax.factors.reduce((product, factor) => product * of(factor), 1);
    case "negate":
      return -of(syntax.operand);
    case "binary":
      return syntax.operator === "/" || syntax.operator === "./"
        ? of(syntax.left) / of(syntax.right)
        : elementary.pow(of(syntax.left), of(syntax.right));
    case "call":
      if (syntax.name === "der") return context.value(nameOf(syntax, context.text));
      return builtInFunction(syntax.name)!.evaluate(...syntax.args.map(of));
    default:
      return truth(syntax, context) > 0 ? 1 : 0;
  }
}

/** `a.b[2]`, `der(a.b)` as the results name it. */
function nameOf(syntax: Syntax, text: string): string {
  if (syntax.kind === "name") return syntax.parts.join(".");
  if (syntax.kind === "call" && syntax.name === "der" && syntax.args.length === 1)
    return `der(${nameOf(syntax.args[0]!, text)})`;
  if (syntax.kind === "index" && syntax.indices.every(({ kind }) => kind === "number")) {
    const indices = syntax.indices.map((index) => (index.kind === "number" ? index.value : 0));
    return `${nameOf(syntax.base, text)}[${indices.join(",")}]`;
  }
  throw notCondition(text, "an index in it is not a number", "indices in conditions are plain numbers: r_abs[3]");
}

function collectNames(syntax: Syntax, text: string, names: Set<string>): void {
  const walk = (inner: Syntax): void => collectNames(inner, text, names);
  switch (syntax.kind) {
    case "name":
    case "index": {
      const name = nameOf(syntax, text);
      if (name !== "time") names.add(name);
      return;
    }
    case "relation":
    case "binary":
      walk(syntax.left);
      walk(syntax.right);
      return;
    case "logical":
      syntax.operands.forEach(walk);
      return;
    case "not":
    case "negate":
      walk(syntax.operand);
      return;
    case "sum":
      for (const { term } of syntax.terms) walk(term);
      return;
    case "product":
      syntax.factors.forEach(walk);
      return;
    case "call":
      if (syntax.name === "der") {
        names.add(nameOf(syntax, text));
        return;
      }
      checkCall(syntax.name, syntax.args.length, text);
      syntax.args.forEach(walk);
      return;
    case "number":
    case "boolean":
      return;
    default:
      throw notCondition(text, `it holds a ${syntax.kind}`, "comparisons of numbers joined by and, or, not");
  }
}

function checkCall(name: string, count: number, text: string): void {
  const found = builtInFunction(name);
  if (found === undefined)
    throw notCondition(text, `"${name}" is not a built-in function`, "abs, sqrt, min, max, sin, …");
  if (found.arity !== count)
    throw notCondition(text, `"${name}" has ${count} arguments`, `${name} takes ${found.arity}`);
}

function notCondition(text: string, because: string, hint: string): RattlebackError {
  return new RattlebackError("E-ACTION-CONDITION", `"${text}" cannot be a condition of act.until.`, {
    path: "act.until",
    because,
    hint,
    data: { text },
  });
}
