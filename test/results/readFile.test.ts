/** What is read of a file: where states are in its rows, curves, rows between the others, and how start values were found. */
import { describe, expect, it } from "vitest";
import { readCurves } from "../../src/results/readCurves.ts";
import { type FileSegment, layoutOf as layoutOfFile } from "../../src/results/readLayout.ts";
import { type FileSignal, readSignals } from "../../src/results/readSignals.ts";
import { recordingOf } from "../../src/results/result.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import type { InitialReport } from "../../src/results/resultSink.ts";
import { RowRecorder } from "../../src/results/rowRecorder.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { layoutOf, scalar } from "./layouts.ts";
import { sampleStatistics } from "./sampleRun.ts";

const segmentWith = (stateNames: readonly string[]): FileSegment => ({
  index: 0,
  startTime: 0,
  firstRow: 0,
  rowCount: 1,
  firstBetween: 0,
  betweenCount: 0,
  stateNames,
});

describe("states of a file", () => {
  const signal = (name: string, shape: readonly number[], more: object) => ({
    ...{ name, unit: "", description: "", kind: "state", type: "real", shape },
    ...more,
  });
  const made = (): FileSignal[] =>
    readSignals(
      [
        signal("x", [], { values: [1] }),
        signal("minus", [], { alias: "x", sign: -1 }),
        signal("same", [], { alias: "x", sign: 1 }),
        signal("one", [], { value: 1 }),
        signal("r", [3], { values: [[1, 2, 3]] }),
        signal("m", [2, 2], {
          values: [
            [
              [1, 2],
              [3, 4],
            ],
          ],
        }),
        signal("odd[1]", [], { values: [5] }),
        signal("back", [3], { alias: "r", sign: -1 }),
      ],
      1,
      1,
      0,
    );
  const placesOf = (...names: readonly string[]) => {
    const { layout, isUnrecorded, stored } = layoutOfFile(segmentWith(names), 0, made());
    return {
      slots: [...layout.stateSlots],
      isUnrecorded,
      width: layout.width,
      stored: stored.map(({ first }) => first),
    };
  };

  it("are at the entries of the signals with their names, elements too", () => {
    const names = ["x", "same", "r[1]", "r[3]", "m[2,1]", "odd[1]"];
    expect(placesOf(...names)).toEqual({
      slots: [0, 0, 1, 3, 6, 8],
      isUnrecorded: names.map(() => false),
      width: 9,
      stored: [0, 1, 4, 8],
    });
  });

  it("have entries of their own where no signal has their values: negated ones, constants, and what is not there", () => {
    const names = ["minus", "one", "back[1]", "r[4]", "r", "m[1]", "x[1]", "x[a]", "r[a]", "nobody", "nobody[1]"];
    expect(placesOf(...names)).toMatchObject({
      slots: names.map((_, k) => 9 + k),
      isUnrecorded: names.map(() => true),
      width: 9 + names.length,
    });
  });

  it("and all signals are described as the file has them", () => {
    const { layout } = layoutOfFile(segmentWith(["x"]), 0, made());
    expect(
      layout.signals.map(({ name, slots, factors, isHidden }) => [name, [...slots], [...factors], isHidden]),
    ).toEqual([
      ["x", [0], [1], false],
      ["minus", [0], [-1], false],
      ["same", [0], [1], false],
      ["one", [-1], [1], false],
      ["r", [1, 2, 3], [1, 1, 1], false],
      ["m", [4, 5, 6, 7], [1, 1, 1, 1], false],
      ["odd[1]", [8], [1], false],
      ["back", [1, 2, 3], [-1, -1, -1], false],
    ]);
    expect([layout.stateNames, layout.discreteSlots.length]).toEqual([["x"], 0]);
    const huge = { ...made()[0]!, shapes: [[1e7 + 1]] };
    expect(() => layoutOfFile(segmentWith([]), 0, [huge])).toThrow(
      expect.objectContaining({ path: "signals[0].shape", because: "10000001 elements are too many" }),
    );
  });
});

it.each([
  [{ name: "x", value: 1 }, 'signals[1].name: "x" appears twice'],
  [{ alias: "z", sign: 1 }, 'signals[1].alias: no signal "z" precedes it'],
  [{ alias: "x", sign: 2 }, "signals[1].sign: 1 or -1 is expected"],
  [{ alias: "x", sign: 1, shape: [2] }, 'signals[1].alias: "x" has another shape'],
  [{ values: [1] }, "signals[1].values: 2 values are expected, one per time, not 1"],
  [{ values: [1, 2] }, "signals[1].between: 1 values are expected, one per time, not 0"],
  [{ shape: Array(41).fill(1) }, "signals[1].shape: at most 40 dimensions are expected"],
  [{ shapes: [[], []] }, "signals[1].shapes: 1 are expected, one per segment"],
  [{ shapes: [[1.5]] }, "signals[1].shapes[0][0]: a count is expected, not 1.5"],
])("a signal of a file with %o is refused", (change, message) => {
  const head = { unit: "", description: "", kind: "state", type: "real", shape: [] };
  const x = { ...head, name: "x", values: [0, 1], between: [0] };
  let said = "";
  try {
    readSignals([x, { ...head, name: "y", between: [], ...change }], 1, 2, 1);
  } catch (error) {
    const { path, because } = error as { path: string; because: string };
    said = `${path}: ${because}`;
  }
  expect(said).toBe(message);
});

describe("curves of a file", () => {
  const curve = { begins: [0, 1], ends: [1, 3], degrees: [2, 1], firsts: [0, 2], points: [1, 2, 3, 4, 5, 6, 7, 8] };
  const segment = segmentWith(["a", "b"]);
  const refused = (change: object, count = 1): string => {
    try {
      readCurves(
        Array.from({ length: count }, () => ({ ...curve, ...change })),
        [segment],
      );
      return "is read";
    } catch (error) {
      const { path, because } = error as { path: string; because: string };
      return `${path}: ${because}`;
    }
  };

  it("are read as they are, with nothing where there is none", () => {
    const [read, none] = readCurves([curve, null], [segment, segment]);
    expect(none).toBeUndefined();
    for (const key of ["begins", "ends", "degrees", "firsts", "points"] as const)
      expect(Array.from(read![key])).toEqual(curve[key]);
    expect(readCurves(undefined, [segment])).toEqual([]);
    expect(refused({})).toBe("is read");
    // touching steps, and a gap between them
    expect(refused({ begins: [0, 1.5] })).toBe("is read");
    expect(refused({ firsts: [0, 0] })).toBe("is read");
  });

  it.each([
    [{ points: [1, 2, 3] }, "curves[0].points: 2 numbers per point are expected"],
    [{ ends: [1] }, "curves[0].ends: 2 numbers are expected, one per step, not 1"],
    [{ degrees: [1, 1, 1] }, "curves[0].degrees: 2 numbers are expected, one per step, not 3"],
    [{ firsts: [] }, "curves[0].firsts: 2 numbers are expected, one per step, not 0"],
    [{ begins: [0, 0.5] }, "curves[0].begins[1]: the step from 0.5 to 3 does not follow the one before"],
    [{ begins: [1, 1] }, "curves[0].begins[0]: the step from 1 to 1 does not follow the one before"],
    [{ degrees: [0, 1] }, "curves[0].firsts[0]: there are no 1 points from point 0 on"],
    [{ degrees: [1.5, 1] }, "curves[0].firsts[0]: there are no 2.5 points from point 0 on"],
    [{ degrees: [2, 2] }, "curves[0].firsts[1]: there are no 3 points from point 2 on"],
    [{ firsts: [0, 3] }, "curves[0].firsts[1]: there are no 2 points from point 3 on"],
    [{ firsts: [-1, 2] }, "curves[0].firsts[0]: there are no 3 points from point -1 on"],
    [{ firsts: [0.5, 2] }, "curves[0].firsts[0]: there are no 3 points from point 0.5 on"],
    [{ begins: ["0", 1] }, 'curves[0].begins[0]: a number is expected, not "0"'],
    [{ points: 3 }, "curves[0].points: a list is expected, not 3"],
  ])("with %o are refused", (change, message) => {
    expect(refused(change)).toBe(message);
  });

  it("have at most as high a degree as a byte has room for, and one list per segment", () => {
    const points = Array.from({ length: 2 * 300 }, () => 1);
    const long = (degree: number) => refused({ begins: [0], ends: [1], degrees: [degree], firsts: [0], points });
    expect([long(255), long(256)]).toEqual(["is read", "curves[0].firsts[0]: there are no 257 points from point 0 on"]);
    expect(refused({}, 2)).toBe("curves: one per segment is expected");
  });
});

describe("a file", () => {
  const summary = (initialisation?: InitialReport) => ({
    ...{ model: "M", startTime: 0, stopTime: 2, endTime: 2, status: "finished" as const, tolerance: 1e-6 },
    ...{ statistics: sampleStatistics, warnings: [], parameters: new Map() },
    ...(initialisation && { initialisation }),
  });
  const recorded = (initialisation?: InitialReport) => {
    const recorder = new RowRecorder();
    const layout = layoutOf([scalar("x", 0, "state"), scalar("y", 1)], { stateSlots: Int32Array.of(0) });
    for (const k of [0, 1]) {
      recorder.beginSegment({ ...layout, index: k, startTime: k });
      for (const t of [k, k + 1]) recorder.record(t, Float64Array.of(t, -t), 0);
      recorder.recordSupport(k + 0.25, Float64Array.of(7, 8), 1);
      recorder.recordSupport(k + 0.5, Float64Array.of(9, 10), 2);
    }
    recorder.recordPieceBegins(Float64Array.of(1.5));
    recorder.end(summary(initialisation));
    return recorder.result;
  };

  it("has how start values were found, with what there may be besides", () => {
    const report = { fixed: ["a"], guessed: ["b"], computed: ["c"], conditions: ["d"] };
    for (const more of [{}, { residuals: [1, -0, Infinity] }, { kept: ["e"] }, { givenUp: ["f", "g"] }])
      expect(resultFromJson(resultToJson(recorded({ ...report, ...more }))).initialisation).toEqual({
        ...report,
        ...more,
      });
    expect(resultFromJson(resultToJson(recorded())).initialisation).toBeUndefined();
  });

  it("has rows between the others of each segment, and where pieces begin", () => {
    const { segments } = recordingOf(resultFromJson(resultToJson(recorded())));
    const times = segments.map(({ support }) => [[...support!.states!.times], [...support!.others!.times]]);
    expect(times).toEqual([
      [[0.25], [0.5]],
      [[1.25], [1.5]],
    ]);
    expect(segments.map(({ support }) => [...support!.others!.pieceBegins!])).toEqual([[], [1.5]]);
  });

  it("is refused where such rows are not told for each segment", () => {
    const damaged = (between: object): string => {
      const document = JSON.parse(resultToJson(recorded())) as Record<string, unknown>;
      document["between"] = { ...(document["between"] as object), ...between };
      try {
        resultFromJson(JSON.stringify(document));
        return "is read";
      } catch (error) {
        const { path, because } = error as { path: string; because: string };
        return `${path}: ${because}`;
      }
    };
    expect(damaged({})).toBe("is read");
    expect(damaged({ rowCounts: [2, 1, 1] })).toBe("between.rowCounts: one per segment is expected");
    expect(damaged({ rowCounts: [2, 1] })).toBe("between.rowCounts: they add up to 3, not to 4");
    expect(damaged({ rowCounts: [1, 3] })).toBe("between.time[1]: 0.5 is not between the times of its segment");
    expect(damaged({ time: [0, 0.5, 1.25, 1.5] })).toBe("between.time[0]: 0 is not between the times of its segment");
    expect(damaged({ time: [0.25, 0.5, 1.25, 2] })).toBe("between.time[3]: 2 is not between the times of its segment");
    expect(damaged({ parts: [1, 2, 3, 0] })).toBe("between.parts: an integer from 0 to 2 is expected, not 3");
    expect(damaged({ parts: [] })).toBe("is read");
    expect(damaged({ corners: [1.5, 1] })).toBe("between.corners[1]: 1 follows 1.5");
  });

  it("knows states that it does not have at the end alone", () => {
    const read = resultFromJson(resultToJson(recorded(), { names: ["y"] }));
    expect(read.finalStates).toEqual([2]);
    const row = new Float64Array(2);
    const { segments } = recordingOf(read);
    const last = segments.flatMap(({ values, rowCount, layout }) =>
      Array.from({ length: rowCount }, (_, k) => {
        values.readRow(k, row);
        return row[layout.stateSlots[0]!];
      }),
    );
    expect(last).toEqual([Number.NaN, Number.NaN, Number.NaN, 2]);
  });
});
