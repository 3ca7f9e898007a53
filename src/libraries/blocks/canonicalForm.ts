/**
 * Controllable canonical form of a rational function of s or z.
 *
 *     (b₁·s^m + … + b_{m+1})/(a₁·s^n + … + a_{n+1}),    m ≤ n
 *
 *     A = [−a₂/a₁ … −a_{n+1}/a₁; 1 0 …; 0 1 …],   B = (a_e/a₁, 0, …),   C_i = (b̃_{i+1} − d·a_{i+1})/a_e,   d = b̃₁/a₁
 *
 * Source   [Franklin2015] ch. 7 (canonical forms)
 * Legend   b̃     b with zeros in front, as long as a
 *          a_e   a_{n+1}, or 1 when it is zero: keeps the states at the size of the input in the steady state
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";

export function companionMatrix(a: readonly number[], b: readonly number[]): number[][] {
  checkCoefficients(a, b);
  const n = a.length - 1;
  return Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_unused, j) => (i === 0 ? -a[j + 1]! / a[0]! : i === j + 1 ? 1 : 0)),
  );
}

export function inputColumn(a: readonly number[]): number[] {
  return a.slice(1).map((_, i) => (i === 0 ? scale(a) / a[0]! : 0));
}

export function outputRow(a: readonly number[], b: readonly number[]): number[] {
  const d = feedthrough(a, b);
  return a.slice(1).map((ai, i) => (padded(a, b)[i + 1]! - d * ai) / scale(a));
}

export function feedthrough(a: readonly number[], b: readonly number[]): number {
  return padded(a, b)[0]! / a[0]!;
}

function padded(a: readonly number[], b: readonly number[]): number[] {
  checkCoefficients(a, b);
  return [...Array.from({ length: a.length - b.length }, () => 0), ...b];
}

function scale(a: readonly number[]): number {
  const last = a[a.length - 1]!;
  const largest = Math.max(...a.map(Math.abs));
  return Math.abs(last) > 100 * Number.EPSILON * largest ? last : 1;
}

function checkCoefficients(a: readonly number[], b: readonly number[]): void {
  if (a.length >= 1 && b.length >= 1 && b.length <= a.length && a[0] !== 0) return;
  const because =
    a[0] === 0
      ? "the first coefficient of the denominator is 0"
      : `the numerator has ${b.length} coefficient${b.length === 1 ? "" : "s"}, the denominator ${a.length}`;
  throw new RattlebackError("E-TRANSFER", "The coefficients do not make a proper transfer function.", {
    path: "a",
    because,
    hint: "give coefficients a, the first one not 0, and not more coefficients b than a",
    data: { a: [...a], b: [...b] },
  });
}
