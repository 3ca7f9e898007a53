import { describe, expect, it } from "vitest";
import * as radau from "../../../src/integrate/radau/coefficients.ts";
import { dot, orderDefect } from "../rootedTrees.ts";

const root6 = Math.sqrt(6);
/** Radau IIA of order 5 [Hairer1996 sec. IV.5]. */
const A = [
  [(88 - 7 * root6) / 360, (296 - 169 * root6) / 1800, (-2 + 3 * root6) / 225],
  [(296 + 169 * root6) / 1800, (88 + 7 * root6) / 360, (-2 - 3 * root6) / 225],
  [(16 - root6) / 36, (16 + root6) / 36, 1 / 9],
];
const T = [
  [radau.t11, radau.t12, radau.t13],
  [radau.t21, radau.t22, radau.t23],
  [radau.t31, 1, 0],
];
const inverseT = [
  [radau.i11, radau.i12, radau.i13],
  [radau.i21, radau.i22, radau.i23],
  [radau.i31, radau.i32, radau.i33],
];
const Λ = [
  [radau.γ, 0, 0],
  [0, radau.α, -radau.β],
  [0, radau.β, radau.α],
];
const nodes = [radau.c1, radau.c2, 1];

describe("the coefficients of Radau IIA", () => {
  it("integrate polynomials up to degree 2 exactly in every stage, up to degree 4 at the end, and have order 5", () => {
    for (let q = 1; q <= 3; q++) {
      A.forEach((row, i) => {
        expect(
          dot(
            row,
            nodes.map((c) => c ** (q - 1)),
          ),
        ).toBeCloseTo(nodes[i] ** q / q, 14);
      });
    }
    for (let q = 1; q <= 5; q++) expect(orderDefect(A[2], A, q, 1)).toBeLessThan(1e-15);
    expect(orderDefect(A[2], A, 6, 1)).toBeGreaterThan(1e-5);
  });

  it("are transformed into a real and a complex system: T⁻¹·T = 1 and A·T·Λ = T", () => {
    multiply(inverseT, T).forEach((row, i) => {
      row.forEach((x, j) => {
        expect(Math.abs(x - (i === j ? 1 : 0))).toBeLessThan(1e-14);
      });
    });
    multiply(multiply(A, T), Λ).forEach((row, i) => {
      row.forEach((x, j) => {
        expect(Math.abs(x - T[i][j])).toBeLessThan(1e-14);
      });
    });
  });

  it("estimate the error by a formula of order 3: exact for polynomials up to degree 3, not for degree 4", () => {
    // y = t^q: z_i = c_i^q, f₀ = 0 for q > 1 and 1 for q = 1
    const { e1, e2, e3 } = radau;
    for (let q = 1; q <= 4; q++) {
      const defect = (q === 1 ? 1 : 0) + e1 * nodes[0] ** q + e2 * nodes[1] ** q + e3;
      if (q <= 3) expect(Math.abs(defect)).toBeLessThan(1e-14);
      else expect(Math.abs(defect)).toBeGreaterThan(1e-2);
    }
  });
});

function multiply(a: number[][], b: number[][]): number[][] {
  return a.map((row) =>
    b[0].map((_, j) =>
      dot(
        row,
        b.map((line) => line[j]),
      ),
    ),
  );
}
