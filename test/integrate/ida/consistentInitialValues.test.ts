import { describe, expect, it } from "vitest";
import { consistentInitialValues } from "../../../src/integrate/ida/consistentInitialValues.ts";
import { createIda } from "../../../src/integrate/ida/ida.ts";
import type { DaeSystem } from "../../../src/integrate/problem.ts";
import { akzo } from "../../reference/ivp/akzo.ts";
import { pendulum } from "../../reference/ivp/pendulum.ts";
import { runTo } from "../fixedSteps.ts";
import { thrownBy } from "../oneStepContract.ts";
import { daeOptions, mixedError, product, rod } from "./closedFormDaes.ts";

const options = (size: number) => daeOptions(size, 1e-8);

describe("consistent initial values", () => {
  it("finds algebraic components and derivatives of the differential ones from bad guesses", () => {
    const { system, exact, exactDerivative } = product();
    const guess = Float64Array.from(exact(0));
    guess[2] = -40;
    const { y, yp } = consistentInitialValues(system, 0, guess, Float64Array.of(7, -8, 9), 10, options(3));
    expect(mixedError(y, exact(0))).toBeLessThan(1e-12);
    expect(mixedError(yp.slice(0, 2), exactDerivative(0).slice(0, 2))).toBeLessThan(1e-10);
    expect(yp[2]).toBe(9);
    expect(guess[2]).toBe(-40);
  });

  it("keeps the given differential components to the bit", () => {
    const y0 = Float64Array.from(pendulum.y0);
    y0.set([0.6, -0.8, 2, 1.5, 100]);
    const { y, yp } = consistentInitialValues(pendulum, 0, y0, new Float64Array(5), 10, options(5));
    expect(Array.from(y.slice(0, 4))).toEqual([0.6, -0.8, 2, 1.5]);
    // λ·L² = v² − g·y of the pendulum with L = 1
    expect(y[4]).toBeCloseTo(2 * 2 + 1.5 * 1.5 + 9.81 * 0.8, 10);
    expect(mixedError(yp.slice(0, 2), [2, 1.5])).toBeLessThan(1e-10);
  });

  it("solves for large banded systems, where the stiffness hides the derivative", () => {
    const { system, exact, exactDerivative, tEnd } = rod(200);
    const guess = Float64Array.from(exact(0));
    guess[0] = 0.3;
    guess[199] = -0.2;
    const { y, yp } = consistentInitialValues(system, 0, guess, new Float64Array(200), tEnd, options(200));
    expect(mixedError(y, exact(0))).toBeLessThan(1e-10);
    expect(mixedError(yp.slice(1, 199), exactDerivative(0).slice(1, 199))).toBeLessThan(1e-8);
  });

  it("finds y for given derivatives: the steady state when they are zero", () => {
    // a tank: area·level' = inflow − k·√level, and an outlet meter
    const system: DaeSystem = {
      size: 2,
      differential: [true, false],
      residual: (_t, y, yp, r) => {
        r[0] = 2 * yp[0] - 3 + 1.5 * Math.sqrt(y[0]);
        r[1] = y[1] - 1.5 * Math.sqrt(y[0]);
      },
    };
    const guess = Float64Array.of(0.1, 0);
    const { y, yp } = consistentInitialValues(system, 0, guess, new Float64Array(2), 1, options(2), "derivatives");
    expect(mixedError(y, [4, 3])).toBeLessThan(1e-10);
    expect(Array.from(yp)).toEqual([0, 0]);
  });

  it("damps steps that would leave the domain of the equations", () => {
    // Newton's method for ln z = x from z = 50 jumps to a negative z
    const system: DaeSystem = {
      size: 2,
      differential: [true, false],
      residual: (_t, y, yp, r) => {
        r[0] = yp[0] + y[1];
        r[1] = Math.log(y[1]) - y[0];
      },
    };
    const { y, yp, statistics } = consistentInitialValues(
      system,
      0,
      Float64Array.of(-2, 50),
      new Float64Array(2),
      1,
      options(2),
    );
    expect(y[1]).toBeCloseTo(Math.exp(-2), 12);
    expect(yp[0]).toBeCloseTo(-Math.exp(-2), 9);
    expect(statistics.evaluations).toBeGreaterThan(statistics.iterations);
  });

  it("leads to a start that ida accepts", () => {
    const guess = Float64Array.from(akzo.y0);
    guess[5] = 0;
    const { y, yp } = consistentInitialValues(akzo, 0, guess, new Float64Array(6), 180, options(6));
    expect(y[5]).toBeCloseTo(akzo.y0[5], 12);
    const integrator = createIda(akzo, 0, y, yp, 180, options(6));
    runTo(integrator, 180);
    expect(mixedError(integrator.y, [...akzo.end])).toBeLessThan(1e-7);
  });

  it("names the component behind whose guess the residual is no number", () => {
    // a guess on the edge of where the root is real
    const system: DaeSystem = {
      size: 2,
      names: ["x", "flow"],
      differential: [true, false],
      residual: (_t, y, yp, r) => {
        r[0] = yp[0] - y[0];
        r[1] = Math.sqrt(1 - y[1]) - 2;
      },
    };
    const guess = Float64Array.of(1, 1);
    const error = thrownBy(() => consistentInitialValues(system, 0, guess, new Float64Array(2), 1, options(2)));
    expect(error.code).toBe("E-NOT-FINITE");
    expect(error.what).toBe("The Jacobian is not finite where start values are sought, t = 0.");
    expect(error.where).toBe('the residual has no finite derivative with respect to component "flow", or to its rate');
    expect(error.data).toEqual({ t: 0, component: "flow", index: 1 });
  });

  it("says which equation is left when there is no solution", () => {
    const system: DaeSystem = {
      size: 2,
      names: ["x", "z"],
      differential: [true, false],
      residual: (_t, y, yp, r) => {
        r[0] = yp[0] - y[1];
        r[1] = y[1] ** 2 + 1;
      },
    };
    const error = thrownBy(() =>
      consistentInitialValues(system, 0, Float64Array.of(0, 3), new Float64Array(2), 1, options(2)),
    );
    expect(error.code).toBe("E-DAE-INCONSISTENT");
    expect(error.what).toContain("r[1]");
    expect(error.path).toBe("z");
    expect(error.hint).toContain("guess");
    expect(error.data["equation"]).toBe(1);
  });

  it("says which component is open when the equations do not contain it, and which residual has no value", () => {
    const open: DaeSystem = {
      size: 2,
      names: ["x", "z"],
      differential: [true, false],
      residual: (_t, y, yp, r) => {
        r[0] = yp[0] - y[0];
        r[1] = y[0] - 1;
      },
    };
    const first = thrownBy(() =>
      consistentInitialValues(open, 0, Float64Array.of(2, 0), new Float64Array(2), 1, options(2)),
    );
    expect(first.code).toBe("E-DAE-SINGULAR");
    expect(first.path).toBe("z");
    const nan: DaeSystem = { size: 1, names: ["x"], residual: (_t, _y, _yp, r) => r.fill(Number.NaN) };
    const second = thrownBy(() =>
      consistentInitialValues(nan, 0, new Float64Array(1), new Float64Array(1), 1, options(1)),
    );
    expect(second.code).toBe("E-NOT-FINITE");
    expect(second.path).toBe("x");
  });
});
