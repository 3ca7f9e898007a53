import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReference } from "../../../src/modelica/compare/referenceFile.ts";
import { insideTube, officialTube } from "../../../src/modelica/compare/tube.ts";
import { verifySignal } from "../../../src/modelica/compare/verify.ts";

const sampled = (f: (t: number) => number, n: number, end = 1) => {
  const time = Array.from({ length: n + 1 }, (_, k) => (end * k) / n);
  return { time, values: time.map(f) };
};
const wave = sampled((t) => Math.cos(6 * t), 500);

describe("the tube of a reference", () => {
  it("holds the curve itself, sampled otherwise too, also strictly", () => {
    const verdict = verifySignal(
      "y",
      wave,
      sampled((t) => Math.cos(6 * t), 777),
    );
    expect(verdict).toMatchObject({ isInside: true, isStrict: true, excess: 0 });
    expect(verdict.meanError).toBeLessThan(1e-4);
  });

  it("is 0.2 % of the range high and of the time wide: what leaves it is outside", () => {
    const shifted = (dy: number, dt: number) =>
      insideTube(
        wave,
        sampled((t) => Math.cos(6 * (t - dt)) + dy, 500),
        officialTube,
      );
    const height = 0.002 * (Math.max(...wave.values) - Math.min(...wave.values));
    expect(shifted(0.9 * height, 0).isInside).toBe(true);
    expect(shifted(2 * height, 0).isInside).toBe(false);
    expect(shifted(0, 0.0019).isInside).toBe(true);
    expect(shifted(0, 0.01).isInside).toBe(false);
  });

  it("agrees with the plain definition on random curves", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.double({ min: 0.001, max: 0.3, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
          {
            minLength: 3,
            maxLength: 12,
          },
        ),
        fc.array(fc.double({ min: -1.2, max: 1.2, noNaN: true }), { minLength: 5, maxLength: 20 }),
        (steps, ys) => {
          let t = 0;
          const time = steps.map(([h]) => (t += h));
          const reference = { time, values: steps.map(([, y]) => y) };
          const [a, b] = [time[0]!, time[time.length - 1]!];
          const size = { width: 0.05, height: 0.1 };
          const result = { time: ys.map((_, k) => Math.min(b, a + ((b - a) * k) / (ys.length - 1))), values: ys };
          const w = size.width * Math.max(b - a, Math.abs(a));
          const range = Math.max(...reference.values) - Math.min(...reference.values);
          const h = size.height * Math.max(range, Math.abs(Math.min(...reference.values)), 0.001);
          // the polyline, finely sampled, plus its own points
          const fine = Array.from({ length: 1001 }, (_, k) => a + ((b - a) * k) / 1000).concat(time);
          const at = (s: number) => {
            const k = Math.min(
              time.findLastIndex((x) => x <= s),
              time.length - 2,
            );
            return (
              reference.values[k]! +
              ((reference.values[k + 1]! - reference.values[k]!) * (s - time[k]!)) / (time[k + 1]! - time[k]!)
            );
          };
          const slope = 2 / Math.min(...steps.map(([step]) => step));
          const margin = slope * ((b - a) / 1000);
          const beyond = result.time.map((s, k) => {
            const near = fine.filter((x) => Math.abs(x - s) <= w).map(at);
            return Math.max(ys[k]! - Math.max(...near) - h, Math.min(...near) - h - ys[k]!);
          });
          const worst = Math.max(...beyond);
          fc.pre(Math.abs(worst) > margin);
          expect(insideTube(reference, result, size).isInside).toBe(worst <= 0);
        },
      ),
      { seed: 21, numRuns: 150 },
    );
  });

  it("lets a jump come a little later, and sees a value that is not a number", () => {
    const step = { time: [0, 0.5, 0.5, 1], values: [0, 0, 1, 1] };
    const late = { time: [0, 0.501, 0.501, 1], values: [0, 0, 1, 1] };
    expect(verifySignal("y", step, late)).toMatchObject({ isInside: true, isStrict: false });
    expect(verifySignal("y", step, { time: [0, 1], values: [0, Number.NaN] }).isInside).toBe(false);
    expect(verifySignal("y", step, undefined).isPresent).toBe(false);
  });
});

describe("a reference file", () => {
  it("has quoted names and repeated times", () => {
    const { time, signals } = readReference('"time","a.b[1,2]"\n0,1\n0.5,2\n0.5,3\n', "r.csv");
    expect([...time]).toEqual([0, 0.5, 0.5]);
    expect([...signals.get("a.b[1,2]")!]).toEqual([1, 2, 3]);
  });

  it("is refused with its line when damaged", () => {
    expect(() => readReference("x,y\n0,1\n", "r.csv")).toThrow(/E-MODELICA-REFERENCE.*not time/s);
    expect(() => readReference("time,y\n0,1\n1,?\n", "r.csv")).toThrow(/line 3, signal y/);
  });
});
