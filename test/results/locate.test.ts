import { describe, expect, it } from "vitest";
import { locate } from "../../src/results/locate.ts";
import type { Segment } from "../../src/results/recording.ts";
import { recordingOf } from "../../src/results/result.ts";
import { countBelow, countUpTo } from "../../src/results/timeSearch.ts";
import { recordRun, type SampleSegment } from "./sampleRun.ts";

const signals: SampleSegment["signals"] = [{ name: "x", values: (t) => [t] }];
const segmentsOf = (...parts: SampleSegment[]): readonly Segment[] => recordingOf(recordRun(parts)).segments;

describe("the place of a time", () => {
  // rows 0, 1, 1, 2 | 2, 3
  const segments = segmentsOf({ times: [0, 1, 2], events: [1], signals }, { times: [2, 3], signals });

  it.each([
    [0, "after", 0, 0, true],
    [0, "before", 0, 0, true],
    [0.5, "after", 0, 0, false],
    [0.5, "before", 0, 0, false],
    [1, "before", 0, 1, true],
    [1, "after", 0, 2, true],
    [1.5, "before", 0, 2, false],
    [2, "before", 0, 3, true],
    [2, "after", 1, 0, true],
    [2.5, "before", 1, 0, false],
    [3, "after", 1, 1, true],
    [3, "before", 1, 1, true],
  ] as const)("%s, %s an event, is segment %s, row %s", (time, side, segment, row, isRow) => {
    expect(locate(segments, time, side)).toEqual({ segment, row, isRow });
  });

  it("skips segments without rows", () => {
    const gap = segmentsOf({ times: [0, 1], signals }, { times: [], signals }, { times: [1, 2], signals });
    expect(locate(gap, 1, "before")).toEqual({ segment: 0, row: 1, isRow: true });
    expect(locate(gap, 1, "after")).toEqual({ segment: 2, row: 0, isRow: true });
    const late = segmentsOf({ times: [], signals }, { times: [2, 3], signals }, { times: [], signals });
    expect(locate(late, 2, "before")).toEqual({ segment: 1, row: 0, isRow: true });
    expect(() => locate(late, 1, "after")).toThrow(/2 .* 3/);
  });

  it("does not exist without rows or outside", () => {
    for (const [places, time] of [
      [segmentsOf({ times: [], signals }), 0],
      [segments, -1],
      [segments, 3.0001],
    ] as const) {
      expect(() => locate(places, time, "after")).toThrow(expect.objectContaining({ code: "E-RESULT-TIME" }));
    }
  });

  it("is found by counting the times below", () => {
    const times = Float64Array.of(0, 1, 1, 1, 2);
    for (const t of [-1, 0, 0.5, 1, 1.5, 2, 3]) {
      expect(countBelow(times, t)).toBe(times.filter((time) => time < t).length);
      expect(countUpTo(times, t)).toBe(times.filter((time) => time <= t).length);
    }
  });
});
