import { expect, it } from "vitest";
import { findMethod, methodNames } from "../../src/integrate/methods.ts";

const methods = ["tsit5", "dop853", "radau5", "esdirk54"];

/** y' = y², which reaches infinity at t = 1, with a first step that is much too long, or not. */
function create(method: string, initialStep: number) {
  return findMethod(method).create(
    {
      size: 1,
      rhs: (_t, y, dy) => {
        dy[0] = y[0]! * y[0]!;
      },
    },
    0,
    Float64Array.of(1),
    0.9,
    { relativeTolerance: 1e-8, absoluteTolerance: Float64Array.of(1e-10), maximumStep: 10, initialStep },
  );
}

it.each(methods)("%s: an attempt that fails leaves everything as it was", (method) => {
  const integrator = create(method, 0.8);
  expect(integrator.stepAtOnce!(0.9)).toBe(false);
  expect(integrator.t).toBe(0);
  expect(integrator.y[0]).toBe(1);
  expect(integrator.statistics.steps).toBe(0);
  while (integrator.t < 0.9) integrator.step(0.9);
  expect(integrator.y[0]).toBeCloseTo(10, 4);
});

it.each(methods)("%s: one that passes is the same step", (method) => {
  const [once, ever] = [create(method, 0.01), create(method, 0.01)];
  expect(once.stepAtOnce!(0.9)).toBe(true);
  ever.step(0.9);
  expect(once.t).toBe(ever.t);
  expect(once.y).toEqual(ever.y);
});

it.each(methods)("%s: shorter attempts follow as long as they are not too short", (method) => {
  const [patient, ever] = [create(method, 0.8), create(method, 0.8)];
  ever.step(0.9);
  const size = ever.stepSize;
  expect(patient.stepAtOnce!(0.9, 1.01 * size)).toBe(false);
  expect(patient.t).toBe(0);
  expect(patient.stepAtOnce!(0.9, 0.99 * size)).toBe(true);
  expect(patient.stepSize).toBe(size);
});

it.each(methods)("%s: a limit that is reached already leaves no step", (method) => {
  const integrator = create(method, 0.01);
  expect(() => integrator.step(0)).toThrow(/E-STEP-SMALL.*fell to 0\.00e\+0 at t = 0\./);
});

it.each(methodNames)("%s: the last evaluation of a step to the limit is at the limit, to the last bit", (method) => {
  for (let k = 1; k <= 40; k++) {
    // limit − start is rounded, and start + that is not always the limit
    const [start, limit] = [(k * 1e-3) / 7, 1 + k / 11];
    let furthest = 0;
    const integrator = findMethod(method).create(
      {
        size: 1,
        rhs: (t, _y, dy) => {
          furthest = Math.max(furthest, t);
          dy[0] = 1;
        },
        isSmooth: true,
      },
      start,
      Float64Array.of(1),
      limit,
      {
        relativeTolerance: 1e-3,
        absoluteTolerance: Float64Array.of(1e-3),
        maximumStep: Number.POSITIVE_INFINITY,
        initialStep: 10,
      },
    );
    integrator.step(limit);
    expect([integrator.t, furthest]).toEqual([limit, limit]);
  }
});
