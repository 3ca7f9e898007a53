/**
 * Single equations that are solved by dividing by something that changes continuously, as (x − 1)·a = 1: where the divisor changes its
 * sign, the unknown may be infinite, and the run wants to know.
 */
import type { Expr } from "../symbolic/expression.ts";
import { contains } from "../symbolic/traverse.ts";
import type { Assignment, Block } from "./blocks.ts";
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
