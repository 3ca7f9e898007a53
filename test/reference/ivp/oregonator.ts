/**
 * Oregonator: the Belousov–Zhabotinskii reaction, a limit cycle with sudden changes.
 *
 *   y1' = 77.27·(y2 + y1(1 − 8.375·10⁻⁶·y1 − y2)),   y2' = (y3 − (1 + y1)·y2)/77.27,   y3' = 0.161·(y1 − y3)
 */
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

export const oregonator: OdeProblem = {
  name: "orego",
  title: "Oregonator",
  kind: "stiff",
  form: "ode",
  size: 3,
  t0: 0,
  tEnd: 360,
  y0: Float64Array.of(1, 2, 3),
  toleranceScale: filled(3, 1),
  compare: firstComponents(3),
  end: [1.0008148703185227, 1228.1785215498874, 132.05549428465056],
  agreement:
    "13 digits: quadruple extrapolation and a double-precision Radau solver at 1e-12; 14 with the published values",
  sources: ["Field1974", "Hairer1996"],
  rhs(_t, y, ydot) {
    ydot[0] = 77.27 * (y[1] + y[0] * (1 - 8.375e-6 * y[0] - y[1]));
    ydot[1] = (y[2] - (1 + y[0]) * y[1]) / 77.27;
    ydot[2] = 0.161 * (y[0] - y[2]);
  },
  jacobian(_t, y, jac) {
    jac[0] = 77.27 * (1 - 1.675e-5 * y[0] - y[1]);
    jac[1] = -y[1] / 77.27;
    jac[2] = 0.161;
    jac[3] = 77.27 * (1 - y[0]);
    jac[4] = -(1 + y[0]) / 77.27;
    jac[7] = 1 / 77.27;
    jac[8] = -0.161;
  },
};
