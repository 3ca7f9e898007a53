/**
 * Brusselator on a square of 21 × 21 points without flux through the border, y = (u, v) point by point:
 *
 *   u' = 1 + u²v − 4.4u + α·Δu,   v' = 3.4u − u²v + α·Δv,   α = 2·10⁻³,   u(0) = 0.5 + y,   v(0) = 1 + 5x
 *
 * Source   [Hairer1993] sec. II.10
 */
import { sparseStructure } from "../../../src/math/matrixStructure.ts";
import { filled, type OdeProblem } from "./referenceProblem.ts";

const side = 21;
const n = 2 * side * side;
const row = 2 * side;
const d = 2e-3 * (side - 1) * (side - 1);

const y0 = new Float64Array(n);
for (let j = 0; j < side; j++) {
  for (let i = 0; i < side; i++) {
    y0[2 * (i + side * j)] = 0.5 + j / (side - 1);
    y0[2 * (i + side * j) + 1] = 1 + 5 * (i / (side - 1));
  }
}

export const brusselator2d: OdeProblem = {
  name: "bruss2d",
  title: "Brusselator 2-D",
  kind: "nonstiff",
  form: "ode",
  size: n,
  t0: 0,
  tEnd: 7.5,
  y0,
  sparsity: sparseStructure(n, entries()),
  toleranceScale: filled(n, 1),
  compare: [
    0, 1, 40, 41, 88, 89, 120, 121, 176, 177, 200, 201, 264, 265, 280, 281, 352, 353, 360, 361, 440, 441, 520, 521, 528,
    529, 600, 601, 616, 617, 680, 681, 704, 705, 760, 761, 792, 793, 840, 841, 880, 881,
  ],
  end: [
    2.493601760589536, 1.214061963604669, 0.49567317940219513, 5.588274465717872, 1.9367749431717503,
    1.4834333901249088, 0.4929232401958059, 5.579288054330302, 1.1554951061286478, 2.0650775371665557,
    0.4893098519283809, 5.55471161595844, 0.7725679679541146, 2.4978775116787464, 0.5341975744248907, 5.439354887732594,
    1.0564537453531335, 2.207109207897786, 3.1447753525198476, 1.709237687034446, 2.508293809038373, 1.2527988966829855,
    2.4334204393769676, 1.2462898543644199, 3.5634889914733257, 2.2130778066870627, 2.4137247472726924,
    1.245921873370173, 0.8320587721590551, 5.518900680195939, 2.4317036847328315, 1.2365667527980733,
    0.7556049290117881, 5.590687085583427, 2.5117283526848055, 1.2048982331409346, 0.7263873128984835,
    5.611731547012466, 2.552598246495256, 1.189396543111388, 0.7160234959241608, 5.618506677900148,
  ],
  agreement: "13 digits: quadruple extrapolation and a double-precision Dormand–Prince pair of order 8 at 1e-13",
  sources: ["Hairer1993"],
  rhs(_t, y, ydot) {
    for (let j = 0; j < side; j++) {
      const south = j > 0 ? -row : row;
      const north = j < side - 1 ? row : -row;
      for (let i = 0; i < side; i++) {
        const k = 2 * (i + side * j);
        const west = i > 0 ? -2 : 2;
        const east = i < side - 1 ? 2 : -2;
        const u = y[k];
        const v = y[k + 1];
        const uuv = u * u * v;
        ydot[k] = 1 + uuv - 4.4 * u + d * (y[k + west] + y[k + east] + y[k + south] + y[k + north] - 4 * u);
        ydot[k + 1] =
          3.4 * u - uuv + d * (y[k + 1 + west] + y[k + 1 + east] + y[k + 1 + south] + y[k + 1 + north] - 4 * v);
      }
    }
  },
};

function* entries(): Iterable<readonly [number, number]> {
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const k = 2 * (i + side * j);
      for (let a = 0; a < 2; a++) {
        yield [k + a, k];
        yield [k + a, k + 1];
        if (i > 0) yield [k + a, k + a - 2];
        if (i < side - 1) yield [k + a, k + a + 2];
        if (j > 0) yield [k + a, k + a - row];
        if (j < side - 1) yield [k + a, k + a + row];
      }
    }
  }
}
