/** Finds the rows around a time. Several rows may have the same time: the sides of an event. */
import { timeOutside } from "./lookupErrors.ts";
import type { Segment } from "./recording.ts";
import { countBelow, countUpTo } from "./timeSearch.ts";

export type Side = "before" | "after";

export interface Place {
  /** Number of the segment. */
  readonly segment: number;
  /** Row of the segment: times[row] ≤ time, and time < times[row + 1] unless isRow. */
  readonly row: number;
  /** The time is that of the row. */
  readonly isRow: boolean;
}

/**
 * The place of a time in the recording; at an event the side decides. Times that miss the ends by
 * rounding alone count as the ends; others outside throw E-RESULT-TIME.
 */
export function locate(segments: readonly Segment[], time: number, side: Side): Place {
  const filled = segments.flatMap((segment, s) => (segment.rowCount > 0 ? [s] : []));
  const [start, end] =
    filled.length === 0
      ? [Number.NaN, Number.NaN]
      : [segments[filled[0]!]!.times[0]!, segments[filled.at(-1)!]!.times.at(-1)!];
  // a grid start + i·h with h = (end − start)/n misses its end by a few roundings
  const slack = 8 * Number.EPSILON * Math.max(Math.abs(start), Math.abs(end));
  if (!(time >= start - slack && time <= end + slack)) throw timeOutside(time, start, end);
  const t = Math.min(Math.max(time, start), end);

  const s =
    side === "after"
      ? filled.findLast((k) => segments[k]!.times[0]! <= t)!
      : filled.find((k) => segments[k]!.times.at(-1)! >= t)!;
  const times = segments[s]!.times;
  const after = countUpTo(times, t);
  if (side === "before") {
    const row = countBelow(times, t);
    return times[row] === t ? { segment: s, row, isRow: true } : { segment: s, row: after - 1, isRow: false };
  }
  const row = after - 1;
  return { segment: s, row, isRow: times[row] === t || after === times.length };
}
