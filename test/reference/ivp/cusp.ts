/**
 * CUSP: 32 threshold-nerve-impulse cells on a ring, each with a cusp catastrophe; y = (y1, a1, b1, y2, …).
 *
 *   y_i' = −10⁴(y_i³ + a_i·y_i + b_i) + D·Δy_i            D = 32²/144
 *   a_i' = b_i + 0.07·v_i + D·Δa_i                        u = (y − 0.7)(y − 1.3),  v = u/(u + 0.1)
 *   b_i' = (1 − a_i²)·b_i − a_i − 0.4·y_i + 0.035·v_i + D·Δb_i
 *
 * Source   [Hairer1996] sec. IV.10
 */
import { filled, type OdeProblem } from "./referenceProblem.ts";

const cells = 32;
const n = 3 * cells;
const diffusion = (cells * cells) / 144;

const y0 = new Float64Array(n);
for (let i = 0; i < cells; i++) {
  y0[3 * i + 1] = -2 * Math.cos((2 * Math.PI * (i + 1)) / cells);
  y0[3 * i + 2] = 2 * Math.sin((2 * Math.PI * (i + 1)) / cells);
}

export const cusp: OdeProblem = {
  name: "cusp",
  title: "CUSP",
  kind: "stiff",
  form: "ode",
  size: n,
  t0: 0,
  tEnd: 1.1,
  y0,
  toleranceScale: filled(n, 1),
  compare: [0, 1, 2, 12, 13, 14, 24, 25, 26, 36, 37, 38, 48, 49, 50, 60, 61, 62, 72, 73, 74, 84, 85, 86],
  end: [
    -1.3350382351733638, -0.14192066129997594, 2.189999851122753, -0.922551477213655, 1.3269919563380812,
    2.0093050967753694, -0.19267159379513696, 1.6957243853423987, 0.3337584795356566, 0.41180902967240063,
    1.3798047893920942, -0.6381217449468121, 1.2390435424054427, 0.16998133650701133, -2.112958754094544,
    1.6060223534300748, -1.2692402973850745, -2.104018859237057, 1.4341542210212144, -1.6950676448644533,
    -0.5187518416942415, 1.0111405181644313, -1.4558605654349404, 0.4368436235437396,
  ],
  agreement: "12.2 digits: quadruple extrapolation and a double-precision Radau solver at 1e-12",
  sources: ["Hairer1996"],
  rhs(_t, y, ydot) {
    for (let i = 0; i < cells; i++) {
      const m = 3 * ((i + cells - 1) % cells);
      const k = 3 * i;
      const p = 3 * ((i + 1) % cells);
      const x = y[k];
      const a = y[k + 1];
      const b = y[k + 2];
      const u = (x - 0.7) * (x - 1.3);
      const v = u / (u + 0.1);
      ydot[k] = -1e4 * (b + x * (a + x * x)) + diffusion * (y[m] - 2 * x + y[p]);
      ydot[k + 1] = b + 0.07 * v + diffusion * (y[m + 1] - 2 * a + y[p + 1]);
      ydot[k + 2] = (1 - a * a) * b - a - 0.4 * x + 0.035 * v + diffusion * (y[m + 2] - 2 * b + y[p + 2]);
    }
  },
};
