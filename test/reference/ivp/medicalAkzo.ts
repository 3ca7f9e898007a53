/**
 * Medical Akzo Nobel: a labelled antibody penetrates tissue, 200 points, y = (u1, v1, u2, v2, …). The dose at the
 * border stops at t = 5: the right-hand side jumps there.
 *
 *   u_j' = α_j(u_{j+1} − u_{j−1})/(2h) + β_j(u_{j−1} − 2u_j + u_{j+1})/h² − k·u_j·v_j,    v_j' = −k·u_j·v_j
 *   α_j = 2(jh − 1)³/c²,  β_j = (jh − 1)⁴/c²,  c = 4,  k = 100,  h = 1/200,  u_0 = dose(t),  u_201 = u_200
 */
import { filled, type OdeProblem } from "./referenceProblem.ts";

const points = 200;
const h = 1 / points;
const n = 2 * points;

export const medicalAkzo: OdeProblem = {
  name: "medicalAkzo",
  title: "Medical Akzo Nobel",
  kind: "stiff",
  form: "ode",
  size: n,
  t0: 0,
  tEnd: 20,
  y0: Float64Array.from({ length: n }, (_, i) => i % 2),
  sparsity: { kind: "banded", size: n, lower: 2, upper: 2 },
  toleranceScale: filled(n, 1e-4),
  compare: [18, 38, 58, 78, 98, 118, 138, 158, 178, 198, 219, 239],
  end: [
    5.33689307337492e-5, 0.0001112500925830876, 0.0001723205275310405, 0.0002339942222956715, 0.00029172162133794257,
    0.0003380328953787288, 0.0003614094817696783, 0.00034545466904197956, 0.00026988672016322685,
    0.00011737412961634696, 0.9890204872811988, 0.9999997325855174,
  ],
  agreement:
    "11.1 digits: quadruple extrapolation and a double-precision Radau solver at 1e-12, both restarted at t = 5; 8.6 with the published values",
  sources: ["Mazzia2008"],
  rhs(t, y, ydot) {
    const dose = t <= 5 ? 2 : 0;
    for (let j = 0; j < points; j++) {
      const s = (j + 1) * h - 1;
      const s3 = s * s * s;
      const alpha = s3 / 8;
      const beta = (s3 * s) / 16;
      const u = y[2 * j];
      const left = j > 0 ? y[2 * j - 2] : dose;
      const right = j < points - 1 ? y[2 * j + 2] : u;
      const reaction = 100 * u * y[2 * j + 1];
      ydot[2 * j] = (alpha * (right - left)) / (2 * h) + (beta * (left - 2 * u + right)) / (h * h) - reaction;
      ydot[2 * j + 1] = -reaction;
    }
  },
};
