/**
 * Repeated equations as loops. A chain of a thousand equal components has a thousand equations of the same shape; one loop over them
 * is optimised by the engine at once, a thousand statements only after thousands of calls. Assignments are put into an order, allowed
 * by what they read, in which as many of one shape as possible follow each other.
 */
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { variablesOf } from "../symbolic/traverse.ts";
import { type Assignment, type Block, blockExpressions, blockVariables } from "./blocks.ts";

/** Assignments of one shape that do not read each other, in the order of their variables, with the leaves of each. */
export interface Batch {
  readonly assignments: readonly Assignment[];
  readonly leaves: readonly (readonly Expr[])[];
}

export type Unit = { readonly block: Block } | { readonly batch: Batch };

/** Fewer assignments than this are not worth a loop. */
export const smallestBatch = 8;
/** Larger expressions are rare and are left alone. */
const maximumNodes = 80;

export function schedule(blocks: readonly Block[]): Unit[] {
  const shapes = blocks.map((block) => (block.kind === "assignment" ? shapeOf(block.value) : undefined));
  const counts = new Map<string, number>();
  for (const shape of shapes) if (shape !== undefined) counts.set(shape.key, (counts.get(shape.key) ?? 0) + 1);
  const keyOf = (i: number): string => {
    const key = shapes[i]?.key ?? "";
    return (counts.get(key) ?? 0) < smallestBatch ? "" : key;
  };
  const { readers, missing } = dependences(blocks);
  const ready = new Map<string, number[]>([["", []]]);
  const makeReady = (i: number): void => {
    const list = ready.get(keyOf(i));
    if (list === undefined) ready.set(keyOf(i), [i]);
    else list.push(i);
  };
  missing.forEach((count, i) => {
    if (count === 0) makeReady(i);
  });
  const units: Unit[] = [];
  const take = (key: string): void => {
    const list = ready.get(key)!;
    ready.set(key, []);
    if (key === "" || list.length < smallestBatch) for (const i of list) units.push({ block: blocks[i]! });
    else units.push({ batch: batchOf(list) });
    for (const i of list) for (const reader of readers[i]!) if (--missing[reader]! === 0) makeReady(reader);
  };
  const batchOf = (list: number[]): Batch => {
    const variable = (i: number): VariableIndex => (blocks[i] as Assignment).variable;
    list.sort((a, b) => variable(a) - variable(b));
    return { assignments: list.map((i) => blocks[i] as Assignment), leaves: list.map((i) => shapes[i]!.leaves) };
  };
  for (;;) {
    let best = "";
    if (ready.get("")!.length === 0)
      for (const [key, { length }] of ready) if (length > ready.get(best)!.length) best = key;
    if (ready.get(best)!.length === 0) return units;
    take(best);
  }
}

/** For each block the blocks that read its variables, and how many blocks it waits for. */
function dependences(blocks: readonly Block[]): { readers: number[][]; missing: Int32Array } {
  const home = new Map<VariableIndex, number>();
  blocks.forEach((block, i) => {
    for (const v of blockVariables(block)) home.set(v, i);
  });
  const readers: number[][] = blocks.map(() => []);
  const missing = new Int32Array(blocks.length);
  blocks.forEach((block, i) => {
    const sources = new Set<number>();
    for (const expression of blockExpressions(block))
      for (const v of variablesOf(expression)) {
        const source = home.get(v);
        if (source !== undefined && source !== i) sources.add(source);
      }
    for (const source of sources) readers[source]!.push(i);
    missing[i] = sources.size;
  });
  return { readers, missing };
}

/** The expression with its leaves taken out, as text, and the distinct leaves; undefined for what loops cannot contain. */
function shapeOf(expression: Expr): { key: string; leaves: readonly Expr[] } | undefined {
  const numbers = new Map<number, number>();
  const leaves: Expr[] = [];
  let isFit = true;
  const walk = (e: Expr): string => {
    const known = numbers.get(e.id);
    if (known !== undefined) return `#${known}`;
    numbers.set(e.id, numbers.size);
    if (numbers.size > maximumNodes) isFit = false;
    if (!isFit) return "";
    switch (e.op) {
      case "var":
      case "par":
      case "pre":
        leaves.push(e);
        return e.op;
      case "num":
        return String(e.value);
      case "time":
        return "t";
      case "add":
      case "mul":
      case "neg":
      case "div":
      case "pow":
      case "if":
      case "call":
      case "lt":
      case "le":
      case "gt":
      case "ge":
      case "and":
      case "or":
      case "not":
        return `${e.op}${e.name}(${e.args.map(walk).join(",")})`;
      default:
        isFit = false;
        return "";
    }
  };
  const key = walk(expression);
  return isFit && leaves.length > 0 ? { key, leaves } : undefined;
}
