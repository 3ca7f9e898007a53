/**
 * Tearing of an algebraic loop: a few iteration variables are taken as known, the rest follows in sequence, and as many equations
 * as iteration variables remain as residuals.
 *
 * Source   [Cellier2006] sec. 7.4: equations with one unknown left are solved for it; when there is none, the unknown that
 *          occurs most often becomes an iteration variable. Only factors that cannot vanish are divided by.
 */
import type { Cells, ColumnPlace, Marks, RowPlace, Table } from "../symbolic/indices.ts";

export interface Torn {
  /** Iteration variables, as positions in the list of unknowns. */
  readonly iterated: ColumnPlace[];
  /** Equation, as position in the list of equations, and the unknown it is solved for, in order. */
  readonly solved: { readonly equation: RowPlace; readonly unknown: ColumnPlace }[];
  /** Equations that remain. */
  readonly residuals: RowPlace[];
}

/** `rows[e]`: unknowns (0 … n−1) of equation e. `canSolve(e, u)`: equation e gives u without dividing by something that may be 0. */
export function tear(
  rows: Table<RowPlace, readonly ColumnPlace[]>,
  n: number,
  canSolve: (equation: RowPlace, unknown: ColumnPlace) => boolean,
  preference: (unknown: ColumnPlace) => number,
): Torn {
  const rowsOf: Cells<ColumnPlace, RowPlace[]> = Array.from({ length: n }, () => []);
  rows.forEach((row, e) => {
    for (const u of row) rowsOf[u]!.push(e);
  });
  const open: Cells<RowPlace, number> = rows.map((row) => row.length);
  const isKnown: Marks<ColumnPlace> = new Uint8Array(n);
  const isUsed: Marks<RowPlace> = new Uint8Array(rows.length);
  const queue: RowPlace[] = [];
  const iterated: ColumnPlace[] = [];
  const solved: { equation: RowPlace; unknown: ColumnPlace }[] = [];
  const know = (unknown: ColumnPlace): void => {
    isKnown[unknown] = 1;
    for (const e of rowsOf[unknown]!) if (--open[e]! === 1) queue.push(e);
  };
  rows.forEach((_, e) => {
    if (open[e] === 1) queue.push(e);
  });
  const order = Array.from({ length: n }, (_, u) => u as ColumnPlace).sort(
    (a, b) => rowsOf[b]!.length - rowsOf[a]!.length || preference(b) - preference(a) || a - b,
  );
  for (let next = 0; ; ) {
    while (queue.length > 0) {
      const equation = queue.shift()!;
      if (isUsed[equation] === 1 || open[equation] !== 1) continue;
      const unknown = rows[equation]!.find((u) => isKnown[u] === 0)!;
      if (!canSolve(equation, unknown)) continue;
      isUsed[equation] = 1;
      solved.push({ equation, unknown });
      know(unknown);
    }
    while (next < n && isKnown[order[next]!] === 1) next++;
    if (next === n) break;
    const unknown = order[next]!;
    iterated.push(unknown);
    know(unknown);
  }
  const residuals = rows.map((_, e) => e).filter((e) => isUsed[e] === 0);
  return { iterated, solved, residuals };
}
