/** Value of an expression by walking over it: for parameters and tests, where speed does not matter. */
import { pow } from "../math/elementary.ts";
import { compare, type Expr, type NodeOf } from "./expression.ts";
import { builtInFunction } from "./functions.ts";
import type { ObjectIndex, ParameterIndex, VariableIndex } from "./indices.ts";

export interface Bindings {
  variable(index: VariableIndex): number;
  parameter(index: ParameterIndex): number;
  time: number;
  /** Result of a user call as a flat list; arguments are numbers, nested arrays and parameter objects. */
  userCall?(call: NodeOf<"ucall">, args: readonly unknown[]): ArrayLike<number>;
  /** A parameter that is not a number. */
  object?(index: ObjectIndex): unknown;
  /** What only a run knows: `pre`, `flag`, `tick`, `delay`. */
  runLeaf?(leaf: Expr, args: readonly number[]): number;
}

export function evaluate(expression: Expr, bindings: Bindings): number {
  return evaluator(bindings)(expression);
}

/** Values of many expressions with the same bindings: what they have in common is computed once. */
export function evaluator(bindings: Bindings): (expression: Expr) => number {
  let memo: Map<number, number> | undefined;
  let calls: Map<number, ArrayLike<number>> | undefined;
  const v = (e: Expr): number => {
    if (e.op === "num") return e.value;
    if (e.args.length === 0) return value(e);
    let result = memo?.get(e.id);
    if (result === undefined) {
      result = value(e);
      memo ??= new Map();
      memo.set(e.id, result);
    }
    return result;
  };
  const argument = (e: Expr): unknown => {
    if (e.op === "str") return e.name;
    if (e.op === "obj") return bindings.object?.(e.value);
    return e.op === "pack" ? nest(e.args.map(v), e.name) : v(e);
  };
  const value = (e: Expr): number => {
    const args = e.args;
    switch (e.op) {
      case "var":
        return bindings.variable(e.value);
      case "par":
        return bindings.parameter(e.value);
      case "time":
        return bindings.time;
      case "add":
        return args.reduce((sum, arg) => sum + v(arg), 0);
      case "mul":
        return args.reduce((product, arg) => product * v(arg), 1);
      case "neg":
        return -v(args[0]!);
      case "div":
        return v(args[0]!) / v(args[1]!);
      case "pow":
        return pow(v(args[0]!), v(args[1]!));
      case "if":
        return v(args[0]!) !== 0 ? v(args[1]!) : v(args[2]!);
      case "lt":
      case "le":
      case "gt":
      case "ge":
        return compare(e.op, v(args[0]!), v(args[1]!)) ? 1 : 0;
      case "eq":
      case "ne":
        return (argument(args[0]!) === argument(args[1]!)) === (e.op === "eq") ? 1 : 0;
      case "and":
        return args.every((arg) => v(arg) !== 0) ? 1 : 0;
      case "or":
        return args.some((arg) => v(arg) !== 0) ? 1 : 0;
      case "not":
        return v(args[0]!) !== 0 ? 0 : 1;
      case "rel":
        return v(args[0]!);
      case "pre":
      case "flag":
      case "tick":
      case "delay":
        return bindings.runLeaf?.(e, args.map(v)) ?? Number.NaN;
      case "call":
        if (e.name === "noEvent" || e.name === "homotopy" || e.name === "implicitDependency") return v(args[0]!);
        return builtInFunction(e.name)?.evaluate(...args.map(v)) ?? Number.NaN;
      case "elem": {
        const call = args[0]!;
        let list = calls?.get(call.id);
        if (list === undefined) {
          list = bindings.userCall?.(call as NodeOf<"ucall">, call.args.map(argument)) ?? [];
          calls ??= new Map();
          calls.set(call.id, list);
        }
        return list[e.value] ?? Number.NaN;
      }
      default:
        return Number.NaN;
    }
  };
  return v;
}

/** Flat row-major list as nested arrays of the given shape ("3" or "2,3"). */
export function nest(flat: readonly number[], shape: string): unknown {
  const [rows, columns] = shape.split(",").map(Number);
  if (columns === undefined) return flat;
  return Array.from({ length: rows! }, (_, i) => flat.slice(i * columns, (i + 1) * columns));
}
