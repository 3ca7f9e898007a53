import { describe, expect, it } from "vitest";
import type { CreateIntegrator, OdeSystem } from "../../../src/integrate/problem.ts";
import { Radau5Method } from "../../../src/integrate/radau/radau5Method.ts";
import { createRadau5 } from "../../../src/integrate/radau5.ts";
import { createFactorization } from "../../../src/math/createFactorization.ts";
import { akzoMass } from "../../reference/ivp/akzo.ts";
import { hires } from "../../reference/ivp/hires.ts";
import { pendulumMass } from "../../reference/ivp/pendulum.ts";
import { robertson } from "../../reference/ivp/robertson.ts";
import { vanDerPol } from "../../reference/ivp/vanDerPol.ts";
import { chirp, oscillator, protheroRobinson } from "../closedForms.ts";
import { distance, measuredOrders, runTo } from "../fixedSteps.ts";
import { describeLayouts, describeMassMatrix, describeReferenceDigits, startReference } from "../implicitContract.ts";
import { describeOneStepContract, methodOptions, thrownBy } from "../oneStepContract.ts";

describeOneStepContract("radau5", createRadau5);
describeLayouts("radau5", createRadau5);
describeMassMatrix("radau5", createRadau5);
describeReferenceDigits("radau5", createRadau5, [vanDerPol, robertson, hires, akzoMass, pendulumMass]);

/** The iteration goes on to rounding, the error test always passes. */
const exactIteration: CreateIntegrator = (system, t0, y0, tEnd, options) =>
  new Radau5Method(system, t0, y0, tEnd, options, 1e-13);

describe("halving the step of radau5", () => {
  it.each([
    { name: "a nonlinear problem", problem: chirp, steps: 32 },
    { name: "an oscillator", problem: oscillator, steps: 32 },
  ])("divides the errors of $name by 2⁵, inside the steps too, those of the derivative by 2⁴", ({ problem, steps }) => {
    const measured = measuredOrders(exactIteration, problem, steps);
    expect(measured.atSteps).toBeGreaterThan(4.7);
    expect(Math.abs(measured.inside - 5)).toBeLessThan(0.2);
    expect(Math.abs(measured.derivative - 4)).toBeLessThan(0.2);
  });

  it("in the limit of infinite stiffness divides errors by 2³ at and by 2⁴ inside the steps, and both are small", () => {
    const measured = measuredOrders(exactIteration, protheroRobinson(1e6), 16);
    expect(Math.abs(measured.atSteps - 3)).toBeLessThan(0.1);
    expect(Math.abs(measured.inside - 4)).toBeLessThan(0.1);
  });
});

describe("radau5", () => {
  it("dense output is as accurate as the solution: an oscillator at 1e-8 to 1e-7 everywhere", () => {
    const options = methodOptions(2, 1e-8);
    const integrator = createRadau5(oscillator.system, 0, Float64Array.of(1, 0), 10, options);
    const out = new Float64Array(2);
    let atSteps = 0;
    let inside = 0;
    runTo(integrator, 10, () => {
      atSteps = Math.max(atSteps, distance(integrator.y, oscillator.exact(integrator.t)));
      for (const θ of [0.1, 0.3, 0.5, 0.7]) {
        const t = integrator.tPrevious + θ * (integrator.t - integrator.tPrevious);
        integrator.interpolate(out, t);
        inside = Math.max(inside, distance(out, oscillator.exact(t)));
      }
    });
    expect(atSteps).toBeLessThan(1e-7);
    expect(inside).toBeLessThan(1e-7);
  });

  it("restore then run equals run, bit for bit, with factors and Jacobian in between", () => {
    for (const problem of [hires, akzoMass]) {
      const one = startReference(createRadau5, problem, 1e-5);
      for (let k = 0; k < 12; k++) one.step(problem.tEnd);
      const snapshot = structuredClone(one.save());
      const other = startReference(createRadau5, problem, 1e-5);
      other.restore(snapshot);
      runTo(one, problem.tEnd);
      runTo(other, problem.tEnd);
      expect(other.y).toEqual(one.y);
      expect(other.statistics).toEqual(one.statistics);
    }
  });
});

describe("radau5 and algebraic unknowns", () => {
  it("keeps them where their equations put them while steps grow, whatever the tolerance", () => {
    const f = new Float64Array(pendulumMass.size);
    for (let k = 0; k < 31; k++) {
      const tolerance = 0.9 * 10 ** (-4 - k / 5);
      const integrator = startReference(createRadau5, pendulumMass, tolerance);
      runTo(integrator, 1, () => {
        pendulumMass.rhs(integrator.t, integrator.y, f);
        // ∂f/∂λ = −(x² + y²) = −1: what is left of the equation is the error of λ
        expect(Math.abs(f[4]!) / tolerance, `at ${tolerance}`).toBeLessThan(5);
      });
    }
  });
});

describe("radau5 and its linear systems", () => {
  it("an own linear solver serves the real and, in twice the size, the complex system", () => {
    const sizes: number[] = [];
    const options = methodOptions(8, 1e-6, {
      linearSolver: (structure) => {
        sizes.push(structure.size);
        return createFactorization(structure);
      },
    });
    const own = createRadau5(hires, 0, hires.y0, hires.tEnd, options);
    const built = createRadau5(hires, 0, hires.y0, hires.tEnd, methodOptions(8, 1e-6));
    runTo(own, hires.tEnd);
    runTo(built, hires.tEnd);
    expect(sizes).toEqual([8, 16]);
    expect(distance(own.y, built.y)).toBeLessThan(1e-6);
  });

  it("a problem without solution of its linear systems is refused with a reason", () => {
    // x' = −x, and an equation without unknowns
    const system: OdeSystem = {
      size: 2,
      massMatrix: Float64Array.of(1, 0, 0, 0),
      rhs: (_t, y, ydot) => {
        ydot[0] = -y[0];
        ydot[1] = 0;
      },
    };
    const error = thrownBy(() => createRadau5(system, 0, Float64Array.of(1, 0), 1, methodOptions(2, 1e-6)).step(1));
    expect(error.code).toBe("E-STEP-FAILED");
    expect(error.because).toContain("singular");
    expect(error.hint).toBeDefined();
  });
});
