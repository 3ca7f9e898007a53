/**
 * Calls of functions that define their motion. Such a call stays in its equation until the index is reduced, because it knows its derivative
 * with respect to time, which its statements do not; then it is written out.
 *
 *     x = position({q, v, a}, time)        is x = q, differentiated x' = v, and x'' = a
 *
 * What occurs in an equation is what occurs in the statements.
 */
import type { Expr } from "../symbolic/expression.ts";
import { substitute } from "../symbolic/traverse.ts";
import type { CompileState, Equation } from "./state.ts";
import { equationVariables, type Incidence } from "./structure.ts";

/** Writes equations out; undefined when no call waits. */
export function waitingCalls({ b, functions }: CompileState): ((e: Equation) => Equation) | undefined {
  if (!functions.some(({ expand }) => expand !== undefined)) return undefined;
  const expanded = new Map<number, readonly Expr[] | undefined>();
  const memo = new Map<number, Expr>();
  const writtenOut = (node: Expr): Expr | undefined => {
    const call = node.op === "elem" ? node.args[0]! : undefined;
    const expand = call?.op === "ucall" ? functions[call.value]!.expand : undefined;
    if (call === undefined || expand === undefined) return undefined;
    if (!expanded.has(call.id))
      expanded.set(call.id, expand(call.args.map((arg) => substitute(b, arg, writtenOut, memo))));
    return expanded.get(call.id)?.[node.value];
  };
  /** What a call depends on by derivatives: the second half of the arguments of a derivative. */
  const ratesOnly = (node: Expr): Expr | undefined => {
    const call = node.op === "elem" ? node.args[0]! : undefined;
    if (call?.op !== "ucall" || functions[call.value]!.expand === undefined) return undefined;
    const rates = call.args.slice(call.args.length / 2);
    return b.add(rates.flatMap((rate) => (rate.op === "pack" ? rate.args : [rate])));
  };
  return (equation) => {
    const left = substitute(b, equation.left, writtenOut, memo);
    const right = substitute(b, equation.right, writtenOut, memo);
    if (left === equation.left && right === equation.right) return equation;
    const written = { ...equation, left, right };
    if (equation.derivativeOf < 0) return written;
    const byRates = equationVariables({
      ...equation,
      left: substitute(b, equation.left, ratesOnly),
      right: substitute(b, equation.right, ratesOnly),
    });
    const brought = equationVariables(written).filter((v) => !byRates.includes(v));
    return { ...written, brought: new Set(brought) };
  };
}

export function expandCalls(state: CompileState, incidence: Incidence): void {
  const write = waitingCalls(state);
  if (write === undefined) return;
  state.equations.forEach((equation, i) => {
    state.equations[i] = write(equation);
    incidence[i] = equationVariables(state.equations[i]!);
  });
}
