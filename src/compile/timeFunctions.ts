/**
 * What the equations contain that depends on time and parameters alone and may have corners or jumps without being an event: calls of
 * functions, tables, abs, min and max. A run looks at them between its steps, so that no corner is stepped over; in DAE mode also at
 * smooth ones, so that no pulse is.
 */
import type { UserFunction } from "../language/functions.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { FunctionIndex, VariableIndex } from "../symbolic/indices.ts";
import { contains, MetNodes, substitute, visitNodes } from "../symbolic/traverse.ts";
import { type Block, blockExpressions } from "./blocks.ts";
import type { CompileState } from "./state.ts";

/** Built-in functions with corners. Those that jump are events, unless noEvent(…) asks for none. */
const roughCalls: ReadonlySet<string> = new Set(["abs", "min", "max"]);
/** Smooth functions of time that are looked at in DAE mode. */
const mostSmooth = 100;
/** Traits of expressions, as bits. */
const rough = 1;
const timed = 2;
/** What only the run knows. */
const runLeaves: ReadonlySet<string> = new Set(["pre", "flag", "tick", "delay", "rel"]);

/** A call of a function with knots, and its argument in time and parameters. */
export interface KnottedCall {
  readonly function: FunctionIndex;
  readonly argument: Expr;
}

/** Expressions in time and parameters, each as large as possible, and the calls in them whose corners are known. */
export function timeFunctions(
  state: CompileState,
  blocks: readonly Block[],
): { timeFunctions: Expr[]; smoothTimeFunctions: Expr[]; knottedCalls: KnottedCall[] } {
  const definitions = new Map<VariableIndex, Expr>();
  const found = new Map<number, Expr>();
  const smooth = new Map<number, Expr>();
  const known = new Map<number, boolean>();
  const seen = new Set<number>();

  /** Follows from time and parameters. */
  const isKnown = (node: Expr): boolean => {
    let result = known.get(node.id);
    if (result === undefined) {
      result =
        node.op === "var"
          ? definitions.has(node.value)
          : !runLeaves.has(node.op) &&
            !(node.op === "ucall" && hasMemory(state.functions[node.value]!)) &&
            node.args.every(isKnown);
      known.set(node.id, result);
    }
    return result;
  };
  /** Of known expressions alone, in which every variable has its definition. */
  const inTimeMemo = new Map<number, Expr>();
  const inTime = (node: Expr): Expr =>
    substitute(state.b, node, ({ op, value }) => (op === "var" ? definitions.get(value) : undefined), inTimeMemo);
  const traits = new Map<number, number>();
  /** Which of `rough` and `timed` a known expression is, its definitions included. */
  const traitsOf = (node: Expr): number => {
    let result = traits.get(node.id);
    if (result === undefined) {
      result = (isRough(node) ? rough : 0) | (node.op === "time" ? timed : 0);
      if (node.op === "var") result |= traitsOf(definitions.get(node.value)!);
      for (const arg of node.args) result |= traitsOf(arg);
      traits.set(node.id, result);
    }
    return result;
  };
  const collect = (node: Expr): void => {
    if (seen.has(node.id)) return;
    seen.add(node.id);
    if (node.op !== "ucall" && node.op !== "pack" && isKnown(node)) {
      if ((traitsOf(node) & timed) === 0) return;
      const whole = inTime(node);
      if (smooth.size < mostSmooth && contains(whole, isCurved)) smooth.set(whole.id, whole);
      if ((traitsOf(node) & rough) === 0) return;
      // it may have become simpler
      if (contains(whole, isRough) && contains(whole, ({ op }) => op === "time")) found.set(whole.id, whole);
    } else for (const arg of node.args) collect(arg);
  };

  // large algorithms are one expression per variable, with nearly everything in common
  const met = new MetNodes();
  for (const block of blocks) {
    // what changes at events only is watched where it decides about events
    const isDiscrete = block.kind === "assignment" && state.variables[block.variable]!.isDiscrete;
    for (const expression of blockExpressions(block)) {
      if (!isDiscrete) collect(expression);
      else visitNodes(expression, (node) => node.op === "rel" && collect(node), met);
    }
    if (block.kind === "assignment" && !state.variables[block.variable]!.isDiscrete && isKnown(block.value))
      definitions.set(block.variable, inTime(block.value));
  }
  const knotted = new Map<number, KnottedCall>();
  for (const expression of found.values()) {
    visitNodes(expression, ({ op, id, value, args }) => {
      if (op === "ucall" && state.functions[value]!.knots !== undefined)
        knotted.set(id, { function: value, argument: args[0]! });
    });
  }
  return {
    timeFunctions: [...found.values()],
    smoothTimeFunctions: [...smooth.values()].filter(({ id }) => !found.has(id)),
    knottedCalls: [...knotted.values()],
  };
}

/** The result depends on more than the arguments. */
const hasMemory = ({ hasEffects, bind, knots }: UserFunction): boolean =>
  hasEffects || (bind !== undefined && knots === undefined);

/** May be a pulse. */
function isCurved({ op }: Expr): boolean {
  return op === "call" || op === "pow" || op === "div";
}

function isRough({ op, name }: Expr): boolean {
  return op === "ucall" || (op === "call" && roughCalls.has(name));
}
