import { describe, expect, it } from "vitest";
import { Recorder } from "../../src/results/recorder.ts";
import { recordingOf } from "../../src/results/result.ts";
import type { SegmentLayout, SignalDescription } from "../../src/results/resultSink.ts";
import { grid, oscillator, playRun, recordRun, refinedRod, sampleStatistics } from "./sampleRun.ts";

function scalar(name: string, slot: number, factor = 1): SignalDescription {
  return {
    name,
    unit: "",
    description: "",
    kind: "algebraic",
    type: "real",
    shape: [],
    slots: Int32Array.of(slot),
    factors: Float64Array.of(factor),
    isHidden: false,
  };
}

function layout(signals: readonly SignalDescription[], width: number): SegmentLayout {
  return {
    index: 0,
    startTime: 0,
    width,
    signals,
    stateNames: [],
    stateSlots: new Int32Array(0),
    discreteSlots: new Int32Array(0),
  };
}

const summary = {
  model: "M",
  startTime: 0,
  stopTime: 1,
  endTime: 1,
  status: "finished" as const,
  tolerance: 1e-6,
  statistics: sampleStatistics,
  warnings: [],
  parameters: new Map(),
};

describe("a recorder", () => {
  it("keeps 100 000 rows of 20 signals exactly", () => {
    const names = Array.from({ length: 20 }, (_, j) => `x${j}`);
    const recorder = new Recorder();
    recorder.beginSegment(
      layout(
        names.map((name, j) => scalar(name, j)),
        20,
      ),
    );
    const row = new Float64Array(20);
    const value = (i: number, j: number) => Math.sin(i) + j;
    for (let i = 0; i < 100_000; i++) {
      for (let j = 0; j < 20; j++) row[j] = value(i, j);
      recorder.record(i / 100_000, row, 0);
    }
    recorder.end(summary);
    const { result } = recorder;
    expect(result.time.length).toBe(100_000);
    expect(result.time[12_345]).toBe(0.12345);
    names.forEach((name, j) => {
      const { values } = result.signal(name);
      expect(values.findIndex((x, i) => x !== value(i, j))).toBe(-1);
    });
  });

  it("gives aliases, constants and hidden signals no memory", () => {
    const signals = [scalar("x", 0), scalar("hidden", 1), scalar("g", -1, 9.81)];
    signals[1] = { ...signals[1], isHidden: true };
    for (let k = 0; k < 1000; k++) signals.push(scalar(`alias${k}`, 0, k % 2 === 0 ? 1 : -1));
    const bare = new Recorder();
    bare.beginSegment(layout([scalar("x", 0)], 1));
    const full = new Recorder();
    full.beginSegment(layout(signals, 2));
    for (let i = 0; i < 5000; i++) {
      bare.record(i, Float64Array.of(i), 0);
      full.record(i, Float64Array.of(i, -i), 0);
    }
    bare.end(summary);
    full.end(summary);
    // a row of the full recording is read back with NaN where nothing is kept
    const row = new Float64Array(2);
    recordingOf(full.result).segments[0].values.readRow(7, row);
    expect([...row]).toEqual([7, Number.NaN]);
    expect(storedNumbers(full)).toBe(storedNumbers(bare));
    expect(full.result.final("alias1")).toBe(-4999);
    expect(full.result.final("g")).toBe(9.81);
  });

  it("keeps the values before and after an event", () => {
    const result = recordRun([oscillator(grid(0, 2, 4), 1)]);
    expect([...result.time]).toEqual([0, 0.5, 1, 1, 1.5, 2]);
    expect([...result.rowKinds]).toEqual([0, 0, 1, 2, 0, 0]);
    expect([...result.signal("on").values]).toEqual([0, 0, 0, 1, 1, 1]);
    expect(result.signal("f").values[2]).toBe(Math.sin(1));
    expect(result.signal("f").values[3]).toBe(2 * Math.sin(1));
    expect(result.events).toEqual([{ time: 1, cause: "time reached 1", kind: "time", changed: ["on"], iterations: 2 }]);
  });

  it("computes the rest from the states to the very same values", () => {
    const runs = [[oscillator(grid(0, 3, 37), 39 / 37)], refinedRod()];
    for (const segments of runs) {
      const all = recordRun(segments);
      const states = recordRun(segments, { storage: "states" });
      expect(states.names()).toEqual(all.names());
      expect(states.stateHash).toBe(all.stateHash);
      for (const name of all.names()) {
        expect(states.signal(name).values).toEqual(all.signal(name).values);
        expect(states.final(name)).toEqual(all.final(name));
        expect(states.at(0.77, name)).toEqual(all.at(0.77, name));
        expect(states.at(1, name, "before")).toEqual(all.at(1, name, "before"));
      }
    }
  });

  it("that keeps states alone asks the run for the others only, and stores discrete values when they change", () => {
    const recorder = new Recorder({ storage: "states" });
    let calls = 0;
    const discrete: number[] = [];
    const state = { ...scalar("x", 0), kind: "state" as const };
    recorder.beginSegment({
      ...layout([state, scalar("y", 1), { ...scalar("d", 2), kind: "discrete" }], 3),
      stateNames: ["x"],
      stateSlots: Int32Array.of(0),
      discreteSlots: Int32Array.of(2),
      recompute: (_time, x, d, row) => {
        calls++;
        discrete.push(d[0]);
        row[1] = x[0] * d[0];
      },
    });
    for (let i = 0; i < 1000; i++) recorder.record(i, Float64Array.of(i, i * (i < 500 ? 2 : 3), i < 500 ? 2 : 3), 0);
    recorder.end(summary);
    const { result } = recorder;
    expect(calls).toBe(0);
    expect(result.signal("x").values[999]).toBe(999);
    expect(calls).toBe(0);
    expect(result.signal("y").values).toEqual(Float64Array.from({ length: 1000 }, (_, i) => i * (i < 500 ? 2 : 3)));
    expect(calls).toBe(1000);
    expect(discrete.filter((d) => d === 2).length).toBe(500);
  });

  it("keeps everything, and says so, when the run cannot compute the rest from the states", () => {
    const recorder = new Recorder({ storage: "states" });
    recorder.beginSegment(layout([scalar("x", 0)], 1));
    recorder.record(0, Float64Array.of(3), 0);
    recorder.end(summary);
    expect(recorder.result.final("x")).toBe(3);
    expect(recorder.result.warnings).toEqual([expect.stringContaining("W-RESULT-STORED")]);
  });

  it("has no result before the run has ended", () => {
    const recorder = new Recorder();
    recorder.beginSegment(layout([scalar("x", 0)], 1));
    expect(() => recorder.result).toThrow(
      expect.objectContaining({ code: "E-RESULT-OPEN", hint: "ask after simulate has returned" }),
    );
  });

  it("is not disturbed by another one that records at the same time", () => {
    const [first, second] = [new Recorder(), new Recorder()];
    playRun(first, [oscillator(grid(0, 2, 4), 1)]);
    playRun(second, refinedRod());
    expect(first.result.names()).toContain("mass.s");
    expect(second.result.names()).not.toContain("mass.s");
  });
});

/** Numbers that the recorder has allocated for values. */
function storedNumbers(recorder: Recorder): number {
  const { values } = recordingOf(recorder.result).segments[0];
  return values.capacity;
}

describe("rows that support reading between others", () => {
  it("are given up with a warning once they take too much memory", () => {
    const width = 10;
    const stateSlots = Int32Array.from({ length: width }, (_, k) => k);
    const recorder = new Recorder({ tolerance: 1e-9, megabytesBetween: 0.002 });
    const slots = stateSlots;
    recorder.beginSegment({
      index: 0,
      startTime: 0,
      width,
      signals: [
        {
          name: "x",
          unit: "",
          description: "",
          kind: "state",
          type: "real",
          shape: [width],
          slots,
          factors: new Float64Array(width).fill(1),
          isHidden: false,
        },
      ],
      stateNames: [],
      stateSlots,
      discreteSlots: new Int32Array(0),
    });
    const row = new Float64Array(width);
    const statesAt = (t: number): Float64Array => row.fill(Math.sin(5 * t));
    recorder.record(0, statesAt(0), 0);
    for (let k = 0; k < 6; k++) recorder.examine({ from: k, to: k + 1, statesAt });
    recorder.record(6, statesAt(6), 0);
    recorder.end({
      model: "",
      startTime: 0,
      stopTime: 6,
      endTime: 6,
      status: "finished",
      tolerance: 1e-9,
      statistics: sampleStatistics,
      warnings: [],
      parameters: new Map(),
    });
    expect(recorder.result.warnings).toEqual([
      expect.stringMatching(/^W-RESULT-COARSE {2}From t = \d+ on values between/),
    ]);
  });

  /** sin(5·t), with rows at whole times and before the first step; `others`: whether everything else can be computed when it is read. */
  function recordSine(others: "computed" | "stored", degree: number | undefined) {
    let asked = 0;
    const between: NonNullable<SegmentLayout["between"]> = {
      hasUnknownCorners: false,
      hasSeveralSolutions: false,
      compute: () => undefined,
      corners: () => {
        throw new Error("nobody reads");
      },
    };
    const plain = layout([{ ...scalar("x", 0), kind: "state" }], 1);
    const recorder = new Recorder({ tolerance: 1e-6 });
    recorder.beginSegment({
      ...plain,
      stateSlots: Int32Array.of(0),
      stored: Int32Array.of(0),
      get signals() {
        asked++;
        return plain.signals;
      },
      ...(others === "computed" && { between }),
    });
    const statesAt = (t: number): Float64Array => Float64Array.of(Math.sin(5 * t));
    recorder.record(0, statesAt(0), 0);
    recorder.record(0, statesAt(0), 2);
    for (let k = 0; k < 3; k++) {
      for (const part of [0.5, 1]) recorder.record(k + part, statesAt(k + part), 0);
      recorder.examine({ from: k, to: k + 1, statesAt, ...(degree !== undefined && { degree }) });
    }
    const askedInRun = asked;
    recorder.end(summary);
    return { asked: askedInRun, support: recordingOf(recorder.result).segments[0].support?.states?.times };
  }

  it("need no description of the signals where the states are polynomials and all others are computed when they are read", () => {
    expect(recordSine("computed", 4)).toEqual({ asked: 0, support: undefined });
    expect(recordSine("stored", 4).asked).toBeGreaterThan(0);
  });
});
