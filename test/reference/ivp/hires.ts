/** HIRES: how light steers the growth of a plant, eight species ("high irradiance responses"). */
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

export const hires: OdeProblem = {
  name: "hires",
  title: "HIRES",
  kind: "stiff",
  form: "ode",
  size: 8,
  t0: 0,
  tEnd: 321.8122,
  y0: Float64Array.of(1, 0, 0, 0, 0, 0, 0, 0.0057),
  toleranceScale: filled(8, 1e-4),
  compare: firstComponents(8),
  end: [
    0.0007371312573325667, 0.00014424857263161848, 5.888729740967575e-5, 0.001175651343283149, 0.0023863561988313304,
    0.006238968252742796, 0.0028499983951857676, 0.0028500016048142326,
  ],
  invariants: [{ what: "y7 + y8", value: (_t, y) => y[6] + y[7] }],
  agreement: "15.3 digits: Radau IIA of order 9 in quadruple precision and the published values",
  sources: ["Schaefer1975", "Mazzia2008"],
  rhs(_t, y, ydot) {
    const r = 280 * y[5] * y[7];
    ydot[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
    ydot[1] = 1.71 * y[0] - 8.75 * y[1];
    ydot[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
    ydot[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
    ydot[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
    ydot[5] = -r + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
    ydot[6] = r - 1.81 * y[6];
    ydot[7] = -r + 1.81 * y[6];
  },
  jacobian(_t, y, jac) {
    const a = 280 * y[7];
    const b = 280 * y[5];
    jac[0] = -1.71;
    jac[1] = 1.71;
    jac[8] = 0.43;
    jac[9] = -8.75;
    jac[11] = 8.32;
    jac[16] = 8.32;
    jac[18] = -10.03;
    jac[19] = 1.71;
    jac[26] = 0.43;
    jac[27] = -1.12;
    jac[29] = 0.69;
    jac[34] = 0.035;
    jac[36] = -1.745;
    jac[37] = 1.71;
    jac[44] = 0.43;
    jac[45] = -a - 0.43;
    jac[46] = a;
    jac[47] = -a;
    jac[52] = 0.43;
    jac[53] = 0.69;
    jac[54] = -1.81;
    jac[55] = 1.81;
    jac[61] = -b;
    jac[62] = b;
    jac[63] = -b;
  },
};
