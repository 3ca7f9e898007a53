/**
 * Truncated Taylor series in two variables, to third order: automatic differentiation of fundamental equations.
 *
 *     f(a + α, b + β) = c₀ + c₁α + c₂β + c₃α² + c₄αβ + c₅β² + c₆α³ + c₇α²β + c₈αβ² + c₉β³ + …
 *
 * Properties are first derivatives of a fundamental equation, so their second derivatives are its third ones. They are needed
 * when an equation is differentiated twice, far from inner loops: these operations allocate.
 */

import * as elementary from "../math/elementary.ts";
export type Jet = Float64Array;

/** Products of monomials that stay within third order: left, right, result. */
const products: readonly (readonly [number, number, number])[] = (() => {
  const powers = [
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
  const list: [number, number, number][] = [];
  powers.forEach(([i, j], left) => {
    powers.forEach(([k, l], right) => {
      const result = powers.findIndex(([m, n]) => m === i + k && n === j + l);
      if (result >= 0) list.push([left, right, result]);
    });
  });
  return list;
})();

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
  return x.map((value, i) => value + factor * y[i]!);
}

export function shiftJet(x: Jet, by: number): Jet {
  const sum = x.slice();
  sum[0]! += by;
  return sum;
}

export function scaleJet(x: Jet, factor: number): Jet {
  return x.map((value) => factor * value);
}

export function multiplyJets(x: Jet, y: Jet): Jet {
  const product = new Float64Array(10);
  for (const [i, j, k] of products) product[k]! += x[i]! * y[j]!;
  return product;
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

/** Σ n x^I y^J. */
export function powerSumJet(x: Jet, y: Jet, I: ArrayLike<number>, J: ArrayLike<number>, n: ArrayLike<number>): Jet {
  let sum: Jet = new Float64Array(10);
  for (let k = 0; k < n.length; k++) sum = addJets(sum, multiplyJets(powJet(x, I[k]!), powJet(y, J[k]!)), n[k]!);
  return sum;
}
