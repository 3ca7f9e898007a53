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
});
