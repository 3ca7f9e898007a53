/** Lorenz' attractor (σ = 10, ρ = 28, β = 8/3), short enough for errors to stay below 10⁴ times those made. */
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

export const lorenz: OdeProblem = {
  name: "lorenz",
  title: "Lorenz",
  kind: "nonstiff",
  form: "ode",
  size: 3,
  t0: 0,
  tEnd: 5,
  y0: Float64Array.of(1, 1, 1),
  toleranceScale: filled(3, 1),
  compare: firstComponents(3),
  end: [-6.512113699419599, -6.974042788417076, 23.92412957210337],
  agreement: "12.7 digits: quadruple extrapolation and a double-precision Dormand–Prince pair of order 8 at 1e-13",
  sources: ["Lorenz1963"],
  rhs(_t, y, ydot) {
    ydot[0] = 10 * (y[1] - y[0]);
    ydot[1] = y[0] * (28 - y[2]) - y[1];
    ydot[2] = y[0] * y[1] - (8 * y[2]) / 3;
  },
  jacobian(_t, y, jac) {
    jac[0] = -10;
    jac[1] = 28 - y[2];
    jac[2] = y[1];
    jac[3] = 10;
    jac[4] = -1;
    jac[5] = y[0];
    jac[7] = -y[0];
    jac[8] = -8 / 3;
  },
};
