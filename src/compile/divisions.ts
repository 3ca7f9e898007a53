/**
 * Single equations that are solved by dividing by something that changes continuously, as (x − 1)·a = 1: where the divisor changes its
 * sign, the unknown may be infinite, and the run wants to know.
 */
import type { Expr } from "../symbolic/expression.ts";
import { contains } from "../symbolic/traverse.ts";
import type { Assignment, Block } from "./blocks.ts";
import { CodeWriter } from "./emit.ts";
import type { CompileState } from "./state.ts";
import type { Variability } from "./variability.ts";

export type Division = Assignment & { readonly divisor: Expr };

export function findDivisions(blocks: readonly Block[], { rates }: Variability): Division[] {
  const changes = ({ op, value }: Expr): boolean => op === "time" || (op === "var" && rates[value] === 2);
  return blocks.filter(
    (block): block is Division =>
      block.kind === "assignment" &&
      block.divisor !== undefined &&
      contains(block.divisor, changes) &&
      !contains(block.divisor, ({ op }) => op === "ucall" || op === "delay"),
  );
}

/** A function that sets G[k] to the divisor of division k, from values that are computed already. */
export function divisorsCode(state: CompileState, stateIndex: Int32Array, divisions: readonly Division[]): string {
  const writer = new CodeWriter(state, stateIndex, false);
  for (const { divisor } of divisions) writer.count(divisor);
  divisions.forEach(({ divisor }, k) => {
    writer.lines.push(`G[${k}] = ${writer.number(divisor)};`);
  });
  return `function divisors(t, X, V, P, R, Q, S, G) {\n  ${writer.lines.join("\n  ")}\n}`;
}
