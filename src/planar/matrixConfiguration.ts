/**
 * The collision configuration by binary matrices, packed 32 initiators to the word.
 *
 * Source   [SchockLanglois] sec. 3.5, algorithm 2, in the reading of collisionConfiguration.ts
 *
 *     N0 = column is in collision at t0                  all rows of C(t0) joined by ∨
 *     N1 = column is inside                              all rows of P(t) joined by ∧
 *     C0 = C(t0) ∘ (N1 ∨ S(t) ∘ (1 − |Δ|))               retained collision
 *     C1 = (Δ = 1) ∘ N1 ∘ (1 − N0)                       new collision
 *     C(t) = C0 + C1
 *
 * The guards are equal in all rows of a column, so one word holds each of them for 32 columns; Hadamard products are
 * conjunctions of words. S(t) only counts where a surface of the reference has lost its point, and is computed there.
 */
import type { CollisionConfiguration } from "./collisionConfiguration.ts";
import { isOnRange, type Outline } from "./outline.ts";
import { PackedConfiguration } from "./packedConfiguration.ts";

export class MatrixConfiguration extends PackedConfiguration implements CollisionConfiguration {
  override evaluate(outline: Outline, points: Float64Array, first: number): void {
    const { surfaces, groups, penetration, referencePenetration, collision, referenceCollision } = this;
    for (let group = 0; group < groups; group++) {
      const start = surfaces * group;
      const n1 = this.packPenetration(outline, points, first, group);
      const n0 = this.inCollision(group);
      const opens = n1 & ~n0;
      for (let i = 0; i < surfaces; i++) {
        const k = start + i;
        const c0 = referenceCollision[k];
        const outside = c0 & ~n1 & ~(penetration[k] ^ referencePenetration[k]);
        const retained = outside === 0 ? 0 : packRange(outline, i, points, first + 32 * group, outside);
        collision[k] = (c0 & n1) | retained | (penetration[k] & ~referencePenetration[k] & opens);
      }
    }
  }
}

/** Which of the 32 initiators from `first` on that are set in `mask` have their projection on surface i, eq. (17). */
function packRange(outline: Outline, i: number, points: Float64Array, first: number, mask: number): number {
  let word = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const b = 31 - Math.clz32(rest & -rest);
    const j = first + b;
    if (isOnRange(outline, i, points[2 * j], points[2 * j + 1])) word |= 1 << b;
  }
  return word;
}
