/**
 * Diurnal kinetics: two species of the ozone cycle in a vertical plane of 20 × 20 km over one day, 10 × 10 points
 * (on the border), y = (c1, c2) point by point, x first. Wind, diffusion that grows with height, and reactions that
 * sunlight drives:
 *
 *   ∂c/∂t = K_h ∂²c/∂x² + V ∂c/∂x + ∂/∂z(K_v(z) ∂c/∂z) + R(c, t)        K_h = 4·10⁻⁶, V = 10⁻³, K_v = 10⁻⁸·e^{z/5}
 *   R1 = −q1·c1·c3 − q2·c1·c2 + 2q3(t)·c3 + q4(t)·c2,   R2 = q1·c1·c3 − q2·c1·c2 − q4(t)·c2
 *   c3 = 3.7·10¹⁶, q1 = 1.63·10⁻¹⁶, q2 = 4.66·10⁻¹⁶, q_i(t) = e^{−a_i/sin ωt} by day, 0 at night, a = 22.62, 7.601
 *
 * At the end, the next sunrise, c1 has vanished: only c2 is compared.
 *
 * Source   [Hindmarsh2005] example problem; equations and parameters as there, 0 ≤ x ≤ 20, 30 ≤ z ≤ 50 km
 */
import type { OdeProblem } from "./referenceProblem.ts";

const side = 10;
const n = 2 * side * side;
const dx = 20 / 9;
const dz = 20 / 9;
const across = 4e-6 / (dx * dx);
const wind = 1e-3 / (2 * dx);
const down = 1e-8 / (dz * dz);

const bell = (s: number): number => 1 - s * s + (s * s * s * s) / 2;

const y0 = new Float64Array(n);
const toleranceScale = new Float64Array(n);
for (let j = 0; j < side; j++) {
  for (let i = 0; i < side; i++) {
    const shape = bell(0.1 * ((i * 20) / 9) - 1) * bell(0.1 * (30 + (j * 20) / 9) - 4);
    const k = 2 * (i + side * j);
    y0[k] = 1e6 * shape;
    y0[k + 1] = 1e12 * shape;
    toleranceScale[k] = 1e3;
    toleranceScale[k + 1] = 1e9;
  }
}

export const diurnal: OdeProblem = {
  name: "diurnal",
  title: "Diurnal kinetics",
  kind: "stiff",
  form: "ode",
  size: n,
  t0: 0,
  tEnd: 86400,
  y0,
  sparsity: { kind: "banded", size: n, lower: 20, upper: 20 },
  toleranceScale,
  compare: [1, 19, 23, 37, 45, 55, 67, 73, 89, 91, 109, 111, 127, 133, 145, 155, 163, 177, 181, 199],
  end: [
    335179813058.0, 335438109032.2, 628790193284.0, 271163672869.9, 627651976862.1, 664889762964.0, 773870557899.6,
    692540173256.7, 910621678177.7, 836914096331.9, 879319552656.8, 808381170510.2, 718320953573.2, 643491905719.0,
    612029552528.8, 648207890365.9, 711087403622.5, 299988356268.8, 415912643568.8, 416252540996.2,
  ],
  agreement:
    "10.6 digits: a double-precision Radau solver at 1e-12 and CVODE BDF at 1e-13; 11.3 with our radau5 at 1e-12",
  sources: ["Hindmarsh2005"],
  rhs(t, y, ydot) {
    const sine = Math.sin((Math.PI / 43200) * t);
    const q3 = sine > 0 ? Math.exp(-22.62 / sine) : 0;
    const q4 = sine > 0 ? Math.exp(-7.601 / sine) : 0;
    for (let j = 0; j < side; j++) {
      const z = 30 + j * dz;
      const kUp = down * Math.exp((z + 0.5 * dz) / 5);
      const kLow = down * Math.exp((z - 0.5 * dz) / 5);
      const low = j > 0 ? -20 : 20;
      const up = j < side - 1 ? 20 : -20;
      for (let i = 0; i < side; i++) {
        const k = 2 * (i + side * j);
        const west = i > 0 ? -2 : 2;
        const east = i < side - 1 ? 2 : -2;
        const c1 = y[k];
        const c2 = y[k + 1];
        const q1 = 1.63e-16 * c1 * 3.7e16;
        const q2 = 4.66e-16 * c1 * c2;
        ydot[k] =
          kUp * (y[k + up] - c1) -
          kLow * (c1 - y[k + low]) +
          across * (y[k + east] - 2 * c1 + y[k + west]) +
          wind * (y[k + east] - y[k + west]) +
          (-q1 - q2 + 2 * q3 * 3.7e16 + q4 * c2);
        ydot[k + 1] =
          kUp * (y[k + 1 + up] - c2) -
          kLow * (c2 - y[k + 1 + low]) +
          across * (y[k + 1 + east] - 2 * c2 + y[k + 1 + west]) +
          wind * (y[k + 1 + east] - y[k + 1 + west]) +
          (q1 - q2 - q4 * c2);
      }
    }
  },
};
