/** Elimination in rows Σ k·x = 0 of integers k: fraction-free, each row divided by its common divisor. */
import type { ArrayTable, RowPlace, VariableIndex } from "../symbolic/indices.ts";
import type { IntegerRow, Row } from "./integerRows.ts";

export interface Eliminated {
  readonly rows: Row[];
  /** Round-0 variables without pivot. */
  readonly free: VariableIndex[];
  readonly occurs: (variable: VariableIndex) => boolean;
  /** Whether a free variable may have any value without a change of a flow; rows whose pivots are needed elsewhere do not contain it. */
  readonly movesAlone: (variable: VariableIndex, isFlow: (variable: VariableIndex) => boolean) => boolean;
}

/** Forward elimination. `rankOf` gives the round in which a variable may be a pivot. */
export function eliminateForward(
  items: readonly IntegerRow[],
  rankOf: (variable: VariableIndex) => 0 | 1 | 2,
): Eliminated {
  const rows = items.map((item) => new Map(item.row)) as ArrayTable<RowPlace, Row>;
  const columns = new Map<VariableIndex, Set<RowPlace>>();
  rows.forEach((row, i) => {
    for (const variable of row.keys()) {
      const column = columns.get(variable);
      if (column === undefined) columns.set(variable, new Set([i]));
      else column.add(i);
    }
  });
  const isDone = new Uint8Array(rows.length);
  /** In the order in which they were chosen. */
  const pivots = new Map<VariableIndex, Row>();
  const rank = new Map<VariableIndex, number>();
  for (const variable of columns.keys()) rank.set(variable, rankOf(variable));
  for (const round of [0, 1, 2]) {
    const queue = rows.map((_, i) => i).filter((i) => isDone[i] === 0);
    queue.sort((a, b) => rows[a]!.size - rows[b]!.size || a - b);
    for (const i of queue) {
      const row = rows[i]!;
      let pivot = -1 as VariableIndex;
      for (const variable of row.keys()) {
        if (rank.get(variable)! > round || pivots.has(variable)) continue;
        if (pivot < 0 || columns.get(variable)!.size < columns.get(pivot)!.size) pivot = variable;
      }
      if (pivot < 0) continue;
      isDone[i] = 1;
      pivots.set(pivot, row);
      const a = row.get(pivot)!;
      for (const j of [...columns.get(pivot)!]) {
        if (j === i || isDone[j] === 1) continue;
        combine(rows[j]!, row, a, rows[j]!.get(pivot)!, columns, j);
      }
    }
  }
  const free: VariableIndex[] = [];
  for (const [variable, column] of columns) {
    if (rank.get(variable) === 0 && !pivots.has(variable) && column.size > 0) free.push(variable);
  }
  return { rows, free, occurs: (variable) => columns.has(variable), movesAlone };

  function movesAlone(variable: VariableIndex, isFlow: (variable: VariableIndex) => boolean): boolean {
    const moves = new Map([[variable, 1]]);
    for (const [pivot, row] of [...pivots].reverse()) {
      let sum = 0;
      for (const [other, factor] of row) if (other !== pivot) sum += factor * (moves.get(other) ?? 0);
      if (sum === 0) continue;
      if (isFlow(pivot)) return false;
      moves.set(pivot, -sum / row.get(pivot)!);
    }
    return true;
  }
}

/** target ← a·target − c·source for the pivots a and c; divided by the common divisor when a is not ±1. */
function combine(
  target: Row,
  source: Row,
  a: number,
  c: number,
  columns: Map<VariableIndex, Set<RowPlace>>,
  index: RowPlace,
): void {
  const isUnit = a === 1 || a === -1;
  const factor = isUnit ? c * a : c;
  if (!isUnit) for (const [variable, value] of target) target.set(variable, a * value);
  for (const [variable, value] of source) {
    const sum = (target.get(variable) ?? 0) - factor * value;
    if (sum === 0) {
      target.delete(variable);
      columns.get(variable)!.delete(index);
    } else {
      target.set(variable, sum);
      columns.get(variable)!.add(index);
    }
  }
  if (!isUnit) divideByCommonFactor(target);
}

export function divideByCommonFactor(row: Row): void {
  let divisor = 0;
  for (const value of row.values()) {
    divisor = gcd(divisor, Math.abs(value));
    if (divisor === 1) return;
  }
  if (divisor > 1) for (const [variable, value] of row) row.set(variable, value / divisor);
}

function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
