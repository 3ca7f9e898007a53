/** Deviation of two scalar curves with their own time grids. */

import { type Estimate, estimateSmooth } from "./smoothCurve.ts";
import { hasBreakWithin, rowAt, type TimeGrid } from "./timeGrid.ts";
import { countBelow } from "./timeSearch.ts";

export interface Span {
  readonly start: number;
  readonly stop: number;
}

/** For the rows of one grid: where to look in the other. */
export interface Probes {
  /** Rows of the own grid that lie in the span. */
  readonly rows: Int32Array;
  /** Per probe: the row of the other grid at or before its time. */
  readonly otherRows: Int32Array;
  /** Per probe: whether an event of either grid is near, so that shifts are allowed. */
  readonly isNearBreak: Uint8Array;
  readonly timeTolerance: number;
}

export interface Curve {
  readonly grid: TimeGrid;
  readonly values: Float64Array;
  /** The values change at events only. */
  readonly isHeld: boolean;
}

export interface Tube {
  readonly relativeTolerance: number;
  readonly absoluteTolerance: number;
}

/** The worst that was met so far. */
export interface Deviation {
  maximum: number;
  time: number;
  ratio: number;
  firstTimeOutside: number | undefined;
}

export function probesOf(own: TimeGrid, other: TimeGrid, span: Span, timeTolerance: number): Probes {
  const rows: number[] = [];
  own.times.forEach((t, i) => {
    if (t >= span.start && t <= span.stop) rows.push(i);
  });
  const isNear = (t: number) => hasBreakWithin(own, t, timeTolerance) || hasBreakWithin(other, t, timeTolerance);
  return {
    rows: Int32Array.from(rows),
    otherRows: Int32Array.from(rows, (i) => rowAt(other, own.times[i]!)),
    isNearBreak: Uint8Array.from(rows, (i) => (isNear(own.times[i]!) ? 1 : 0)),
    timeTolerance,
  };
}

/** Compares `own` at its rows with `other`; the tube lies around the one that is the reference. */
export function measure(
  deviation: Deviation,
  probes: Probes,
  own: Curve,
  other: Curve,
  isOwnReference: boolean,
  tube: Tube,
): void {
  const estimate: Estimate = { value: 0, uncertainty: 0 };
  const range: Range = { low: 0, high: 0, hasMissing: false };
  for (let k = 0; k < probes.rows.length; k++) {
    const i = probes.rows[k]!;
    const t = own.grid.times[i]!;
    const x = own.values[i]!;
    if (probes.isNearBreak[k] === 1) rangeWithin(range, other, t, probes.timeTolerance, estimate);
    else {
      clear(range);
      extend(range, other, t, probes.otherRows[k]!, estimate);
    }

    const nearest = Math.min(Math.max(x, range.low), range.high);
    let distance = x === nearest ? 0 : Math.abs(x - nearest);
    if (Number.isNaN(x)) distance = range.hasMissing ? 0 : Infinity;
    else if (Number.isNaN(distance)) distance = Infinity;
    const reference = Math.abs(isOwnReference ? x : nearest);
    const halfWidth = tube.absoluteTolerance + tube.relativeTolerance * (Number.isFinite(reference) ? reference : 0);
    note(deviation, t, distance, distance === 0 ? 0 : distance / halfWidth);
  }
}

function note(deviation: Deviation, t: number, distance: number, ratio: number): void {
  if (distance > deviation.maximum) {
    deviation.maximum = distance;
    deviation.time = t;
  }
  deviation.ratio = Math.max(deviation.ratio, ratio);
  if (ratio > 1) deviation.firstTimeOutside = Math.min(deviation.firstTimeOutside ?? Infinity, t);
}

/** Values that a curve takes; NaN, NaN when none exists. */
interface Range {
  low: number;
  high: number;
  hasMissing: boolean;
}

/** All rows in [t − δ, t + δ], and the curve at the middle and both ends. */
function rangeWithin(range: Range, curve: Curve, t: number, δ: number, estimate: Estimate): void {
  const { times } = curve.grid;
  clear(range);
  extend(range, curve, t - δ, rowAt(curve.grid, t - δ), estimate);
  extend(range, curve, t, rowAt(curve.grid, t), estimate);
  extend(range, curve, t + δ, rowAt(curve.grid, t + δ), estimate);
  for (let i = countBelow(times, t - δ); i < times.length && times[i]! <= t + δ; i++) {
    include(range, curve.values[i]!, 0);
  }
}

function extend(range: Range, { grid, values, isHeld }: Curve, t: number, row: number, estimate: Estimate): void {
  const last = grid.pieceLast[row]!;
  if (isHeld || row === last || t <= grid.times[row]!) include(range, values[row]!, 0);
  else {
    estimateSmooth(estimate, grid.times, values, row, grid.pieceFirst[row]!, last, t);
    include(range, estimate.value, estimate.uncertainty);
  }
}

function clear(range: Range): void {
  range.low = Number.NaN;
  range.high = Number.NaN;
  range.hasMissing = false;
}

function include(range: Range, x: number, uncertainty: number): void {
  if (Number.isNaN(x)) range.hasMissing = true;
  else {
    range.low = Number.isNaN(range.low) ? x - uncertainty : Math.min(range.low, x - uncertainty);
    range.high = Number.isNaN(range.high) ? x + uncertainty : Math.max(range.high, x + uncertainty);
  }
}
