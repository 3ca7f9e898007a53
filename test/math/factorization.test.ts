/** Every direct solver against the residual of the system it solved, on random matrices of all structures. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandReach, factorBandedLU, loadBand, solveTransposedBandedLU } from "../../src/math/bandedLU.ts";
import { createComplexFactorization, createFactorization } from "../../src/math/createFactorization.ts";
import type { DenseLU } from "../../src/math/denseLU.ts";
import type { BandedStructure, MatrixStructure } from "../../src/math/matrixStructure.ts";
import { sparseStructure, valueCount } from "../../src/math/matrixStructure.ts";
import type { SparseLU } from "../../src/math/sparse/sparseLU.ts";

const seed = 20240917;

/** Uniform on (−1, 1), reproducible. */
function generator(start: number): () => number {
  let s = start | 0;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2147483648 - 1;
  };
}

/** Calls visit(i, j, p) for each entry of the structure that lies inside the matrix. */
function forEachEntry(structure: MatrixStructure, visit: (i: number, j: number, p: number) => void): void {
  const n = structure.size;
  for (let j = 0; j < n; j++) {
    if (structure.kind === "dense") {
      for (let i = 0; i < n; i++) visit(i, j, i + n * j);
    } else if (structure.kind === "banded") {
      const { lower, upper } = structure;
      for (let i = Math.max(0, j - upper); i <= Math.min(n - 1, j + lower); i++) {
        visit(i, j, upper + i - j + (lower + upper + 1) * j);
      }
    } else {
      for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
        visit(structure.rowIndices[p], j, p);
      }
    }
  }
}

function randomStructure(kind: MatrixStructure["kind"], n: number, random: () => number): MatrixStructure {
  if (kind === "dense") return { kind, size: n };
  if (kind === "banded") {
    const width = () => Math.min(n + 1, Math.floor((random() + 1) * 3));
    return { kind, size: n, lower: width(), upper: width() };
  }
  const entries: [number, number][] = [];
  const count = Math.floor(((random() + 1) / 2) * 4 * n);
  for (let k = 0; k < count; k++) {
    entries.push([Math.floor(((random() + 1) / 2) * n), Math.floor(((random() + 1) / 2) * n)]);
  }
  return sparseStructure(n, entries);
}

/** Every value of the array, also those outside the matrix (corners of a band), which must not matter. */
function randomValues(structure: MatrixStructure, random: () => number): Float64Array {
  return Float64Array.from({ length: valueCount(structure) }, random);
}

/** ‖b − A·x‖∞ / (‖A‖∞·‖x‖∞): the backward error, which Gaussian elimination keeps near rounding whatever the condition. */
function backwardError(structure: MatrixStructure, values: Float64Array, x: Float64Array, b: Float64Array): number {
  const n = structure.size;
  const residual = b.slice();
  const rowSum = new Float64Array(n);
  forEachEntry(structure, (i, j, p) => {
    residual[i] -= values[p] * x[j];
    rowSum[i] += Math.abs(values[p]);
  });
  const largest = (v: Float64Array) => v.reduce((m, e) => Math.max(m, Math.abs(e)), 0);
  return largest(residual) / (largest(rowSum) * largest(x));
}

/** The real matrix [[Re, −Im], [Im, Re]] of twice the size, as a dense structure: the independent way for complex ones. */
function realForm(structure: MatrixStructure, re: Float64Array, im: Float64Array): Float64Array {
  const n = structure.size;
  const a = new Float64Array(4 * n * n);
  forEachEntry(structure, (i, j, p) => {
    a[i + 2 * n * j] = re[p];
    a[i + n + 2 * n * (j + n)] = re[p];
    a[i + n + 2 * n * j] = im[p];
    a[i + 2 * n * (j + n)] = -im[p];
  });
  return a;
}

// n·ε·(growth of the pivots); 60 · 1.1e-16 leaves a growth of 150, beyond anything seen on random matrices.
const backwardTolerance = 1e-12;

const kinds = ["dense", "banded", "sparse"] as const;
const problem = fc.record({ n: fc.integer({ min: 1, max: 60 }), start: fc.integer() });

describe.each(kinds)("a %s real factorisation", (kind) => {
  it("solves random systems with a backward error near rounding", () => {
    fc.assert(
      fc.property(problem, ({ n, start }) => {
        const random = generator(start);
        const structure = randomStructure(kind, n, random);
        const values = randomValues(structure, random);
        const given = values.slice();
        const b = Float64Array.from({ length: n }, random);
        const solver = createFactorization(structure);
        expect(solver.size).toBe(n);
        expect(solver.factor(values)).toBe(-1);
        const x = b.slice();
        solver.solve(x);
        expect(backwardError(structure, values, x, b)).toBeLessThan(backwardTolerance);
        expect(values).toEqual(given);
      }),
      { seed, numRuns: 200 },
    );
  });

  it("solves with the transposed matrix: y·A⁻¹b = b·A⁻ᵀy", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("dense", "sparse"),
        fc.integer({ min: 1, max: 30 }),
        fc.integer(),
        (kind, n, start) => {
          const random = generator(start);
          const structure = randomStructure(kind as "dense" | "sparse", n, random);
          const solver = createFactorization(structure) as DenseLU | SparseLU;
          const values = randomValues(structure, random);
          // far from singular, and no row is its own pivot by itself
          forEachEntry(structure, (i, j, p) => {
            if (i === (j + start) % n || i === j) values[p] += 10 * Math.sign(values[p]);
          });
          if (solver.factor(values) >= 0) return;
          const [b, y] = [Float64Array.from({ length: n }, random), Float64Array.from({ length: n }, random)];
          const [x, z] = [b.slice(), y.slice()];
          solver.solve(x);
          solver.solveTransposed(z);
          const products = x.map((value, i) => value * y[i] - b[i] * z[i]);
          const size = Math.max(...x.map(Math.abs)) + Math.max(...z.map(Math.abs));
          expect(Math.abs(products.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-11 * n * (1 + size));
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  it("gives the same solution for new values as a fresh solver, to rounding", () => {
    fc.assert(
      fc.property(problem, ({ n, start }) => {
        const random = generator(start);
        const structure = randomStructure(kind, n, random);
        const solver = createFactorization(structure);
        for (let round = 0; round < 4; round++) {
          const values = randomValues(structure, random);
          const b = Float64Array.from({ length: n }, random);
          expect(solver.factor(values)).toBe(-1);
          const x = b.slice();
          solver.solve(x);
          expect(backwardError(structure, values, x, b)).toBeLessThan(backwardTolerance);
        }
      }),
      { seed, numRuns: 100 },
    );
  });

  it("continues bit-equal after save and restore", () => {
    fc.assert(
      fc.property(problem, ({ n, start }) => {
        const random = generator(start);
        const structure = randomStructure(kind, n, random);
        const solver = createFactorization(structure);
        const other = createFactorization(structure);
        const first = randomValues(structure, random);
        const second = randomValues(structure, random);
        solver.factor(first);
        const snapshot = structuredClone(solver.save());

        const expected = Float64Array.from({ length: n }, random);
        const actual = expected.slice();
        const later = expected.slice();
        solver.solve(expected);
        solver.factor(second);
        solver.solve(later);

        other.factor(second);
        for (const restored of [solver, other]) {
          restored.restore(snapshot);
          const again = actual.slice();
          restored.solve(again);
          expect(again).toEqual(expected);
          restored.factor(second);
          const laterAgain = actual.slice();
          restored.solve(laterAgain);
          expect(laterAgain).toEqual(later);
        }
      }),
      { seed, numRuns: 60 },
    );
  });

  it("reports a column of zeros as singular and recovers with the next matrix", () => {
    fc.assert(
      fc.property(problem, ({ n, start }) => {
        const random = generator(start);
        const structure = randomStructure(kind, n, random);
        const column = Math.abs(start) % n;
        const values = randomValues(structure, random);
        const singular = values.slice();
        forEachEntry(structure, (_, j, p) => {
          if (j === column) singular[p] = 0;
        });
        const solver = createFactorization(structure);
        expect(solver.factor(singular)).toBe(column);
        expect(solver.factor(values)).toBe(-1);
        expect(solver.factor(singular)).toBe(column);
        const b = Float64Array.from({ length: n }, random);
        const x = b.slice();
        expect(solver.factor(values)).toBe(-1);
        solver.solve(x);
        expect(backwardError(structure, values, x, b)).toBeLessThan(backwardTolerance);
      }),
      { seed, numRuns: 60 },
    );
  });

  it("rejects a pivot that is not finite or has no finite reciprocal", () => {
    const structure: MatrixStructure =
      kind === "sparse"
        ? sparseStructure(1, [])
        : kind === "dense"
          ? { kind, size: 1 }
          : { kind, size: 1, lower: 0, upper: 0 };
    const solver = createFactorization(structure);
    for (const bad of [0, -0, Number.NaN, Infinity, -Infinity, 5e-324]) {
      expect(solver.factor(Float64Array.of(bad))).toBe(0);
    }
    expect(solver.factor(Float64Array.of(-(2 ** -1000)))).toBe(-1);
    const b = Float64Array.of(2 ** -999);
    solver.solve(b);
    expect(b[0]).toBe(-2);
  });
});

describe.each(kinds)("a %s complex factorisation", (kind) => {
  it("agrees with the real system of twice the size", () => {
    fc.assert(
      fc.property(problem, ({ n, start }) => {
        const random = generator(start);
        const structure = randomStructure(kind, n, random);
        const solver = createComplexFactorization(structure);
        expect(solver.size).toBe(n);
        for (let round = 0; round < 2; round++) {
          const re = randomValues(structure, random);
          const im = randomValues(structure, random);
          const b = Float64Array.from({ length: 2 * n }, random);
          expect(solver.factor(re, im)).toBe(-1);
          const xr = b.slice(0, n);
          const xi = b.slice(n);
          solver.solve(xr, xi);
          const x = Float64Array.from([...xr, ...xi]);
          const double: MatrixStructure = { kind: "dense", size: 2 * n };
          expect(backwardError(double, realForm(structure, re, im), x, b)).toBeLessThan(backwardTolerance);
        }
      }),
      { seed, numRuns: 100 },
    );
  });

  it("continues bit-equal after save and restore", () => {
    fc.assert(
      fc.property(problem, ({ n, start }) => {
        const random = generator(start);
        const structure = randomStructure(kind, n, random);
        const first = [randomValues(structure, random), randomValues(structure, random)] as const;
        const second = [randomValues(structure, random), randomValues(structure, random)] as const;
        const b = Float64Array.from({ length: n }, random);
        const solveWith = (solver: ReturnType<typeof createComplexFactorization>) => {
          const x = [b.slice(), b.slice()] as const;
          solver.solve(...x);
          return x;
        };
        const solver = createComplexFactorization(structure);
        solver.factor(...first);
        const snapshot = structuredClone(solver.save());
        const expected = solveWith(solver);
        solver.factor(...second);
        const later = solveWith(solver);

        const other = createComplexFactorization(structure);
        other.restore(snapshot);
        expect(solveWith(other)).toEqual(expected);
        other.factor(...second);
        expect(solveWith(other)).toEqual(later);
      }),
      { seed, numRuns: 60 },
    );
  });

  it("reports a column of zeros as singular", () => {
    const random = generator(5);
    const structure = randomStructure(kind, 9, random);
    const re = randomValues(structure, random);
    const im = randomValues(structure, random);
    forEachEntry(structure, (_, j, p) => {
      if (j === 6) re[p] = im[p] = 0;
    });
    expect(createComplexFactorization(structure).factor(re, im)).toBe(6);
  });

  it("divides by very large and very small pivots without overflow", () => {
    const structure: MatrixStructure = kind === "banded" ? { kind, size: 1, lower: 0, upper: 0 } : onlyEntry(kind);
    const solver = createComplexFactorization(structure);
    for (const scale of [1e-300, 1e300]) {
      expect(solver.factor(Float64Array.of(3 * scale), Float64Array.of(4 * scale))).toBe(-1);
      const re = Float64Array.of(25 * scale);
      const im = Float64Array.of(0);
      solver.solve(re, im);
      expect(re[0]).toBeCloseTo(3, 14);
      expect(im[0]).toBeCloseTo(-4, 14);
    }
  });
});

function onlyEntry(kind: "dense" | "sparse"): MatrixStructure {
  return kind === "dense" ? { kind, size: 1 } : sparseStructure(1, []);
}

describe("a banded factorisation", () => {
  it("keeps a matrix without interchanges and one with interchanges at every column apart", () => {
    const structure: BandedStructure = { kind: "banded", size: 40, lower: 2, upper: 2 };
    const random = generator(11);
    const solver = createFactorization(structure);
    for (const diagonal of [10, 0, 10]) {
      const values = randomValues(structure, random);
      for (let j = 0; j < 40; j++) values[2 + 5 * j] = diagonal;
      const b = Float64Array.from({ length: 40 }, random);
      const x = b.slice();
      expect(solver.factor(values)).toBe(-1);
      solver.solve(x);
      expect(backwardError(structure, values, x, b)).toBeLessThan(backwardTolerance);
    }
  });

  it("solves the transposed system with the same factors, with interchanges and without", () => {
    const [n, lower, upper] = [40, 3, 2];
    const structure: BandedStructure = { kind: "banded", size: n, lower, upper };
    const transposed: BandedStructure = { kind: "banded", size: n, lower: upper, upper: lower };
    const random = generator(12);
    for (const diagonal of [10, 0]) {
      const values = randomValues(structure, random);
      for (let j = 0; j < n; j++) values[upper + (lower + upper + 1) * j] = diagonal;
      const others = new Float64Array(valueCount(transposed));
      forEachEntry(structure, (i, j, p) => {
        others[lower + j - i + (lower + upper + 1) * i] = values[p];
      });
      const factors = new Float64Array((2 * lower + upper + 1) * n);
      const pivots = new Int32Array(n);
      loadBand(factors, values, n, lower, upper);
      expect(factorBandedLU(factors, pivots, n, lower, upper)).toBe(-1);
      const b = Float64Array.from({ length: n }, random);
      const x = b.slice();
      solveTransposedBandedLU(x, factors, pivots, n, lower, upper, bandReach(pivots, n, lower, upper));
      expect(backwardError(transposed, others, x, b)).toBeLessThan(backwardTolerance);
    }
  });

  it("solves the difference equation of −u″ = 1 exactly", () => {
    const n = 99;
    const structure: BandedStructure = { kind: "banded", size: n, lower: 1, upper: 1 };
    const values = new Float64Array(3 * n);
    forEachEntry(structure, (i, j, p) => {
      values[p] = i === j ? 2 : -1;
    });
    const solver = createFactorization(structure);
    solver.factor(values);
    const u = new Float64Array(n).fill(1);
    solver.solve(u);
    // closed form u_i = i·(n + 1 − i)/2, i = 1 … n; the condition number is 4·(n+1)²/π²
    for (let i = 1; i <= n; i++) expect(u[i - 1] / ((i * (n + 1 - i)) / 2)).toBeCloseTo(1, 11);
  });
});
