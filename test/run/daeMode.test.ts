import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

/** A ring of n nonlinear resistors u = i + i³ fed by a capacitor: one loop with n unknowns. */
function ring(n: number) {
  const lines = ["der(x) = -i1"];
  for (let k = 1; k <= n; k++) lines.push(`u${k} = i${k} + i${k}^3 + 0.1*i${(k % n) + 1}`);
  for (let k = 1; k <= n; k++)
    lines.push(k < n ? `u${k} = x*${(1 / k).toFixed(6)} + 0.05*u${k + 1}` : `u${n} = x*0.5 + 0.05*u1`);
  return Model({ x: Var({ init: 2 }), equations: lines });
}

describe("DAE mode", () => {
  it("ida with the loop in its own vector agrees with tsit5 that solves the loop in every evaluation", () => {
    const model = instantiate(ring(20));
    expect(Math.max(...model.report.systems.map(({ unknowns }) => unknowns.length))).toBeGreaterThanOrEqual(10);
    const explicit = simulate(model, { stopTime: 2, tolerance: 1e-9, method: "tsit5" });
    const implicit = simulate(model, { stopTime: 2, tolerance: 1e-8, method: "ida" });
    expect(Math.abs(implicit.final("x") / explicit.final("x") - 1)).toBeLessThan(1e-6);
    expect(Math.abs(implicit.final("i7") / explicit.final("i7") - 1)).toBeLessThan(1e-6);
  });

  it("goes on after events", () => {
    const model = instantiate(
      ring(12).with({ y: Var({ init: 0 }), equations: "der(y) = if time < 0.5 then 1 else -1" }),
    );
    const result = simulate(model, { stopTime: 1, tolerance: 1e-8, method: "ida" });
    expect(Math.abs(result.final("y"))).toBeLessThan(1e-6);
    expect(result.statistics.timeEvents).toBe(1);
  });

  it("the exact Jacobian of loop and states makes the same steps as differences, with far fewer residuals", () => {
    const model = instantiate(ring(20));
    const exact = simulate(model, { stopTime: 2, tolerance: 1e-8, method: "ida" });
    expect(exact.statistics.jacobianEvaluations).toBe(0);
    expect(exact.statistics.jacobians).toBeGreaterThan(0);
    // Newton's method converges about as it does with the matrix of the last step: some two iterations per step
    expect(exact.statistics.iterations).toBeLessThan(3 * exact.statistics.steps);
  });

  it("is chosen by itself where a nonlinear loop is large, and not where it is small or linear", () => {
    const chain = (n: number, cubic: number) => {
      const lines = ["der(x) = u1 - x", `x - u1 = u1 - u2 + ${cubic}*u1^3`];
      for (let k = 2; k < n; k++) lines.push(`u${k - 1} - u${k} = u${k} - u${k + 1} + ${cubic}*u${k}^3`);
      return Model({ x: Var({ init: 1 }), equations: [...lines, `u${n} = 0.1*u${n - 1}`] });
    };
    const method = (n: number, cubic: number) =>
      simulate(instantiate(chain(n, cubic)), { stopTime: 0.1, interval: 0.05 }).statistics.method;
    expect(method(600, 0.2)).toBe("ida");
    expect(method(20, 0.2)).toBe("tsit5");
    expect(method(600, 0)).toBe("tsit5");
  });
});
