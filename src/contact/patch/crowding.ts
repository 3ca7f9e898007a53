/**
 * How vertices on a circle crowd around the contact.
 *
 *     φ_k = φ_0 + 2·atan(τ·tan(s_k/2))          s_k equidistant in (−π, π)
 *
 * Legend   φ_0  direction of the contact       τ ≤ 1  crowding; 1: equidistant
 *          ψ    half the angle that dips in:  dip = 1 − cos ψ
 */

import * as elementary from "../../math/elementary.ts";

/**
 * Part of the vertices that lies where the circle dips in: two thirds, and a little more, so that no vertex lies where the dip ends, where
 * it would come and go with rounding. With 10, 20 and 40 vertices the dip ends at least a quarter of their spacing away from any of them.
 */
const share = 0.675;
const tanShare = elementary.tan(0.5 * share * Math.PI);

/** tan(s_k/2) of the vertices after the first, which is opposite to the contact. */
export function tangentsOf(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => elementary.tan((Math.PI * k) / count - 0.5 * Math.PI));
}

/** τ for the part of the radius that dips in; 1 from 2 on, and where that is not a number, without a radius. */
export function crowding(dip: number): number {
  // tan(ψ/2)² = (1 − cos ψ)/(1 + cos ψ)
  const tanDip = dip < 2 ? Math.sqrt(dip / (2 - dip)) : Infinity;
  return Math.max(1e-9, Math.min(1, tanDip / tanShare));
}
