/**
 * Rows of a segment at any time, computed by the model when somebody asks: the states by the solver's own curve, everything else from
 * them. Before anything is read in a gap, the row in front of it is computed again and compared with what was recorded: a function
 * that gives other values by now, or a system with another solution, is noticed, and then nothing is computed.
 */
import { continuousEntries, curveSlots, interpolationRules } from "./interpolation.ts";
import type { Segment } from "./recording.ts";
import type { RecomputedBetween } from "./resultSink.ts";
import type { StateCurve } from "./stateCurve.ts";
import { countBelow, countUpTo } from "./timeSearch.ts";

/** Of the largest entry of a row: what rounding may change. */
const rounding = 1e-12;

export class RecomputedRows {
  /** What was recorded could not be computed again, somewhere. */
  isLost = false;
  private readonly segment: Segment;
  private readonly curve: StateCurve;
  private readonly between: RecomputedBetween;
  private readonly tolerance: number;
  /** Entries of the curve. */
  private readonly slots: Int32Array;
  private readonly states: Float64Array;
  private readonly discrete: Float64Array;
  /** The last row that was computed, with its time and step. */
  private readonly row: Float64Array;
  private time = Number.NaN;
  private step = 0;
  /** From which iterations begin, and its time. */
  private readonly near: Float64Array;
  private nearTime = Number.NaN;
  /** Where the present step begins, or the row in front of the gap: for going back inside a step. */
  private readonly anchor: Float64Array;
  private anchorTime = Number.NaN;
  /** The row in front of the gap that was read last, and whether it was computed again. */
  private left = -1;
  private isSame = false;
  private compared: Int32Array | undefined;

  constructor(segment: Segment, curve: StateCurve, tolerance: number) {
    const { layout } = segment;
    this.segment = segment;
    this.curve = curve;
    this.tolerance = tolerance;
    this.between = layout.between!;
    this.slots = curveSlots(layout);
    this.states = new Float64Array(this.slots.length);
    this.discrete = new Float64Array(layout.discreteSlots.length);
    this.row = new Float64Array(layout.width);
    this.near = new Float64Array(layout.width);
    this.anchor = new Float64Array(layout.width);
  }

  /** The row at a time between rows, overwritten by the next; undefined where it cannot be computed. */
  at(time: number): Float64Array | undefined {
    const step = this.curve.stepAt(time);
    return step < 0 ? undefined : this.inStep(step, time);
  }

  /** The same at a time of a step, its ends included. */
  inStep(step: number, time: number): Float64Array | undefined {
    if (time === this.time && step === this.step) return this.row;
    const { times } = this.segment;
    const left = (time > this.curve.begin(step) ? countBelow(times, time) : countUpTo(times, time)) - 1;
    if (left !== this.left || time < this.anchorTime) this.begin(left);
    if (!this.isSame) return undefined;
    try {
      if (this.between.hasSeveralSolutions) this.walkTo(step, time);
      this.compute(time, step);
    } catch {
      this.isLost = true;
      this.left = -1;
      return undefined;
    }
    return this.row;
  }

  /** From step to step, so that iterations stay with the solution that the run has found. */
  private walkTo(step: number, time: number): void {
    const { curve, near, anchor } = this;
    if (time < this.nearTime) {
      near.set(anchor);
      this.nearTime = this.anchorTime;
    }
    for (let k = Math.max(0, curve.stepAt(this.nearTime)); k < step; k++) {
      if (curve.end(k) <= this.nearTime) continue;
      this.compute(curve.end(k), k);
      anchor.set(near);
      this.anchorTime = this.nearTime;
    }
  }

  private compute(time: number, step: number): void {
    const { states, row, near, slots } = this;
    this.time = Number.NaN;
    this.curve.read(step, time, states);
    this.between.compute(time, states, this.discrete, row, near, this.curve.begin(step));
    for (let k = 0; k < slots.length; k++) row[slots[k]!] = states[k]!;
    this.time = time;
    this.step = step;
    if (!this.between.hasSeveralSolutions) return;
    near.set(row);
    this.nearTime = time;
  }

  /** The row in front of a gap: known, and computed again. */
  private begin(left: number): void {
    const { segment, near, states, row, slots } = this;
    this.left = left;
    this.time = Number.NaN;
    segment.values.readKept(left, near);
    this.anchor.set(near);
    this.nearTime = this.anchorTime = segment.times[left]!;
    segment.discrete!.read(left, this.discrete);
    for (let k = 0; k < states.length; k++) states[k] = near[slots[k]!]!;
    try {
      this.between.compute(this.nearTime, states, this.discrete, row, near, this.nearTime);
      this.isSame = this.agrees();
    } catch {
      this.isSame = false;
    }
    if (!this.isSame) this.isLost = true;
  }

  /** Whether the computed row is the recorded one. */
  private agrees(): boolean {
    const { row, near, tolerance, segment } = this;
    this.compared ??= continuousEntries(segment.layout, interpolationRules(segment.layout)).others;
    let largest = 0;
    for (const slot of this.compared) {
      const size = Math.abs(near[slot]!);
      if (size > largest && size < Number.POSITIVE_INFINITY) largest = size;
    }
    for (const slot of this.compared) {
      const [recorded, computed] = [near[slot]!, row[slot]!];
      if (Object.is(recorded, computed)) continue;
      if (!(Math.abs(computed - recorded) <= tolerance * Math.abs(recorded) + rounding * largest)) return false;
    }
    return true;
  }
}
