/**
 * Robertson's three reactions: time constants over eleven decades, one species always tiny.
 *
 *   y1' = −0.04·y1 + 10⁴·y2·y3,   y2' = 0.04·y1 − 10⁴·y2·y3 − 3·10⁷·y2²,   y3' = 3·10⁷·y2²
 *
 * As a differential-algebraic problem the third equation is y1 + y2 + y3 = 1.
 */
import { type DaeProblem, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const common = {
  size: 3,
  t0: 0,
  tEnd: 1e11,
  y0: Float64Array.of(1, 0, 0),
  toleranceScale: Float64Array.of(1e-8, 1e-14, 1),
  compare: firstComponents(3),
  end: [2.083340149701294e-8, 8.333360770334783e-14, 0.9999999791665152],
  invariants: [{ what: "mass y1 + y2 + y3", value: (_t: number, y: Float64Array) => y[0] + y[1] + y[2] }],
  agreement:
    "23 digits: Radau IIA of order 9 and extrapolated linearly implicit Euler, both in quadruple precision; 13.7 with the published values",
  sources: ["Robertson1966", "Mazzia2008"],
} as const;

export const robertson: OdeProblem = {
  ...common,
  name: "robertson",
  title: "Robertson",
  kind: "stiff",
  form: "ode",
  rhs(_t, y, ydot) {
    const a = 0.04 * y[0];
    const b = 1e4 * y[1] * y[2];
    const c = 3e7 * y[1] * y[1];
    ydot[0] = -a + b;
    ydot[1] = a - b - c;
    ydot[2] = c;
  },
  jacobian(_t, y, jac) {
    jac[0] = -0.04;
    jac[1] = 0.04;
    jac[3] = 1e4 * y[2];
    jac[4] = -1e4 * y[2] - 6e7 * y[1];
    jac[5] = 6e7 * y[1];
    jac[6] = 1e4 * y[1];
    jac[7] = -1e4 * y[1];
  },
};

/** M·y' = f(y), M = diag(1, 1, 0). */
export const robertsonMass: OdeProblem = {
  ...common,
  name: "robertsonMass",
  title: "Robertson, M·y' = f",
  kind: "dae",
  form: "ode",
  massMatrix: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0),
  rhs(_t, y, ydot) {
    const a = 0.04 * y[0];
    const b = 1e4 * y[1] * y[2];
    ydot[0] = -a + b;
    ydot[1] = a - b - 3e7 * y[1] * y[1];
    ydot[2] = y[0] + y[1] + y[2] - 1;
  },
};

export const robertsonDae: DaeProblem = {
  ...common,
  name: "robertsonDae",
  title: "Robertson as a DAE",
  kind: "dae",
  form: "dae",
  yp0: Float64Array.of(-0.04, 0.04, 0),
  differential: [true, true, false],
  suppressAlgebraic: false,
  residual(_t, y, yp, r) {
    const a = 0.04 * y[0];
    const b = 1e4 * y[1] * y[2];
    const c = 3e7 * y[1] * y[1];
    r[0] = yp[0] + a - b;
    r[1] = yp[1] - a + b + c;
    r[2] = y[0] + y[1] + y[2] - 1;
  },
};
