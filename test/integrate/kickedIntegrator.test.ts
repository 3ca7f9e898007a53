// States that jump at fixed times, between which they are integrated as usual.
import { describe, expect, it } from "vitest";
import { KickedIntegrator } from "../../src/integrate/kickedIntegrator.ts";
import { findMethod } from "../../src/integrate/methods.ts";

/** y' = −y, which is doubled at every jump. */
function doubling(method = "tsit5"): { integrator: KickedIntegrator; steps: number[] } {
  const steps: number[] = [];
  const rhs = (_t: number, y: Float64Array, dy: Float64Array): void => {
    dy[0] = -y[0]!;
  };
  const options = {
    relativeTolerance: 1e-9,
    absoluteTolerance: new Float64Array([1e-12]),
    maximumStep: 1,
    initialStep: 0,
  };
  const inner = findMethod(method).create({ size: 1, rhs }, 0, new Float64Array([1]), 10, options);
  const kick = (y: Float64Array, dy: Float64Array, h: number): number => {
    expect(dy[0]).toBe(-y[0]!);
    y[0]! *= 2;
    steps.push(h);
    return h;
  };
  return { integrator: new KickedIntegrator(inner, { interval: 0.1, kick }, rhs), steps };
}

describe("an integrator with jumps", () => {
  it.each(["tsit5", "radau5"])(
    "makes them at the start and in the middle between multiples of the interval, with %s",
    (method) => {
      const { integrator, steps } = doubling(method);
      while (integrator.t < 1) integrator.step(1);
      // at 0, 0.05, 0.15, …, 0.95
      expect(steps).toHaveLength(11);
      expect(steps[0]).toBeCloseTo(0.05, 12);
      for (const h of steps.slice(1)) expect(h).toBeCloseTo(0.1, 12);
      expect(integrator.y[0]!).toBeCloseTo(2 ** 11 * Math.exp(-1), 5);
    },
  );

  it("goes from one jump to the next in one step where that is exact enough, with the matrix it has", () => {
    const rhs = (_t: number, y: Float64Array, dy: Float64Array): void => {
      dy[0] = 1 - 1e-3 * y[0]!;
    };
    const options = {
      relativeTolerance: 1e-4,
      absoluteTolerance: Float64Array.of(1e-4),
      maximumStep: 1,
      initialStep: 0,
    };
    const inner = findMethod("radau5").create({ size: 1, rhs }, 0, Float64Array.of(1), 10, options);
    const kick = (_y: Float64Array, _dy: Float64Array, h: number): number => h;
    const integrator = new KickedIntegrator(inner, { interval: 0.1, kick }, rhs);
    while (integrator.t < 1) integrator.step(1);
    expect(integrator.statistics.steps).toBe(11);
    expect(integrator.statistics.jacobians).toBe(1);
  });

  it("makes a jump again where its step is made again from in front of it, and only there", () => {
    const { integrator, steps } = doubling();
    integrator.step(1);
    const [from, behind] = [integrator.tPrevious, new Float64Array(1)];
    integrator.interpolate(behind, from);
    integrator.reset(0, new Float64Array([1]));
    integrator.step(1);
    expect(steps).toHaveLength(2);
    expect(steps[1]).toBe(steps[0]);
    integrator.reset(from, behind);
    integrator.step(1);
    expect(steps).toHaveLength(2);
    while (integrator.t < 1) integrator.step(1);
    expect(integrator.y[0]!).toBeCloseTo(2 ** 11 * Math.exp(-1), 5);
  });

  it("makes no jump again at another time, though the states be those in front of the last one", () => {
    const { integrator, steps } = doubling();
    integrator.step(1);
    integrator.reset(0.01, new Float64Array([1]));
    while (integrator.t < 0.04) integrator.step(0.04);
    expect(steps).toHaveLength(1);
  });

  it("goes on from where it was saved, bit for bit", () => {
    const one = doubling().integrator;
    while (one.t < 0.42) one.step(0.42);
    const other = doubling().integrator;
    const saved = one.save();
    const copy = structuredClone(saved);
    other.restore(saved);
    while (one.t < 1) one.step(1);
    expect(saved).toEqual(copy);
    while (other.t < 1) other.step(1);
    expect(other.y[0]).toBe(one.y[0]);
  });

  it("shows what lies between two jumps as the method does that integrates it", () => {
    const rhs = (_t: number, y: Float64Array, dy: Float64Array): void => {
      dy[0] = -y[0]!;
    };
    const options = {
      relativeTolerance: 1e-6,
      absoluteTolerance: Float64Array.of(1e-6),
      maximumStep: 1,
      initialStep: 0,
    };
    const inner = findMethod("tsit5").create({ size: 1, rhs }, 0, Float64Array.of(1), 10, options);
    const integrator = new KickedIntegrator(inner, { interval: 0.1, kick: (_y, _dy, h) => h }, rhs);
    integrator.step(1);
    const { isExact, inside, size, order, interpolationDegree, stepSize, nextStepSize } = integrator;
    expect([isExact, inside, integrator.method]).toEqual([false, "asItIs", "tsit5 between impulses"]);
    expect([size, order, interpolationDegree]).toEqual([1, 5, inner.interpolationDegree]);
    expect([stepSize, nextStepSize]).toEqual([inner.stepSize, inner.nextStepSize]);
    const slope = new Float64Array(1);
    integrator.interpolateDerivative(slope, 0.01);
    expect(slope[0]!).toBeCloseTo(-Math.exp(-0.01), 5);
  });

  it("makes a jump earlier where that is asked for, and the next ones where they belong", () => {
    const jumps: number[] = [];
    const rhs = (_t: number, _y: Float64Array, dy: Float64Array): void => {
      dy[0] = 1;
    };
    const options = {
      relativeTolerance: 1e-6,
      absoluteTolerance: Float64Array.of(1e-6),
      maximumStep: 1,
      initialStep: 0,
    };
    const inner = findMethod("tsit5").create({ size: 1, rhs }, 0, Float64Array.of(1), 10, options);
    const kick = (_y: Float64Array, _dy: Float64Array, h: number, t: number): number => {
      jumps.push(t);
      return jumps.length === 2 ? 0.25 * h : h;
    };
    const integrator = new KickedIntegrator(inner, { interval: 0.25, kick }, rhs);
    while (integrator.t < 0.7) integrator.step(0.7);
    expect(jumps.map((t) => Number(t.toFixed(9)))).toEqual([0, 0.125, 0.1875, 0.375, 0.625]);
  });
});
