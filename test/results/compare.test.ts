import { describe, expect, it } from "vitest";
import { compare } from "../../src/results/compare.ts";
import { grid, oscillator, recordRun, refinedRod, type SampleSegment } from "./sampleRun.ts";

/** A falling ball with a bounce at time e: position continuous, velocity jumps, a counter counts. */
function bounce(times: readonly number[], e: number, change: (t: number) => number = () => 0): SampleSegment {
  const hasBounced = (t: number, isAfter: boolean) => t > e || (t === e && isAfter);
  return {
    times: [...times.filter((t) => t < e), e, ...times.filter((t) => t > e)],
    events: [e],
    signals: [
      { name: "bounces", type: "integer", discrete: (t, isAfter) => [hasBounced(t, isAfter) ? 1 : 0] },
      { name: "v", values: (t, _x, d) => [d[0] === 1 ? 8 - 9.81 * (t - e) : -9.81 * t] },
      { name: "w", values: (t) => [Math.cos(3 * t) + change(t)] },
    ],
  };
}
const only = (name: string, values: (t: number) => number, times: readonly number[]): SampleSegment => ({
  times,
  signals: [{ name, values: (t) => [values(t)] }],
});

describe("the comparison of two results", () => {
  it("finds no deviation of a result from itself", () => {
    for (const segments of [[oscillator(grid(0, 2, 40), 1)], refinedRod()]) {
      const result = recordRun(segments);
      const comparison = compare(result, result, { relativeTolerance: 0, absoluteTolerance: 0 });
      expect(comparison.isInside).toBe(true);
      expect(comparison.worst.maximumRatio).toBe(0);
      expect(comparison.signals.map(({ name }) => name)).toEqual(result.names());
      expect(comparison.signals.every(({ maximumDeviation }) => maximumDeviation === 0)).toBe(true);
      expect([comparison.onlyInA, comparison.onlyInB, comparison.remarks]).toEqual([[], [], []]);
    }
  });

  it("measures a known deviation exactly on a common grid", () => {
    const times = grid(0, 10, 100);
    const a = recordRun([only("x", Math.sin, times)]);
    const b = recordRun([only("x", (t) => Math.sin(t) + (t > 4 ? 0.01 * (t - 4) : 0), times)]);
    const { isInside, worst } = compare(a, b, { relativeTolerance: 0, absoluteTolerance: 0.0205 });
    expect(isInside).toBe(false);
    expect(worst.name).toBe("x");
    expect(worst.maximumDeviation).toBeCloseTo(0.06, 14);
    expect(worst.time).toBe(10);
    expect(worst.firstTimeOutside).toBeCloseTo(6.1, 12);
    expect(worst.maximumRatio).toBeCloseTo(0.06 / 0.0205, 10);
    expect(compare(a, b, { relativeTolerance: 0, absoluteTolerance: 0.0601 }).isInside).toBe(true);
  });

  it("names the worst of all signals and of their elements, the first of equals", () => {
    const times = grid(0, 1, 10);
    const run = (offset: number) =>
      recordRun([
        {
          times,
          signals: [
            { name: "a", values: () => [offset] },
            { name: "b", shape: [4], values: () => [0, 2 * offset, 3 * offset, 3 * offset] },
            { name: "c", values: () => [3 * offset] },
            { name: "d", values: (t) => [t] },
          ],
        },
      ]);
    const { worst, signals } = compare(run(0), run(0.5), { relativeTolerance: 0, absoluteTolerance: 1 });
    expect([worst.name, worst.element, worst.maximumDeviation]).toEqual(["b", "b[3]", 1.5]);
    expect(signals.map(({ isInside }) => isInside)).toEqual([true, false, false, true]);
  });

  it("takes what is exactly as far off as the tolerance allows for inside", () => {
    const times = grid(0, 1, 4);
    const [a, b] = [0, 0.5].map((x) => recordRun([only("x", () => x, times)]));
    expect(compare(a!, b!, { relativeTolerance: 0, absoluteTolerance: 0.5 }).isInside).toBe(true);
    expect(compare(a!, b!, { relativeTolerance: 0, absoluteTolerance: 0.499 }).isInside).toBe(false);
  });

  it("lets events be shifted in time, and nothing else", () => {
    const times = grid(0, 10, 100);
    const a = recordRun([only("x", (t) => t, times)]);
    const b = recordRun([only("x", (t) => t + 0.5, times)]);
    const options = { relativeTolerance: 0, absoluteTolerance: 0.1, timeTolerance: 1 };
    expect(compare(a, b, options).worst.maximumDeviation).toBeCloseTo(0.5, 12);
  });

  it("is about the time that both have: what is in front of it and behind it does not count", () => {
    const long = recordRun([only("x", (t) => (t < 2 ? 100 : t > 4 ? -100 : t), grid(0, 6, 60))]);
    const short = recordRun([only("x", (t) => t, grid(2, 4, 20))]);
    for (const [a, b] of [
      [long, short],
      [short, long],
    ] as const) {
      const { worst } = compare(a, b, { relativeTolerance: 0, absoluteTolerance: 1e-9 });
      expect(worst.maximumDeviation).toBeLessThan(1e-12);
    }
  });

  it("has a tube that widens with the value of the reference", () => {
    const times = grid(0, 5, 50);
    const a = recordRun([only("x", Math.exp, times)]);
    const b = recordRun([only("x", (t) => 1.009 * Math.exp(t), times)]);
    expect(compare(a, b, { relativeTolerance: 0.01, absoluteTolerance: 0 }).isInside).toBe(true);
    const narrow = compare(a, b, { relativeTolerance: 0.008, absoluteTolerance: 0 });
    expect(narrow.worst.firstTimeOutside).toBe(0);
    expect(narrow.worst.maximumRatio).toBeCloseTo(9 / 8, 9);
  });

  it("takes the size of the signal as absolute tolerance when none is given", () => {
    const times = grid(0, 10, 100);
    const a = recordRun([only("x", (t) => 1000 * Math.sin(t), times)]);
    const b = recordRun([only("x", (t) => 1000 * Math.sin(t) + 0.9, times)]);
    expect(compare(a, b).isInside).toBe(true);
    expect(compare(a, b, { absoluteTolerance: 0 }).isInside).toBe(false);
  });

  it("is not fooled by different time grids: smooth curves agree to 1e-4 although rows are coarse", () => {
    // 63 and 50 rows per period of w: straight lines between the rows would be wrong by 1e-3
    const a = recordRun([bounce(grid(0, 2, 60), 0.9)]);
    const b = recordRun([bounce(grid(0, 2, 47), 0.9)]);
    const comparison = compare(a, b, { relativeTolerance: 1e-5 });
    expect(comparison.isInside).toBe(true);
  });

  it("still sees a deviation that the rows prove, on different grids", () => {
    const a = recordRun([bounce(grid(0, 2, 60), 0.9)]);
    const b = recordRun([bounce(grid(0, 2, 47), 0.9, (t) => (t > 1.5 ? 2e-3 : 0))]);
    const { worst, signals } = compare(a, b, { relativeTolerance: 1e-4 });
    expect(worst.name).toBe("w");
    expect(worst.maximumDeviation).toBeGreaterThan(1.9e-3);
    expect(worst.maximumDeviation).toBeLessThan(2.2e-3);
    expect(worst.firstTimeOutside).toBeGreaterThan(1.45);
    expect(worst.firstTimeOutside).toBeLessThan(1.6);
    expect(signals.filter(({ isInside }) => isInside).map(({ name }) => name)).toEqual(["bounces", "v"]);
  });

  it("accepts events that are shifted within timeTolerance, and no others", () => {
    const times = grid(0, 2, 200);
    const a = recordRun([bounce(times, 0.9013)]);
    const b = recordRun([bounce(times, 0.9027)]);
    // v after the bounce differs by 9.81 · 0.0014 all the time
    const options = { absoluteTolerance: 0.02, relativeTolerance: 1e-3 };
    expect(compare(a, b, { ...options, timeTolerance: 0.0015 }).isInside).toBe(true);
    const strict = compare(a, b, { ...options, timeTolerance: 0.0005 });
    const find = (name: string) => strict.signals.find((signal) => signal.name === name)!;
    expect(find("bounces")).toMatchObject({ isInside: false, maximumDeviation: 1 });
    expect(find("v").maximumDeviation).toBeGreaterThan(15);
    expect(find("v").firstTimeOutside).toBeGreaterThan(0.9);
    expect(find("w").isInside).toBe(true);
  });

  it("sees a wrong jump although the event may be shifted", () => {
    const times = grid(0, 2, 200);
    const a = recordRun([bounce(times, 0.9)]);
    const late = recordRun([bounce(times, 0.95)]);
    expect(
      compare(a, late, { names: ["v"], timeTolerance: 0.06, relativeTolerance: 0, absoluteTolerance: 0.3 }).isInside,
    ).toBe(false);
  });

  it("does not carry on a curve beyond its end, near events either", () => {
    const ramp = (end: number): SampleSegment => ({
      ...only("x", (t) => (t === 1 ? end : t), grid(0, 1, 20)),
      events: [0.8],
    });
    const options = { relativeTolerance: 0, absoluteTolerance: 0.1, timeTolerance: 0.3 };
    const { worst } = compare(recordRun([ramp(1)]), recordRun([ramp(1.2)]), options);
    expect(worst.time).toBe(1);
    expect(worst.maximumDeviation).toBeCloseTo(0.2, 14);
  });

  it("does not ask for the same number of events when they change nothing", () => {
    const times = grid(0, 2, 40);
    const a = recordRun([bounce(times, 0.9)]);
    const b = recordRun([{ ...bounce(times, 0.9), events: [0.9, 0.3, 1.2, 1.25] }]);
    expect(b.time.length).toBeGreaterThan(a.time.length);
    expect(compare(a, b, { relativeTolerance: 1e-9 }).isInside).toBe(true);
  });

  it("takes a value that is missing in one result as an infinite deviation", () => {
    const rod = recordRun(refinedRod());
    const [first, second] = refinedRod();
    const shrunk = second.signals.filter(({ name }) => name !== "q" && name !== "part");
    const without = recordRun([first, { ...second, signals: shrunk }]);
    const comparison = compare(rod, without);
    const q = comparison.signals.find(({ name }) => name === "q")!;
    expect(q).toMatchObject({ isInside: false, maximumDeviation: Infinity });
    expect(q.firstTimeOutside).toBe(1);
    expect(comparison.signals.find(({ name }) => name === "a.x")!.isInside).toBe(true);
  });

  it("names the element of a vector that deviates most", () => {
    const times = grid(0, 1, 10);
    const vector = (last: number): SampleSegment => ({
      times,
      signals: [{ name: "r", shape: [3], values: (t) => [t, 1, last] }],
    });
    const { worst } = compare(recordRun([vector(2)]), recordRun([vector(2.5)]));
    expect(worst).toMatchObject({ name: "r", element: "r[3]", maximumDeviation: 0.5, isInside: false });
    expect(compare(recordRun([vector(2)]), recordRun([vector(2.5)]), { names: ["r[1:2]"] }).isInside).toBe(true);
  });

  it("lists what only one of them has, and compares the rest", () => {
    const times = grid(0, 1, 10);
    const a = recordRun([
      { times, signals: [...only("x", Math.sin, times).signals, ...only("y", Math.sin, times).signals] },
    ]);
    const b = recordRun([
      { times, signals: [...only("x", Math.sin, times).signals, ...only("z", Math.sin, times).signals] },
    ]);
    const comparison = compare(a, b);
    expect(comparison.signals.map(({ name }) => name)).toEqual(["x"]);
    expect([comparison.onlyInA, comparison.onlyInB]).toEqual([["y"], ["z"]]);
    expect(comparison.isInside).toBe(true);
  });

  it("is not inside when one run ended early, unless only the common span was asked for", () => {
    const a = recordRun([only("x", Math.sin, grid(0, 10, 100))]);
    const b = recordRun([only("x", Math.sin, grid(0, 6, 60))]);
    const comparison = compare(a, b);
    expect(comparison.signals[0].isInside).toBe(true);
    expect(comparison.isInside).toBe(false);
    expect(comparison.remarks).toEqual(["the first result ends at 10 s, the second at 6 s"]);
    expect(compare(a, b, { stopTime: 6 }).isInside).toBe(true);
  });

  it("is not inside when one run started late, unless only the common span was asked for", () => {
    const a = recordRun([only("x", Math.sin, grid(0, 6, 60))]);
    const b = recordRun([only("x", Math.sin, grid(2, 6, 40))]);
    const remark = "the first result starts at 0 s, the second at 2 s";
    expect([compare(a, b).isInside, compare(a, b).remarks]).toEqual([false, [remark]]);
    expect(compare(a, b, { stopTime: 5 }).remarks).toEqual([remark]);
    expect([compare(a, b, { startTime: 2 }).isInside, compare(a, b, { startTime: 3 }).remarks]).toEqual([true, []]);
    expect(compare(b, a).remarks).toEqual(["the first result starts at 2 s, the second at 0 s"]);
  });
});

describe("a comparison that makes no sense", () => {
  const times = grid(0, 1, 10);
  const a = recordRun([only("x", Math.sin, times)]);

  it("without a common signal or a common time is refused", () => {
    expect(() => compare(a, recordRun([only("y", Math.sin, times)]))).toThrow(
      expect.objectContaining({ code: "E-COMPARE-NOTHING", hint: "results of the same model" }),
    );
    expect(() => compare(a, recordRun([only("x", Math.sin, grid(2, 3, 10))]))).toThrow(
      expect.objectContaining({
        code: "E-COMPARE-NOTHING",
        because: "one ends at 1 s, the other starts at 2 s",
        hint: "runs over the same time",
      }),
    );
    expect(() => compare(a, recordRun([only("x", Math.sin, [])]))).toThrow(
      expect.objectContaining({ code: "E-COMPARE-NOTHING", hint: "runs that were started" }),
    );
  });

  it("of names that one of them does not have is refused", () => {
    expect(() => compare(a, a, { names: ["xx"] })).toThrow(
      expect.objectContaining({ code: "E-RESULT-NAME", hint: 'did you mean "x"?' }),
    );
  });

  it("of a scalar with a vector is refused", () => {
    const vector = recordRun([{ times, signals: [{ name: "x", shape: [1], values: (t) => [t] }] }]);
    expect(() => compare(a, vector)).toThrow(
      expect.objectContaining({ code: "E-COMPARE-SHAPE", path: "x", hint: "leave it out with the option names" }),
    );
  });

  it("over times that are not common is refused", () => {
    expect(() => compare(a, a, { stopTime: 2 })).toThrow(expect.objectContaining({ code: "E-RESULT-TIME" }));
  });

  it("with tolerances that are no tolerances, or unknown options, is refused", () => {
    for (const option of ["relativeTolerance", "absoluteTolerance", "timeTolerance"]) {
      for (const value of [-1, Number.NaN, Infinity]) {
        expect(() => compare(a, a, { [option]: value })).toThrow(
          expect.objectContaining({ code: "E-OPTION-VALUE", path: `options.${option}`, hint: "a number such as 1e-3" }),
        );
      }
    }
    expect(() => compare(a, a, { relativTolerance: 1 } as object)).toThrow(
      expect.objectContaining({ code: "E-OPTION-UNKNOWN", hint: 'did you mean "relativeTolerance"?' }),
    );
  });
});
