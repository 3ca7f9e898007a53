/**
 * Transistor amplifier: eight node voltages, M·y' = f(t, y) with a singular M that is not diagonal (index 1).
 *
 *   M: pairs (1, 2), (4, 5), (7, 8) coupled by capacitors C1, C3, C5; C2, C4 on the diagonal; C_k = k·10⁻⁶
 *   g(u) = 10⁻⁶(e^{u/0.026} − 1),   input 0.1·sin(200πt), supply 6, resistors R0 = 1000, the others 9000
 */
import { type DaeProblem, filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const transistor = (u: number): number => 1e-6 * (Math.exp(u / 0.026) - 1);

function currents(t: number, y: Float64Array, f: Float64Array): void {
  const input = 0.1 * Math.sin(200 * Math.PI * t);
  const g1 = transistor(y[1] - y[2]);
  const g2 = transistor(y[4] - y[5]);
  f[0] = (y[0] - input) / 1000;
  f[1] = -6 / 9000 + (y[1] * 2) / 9000 + 0.01 * g1;
  f[2] = y[2] / 9000 - g1;
  f[3] = (y[3] - 6) / 9000 + 0.99 * g1;
  f[4] = -6 / 9000 + (y[4] * 2) / 9000 + 0.01 * g2;
  f[5] = y[5] / 9000 - g2;
  f[6] = (y[6] - 6) / 9000 + 0.99 * g2;
  f[7] = y[7] / 9000;
}

const common = {
  kind: "dae",
  size: 8,
  t0: 0,
  tEnd: 0.2,
  y0: Float64Array.of(0, 3, 3, 6, 3, 3, 6, 0),
  toleranceScale: filled(8, 1),
  compare: firstComponents(8),
  end: [
    -0.005562145012261692, 3.006522471903043, 2.849958788608129, 2.9264225362062417, 2.704617865010555,
    2.761837778393143, 4.770927631616772, 1.2369958680915474,
  ],
  agreement: "11.7 digits: quadruple extrapolation and the published values",
  sources: ["Rentrop1989", "Hairer1996", "Mazzia2008"],
} as const;

function massMatrix(): Float64Array {
  const m = new Float64Array(64);
  [1e-6, 3e-6, 5e-6].forEach((c, pair) => {
    const i = 3 * pair;
    m[i + 8 * i] = -c;
    m[i + 8 * (i + 1)] = c;
    m[i + 1 + 8 * i] = c;
    m[i + 1 + 8 * (i + 1)] = -c;
  });
  m[2 + 8 * 2] = -2e-6;
  m[5 + 8 * 5] = -4e-6;
  return m;
}

export const transistorAmplifierMass: OdeProblem = {
  ...common,
  name: "transistorAmplifierMass",
  title: "Transistor amplifier, M·y' = f",
  form: "ode",
  rhs: currents,
  massMatrix: massMatrix(),
};

/** From M·y' = f and the derivatives of the algebraic equations f1 + f2 = f4 + f5 = f7 + f8 = 0 at t = 0. */
function startDerivative(): Float64Array {
  const slope = 1e-6 / 0.026;
  const d2 = -3 / 9000 / 2e-6;
  const d5 = -3 / 9000 / 4e-6;
  const d1 = ((20 * Math.PI) / 1000 + 0.01 * slope * d2) / (1 / 1000 + 2 / 9000 + 0.01 * slope);
  const d4 = (-0.99 * slope * (d1 - d2) + 0.01 * slope * d5) / (3 / 9000 + 0.01 * slope);
  const d7 = (-0.99 * slope * (d4 - d5)) / (2 / 9000);
  return Float64Array.of(d1, d1, d2, d4, d4, d5, d7, d7);
}

export const transistorAmplifier: DaeProblem = {
  ...common,
  name: "transistorAmplifier",
  title: "Transistor amplifier",
  form: "dae",
  yp0: startDerivative(),
  differential: Array.from({ length: 8 }, () => true),
  suppressAlgebraic: false,
  residual(t, y, yp, r) {
    currents(t, y, r);
    r[0] = 1e-6 * (yp[1] - yp[0]) - r[0];
    r[1] = 1e-6 * (yp[0] - yp[1]) - r[1];
    r[2] = -2e-6 * yp[2] - r[2];
    r[3] = 3e-6 * (yp[4] - yp[3]) - r[3];
    r[4] = 3e-6 * (yp[3] - yp[4]) - r[4];
    r[5] = -4e-6 * yp[5] - r[5];
    r[6] = 5e-6 * (yp[7] - yp[6]) - r[6];
    r[7] = 5e-6 * (yp[6] - yp[7]) - r[7];
  },
};
