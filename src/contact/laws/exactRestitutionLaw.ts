/**
 * Damping that gives exactly the wanted restitution.
 *
 * Without other forces, K·δ^1.5·(1 + d·δ̇) turns the speed v into v′ with (integrate δ̇ dδ̇/(1 + d·δ̇) over the impact)
 *
 *     d·v − ln(1 + d·v) = −d·v′ − ln(1 − d·v′),         independent of mass and stiffness.
 *
 * With a = d·v, e = v′/v, this is an equation for a:  a·(1 + e) + ln((1 − a·e)/(1 + a)) = 0,  0 < a < 1/e.
 *
 * Legend   cor_reg, reg(v) as in regularisation.ts: both are 1 to rounding for speeds well above v_min
 * Deviation: d is limited by d_max as in [Neumayr2024] (7.13), so very slow or very inelastic impacts keep a rest of rebound.
 */
import { regularisedRestitution, regularisedSpeed } from "../regularisation.ts";
import { hertzForce, type NormalLaw } from "./law.ts";

export const exactRestitutionLaw: NormalLaw = {
  name: "exactRestitution",
  damping({ speed, restitution, smallSpeed, maximumDamping }) {
    const cor = regularisedRestitution(restitution, speed, smallSpeed);
    return Math.min(maximumDamping, dampingNumber(cor) / regularisedSpeed(speed, smallSpeed));
  },
  force: hertzForce,
};

/** a(e) = d·v for the restitution e, 0 < e ≤ 1. */
export function dampingNumber(e: number): number {
  if (e >= 1) return 0;
  // x = a·e in (0, 1): g(x) = x·(1 + e)/e + ln((1 − x)·e/(x + e)); g → 0⁺ at 0, one zero, then down to −∞
  let low = 0;
  let high = 1;
  // the first terms of the series of g in a
  let x = Math.min(0.5, (1.5 * e * (1 - e * e)) / (1 + e * e * e));
  for (let k = 0; k < 200; k++) {
    const value = (x * (1 + e)) / e + Math.log1p(-x) - Math.log1p(x / e);
    if (value > 0) low = x;
    else high = x;
    const slope = (1 + e) / e - 1 / (1 - x) - 1 / (x + e);
    const next = x - value / slope;
    const previous = x;
    // close to x = 0 Newton would run into the zero there
    x = next > low && next < high && slope < 0 ? next : 0.5 * (low + high);
    if (Math.abs(x - previous) <= 1e-15 * x) break;
  }
  return x / e;
}

/** v′/v of an impact with d·v = a: the exact outcome of every law of the common form. */
export function restitutionOf(a: number): number {
  if (a === 0) return 1;
  const left = a - Math.log1p(a);
  // y = a·e in (0, 1): −y − ln(1 − y) = left, increasing and convex
  let low = 0;
  let high = 1;
  let y = a < 1 ? a / (1 + (2 * a) / 3) : 1 - Math.exp(-left - 1);
  for (let k = 0; k < 200; k++) {
    const value = -y - Math.log1p(-y) - left;
    if (value < 0) low = y;
    else high = y;
    const next = y - (value * (1 - y)) / y;
    const previous = y;
    y = next > low && next < high ? next : 0.5 * (low + high);
    if (Math.abs(y - previous) <= 1e-16 * y) break;
  }
  return y / a;
}
