/**
 * Akzo Nobel: a chemical process in which one species is always in equilibrium (index 1).
 *
 *   r1 = 18.7·y1⁴·√y2   r2 = 0.58·y3·y4   r3 = 0.58/34.4·y1·y5   r4 = 0.09·y1·y4²   r5 = 0.42·y6²·√y2
 *   in = 3.3·(0.9/737 − y2)
 *   y1' = −2r1 + r2 − r3 − r4     y2' = −r1/2 − r4 − r5/2 + in     y3' = r1 − r2 + r3
 *   y4' = −r2 + r3 − 2r4          y5' = r2 − r3 + r5               0 = 115.83·y1·y4 − y6
 */
import { type DaeProblem, filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

function rates(_t: number, y: Float64Array, f: Float64Array): void {
  const square = y[0] * y[0];
  const root = Math.sqrt(y[1]);
  const r1 = 18.7 * square * square * root;
  const r2 = 0.58 * y[2] * y[3];
  const r3 = (0.58 / 34.4) * y[0] * y[4];
  const r4 = 0.09 * y[0] * y[3] * y[3];
  const r5 = 0.42 * y[5] * y[5] * root;
  const inflow = 3.3 * (0.9 / 737 - y[1]);
  f[0] = -2 * r1 + r2 - r3 - r4;
  f[1] = -0.5 * r1 - r4 - 0.5 * r5 + inflow;
  f[2] = r1 - r2 + r3;
  f[3] = -r2 + r3 - 2 * r4;
  f[4] = r2 - r3 + r5;
  f[5] = 115.83 * y[0] * y[3] - y[5];
}

const y0 = Float64Array.of(0.444, 0.00123, 0, 0.007, 0, 115.83 * 0.444 * 0.007);
const yp0 = new Float64Array(6);
rates(0, y0, yp0);
yp0[5] = 0;

const common = {
  kind: "dae",
  size: 6,
  t0: 0,
  tEnd: 180,
  y0,
  toleranceScale: filled(6, 1e-4),
  compare: firstComponents(6),
  end: [
    0.11507949206617021, 0.001203831471567715, 0.16115628874079743, 0.0003656156421249283, 0.01708010885264404,
    0.004873531310307455,
  ],
  agreement: "15.8 digits: Radau IIA of order 9 in quadruple precision and the published values",
  sources: ["Mazzia2008"],
} as const;

/** M·y' = f(y), M = diag(1, 1, 1, 1, 1, 0). */
export const akzoMass: OdeProblem = {
  ...common,
  name: "akzoMass",
  title: "Akzo Nobel, M·y' = f",
  form: "ode",
  rhs: rates,
  massMatrix: Float64Array.from({ length: 36 }, (_, k) => (k % 7 === 0 && k < 35 ? 1 : 0)),
};

export const akzo: DaeProblem = {
  ...common,
  name: "akzo",
  title: "Akzo Nobel",
  form: "dae",
  yp0,
  differential: [true, true, true, true, true, false],
  suppressAlgebraic: false,
  residual(t, y, yp, r) {
    rates(t, y, r);
    for (let i = 0; i < 5; i++) r[i] = yp[i] - r[i];
    r[5] = -r[5];
  },
};
