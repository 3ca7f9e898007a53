import { describe, expect, it } from "vitest";
import { instantiate, Model, simulate, Var } from "../../../src/index.ts";
import { Recorder } from "../../../src/results/recorder.ts";
import { Result, recordingOf } from "../../../src/results/result.ts";
import { resultFromJson } from "../../../src/results/resultFromJson.ts";
import type { RunSummary, SegmentLayout } from "../../../src/results/resultSink.ts";
import { RowRecorder } from "../../../src/results/rowRecorder.ts";
import { StateSteps } from "../../../src/results/stateCurve.ts";
import { groupSignals, resultToJson } from "../../../src/results/writers/json.ts";
import { layoutOf, scalar } from "../layouts.ts";
import { grid, oscillator, playRun, recordRun, refinedRod, sampleStatistics } from "../sampleRun.ts";

interface FileSignal {
  readonly name: string;
  readonly [key: string]: unknown;
}
interface FileDocument {
  readonly format: string;
  readonly version: number;
  readonly time: number[];
  readonly signals: FileSignal[];
  readonly [key: string]: unknown;
}
const parse = (text: string) => JSON.parse(text) as FileDocument;
const find = (document: FileDocument, name: string) => document.signals.find((signal) => signal.name === name)!;

describe("a JSON file", () => {
  const document = parse(resultToJson(recordRun([oscillator(grid(0, 2, 4), 1)])));

  it("says what it is", () => {
    expect(document.format).toBe("rattleback-result");
    expect(document.version).toBe(1);
    expect(document["model"]).toBe("Sample");
    expect(document.time).toEqual([0, 0.5, 1, 1, 1.5, 2]);
    expect(document["rowsBeforeEvents"]).toEqual([2]);
    expect(document["rowsAfterEvents"]).toEqual([3]);
    expect(document["segments"]).toEqual([
      { index: 0, startTime: 0, firstRow: 0, rowCount: 6, stateNames: ["mass.s", "r[1]", "r[2]", "r[3]"] },
    ]);
  });

  it("has each signal with unit, description, kind, shape and values", () => {
    expect(find(document, "mass.s")).toEqual({
      name: "mass.s",
      unit: "m",
      description: "position",
      kind: "state",
      type: "real",
      shape: [],
      values: document.time.map(Math.sin),
    });
    expect(find(document, "r")["values"]).toEqual(document.time.map((t) => [t, t * t, t ** 3]));
  });

  it("writes the values of aliases and constants once", () => {
    expect(find(document, "reaction")).toMatchObject({ alias: "f", sign: -1 });
    expect(find(document, "mass.v")).toMatchObject({ alias: "mass.der(s)", sign: 1 });
    expect(find(document, "minusR")).toMatchObject({ alias: "r", sign: -1, shape: [3] });
    expect(find(document, "k")).toMatchObject({ value: 400 });
    expect(find(document, "n")).toMatchObject({ value: [0, 0, 1] });
    for (const name of ["reaction", "mass.v", "minusR", "k", "n"])
      expect(find(document, name)).not.toHaveProperty("values");
  });

  it("tells in which segments a signal exists and with which size", () => {
    const rod = parse(resultToJson(recordRun(refinedRod())));
    expect(find(rod, "T")["shapes"]).toEqual([[3], [5]]);
    expect((find(rod, "T")["values"] as number[][]).map((row) => row.length)).toEqual([3, 3, 3, 3, 3, 5, 5, 5, 5, 5]);
    expect(find(rod, "a.x")["shapes"]).toEqual([[], null]);
    expect((find(rod, "a.x")["values"] as unknown[]).slice(4, 7)).toEqual([10, null, null]);
    expect(find(rod, "part")).toMatchObject({ alias: "q", sign: -1, shape: [] });
    const element = parse(resultToJson(recordRun(refinedRod()), { names: ["T[5]"] }));
    expect(find(element, "T[5]")).toMatchObject({
      shapes: [null, []],
      values: [...Array(5).fill(null), 305, 305.25, 305.5, 305.75, 306],
    });
  });
});

describe("rows that were kept for reading between the others", () => {
  const recorded = (width: number, between: number) => {
    const signals = Array.from({ length: width }, (_, k) => ({ name: `x${k}`, values: (t: number) => [t * k] }));
    const recorder = new Recorder();
    const record = (to: number): void => {
      for (let i = 1; i <= between; i++)
        recorder.recordSupport(to + i / (between + 1), new Float64Array(width).fill(i));
    };
    let rows = 0;
    playRun(
      {
        beginSegment: (layout) => recorder.beginSegment(layout),
        record: (time, row, kind) => {
          recorder.record(time, row, kind);
          if (rows++ === 0) record(time);
        },
        event: (event) => recorder.event(event),
        end: (summary) => recorder.end(summary),
      },
      [{ times: [0, 1], signals }],
    );
    return recorder.result;
  };

  it("are in the file, unless they would be far more than the rows: then it says so, and reads back with the warning", () => {
    const small = resultFromJson(resultToJson(recorded(10, 20)));
    expect(small.at(10 / 21, "x3")).toBe(10);
    expect(small.warnings.join()).not.toContain("W-RESULT-COARSE");
    const large = recorded(1500, 700);
    const text = resultToJson(large);
    expect(text.length).toBeLessThan(500_000);
    expect(resultFromJson(text).warnings.join()).toContain(
      "W-RESULT-COARSE  The rows of the file do not determine what is between them: too many would be needed",
    );
    expect(large.warnings.join()).not.toContain("W-RESULT-COARSE");
    expect(resultFromJson(text).final("x3")).toBe(large.final("x3"));
  });
});

describe("signals that are read together", () => {
  const counts = (list: readonly number[], rowCount: number): number[][] =>
    groupSignals(
      list.map((count) => ({ count })),
      rowCount,
    ).map((group) => group.map(({ count }) => count));

  it("are as many as have four million numbers, in their order", () => {
    const million = 2 ** 20;
    expect(counts([1, 1, 1, 1, 1, 1], million)).toEqual([
      [1, 1, 1, 1],
      [1, 1],
    ]);
    expect(counts([3, 2, 2, 1], million)).toEqual([[3], [2, 2], [1]]);
    expect(counts([1, 2, 3], 10)).toEqual([[1, 2, 3]]);
  });

  it("are one where that alone has more", () => {
    expect(counts([9, 1, 9], 2 ** 20)).toEqual([[9], [1], [9]]);
    expect(counts([], 5)).toEqual([]);
  });
});

it("signals without elements have empty values at every row, those of which some elements are constant have all of them", () => {
  const result = recordRun([
    {
      times: [0, 1],
      signals: [
        { name: "none", shape: [0], values: () => [] },
        { name: "x", values: (t) => [t] },
        { name: "k", constant: [3] },
        { name: "list", shape: [2], constant: [3, 4] },
      ],
    },
  ]);
  const document = JSON.parse(resultToJson(result)) as { signals: Record<string, unknown>[] };
  const written = (name: string) => document.signals.find((signal) => signal["name"] === name)!;
  expect(written("none")).toMatchObject({ shape: [0], values: [[], []] });
  expect(written("none")).not.toHaveProperty("value");
  expect(written("x")).toMatchObject({ shape: [], values: [0, 1] });
  expect(written("k")).toMatchObject({ value: 3 });
  expect(written("list")).toMatchObject({ value: [3, 4] });
  const mixed = simulate(instantiate(Model({ r: Var(), equations: "r = [2, time]" })), { stopTime: 1, interval: 1 });
  const signals = (JSON.parse(resultToJson(mixed)) as { signals: Record<string, unknown>[] }).signals;
  expect(signals.find((signal) => signal["name"] === "r")).toMatchObject({
    values: [
      [2, 0],
      [2, 1],
    ],
  });
});

describe("what a file has of what is between rows", () => {
  const summary: RunSummary = {
    model: "M",
    startTime: 0,
    stopTime: 2,
    endTime: 2,
    status: "finished",
    tolerance: 1e-6,
    statistics: sampleStatistics,
    warnings: [],
    parameters: new Map(),
  };
  /** One state over two segments of two rows, the second of which has a curve of `steps` steps and `between` rows between the others. */
  const played = (steps: number, between: number, more: Partial<SegmentLayout> = {}) => {
    const recorder = new RowRecorder();
    const layout = layoutOf([scalar("x", 0, "state")], { stateSlots: Int32Array.of(0), ...more });
    recorder.beginSegment(layout);
    for (const t of [0, 1]) recorder.record(t, Float64Array.of(t), 0);
    recorder.beginSegment({ ...layout, index: 1 });
    for (const t of [1, 2]) recorder.record(t, Float64Array.of(t), 0);
    for (let k = 1; k <= between; k++) recorder.recordSupport(1 + k / (between + 1), Float64Array.of(k), 0);
    if (steps > 0) {
      const curve = new StateSteps(1);
      for (let k = 0; k < steps; k++) curve.append(1 + k / steps, 1 + (k + 1) / steps, 1, (t) => Float64Array.of(t));
      recorder.recordCurve(curve.curve);
    }
    recorder.end(summary);
    return recorder.result;
  };

  it("are curves per segment, and null where there is none, unless names were chosen", () => {
    const { curves } = parse(resultToJson(played(2, 0))) as unknown as { curves: unknown };
    expect(curves).toEqual([
      null,
      { begins: [1, 1.5], ends: [1.5, 2], degrees: [1, 1], firsts: [0, 1], points: [1, 1.5, 2] },
    ]);
    expect(parse(resultToJson(played(2, 0), { names: ["x"] }))).not.toHaveProperty("curves");
    expect(parse(resultToJson(played(0, 0)))).not.toHaveProperty("curves");
    // somebody who reads a file knows states, and nothing further, inside steps
    expect(parse(resultToJson(played(2, 0, { furtherSlots: new Int32Array(0) })))).not.toHaveProperty("curves");
  });

  it("are rows for all, or for states or others, with their number in each segment", () => {
    const document = parse(resultToJson(played(0, 3)));
    expect(document["between"]).toEqual({ time: [1.25, 1.5, 1.75], rowCounts: [0, 3] });
    expect(find(document, "x")).toMatchObject({ values: [0, 1, 1, 2], between: [1, 2, 3] });
    expect(document["warnings"]).toEqual([]);
  });

  it("are the times behind corners, and which rows are for states or for others", () => {
    const recorder = new RowRecorder();
    recorder.beginSegment(layoutOf([scalar("x", 0, "state"), scalar("y", 1)], { stateSlots: Int32Array.of(0) }));
    for (const t of [0, 1]) recorder.record(t, Float64Array.of(t, t), 0);
    recorder.recordSupport(0.25, Float64Array.of(1, 2), 1);
    recorder.recordSupport(0.5, Float64Array.of(3, 4), 2);
    recorder.recordSupport(0.75, Float64Array.of(5, 6), 0);
    recorder.recordPieceBegins(Float64Array.of(0.5, 0.75));
    recorder.end(summary);
    expect(parse(resultToJson(recorder.result))["between"]).toEqual({
      time: [0.25, 0.5, 0.75],
      rowCounts: [3],
      parts: [1, 2, 0],
      corners: [0.5, 0.75],
    });
    // a resampled result knows nothing of what was between its rows
    expect(parse(resultToJson(recorder.result.resample([0, 0.6, 1])))).not.toHaveProperty("between");
  });

  it("is left out, with a warning, beyond a million numbers", () => {
    const recording = recordingOf(played(0, 1));
    const [first, second] = recording.segments;
    /** Behind the last row, where they support nothing: their number alone counts. */
    const warned = (states: number, others: number): boolean => {
      const rows = (count: number) => ({ ...second!.support!.others!, times: new Float64Array(count).fill(5) });
      const support = { states: rows(states), others: rows(others) };
      const text = resultToJson(new Result({ ...recording, segments: [first!, { ...second!, support }] }));
      return text.includes("The rows of the file do not determine what is between them: too many would be needed.");
    };
    expect([warned(2 ** 19, 2 ** 19), warned(2 ** 19, 2 ** 19 + 1)]).toEqual([false, true]);
  });

  it("says that something moves too fast where rows do", () => {
    for (const part of ["states", "others"] as const) {
      const recording = recordingOf(played(0, 2));
      const [first, second] = recording.segments;
      const support = { ...second!.support, [part]: { ...second!.support![part]!, isCoarse: true } };
      const fast = new Result({ ...recording, segments: [first!, { ...second!, support }] });
      expect(parse(resultToJson(fast))["warnings"]).toEqual([
        "W-RESULT-COARSE  The rows of the file do not determine what is between them: something moves too fast. resample(times) before writing, or a shorter interval, gives more of them.",
      ]);
    }
  });
});
