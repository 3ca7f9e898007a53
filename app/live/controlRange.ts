/** How far a slider goes: the limits of the model, or room around the value. */
import type { LiveControl } from "../protocol.ts";

export interface ControlRange {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

export function controlRange({ kind, min, max }: LiveControl, value: number): ControlRange {
  // an input acts in both directions, a parameter keeps its sign
  const size = value === 0 ? 1 : 2 * Math.abs(value);
  const low = min !== undefined && Number.isFinite(min) ? min : kind === "input" || value < 0 ? -size : 0;
  const high = max !== undefined && Number.isFinite(max) ? max : value < 0 && kind !== "input" ? 0 : size;
  const [from, to] = high > low ? [low, high] : [low, low + size];
  return { low: from, high: to, step: (to - from) / 200 };
}

/** A slider whose steps are counted from the value at the start, so that this value is one of them. */
export class StepScale {
  readonly from: number;
  readonly to: number;
  private readonly start: number;
  private readonly range: ControlRange;

  constructor(start: number, range: ControlRange) {
    this.start = start;
    this.range = range;
    this.from = Math.floor((range.low - start) / range.step);
    this.to = Math.ceil((range.high - start) / range.step);
  }

  valueOf(count: number): number {
    const { low, high, step } = this.range;
    if (count <= this.from) return low;
    return count >= this.to ? high : Math.min(high, Math.max(low, this.start + count * step));
  }

  countOf(value: number): number {
    return Math.round((value - this.start) / this.range.step);
  }
}

/** An axis of a gamepad from −1 to 1 becomes a value: the middle of the stick is the value at the start. */
export function valueOfAxis(axis: number, start: number, { low, high }: ControlRange): number {
  const turned = Math.abs(axis) < 0.08 ? 0 : Math.max(-1, Math.min(1, axis));
  return turned < 0 ? start + turned * (start - low) : start + turned * (high - start);
}
