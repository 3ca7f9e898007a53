/** What a result says about reading between its rows, what it hands out, and how it ends. */
import { describe, expect, it } from "vitest";
import { Recorder } from "../../src/results/recorder.ts";
import type { Result } from "../../src/results/result.ts";
import type { RunSummary } from "../../src/results/resultSink.ts";
import { grid, oscillator, playRun, recordRun, refinedRod, type SampleSegment, sampleStatistics } from "./sampleRun.ts";

const played = (segments: readonly SampleSegment[], more: Partial<RunSummary>): Result => {
  const recorder = new Recorder();
  playRun(recorder, segments, { warnings: [], ...more });
  return recorder.result;
};
const told =
  "W-RESULT-COARSE  Values between the rows of the run were read, where forces and accelerations are interpolated; in 3 of 12 steps the error of that is unknown. States, positions and velocities are as accurate as ever. A run with a shorter interval has rows there.";

describe("where nobody looked how well values between rows can be read", () => {
  const unexamined = () =>
    played([oscillator(grid(0, 2, 8), 1)], { statistics: { ...sampleStatistics, unexaminedSteps: 3 } });

  it("a result says so once such a value has been read, and only once", () => {
    const result = unexamined();
    // rows, states, what is held, constants, and time itself are known
    result.at(0.25, "f");
    result.at(0.3, "mass.s");
    result.at(0.3, "r");
    result.at(0.3, "on");
    result.at(0.3, "k");
    result.at(0.3, "time");
    result.final("f");
    expect(result.warnings).toEqual([]);
    result.at(0.3, "f");
    expect(result.warnings).toEqual([told]);
    result.at(0.4, "mass.der(s)");
    expect(result.warnings).toEqual([told]);
    expect(Object.isFrozen(result.warnings)).toBe(true);
  });

  it("a resampled one says so where it has rows between those of the run", () => {
    expect(unexamined().resample([0, 0.25, 1, 2]).warnings).toEqual([]);
    expect(unexamined().resample([0, 0.3]).warnings).toEqual([told]);
    const examined = played([oscillator(grid(0, 2, 8), 1)], {});
    examined.at(0.3, "f");
    expect(examined.warnings).toEqual([]);
    expect(examined.resample([0.3]).warnings).toEqual([]);
  });

  it("a part of the run in which the signal does not exist is no reason", () => {
    const rod = played(refinedRod(), { statistics: { ...sampleStatistics, unexaminedSteps: 3 } });
    rod.at(1.3, "a.x");
    expect(rod.warnings).toEqual([]);
    rod.at(0.3, "a.x");
    expect(rod.warnings).toEqual([told]);
  });
});

describe("a result", () => {
  const result = recordRun([oscillator(grid(0, 2, 8), 1)]);

  it("hands out times, events and states once, and copies of what it was told", () => {
    expect(result.time).toBe(result.time);
    expect(result.events).toBe(result.events);
    expect(result.finalStates).toBe(result.finalStates);
    for (const list of [result.events, result.events[0], result.segments, result.segments[0], result.stateNames])
      expect(Object.isFrozen(list)).toBe(true);
    expect(Object.isFrozen(result.statistics)).toBe(true);
    expect(result.initialisation).toEqual({
      fixed: ["mass.s"],
      guessed: ["r[1]"],
      computed: [],
      conditions: ["0 = mass.v"],
    });
    expect(result.attachments.size).toBe(0);
  });

  it("names what was asked for: elements by their own name, a whole by that of the signal", () => {
    expect(result.describe("r[2]")).toEqual({
      name: "r[2]",
      unit: "m",
      description: 'place, in "world"',
      kind: "state",
      type: "real",
      shape: [],
    });
    expect(result.describe("der(mass.s)").name).toBe("mass.der(s)");
    expect(result.describe("count")).toMatchObject({ kind: "discrete", type: "integer" });
    expect(result.signal("der(mass.s)").name).toBe("der(mass.s)");
  });

  it("that ends with a part without rows has the end of the part before", () => {
    const [first, second] = refinedRod();
    const cut = recordRun([first!, { ...second!, times: [] }]);
    expect(cut.final<number[]>("T")).toEqual([301, 302, 303]);
    expect(cut.finalStates).toEqual([301, 302, 303]);
    expect(cut.stateNames).toEqual(["T[1]", "T[2]", "T[3]"]);
    expect(cut.segments.map(({ endTime, rowCount }) => [endTime, rowCount])).toEqual([
      [1, 5],
      [0, 0],
    ]);
    expect(recordRun([]).stateNames).toEqual([]);
    expect(recordRun([]).finalStates).toEqual([]);
  });

  it("has elements between rows, on both sides of an event and across changes of their number", () => {
    expect(result.at(0.3, "r[2]")).toBeCloseTo(0.09, 12);
    expect(result.at<number[]>(0.3, "minusR[2:3]")).toEqual([
      expect.closeTo(-0.09, 12) as unknown,
      expect.closeTo(-0.027, 12) as unknown,
    ]);
    expect(result.at<number[][]>(0.25, "m[2:2,:]")).toEqual([[Math.sin(0.25) / 3, 0.25e-300]]);
    const rod = recordRun(refinedRod());
    expect(rod.at(0.3, "T[5]")).toBeNaN();
    expect(rod.at(1.3, "T[5]")).toBeCloseTo(305.3, 12);
    expect(rod.at<number[]>(0.5, "T[2:4]")).toEqual([301.5, 302.5, Number.NaN]);
    // at the end of the run, rounding included, the time is that of the row
    expect(result.at(2 + 2 * Number.EPSILON, "time")).toBe(2);
    expect(result.at(1.1, "time", "before")).toBe(1.1);
  });

  it("has no values at a time that is no number", () => {
    for (const time of ["1", undefined, null, [1]])
      expect(() => result.at(time as never, "f")).toThrow(
        expect.objectContaining({ code: "E-RESULT-TIME", what: "The result has no values at t = NaN s." }),
      );
  });
});
