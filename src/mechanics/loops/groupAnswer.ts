/**
 * How the velocities of a group with closed loops answer to impulses.
 *
 * Source   [Featherstone2008] sec. 8.5; [Wehage1982], as loopDynamics.ts
 *
 *     Δv = N·(Nᵀ·M·N)⁻¹·Nᵀ·p        N = (1, T): what the loops let independent velocities move
 *
 * Velocities that satisfied the loops satisfy them afterwards.
 */

import { solveSkyline } from "./loopDynamics.ts";
import type { LoopGroup } from "./loopGroup.ts";

/**
 * out ← changes of the velocities of a group without flanges by impulses p along them, both in its own numbering; positions and reduced equations must be
 * up to date.
 */
export function answerOfGroup(out: Float64Array, p: Float64Array, group: LoopGroup): void {
  const { rank, dependent, independent, independentCount: count, T, rowFrom, rowTo, vector } = group;
  for (let i = 0; i < count; i++) vector[i] = p[independent[i]];
  for (let l = 0; l < rank; l++) {
    const impulse = p[dependent[l]];
    if (impulse !== 0) for (let i = rowFrom[l]; i < rowTo[l]; i++) vector[i] += T[l * count + i] * impulse;
  }
  solveSkyline(group, count);
  for (let i = 0; i < count; i++) out[independent[i]] = vector[i];
  for (let l = 0; l < rank; l++) {
    let sum = 0;
    for (let i = rowFrom[l]; i < rowTo[l]; i++) sum += T[l * count + i] * vector[i];
    out[dependent[l]] = sum;
  }
}
