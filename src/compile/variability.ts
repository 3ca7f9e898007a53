/** How often a value changes, and which blocks are needed for what: between events only the continuous part is computed. */
import type { Expr } from "../symbolic/expression.ts";
import type { BlockIndex, Marks, ReadonlyTable, VariableIndex } from "../symbolic/indices.ts";
import { contains, variablesOf, visitNodes } from "../symbolic/traverse.ts";
import { type Block, blockExpressions, blockVariables } from "./blocks.ts";
import type { CompileState } from "./state.ts";

/** 0 fixed by parameters, 1 changes at events only, 2 changes continuously. */
export type Rate = 0 | 1 | 2;

export interface Variability {
  /** Per variable. */
  readonly rates: Marks<VariableIndex>;
  /** Per block: 1 when it is needed for the derivatives, 1 when needed for the event functions. */
  readonly rhs: Marks<BlockIndex>;
  readonly crossings: Marks<BlockIndex>;
  /** The same where components have event functions that follow from their motion: no derivatives but for relations that need them. */
  readonly motionCrossings: Marks<BlockIndex>;
}

export function analyseVariability(
  state: CompileState,
  blocks: ReadonlyTable<BlockIndex, Block>,
  states: readonly VariableIndex[],
): Variability {
  const rates: Marks<VariableIndex> = new Uint8Array(state.variables.length).fill(2);
  /** Discrete variables, and what stands for them: the derivative in der(z) = n. */
  const standing = new Set<VariableIndex>();
  state.variables.forEach(({ isDiscrete }, v) => {
    const variable = v as VariableIndex;
    if (isDiscrete) standing.add(state.aliases.get(variable)?.target ?? variable);
  });
  /** Of calls in assignments, whose arguments are known by then; all results of a call share one. */
  const rateOfCalls = new Map<number, Rate>();
  const rateOf = (expression: Expr): Rate => {
    let rate: Rate = 0;
    visitNodes(expression, (node) => {
      const own: Rate =
        node.op === "time" || node.op === "delay"
          ? 2
          : node.op === "pre" || node.op === "flag" || node.op === "tick"
            ? 1
            : node.op === "var"
              ? (rates[node.value] as Rate)
              : node.op === "ucall" && state.functions[node.value]!.hasEffects
                ? 2
                : 0;
      if (own > rate) rate = own;
    });
    return rate;
  };
  for (const block of blocks) {
    if (block.kind === "assignment") {
      const rate = rateOfValue(block.value, rateOfCalls);
      rates[block.variable] = rateOfUnknown(block.variable, rate);
    } else {
      const expressions = blockExpressions(block);
      const own = new Set(blockVariables(block));
      for (const variable of own) rates[variable] = 0;
      const rate = Math.max(...expressions.map((e) => rateOfValue(e))) as Rate;
      // beside continuous unknowns, too, as n in y = x + n; when … then n = y/2 end
      for (const variable of own) rates[variable] = rateOfUnknown(variable, rate);
    }
  }

  /** What is discrete changes at events only, whatever it is computed from. */
  function rateOfUnknown(variable: VariableIndex, rate: Rate): Rate {
    return rate === 2 && standing.has(variable) ? 1 : rate;
  }

  /** A frozen relation changes at events only, whatever it compares. */
  function rateOfValue(expression: Expr, ofCalls: Map<number, Rate> = new Map()): Rate {
    let rate: Rate = 0;
    const seen = new Set<number>();
    const rateOfCall = (node: Expr): Rate => {
      let own = ofCalls.get(node.id);
      if (own === undefined) {
        own = rateOf(node);
        ofCalls.set(node.id, own);
      }
      return own;
    };
    const stack = [expression];
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      const isCall = node.op === "ucall" || node.op === "delay";
      const own: Rate = node.op === "rel" ? 1 : isCall ? rateOfCall(node) : node.args.length === 0 ? rateOf(node) : 0;
      if (own > rate) rate = own;
      if (node.op !== "rel" && !isCall) stack.push(...node.args);
    }
    return rate;
  }

  const withoutEffects = new Set<number>();
  const isEffect = (node: Expr): boolean => node.op === "ucall" && state.functions[node.value]!.hasEffects;
  const hasEffects = (block: Block): boolean =>
    blockExpressions(block).some((e) => contains(e, isEffect, withoutEffects));
  const derivatives = states.map((v) => state.variables[v]!.derivative);
  const rhs = neededBlocks(blocks, rates, derivatives, hasEffects);
  const compared = new Set<VariableIndex>();
  for (const relation of state.relations)
    if (relation.timeEvent === undefined) variablesOf(relation.expression, compared);
  for (const line of state.delays) compared.add(line.variable);
  const hasComponents = state.components.length > 0;
  const crossings = neededBlocks(blocks, rates, [...compared], hasComponents ? hasEffects : () => false);
  const unmoved = new Set<number>();
  const isMoving = (node: Expr): boolean =>
    node.op === "ucall" && isEffect(node) && state.functions[node.value]!.isForDerivatives !== true;
  const moves = (block: Block): boolean => blockExpressions(block).some((e) => contains(e, isMoving, unmoved));
  const motionCrossings = hasComponents ? neededBlocks(blocks, rates, [...compared], moves) : crossings;
  return { rates, rhs, crossings, motionCrossings };
}

/** Blocks from which the wanted variables follow, as far as they change continuously. */
function neededBlocks(
  blocks: ReadonlyTable<BlockIndex, Block>,
  rates: Marks<VariableIndex>,
  wanted: readonly VariableIndex[],
  isAlways: (block: Block) => boolean,
): Marks<BlockIndex> {
  const isWanted = new Set(wanted);
  const needed: Marks<BlockIndex> = new Uint8Array(blocks.length);
  for (let i = (blocks.length - 1) as BlockIndex; i >= 0; i--) {
    const block = blocks[i]!;
    const isUsed =
      blockVariables(block).some((variable) => isWanted.has(variable) && rates[variable] === 2) || isAlways(block);
    if (!isUsed) continue;
    needed[i] = 1;
    for (const expression of blockExpressions(block)) variablesOf(expression, isWanted);
  }
  return needed;
}
