/** Prothero and Robinson's test of order reduction:  y' = −λ(y − φ(t)) + φ'(t),  φ = sin(t + π/4),  λ = 10⁶;  y = φ. */
import type { OdeProblem } from "./referenceProblem.ts";

const stiffness = 1e6;
const shift = Math.PI / 4;

export const protheroRobinson: OdeProblem = {
  name: "protheroRobinson",
  title: "Prothero–Robinson",
  kind: "stiff",
  form: "ode",
  size: 1,
  t0: 0,
  tEnd: 10,
  y0: Float64Array.of(Math.sin(shift)),
  toleranceScale: Float64Array.of(1),
  compare: [0],
  end: [Math.sin(10 + shift)],
  agreement: "closed form",
  sources: ["ProtheroRobinson1974"],
  rhs(t, y, ydot) {
    ydot[0] = -stiffness * (y[0] - Math.sin(t + shift)) + Math.cos(t + shift);
  },
  jacobian(_t, _y, jac) {
    jac[0] = -stiffness;
  },
};
