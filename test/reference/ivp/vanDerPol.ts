/** Van der Pol's oscillator with fast jumps:  y1' = y2,  y2' = ((1 − y1²)·y2 − y1)/ε,  ε = 10⁻⁶. */
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const epsilon = 1e-6;

export const vanDerPol: OdeProblem = {
  name: "vdpol",
  title: "Van der Pol",
  kind: "stiff",
  form: "ode",
  size: 2,
  t0: 0,
  tEnd: 2,
  y0: Float64Array.of(2, 0),
  toleranceScale: filled(2, 1),
  compare: firstComponents(2),
  end: [1.706167732170465, -0.8928097010248166],
  agreement: "14.9 digits between two step controls of Radau IIA, order 9, quadruple; 13.7 with the published values",
  sources: ["Hairer1996", "Mazzia2008"],
  rhs(_t, y, ydot) {
    ydot[0] = y[1];
    ydot[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / epsilon;
  },
  jacobian(_t, y, jac) {
    jac[1] = (-2 * y[0] * y[1] - 1) / epsilon;
    jac[2] = 1;
    jac[3] = (1 - y[0] * y[0]) / epsilon;
  },
};
