/** What must not grow with the number of unknowns, of events, or of event functions. Counts only: times are in bench/solvers. */
import { describe, expect, it } from "vitest";
import { integrate } from "../../src/integrate/integrate.ts";
import type { MethodName } from "../../src/integrate/methods.ts";
import type { SparseStructure } from "../../src/math/matrixStructure.ts";
import { SparseLU } from "../../src/math/sparse/sparseLU.ts";
import { bouncingBall, impactTimes } from "../reference/ivp/ball.ts";
import { brusselator1dOn } from "../reference/ivp/brusselator1d.ts";
import { diffusion2dOn } from "../reference/ivp/heat.ts";
import { kepler } from "../reference/ivp/kepler.ts";
import { correctDigits, type OdeProblem } from "../reference/ivp/referenceProblem.ts";

function solve(problem: OdeProblem, tolerance: number) {
  const { rhs, t0, tEnd, y0, sparsity } = problem;
  if (sparsity === undefined) throw new Error(`${problem.name} is dense`);
  const options = { relativeTolerance: tolerance, absoluteTolerance: tolerance, outputTimes: [tEnd] };
  return integrate({ rhs, t0, tEnd, y0, sparsity }, { method: "bdf", ...options });
}

describe("problems on a grid", () => {
  it.each(["banded", "sparse"] as const)("a finer grid does not cost more steps or evaluations (%s)", (layout) => {
    const coarse = solve(brusselator1dOn(100, layout), 1e-6).statistics;
    const fine = solve(brusselator1dOn(800, layout), 1e-6).statistics;

    // The solution converges with the grid: the step control sees the same functions of time.
    expect(fine.steps).toBeLessThanOrEqual(1.1 * coarse.steps);
    expect(fine.evaluations).toBeLessThanOrEqual(1.1 * coarse.evaluations);
  });

  it("a banded Jacobian costs as many evaluations as the band is wide", () => {
    const { jacobianEvaluations, jacobians } = solve(brusselator1dOn(300, "banded"), 1e-6).statistics;
    expect(jacobianEvaluations).toBe(5 * jacobians);
  });

  it("the Jacobian of a square grid costs a few evaluations, whatever its size", () => {
    const small = solve(diffusion2dOn(10), 1e-6).statistics;
    const large = solve(diffusion2dOn(60), 1e-6).statistics;

    // Five neighbours share a row, so at least five groups; greedy grouping needs at most a few more.
    expect(small.jacobianEvaluations / small.jacobians).toBeGreaterThanOrEqual(5);
    expect(large.jacobianEvaluations / large.jacobians).toBeLessThanOrEqual(9);
  });

  it("diffusion on 10 000 points decays as its eigenvalues say", () => {
    const problem = diffusion2dOn(100);
    const { y } = solve(problem, 1e-6);
    const largest = Math.max(...problem.end);
    const worst = problem.end.reduce((error, exact, i) => Math.max(error, Math.abs(y[i] - exact)), 0);

    expect(worst).toBeLessThan(100 * 1e-6 * largest);
    expect(correctDigits(problem, y)).toBeGreaterThan(4);
  });

  it("the factors of a square grid fill no faster than those of nested dissection", () => {
    const entriesPerUnknown = (side: number): number => {
      const structure = diffusion2dOn(side).sparsity as SparseStructure;
      const n = structure.size;
      const factors = new SparseLU(structure);
      const values = new Float64Array(structure.rowIndices.length).fill(-1);
      for (let j = 0; j < n; j++) {
        for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
          if (structure.rowIndices[p] === j) values[p] = 8;
        }
      }
      expect(factors.factor(values)).toBe(-1);
      return factors.pattern.lp[n] / n;
    };

    // [George1973]: 31/8·n·log₂ n entries to leading order, so 31/8 more per unknown each time n doubles.
    const perDoubling = (entriesPerUnknown(80) - entriesPerUnknown(20)) / 4;
    expect(perDoubling).toBeLessThan(31 / 8);
  });
});

describe("many events", () => {
  const times = impactTimes(10, 0.9, 51);
  const problem = bouncingBall(10, 0.9, (times[49] + times[50]) / 2);

  function bounce(method: MethodName, tolerance: number) {
    const { rhs, t0, tEnd, y0, event } = problem;
    if (event === undefined) throw new Error("the ball has an event");
    return integrate(
      { rhs, t0, tEnd, y0, roots: event.roots, numberOfRoots: 1 },
      {
        method,
        relativeTolerance: tolerance,
        absoluteTolerance: tolerance,
        rootDirections: [-1],
        onRoot: ({ y }) => event.apply(y),
      },
    );
  }

  const largestError = (roots: readonly { t: number }[]): number =>
    roots.reduce((largest, { t }, k) => Math.max(largest, Math.abs(t - times[k])), 0);

  it.each(["adams", "lsodar", "radau5", "esdirk54", "tsit5", "dop853"] as const)(
    "fifty bounces are all found and in time (%s)",
    (method) => {
      for (const tolerance of [1e-4, 1e-6, 1e-8, 1e-10]) {
        const { roots } = bounce(method, tolerance);
        expect(roots).toHaveLength(50);
        expect(largestError(roots)).toBeLessThan(10 * tolerance);
      }
    },
  );

  it("with bdf the fifty restarts at order one add up, each with its own error", () => {
    for (const tolerance of [1e-6, 1e-8, 1e-10]) {
      const { roots } = bounce("bdf", tolerance);
      expect(roots).toHaveLength(50);
      expect(largestError(roots)).toBeLessThan(50 * 10 * tolerance);
    }
  });

  it("a thousand event functions that cross together need no more calls than one", () => {
    const calls = (count: number) => {
      const { statistics, roots } = integrate(
        {
          rhs: kepler.rhs,
          t0: 0,
          tEnd: 20,
          y0: kepler.y0,
          roots(_t, y, g) {
            for (let i = 0; i < count; i++) g[i] = y[1];
          },
          numberOfRoots: count,
        },
        { method: "dop853", relativeTolerance: 1e-8 },
      );
      return { evaluations: statistics.eventFunctionEvaluations, found: roots.length };
    };
    const one = calls(1);
    const thousand = calls(1000);

    expect(thousand.evaluations).toBe(one.evaluations);
    expect(thousand.found).toBe(1000 * one.found);
    // The y-axis is crossed twice per period of 2π; the start on it is no crossing.
    expect(one.found).toBe(6);
  });
});
