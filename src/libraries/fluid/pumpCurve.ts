/** Characteristic curves of machines: a smooth curve through points, without overshoot, continued along its ends. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { UserFunctionOptions } from "../../language/functions.ts";
import type { ParameterObject } from "../../language/values.ts";
import {
  evaluatePolynomial,
  type PiecewisePolynomial,
  piecewisePolynomial,
  polynomialSlope,
} from "../tables/piecewisePolynomial.ts";

/** A curve that a parameter of a machine holds. */
export class PumpCurve implements ParameterObject {
  readonly isParameterObject = true;
  readonly name = "curve";
  readonly points: readonly (readonly [number, number])[];
  readonly polynomial: PiecewisePolynomial;

  constructor(points: readonly (readonly [number, number])[]) {
    const isCurve =
      Array.isArray(points) &&
      points.length >= 2 &&
      points.every(([x, y], i) => Number.isFinite(x) && Number.isFinite(y) && (i === 0 || x > points[i - 1]![0]));
    if (!isCurve)
      throw new RattlebackError("E-FLUID-CURVE", "These points are not a characteristic curve.", {
        because: "a curve has at least two points [x, y] of finite numbers, with x that increases",
        hint: "pumpCurve([[0, 30], [0.001, 25], [0.002, 12]])",
        data: { points },
      });
    this.points = points;
    this.polynomial = piecewisePolynomial(
      points.map(([x]) => x),
      points.map(([, y]) => y),
      points.length === 3 ? "cubic" : "monotone",
      "linear",
    );
  }
}

/** A curve through points [x, y]; three points give the parabola through them. */
export function pumpCurve(points: readonly (readonly [number, number])[]): PumpCurve {
  return new PumpCurve(points);
}

function checked(curve: unknown): PumpCurve {
  if (curve instanceof PumpCurve) return curve;
  throw new RattlebackError("E-FLUID-CURVE", "A machine needs a characteristic curve.", {
    because: `it got ${typeof curve}`,
    hint: "head: pumpCurve([[0, 30], [0.001, 25], [0.002, 12]])",
  });
}

/** `curveAt(curve, x)` */
export const curveAt: UserFunctionOptions = {
  results: [[]],
  call: (curve: unknown, x: number) => evaluatePolynomial(checked(curve).polynomial, x),
  derivative: {
    results: [[]],
    call: (curve: unknown, x: number, _: number, dx: number) =>
      polynomialSlope(checked(curve).polynomial, x).slope * dx,
  },
};

/**
 * `headAt(curve, x)`: the same, and what flows back meets more and more resistance, also where the curve begins flat or rising:
 *
 *     x < x₀:   y₀ + min(y₀′, 0)·(x − x₀) + (x − x₀)²·(largest y − smallest y)/(x_n − x₀)²
 */
export const headAt: UserFunctionOptions = {
  results: [[]],
  call: (curve: unknown, x: number) => head(checked(curve), x, 0),
  derivative: {
    results: [[]],
    call: (curve: unknown, x: number, _: number, dx: number) => head(checked(curve), x, 1) * dx,
  },
};

function head({ points, polynomial }: PumpCurve, x: number, order: 0 | 1): number {
  const [first, last] = [points[0]![0], points[points.length - 1]![0]];
  if (x >= first) return order === 0 ? evaluatePolynomial(polynomial, x) : polynomialSlope(polynomial, x).slope;
  const heads = points.map(([, y]) => y);
  const fall = Math.max(...heads) - Math.min(...heads) || Math.abs(heads[0]!) || 1;
  const slope = Math.min(polynomialSlope(polynomial, first).slope, 0);
  const [back, bend] = [x - first, fall / ((last - first) * (last - first))];
  return order === 0 ? heads[0]! + back * (slope + bend * back) : slope + 2 * bend * back;
}
