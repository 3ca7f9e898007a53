/**
 * Values that one equation alone reads are put into it, so that a loop over equal components computes each of them from states and
 * parameters in one pass, without storing what lies between.
 */
import type { Expr, ExpressionBuilder } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { substitute, variablesOf, visitNodes } from "../symbolic/traverse.ts";
import { type Assignment, type Block, blockExpressions } from "./blocks.ts";

/** Larger expressions would not fit into loops. */
const maximumNodes = 40;

/** Blocks in the same order, with fewer assignments. `isWanted`: variables that must be computed by themselves. */
export function inlineSingleUses(
  b: ExpressionBuilder,
  blocks: readonly Block[],
  isWanted: (variable: VariableIndex) => boolean,
): Block[] {
  const readers = readerCounts(blocks);
  const inlined = new Map<VariableIndex, Expr>();
  const result: Block[] = [];
  for (const block of blocks) {
    if (block.kind !== "assignment") {
      result.push(block);
      continue;
    }
    const value = insert(b, block, inlined);
    if (readers.get(block.variable) === 1 && !isWanted(block.variable) && isSmall(value))
      inlined.set(block.variable, value);
    else result.push(value === block.value ? block : { ...block, value });
  }
  return result;
}

/** How many assignments read a variable; what a system reads counts as read often, because systems read V. */
function readerCounts(blocks: readonly Block[]): Map<VariableIndex, number> {
  const counts = new Map<VariableIndex, number>();
  for (const block of blocks) {
    const variables = new Set<VariableIndex>();
    for (const expression of blockExpressions(block)) variablesOf(expression, variables);
    const weight = block.kind === "assignment" ? 1 : 2;
    for (const variable of variables) counts.set(variable, (counts.get(variable) ?? 0) + weight);
  }
  return counts;
}

function insert(b: ExpressionBuilder, { value }: Assignment, inlined: ReadonlyMap<VariableIndex, Expr>): Expr {
  let isConcerned = false;
  for (const variable of variablesOf(value)) isConcerned ||= inlined.has(variable);
  if (!isConcerned) return value;
  return substitute(b, value, (node) => (node.op === "var" ? inlined.get(node.value) : undefined));
}

/** Of arithmetic alone: what calls functions of the user or looks at events stays where it is. */
function isSmall(expression: Expr): boolean {
  let count = 0;
  let isFit = true;
  visitNodes(expression, ({ op }) => {
    count++;
    isFit &&=
      op === "var" || op === "par" || op === "num" || op === "add" || op === "mul" || op === "neg" || op === "div";
  });
  return isFit && count <= maximumNodes;
}
