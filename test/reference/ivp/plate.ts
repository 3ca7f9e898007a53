/**
 * Plate: a rectangular plate under a car that drives along two lines, 8 × 5 inner points; y = (u, u').
 *
 *   u'' + 1000·u' + 100·ΔΔu = 200(e^{−5(t − x − 2)²} + e^{−5(t − x − 5)²}) on the lines j = 2 and j = 4, else 0
 *   [0, 2] × [0, 4/3], h = 2/9, u = Δu = 0 on the border, Δ the five-point formula
 *
 * Source   [Hairer1996] sec. IV.10
 */
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const columns = 8;
const rows = 5;
const half = columns * rows;
const h = 2 / 9;
const stiffness = 100 / (h * h * h * h);
const laplacian = new Float64Array(half);

/** Five-point formula times h²; zero outside. */
function fivePoint(u: Float64Array, i: number, j: number): number {
  const west = i > 0 ? u[i - 1 + columns * j] : 0;
  const east = i < columns - 1 ? u[i + 1 + columns * j] : 0;
  const south = j > 0 ? u[i + columns * (j - 1)] : 0;
  const north = j < rows - 1 ? u[i + columns * (j + 1)] : 0;
  return west + east + south + north - 4 * u[i + columns * j];
}

export const plate: OdeProblem = {
  name: "plate",
  title: "Plate",
  kind: "stiff",
  form: "ode",
  size: 2 * half,
  t0: 0,
  tEnd: 7,
  y0: new Float64Array(2 * half),
  toleranceScale: filled(2 * half, 1e-3),
  compare: firstComponents(half),
  end: [
    0.0004901438138513355, 0.0009800814855606102, 0.001462893811482189, 0.0019158224644119342, 0.0022851525337270013,
    0.002461353376688547, 0.0022545974130971217, 0.0014383125919335991, 0.0008490251492284018, 0.0016978850056257563,
    0.0025352398860688454, 0.0033239895521817706, 0.003977902193560664, 0.004320231736082989, 0.004025679955083894,
    0.0026432063561238396, 0.000980287627702671, 0.0019601629711212204, 0.002925787622964378, 0.0038316449288238684,
    0.004570305067454003, 0.004922706753377094, 0.0045091948261942435, 0.0028766251838671982, 0.0008490251492284018,
    0.0016978850056257563, 0.0025352398860688454, 0.0033239895521817706, 0.003977902193560664, 0.004320231736082989,
    0.004025679955083894, 0.0026432063561238396, 0.0004901438138513355, 0.0009800814855606102, 0.001462893811482189,
    0.0019158224644119342, 0.0022851525337270013, 0.002461353376688547, 0.0022545974130971217, 0.0014383125919335991,
  ],
  agreement: "15 digits: quadruple extrapolation and a double-precision Radau solver at 1e-12",
  sources: ["Hairer1996"],
  rhs(t, y, ydot) {
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) laplacian[i + columns * j] = fivePoint(y, i, j);
    }
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const p = i + columns * j;
        let load = 0;
        if (j === 1 || j === 3) {
          const a = t - (i + 1) * h - 2;
          const b = a - 3;
          load = 200 * (Math.exp(-5 * a * a) + Math.exp(-5 * b * b));
        }
        ydot[p] = y[half + p];
        ydot[half + p] = load - 1000 * y[half + p] - stiffness * fivePoint(laplacian, i, j);
      }
    }
  },
};
