/**
 * The lowest and the highest value of any range of rows, without a look at each: blocks of 64, 512, 4 096, … rows know where theirs
 * are. A list of values that grows costs a fixed number of operations per value; a question costs some hundreds.
 *
 * Legend   low, high   row of the first lowest and of the first highest finite value; −1: none is finite
 *          gap         last row that is not finite; −1: all are
 */

export interface Range {
  low: number;
  high: number;
  gap: number;
}

interface Level {
  /** Rows of a block. */
  readonly size: number;
  count: number;
  low: Int32Array;
  high: Int32Array;
  gap: Int32Array;
}

const firstSize = 64;
/** Blocks of one level that make a block of the next. */
const factor = 8;
const firstCapacity = 16;

export class Extremes {
  private readonly levels: Level[] = [];

  /** Takes note of the values up to row `count` − 1; those that are known already must not have changed. */
  extend(values: Float64Array, count: number): void {
    const found: Range = { low: -1, high: -1, gap: -1 };
    for (let k = 0, size = firstSize; size <= count; k++, size *= factor) {
      this.levels[k] ??= emptyLevel(size);
      const level = this.levels[k]!;
      while ((level.count + 1) * size <= count) {
        const from = level.count * size;
        this.find(values, from, from + size, found);
        push(level, found);
      }
    }
  }

  /** found ← extremes of rows `from` to `to` − 1. */
  find(values: Float64Array, from: number, to: number, found: Range): void {
    found.low = -1;
    found.high = -1;
    found.gap = -1;
    for (let row = from; row < to; ) {
      const level = this.largestAt(row, to);
      if (level === undefined) {
        if (Number.isFinite(values[row]!)) include(values, found, row, row);
        else found.gap = row;
        row++;
      } else {
        const block = row / level.size;
        if (level.low[block]! >= 0) include(values, found, level.low[block]!, level.high[block]!);
        if (level.gap[block]! >= 0) found.gap = level.gap[block]!;
        row += level.size;
      }
    }
  }

  /** Level of the largest known block that begins at the row and ends at `to` or before. */
  private largestAt(row: number, to: number): Level | undefined {
    let best: Level | undefined;
    for (const level of this.levels) {
      if (row % level.size !== 0 || row + level.size > to || row / level.size >= level.count) break;
      best = level;
    }
    return best;
  }
}

function include(values: Float64Array, found: Range, low: number, high: number): void {
  if (found.low < 0 || values[low]! < values[found.low]!) found.low = low;
  if (found.high < 0 || values[high]! > values[found.high]!) found.high = high;
}

function emptyLevel(size: number): Level {
  const rows = () => new Int32Array(firstCapacity);
  return { size, count: 0, low: rows(), high: rows(), gap: rows() };
}

function push(level: Level, { low, high, gap }: Range): void {
  if (level.count === level.low.length) {
    for (const name of ["low", "high", "gap"] as const) {
      const larger = new Int32Array(2 * level.count);
      larger.set(level[name]);
      level[name] = larger;
    }
  }
  level.low[level.count] = low;
  level.high[level.count] = high;
  level.gap[level.count] = gap;
  level.count++;
}
