/**
 * Backward differentiation formulas of order 1–5 with fixed leading coefficient.
 *
 * Source   [Jackson1980], [Hindmarsh2005] sec. 2.1; error constants after [Byrne1975]
 * Law      Λ(x) = (1 + x/ξ*_q) · Π_{i<q} (1 + x/ξ_i),   ξ_i = (t_n − t_{n−i}) / h
 *          1/ξ*_q = −α₀ − Σ_{i<q} 1/ξ_i,   α₀ = −Σ_{i≤q} 1/i   (the leading coefficient of equal steps)
 */
import type { Coefficients, MultistepFamily } from "./family.ts";

/**
 * Deviation: CVODE uses 0.1. Iteration errors look like local errors and waste steps; measured over the reference
 * problems, 0.05 saves a tenth of the steps. The two safety factors turn the saving into accuracy (0.2 digits on
 * average), so that steps and evaluations stay those of CVODE.
 */
const nonlinearFraction = 0.05;

export const bdfFamily: MultistepFamily = {
  inside: "smoothed",
  maximumOrder: 5,
  toleranceSafety: 1.5,
  startupSafety: 20,
  nonlinearFraction,
  worthwhileGrowth: 1.5,
  setCoefficients,
  increaseOrder,
  decreaseOrder,
};

function setCoefficients(c: Coefficients, q: number, h: number, tau: Float64Array, beforeOrderChange: boolean): void {
  const l = c.l;
  l.fill(0);
  l[0] = 1;
  l[1] = 1;
  let ξInverse = 1;
  let ξStarInverse = 1;
  let α0 = -1;
  let α0Hat = -1;
  let span = h;
  if (q > 1) {
    for (let j = 2; j < q; j++) {
      span += tau[j - 1];
      ξInverse = h / span;
      α0 -= 1 / j;
      for (let i = j; i >= 1; i--) l[i] += l[i - 1] * ξInverse;
    }
    α0 -= 1 / q;
    ξStarInverse = -l[1] - α0;
    span += tau[q - 1];
    ξInverse = h / span;
    α0Hat = -l[1] - ξInverse;
    for (let i = q; i >= 1; i--) l[i] += l[i - 1] * ξStarInverse;
  }
  setTestQuantities(c, q, h, tau, beforeOrderChange, span, α0, α0Hat, ξInverse, ξStarInverse);
}

function setTestQuantities(
  c: Coefficients,
  q: number,
  h: number,
  tau: Float64Array,
  beforeOrderChange: boolean,
  span: number,
  α0: number,
  α0Hat: number,
  ξInverse: number,
  ξStarInverse: number,
): void {
  const { l, tq } = c;
  const A1 = 1 - α0Hat + α0;
  const A2 = 1 + q * A1;
  tq[2] = Math.abs(A1 / (α0 * A2));
  tq[5] = Math.abs((A2 * ξStarInverse) / (l[q] * ξInverse));
  if (beforeOrderChange) {
    if (q > 1) {
      const C = ξStarInverse / l[q];
      const A3 = α0 + 1 / q;
      const A4 = α0Hat + ξInverse;
      tq[1] = Math.abs((C * (1 - A4 + A3)) / A3);
    } else {
      tq[1] = 1;
    }
    const ξNextInverse = h / (span + tau[q]);
    const A5 = α0 - 1 / (q + 1);
    const A6 = α0Hat - ξNextInverse;
    tq[3] = Math.abs((1 - A6 + A5) / A2 / (ξNextInverse * (q + 2) * A5));
  }
  tq[4] = nonlinearFraction / tq[2];
}

/** z_{q+1} ← A₁·correction, and z_j gains the part of the new Newton polynomial: x²·Π (x + ξ_i). */
function increaseOrder(
  c: Coefficients,
  z: Float64Array[],
  q: number,
  h: number,
  tau: Float64Array,
  correction: Float64Array,
): void {
  const l = c.l;
  l.fill(0);
  l[2] = 1;
  let α0 = -1;
  let α1 = 1;
  let product = 1;
  let ξOld = 1;
  let span = h;
  for (let j = 1; j < q; j++) {
    span += tau[j + 1];
    const ξ = span / h;
    product *= ξ;
    α0 -= 1 / (j + 1);
    α1 += 1 / ξ;
    for (let i = j + 2; i >= 2; i--) l[i] = l[i] * ξOld + l[i - 1];
    ξOld = ξ;
  }
  const A1 = (-α0 - α1) / product;
  const top = z[q + 1];
  const n = top.length;
  for (let i = 0; i < n; i++) top[i] = A1 * correction[i];
  for (let j = 2; j <= q; j++) {
    const zj = z[j];
    const lj = l[j];
    for (let i = 0; i < n; i++) zj[i] += lj * top[i];
  }
}

/** z_j loses the part of the Newton polynomial x²·Π (x + ξ_i) that order q contributed. */
function decreaseOrder(c: Coefficients, z: Float64Array[], q: number, h: number, tau: Float64Array): void {
  const l = c.l;
  l.fill(0);
  l[2] = 1;
  let span = 0;
  for (let j = 1; j <= q - 2; j++) {
    span += tau[j];
    const ξ = span / h;
    for (let i = j + 2; i >= 2; i--) l[i] = l[i] * ξ + l[i - 1];
  }
  const top = z[q];
  const n = top.length;
  for (let j = 2; j < q; j++) {
    const zj = z[j];
    const lj = l[j];
    for (let i = 0; i < n; i++) zj[i] -= lj * top[i];
  }
}
