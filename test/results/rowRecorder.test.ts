/** What a recorder makes of the rows it is told, while a run goes on and when it has ended. */
import { describe, expect, it } from "vitest";
import { recordingOf } from "../../src/results/result.ts";
import type { RunSummary } from "../../src/results/resultSink.ts";
import { RowRecorder } from "../../src/results/rowRecorder.ts";
import { StateSteps } from "../../src/results/stateCurve.ts";
import { layoutOf, scalar } from "./layouts.ts";
import { eventAt, sampleStatistics } from "./sampleRun.ts";

const layout = layoutOf([scalar("x", 0, "state"), scalar("y", 1)], { stateSlots: Int32Array.of(0) });
const summary = (more: Partial<RunSummary> = {}): RunSummary => ({
  model: "M",
  startTime: 0,
  stopTime: 9,
  endTime: 9,
  status: "finished",
  tolerance: 1e-6,
  statistics: sampleStatistics,
  warnings: ["told by the run"],
  parameters: new Map(),
  ...more,
});
const record = (recorder: RowRecorder, ...times: readonly number[]): void => {
  for (const t of times) recorder.record(t, Float64Array.of(t, -t), 0);
};

describe("a recorder of rows", () => {
  it("has a result up to now that stays as it is while the run goes on", () => {
    const recorder = new RowRecorder();
    recorder.beginSegment(layout);
    record(recorder, 0, 1);
    recorder.event(eventAt(1));
    const early = recorder.snapshot(summary({ status: "stopped" }));
    record(recorder, 2, 3);
    recorder.event(eventAt(3));
    recorder.beginSegment(layoutOf([scalar("x", 0, "state"), scalar("z", 1)], { index: 1, startTime: 3 }));
    record(recorder, 3, 4);
    const late = recorder.snapshot(summary());
    expect([...early.time]).toEqual([0, 1]);
    expect([...early.rowKinds]).toEqual([0, 0]);
    expect([...early.signal("y").values].map((y) => y + 0)).toEqual([0, -1]);
    expect(early.events).toHaveLength(1);
    expect(early.names()).toEqual(["x", "y"]);
    expect([early.endTime, early.status]).toEqual([9, "stopped"]);
    expect([...late.time]).toEqual([0, 1, 2, 3, 3, 4]);
    expect(late.names()).toEqual(["x", "y", "z"]);
    expect(late.events).toHaveLength(2);
    expect(late.segments.map(({ firstRow, rowCount, startTime }) => [firstRow, rowCount, startTime])).toEqual([
      [0, 4, 0],
      [4, 2, 3],
    ]);
    // what is asked for once more is not made once more
    const again = recorder.snapshot(summary());
    expect(recordingOf(again).catalogue).toBe(recordingOf(late).catalogue);
    recorder.end(summary());
    expect([...recorder.result.time]).toEqual([...late.time]);
    expect(recorder.result.warnings).toEqual(["told by the run"]);
  });

  it("of a run that was stopped ends with its last row, wherever that is", () => {
    const ended = (more: Partial<RunSummary>, ...times: readonly number[]): number => {
      const recorder = new RowRecorder();
      recorder.beginSegment(layout);
      record(recorder, ...times);
      recorder.beginSegment({ ...layout, index: 1 });
      recorder.end(summary(more));
      return recorder.result.endTime;
    };
    expect(ended({ status: "finished" }, 0, 1, 2)).toBe(9);
    expect(ended({ status: "stopped" }, 0, 1, 2)).toBe(2);
    expect(ended({ status: "terminated" }, 0, 1)).toBe(1);
    expect(ended({ status: "stopped" })).toBe(9);
  });

  it("has rows that support reading between others as they were written: for states, for others, for both", () => {
    const recorder = new RowRecorder();
    recorder.beginSegment(layout);
    record(recorder, 0, 1);
    recorder.recordPieceBegins(Float64Array.of(0.5));
    recorder.recordSupport(0.25, Float64Array.of(10, 11), 1);
    recorder.recordSupport(0.5, Float64Array.of(20, 21), 2);
    recorder.recordSupport(0.75, Float64Array.of(30, 31));
    recorder.recordPieceBegins(Float64Array.of(0.5, 0.7));
    const steps = new StateSteps(1);
    steps.append(0, 1, 1, (t) => Float64Array.of(t));
    recorder.recordCurve(steps.curve);
    recorder.beginSegment({ ...layout, index: 1 });
    record(recorder, 1, 2);
    recorder.end(summary());
    const [first, second] = recordingOf(recorder.result).segments;
    const { states, others } = first!.support!;
    expect([[...states!.times], [...others!.times]]).toEqual([
      [0.25, 0.75],
      [0.5, 0.75],
    ]);
    expect(states!.pieceBegins).toBeUndefined();
    expect([...others!.pieceBegins!]).toEqual([0.5, 0.7]);
    const row = new Float64Array(2);
    states!.values.readKept(1, row);
    expect([...row]).toEqual([30, Number.NaN]);
    others!.values.readKept(0, row);
    expect([...row]).toEqual([20, 21]);
    expect(first!.curve!.count).toBe(1);
    expect(second!.support).toEqual({ states: undefined, others: undefined });
    expect([second!.curve, second!.discrete]).toEqual([undefined, undefined]);
  });

  it("ends the run once its values take more memory than they may, of all segments", () => {
    // of two numbers per row, 256 rows take 512 numbers, which is more than 511, and 64 are there at first
    const limit = 511 / 2 ** 17;
    const recorder = new RowRecorder({ maximumMemory: limit });
    recorder.beginSegment(layout);
    for (let k = 0; k < 255; k++) record(recorder, k);
    expect(() => record(recorder, 255)).toThrow(
      expect.objectContaining({
        code: "E-RESULT-MEMORY",
        what: `The values of the result take more than ${limit} MB at t = 255.`,
        path: "options.maximumMemory",
        because: "256 rows are recorded",
        data: { time: 255, megabytes: 512 / 2 ** 17, rows: 256 },
      }),
    );
    const enough = new RowRecorder({ maximumMemory: 512 / 2 ** 17 });
    enough.beginSegment(layout);
    for (let k = 0; k < 256; k++) record(enough, k);
    // 16 rows more in a segment of their own, and those of the first are still there
    const several = new RowRecorder({ maximumMemory: 543 / 2 ** 17 });
    several.beginSegment(layout);
    for (let k = 0; k < 240; k++) record(several, k);
    several.beginSegment({ ...layout, index: 1 });
    for (let k = 240; k < 255; k++) record(several, k);
    expect(() => record(several, 255)).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ megabytes: 544 / 2 ** 17 }) as unknown }),
    );
  });

  it("says how many rows there are before it has a result", () => {
    const recorder = new RowRecorder();
    const because = (): string => {
      try {
        return String(recorder.result);
      } catch (error) {
        return (error as { because: string }).because;
      }
    };
    expect(because()).toBe("0 rows of the present segment are recorded");
    recorder.beginSegment(layout);
    record(recorder, 0, 1, 2);
    expect(because()).toBe("3 rows of the present segment are recorded");
  });

  it("that may keep states alone says where it had to keep all", () => {
    const warningsOf = (...computed: readonly boolean[]): readonly string[] => {
      const recorder = new RowRecorder({ storage: "states" });
      for (const is of computed) recorder.beginSegment({ ...layout, ...(is && { recompute: () => {} }) });
      recorder.end(summary({ warnings: [] }));
      return recorder.result.warnings;
    };
    expect(warningsOf(true, true)).toEqual([]);
    const stored = [
      expect.stringMatching(/^W-RESULT-STORED {2}All variables were stored, although storage is "states"/),
    ];
    expect(warningsOf(false)).toEqual(stored);
    expect(warningsOf(false, true)).toEqual(stored);
    expect(warningsOf(true, false)).toEqual(stored);
    const all = new RowRecorder();
    all.beginSegment(layout);
    all.end(summary({ warnings: [] }));
    expect(all.result.warnings).toEqual([]);
  });
});
