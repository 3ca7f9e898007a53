/** The course of a variable during a run: five points of every accepted step, and both values at events. */
import type { Course } from "../compile/eventTables.ts";

/** Points of a step behind its first one. */
export const pointsPerStep = 4;

export interface History extends Course {
  times: Float64Array;
  values: Float64Array;
  begins: Int32Array;
  count: number;
  /** The delay where it is constant and positive, otherwise NaN. */
  readonly delay: number;
  /** Whether x changes at events only. */
  readonly isHeld: boolean;
  /** Entries that are right sides of jumps, in order. */
  readonly jumps: number[];
  /** When corners come back, in order; the last may still turn out to be none. */
  readonly corners: number[];
  /** The entry of the last event, until its corner is known; −1 afterwards. */
  event: number;
  scale: number;
}

/** Notes the present value: `position` is 0 at the start and after an event, 1 … pointsPerStep for the points of a step. */
export function note(line: History, t: number, V: Float64Array, position: number): number {
  const k = line.count++;
  if (k === line.times.length) grow(line);
  line.begins[k] = k - position;
  const value = line.sign * V[line.variable]!;
  line.times[k] = t;
  line.values[k] = value;
  line.scale = Math.max(line.scale, Math.abs(value));
  return k;
}

/** The polynomial through the points of the step that `index` belongs to; nothing is known of the slope at a point on its own. */
export function interpolate({ times, values, begins, scheme }: Course, index: number, at: number): number {
  const first = begins[index]!;
  if (first === index) return values[index]!;
  // Neville's scheme in place of coefficients: five points, ten combinations
  const last = first + pointsPerStep;
  for (let i = first; i <= last; i++) scheme[i - first] = values[i]!;
  for (let m = 1; m <= pointsPerStep; m++) {
    for (let i = 0; i <= pointsPerStep - m; i++) {
      const [left, right] = [times[first + i]!, times[first + i + m]!];
      scheme[i] = ((at - right) * scheme[i]! + (left - at) * scheme[i + 1]!) / (left - right);
    }
  }
  return scheme[0]! + 0; // no −0
}

export function grow(line: History): void {
  const times = new Float64Array(2 * line.times.length);
  const values = new Float64Array(2 * line.values.length);
  times.set(line.times);
  values.set(line.values);
  const begins = new Int32Array(2 * line.begins.length);
  begins.set(line.begins);
  line.begins = begins;
  line.times = times;
  line.values = values;
}
