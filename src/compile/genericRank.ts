/**
 * Columns of a sparse matrix, taken one by one while they are linearly independent. The entries are values at an arbitrary point: what is
 * dependent there is dependent everywhere, but for accidents (three velocities of one point never tell how a body turns).
 */
import type { RowPlace } from "../symbolic/indices.ts";

/** Smaller remainders of a column are rounding. */
const negligible = 1e-9;

export class GenericRank {
  /** Reduced columns by the row of their largest entry. */
  private readonly pivots = new Map<RowPlace, Map<RowPlace, number>>();

  /** Takes the column if it is independent of those taken before. */
  take(column: ReadonlyMap<RowPlace, number>): boolean {
    const rest = new Map(column);
    let size = 0;
    for (const value of rest.values()) size = Math.max(size, Math.abs(value));
    // a pivot is zero in the rows of those before it, so that one pass in their order is enough
    for (const [row, pivot] of this.pivots) {
      const value = rest.get(row);
      if (value === undefined) continue;
      const factor = value / pivot.get(row)!;
      for (const [i, entry] of pivot) {
        const next = (rest.get(i) ?? 0) - factor * entry;
        if (i === row || Math.abs(next) <= negligible * size) rest.delete(i);
        else rest.set(i, next);
      }
    }
    let best = -1 as RowPlace;
    for (const [row, value] of rest) if (best < 0 || Math.abs(value) > Math.abs(rest.get(best)!)) best = row;
    if (best < 0) return false;
    this.pivots.set(best, rest);
    return true;
  }
}
