/**
 * A pendulum in Cartesian coordinates, length 1, mass 1, released from the horizontal; λ is the force in the rod.
 *
 *   index 1 (acceleration constraint)   x' = u, y' = v, u' = −λx, v' = −λy − g, 0 = u² + v² − λ(x² + y²) − g·y
 *   index 2 (Gear–Gupta–Leimkuhler)     x' = u − xμ, y' = v − yμ, u' = −λx, v' = −λy − g, 0 = x² + y² − 1 = xu + yv
 *
 * Closed form: sin(θ/2) = k·sn(K − √g·t, k), k = sin(π/4), x = sin θ, y = −cos θ.
 */
import { type DaeProblem, filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const g = 9.81;

const common = {
  kind: "dae",
  t0: 0,
  tEnd: 10,
  compare: firstComponents(4),
  end: [0.2750874625761169, -0.961419205099125, -4.175598100951729, -1.1947490545604753],
  agreement: "17 digits: closed form by Jacobi elliptic functions and Radau IIA of order 9 in quadruple precision",
  sources: ["Gear1985", "Hairer1996"],
} as const;

export const pendulum: DaeProblem = {
  ...common,
  name: "pendulum",
  title: "Pendulum, index 1",
  form: "dae",
  size: 5,
  y0: Float64Array.of(1, 0, 0, 0, 0),
  yp0: Float64Array.of(0, 0, 0, -g, 0),
  toleranceScale: filled(5, 1),
  differential: [true, true, true, true, false],
  suppressAlgebraic: false,
  residual(_t, y, yp, r) {
    r[0] = yp[0] - y[2];
    r[1] = yp[1] - y[3];
    r[2] = yp[2] + y[4] * y[0];
    r[3] = yp[3] + y[4] * y[1] + g;
    r[4] = y[2] * y[2] + y[3] * y[3] - y[4] * (y[0] * y[0] + y[1] * y[1]) - g * y[1];
  },
};

export const pendulumMass: OdeProblem = {
  ...common,
  name: "pendulumMass",
  title: "Pendulum, index 1, M·y' = f",
  form: "ode",
  size: 5,
  y0: pendulum.y0,
  toleranceScale: filled(5, 1),
  massMatrix: Float64Array.from({ length: 25 }, (_, k) => (k % 6 === 0 && k < 24 ? 1 : 0)),
  rhs(_t, y, ydot) {
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = -y[4] * y[0];
    ydot[3] = -y[4] * y[1] - g;
    ydot[4] = y[2] * y[2] + y[3] * y[3] - y[4] * (y[0] * y[0] + y[1] * y[1]) - g * y[1];
  },
};

export const pendulumGgl: DaeProblem = {
  ...common,
  name: "pendulumGgl",
  title: "Pendulum, index 2",
  form: "dae",
  size: 6,
  y0: Float64Array.of(1, 0, 0, 0, 0, 0),
  yp0: Float64Array.of(0, 0, 0, -g, 0, 0),
  toleranceScale: filled(6, 1),
  differential: [true, true, true, true, false, false],
  suppressAlgebraic: true,
  residual(_t, y, yp, r) {
    r[0] = yp[0] - y[2] + y[0] * y[5];
    r[1] = yp[1] - y[3] + y[1] * y[5];
    r[2] = yp[2] + y[4] * y[0];
    r[3] = yp[3] + y[4] * y[1] + g;
    r[4] = y[0] * y[0] + y[1] * y[1] - 1;
    r[5] = y[0] * y[2] + y[1] * y[3];
  },
};
