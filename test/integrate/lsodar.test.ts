import { describe, expect, it } from "vitest";
import { createAdams } from "../../src/integrate/adams.ts";
import { createBdf } from "../../src/integrate/bdf.ts";
import { createLsodar } from "../../src/integrate/lsodar.ts";
import type { MultistepIntegrator } from "../../src/integrate/multistep/multistepIntegrator.ts";
import type { CreateIntegrator, OdeSystem } from "../../src/integrate/problem.ts";
import { methodOptions } from "./oneStepContract.ts";

function solve(create: CreateIntegrator, system: OdeSystem, y0: number[], tEnd: number, tolerance: number) {
  const integrator = create(
    system,
    0,
    Float64Array.from(y0),
    tEnd,
    methodOptions(system.size, tolerance),
  ) as MultistepIntegrator;
  const orders = new Set<number>();
  let changes = 0;
  let stiffSteps = 0;
  while (integrator.t < tEnd) {
    const before = integrator.mode;
    integrator.step(tEnd);
    if (integrator.mode !== before) changes++;
    if (integrator.mode.family.maximumOrder === 5) stiffSteps++;
    orders.add(integrator.order);
  }
  return { integrator, changes, stiffSteps, orders, steps: integrator.statistics.steps };
}

const vanDerPol = (μ: number): OdeSystem => ({
  size: 2,
  rhs: (_t, y, ydot) => {
    ydot[0] = y[1];
    ydot[1] = μ * (1 - y[0] * y[0]) * y[1] - y[0];
  },
});

describe("lsodar", () => {
  it("stays with Adams on an oscillation without damping, at high order", () => {
    const wave: OdeSystem = {
      size: 2,
      rhs: (_t, y, ydot) => {
        ydot[0] = y[1];
        ydot[1] = -y[0];
      },
    };
    const { changes, orders, integrator, steps } = solve(createLsodar, wave, [0, 1], 200, 1e-9);
    expect(changes).toBe(0);
    expect(Math.max(...orders)).toBeGreaterThan(6);
    expect(integrator.y[0]).toBeCloseTo(Math.sin(200), 5);
    expect(steps).toBeLessThan(1.3 * solve(createAdams, wave, [0, 1], 200, 1e-9).steps);
  });

  it("changes to BDF and back in every jump of a relaxation oscillation", () => {
    const { changes, stiffSteps, steps, integrator } = solve(createLsodar, vanDerPol(1000), [2, 0], 3000, 1e-6);
    expect(changes).toBeGreaterThanOrEqual(6);
    expect(stiffSteps).toBeGreaterThan(0.3 * steps);
    expect(stiffSteps).toBeLessThan(0.95 * steps);
    const bdf = solve(createBdf, vanDerPol(1000), [2, 0], 3000, 1e-9).integrator;
    expect(integrator.y[0]).toBeCloseTo(bdf.y[0], 3);
  });

  it("a stiff decay to a slow curve needs a handful of steps per decade", () => {
    const decay: OdeSystem = {
      size: 1,
      rhs: (t, y, ydot) => {
        ydot[0] = -1e6 * (y[0] - Math.cos(t));
      },
    };
    const { steps, stiffSteps, integrator } = solve(createLsodar, decay, [0], 10, 1e-6);
    expect(steps).toBeLessThan(400);
    expect(stiffSteps).toBeGreaterThan(0.5 * steps);
    expect(integrator.y[0]).toBeCloseTo(Math.cos(10), 5);
  });

  it("works alike with dense, banded and sparse Jacobians", () => {
    const n = 30;
    const rhs: OdeSystem["rhs"] = (_t, y, ydot) => {
      for (let i = 0; i < n; i++) {
        ydot[i] = 4000 * ((i > 0 ? y[i - 1] : 0) - 2 * y[i] + (i < n - 1 ? y[i + 1] : 1));
      }
    };
    const columnPointers = new Int32Array(n + 1);
    const rows: number[] = [];
    for (let j = 0; j < n; j++) {
      for (const i of [j - 1, j, j + 1]) if (i >= 0 && i < n) rows.push(i);
      columnPointers[j + 1] = rows.length;
    }
    const structures = [
      { kind: "dense", size: n },
      { kind: "banded", size: n, lower: 1, upper: 1 },
      { kind: "sparse", size: n, columnPointers, rowIndices: Int32Array.from(rows) },
    ] as const;
    const start = new Array(n).fill(0);
    const runs = structures.map((sparsity) => solve(createLsodar, { size: n, rhs, sparsity }, start, 5, 1e-7));
    for (const { integrator, steps } of runs) {
      expect(steps).toBeLessThan(1000);
      integrator.y.forEach((value, i) => expect(value).toBeCloseTo((i + 1) / (n + 1), 6));
    }
    expect(runs[1].integrator.statistics.jacobianEvaluations).toBeLessThan(
      runs[0].integrator.statistics.jacobianEvaluations / 5,
    );
  });

  it("after a reset a kept Jacobian is not evaluated again", () => {
    const system = { ...vanDerPol(10), isSmooth: true };
    const run = (keepJacobian: boolean) => {
      const integrator = createBdf(system, 0, Float64Array.of(2, 0), 1, methodOptions(2, 1e-4));
      while (integrator.t < 0.5) integrator.step(1);
      const before = integrator.statistics.jacobians;
      integrator.reset(integrator.t, integrator.y.slice(), { keepJacobian });
      for (let k = 0; k < 5; k++) integrator.step(1);
      return integrator.statistics.jacobians - before;
    };
    expect(run(true)).toBe(0);
    expect(run(false)).toBeGreaterThan(0);
  });
});
