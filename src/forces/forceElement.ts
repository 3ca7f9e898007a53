/** What every force element and every sensor offers to the model it stands in. */
import type { BodyForces, BodyMotion } from "../mechanics/bodyMotion.ts";
import type { BodyAccelerations } from "./bodyFrame.ts";

export interface ElementOutput {
  readonly name: string;
  /** Number of components; a scalar when absent. */
  readonly size?: number;
  readonly unit: string;
  readonly description: string;
  /** true: known once accelerations are. */
  readonly needsAcceleration?: boolean;
}

interface Element {
  readonly outputs: readonly ElementOutput[];
  /** The outputs one after the other, as computed last. */
  readonly values: Float64Array;
}

/** Adds forces that depend on time, positions and velocities. */
export interface ForceElement extends Element {
  apply(time: number, motion: BodyMotion, forces: BodyForces): void;
  /** What its springs hold, J. */
  energy?(motion: BodyMotion): number;
}

/** Measures, and does nothing else. */
export interface SensorElement extends Element {
  /** Positions and velocities. */
  measure(motion: BodyMotion): void;
  /** Accelerations, after measure(). */
  measureAccelerations(accelerations: BodyAccelerations): void;
}

export function outputCount(outputs: readonly ElementOutput[]): number {
  return outputs.reduce((sum, { size = 1 }) => sum + size, 0);
}

/** Laws of springs and dampers: a factor, or a function of the deflection or its rate. */
export type ForceLaw = number | ((x: number) => number);

export function lawFunction(law: ForceLaw): (x: number) => number {
  return typeof law === "number" ? (x) => law * x : law;
}
