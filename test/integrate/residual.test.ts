import { describe, expect, it } from "vitest";
import { createStatistics } from "../../src/integrate/integrator.ts";
import { Residual } from "../../src/integrate/residual.ts";
import { thrownBy } from "./oneStepContract.ts";

describe("the guard of the residual", () => {
  it("counts calls for the solution and for Jacobians apart, and tells finite from not finite", () => {
    const statistics = createStatistics();
    const residual = new Residual(
      {
        size: 1,
        residual: (_t, y, yp, r) => {
          r[0] = yp[0] + Math.log(y[0]);
        },
      },
      statistics,
    );
    const r = new Float64Array(1);
    expect(residual.evaluate(0, Float64Array.of(1), Float64Array.of(2), r)).toBe(true);
    expect(r[0]).toBe(2);
    expect(residual.evaluate(0, Float64Array.of(-1), Float64Array.of(2), r)).toBe(false);
    expect(residual.evaluateForJacobian(0, Float64Array.of(0), Float64Array.of(2), r)).toBe(false);
    expect([statistics.evaluations, statistics.jacobianEvaluations]).toEqual([2, 1]);
  });

  it("turns an exception into an error that knows the time", () => {
    const system = {
      size: 1,
      residual: () => {
        throw new Error("valve stuck");
      },
    };
    const v = new Float64Array(1);
    const error = thrownBy(() => new Residual(system, createStatistics()).evaluate(0.25, v, v, v));
    expect(error.code).toBe("E-RHS-THREW");
    expect(error.what).toContain("residual");
    expect(error.what).toContain("0.25");
    expect(error.because).toContain("valve stuck");
    expect(error.hint).toBeDefined();
  });
});
