/** Columns of a recording, in whatever part of its rows they are asked for; and the catalogue in which they are found. */
import { describe, expect, it } from "vitest";
import { allIndices, Catalogue, columnOf, flatIndex } from "../../src/results/catalogue.ts";
import { readColumns, readTimes, valueInRow } from "../../src/results/recording.ts";
import { recordingOf } from "../../src/results/result.ts";
import type { SegmentLayout, SignalDescription } from "../../src/results/resultSink.ts";
import { plainComponents } from "../../src/results/signalName.ts";
import { TimeLine } from "../../src/results/timeLine.ts";
import { layoutOf, scalar } from "./layouts.ts";
import { oscillator, recordRun, refinedRod } from "./sampleRun.ts";

describe("columns", () => {
  it("of a part of the rows are that part of the columns, across segments too", () => {
    for (const result of [recordRun(refinedRod()), recordRun([oscillator([0, 0.5, 1, 2], 1)], { storage: "states" })]) {
      const recording = recordingOf(result);
      const columns = ["time", ...result.names()].flatMap((name) => {
        const { entry, indices } = recording.catalogue.select(name);
        return indices.map((index) => columnOf(entry, index));
      });
      const whole = readColumns(recording, columns);
      expect(whole.every((column) => column.length === recording.rowCount)).toBe(true);
      expect(whole[0]).toEqual(readTimes(recording));
      for (let from = 0; from <= recording.rowCount; from++)
        for (let to = from; to <= recording.rowCount; to++)
          expect(readColumns(recording, columns, from, to)).toEqual(whole.map((column) => column.slice(from, to)));
    }
  });

  it("have one number per row: of an entry with its sign, of a constant, of time, or missing", () => {
    const row = Float64Array.of(5, 0);
    expect(valueInRow(0, 1, 9, row)).toBe(5);
    expect(valueInRow(0, -1, 9, row)).toBe(-5);
    // the negative of zero is plain zero
    expect(Object.is(valueInRow(1, -1, 9, row), 0)).toBe(true);
    expect(valueInRow(-1, 2.5, 9, row)).toBe(2.5);
    expect(valueInRow(-2, 1, 9, row)).toBeNaN();
    expect(valueInRow(-3, 1, 9, row)).toBe(9);
  });
});

describe("the line of times", () => {
  it("grows, and what was handed out stays as it was", () => {
    const line = new TimeLine();
    for (let k = 0; k < 64; k++) line.append(k, (k % 3) as 0 | 1 | 2);
    const [times, kinds] = [line.presentTimes, line.presentKinds];
    for (let k = 64; k < 200; k++) line.append(k, (k % 3) as 0 | 1 | 2);
    expect(line.rowCount).toBe(200);
    expect([times.length, kinds.length]).toEqual([64, 64]);
    const all = Array.from({ length: 200 }, (_, k) => k);
    for (const list of [line.presentTimes, line.copyTimes()]) expect([...list]).toEqual(all);
    for (const list of [line.presentKinds, line.copyKinds()]) expect([...list]).toEqual(all.map((k) => k % 3));
    expect([...times]).toEqual(all.slice(0, 64));
    expect(line.copyTimes().buffer.byteLength).toBe(8 * 200);
  });
});

const vector = (name: string, slots: readonly number[], more: Partial<SignalDescription> = {}): SignalDescription => ({
  ...scalar(name, 0),
  shape: [slots.length],
  slots: Int32Array.from(slots),
  factors: Float64Array.from(slots, (_, k) => k + 1),
  ...more,
});

describe("the catalogue", () => {
  const layouts: SegmentLayout[] = [
    layoutOf([vector("r", [0, 1]), { ...scalar("late", 2), isHidden: true }, scalar("cell_3.v", 3)]),
    layoutOf([
      { ...scalar("late", 4), unit: "m", description: "later" },
      vector("r", [5, 6, 7], { unit: "s", description: "long" }),
      { ...vector("m", [0, 1, 2, 3, 4, 5]), shape: [2, 3] },
    ]),
  ];
  const made = (): Catalogue => new Catalogue(layouts);

  it("finds a name as it is before it takes it apart", () => {
    const odd = new Catalogue([layoutOf([scalar("r[1]", 0), vector("r", [1, 2]), scalar("der(r)[2]", 3)])]);
    expect(odd.select("r[1]")).toMatchObject({ isWhole: true, shape: [] });
    expect(odd.select("r[2]")).toMatchObject({ isWhole: false, indices: [[1]] });
    expect(odd.select("der(r)[2]").entry.name).toBe("der(r)[2]");
    expect([odd.has("der(r)[2]"), odd.has("der(r)")]).toEqual([true, false]);
    expect(odd.get("r")).toBe(odd.get("r"));
    const derivative = new Catalogue([layoutOf([scalar("a.der(x)", 0)])]);
    expect([derivative.has("der(a.x)"), derivative.has("der(a.y)")]).toEqual([true, false]);
  });

  it("has names in the order in which they appear, those of time and of lists of components besides", () => {
    const catalogue = made();
    expect(catalogue.names()).toEqual(["r", "cell_3.v", "late", "m"]);
    expect(catalogue.get("cell[3].v")!.name).toBe("cell_3.v");
    expect(catalogue.get("cell[4].v")).toBeUndefined();
    expect(catalogue.get("time")).toMatchObject({
      name: "time",
      unit: "s",
      description: "time",
      kind: "algebraic",
      type: "real",
      shape: [],
    });
    expect(catalogue.get("time")!.bySegment).toHaveLength(2);
    expect(catalogue.get("time")!.bySegment[1]).toMatchObject({ shape: [], isHidden: false });
    expect(
      [
        "time",
        "r",
        "r[3]",
        "m[2,3]",
        "m[:,2]",
        "der(r)",
        "r[4]",
        "m[3,1]",
        "m[1]",
        "r[0]",
        "time[1]",
        "r[2:1]",
        "r[]",
      ].filter((name) => catalogue.has(name)),
    ).toEqual(["time", "r", "r[3]", "m[2,3]", "m[:,2]"]);
    expect(plainComponents("a[1].b[22].c[3]")).toBe("a_1.b_22.c[3]");
    expect(plainComponents("a[i].b")).toBe("a[i].b");
  });

  it("takes what a signal is from wherever that is told, and the largest of its sizes", () => {
    const catalogue = made();
    expect(catalogue.get("r")).toMatchObject({ unit: "s", description: "long", shape: [3] });
    expect(catalogue.get("late")).toMatchObject({ unit: "m", description: "later" });
    expect(catalogue.get("late")!.bySegment[0]).toBeUndefined();
    expect(catalogue.select("m[2,2:3]")).toMatchObject({
      isWhole: false,
      shape: [2],
      indices: [
        [1, 1],
        [1, 2],
      ],
    });
    expect(catalogue.select("m")).toMatchObject({ isWhole: true, shape: [2, 3], indices: allIndices([2, 3]) });
    expect(catalogue.select("m[:,3]").indices).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it("knows where elements are in each segment, or that they are missing", () => {
    const catalogue = made();
    const of = (name: string, index: readonly number[]) => {
      const { slots, factors, name: own } = columnOf(catalogue.get(name)!, index);
      return [own, [...slots], [...factors]];
    };
    expect(of("r", [0])).toEqual(["r[1]", [0, 5], [1, 1]]);
    expect(of("r", [2])).toEqual(["r[3]", [-2, 7], [1, 3]]);
    expect(of("m", [1, 1])).toEqual(["m[2,2]", [-2, 4], [1, 5]]);
    expect(of("late", [])).toEqual(["late", [-2, 4], [1, 1]]);
    expect(flatIndex([2, 3], [1, 2])).toBe(5);
    expect([flatIndex([2, 3], [2, 0]), flatIndex([2, 3], [0, 3])]).toEqual([-1, -1]);
    expect(flatIndex([], [])).toBe(0);
    expect(allIndices([])).toEqual([[]]);
    expect(allIndices([2, 0])).toEqual([]);
  });

  it("tells of a signal that is hidden everywhere that it is, and of names that are nearly there which", () => {
    const hidden = new Catalogue([layoutOf([scalar("x", 0), { ...scalar("y", 1), isHidden: true }])]);
    expect(() => hidden.select("y")).toThrow(
      expect.objectContaining({ because: "the model keeps it out of the result" }),
    );
    expect(() => hidden.select("tim")).toThrow(expect.objectContaining({ hint: 'did you mean "time"?' }));
    expect(() => made().select("r[4]")).toThrow(expect.objectContaining({ because: '"r" is of size [3]' }));
  });
});
