/**
 * Which variables are booleans and integers, for the result: what equations say about values, not about how they are solved.
 *
 *   boolean   v = relation or logic, also through pre, if and aliases
 *   integer   counts: discrete, without unit, made from pre(v), whole literals and rounding by sums, products and conditions
 */
import { isDimensionless } from "../language/units.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { contains } from "../symbolic/traverse.ts";
import type { CompileState, Variable } from "./state.ts";

const rounding: ReadonlySet<string> = new Set(["floor", "ceil", "round", "trunc"]);

export function inferTypes(state: CompileState): void {
  const definitions = definitionsOf(state);
  inferBooleans(state, definitions);
  inferIntegers(state, definitions);
}

interface Definition {
  readonly variable: VariableIndex;
  readonly value: Expr;
}

/** Equations v = value, read in both directions. */
function definitionsOf(state: CompileState): Definition[] {
  const list: Definition[] = [];
  for (const { left, right, source } of state.equations) {
    if (source.isForeign === true) continue;
    if (left.op === "var" && isCandidate(state.variables[left.value]!))
      list.push({ variable: left.value, value: right });
    if (right.op === "var" && isCandidate(state.variables[right.value]!))
      list.push({ variable: right.value, value: left });
  }
  return list;
}

function isCandidate({ derivative, derivativeOf, dimension, isFlow, isPotential }: Variable): boolean {
  const isQuantity = dimension !== undefined && !isDimensionless(dimension);
  return derivative < 0 && derivativeOf < 0 && !isQuantity && !isFlow && !isPotential;
}

function inferBooleans(state: CompileState, definitions: readonly Definition[]): void {
  let open = definitions.filter(({ variable }) => state.variables[variable]!.type === "real");
  for (let isProgress = true; isProgress; ) {
    const rest: Definition[] = [];
    for (const definition of open) {
      const variable = state.variables[definition.variable]!;
      if (variable.type === "boolean") continue;
      if (isTruth(state, definition.value, definition.variable) === true) variable.type = "boolean";
      else rest.push(definition);
    }
    isProgress = rest.length < open.length;
    open = rest;
  }
}

/** true for a truth value, false for a number, undefined for what fits both: 0, 1 and the value of the variable before. */
function isTruth(state: CompileState, e: Expr, self: VariableIndex): boolean | undefined {
  switch (e.op) {
    case "lt":
    case "le":
    case "gt":
    case "ge":
    case "eq":
    case "ne":
    case "and":
    case "or":
    case "not":
    case "rel":
    case "flag":
    case "tick":
      return true;
    case "num":
      return (e.value === 0 || e.value === 1) && e.name === "" ? undefined : false;
    case "pre":
      if (e.value === self) return undefined;
      return state.variables[e.value]!.type === "boolean";
    case "var":
      return state.variables[e.value]!.type === "boolean";
    case "par":
      return state.parameters[e.value]!.type === "boolean";
    case "if": {
      const [a, b] = [isTruth(state, e.args[1]!, self), isTruth(state, e.args[2]!, self)];
      return a === false || b === false ? false : (a ?? b);
    }
    default:
      return false;
  }
}

/** All that could be integers, less those with an equation that can give something else, until nothing changes. */
function inferIntegers(state: CompileState, definitions: readonly Definition[]): void {
  const { variables } = state;
  const values = new Map<VariableIndex, Expr[]>();
  for (const { variable, value } of definitions) {
    if (!variables[variable]!.isDiscrete || variables[variable]!.type !== "real") continue;
    values.set(variable, [...(values.get(variable) ?? []), value]);
  }
  const counts = ([variable, list]: [VariableIndex, Expr[]]): boolean =>
    list.some((value) =>
      contains(
        value,
        (node) => (node.op === "pre" && node.value === variable) || (node.op === "call" && rounding.has(node.name)),
      ),
    );
  const possible = new Map([...values].filter(counts));
  for (let isProgress = true; isProgress; ) {
    isProgress = false;
    for (const [variable, list] of possible) {
      if (list.every((value) => isWhole(value, possible))) continue;
      possible.delete(variable);
      isProgress = true;
    }
  }
  for (const variable of possible.keys()) variables[variable]!.type = "integer";
}

function isWhole(e: Expr, possible: ReadonlyMap<VariableIndex, unknown>): boolean {
  switch (e.op) {
    case "num":
      return Number.isInteger(e.value) && e.name === "";
    case "var":
    case "pre":
      return possible.has(e.value);
    case "add":
    case "mul":
    case "neg":
      return e.args.every((arg) => isWhole(arg, possible));
    case "if":
      return isWhole(e.args[1]!, possible) && isWhole(e.args[2]!, possible);
    case "call":
      return rounding.has(e.name);
    default:
      return false;
  }
}
