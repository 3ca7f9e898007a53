/**
 * Given motions of targets.
 *
 *     x_k(t) = mean + amplitude · sin(2π·t / period + phase)         for sway (x), heave (y) and roll (φ)
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import { anObject, checkOptions } from "../errors/shapes.ts";
import * as elementary from "../math/elementary.ts";
import type { MotionFunction } from "./world.ts";

export interface Harmonic {
  /** Default 0. */
  readonly mean?: number;
  /** Default 0. */
  readonly amplitude?: number;
  /** s. Default 1. */
  readonly period?: number;
  /** rad. Default 0. */
  readonly phase?: number;
}

export interface HarmonicMotion {
  /** Along x, m. */
  readonly sway?: Harmonic;
  /** Along y, m. */
  readonly heave?: Harmonic;
  /** About the origin of the target, rad. */
  readonly roll?: Harmonic;
}

/** The motion of a ship's deck in regular waves: each degree of freedom swings with a period of its own. */
export function harmonicMotion(motion: HarmonicMotion): MotionFunction {
  checkOptions("harmonicMotion", motion, { sway: anObject, heave: anObject, roll: anObject });
  const parts = [motion.sway, motion.heave, motion.roll].map((part = {}, k) => {
    const { mean = 0, amplitude = 0, period = 1, phase = 0 } = part;
    const isSound = period > 0 && [mean, amplitude, period, phase].every(Number.isFinite);
    if (!isSound) {
      const name = ["sway", "heave", "roll"][k];
      throw new RattlebackError("E-PLANAR-VALUE", `The harmonic motion has ${name} = ${JSON.stringify(part)}.`, {
        path: name,
        hint: "finite numbers, and a positive period",
        data: { name, ...part },
      });
    }
    return { mean, amplitude, frequency: (2 * Math.PI) / period, phase };
  });
  return (t, pose) => {
    for (let k = 0; k < 3; k++) {
      const { mean, amplitude, frequency, phase } = parts[k];
      pose[k] = mean + amplitude * elementary.sin(frequency * t + phase);
      pose[3 + k] = amplitude * frequency * elementary.cos(frequency * t + phase);
    }
  };
}
