import { describe, expect, it } from "vitest";
import { DaeJacobian } from "../../src/integrate/daeJacobian.ts";
import { createStatistics } from "../../src/integrate/integrator.ts";
import type { DaeSystem } from "../../src/integrate/problem.ts";
import { Residual } from "../../src/integrate/residual.ts";
import { type MatrixStructure, sparseStructure } from "../../src/math/matrixStructure.ts";
import { thrownBy } from "./oneStepContract.ts";

const n = 9;

/** Neighbours coupled in y and in y', nonlinear in both. */
function chain(_t: number, y: Float64Array, yp: Float64Array, r: Float64Array): void {
  for (let i = 0; i < n; i++) {
    r[i] = yp[i] * (1 + y[i] ** 2) + Math.sin(yp[i]);
    if (i > 0) r[i] += y[i - 1] * yp[i - 1];
    if (i < n - 1) r[i] += 3 * y[i + 1] ** 3;
  }
}

/** ∂r_i/∂y_j + c·∂r_i/∂y'_j of the chain. */
function exactEntry(y: Float64Array, yp: Float64Array, c: number, i: number, j: number): number {
  if (i === j) return 2 * y[i] * yp[i] + c * (1 + y[i] ** 2 + Math.cos(yp[i]));
  if (j === i - 1) return yp[j] + c * y[j];
  return j === i + 1 ? 9 * y[j] ** 2 : 0;
}

const structures: MatrixStructure[] = [
  { kind: "dense", size: n },
  { kind: "banded", size: n, lower: 1, upper: 1 },
  sparseStructure(n, Array.from({ length: n - 1 }, (_, i) => [[i, i + 1] as const, [i + 1, i] as const]).flat()),
];

const y = Float64Array.from({ length: n }, (_, i) => Math.sin(1 + i));
const yp = Float64Array.from({ length: n }, (_, i) => Math.cos(2 * i));
const weights = new Float64Array(n).fill(1e8);

function evaluated(system: DaeSystem, c: number) {
  const statistics = createStatistics();
  const jacobian = new DaeJacobian(system, new Residual(system, statistics), statistics);
  const r = new Float64Array(n);
  system.residual(0, y, yp, r);
  const hasValues = jacobian.evaluate(0, y, yp, r, c, weights, 0.1);
  return { jacobian, statistics, hasValues };
}

function entryOf(structure: MatrixStructure, values: Float64Array, i: number, j: number): number {
  if (structure.kind === "dense") return values[i + n * j];
  if (structure.kind === "banded") return Math.abs(i - j) > 1 ? 0 : values[1 + i - j + 3 * j];
  for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
    if (structure.rowIndices[p] === i) return values[p];
  }
  return 0;
}

describe("iteration matrix ∂F/∂y + c·∂F/∂y'", () => {
  it.each(structures)("by differences is the derivative in the layout $kind", (sparsity) => {
    for (const c of [0, 1, 1000]) {
      const { jacobian } = evaluated({ size: n, residual: chain, sparsity }, c);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const exact = exactEntry(y, yp, c, i, j);
          // increments of 1e-8 or less: curvature times c²·1e-8, and rounding 1e-16·|r|/1e-10
          const allowed = 1e-5 * (1 + Math.abs(exact)) + 1e-8 * c * c;
          expect(Math.abs(entryOf(sparsity, jacobian.values, i, j) - exact)).toBeLessThan(allowed);
        }
      }
    }
  });

  it("costs one evaluation per column when dense, and three for three diagonals, banded or sparse", () => {
    const counts = structures.map(
      (sparsity) => evaluated({ size: n, residual: chain, sparsity }, 1).statistics.jacobianEvaluations,
    );
    expect(counts).toEqual([n, 3, 3]);
  });

  it("sees a component that is zero and has a tolerance far below the other terms of its equation", () => {
    // 1 + 1e-18 = 1: an increment of √u times the tolerance would vanish
    const statistics = createStatistics();
    const system: DaeSystem = {
      size: 2,
      residual: (_t, v, vp, r) => {
        r[0] = vp[0];
        r[1] = v[0] + v[1] - 1;
      },
    };
    const jacobian = new DaeJacobian(system, new Residual(system, statistics), statistics);
    const point = Float64Array.of(1, 0);
    jacobian.evaluate(0, point, new Float64Array(2), new Float64Array(2), 1, Float64Array.of(1e10, 1e10), 1);
    expect(jacobian.values[3]).toBeCloseTo(1, 3);
  });

  it("comes from the user's function when there is one, on zeroed memory", () => {
    const system: DaeSystem = {
      size: n,
      residual: chain,
      jacobian: (_t, _y, _yp, c, jac) => {
        for (let i = 0; i < n; i++) jac[i + n * i] += c + i;
      },
    };
    const { jacobian, statistics } = evaluated(system, 7);
    jacobian.evaluate(0, y, yp, y, 7, weights, 0.1);
    expect(jacobian.values[4 + n * 4]).toBe(11);
    expect(statistics.jacobianEvaluations).toBe(0);
    expect(statistics.jacobians).toBe(2);
  });

  it("reports entries that are not finite, and exceptions with their time", () => {
    const nan: DaeSystem = { size: n, residual: chain, jacobian: (_t, _y, _yp, _c, jac) => jac.fill(Number.NaN) };
    expect(evaluated(nan, 1).hasValues).toBe(false);
    let calls = 0;
    const later: DaeSystem = {
      size: n,
      residual: (t, v, vp, r) => {
        chain(t, v, vp, r);
        if (++calls > 3) r[2] = Infinity;
      },
    };
    expect(evaluated(later, 1).hasValues).toBe(false);
    const broken: DaeSystem = {
      size: n,
      residual: chain,
      jacobian: () => {
        throw new Error("no derivative here");
      },
    };
    const error = thrownBy(() => evaluated(broken, 1));
    expect(error.code).toBe("E-RHS-THREW");
    expect(error.because).toContain("no derivative here");
  });
});
