/**
 * Damping that gives exactly the wanted restitution.
 *
 * Without other forces, K·δ^1.5·(1 + d·δ̇) turns the speed v into v′ with (integrate δ̇ dδ̇/(1 + d·δ̇) over the impact)
 *
 *     d·v − ln(1 + d·v) = −d·v′ − ln(1 − d·v′),         independent of mass and stiffness.
 *
 * With a = d·v, e = v′/v and H(x) = (x − ln(1 + x))/x² this is an equation for a:  H(a) = e²·H(−a·e),  0 < a < 1/e.
 *
 * Legend   cor_reg, reg(v) as in regularisation.ts: both are 1 to rounding for speeds well above v_min
 * Deviation: d is limited by d_max as in [Neumayr2024] (7.13), so very slow or very inelastic impacts keep a rest of rebound.
 */
import * as elementary from "../../math/elementary.ts";
import { regularisedRestitution, regularisedSpeed } from "../regularisation.ts";
import { hertzEnergy, hertzForce, type NormalLaw } from "./law.ts";

export const exactRestitutionLaw: NormalLaw = {
  name: "exactRestitution",
  damping({ speed, restitution, smallSpeed, maximumDamping }) {
    const cor = regularisedRestitution(restitution, speed, smallSpeed);
    return Math.min(maximumDamping, dampingNumber(cor) / regularisedSpeed(speed, smallSpeed));
  },
  force: hertzForce,
  hasAreas: true,
  energy: hertzEnergy,
};

/** a(e) = d·v for the restitution e, 0 < e ≤ 1. */
export function dampingNumber(e: number): number {
  if (e >= 1) return 0;
  // H(a) = e²·H(−a·e): both sides of the equation divided by a², which takes the zero at a = 0 away; falls in a
  let low = 0;
  let high = 1 / e;
  let a = Math.min(0.5 * high, (1.5 * (1 - e * e)) / (1 + e * e * e));
  for (let k = 0; k < 200 && high - low > 1e-15 * high; k++) {
    const value = lossRatio(a) - e * e * lossRatio(-a * e);
    if (value === 0) return a;
    if (value > 0) low = a;
    else high = a;
    const offset = 1e-6 * a;
    const slope =
      (lossRatio(a + offset) - lossRatio(a) - e * e * (lossRatio(-(a + offset) * e) - lossRatio(-a * e))) / offset;
    const change = value / slope;
    if (Math.abs(change) <= 1e-16 * a) break;
    const next = a - change;
    a = next > low && next < high ? next : 0.5 * (low + high);
  }
  return a;
}

/** v′/v of an impact with d·v = a: the exact outcome of every law of the common form. */
export function restitutionOf(a: number): number {
  if (a === 0) return 1;
  const left = a * a * lossRatio(a);
  // y = a·e in (0, 1) with y²·H(−y) = left; the left side grows and is convex
  let low = 0;
  let high = 1;
  let y = a < 1 ? a / (1 + (2 * a) / 3) : 1 - elementary.exp(-left - 1);
  for (let k = 0; k < 200; k++) {
    const value = y * y * lossRatio(-y) - left;
    if (value < 0) low = y;
    else high = y;
    const change = (value * (1 - y)) / y;
    if (Math.abs(change) <= 1e-16 * y || high - low <= 1e-16 * high) break;
    const next = y - change;
    y = next > low && next < high ? next : 0.5 * (low + high);
  }
  return y / a;
}

/** H(x) = (x − ln(1 + x))/x², by its series where the difference would lose digits. */
function lossRatio(x: number): number {
  if (Math.abs(x) > 0.3) return (x - elementary.log1p(x)) / (x * x);
  let sum = 0;
  let power = 1;
  for (let k = 2; k < 40; k++) {
    const term = power / k;
    sum += term;
    if (Math.abs(term) < 1e-17 * sum) break;
    power *= -x;
  }
  return sum;
}
