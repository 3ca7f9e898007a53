import { describe, expect, it } from "vitest";
import { createDop853 } from "../../../src/integrate/dop853.ts";
import { dop853Tableau } from "../../../src/integrate/explicit/dop853Tableau.ts";
import { ExplicitRungeKutta } from "../../../src/integrate/explicit/explicitRungeKutta.ts";
import { tsit5Tableau } from "../../../src/integrate/explicit/tsit5Tableau.ts";
import type { OdeSystem } from "../../../src/integrate/problem.ts";
import { createTsit5 } from "../../../src/integrate/tsit5.ts";
import { type ClosedForm, chirp, oscillator, protheroRobinson } from "../closedForms.ts";
import { distance, measuredOrders, runTo } from "../fixedSteps.ts";
import { describeOneStepContract, methodOptions } from "../oneStepContract.ts";

describeOneStepContract("tsit5", createTsit5);
describeOneStepContract("dop853", createDop853);

describe("halving the step of an explicit pair", () => {
  it.each([
    { create: createTsit5, steps: 64, order: 5, denseOrder: 4 },
    { create: createDop853, steps: 16, order: 8, denseOrder: 7 },
  ])("divides the errors by 2^$order, those of the derivative of the interpolant by 2^$denseOrder", (method) => {
    const measured = measuredOrders(method.create, oscillator, method.steps);
    expect(Math.abs(measured.atSteps - method.order)).toBeLessThan(0.3);
    expect(Math.abs(measured.inside - (method.denseOrder + 1))).toBeLessThan(0.3);
    expect(Math.abs(measured.derivative - method.denseOrder)).toBeLessThan(0.3);
    const inside = measuredOrders(method.create, chirp, method.steps).inside;
    expect(Math.abs(inside - (method.denseOrder + 1))).toBeLessThan(0.3);
  });
});

it("polynomials inside steps have the degree that is told", () => {
  const degrees = [createTsit5, createDop853].map(
    (create) => create(oscillator.system, 0, Float64Array.of(1, 0), 1, methodOptions(2, 1e-6)).interpolationDegree,
  );
  expect(degrees).toEqual([4, 7]);
});

describe("explicit pairs with error control", () => {
  const methods = [createTsit5, createDop853];

  it("errors at the end and inside the steps follow the tolerance", () => {
    for (const create of methods) {
      for (const tolerance of [1e-4, 1e-7, 1e-10]) {
        const integrator = create(chirp.system, 0, Float64Array.from(chirp.exact(0)), 1, methodOptions(4, tolerance));
        const out = new Float64Array(4);
        let inside = 0;
        runTo(integrator, 1, () => {
          const t = 0.5 * (integrator.tPrevious + integrator.t);
          integrator.interpolate(out, t);
          inside = Math.max(inside, distance(out, chirp.exact(t)) / chirp.exact(t)[1]);
        });
        // e^(5·sin t²) amplifies errors up to 67 times; the relative error stays near the tolerance
        expect(distance(integrator.y, chirp.exact(1)) / chirp.exact(1)[1]).toBeLessThan(20 * tolerance);
        expect(inside).toBeLessThan(20 * tolerance);
      }
    }
  });

  it("a closed satellite orbit of the restricted three-body problem closes", () => {
    const y0 = Float64Array.of(0.994, 0, 0, -2.0015851063790824);
    const period = 17.065216560157964;
    for (const { create, digits } of [
      { create: createTsit5, digits: 7 },
      { create: createDop853, digits: 6 },
    ]) {
      const integrator = create(threeBodies, 0, y0, period, methodOptions(4, 1e-10));
      runTo(integrator, period);
      expect(integrator.y[0]).toBeCloseTo(y0[0], digits);
      expect(integrator.y[3] / 2).toBeCloseTo(y0[3] / 2, digits - 1);
    }
  });

  it("no step of dop853 loses more than its tolerance where the error estimate happens to vanish", () => {
    // one degree of freedom with varying inertia I(φ) and constant energy ½·I·φ'²: the estimate of order 5 changes its sign
    const inertia = (φ: number): number => 1.2 + Math.cos(φ);
    const rhs = (_t: number, y: Float64Array, ydot: Float64Array): void => {
      ydot[0] = y[1];
      ydot[1] = (0.5 * Math.sin(y[0]) * y[1] ** 2) / inertia(y[0]);
    };
    for (let k = 0; k < 40; k++) {
      const tolerance = 10 ** (-5 - k / 8);
      const options = methodOptions(2, tolerance, { absoluteTolerance: new Float64Array(2).fill(1e-3 * tolerance) });
      const integrator = createDop853({ size: 2, rhs }, 0, Float64Array.of(0, 1), 300, options);
      runTo(integrator, 300);
      const energy = (inertia(integrator.y[0]) * integrator.y[1] ** 2) / inertia(0);
      // the energy grows with the square of the speed: twice its relative error
      expect(Math.abs(energy - 1)).toBeLessThan(2 * tolerance * integrator.statistics.steps);
    }
  });

  it("dense output costs evaluations only when it is asked for, and once per step", () => {
    const integrator = createDop853(oscillator.system, 0, Float64Array.of(1, 0), 10, methodOptions(2, 1e-8));
    integrator.step(10);
    const before = integrator.statistics.evaluations;
    integrator.step(10);
    expect(integrator.statistics.evaluations - before).toBe(12);
    const out = new Float64Array(2);
    for (let k = 1; k < 10; k++) integrator.interpolate(out, integrator.tPrevious + 0.1 * k * integrator.stepSize);
    expect(integrator.statistics.evaluations - before).toBe(15);
  });

  it.each([tsit5Tableau, dop853Tableau])(
    "$name suspects stiffness where stability limits the step, and only there",
    (tableau) => {
      const start = ({ system, exact, tEnd }: ClosedForm) =>
        new ExplicitRungeKutta(tableau, system, 0, Float64Array.from(exact(0)), tEnd, methodOptions(system.size, 1e-5));
      const stiff = start(protheroRobinson(1e4));
      for (let k = 0; k < 200; k++) stiff.step(2);
      expect(stiff.stiffnessSuspected).toBe(true);
      stiff.reset(stiff.t, stiff.y);
      expect(stiff.stiffnessSuspected).toBe(false);

      const smooth = start(oscillator);
      runTo(smooth, oscillator.tEnd, () => expect(smooth.stiffnessSuspected).toBe(false));
    },
  );
});

/** Earth and moon at rest in the rotating frame [Hairer1993 sec. II.0]. */
const threeBodies: OdeSystem = {
  size: 4,
  rhs: (_t, y, ydot) => {
    const μ = 0.012277471;
    const D1 = ((y[0] + μ) ** 2 + y[1] ** 2) ** 1.5;
    const D2 = ((y[0] - 1 + μ) ** 2 + y[1] ** 2) ** 1.5;
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = y[0] + 2 * y[3] - ((1 - μ) * (y[0] + μ)) / D1 - (μ * (y[0] - 1 + μ)) / D2;
    ydot[3] = y[1] - 2 * y[2] - ((1 - μ) * y[1]) / D1 - (μ * y[1]) / D2;
  },
};
