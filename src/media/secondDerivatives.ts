/**
 * Derivatives to second order of the quantities of a state with respect to two of them.
 *
 *     x = (x₁, x₂) functions of the basis y = (y₁, y₂):   y_x = (x_y)⁻¹,   y_xx = −(x_y)⁻¹ x_yy[y_x, y_x]
 *     q_x = q_y y_x,   q_xx = q_yy[y_x, y_x] + q_y y_xx
 *
 * A basis is (p, T) for a Gibbs energy, (d, T) for a Helmholtz energy, (p, x) in two phases.
 */
import type { Jet } from "./jet.ts";

export type StatePair = "ph" | "pT" | "ps" | "dT";
export type Quantity = "p" | "T" | "d" | "h" | "s";
const quantities: readonly Quantity[] = ["p", "T", "d", "h", "s"];

/** q₁, q₂, q₁₁, q₁₂, q₂₂ of one quantity. */
export type Derivatives2 = Float64Array;
export type SecondDerivatives = Readonly<Record<Quantity, Derivatives2>>;

const pairs: Readonly<Record<StatePair, readonly [Quantity, Quantity]>> = {
  ph: ["p", "h"],
  pT: ["p", "T"],
  ps: ["p", "s"],
  dT: ["d", "T"],
};

/** From derivatives in any basis to those with respect to a pair of quantities. */
export function changeVariables(basis: SecondDerivatives, pair: StatePair): SecondDerivatives {
  const [x, z] = pairs[pair].map((name) => basis[name]) as [Derivatives2, Derivatives2];
  const det = x[0]! * z[1]! - x[1]! * z[0]!;
  // columns of the inverse: derivatives of y₁ and y₂ with respect to x₁ and x₂
  const inverse = [z[1]! / det, -x[1]! / det, -z[0]! / det, x[0]! / det];
  const [a1, a2, b1, b2] = inverse as [number, number, number, number];
  const bilinear = (q: Derivatives2, a: number, b: number, c: number, d: number): number =>
    q[2]! * a * c + q[3]! * (a * d + b * c) + q[4]! * b * d;
  const directions = [
    [a1, b1, a1, b1],
    [a1, b1, a2, b2],
    [a2, b2, a2, b2],
  ] as const;
  const second = directions.map((e) => {
    const [sx, sz] = [bilinear(x, ...e), bilinear(z, ...e)];
    return [-(a1 * sx + a2 * sz), -(b1 * sx + b2 * sz)] as const;
  });
  const change = (q: Derivatives2): Derivatives2 =>
    Float64Array.of(
      q[0]! * a1 + q[1]! * b1,
      q[0]! * a2 + q[1]! * b2,
      ...directions.map((e, k) => bilinear(q, ...e) + q[0]! * second[k]![0] + q[1]! * second[k]![1]),
    );
  return Object.fromEntries(quantities.map((name) => [name, change(basis[name])])) as Record<Quantity, Derivatives2>;
}

/** Derivatives of a quantity from its Taylor series. */
export function fromJet(jet: Jet): Derivatives2 {
  return Float64Array.of(jet[1]!, jet[2]!, 2 * jet[3]!, jet[4]!, 2 * jet[5]!);
}

/** The Taylor series, to second order, of ∂f/∂a or ∂f/∂b. */
export function derivativeJet(f: Jet, which: 0 | 1): Jet {
  const d = new Float64Array(10);
  if (which === 0) d.set([f[1]!, 2 * f[3]!, f[4]!, 3 * f[6]!, 2 * f[7]!, f[8]!]);
  else d.set([f[2]!, f[4]!, 2 * f[5]!, f[7]!, 2 * f[8]!, 3 * f[9]!]);
  return d;
}
