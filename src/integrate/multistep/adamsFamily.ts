/**
 * Adams–Moulton formulas of order 1–12 with variable coefficients.
 *
 * Source   [Byrne1975], [Hindmarsh2005] sec. 2.1
 * Law      Λ'(x) ∝ Π_{i=1}^{q−1} (1 + x/ξ_i),  Λ(−1) = 0, Λ(0) = 1,   ξ_i = (t_n − t_{n−i}) / h
 *          The coefficients m_i of the product are built up factor by factor; the integrals over [−1, 0]
 *          are alternating sums  M_k = Σ (−1)^i m_i / (i + k).
 */
import type { Coefficients, MultistepFamily } from "./family.ts";

const nonlinearFraction = 0.2;

/**
 * Deviation: CVODE lets a step grow only by 1.5 or more, which saves factorisations; functional iteration has none, and
 * 1.2 saves a quarter of the steps. The safety factors turn the saving into accuracy (0.3 digits on average).
 */
export const adamsFamily: MultistepFamily = {
  inside: "resolved",
  maximumOrder: 12,
  toleranceSafety: 2.5,
  startupSafety: 50,
  nonlinearFraction,
  worthwhileGrowth: 1.2,
  setCoefficients,
  increaseOrder,
  decreaseOrder,
};

function setCoefficients(c: Coefficients, q: number, h: number, tau: Float64Array, beforeOrderChange: boolean): void {
  const { l, tq, m } = c;
  l.fill(0);
  if (q === 1) {
    l[0] = 1;
    l[1] = 1;
    tq[1] = 1;
    tq[2] = 1 / 2;
    tq[3] = 1 / 12;
    tq[4] = nonlinearFraction / tq[2];
    tq[5] = 1;
    return;
  }
  m.fill(0);
  m[0] = 1;
  let span = h;
  for (let j = 1; j < q; j++) {
    if (j === q - 1 && beforeOrderChange) tq[1] = (q * alternatingSum(q - 2, m, 2)) / m[q - 2];
    const ξInverse = h / span;
    for (let i = j; i >= 1; i--) m[i] += m[i - 1] * ξInverse;
    span += tau[j];
  }
  const M1Inverse = 1 / alternatingSum(q - 1, m, 1);
  const M2 = alternatingSum(q - 1, m, 2);
  l[0] = 1;
  for (let i = 1; i <= q; i++) l[i] = (M1Inverse * m[i - 1]) / i;
  const ξ = span / h;
  tq[2] = (M2 * M1Inverse) / ξ;
  tq[5] = ξ / l[q];
  if (beforeOrderChange) {
    for (let i = q; i >= 1; i--) m[i] += m[i - 1] / ξ;
    tq[3] = (alternatingSum(q, m, 2) * M1Inverse) / (q + 1);
  }
  tq[4] = nonlinearFraction / tq[2];
}

/** Σ_{i=0}^{last} (−1)^i a_i / (i + k). */
function alternatingSum(last: number, a: Float64Array, k: number): number {
  let sum = 0;
  let sign = 1;
  for (let i = 0; i <= last; i++) {
    sum += sign * (a[i] / (i + k));
    sign = -sign;
  }
  return sum;
}

function increaseOrder(_c: Coefficients, z: Float64Array[], q: number): void {
  z[q + 1].fill(0);
}

/** z_j loses the part of the polynomial with derivative q·x·Π (x + ξ_i) that order q contributed. */
function decreaseOrder(c: Coefficients, z: Float64Array[], q: number, h: number, tau: Float64Array): void {
  const l = c.l;
  l.fill(0);
  l[1] = 1;
  let span = 0;
  for (let j = 1; j <= q - 2; j++) {
    span += tau[j];
    const ξ = span / h;
    for (let i = j + 1; i >= 1; i--) l[i] = l[i] * ξ + l[i - 1];
  }
  for (let j = q - 2; j >= 1; j--) l[j + 1] = q * (l[j] / (j + 1));
  const top = z[q];
  const n = top.length;
  for (let j = 2; j < q; j++) {
    const zj = z[j];
    const lj = l[j];
    for (let i = 0; i < n; i++) zj[i] -= lj * top[i];
  }
}
