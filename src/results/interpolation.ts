/**
 * Values between the rows of a segment. Neighbouring rows with the same time are the two sides of
 * an event, so no interval of positive length contains one.
 *
 * Rules    hold     discrete, integer and boolean entries keep the value of the row before
 *          hermite  states whose derivative is recorded: the cubic with values and slopes of both rows,
 *                   error h⁴/384 · max |x⁗|
 *          linear   everything else, error h²/8 · max |x″|
 *
 *          x(θ) = (1−θ) x₀ + θ x₁ + θ(θ−1) [ (1−2θ)(x₁−x₀) + (θ−1) h x₀′ + θ h x₁′ ]
 * Legend   θ  (t − t₀)/h,    h  t₁ − t₀
 * Source   [Hairer1993] sec. II.6
 */
import type { Segment } from "./recording.ts";
import type { SegmentLayout, SignalDescription } from "./resultSink.ts";
import { derivativeName } from "./signalName.ts";

export const hold = 0;
export const linear = 1;
export const hermite = 2;

export interface InterpolationRules {
  /** Per entry of the row: hold, linear or hermite. */
  readonly rule: Uint8Array;
  /** Entry that holds the slope, for hermite; −1 when the slope is constant. */
  readonly slopeSlot: Int32Array;
  /** Factor of that entry; the slope itself when constant. */
  readonly slopeFactor: Float64Array;
}

export function interpolationRules(layout: SegmentLayout): InterpolationRules {
  const rule = new Uint8Array(layout.width).fill(linear);
  const slopeSlot = new Int32Array(layout.width).fill(-1);
  const slopeFactor = new Float64Array(layout.width);
  const visible = layout.signals.filter((signal) => !signal.isHidden);
  const byName = new Map(visible.map((signal) => [signal.name, signal]));

  for (const slot of layout.discreteSlots) rule[slot] = hold;
  for (const signal of visible) {
    if (isHeld(signal)) for (const slot of signal.slots) if (slot >= 0) rule[slot] = hold;
  }
  for (const state of visible) {
    const derivative = state.kind === "state" ? byName.get(derivativeName(state.name)) : undefined;
    if (derivative === undefined) continue;
    state.slots.forEach((slot, k) => {
      if (slot < 0) return;
      rule[slot] = hermite;
      slopeSlot[slot] = derivative.slots[k]!;
      slopeFactor[slot] = derivative.factors[k]! * state.factors[k]!;
    });
  }
  return { rule, slopeSlot, slopeFactor };
}

/** true when the signal changes at events only. */
export function isHeld(signal: Pick<SignalDescription, "kind" | "type">): boolean {
  return signal.kind === "discrete" || signal.kind === "parameter" || signal.type !== "real";
}

/** out ← the whole row at t in [times[row], times[row + 1]]; scratch0 and scratch1 receive the two rows. */
export function interpolateRow(
  out: Float64Array,
  segment: Segment,
  rules: InterpolationRules,
  t: number,
  row: number,
  scratch0: Float64Array,
  scratch1: Float64Array,
): void {
  segment.values.readRow(row, scratch0);
  segment.values.readRow(row + 1, scratch1);
  const t0 = segment.times[row]!;
  const h = segment.times[row + 1]! - t0;
  for (let slot = 0; slot < out.length; slot++) {
    out[slot] = between(rules, slot, (t - t0) / h, h, scratch0, scratch1);
  }
  segment.layout.derived?.compute(out);
}

function between(
  { rule, slopeSlot, slopeFactor }: InterpolationRules,
  slot: number,
  θ: number,
  h: number,
  row0: Float64Array,
  row1: Float64Array,
): number {
  const x0 = row0[slot]!;
  const x1 = row1[slot]!;
  if (rule[slot] === hold) return x0;
  const chord = (1 - θ) * x0 + θ * x1;
  if (rule[slot] === linear) return chord;

  const slope = slopeSlot[slot]!;
  const factor = slopeFactor[slot]!;
  const v0 = slope < 0 ? factor : factor * row0[slope]!;
  const v1 = slope < 0 ? factor : factor * row1[slope]!;
  return chord + θ * (θ - 1) * ((1 - 2 * θ) * (x1 - x0) + (θ - 1) * h * v0 + θ * h * v1);
}
