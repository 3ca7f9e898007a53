/** Factorisations behind Modelica.Math.Matrices: each is what it claims to be, for matrices of all sizes. */
import fc from "fast-check";
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";
import { Matrix } from "../../../src/modelica/services/matrices/matrix.ts";
import {
  constrainedLeastSquares,
  factorQR,
  formQ,
  leastSquares,
} from "../../../src/modelica/services/matrices/orthogonalFactors.ts";
import {
  eigenvaluesOf,
  eigenvectorsOf,
  reorderSchur,
  schurForm,
  solveSylvester,
} from "../../../src/modelica/services/matrices/schurForm.ts";
import { singularValues } from "../../../src/modelica/services/matrices/singularValues.ts";
import {
  factorCholesky,
  factorLU,
  normOf,
  reciprocalCondition,
  solveLU,
} from "../../../src/modelica/services/matrices/triangularFactors.ts";

const entry = fc.double({ min: -5, max: 5, noNaN: true }).map((x) => Math.round(8 * x) / 8);
const matrixOf = (rows: number, columns: number) =>
  fc.array(entry, { minLength: rows * columns, maxLength: rows * columns }).map((a) => new Matrix(rows, columns, a));
const square = fc.integer({ min: 1, max: 7 }).chain((n) => matrixOf(n, n));
const any = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })).chain(([m, n]) => matrixOf(m, n));
const options = { seed: 25, numRuns: 60 };

function gap(A: Matrix, B: Matrix): number {
  expect([A.rows, A.columns]).toEqual([B.rows, B.columns]);
  return A.a.reduce((worst, x, i) => Math.max(worst, Math.abs(x - B.a[i]!)), 0);
}

function expectOrthogonal(Q: Matrix): void {
  expect(gap(Q.transposed().times(Q), Matrix.identity(Q.columns))).toBeLessThan(1e-12);
}

describe("dense factorisations", () => {
  it("solve linear systems, also transposed", () =>
    fc.assert(
      fc.property(square, (A) => {
        const LU = A.copy();
        const pivots: number[] = [];
        if (factorLU(LU, pivots) !== 0) return;
        const rcond = reciprocalCondition(LU, normOf(A, "1"), "1");
        expect(rcond).toBeLessThanOrEqual(1 + 1e-12);
        if (rcond < 1e-8) return;
        const inverse = Matrix.identity(A.rows);
        solveLU(LU, pivots, inverse);
        expect(gap(A.times(inverse), Matrix.identity(A.rows))).toBeLessThan(1e-6);
        const transposed = Matrix.identity(A.rows);
        solveLU(LU, pivots, transposed, true);
        expect(gap(transposed, inverse.transposed())).toBeLessThan(1e-6 * (1 + normOf(inverse, "M")));
      }),
      options,
    ));

  it("give A = Q·R with and without another order of the columns", () =>
    fc.assert(
      fc.property(any, fc.boolean(), (A, isPivoted) => {
        const factors = A.copy();
        const order = isPivoted ? Array.from({ length: A.columns }, (_, j) => j) : undefined;
        const tau = factorQR(factors, order);
        const Q = formQ(factors, tau, tau.length, A.rows);
        expectOrthogonal(Q);
        const R = new Matrix(A.rows, A.columns);
        for (let i = 0; i < A.rows; i++) for (let j = i; j < A.columns; j++) R.set(i, j, factors.get(i, j));
        const product = Q.times(R);
        const expected = new Matrix(A.rows, A.columns);
        for (let i = 0; i < A.rows; i++)
          for (let j = 0; j < A.columns; j++) expected.set(i, j, A.get(i, order?.[j] ?? j));
        expect(gap(product, expected)).toBeLessThan(1e-12);
      }),
      options,
    ));

  it("give A = U·Σ·Vᵀ with descending σ", () =>
    fc.assert(
      fc.property(any, (A) => {
        const { sigma, U, V } = singularValues(A);
        expectOrthogonal(U);
        expectOrthogonal(V);
        const S = new Matrix(A.rows, A.columns);
        sigma.forEach((x, i) => {
          S.set(i, i, x);
          if (i > 0) expect(x).toBeLessThanOrEqual(sigma[i - 1]!);
        });
        expect(gap(U.times(S).times(V.transposed()), A)).toBeLessThan(1e-12);
      }),
      options,
    ));

  it("give A = Z·T·Zᵀ, and vectors with A·v = λ·v", () =>
    fc.assert(
      fc.property(square, (A) => {
        const { T, Z, info } = schurForm(A);
        expect(info).toBe(0);
        expectOrthogonal(Z);
        expect(gap(Z.times(T).times(Z.transposed()), A)).toBeLessThan(1e-11);
        const values = eigenvaluesOf(T);
        const vectors = eigenvectorsOf(T, Z, values);
        const image = A.times(vectors);
        for (let k = 0; k < A.rows; k++) {
          const [a, b] = [values.re[k]!, values.im[k]!];
          // of a pair: A·(u + i·v) = (a + i·b)·(u + i·v)
          for (let i = 0; i < A.rows; i++) {
            const [u, v] = b === 0 ? [vectors.get(i, k), 0] : [vectors.get(i, k), vectors.get(i, k + 1)];
            expect(Math.abs(image.get(i, k) - (a * u - b * v))).toBeLessThan(1e-6);
          }
          if (b !== 0) k++;
        }
      }),
      options,
    ));

  it("put chosen eigenvalues first", () =>
    fc.assert(
      fc.property(square, (A) => {
        const { T, Z } = schurForm(A);
        const before = eigenvaluesOf(T).re;
        const near = [...before]
          .sort((a, b) => a - b)
          .some((x, i, all) => i > 0 && x - all[i - 1]! < 1e-2 && x !== all[i - 1]);
        if (near) return;
        const count = reorderSchur(
          T,
          Z,
          Array.from(before, (x) => x < 0),
        );
        expectOrthogonal(Z);
        expect(gap(Z.times(T).times(Z.transposed()), A)).toBeLessThan(1e-8);
        eigenvaluesOf(T).re.forEach((x, k) => {
          if (Math.abs(x) > 1e-6) expect(x < 0).toBe(k < count);
        });
      }),
      options,
    ));

  it("solve A·X + X·B = C", () =>
    fc.assert(
      fc.property(square, square, (A, B) => {
        const C = new Matrix(
          A.rows,
          B.rows,
          Array.from({ length: A.rows * B.rows }, (_, i) => i - 2),
        );
        const { X, info } = solveSylvester(A, B, C, 1);
        if (info !== 0 || normOf(X, "M") > 1e6) return;
        const left = A.times(X);
        X.times(B).a.forEach((x, i) => {
          left.a[i]! += x;
        });
        expect(gap(left, C)).toBeLessThan(1e-6);
      }),
      options,
    ));

  it("find the shortest of all best solutions, and keep constraints", () => {
    // two equations for the same sum: x = y = 1 is the shortest solution
    const { X, rank } = leastSquares(new Matrix(2, 2, [1, 1, 1, 1]), new Matrix(2, 1, [2, 2]), 1e-12);
    expect(rank).toBe(1);
    expect([...X.a].map((x) => x.toFixed(12))).toEqual(["1.000000000000", "1.000000000000"]);
    // nearest point to (1, 2, 3) on x + y + z = 0
    const x = constrainedLeastSquares(
      Matrix.identity(3),
      new Matrix(3, 1, [1, 2, 3]),
      new Matrix(1, 3, [1, 1, 1]),
      new Matrix(1, 1, [0]),
    );
    expect([...x.a].map((value) => value.toFixed(12))).toEqual(["-1.000000000000", "0.000000000000", "1.000000000000"]);
    const A = new Matrix(2, 2, [4, 2, 2, 5]);
    expect(factorCholesky(A, false)).toBe(0);
    expect([A.get(0, 0), A.get(1, 0), A.get(1, 1)]).toEqual([2, 1, 2]);
    expect(factorCholesky(new Matrix(1, 1, [-1]), true)).toBe(1);
  });
});

describe("functions of LAPACK", () => {
  const text = `
    package M
      function solve
        input Real A[:, size(A, 1)]; input Real b[size(A, 1)]; output Real x[size(A, 1)] = b; output Integer info;
      protected
        Real W[size(A, 1), size(A, 1)] = A; Integer n = size(A, 1); Integer p[size(A, 1)];
        external "FORTRAN 77" dgesv(n, 1, W, n, p, x, n, info);
      end solve;
      function eigen
        input Real A[:, size(A, 1)]; output Real re[size(A, 1)]; output Real im[size(A, 1)];
      protected
        Real W[size(A, 1), size(A, 1)] = A; Integer n = size(A, 1); Real V[size(A, 1), size(A, 1)]; Real work[10]; Integer info;
        external "FORTRAN 77" dgeev("N", "N", n, W, n, re, im, V, n, V, n, work, 10, info);
      end eigen;
      function inverse
        input Real A[:, size(A, 1)]; output Real B[size(A, 1), size(A, 1)] = A; output Integer info;
      protected
        Integer p[n]; Integer n = size(A, 1); Real work[10];
        Real LU[size(A, 1), size(A, 1)];
      algorithm
        (LU, p) := factors(A);
        (B, info) := fromFactors(LU, p);
      end inverse;
      function factors
        input Real A[:, size(A, 1)]; output Real LU[size(A, 1), size(A, 1)] = A; output Integer p[size(A, 1)]; output Integer info;
      protected
        Integer n = size(A, 1);
        external "FORTRAN 77" dgetrf(n, n, LU, n, p, info);
      end factors;
      function fromFactors
        input Real LU[:, size(LU, 1)]; input Integer p[size(LU, 1)]; output Real B[size(LU, 1), size(LU, 1)] = LU; output Integer info;
      protected
        Integer n = size(LU, 1); Real work[10];
        external "FORTRAN 77" dgetri(n, B, n, p, work, 10, info);
      end fromFactors;
      model Use
        parameter Real B[2, 2] = inverse({{2, 1}, {6, 5}});
        parameter Real x[2] = solve({{2, 1}, {6, 3.5}}, {4, 13});
        parameter Real re[2] = eigen({{0, -2}, {2, 0}});
        Real y = sum(array(i*x[i] for i in 1:2));
      end Use;
    end M;`;

  it("are called by functions of Modelica", () => {
    const result = simulate(importModelica({ texts: { "M.mo": text } }).instantiate("M.Use"), { stopTime: 1 });
    const numbers = (name: string) =>
      result
        .final<number[]>(name)
        .flat(2)
        .map((x) => Math.round(1e9 * x) / 1e9);
    expect(numbers("x")).toEqual([1, 2]);
    expect(numbers("re").map(Math.abs)).toEqual([0, 0]);
    expect(result.final("y")).toBeCloseTo(5, 9);
    // a matrix that is not symmetric
    expect(numbers("B")).toEqual([1.25, -0.25, -1.5, 0.5]);
  });
});
