/**
 * Smooth replacements near zero velocity.
 *
 * Source   [Neumayr2024] (7.4), (7.11), (7.12)
 *
 *     reg(v)   = |v|                                    |v| ≥ v_min
 *              = |v|²/v_min·(1 − |v|/(3·v_min)) + v_min/3   else
 *     cor_reg  = cor + (cor_min − cor)·exp(ln(0.01)·|v|/v_min)
 *
 * Holds    reg ≥ v_min/3 > 0, with continuous first and second derivatives; |v|/reg(v) ≤ 1.
 */

import * as elementary from "../math/elementary.ts";

/** Smallest coefficient of restitution, reached at standstill. */
const minimumRestitution = 0.001;

/** What is left of the difference cor − cor_min at v = v_min. */
const restAtThreshold = 0.01;

export function regularisedSpeed(speed: number, threshold: number): number {
  if (speed >= threshold) return speed;
  return (speed * speed * (1 - speed / (3 * threshold))) / threshold + threshold / 3;
}

export function regularisedRestitution(restitution: number, speed: number, threshold: number): number {
  const blend = elementary.exp((elementary.log(restAtThreshold) * speed) / threshold);
  return restitution + (minimumRestitution - restitution) * blend;
}
