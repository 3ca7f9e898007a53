/**
 * Brusselator with diffusion on N points of a line (method of lines), y = (u1, v1, u2, v2, …):
 *
 *   u_i' = 1 + u_i²·v_i − 4u_i + α(N + 1)²(u_{i−1} − 2u_i + u_{i+1})     u_0 = u_{N+1} = 1
 *   v_i' = 3u_i − u_i²·v_i + α(N + 1)²(v_{i−1} − 2v_i + v_{i+1})         v_0 = v_{N+1} = 3,   α = 0.02
 */
import { sparseStructure } from "../../../src/math/matrixStructure.ts";
import { brusselator1dEnd } from "./brusselator1dEnd.ts";
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const alpha = 0.02;

/** The problem on any number of points; end values are known for 500. */
export function brusselator1dOn(points: number, layout: "banded" | "sparse"): OdeProblem {
  const n = 2 * points;
  const k = alpha * (points + 1) * (points + 1);
  const y0 = new Float64Array(n);
  for (let i = 0; i < points; i++) {
    y0[2 * i] = 1 + 0.5 * Math.sin((2 * Math.PI * (i + 1)) / (points + 1));
    y0[2 * i + 1] = 3;
  }
  const hasReference = points === 500;
  return {
    name: layout === "banded" ? "bruss1d" : "bruss1dSparse",
    title: `Brusselator 1-D, ${layout}`,
    kind: "stiff",
    form: "ode",
    size: n,
    t0: 0,
    tEnd: 10,
    y0,
    sparsity:
      layout === "banded" ? { kind: "banded", size: n, lower: 2, upper: 2 } : sparseStructure(n, entries(points)),
    toleranceScale: filled(n, 1),
    compare: hasReference ? firstComponents(n) : [],
    end: hasReference ? brusselator1dEnd : [],
    agreement: "12.3 digits: Radau IIA of order 9 in 80-bit arithmetic and an independent Radau solver",
    sources: ["Hairer1996"],
    rhs(_t, y, ydot) {
      for (let i = 0; i < n; i += 2) {
        const u = y[i];
        const v = y[i + 1];
        const uuv = u * u * v;
        const ul = i > 0 ? y[i - 2] : 1;
        const vl = i > 0 ? y[i - 1] : 3;
        const ur = i < n - 2 ? y[i + 2] : 1;
        const vr = i < n - 2 ? y[i + 3] : 3;
        ydot[i] = 1 + uuv - 4 * u + k * (ul - 2 * u + ur);
        ydot[i + 1] = 3 * u - uuv + k * (vl - 2 * v + vr);
      }
    },
    ...(layout === "banded"
      ? {
          jacobian(_t: number, y: Float64Array, jac: Float64Array): void {
            for (let i = 0; i < n; i += 2) {
              const uv = 2 * y[i] * y[i + 1];
              const uu = y[i] * y[i];
              // Column j holds rows j − 2 … j + 2 at 5·j … 5·j + 4.
              jac[5 * i + 2] = uv - 4 - 2 * k;
              jac[5 * i + 3] = 3 - uv;
              jac[5 * i + 6] = uu;
              jac[5 * i + 7] = -uu - 2 * k;
              for (let j = i; j < i + 2; j++) {
                if (i > 0) jac[5 * j] = k;
                if (i < n - 2) jac[5 * j + 4] = k;
              }
            }
          },
        }
      : {}),
  };
}

function* entries(points: number): Iterable<readonly [number, number]> {
  for (let i = 0; i < points; i++) {
    for (let a = 0; a < 2; a++) {
      const row = 2 * i + a;
      yield [row, 2 * i];
      yield [row, 2 * i + 1];
      if (i > 0) yield [row, row - 2];
      if (i < points - 1) yield [row, row + 2];
    }
  }
}

export const brusselator1d = brusselator1dOn(500, "banded");
export const brusselator1dSparse = brusselator1dOn(500, "sparse");
