import { describe, expect, it } from "vitest";
import { esdirk54Tableau } from "../../../src/integrate/esdirk/esdirk54Tableau.ts";
import { EsdirkMethod } from "../../../src/integrate/esdirk/esdirkMethod.ts";
import { createEsdirk54 } from "../../../src/integrate/esdirk54.ts";
import type { CreateIntegrator, OdeSystem } from "../../../src/integrate/problem.ts";
import { akzoMass } from "../../reference/ivp/akzo.ts";
import { hires } from "../../reference/ivp/hires.ts";
import { pendulumMass } from "../../reference/ivp/pendulum.ts";
import { robertson } from "../../reference/ivp/robertson.ts";
import { vanDerPol } from "../../reference/ivp/vanDerPol.ts";
import { chirp, oscillator, protheroRobinson } from "../closedForms.ts";
import { distance, measuredOrders, runTo } from "../fixedSteps.ts";
import { describeLayouts, describeMassMatrix, describeReferenceDigits, startReference } from "../implicitContract.ts";
import { describeOneStepContract, methodOptions, thrownBy } from "../oneStepContract.ts";

describeOneStepContract("esdirk54", createEsdirk54);
describeLayouts("esdirk54", createEsdirk54);
describeMassMatrix("esdirk54", createEsdirk54);
describeReferenceDigits("esdirk54", createEsdirk54, [vanDerPol, robertson, hires, akzoMass, pendulumMass]);

/** The iterations go on to rounding, the error test always passes. */
const exactIteration: CreateIntegrator = (system, t0, y0, tEnd, options) =>
  new EsdirkMethod(esdirk54Tableau, system, t0, y0, tEnd, options, 1e-13);

describe("halving the step of esdirk54", () => {
  it.each([
    { name: "a nonlinear problem", problem: chirp, steps: 64 },
    { name: "an oscillator", problem: oscillator, steps: 32 },
  ])("divides the errors of $name by 2⁵, inside the steps too, those of the derivative by 2⁴", ({ problem, steps }) => {
    const measured = measuredOrders(exactIteration, problem, steps);
    expect(measured.atSteps).toBeGreaterThan(4.7);
    expect(Math.abs(measured.inside - 5)).toBeLessThan(0.3);
    expect(Math.abs(measured.derivative - 4)).toBeLessThan(0.3);
  });

  it("in the limit of infinite stiffness the interpolant has the order of the stages, 2, and one more", () => {
    const measured = measuredOrders(exactIteration, protheroRobinson(1e6), 16);
    expect(Math.abs(measured.inside - 3)).toBeLessThan(0.2);
  });
});

describe("esdirk54", () => {
  it("a first step into a stiff component leaves no trace of its derivative in the interpolant", () => {
    // the start is off the slow solution by a tenth of the tolerance; its derivative is λ times that
    const { system, exact } = protheroRobinson(1e8);
    const options = methodOptions(1, 1e-5, { initialStep: 0.01 });
    const integrator = createEsdirk54(system, 0, Float64Array.of(1 + 1e-6), 2, options);
    integrator.step(2);
    const out = new Float64Array(1);
    for (const θ of [0.2, 0.5, 0.8]) {
      integrator.interpolate(out, θ * integrator.t);
      expect(Math.abs(out[0] - exact(θ * integrator.t)[0])).toBeLessThan(2e-6);
    }
  });

  it("restore then run equals run, bit for bit, with factors and Jacobian in between", () => {
    for (const problem of [hires, akzoMass]) {
      const one = startReference(createEsdirk54, problem, 1e-5);
      for (let k = 0; k < 12; k++) one.step(problem.tEnd);
      const snapshot = structuredClone(one.save());
      const other = startReference(createEsdirk54, problem, 1e-5);
      other.restore(snapshot);
      runTo(one, problem.tEnd);
      runTo(other, problem.tEnd);
      expect(other.y).toEqual(one.y);
      expect(other.statistics).toEqual(one.statistics);
    }
  });

  it("dense output follows the tolerance", () => {
    const integrator = createEsdirk54(oscillator.system, 0, Float64Array.of(1, 0), 10, methodOptions(2, 1e-7));
    const out = new Float64Array(2);
    runTo(integrator, 10, () => {
      for (const θ of [0.1, 0.3, 0.5, 0.7]) {
        const t = integrator.tPrevious + θ * (integrator.t - integrator.tPrevious);
        integrator.interpolate(out, t);
        expect(distance(out, oscillator.exact(t))).toBeLessThan(1e-6);
      }
    });
  });

  it("a problem without solution of its linear systems is refused with a reason", () => {
    const system: OdeSystem = {
      size: 2,
      massMatrix: Float64Array.of(1, 0, 0, 0),
      rhs: (_t, y, ydot) => {
        ydot[0] = -y[0];
        ydot[1] = 0;
      },
    };
    const error = thrownBy(() => createEsdirk54(system, 0, Float64Array.of(1, 0), 1, methodOptions(2, 1e-6)).step(1));
    expect(error.code).toBe("E-STEP-FAILED");
    expect(error.because).toContain("singular");
    expect(error.hint).toBeDefined();
  });
});
