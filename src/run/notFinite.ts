/** Which variable is not finite, and why: in order of computation the first one is the cause of the others. */
import { blockVariables } from "../compile/blocks.ts";
import type { Program } from "../compile/program.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr } from "../symbolic/expression.ts";

/** A program with the values of its last evaluation. */
interface EvaluatedModel {
  readonly program: Program;
  readonly V: Float64Array;
  value(expression: Expr): number;
}

/** The first variable that is not finite, with its equation. */
export function findNotFinite(model: EvaluatedModel, t: number): RattlebackError | undefined {
  const { blocks, state } = model.program;
  for (const block of blocks) {
    for (const v of blockVariables(block)) {
      const value = model.V[v]!;
      if (Number.isFinite(value)) continue;
      const { name } = state.variables[v]!;
      const { source } = state.equations[block.kind === "assignment" ? block.equation : block.equations[0]!]!;
      return new RattlebackError("E-NOT-FINITE-VALUE", `"${name}" is ${value} at t = ${t}.`, {
        path: name,
        where: `${source.text}${source.path === "" ? "" : `   (in "${source.path}")`}`,
        because: explain(model, block.kind === "assignment" ? block.value : undefined),
        hint: "change the parameter, or the start values, so that the expression is defined",
        data: { name, value, t },
      });
    }
  }
  return undefined;
}

/** Which divisor is zero, if that is the reason. */
function explain(model: EvaluatedModel, value: Expr | undefined): string {
  if (value === undefined) return "the system of equations has no finite solution";
  const zero = findZeroDivisor(value, (e) => model.value(e));
  if (zero === undefined) return "the expression is not defined for these values";
  if (zero.op === "par")
    return `the parameter "${model.program.state.parameters[zero.value]!.name}" is zero and is divided by`;
  return "it divides by an expression that is zero";
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
