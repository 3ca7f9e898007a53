/** Which variable is not finite, and why: in order of computation the first one is the cause of the others. */
import { blockVariables } from "../compile/blocks.ts";
import type { Program } from "../compile/program.ts";
import { showSource } from "../compile/source.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr } from "../symbolic/expression.ts";
import { lostSolution } from "./systemErrors.ts";

/** A program with the values of its last evaluation. */
interface EvaluatedModel {
  readonly program: Program;
  readonly V: Float64Array;
  readonly parameters: { readonly objects: readonly unknown[] };
  value(expression: Expr): number;
}

/** The first variable that is not finite, with its equation; during a run something discrete, as the next time of a table, may be infinite. */
export function findNotFinite(model: EvaluatedModel, t: number, isRunning = false): RattlebackError | undefined {
  const { blocks, state, variability } = model.program;
  for (const block of blocks) {
    for (const v of blockVariables(block)) {
      const value = model.V[v]!;
      if (Number.isFinite(value)) continue;
      if (isRunning && !Number.isNaN(value) && variability.rates[v]! < 2) continue;
      if (isRunning && block.kind === "system" && !block.isLinear) return lostSolution(model.program, block, t, "row");
      const { name } = state.variables[v]!;
      const { source } = state.equations[block.kind === "assignment" ? block.equation : block.equations[0]!]!;
      return new RattlebackError("E-NOT-FINITE-VALUE", `"${name}" is ${value} at t = ${t}.`, {
        path: name,
        where: showSource(source),
        because: explain(model, block.kind === "assignment" ? block.value : undefined),
        hint: "change the parameter, or the start values, so that the expression is defined",
        data: { name, value, t },
      });
    }
  }
  return undefined;
}

/** A function that has no value for what the last attempt of a step tried, if there is one: why no step leads beyond t. */
export function findUndefined(model: EvaluatedModel, t: number): RattlebackError | undefined {
  const { blocks, state } = model.program;
  for (const block of blocks) {
    const isAssignment = block.kind === "assignment";
    const numbers = isAssignment ? [block.equation] : block.equations;
    for (const equation of numbers) {
      const { left, right, source } = state.equations[equation]!;
      const reason = explainCall(model, left) ?? explainCall(model, right);
      if (reason === undefined) continue;
      const { name } = state.variables[blockVariables(block)[0]!]!;
      return new RattlebackError("E-NOT-FINITE-VALUE", `"${name}" has no value beyond t = ${t}.`, {
        path: name,
        where: showSource(source),
        because: reason,
        hint: "change the parameter, or the start values, so that the expression is defined",
        data: { name, t },
      });
    }
  }
  return undefined;
}

/** Which index chooses nothing or which divisor is zero, if that is the reason. */
function explain(model: EvaluatedModel, value: Expr | undefined): string {
  if (value === undefined) return "the system of equations has no finite solution";
  const reason = explainCall(model, value);
  if (reason !== undefined) return reason;
  const index = findWrongIndex(value, (e) => model.value(e));
  if (index !== undefined) return `the index ${index} in it is not the number of an element`;
  const zero = findZeroDivisor(value, (e) => model.value(e));
  if (zero === undefined) return "the expression is not defined for these values";
  if (zero.op === "par")
    return `the parameter "${model.program.state.parameters[zero.value]!.name}" is zero and is divided by`;
  return "it divides by an expression that is zero";
}

/** What a function says about arguments for which it has no result. */
function explainCall(model: EvaluatedModel, e: Expr): string | undefined {
  for (const arg of e.args) {
    const found = explainCall(model, arg);
    if (found !== undefined) return found;
  }
  if (e.op !== "ucall") return undefined;
  const explain = model.program.state.functions[e.value]!.explain as ((...args: unknown[]) => unknown) | undefined;
  const argument = (arg: Expr): unknown => {
    if (arg.op === "str") return arg.name;
    if (arg.op === "obj") return model.parameters.objects[arg.value];
    return arg.op === "pack" ? arg.args.map((item) => model.value(item)) : model.value(arg);
  };
  const text = explain?.(...e.args.map(argument));
  return typeof text === "string" ? text : undefined;
}

function findZeroDivisor(e: Expr, value: (e: Expr) => number): Expr | undefined {
  if (e.op === "div" && value(e.args[1]!) === 0) {
    const divisor = e.args[1]!;
    return divisor.op === "mul" ? (divisor.args.find((factor) => value(factor) === 0) ?? divisor) : divisor;
  }
  for (const arg of e.args) {
    const found = findZeroDivisor(arg, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Value of an index that chooses none of the elements: a condition on it leads to NaN. */
function findWrongIndex(e: Expr, value: (e: Expr) => number): number | undefined {
  const [condition, chosen] = e.args;
  if (e.op === "if" && chosen!.op === "num" && Number.isNaN(chosen!.value) && value(condition!) !== 0) {
    const relation = condition!.op === "call" ? condition!.args[0]! : condition!;
    return value(relation.args[0]!);
  }
  for (const arg of e.args) {
    const found = findWrongIndex(arg, value);
    if (found !== undefined) return found;
  }
  return undefined;
}
