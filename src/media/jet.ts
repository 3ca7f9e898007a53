/**
 * Truncated Taylor series in two variables, to third order: automatic differentiation of fundamental equations.
 *
 *     f(a + α, b + β) = c₀ + c₁α + c₂β + c₃α² + c₄αβ + c₅β² + c₆α³ + c₇α²β + c₈αβ² + c₉β³ + …
 *
 * Properties are first derivatives of a fundamental equation, so their second derivatives are its third ones. They are needed
 * when an equation is differentiated twice, far from inner loops: these operations allocate.
 */

import * as elementary from "../math/elementary.ts";
import { generateSums, type PowerTerms } from "./straightLineCode.ts";

export type Jet = Float64Array;

export function constantJet(value: number): Jet {
  const jet = new Float64Array(10);
  jet[0] = value;
  return jet;
}

/** The variable a (0) or b (1) itself. */
export function variableJet(value: number, which: 0 | 1): Jet {
  const jet = constantJet(value);
  jet[1 + which] = 1;
  return jet;
}

export function addJets(x: Jet, y: Jet, factor = 1): Jet {
  const sum = new Float64Array(10);
  for (let i = 0; i < 10; i++) sum[i] = x[i]! + factor * y[i]!;
  return sum;
}

export function shiftJet(x: Jet, by: number): Jet {
  const sum = x.slice();
  sum[0]! += by;
  return sum;
}

export function scaleJet(x: Jet, factor: number): Jet {
  const scaled = new Float64Array(10);
  for (let i = 0; i < 10; i++) scaled[i] = factor * x[i]!;
  return scaled;
}

export function multiplyJets(x: Jet, y: Jet): Jet {
  const p = new Float64Array(10);
  const a0 = x[0]!;
  const a1 = x[1]!;
  const a2 = x[2]!;
  const a3 = x[3]!;
  const a4 = x[4]!;
  const a5 = x[5]!;
  const b0 = y[0]!;
  const b1 = y[1]!;
  const b2 = y[2]!;
  const b3 = y[3]!;
  const b4 = y[4]!;
  const b5 = y[5]!;
  p[0] = a0 * b0;
  p[1] = a0 * b1 + a1 * b0;
  p[2] = a0 * b2 + a2 * b0;
  p[3] = a0 * b3 + a1 * b1 + a3 * b0;
  p[4] = a0 * b4 + a1 * b2 + a2 * b1 + a4 * b0;
  p[5] = a0 * b5 + a2 * b2 + a5 * b0;
  p[6] = a0 * y[6]! + a1 * b3 + a3 * b1 + x[6]! * b0;
  p[7] = a0 * y[7]! + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + x[7]! * b0;
  p[8] = a0 * y[8]! + a1 * b5 + a2 * b4 + a4 * b2 + a5 * b1 + x[8]! * b0;
  p[9] = a0 * y[9]! + a2 * b5 + a5 * b2 + x[9]! * b0;
  return p;
}

/** f(x) from the Taylor coefficients f, f′, f″/2, f‴/6 at the value of x. */
function composeJet(x: Jet, f0: number, f1: number, f2: number, f3: number): Jet {
  const e = x.slice();
  e[0] = 0;
  const ee = multiplyJets(e, e);
  const eee = multiplyJets(ee, e);
  const result = new Float64Array(10);
  for (let i = 0; i < 10; i++) result[i] = f1 * e[i]! + f2 * ee[i]! + f3 * eee[i]!;
  result[0] = f0;
  return result;
}

export function expJet(x: Jet): Jet {
  const value = elementary.exp(x[0]!);
  return composeJet(x, value, value, value / 2, value / 6);
}

export function logJet(x: Jet): Jet {
  const y = 1 / x[0]!;
  return composeJet(x, elementary.log(x[0]!), y, (-y * y) / 2, (y * y * y) / 3);
}

/** x^r with constant exponent; whole exponents take any x. */
export function powJet(x: Jet, r: number): Jet {
  const v = x[0]!;
  if (r === 0) return constantJet(1);
  return composeJet(
    x,
    elementary.pow(v, r),
    r * elementary.pow(v, r - 1),
    r === 1 ? 0 : ((r * (r - 1)) / 2) * elementary.pow(v, r - 2),
    r === 1 || r === 2 ? 0 : ((r * (r - 1) * (r - 2)) / 6) * elementary.pow(v, r - 3),
  );
}

const orders = [
  [0, 0],
  [1, 0],
  [0, 1],
  [2, 0],
  [1, 1],
  [0, 2],
  [3, 0],
  [2, 1],
  [1, 2],
  [0, 3],
] as const;

/** A sum of powers as a series of two series. */
export type PowerSumJet = (x: Jet, y: Jet) => Jet;

/** Σ n x^I y^J of two series, both different from zero: the sums are computed once, not a series per term. */
export function powerSumJet(terms: PowerTerms): PowerSumJet {
  const sums = generateSums(terms, orders);
  const at = new Float64Array(12);
  return (x, y) => {
    at[0] = x[0]!;
    at[1] = y[0]!;
    sums(at);
    const dx = scaleJet(x, 1 / x[0]!);
    const dy = scaleJet(y, 1 / y[0]!);
    dx[0] = dy[0] = 0;
    const dxx = multiplyJets(dx, dx);
    const dyy = multiplyJets(dy, dy);
    const parts = [
      dx,
      dy,
      dxx,
      multiplyJets(dx, dy),
      dyy,
      multiplyJets(dxx, dx),
      multiplyJets(dxx, dy),
      multiplyJets(dx, dyy),
      multiplyJets(dyy, dy),
    ];
    const sum = constantJet(at[2]!);
    for (let k = 0; k < 9; k++) {
      const factor = at[k + 3]! / factorials[k]!;
      const part = parts[k]!;
      for (let i = 1; i < 10; i++) sum[i]! += factor * part[i]!;
    }
    return sum;
  };
}

/** a!·b! of all orders but the first. */
const factorials = [1, 1, 2, 1, 2, 6, 2, 2, 6];
