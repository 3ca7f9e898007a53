import { describe, expect, it } from "vitest";
import { LongSteps } from "../../src/events/longSteps.ts";

describe("events inside long steps", () => {
  const probe = (g: (t: number) => number, longest: number): LongSteps =>
    new LongSteps(1, longest, longest, (t, values) => {
      looks.push(t);
      values[0] = g(t);
    });
  const looks: number[] = [];

  it("a short step is not cut", () => {
    expect(probe((t) => Math.sin(t), 1).timesInside(0, 1)).toEqual([]);
  });

  it("an oscillation faster than the pieces is followed until its first change of sign is seen", () => {
    const g = (t: number): number => 1.2 + Math.sin(40 * t) + Math.sin(2 * t) - 1;
    const times = probe(g, 0.5).timesInside(0, 10);
    const last = times[times.length - 1];
    expect(times).toEqual([...times].sort((a, b) => a - b));
    // the first root of g, by a fine grid
    let first = 0;
    while (g(first) > 0) first += 1e-5;
    expect(times.some((t) => g(t) < 0)).toBe(true);
    expect(times.find((t) => g(t) < 0)).toBeGreaterThanOrEqual(first);
    expect(last - first).toBeLessThan(0.5);
  });

  it("far from zero, and at rest near zero, only the ends of the pieces are looked at", () => {
    for (const g of [(t: number) => 10 + Math.sin(30 * t), () => 1e-9]) {
      expect(probe(g, 1).timesInside(0, 4)).toEqual([1, 2, 3]);
    }
  });

  it("what is clear of zero costs one look for each piece", () => {
    looks.length = 0;
    const steps = probe((t) => 10 + Math.sin(0.3 * t), 1);
    steps.timesInside(0, 4);
    expect(looks).toEqual([0, 1, 2, 3, 4]);
    expect(steps.isClearToEnd).toBe(true);
  });

  it("what touches zero in one piece is looked at there, and what may hide in the last one is not called clear", () => {
    for (let place = 0.05; place < 4; place += 0.1) {
      // a dip of 0.3 s below zero
      const g = (t: number): number => (t - place) ** 2 - 0.02;
      const steps = probe(g, 1);
      const times = steps.timesInside(0, 4);
      expect(times.some((t) => g(t) < 0) || g(0) < 0 || g(4) < 0).toBe(true);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      if (place > 3) expect(steps.isClearToEnd).toBe(false);
    }
  });

  it("what has just left zero and goes on without a turn costs one look for each piece", () => {
    for (const g of [(t: number) => 1e-12 + Math.sin(0.5 * t), (t: number) => -1e-12 - t - 0.1 * t * t]) {
      looks.length = 0;
      const steps = probe(g, 0.5);
      steps.timesInside(0, 2);
      expect(looks).toEqual([0, 0.5, 1, 1.5, 2]);
      expect(steps.isClearToEnd).toBe(true);
    }
  });

  it("what has left zero and comes back to it within two pieces is found", () => {
    for (let back = 0.1; back < 1; back += 0.05) {
      // leaves zero, is beyond it for 0.4 s, and leaves it again for good
      const g = (t: number): number => (t + 1e-9) * (t - back) * (t - back - 0.4);
      const times = probe(g, 0.5).timesInside(0, 4);
      expect(times.some((t) => g(t) < 0)).toBe(true);
    }
  });

  it("the end is not called clear behind a piece in which something crossed", () => {
    const steps = probe((t) => 10 - t * t, 1);
    expect(steps.timesInside(0, 6)).toContain(4);
    expect(steps.isClearToEnd).toBe(false);
  });
});
