/**
 * Ticks of sample(start, interval) are known before the start is found. Where they depend on parameters with fixed = false, what initial
 * sections say of these stands in their place, as far as it follows from parameters and from the time at which the run begins.
 */
import type { CompileState } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { SamplerIndex } from "../../symbolic/indices.ts";
import { contains, substitute } from "../../symbolic/traverse.ts";
import { modelicaError } from "../modelicaError.ts";

/** More than any chain of parameters: a cycle. */
const longestChain = 100;

/** `first`: what initial equations and algorithms say of parameters. */
export function settleSamplers(state: CompileState, first: ReadonlyMap<Expr, Expr>): void {
  const { b, samplers } = state;
  const isVariable = ({ op }: Expr): boolean => op === "var";
  const bindings = new Map<Expr, Expr>();
  const known = (e: Expr, depth = 0): Expr =>
    substitute(b, e, (x) => {
      const value = x.op === "var" && depth < longestChain ? (first.get(x) ?? bindings.get(x)) : undefined;
      return value && known(value, depth + 1);
    });
  samplers.forEach((sampler, i) => {
    const { start, interval, text } = sampler;
    if (![start, interval].some((e) => e !== undefined && contains(e, isVariable))) return;
    if (bindings.size === 0)
      for (const { left, right, source } of state.equations)
        if (left.op === "var" && source.kind === "binding") bindings.set(left, right);
    const settled = { ...sampler, start: start && known(start), interval: known(interval) };
    if ([settled.start, settled.interval].some((e) => e !== undefined && contains(e, isVariable)))
      throw modelicaError("E-MODELICA-UNSUPPORTED", `The instants of ${text} are found by the start.`, undefined, {
        because:
          "start or interval depend on a parameter with fixed = false that initial equations do not give as a formula of other parameters and time",
        hint: "write p = … of parameters with values in an initial section",
      });
    samplers[i as SamplerIndex] = settled;
  });
}
