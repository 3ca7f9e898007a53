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
