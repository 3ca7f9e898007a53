/** What every implicit one-step method must do with Jacobians, layouts of matrices and M·y' = f. */
import { describe, expect, it } from "vitest";
import type { Integrator } from "../../src/integrate/integrator.ts";
import { forEachEntry } from "../../src/integrate/matrixEntries.ts";
import type { CreateIntegrator, OdeSystem } from "../../src/integrate/problem.ts";
import { type MatrixStructure, sparseStructure, valueCount } from "../../src/math/matrixStructure.ts";
import { mixedDigits, type OdeProblem } from "../reference/ivp/referenceProblem.ts";
import { protheroRobinson } from "./closedForms.ts";
import { distance, runTo } from "./fixedSteps.ts";
import { methodOptions } from "./oneStepContract.ts";

const points = 12;

const layouts: MatrixStructure[] = [
  { kind: "dense", size: points },
  { kind: "banded", size: points, lower: 1, upper: 1 },
  sparseStructure(
    points,
    Array.from({ length: points - 1 }, (_, i) => [[i, i + 1] as const, [i + 1, i] as const]).flat(),
  ),
];

/** Heat in a rod, ends at 0, with a cubic loss; all values stiff. */
function rod(t: number, y: Float64Array, ydot: Float64Array): void {
  for (let i = 0; i < points; i++) {
    const left = i === 0 ? 0 : y[i - 1];
    const right = i === points - 1 ? 0 : y[i + 1];
    ydot[i] = 400 * (left - 2 * y[i] + right) - y[i] ** 3 + Math.cos(t);
  }
}

export function describeLayouts(name: string, create: CreateIntegrator): void {
  describe(`${name} with matrices of any layout`, () => {
    it("gives the same solution dense, banded and sparse, with fewer evaluations where the pattern is known", () => {
      const runs = layouts.map((sparsity) => {
        const system: OdeSystem = { size: points, sparsity, rhs: rod };
        const integrator = create(system, 0, new Float64Array(points).fill(1), 1, methodOptions(points, 1e-7));
        runTo(integrator, 1);
        return integrator;
      });
      for (const run of runs) expect(distance(run.y, runs[0].y)).toBeLessThan(1e-7);
      expect(runs[1].statistics.jacobianEvaluations).toBeLessThan(0.5 * runs[0].statistics.jacobianEvaluations);
    });

    it.each(layouts)("restores factors in the layout $kind bit for bit", (sparsity) => {
      const system: OdeSystem = { size: points, sparsity, rhs: rod };
      const startRod = () => create(system, 0, new Float64Array(points).fill(1), 1, methodOptions(points, 1e-6));
      const one = startRod();
      for (let k = 0; k < 6; k++) one.step(1);
      const other = startRod();
      const saved = one.save();
      const copy = structuredClone(saved);
      other.restore(saved);
      runTo(one, 1);
      runTo(other, 1);
      // nothing of it is shared with either of them
      expect(saved).toEqual(copy);
      expect(other.y).toEqual(one.y);
      expect(other.statistics).toEqual(one.statistics);
    });

    it("renews the Jacobian of a linear problem only now and then, and keeps it over an event when told so", () => {
      const { system } = protheroRobinson(1000);
      const integrator = create(system, 0, Float64Array.of(1), 2, methodOptions(1, 1e-6));
      const { statistics } = integrator;
      runTo(integrator, 1);
      expect(statistics.jacobians).toBeLessThanOrEqual(1 + statistics.steps / 20);
      const before = statistics.jacobians;
      integrator.reset(1, Float64Array.of(0.5), { keepJacobian: true });
      integrator.step(2);
      expect(statistics.jacobians).toBe(before);
      integrator.reset(1.5, Float64Array.of(0.5));
      integrator.step(2);
      expect(statistics.jacobians).toBe(before + 1);
      runTo(integrator, 2);
      expect(Math.abs(integrator.y[0] - Math.cos(2))).toBeLessThan(1e-6);
    });

    it("takes few steps where the solution is smooth, however stiff the problem is", () => {
      const steps = [1e2, 1e5, 1e8].map((λ) => {
        const { system, exact } = protheroRobinson(λ);
        const integrator = create(system, 0, Float64Array.of(1), 2, methodOptions(1, 1e-6));
        runTo(integrator, 2);
        expect(distance(integrator.y, exact(2))).toBeLessThan(1e-5);
        return integrator.statistics.steps;
      });
      expect(Math.max(...steps)).toBeLessThan(80);
    });
  });
}

export function describeMassMatrix(name: string, create: CreateIntegrator): void {
  describe(`${name} with M·y' = f`, () => {
    it("a regular M gives the solution of y' = M⁻¹·f, in any layout", () => {
      // M = tridiagonal (1, 4, 1): the finite elements of the rod
      for (const sparsity of layouts) {
        const massMatrix = new Float64Array(valueCount(sparsity));
        forEachEntry(sparsity, (p, i, j) => {
          massMatrix[p] = Math.abs(i - j) > 1 ? 0 : i === j ? 4 : 1;
        });
        const y0 = Float64Array.from({ length: points }, (_, i) => Math.sin((Math.PI * (i + 1)) / (points + 1)));
        const system: OdeSystem = {
          size: points,
          sparsity,
          massMatrix,
          rhs: (_t, y, ydot) => {
            for (let i = 0; i < points; i++) {
              ydot[i] = (i === 0 ? 0 : y[i - 1]) - 2 * y[i] + (i === points - 1 ? 0 : y[i + 1]);
            }
          },
        };
        const integrator = create(system, 0, y0, 30, methodOptions(points, 1e-8));
        runTo(integrator, 30);
        // the sine is an eigenvector of both matrices
        const c = 2 * Math.cos(Math.PI / (points + 1));
        const decay = Math.exp(((c - 2) / (4 + c)) * 30);
        expect(
          distance(
            integrator.y,
            y0.map((x) => x * decay),
          ),
        ).toBeLessThan(1e-7);
      }
    });

    it("a singular M makes its row an equation that holds at every step", () => {
      // x' = −z, 0 = z − x², so x = 1/(1 + t)
      const system: OdeSystem = {
        size: 2,
        massMatrix: Float64Array.of(1, 0, 0, 0),
        rhs: (_t, y, ydot) => {
          ydot[0] = -y[1];
          ydot[1] = y[1] - y[0] ** 2;
        },
      };
      const integrator = create(system, 0, Float64Array.of(1, 1), 3, methodOptions(2, 1e-8));
      const out = new Float64Array(2);
      runTo(integrator, 3, () => {
        expect(Math.abs(integrator.y[1] - integrator.y[0] ** 2)).toBeLessThan(1e-8);
        const t = 0.5 * (integrator.tPrevious + integrator.t);
        integrator.interpolate(out, t);
        expect(distance(out, [1 / (1 + t), 1 / (1 + t) ** 2])).toBeLessThan(1e-6);
      });
      expect(distance(integrator.y, [1 / 4, 1 / 16])).toBeLessThan(1e-7);
    });

    it("an algebraic start value that does not fit is replaced by the one that does", () => {
      // x' = −z, 0 = z − x², started with z = 2 instead of 1
      const system: OdeSystem = {
        size: 2,
        massMatrix: Float64Array.of(1, 0, 0, 0),
        rhs: (_t, y, ydot) => {
          ydot[0] = -y[1];
          ydot[1] = y[1] - y[0] ** 2;
        },
      };
      const integrator = create(system, 0, Float64Array.of(1, 2), 3, methodOptions(2, 1e-8));
      integrator.step(3);
      expect(Math.abs(integrator.y[1] - integrator.y[0] ** 2)).toBeLessThan(1e-7);
      runTo(integrator, 3);
      expect(distance(integrator.y, [1 / 4, 1 / 16])).toBeLessThan(1e-7);
    });

    it("starts again after an event that changes the differential variables", () => {
      const system: OdeSystem = {
        size: 2,
        massMatrix: Float64Array.of(1, 0, 0, 0),
        rhs: (_t, y, ydot) => {
          ydot[0] = -y[1];
          ydot[1] = y[1] - 2 * y[0];
        },
      };
      const integrator = create(system, 0, Float64Array.of(1, 2), 2, methodOptions(2, 1e-7));
      runTo(integrator, 1);
      integrator.reset(1, Float64Array.of(3, 6), { keepJacobian: true });
      runTo(integrator, 2);
      expect(distance(integrator.y, [3 * Math.exp(-2), 6 * Math.exp(-2)])).toBeLessThan(1e-6);
    });
  });
}

/** Digits at the end with SUNDIALS 6.4 at rtol 1e-4, 1e-6, 1e-8, 1e-10: CVODE BDF, for the last two problems IDA. */
const sundialsDigits: Record<string, readonly number[]> = {
  vdpol: [3.23, 4.69, 6.64, 8.3],
  robertson: [3.79, 5.14, 6.97, 8.63],
  hires: [2.95, 4.45, 7.09, 8.37],
  akzoMass: [4.4, 6.33, 7.81, 9.33],
  pendulumMass: [1.67, 2.77, 5.22, 7.82],
};

export function describeReferenceDigits(name: string, create: CreateIntegrator, problems: OdeProblem[]): void {
  describe(`${name} on reference problems`, () => {
    it.each(problems)("$name has the digits of SUNDIALS at the same tolerance, less half a digit", (problem) => {
      sundialsDigits[problem.name].forEach((digits, k) => {
        const integrator = startReference(create, problem, 10 ** (-4 - 2 * k));
        runTo(integrator, problem.tEnd);
        expect(mixedDigits(problem, integrator.y)).toBeGreaterThan(digits - 0.5);
      });
    });
  });
}

export function startReference(create: CreateIntegrator, problem: OdeProblem, tolerance: number): Integrator {
  return create(problem, problem.t0, problem.y0, problem.tEnd, {
    ...methodOptions(problem.size, tolerance),
    absoluteTolerance: problem.toleranceScale.map((scale) => scale * tolerance),
  });
}
