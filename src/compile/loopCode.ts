/** JavaScript of a batch of assignments with the same shape: loops where indices advance by constant strides, else with tables. */
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { commentName } from "./codeText.ts";
import { affine } from "./copyLoops.ts";
import { CodeWriter } from "./emit.ts";
import { type Batch, smallestBatch } from "./rolling.ts";
import type { CompileState } from "./state.ts";

/** An element of an array of the generated code. */
export interface Place {
  readonly array: string;
  readonly index: number;
}

export interface LoopContext {
  readonly state: CompileState;
  readonly stateIndex: Int32Array;
  /** Where the value of a leaf is found. */
  read(leaf: Expr): Place;
  /** Where the value of a variable is put. */
  write(variable: VariableIndex): readonly Place[];
  /** Declares a table of indices for the whole program; returns its name. */
  table(indices: readonly number[]): string;
}

/** One element of a batch: where it reads, then where it writes. */
interface Row {
  readonly element: number;
  readonly reads: readonly Place[];
  readonly writes: readonly Place[];
}

/** Statements for the whole batch; `left` are the elements that are written out one by one. */
export function loopCode(batch: Batch, context: LoopContext): { lines: string[]; left: number[] } {
  const groups = new Map<string, Row[]>();
  batch.assignments.forEach(({ variable }, element) => {
    const row = {
      element,
      reads: batch.leaves[element]!.map((leaf) => context.read(leaf)),
      writes: context.write(variable),
    };
    const key = [...row.reads, ...row.writes].map(({ array }) => array).join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  });
  const lines: string[] = [];
  const left: number[] = [];
  for (const rows of groups.values()) {
    const runs = affineRuns(rows);
    const isRegular = runs.length * smallestBatch <= rows.length;
    for (const run of isRegular ? runs : [rows]) {
      if (run.length < smallestBatch) left.push(...run.map(({ element }) => element));
      else lines.push(loop(batch, run, context));
    }
  }
  return { lines, left };
}

function placesOf(row: Row): readonly Place[] {
  return [...row.reads, ...row.writes];
}

/** Consecutive rows in which every index advances by its own constant stride. */
function affineRuns(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  for (const row of rows) {
    const run = runs[runs.length - 1];
    if (run !== undefined && (run.length === 1 || continues(run, row))) run.push(row);
    else runs.push([row]);
  }
  return runs;
}

function continues(run: readonly Row[], row: Row): boolean {
  const [first, second, last] = [run[0]!, run[1]!, run[run.length - 1]!].map(placesOf);
  return placesOf(row).every(({ index }, i) => index - last![i]!.index === second![i]!.index - first![i]!.index);
}

function loop(batch: Batch, rows: readonly Row[], context: LoopContext): string {
  const { state, stateIndex } = context;
  const places = rows.map(placesOf);
  const text = (i: number): string => {
    const [start, step] = [places[0]![i]!.index, places[1]![i]!.index - places[0]![i]!.index];
    const isAffine = places.every((row, k) => row[i]!.index === start + k * step);
    const index = isAffine ? affine(start, step) : `${context.table(places.map((row) => row[i]!.index))}[k]`;
    return `${places[0]![i]!.array}[${index}]`;
  };
  const first = rows[0]!.element;
  const names = new Map(batch.leaves[first]!.map((leaf, i) => [leaf.id, `a${i}`]));
  const writer = new CodeWriter(state, stateIndex, false, (leaf) => names.get(leaf.id));
  const { value } = batch.assignments[first]!;
  writer.count(value);
  const result = writer.number(value);
  const count = batch.leaves[first]!.length;
  const body = [
    ...batch.leaves[first]!.map((_, i) => `const a${i} = ${text(i)};`),
    ...writer.lines,
    `${rows[0]!.writes.map((_, i) => text(count + i)).join(" = ")} = ${result};`,
  ];
  const name = (row: Row): string => commentName(state.variables[batch.assignments[row.element]!.variable]!.name);
  const comment = `// ${name(rows[0]!)} … ${name(rows[rows.length - 1]!)}`;
  return `${comment}\n  for (let k = 0; k < ${rows.length}; k++) {\n    ${body.join("\n    ")}\n  }`;
}
