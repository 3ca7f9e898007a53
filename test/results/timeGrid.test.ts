import { describe, expect, it } from "vitest";
import { recordingOf } from "../../src/results/result.ts";
import { hasBreakWithin, rowAt, timeGridOf } from "../../src/results/timeGrid.ts";
import { recordRun, type SampleSegment } from "./sampleRun.ts";

const signals: SampleSegment["signals"] = [{ name: "x", values: (t) => [t] }];

describe("the pieces between events", () => {
  // rows 0, 1, 1, 2 | 2, 3, 4
  const segments = [
    { times: [0, 1, 2], events: [1], signals },
    { times: [2, 3, 4], signals },
  ];
  const grid = timeGridOf(recordingOf(recordRun(segments)));

  it("end at events and at changes of structure", () => {
    expect([...grid.pieceFirst]).toEqual([0, 0, 2, 2, 4, 4, 4]);
    expect([...grid.pieceLast]).toEqual([1, 1, 3, 3, 6, 6, 6]);
    expect([...grid.breaks]).toEqual([1, 2]);
  });

  it("begin with a segment also where it begins later than the one before it ends", () => {
    const later = timeGridOf(
      recordingOf(
        recordRun([
          { times: [0, 1, 2], signals },
          { times: [2.5, 3], signals },
        ]),
      ),
    );
    expect([...later.pieceFirst]).toEqual([0, 0, 0, 3, 3]);
    expect([...later.pieceLast]).toEqual([2, 2, 2, 4, 4]);
    expect([...later.breaks]).toEqual([2.5]);
    const single = timeGridOf(recordingOf(recordRun([{ times: [1], signals }])));
    expect([[...single.pieceFirst], [...single.pieceLast], [...single.breaks]]).toEqual([[0], [0], []]);
  });

  it("are found by time: after a break the later piece", () => {
    expect([-1, 0, 0.9, 1, 1.9, 2, 4, 9].map((t) => rowAt(grid, t))).toEqual([0, 0, 0, 2, 2, 4, 6, 6]);
  });

  it("know how near the next break is, both ends included", () => {
    expect(hasBreakWithin(grid, 1.5, 0.5)).toBe(true);
    expect(hasBreakWithin(grid, 1.5, 0.4)).toBe(false);
    expect(hasBreakWithin(grid, 0.5, 0.5)).toBe(true);
    expect(hasBreakWithin(grid, 3, 0.9)).toBe(false);
    expect(hasBreakWithin(grid, 2, 0)).toBe(true);
  });
});
