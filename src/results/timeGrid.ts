/** The rows of a recording as smooth pieces between events, and the rows around any time. */

import type { Recording } from "./recording.ts";
import { readTimes } from "./recording.ts";
import { countBelow, countUpTo } from "./timeSearch.ts";

export interface TimeGrid {
  readonly times: Float64Array;
  /** Per row: first and last row of its smooth piece. */
  readonly pieceFirst: Int32Array;
  readonly pieceLast: Int32Array;
  /** Times at which a piece ends and another begins, ascending. */
  readonly breaks: Float64Array;
}

export function timeGridOf(recording: Recording): TimeGrid {
  const times = readTimes(recording);
  const n = times.length;
  const starts = new Set(recording.segments.map((segment) => segment.firstRow));
  const pieceFirst = new Int32Array(n);
  const pieceLast = new Int32Array(n);
  const breaks: number[] = [];
  for (let i = 0; i < n; i++) {
    const isNew = starts.has(i) || times[i] === times[i - 1];
    pieceFirst[i] = isNew ? i : pieceFirst[i - 1]!;
    if (isNew && i > 0) breaks.push(times[i]!);
  }
  for (let i = n - 1; i >= 0; i--) {
    pieceLast[i] = i === n - 1 || pieceFirst[i + 1] === i + 1 ? i : pieceLast[i + 1]!;
  }
  return { times, pieceFirst, pieceLast, breaks: Float64Array.from(breaks) };
}

/** The row at or before t, at a break that after it; t may miss the ends of the grid, then the end row. */
export function rowAt(grid: TimeGrid, t: number): number {
  return Math.max(0, countUpTo(grid.times, t) - 1);
}

export function hasBreakWithin(grid: TimeGrid, t: number, distance: number): boolean {
  // behind the last one there is none, which is not below anything
  return grid.breaks[countBelow(grid.breaks, t - distance)]! <= t + distance;
}
