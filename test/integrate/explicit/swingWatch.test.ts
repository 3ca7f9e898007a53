import { describe, expect, it } from "vitest";
import { SwingWatch } from "../../../src/integrate/explicit/swingWatch.ts";
import { createTsit5 } from "../../../src/integrate/tsit5.ts";

/** A step of size 0.1 in which the second of two components has these rates at its begin, within and at its end, and moves so far. */
function look(
  watch: SwingWatch,
  rates: readonly [number, number, number],
  moved: number,
  weight = 1000,
  h = 0.1,
): void {
  const stage = (k: number) => Float64Array.of(0, k);
  const [first, middle, last] = rates;
  watch.look(
    h,
    new Float64Array(2),
    stage(moved),
    stage(first),
    stage(middle),
    stage(last),
    new Float64Array(2).fill(weight),
  );
}

/** Steps behind which the watch is sure, 100 when it never is. */
function sureBehind(step: (watch: SwingWatch, k: number) => void): number {
  const watch = new SwingWatch();
  for (let k = 1; k < 100; k++) {
    step(watch, k);
    if (watch.swinging === 1) return k;
    expect(watch.swinging).toBe(-1);
  }
  return 100;
}

describe("a step swings", () => {
  it("where it comes back to within three tenths of its way, wherever its rate is largest", () => {
    expect(sureBehind((watch) => look(watch, [-1, 0.5, 0.5], 0.0299))).toBe(10);
    expect(sureBehind((watch) => look(watch, [0.5, -1, 0.5], -0.0299))).toBe(10);
    expect(sureBehind((watch) => look(watch, [0.5, 0.5, 1], 0.0299, 1000, -0.1))).toBe(10);
    expect(sureBehind((watch) => look(watch, [-1, 0.5, 0.5], 0.0301))).toBe(100);
  });

  it("by more than ten tolerances", () => {
    expect(sureBehind((watch) => look(watch, [1, -1, 1], 0, 100.1))).toBe(10);
    expect(sureBehind((watch) => look(watch, [1, -1, 1], 0, 99.9))).toBe(100);
  });
});

it("more than four steps in five must swing, and a new start forgets them", () => {
  const oneIn = (n: number) => (watch: SwingWatch, k: number) => look(watch, [1, -1, 1], k % n === 0 ? 0.1 : 0);
  expect([oneIn(3), oneIn(5), oneIn(6), oneIn(11)].map(sureBehind)).toEqual([100, 100, 35, 10]);
  const watch = new SwingWatch();
  for (let k = 0; k < 10; k++) look(watch, [1, -1, 1], 0);
  const saved = watch.save();
  watch.forget();
  expect(watch.swinging).toBe(-1);
  watch.restore(saved);
  expect(watch.swinging).toBe(1);
});

const options = (relativeTolerance: number) => ({
  relativeTolerance,
  absoluteTolerance: Float64Array.of(1e-3 * relativeTolerance, 1e-3 * relativeTolerance),
  maximumStep: Number.POSITIVE_INFINITY,
  initialStep: 0,
});

/** The part of the steps of tsit5 up to t = 40 at whose ends it is sure that something swings. */
function swingingPart(
  rhs: (t: number, y: Float64Array, dy: Float64Array) => void,
  tolerance: number,
  isSmooth = false,
) {
  const integrator = createTsit5(
    { size: 2, rhs, isSmooth },
    0,
    Float64Array.of(1, 0),
    40,
    options(tolerance),
  ) as ReturnType<typeof createTsit5> & { readonly swinging: number };
  let sure = 0;
  while (integrator.t < 40) {
    integrator.step(40);
    if (integrator.swinging >= 0) sure++;
  }
  return sure / integrator.statistics.steps;
}

it.each([1e-3, 1e-4, 1e-6])(
  "what has come to rest at a corner swings at %f, and an oscillation does not",
  (tolerance) => {
    const root = (x: number): number => Math.sign(x) * Math.sqrt(Math.abs(x)) * Math.min(1, Math.abs(x) / 1e-9);
    const comesToRest = (_t: number, y: Float64Array, dy: Float64Array): void => {
      dy[0] = root(y[1]! - y[0]!);
      dy[1] = 0.5 * root(y[0]! - y[1]!);
    };
    expect(swingingPart(comesToRest, tolerance)).toBeGreaterThan(0.5);
    expect(swingingPart(comesToRest, tolerance, true)).toBe(0);
    const oscillation = (_t: number, y: Float64Array, dy: Float64Array): void => {
      dy[0] = 20 * y[1]!;
      dy[1] = -20 * y[0]!;
    };
    expect(swingingPart(oscillation, tolerance)).toBe(0);
  },
);
