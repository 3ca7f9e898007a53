/** Systems on which the evaluations of ida and of the search for its start values are compared. */
import type { DaeSystem, MethodOptions } from "../../../src/integrate/problem.ts";
import { createFactorization } from "../../../src/math/createFactorization.ts";
import { sin } from "../../../src/math/elementary.ts";

export const decay: DaeSystem = {
  size: 2,
  residual: (_t, y, yp, r) => {
    r[0] = yp[0]! + y[1]!;
    r[1] = y[1]! - y[0]! * y[0]!;
  },
  differential: [true, false],
};
export const swing: DaeSystem = {
  size: 2,
  residual: (_t, y, yp, r) => {
    r[0] = yp[0]! - y[1]!;
    r[1] = yp[1]! + y[0]!;
  },
  isSmooth: true,
};
export const relaxation = (mu: number): DaeSystem => ({
  size: 2,
  residual: (_t, y, yp, r) => {
    r[0] = yp[0]! - y[1]!;
    r[1] = yp[1]! - mu * (1 - y[0]! * y[0]!) * y[1]! + y[0]!;
  },
});
/** A voltage that jumps behind a capacitor, and a diode. */
export const circuit: DaeSystem = {
  size: 3,
  residual: (t, y, yp, r) => {
    const source = t < 0.1 ? 0 : sin(40 * t);
    r[0] = 1e-3 * yp[0]! - y[2]!;
    r[1] = y[1]! - (source - y[0]!);
    r[2] = y[2]! - (y[1]! > 0 ? y[1]! : 1e-4 * y[1]!);
  },
  differential: [true, false, false],
  names: ["u", "drop", "i"],
};
export const pendulum: DaeSystem = {
  size: 5,
  residual: (_t, y, yp, r) => {
    r[0] = yp[0]! - y[2]!;
    r[1] = yp[1]! - y[3]!;
    r[2] = yp[2]! + y[4]! * y[0]!;
    r[3] = yp[3]! + y[4]! * y[1]! + 1;
    r[4] = y[0]! * y[2]! + y[1]! * y[3]!;
  },
  differential: [true, true, true, true, false],
};
export const cells = (n: number, sparsity: DaeSystem["sparsity"]): DaeSystem => ({
  size: n,
  residual: (t, y, yp, r) => {
    for (let i = 0; i < n; i++) {
      const left = i > 0 ? y[i - 1]! : sin(t);
      const right = i < n - 1 ? y[i + 1]! : 0;
      r[i] = yp[i]! - 80 * (left - 2 * y[i]! + right);
    }
  },
  ...(sparsity !== undefined && { sparsity }),
});
export const zeros = (n: number): number[] => Array.from({ length: n }, () => 0);
export const singularAt = (isSingular: (count: number) => boolean): Partial<MethodOptions> => ({
  linearSolver: (structure) => {
    const made = createFactorization(structure);
    let count = 0;
    return {
      size: made.size,
      factor: (values) => (isSingular(++count) ? count % 2 : made.factor(values)),
      solve: (b) => made.solve(b),
      save: () => made.save(),
      restore: (saved) => made.restore(saved),
    };
  },
});
