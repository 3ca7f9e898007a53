import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type StateCurve, StateSteps } from "../../src/results/stateCurve.ts";

/** Steps of any lengths, on each of which the states are polynomials of their own. */
const steps = fc.array(
  fc.record({
    length: fc.double({ min: 1e-6, max: 3, noNaN: true }),
    coefficients: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 13 }),
  }),
  { minLength: 1, maxLength: 30 },
);

function horner(coefficients: readonly number[], θ: number): number {
  return coefficients.reduceRight((sum, c) => sum * θ + c, 0);
}

function curveOf(list: readonly { readonly length: number; readonly coefficients: readonly number[] }[]): {
  curve: StateCurve;
  ends: number[];
} {
  const store = new StateSteps(2);
  const ends = [0];
  for (const { length, coefficients } of list) {
    const begin = ends.at(-1)!;
    const end = begin + length;
    ends.push(end);
    const y = new Float64Array(3); // longer than the states
    store.append(begin, end, coefficients.length - 1, (t) => {
      const value = horner(coefficients, (t - begin) / (end - begin));
      y[0] = value;
      y[1] = -3 * value;
      return y;
    });
  }
  return { curve: store.curve, ends };
}

describe("states inside the steps of a solver", () => {
  it("take as much memory as is told: points, and three numbers for each step that there is room for", () => {
    const store = new StateSteps(2);
    for (let k = 0; k < 1000; k++) {
      store.append(k, k + 1, 3, () => Float64Array.of(k, -k));
      const { begins, points } = store.curve.data();
      expect(store.capacity).toBeGreaterThanOrEqual(points.length + 3 * begins.length);
      // memory grows by doubling
      expect(store.capacity).toBeLessThan(4 * (points.length + 3 * begins.length) + 1000);
    }
  });

  it("are its own polynomials, of every degree, to rounding, wherever one looks", () => {
    fc.assert(
      fc.property(steps, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 10 }), (list, places) => {
        const { curve, ends } = curveOf(list);
        expect(curve.count).toBe(list.length);
        const out = new Float64Array(2);
        list.forEach(({ coefficients }, k) => {
          for (const place of [...places, 1]) {
            const [begin, end] = [ends[k]!, ends[k + 1]!];
            const t = Math.min(end, begin + place * (end - begin));
            const step = t > begin ? curve.stepAt(t) : k;
            expect(step).toBe(k);
            curve.read(step, t, out);
            const exact = horner(coefficients, (t - begin) / (end - begin));
            expect(Math.abs(out[0]! - exact)).toBeLessThan(1e-8 * (1 + end / (end - begin)));
            expect(Math.abs(out[1]! + 3 * out[0]!)).toBeLessThan(1e-12);
          }
        });
        expect(curve.stepAt(-1)).toBe(-1);
        expect(curve.stepAt(ends.at(-1)! + 1)).toBe(-1);
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  it("are all there, however many there are", () => {
    const store = new StateSteps(1);
    for (let k = 0; k < 40; k++) store.append(k, k + 1, 1, (t) => Float64Array.of(t * t));
    for (const { curve } of [store, StateSteps.from(store.curve.data(), 1)]) {
      expect(curve.count).toBe(40);
      const out = new Float64Array(1);
      for (let k = 0; k < 40; k++) {
        expect([curve.begin(k), curve.end(k), curve.stepAt(k + 0.5), curve.stepAt(k + 1)]).toEqual([k, k + 1, k, k]);
        curve.read(k, k + 0.5, out);
        expect(out[0]).toBe((k * k + (k + 1) ** 2) / 2);
      }
    }
    expect([store.curve.stepAt(0), store.curve.stepAt(40.1)]).toEqual([-1, -1]);
    // nothing is between two steps that do not touch, and a step of no length is none
    const apart = new StateSteps(1);
    apart.append(0, 1, 1, () => Float64Array.of(1));
    apart.append(2, 2, 1, () => Float64Array.of(2));
    apart.append(2, 3, 1, () => Float64Array.of(-0));
    apart.append(3, 4, 1, () => Float64Array.of(0));
    expect(apart.curve.count).toBe(3);
    expect([1.5, 2, 2.5].map((t) => apart.curve.stepAt(t))).toEqual([-1, -1, 1]);
    // points are shared where they have the same bits alone
    expect([...(apart.curve.data().firsts as Uint32Array)]).toEqual([0, 2, 4]);
    expect(apart.curve.data().points).toHaveLength(6);
  });

  it("of nothing are steps all the same", () => {
    const none = new StateSteps(0);
    expect(none.curve.data()).toMatchObject({ points: new Float64Array(0) });
    none.append(0, 1, 2, () => new Float64Array(0));
    const again = StateSteps.from(none.curve.data(), 0).curve;
    expect([again.count, again.stepAt(0.5)]).toEqual([1, 0]);
  });

  it("are the same after they have been written as numbers, and do not change when steps follow", () => {
    const parts = [
      { length: 1, coefficients: [0, 1, 2] },
      { length: 0.5, coefficients: [3, -4] },
    ];
    const { curve } = curveOf(parts);
    const again = StateSteps.from(curve.data(), 2);
    const before = again.curve;
    again.append(1.5, 2, 1, (t) => Float64Array.of(t, t));
    expect(before.count).toBe(2);
    expect(again.curve.count).toBe(3);
    // the second begins where the first ends: 3 points and 1
    expect(curve.data().points).toHaveLength(2 * 4);
    const [a, b] = [new Float64Array(2), new Float64Array(2)];
    for (const t of [0.1, 0.7, 1, 1.3, 1.5]) {
      curve.read(curve.stepAt(t), t, a);
      before.read(before.stepAt(t), t, b);
      expect(b).toEqual(a);
    }
  });
});
