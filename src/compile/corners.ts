/**
 * Where equations have corners or jumps that are no events: relations inside noEvent(…), abs, min and max, and what jumps inside
 * noEvent(…). Each is a value that is zero there. The run does not stop at them; it wants to know which rows lie on which side.
 */
import type { Expr, ExpressionBuilder } from "../symbolic/expression.ts";
import { contains } from "../symbolic/traverse.ts";
import { type Block, blockExpressions } from "./blocks.ts";
import type { CompileState } from "./state.ts";
import type { Variability } from "./variability.ts";

/** More of them would cost more than they tell. */
const most = 300;

export interface Corner {
  /** Zero at the corner, with another sign on each side. */
  readonly value: Expr;
  /** Of something that jumps wherever this passes a whole number; a step may pass many. */
  readonly phase?: Expr;
}

export function findCorners(state: CompileState, blocks: readonly Block[], { rates }: Variability): Corner[] {
  const found = new Map<number, Corner>();
  const seen = new Set<number>();
  const changes = ({ op, value }: Expr): boolean =>
    op === "time" || op === "delay" || op === "elem" || (op === "var" && rates[value] === 2);
  const hasEffects = ({ op, value }: Expr): boolean => op === "ucall" && state.functions[value]!.hasEffects;
  const open = blocks.flatMap(blockExpressions).reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    // what a relation compares is an event
    if (node.op === "rel" || seen.has(node.id)) continue;
    seen.add(node.id);
    for (const corner of cornersOf(state.b, node)) {
      const { value } = corner;
      if (found.size < most && contains(value, changes) && !contains(value, hasEffects)) found.set(value.id, corner);
    }
    for (const arg of node.args) open.push(arg);
  }
  return [...found.values()];
}

function cornersOf(b: ExpressionBuilder, { op, name, args }: Expr): Corner[] {
  if (op === "lt" || op === "le" || op === "gt" || op === "ge") return [{ value: b.sub(args[0]!, args[1]!) }];
  if (op !== "call") return [];
  const x = args[0]!;
  const wholeNumbers = (phase: Expr): Corner[] => [{ value: b.call("sin", [b.mul([b.num(Math.PI), phase])]), phase }];
  switch (name) {
    case "abs":
    case "sign":
      return [{ value: x }];
    case "min":
    case "max":
      return [{ value: b.sub(x, args[1]!) }];
    case "floor":
    case "ceil":
    case "trunc":
      return wholeNumbers(x);
    case "round":
      return wholeNumbers(b.add([x, b.num(0.5)]));
    case "mod":
      return wholeNumbers(b.div(x, args[1]!));
    default:
      return [];
  }
}

/** Whether variables may have corners that nothing in the equations shows: those of functions. */
export function callsFunctions(state: CompileState, blocks: readonly Block[]): boolean {
  const isForeign = ({ op, value }: Expr): boolean => op === "ucall" && !state.functions[value]!.hasEffects;
  return blocks.some((block) => blockExpressions(block).some((expression) => contains(expression, isForeign)));
}

const steep: ReadonlySet<string> = new Set(["sqrt", "cbrt", "asin", "acos"]);

/** Whether slopes may grow beyond all bounds where values do not, as that of √x next to 0: a matrix from there hides what is beside. */
export function hasSteepSlopes(blocks: readonly Block[], { rates }: Variability): boolean {
  const changes = ({ op, value }: Expr): boolean =>
    op === "time" || op === "delay" || (op === "var" && rates[value] === 2);
  const isSteep = ({ op, name, args }: Expr): boolean =>
    (op === "call" ? steep.has(name) : op === "pow" && !(args[1]!.op === "num" && isHarmless(args[1]!.value))) &&
    contains(args[0]!, changes);
  return blocks.some((block) => blockExpressions(block).some((expression) => contains(expression, isSteep)));
}

/** Where x^exponent has an infinite slope, it is infinite. */
function isHarmless(exponent: number): boolean {
  return exponent < 0 || exponent >= 1;
}

/** What a run evaluates: the values, and behind them the phases. */
export function cornerValues(corners: readonly Corner[]): Expr[] {
  return [...corners.map(({ value }) => value), ...phasesOf(corners)];
}

export function phasesOf(corners: readonly Corner[]): Expr[] {
  return corners.flatMap(({ phase }) => (phase === undefined ? [] : [phase]));
}
