/** DAEs of index 1 with closed-form solutions. */
import type { DaeSystem, MethodOptions } from "../../../src/integrate/problem.ts";

export interface ClosedFormDae {
  readonly system: DaeSystem;
  readonly tEnd: number;
  exact(t: number): number[];
  exactDerivative(t: number): number[];
}

/**
 * x' = −x + sin t + cos t,  y' = −λ·(y − cos t) − z + x·cos t − sin t,  0 = z − x·y
 * x = sin t + e^{−t},  y = cos t,  z = x·y
 */
export function product(λ = 100): ClosedFormDae {
  return {
    tEnd: 10,
    system: {
      size: 3,
      names: ["x", "y", "z"],
      differential: [true, true, false],
      residual: (t, y, yp, r) => {
        const cos = Math.cos(t);
        const sin = Math.sin(t);
        r[0] = yp[0] + y[0] - sin - cos;
        r[1] = yp[1] + λ * (y[1] - cos) + y[2] - y[0] * cos + sin;
        r[2] = y[2] - y[0] * y[1];
      },
      jacobian: (t, y, _yp, c, jac) => {
        jac[0] = 1 + c;
        jac[1] = -Math.cos(t);
        jac[2] = -y[1];
        jac[4] = λ + c;
        jac[5] = -y[0];
        jac[7] = 1;
        jac[8] = 1;
      },
    },
    exact: (t) => {
      const x = Math.sin(t) + Math.exp(-t);
      return [x, Math.cos(t), x * Math.cos(t)];
    },
    exactDerivative: (t) => {
      const x = Math.sin(t) + Math.exp(-t);
      const dx = Math.cos(t) - Math.exp(-t);
      return [dx, -Math.sin(t), dx * Math.cos(t) - x * Math.sin(t)];
    },
  };
}

/**
 * Heat in a rod by linear finite elements: (u'_{i−1} + 4·u'_i + u'_{i+1})/6 = (u_{i−1} − 2·u_i + u_{i+1})/h², ends held
 * at 0 by algebraic equations. u_i = e^{−λt}·sin(π·i·h) with the λ of this grid.
 */
export function rod(points: number): ClosedFormDae {
  const h = 1 / (points - 1);
  const λ = (4 * Math.sin((Math.PI * h) / 2) ** 2) / (h * h) / ((4 + 2 * Math.cos(Math.PI * h)) / 6);
  const shape = Array.from({ length: points }, (_, i) => (i === points - 1 ? 0 : Math.sin(Math.PI * i * h)));
  return {
    tEnd: 0.1,
    system: {
      size: points,
      sparsity: { kind: "banded", size: points, lower: 1, upper: 1 },
      differential: shape.map((_, i) => i > 0 && i < points - 1),
      residual: (_t, u, up, r) => {
        r[0] = u[0];
        r[points - 1] = u[points - 1];
        for (let i = 1; i < points - 1; i++) {
          r[i] = (up[i - 1] + 4 * up[i] + up[i + 1]) / 6 - (u[i - 1] - 2 * u[i] + u[i + 1]) / (h * h);
        }
      },
    },
    exact: (t) => shape.map((s) => s * Math.exp(-λ * t)),
    exactDerivative: (t) => shape.map((s) => -λ * s * Math.exp(-λ * t)),
  };
}

/** Largest error of the components relative to 1 + |exact|. */
export function mixedError(y: ArrayLike<number>, exact: readonly number[]): number {
  return exact.reduce((worst, value, i) => Math.max(worst, Math.abs(y[i] - value) / (1 + Math.abs(value))), 0);
}

export function daeOptions(size: number, tolerance: number, extra: Partial<MethodOptions> = {}): MethodOptions {
  return {
    relativeTolerance: tolerance,
    absoluteTolerance: new Float64Array(size).fill(tolerance),
    maximumStep: Infinity,
    initialStep: 0,
    ...extra,
  };
}
