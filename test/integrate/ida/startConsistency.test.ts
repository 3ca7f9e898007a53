import { describe, expect, it } from "vitest";
import { createIda } from "../../../src/integrate/ida/ida.ts";
import type { DaeSystem } from "../../../src/integrate/problem.ts";
import { pendulum } from "../../reference/ivp/pendulum.ts";
import { runTo } from "../fixedSteps.ts";
import { thrownBy } from "../oneStepContract.ts";
import { daeOptions, mixedError, product } from "./closedFormDaes.ts";

/** x' = −x, and the force of a spring at x. */
const spring: DaeSystem = {
  size: 2,
  names: ["x", "force"],
  differential: [true, false],
  residual: (_t, y, yp, r) => {
    r[0] = yp[0] + y[0];
    r[1] = y[1] - 2 * y[0];
  },
};

function startSpring(force: number, xp = -1, extra = {}) {
  return createIda(spring, 0, Float64Array.of(1, force), Float64Array.of(xp, 0), 1, daeOptions(2, 1e-6, extra));
}

describe("starts of DAEs", () => {
  it("an algebraic component off its equation is an error that names both and tells what to call", () => {
    const integrator = startSpring(1.5);
    const error = thrownBy(() => integrator.step(1));
    expect(error.code).toBe("E-DAE-INCONSISTENT");
    expect(error.what).toContain("r[1]");
    expect(error.where).toContain("force");
    expect(error.hint).toContain("consistentInitialValues");
    expect(error.data["residual"]).toBeCloseTo(-0.5, 12);
    expect([integrator.t, ...integrator.y]).toEqual([0, 1, 1.5]);
  });

  it("also when algebraic components are left out of the error test", () => {
    const error = thrownBy(() => startSpring(1.5, -1, { suppressAlgebraic: true }).step(1));
    expect(error.code).toBe("E-DAE-INCONSISTENT");
    const fine = startSpring(2, -1, { suppressAlgebraic: true });
    runTo(fine, 1);
    expect(fine.y[1]).toBeCloseTo(2 * Math.exp(-1), 5);
  });

  it("a wrong derivative alone only shortens the first step", () => {
    for (const xp of [0, 5, -1e4]) {
      const integrator = startSpring(2, xp);
      runTo(integrator, 1);
      expect(Math.abs(integrator.y[0] - Math.exp(-1))).toBeLessThan(5e-6);
    }
  });

  it("a deviation within the tolerance is no error", () => {
    const integrator = startSpring(2 + 2e-6);
    runTo(integrator, 1);
    expect(Math.abs(integrator.y[1] - 2 * Math.exp(-1))).toBeLessThan(1e-5);
  });

  it("an event that leaves an inconsistent state is found when the integration goes on", () => {
    const { system, exact, exactDerivative } = product();
    const integrator = createIda(
      system,
      0,
      Float64Array.from(exact(0)),
      Float64Array.from(exactDerivative(0)),
      10,
      daeOptions(3, 1e-6),
    );
    runTo(integrator, 1);
    const y = Float64Array.from(exact(1));
    y[0] += 1;
    integrator.reset(1, y);
    const error = thrownBy(() => integrator.step(10));
    expect(error.code).toBe("E-DAE-INCONSISTENT");
    expect(error.where).toContain('"z"');
    y[2] = y[0] * y[1];
    integrator.reset(1, y);
    runTo(integrator, 10);
    // x − sin t decays by e⁻⁹; y is pulled to cos t by all but a hundredth of z's share
    expect(mixedError(integrator.y, exact(10))).toBeLessThan(1e-3);
  });

  it("a residual without value at the start is reported with its equation", () => {
    const system: DaeSystem = {
      ...spring,
      residual: (_t, _y, _yp, r) => {
        r[0] = 0;
        r[1] = Number.NaN;
      },
    };
    const integrator = createIda(system, 0, new Float64Array(2), new Float64Array(2), 1, daeOptions(2, 1e-6));
    const error = thrownBy(() => integrator.step(1));
    expect(error.code).toBe("E-NOT-FINITE");
    expect(error.what).toContain("start");
    expect(error.path).toBe("force");
    expect(error.where).toContain("r[1]");
    expect(error.hint).toBeDefined();
  });

  it("a pendulum whose tension contradicts its speed is inconsistent", () => {
    const y0 = Float64Array.from(pendulum.y0);
    y0[4] = 1;
    const integrator = createIda(pendulum, 0, y0, pendulum.yp0, 10, daeOptions(5, 1e-6));
    const error = thrownBy(() => integrator.step(10));
    expect(error.code).toBe("E-DAE-INCONSISTENT");
    expect(error.where).toContain("y[4]");
  });
});
