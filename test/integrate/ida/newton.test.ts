import { describe, expect, it } from "vitest";
import { converged, DaeNewton } from "../../../src/integrate/ida/newton.ts";
import { createStatistics } from "../../../src/integrate/integrator.ts";
import type { DaeJacobianFunction, ResidualFunction } from "../../../src/integrate/problem.ts";
import { failure } from "../../../src/integrate/stepDiagnosis.ts";
import { daeOptions } from "./closedFormDaes.ts";

/** Iterations on a system of two, in units in which the tolerance is 1. */
function newtonOn(residual: ResidualFunction, jacobian?: DaeJacobianFunction) {
  const statistics = createStatistics();
  const system = { size: 2, residual, ...(jacobian === undefined ? {} : { jacobian }) };
  const newton = new DaeNewton(system, daeOptions(2, 1e-6), statistics);
  const w = Float64Array.of(1, 1);
  const solve = (y0: number[], yp0: number[], c: number) =>
    newton.solve(0, Float64Array.from(y0), Float64Array.from(yp0), c, w, 1 / c);
  return { newton, statistics, solve };
}

/** y₀' = −y₀ + y₁,  0 = y₀ + 2·y₁ − 5 */
const linear: ResidualFunction = (_t, y, yp, r) => {
  r[0] = yp[0] + y[0] - y[1];
  r[1] = y[0] + 2 * y[1] - 5;
};

describe("the iteration of an attempt", () => {
  it("solves F(t, y⁰ + e, y'⁰ + c·e) = 0", () => {
    const { newton, solve } = newtonOn(linear);
    expect(solve([3, 3], [10, 0], 4)).toBe(converged);
    const r = new Float64Array(2);
    linear(0, newton.y, newton.yp, r);
    expect(Math.max(...r.map(Math.abs))).toBeLessThan(1e-6);
    expect(newton.y[0]).toBe(3 + newton.e[0]);
    expect(newton.yp[0]).toBe(10 + 4 * newton.e[0]);
  });

  it("keeps the matrix while c changes little, and converges all the same", () => {
    const { newton, statistics, solve } = newtonOn(linear);
    solve([3, 3], [10, 0], 4);
    for (const c of [3.2, 5, 4.4]) {
      expect(solve([3, 3], [10, 0], c)).toBe(converged);
      const r = new Float64Array(2);
      linear(0, newton.y, newton.yp, r);
      // 0.1 is left in y at most, c + 1 times as much in the first equation
      expect(Math.max(...r.map(Math.abs))).toBeLessThan(0.1 * Math.SQRT2 * (c + 2));
    }
    expect(statistics.jacobians).toBeLessThanOrEqual(2);
    const before = statistics.jacobians;
    solve([3, 3], [10, 0], 40);
    expect(statistics.jacobians).toBe(before + 1);
  });

  it("makes a new matrix when the old one does not lead to convergence", () => {
    let stiffness = 1;
    const { statistics, solve } = newtonOn((_t, y, yp, r) => {
      r[0] = yp[0] + stiffness * (y[0] - 2);
      r[1] = y[1] - 1;
    });
    expect(solve([500, 1], [0, 0], 1)).toBe(converged);
    stiffness = 1000;
    expect(solve([500, 1], [0, 0], 1)).toBe(converged);
    expect(statistics.jacobians).toBe(2);
  });

  it("counts as converged when only the rounding of F is left, below a third of the tolerance", () => {
    const noisy = (size: number) => {
      let calls = 0;
      return newtonOn(
        (_t, y, yp, r) => {
          r[0] = yp[0] + y[0] + size * (calls++ % 2 === 0 ? 1 : -1);
          r[1] = y[1];
        },
        (_t, _y, _yp, c, jac) => {
          jac[0] = 1 + c;
          jac[3] = 1;
        },
      );
    };
    // corrections alternate by 2·size/(c + 1) = size, √(1/2) of it in the norm of two components
    expect(noisy(0.3).solve([0.1, 0], [0, 0], 1)).toBe(converged);
    expect(noisy(3).solve([0.1, 0], [0, 0], 1)).toBe(failure.convergence);
  });

  it("tells why it failed, and where", () => {
    const noRoot = newtonOn((_t, y, yp, r) => {
      r[0] = yp[0];
      r[1] = y[1] ** 2 + 100;
    });
    expect(noRoot.solve([0, 3], [0, 0], 1)).toBe(failure.convergence);
    expect(noRoot.newton.worst).toBe(1);

    const notFinite = newtonOn((_t, y, yp, r) => {
      r[0] = yp[0];
      r[1] = Math.log(y[1]);
    });
    expect(notFinite.solve([0, -1], [0, 0], 1)).toBe(failure.notFinite);
    expect(notFinite.newton.worst).toBe(1);

    const singular = newtonOn((_t, y, yp, r) => {
      r[0] = yp[0];
      r[1] = y[0];
    });
    expect(singular.solve([0, 0], [0, 0], 1)).toBe(failure.singular);
    expect(singular.newton.worst).toBe(1);
  });

  it("restores matrix and memory of rates bit for bit", () => {
    const one = newtonOn(linear);
    one.solve([3, 3], [10, 0], 4);
    const saved = structuredClone(one.newton.save());
    const other = newtonOn(linear);
    other.newton.restore(saved);
    one.solve([2, 1], [1, 0], 4.5);
    other.solve([2, 1], [1, 0], 4.5);
    expect(other.newton.e).toEqual(one.newton.e);
    expect(other.statistics.jacobians).toBe(0);
  });
});
