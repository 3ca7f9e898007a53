/**
 * Heat conduction along a rod, cold at both ends, three sines at the start. The discretised equation is linear and
 * the sines are its eigenvectors, so the end values are known in closed form:
 *
 *   u_i' = (N + 1)²(u_{i−1} − 2u_i + u_{i+1}),   λ_k = −4(N + 1)²·sin²(kπ/(2(N + 1)))
 *
 * and the same on a square of N × N points, where the eigenvalues are the sums λ_k + λ_l.
 */
import { sparseStructure } from "../../../src/math/matrixStructure.ts";
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const decay = (k: number, points: number): number =>
  4 * (points + 1) ** 2 * Math.sin((k * Math.PI) / (2 * (points + 1))) ** 2;

const modes = [
  { k: 1, amplitude: 1 },
  { k: 3, amplitude: 1 / 3 },
  { k: 10, amplitude: 1 / 10 },
];

function rod(points: number, t: number): Float64Array {
  return Float64Array.from({ length: points }, (_, i) => {
    const x = (Math.PI * (i + 1)) / (points + 1);
    return modes.reduce(
      (sum, { k, amplitude }) => sum + amplitude * Math.sin(k * x) * Math.exp(-decay(k, points) * t),
      0,
    );
  });
}

export function heatOn(points: number): OdeProblem {
  const tEnd = 0.1;
  const k = (points + 1) * (points + 1);
  return {
    name: "heat",
    title: "Heat conduction",
    kind: "stiff",
    form: "ode",
    size: points,
    t0: 0,
    tEnd,
    y0: rod(points, 0),
    sparsity: { kind: "banded", size: points, lower: 1, upper: 1 },
    toleranceScale: filled(points, 1e-2),
    compare: firstComponents(points),
    end: Array.from(rod(points, tEnd)),
    agreement: "closed form",
    sources: [],
    rhs(_t, y, ydot) {
      for (let i = 0; i < points; i++) {
        ydot[i] = k * ((i > 0 ? y[i - 1] : 0) - 2 * y[i] + (i < points - 1 ? y[i + 1] : 0));
      }
    },
    jacobian(_t, _y, jac) {
      for (let i = 0; i < points; i++) {
        if (i > 0) jac[3 * i] = k;
        jac[3 * i + 1] = -2 * k;
        if (i < points - 1) jac[3 * i + 2] = k;
      }
    },
  };
}

/** Diffusion on a square of side × side points, sparse. */
export function diffusion2dOn(side: number): OdeProblem {
  const tEnd = 0.05;
  const n = side * side;
  const k = (side + 1) * (side + 1);
  const at = (t: number): Float64Array =>
    Float64Array.from({ length: n }, (_, p) => {
      const x = (Math.PI * ((p % side) + 1)) / (side + 1);
      const y = (Math.PI * (Math.floor(p / side) + 1)) / (side + 1);
      const slow = Math.sin(x) * Math.sin(y) * Math.exp(-2 * decay(1, side) * t);
      return slow + 0.5 * Math.sin(3 * x) * Math.sin(2 * y) * Math.exp(-(decay(3, side) + decay(2, side)) * t);
    });
  return {
    name: "diffusion2d",
    title: `Diffusion 2-D, ${side} × ${side}`,
    kind: "stiff",
    form: "ode",
    size: n,
    t0: 0,
    tEnd,
    y0: at(0),
    sparsity: sparseStructure(n, neighbours(side)),
    toleranceScale: filled(n, 1),
    compare: firstComponents(n),
    end: Array.from(at(tEnd)),
    agreement: "closed form",
    sources: [],
    rhs(_t, y, ydot) {
      for (let j = 0, p = 0; j < side; j++) {
        for (let i = 0; i < side; i++, p++) {
          const west = i > 0 ? y[p - 1] : 0;
          const east = i < side - 1 ? y[p + 1] : 0;
          const south = j > 0 ? y[p - side] : 0;
          const north = j < side - 1 ? y[p + side] : 0;
          ydot[p] = k * (west + east + south + north - 4 * y[p]);
        }
      }
    },
  };
}

function* neighbours(side: number): Iterable<readonly [number, number]> {
  for (let j = 0, p = 0; j < side; j++) {
    for (let i = 0; i < side; i++, p++) {
      if (i > 0) yield [p, p - 1];
      if (i < side - 1) yield [p, p + 1];
      if (j > 0) yield [p, p - side];
      if (j < side - 1) yield [p, p + side];
    }
  }
}

export const heat = heatOn(200);
export const diffusion2d = diffusion2dOn(100);
