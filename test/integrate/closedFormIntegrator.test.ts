// A system whose solution is a formula, as an integrator.
import { describe, expect, it } from "vitest";
import { ClosedFormIntegrator } from "../../src/integrate/closedFormIntegrator.ts";

/** y' = −y. */
const decay = {
  size: 1,
  move: (out: Float64Array, y: Float64Array, time: number): void => {
    out[0] = y[0]! * Math.exp(-time);
  },
  derivatives: (out: Float64Array, y: Float64Array): void => {
    out[0] = -y[0]!;
  },
};
const integrator = (longest = 1): ClosedFormIntegrator =>
  new ClosedFormIntegrator(decay, 0, new Float64Array([1]), longest);

describe("an integrator that knows the solution", () => {
  it("goes as far as it may in one step, and no further than the longest", () => {
    const far = integrator();
    far.step(0.7);
    expect([far.t, far.tPrevious, far.stepSize, far.size]).toEqual([0.7, 0, 0.7, 1]);
    expect(far.y[0]).toBe(Math.exp(-0.7));
    const near = integrator(0.5);
    near.step(0.7);
    expect(near.t).toBe(0.5);
    near.step(0.7);
    expect([near.t, near.tPrevious]).toEqual([0.7, 0.5]);
    expect(near.stepSize).toBeCloseTo(0.2, 15);
    expect(near.y[0]).toBeCloseTo(Math.exp(-0.7), 15);
    expect([near.statistics.steps, near.statistics.evaluations]).toEqual([2, 2]);
  });

  it("shows the inside of a step, and its derivatives", () => {
    const one = integrator();
    one.step(1);
    const out = new Float64Array(1);
    one.interpolate(out, 0.3);
    expect(out[0]).toBe(Math.exp(-0.3));
    one.interpolate(out, 1);
    expect(out[0]).toBe(one.y[0]);
    one.interpolateDerivative(out, 0.3);
    expect(out[0]).toBe(-Math.exp(-0.3));
  });

  it("goes on from elsewhere, and from where it was saved", () => {
    const one = integrator();
    one.step(0.5);
    one.reset(0.5, new Float64Array([3]));
    expect([one.tPrevious, one.y[0]]).toEqual([0.5, 3]);
    one.step(0.6);
    const other = integrator();
    const saved = one.save();
    const copy = structuredClone(saved);
    other.restore(saved);
    const out = new Float64Array(1);
    other.interpolate(out, 0.55);
    expect(out[0]).toBe(3 * Math.exp(-(0.55 - 0.5)));
    one.step(0.9);
    expect(saved).toEqual(copy);
    other.step(0.9);
    expect([other.t, other.y[0], other.statistics.steps]).toEqual([one.t, one.y[0], one.statistics.steps]);
  });
});
