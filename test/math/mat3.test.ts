import { describe, expect, it } from "vitest";
import * as mat3 from "../../src/math/mat3.ts";
import { createRandom } from "../../src/math/random.ts";

const random = createRandom(12);
const draw = (length: number) => Float64Array.from({ length }, () => random.normal());

function expectNear(actual: Float64Array, expected: Float64Array, tolerance: number): void {
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThan(tolerance);
}

/** Plain product, m(i, j) = m[3·i + j]. */
const product = (A: Float64Array, B: Float64Array) =>
  Float64Array.from({ length: 9 }, (_, p) => {
    const i = Math.floor(p / 3);
    return A[3 * i] * B[p % 3] + A[3 * i + 1] * B[3 + (p % 3)] + A[3 * i + 2] * B[6 + (p % 3)];
  });
const transposed = (A: Float64Array) => Float64Array.from({ length: 9 }, (_, p) => A[3 * (p % 3) + Math.floor(p / 3)]);

describe("3 × 3 matrices", () => {
  it("multiply matrices and vectors in all transposed forms", () => {
    for (let k = 0; k < 50; k++) {
      const [A, B, v, r] = [draw(9), draw(9), draw(3), draw(3)];
      const out = new Float64Array(9);
      mat3.mulMM(out, 0, A, 0, B, 0);
      expectNear(out, product(A, B), 1e-14);
      mat3.mulMtM(out, 0, A, 0, B, 0);
      expectNear(out, product(transposed(A), B), 1e-14);

      const Av = Float64Array.from(
        { length: 3 },
        (_, i) => A[3 * i] * v[0] + A[3 * i + 1] * v[1] + A[3 * i + 2] * v[2],
      );
      mat3.mulMV(out, 0, A, 0, v, 0);
      expectNear(out, Av, 1e-14);
      mat3.transformPoint(out, 0, A, 0, r, 0, v, 0);
      expectNear(
        out,
        Av.map((x, i) => x + r[i]),
        1e-14,
      );
      const At = transposed(A);
      mat3.mulMV(out, 3, At, 0, v, 0);
      mat3.mulMtV(out, 0, A, 0, v, 0);
      expect(out.slice(0, 3)).toEqual(out.slice(3, 6));
    }
  });

  it("may write over their inputs", () => {
    const A = draw(9);
    const B = draw(9);
    const expected = product(A, B);
    const a = A.slice();
    mat3.mulMM(a, 0, a, 0, B, 0);
    expectNear(a, expected, 1e-14);
    const t = A.slice();
    mat3.transpose33(t, 0, t, 0);
    expect(t).toEqual(transposed(A));
    const v = draw(3);
    const w = v.slice();
    mat3.mulMV(v, 0, A, 0, v, 0);
    mat3.mulMtV(w, 0, transposed(A), 0, w, 0);
    expect(v).toEqual(w);
  });

  it("have an inverse with A·A⁻¹ = 1 and a determinant that multiplies", () => {
    for (let k = 0; k < 50; k++) {
      const A = draw(9);
      const B = draw(9);
      for (let i = 0; i < 9; i += 4) A[i] += 4; // far from singular
      const inverse = new Float64Array(9);
      const determinant = mat3.inverse33(inverse, 0, A, 0);
      const identity = new Float64Array(9);
      mat3.identity33(identity, 0);
      expectNear(product(A, inverse), identity, 1e-12);
      const ofB = mat3.inverse33(inverse, 0, B, 0);
      expect(mat3.inverse33(inverse, 0, product(A, B), 0)).toBeCloseTo(determinant * ofB, 9);
    }
  });
});
