/**
 * Mass flow as a function of the pressure difference, for both directions, without a kink and strictly monotone.
 *
 * Source   [Idelchik1996]; [Colebrook1939]; transition and regularisation: own
 *
 * A law is given for Δp > 0 with the properties of the side that the flow comes from. Within |Δp| < δ two cubics replace it that meet value
 * and slope at ±δ and share a finite slope at zero, min(f_a(δ), f_b(δ))/δ, so that the flow is monotone [FritschCarlson1980] and
 * its slope positive.
 */

import type { UserFunctionOptions } from "../../language/functions.ts";
import * as elementary from "../../math/elementary.ts";

/** Value and slope of a law at x > 0, and their derivatives with respect to two properties of the fluid. */
interface Law {
  f: number;
  s: number;
  f1: number;
  f2: number;
  s1: number;
  s2: number;
}
type Evaluate = (law: Law, x: number, first: number, second: number, isBlended: boolean) => void;

const zero = (): Law => ({ f: 0, s: 0, f1: 0, f2: 0, s1: 0, s2: 0 });
const a = zero();
const b = zero();
/** Flow, and its derivatives with respect to Δp, the two properties at a, the two at b. */
const out = new Float64Array(6);

function bothWays(evaluate: Evaluate, dp: number, a1: number, a2: number, b1: number, b2: number, delta: number): void {
  out.fill(0);
  if (dp >= delta) {
    evaluate(a, dp, a1, a2, false);
    out[0] = a.f;
    out[1] = a.s;
    out[2] = a.f1;
    out[3] = a.f2;
    return;
  }
  if (dp <= -delta) {
    evaluate(b, -dp, b1, b2, false);
    out[0] = -b.f;
    out[1] = b.s;
    out[4] = -b.f1;
    out[5] = -b.f2;
    return;
  }
  evaluate(a, delta, a1, a2, true);
  evaluate(b, delta, b1, b2, true);
  const isForward = dp >= 0;
  const sign = isForward ? 1 : -1;
  const mine = isForward ? a : b;
  const least = a.f <= b.f ? a : b;
  const y = Math.abs(dp) / delta;
  // Hermite cubics: value at 1, slope at 0, slope at 1
  const v1 = y * y * (3 - 2 * y);
  const s0 = y * (1 - y) * (1 - y);
  const s1 = y * y * (y - 1);
  out[0] = sign * (v1 * mine.f + s0 * least.f + s1 * delta * mine.s);
  out[1] = (6 * y * (1 - y) * mine.f + (1 - y) * (1 - 3 * y) * least.f + y * (3 * y - 2) * delta * mine.s) / delta;
  const at = isForward ? 2 : 4;
  out[at] = sign * (v1 * mine.f1 + s1 * delta * mine.s1);
  out[at + 1] = sign * (v1 * mine.f2 + s1 * delta * mine.s2);
  const share = least === a ? 2 : 4;
  out[share]! += sign * s0 * least.f1;
  out[share + 1]! += sign * s0 * least.f2;
}

/** m = √(k Δp), k = 2 d A²/ζ: orifices, valves, fittings. */
const root: Evaluate = (law, x, k) => {
  law.f = Math.sqrt(k * x);
  law.s = law.f / (2 * x);
  law.f1 = law.f / (2 * k);
  law.s1 = law.s / (2 * k);
};

/** `rootFlow(dp, k_a, k_b, dp_small)` */
export const rootFlow: UserFunctionOptions = {
  results: [[]],
  call: (dp: number, ka: number, kb: number, small: number) => {
    bothWays(root, dp, ka, 0, kb, 0, small);
    return out[0]!;
  },
  derivative: {
    results: [[]],
    call: (dp: number, ka: number, kb: number, small: number, dDp: number, dKa: number, dKb: number) => {
      bothWays(root, dp, ka, 0, kb, 0, small);
      return out[1]! * dDp + out[2]! * dKa + out[4]! * dKb;
    },
  },
};

const laminarEnd = 2300;
const turbulentStart = 4000;

/** Re(λ₂) and its slope, with λ₂ = λ Re²: laminar, a cubic between the logarithms, or Colebrook and White. */
function reynolds(l2: number, rough: number, result: Float64Array): void {
  const first = 64 * laminarEnd;
  if (l2 <= first) {
    result[0] = l2 / 64;
    result[1] = 1 / 64;
    return;
  }
  const second = turbulentLambda2(rough);
  if (l2 >= second) {
    turbulent(l2, rough, result);
    return;
  }
  turbulent(second, rough, result);
  const width = elementary.log(second / first);
  const rise = elementary.log(result[0]! / laminarEnd);
  const end = (result[1]! * second) / result[0]!;
  const y = elementary.log(l2 / first) / width;
  const value = y * y * (3 - 2 * y) * rise + width * (y * (1 - y) * (1 - y) + y * y * (y - 1) * end);
  const slope = (6 * y * (1 - y) * rise) / width + (1 - y) * (1 - 3 * y) + y * (3 * y - 2) * end;
  result[0] = laminarEnd * elementary.exp(value);
  result[1] = (result[0]! * slope) / l2;
}

function turbulent(l2: number, rough: number, result: Float64Array): void {
  const q = Math.sqrt(l2);
  const inner = 2.51 / q + rough / 3.7;
  result[0] = (-2 * q * elementary.log(inner)) / Math.LN10;
  result[1] = (-elementary.log(inner) + 2.51 / (q * inner)) / (q * Math.LN10);
}

const known = new Map<number, number>();

/** λ₂ at which the turbulent formula gives Re = 4000. */
function turbulentLambda2(rough: number): number {
  let found = known.get(rough);
  if (found === undefined) {
    let l2 = 0.04 * turbulentStart * turbulentStart;
    for (let k = 0; k < 40; k++) {
      turbulent(l2, rough, work);
      const step = (turbulentStart - work[0]!) / work[1]!;
      l2 += step;
      if (Math.abs(step) < 1e-13 * l2) break;
    }
    found = l2;
    if (known.size > 1000) known.clear();
    known.set(rough, found);
  }
  return found;
}

const work = new Float64Array(2);
const near = new Float64Array(2);

/** Of the pipe that is being asked. */
const own = { c: 0, C: 0, rough: 0 };

/** Darcy and Weisbach: m = Re μ π D/4, λ₂ = 2 Δp D³ d/(L μ²). */
const pipe: Evaluate = (law, x, d, mu, isBlended) => {
  const { c, C, rough } = own;
  const l2 = (x * C * d) / (mu * mu);
  reynolds(l2, rough, work);
  const Re = work[0]!;
  const R1 = work[1]!;
  law.f = c * mu * Re;
  law.s = (c * R1 * C * d) / mu;
  law.f1 = (c * mu * R1 * l2) / d;
  law.f2 = c * (Re - 2 * R1 * l2);
  if (!isBlended) return;
  reynolds(l2 * 1.0001, rough, near);
  const R2 = (near[1]! - R1) / (1e-4 * l2);
  law.s1 = ((c * C) / mu) * (R1 + R2 * l2);
  law.s2 = ((-c * C * d) / (mu * mu)) * (R1 + 2 * R2 * l2);
};

function askPipe(
  dp: number,
  da: number,
  db: number,
  muA: number,
  muB: number,
  D: number,
  L: number,
  roughness: number,
  small: number,
): number {
  own.c = (Math.PI * D) / 4;
  own.C = (2 * D * D * D) / L;
  own.rough = roughness / D;
  bothWays(pipe, dp, da, muA, db, muB, small);
  return out[0]!;
}

/** `pipeFlow(dp, d_a, d_b, mu_a, mu_b, D, L, roughness, dp_small)` */
export const pipeFlow: UserFunctionOptions = {
  results: [[]],
  call: askPipe,
  derivative: {
    results: [[]],
    call: (...x: number[]) => {
      askPipe(x[0]!, x[1]!, x[2]!, x[3]!, x[4]!, x[5]!, x[6]!, x[7]!, x[8]!);
      return out[1]! * x[9]! + out[2]! * x[10]! + out[4]! * x[11]! + out[3]! * x[12]! + out[5]! * x[13]!;
    },
  },
};

/** `pipeLoss(m, d_a, d_b, mu_a, mu_b, D, L, roughness)`: the pressure difference that drives the flow, inverse of pipeFlow. */
export const pipeLoss: UserFunctionOptions = {
  results: [[]],
  call: (...x: number[]) => loss(x, false),
  derivative: { results: [[]], call: (...x: number[]) => loss(x, true) },
};

/** Laminar flow is linear in m without a blend: densities cancel there. */
function loss(x: readonly number[], isRate: boolean): number {
  const [m, da, db, muA, muB, D, L, roughness] = x as [number, number, number, number, number, number, number, number];
  const isForward = m >= 0;
  const d = isForward ? da : db;
  const mu = isForward ? muA : muB;
  const Re = (4 * Math.abs(m)) / (Math.PI * D * mu);
  const l2 = Re === 0 ? 0 : frictionFactor(Re, D, roughness) * Re * Re;
  const scale = (L * mu * mu) / (2 * elementary.pow(D, 3) * d);
  const value = Math.sign(m) * l2 * scale;
  if (!isRate) return value;
  reynolds(l2, roughness / D, work);
  const byReynolds = scale / work[1]!;
  const dm = x[8]!;
  const dd = isForward ? x[9]! : x[10]!;
  const dMu = isForward ? x[11]! : x[12]!;
  return (
    byReynolds * (4 / (Math.PI * D * mu)) * dm -
    (value / d) * dd +
    ((2 * value) / mu - (Math.sign(m) * byReynolds * Re) / mu) * dMu
  );
}

/** Nusselt number of a pipe: 3.66 in laminar flow, [Gnielinski1976] above Re = 10⁴, a cubic step between. */
export function pipeNusselt(Re: number, Pr: number): number {
  const R = Math.abs(Re);
  if (R <= laminarEnd) return 3.66;
  if (R >= 1e4) return gnielinski(R, Pr);
  const y = (R - laminarEnd) / (1e4 - laminarEnd);
  return 3.66 + y * y * (3 - 2 * y) * (gnielinski(1e4, Pr) - 3.66);
}

function gnielinski(Re: number, Pr: number): number {
  const xi = elementary.pow(1.8 * elementary.log10(Re) - 1.5, -2);
  return ((xi / 8) * Re * Pr) / (1 + 12.7 * Math.sqrt(xi / 8) * (elementary.pow(Pr, 2 / 3) - 1));
}

/** `frictionFactor(Re, D, roughness)`: λ of Darcy, as the pipes here have it. */
export function frictionFactor(Re: number, D: number, roughness: number): number {
  let l2 = Re <= laminarEnd ? 64 * Re : 0.03 * Re * Re;
  for (let k = 0; k < 60; k++) {
    reynolds(l2, roughness / D, work);
    const step = (Re - work[0]!) / work[1]!;
    l2 = Math.max(l2 + step, l2 / 4);
    if (Math.abs(step) < 1e-14 * l2) break;
  }
  return l2 / (Re * Re);
}

/**
 * Isentropic flow of an ideal gas through a nozzle, as a factor of the incompressible one: m² = 2 A² d₁ Δp F(r, κ), r = p₂/p₁.
 *
 *     F = κ/(κ − 1) (r^(2/κ) − r^((κ+1)/κ))/(1 − r),   with the critical ratio in the numerator where r is below it
 */
export const nozzleFactor: UserFunctionOptions = {
  results: [[]],
  call: (r: number, kappa: number) => nozzle(r, kappa, 0),
  derivative: { results: [[]], call: (r: number, kappa: number, dr: number) => nozzle(r, kappa, 1) * dr },
};

function nozzle(ratio: number, kappa: number, order: 0 | 1): number {
  const critical = elementary.pow(2 / (kappa + 1), kappa / (kappa - 1));
  const r = Math.min(ratio, 1);
  const c = kappa / (kappa - 1);
  if (r > 1 - 1e-3) {
    // what is left of the difference is rounding: series in e = 1 − r
    const e = 1 - r;
    const e1 = 1.5 / kappa;
    const e2 = (5 * kappa - 7) / (6 * kappa * kappa);
    const e3 = ((2 * kappa - 3) * (7 * kappa - 5)) / (24 * elementary.pow(kappa, 3));
    if (order === 0) return 1 - e * (e1 + e * (e2 + e * e3));
    return ratio > 1 ? 0 : e1 + e * (2 * e2 + 3 * e * e3);
  }
  const q = Math.max(r, critical);
  const numerator = c * (elementary.pow(q, 2 / kappa) - elementary.pow(q, (kappa + 1) / kappa));
  if (order === 0) return numerator / (1 - r);
  const slope =
    r > critical
      ? c * ((2 / kappa) * elementary.pow(q, 2 / kappa - 1) - ((kappa + 1) / kappa) * elementary.pow(q, 1 / kappa))
      : 0;
  return slope / (1 - r) + numerator / elementary.square(1 - r);
}

/** `upstream(m, x_a, x_b, m_small)`: x_a where the flow comes from a, x_b where it comes from b, a cubic step between. */
export const upstream: UserFunctionOptions = {
  results: [[]],
  call: (m: number, xa: number, xb: number, small: number) => {
    const s = step(m / small);
    return s * xa + (1 - s) * xb;
  },
  derivative: {
    results: [[]],
    call: (m: number, xa: number, xb: number, small: number, dm: number, da: number, db: number) => {
      const y = m / small;
      const s = step(y);
      const slope = Math.abs(y) < 1 ? (0.75 * (1 - y * y)) / small : 0;
      return s * da + (1 - s) * db + (xa - xb) * slope * dm;
    },
  },
};

function step(y: number): number {
  return y >= 1 ? 1 : y <= -1 ? 0 : 0.5 + 0.25 * y * (3 - y * y);
}

/** Effectiveness of an exchanger in counter or parallel flow [VDI2010]; `r` is the smaller capacity flow over the larger. */
export function effectiveness(NTU: number, r: number, isCounterFlow: boolean | number): number {
  if (!isCounterFlow) return (1 - elementary.exp(-NTU * (1 + r))) / (1 + r);
  if (1 - r < 1e-7) return NTU / (1 + NTU);
  const e = elementary.exp(-NTU * (1 - r));
  return (1 - e) / (1 - r * e);
}
