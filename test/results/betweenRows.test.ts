/** Values between the rows of a segment: from which rows they come, and that none is asked across an event or a corner. */
import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/math/random.ts";
import { BetweenRows, pieceBeginsOf, supportedParts, supportOf } from "../../src/results/betweenRows.ts";
import { DiscreteHistory } from "../../src/results/discreteHistory.ts";
import type { Recording, Segment, SupportingRows } from "../../src/results/recording.ts";
import type { SegmentLayout } from "../../src/results/resultSink.ts";
import { createEntryValues, createSegmentValues } from "../../src/results/segmentValues.ts";
import { StateSteps } from "../../src/results/stateCurve.ts";
import { layoutOf, scalar } from "./layouts.ts";

type Row = readonly [time: number, ...values: number[]];

function segmentOf(layout: SegmentLayout, rows: readonly Row[], more: Partial<Segment> = {}): Segment {
  const values = createSegmentValues(layout, "all");
  for (const [t, ...row] of rows) values.append(t, Float64Array.from(row));
  const times = Float64Array.from(rows, ([t]) => t);
  return { layout, firstRow: 0, rowCount: rows.length, times, kinds: new Uint8Array(rows.length), values, ...more };
}

function supporting(layout: SegmentLayout, rows: readonly Row[], begins?: readonly number[]): SupportingRows {
  const values = createEntryValues(
    layout,
    Int32Array.from({ length: layout.width }, (_, k) => k),
  );
  for (const [t, ...row] of rows) values.append(t, Float64Array.from(row));
  return {
    times: Float64Array.from(rows, ([t]) => t),
    values,
    pieceBegins: begins && Float64Array.from(begins),
  };
}

const reader = (segment: Segment, tolerance = 1e-6): ((t: number) => number[]) => {
  const between = new BetweenRows(segment, tolerance);
  const row = new Float64Array(segment.layout.width);
  return (t) => {
    between.interpolate(row, t);
    return [...row];
  };
};

describe("values between rows", () => {
  const cubic = (t: number): number => 1 - t + 0.3 * t ** 2 - 0.1 * t ** 3;
  const other = (t: number): number => -20 + 3 * t + 0.5 * t ** 2 + 0.2 * t ** 3;
  const layout = layoutOf([scalar("y", 0)]);
  const rows = (from: number, to: number, f: (t: number) => number): Row[] =>
    Array.from({ length: to - from + 1 }, (_, k) => [from + k, f(from + k)]);

  it("are those of a curve on each side of an event, however few rows there are", () => {
    const read = reader(segmentOf(layout, [...rows(0, 4, cubic), ...rows(4, 9, other)]));
    for (let t = 0.1; t < 4; t += 0.3) expect(read(t)[0]).toBeCloseTo(cubic(t), 12);
    for (let t = 4.1; t < 9; t += 0.3) expect(read(t)[0]).toBeCloseTo(other(t), 12);
    const short = reader(segmentOf(layout, [...rows(0, 4, cubic), [4, 9], [5, 7], [5, 3], [6, 5]]));
    expect(short(4.25)[0]).toBe(8.5);
    expect(short(5.25)[0]).toBe(3.5);
    expect(short(3.7)[0]).toBeCloseTo(cubic(3.7), 12);
  });

  it("are those of a curve on each side of a corner that is no event, with further rows on both sides", () => {
    const at = (t: number): Row => [t, t < 4.4 ? cubic(t) : other(t)];
    const support = supporting(layout, [0.5, 4.35, 4.399, 4.4, 4.45, 4.5, 4.55, 6.5].map(at), [4.4]);
    const own = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(at);
    const read = reader(segmentOf(layout, own, { support: { others: support } }));
    for (let t = 0.1; t < 4.39; t += 0.13) expect(read(t)[0]).toBeCloseTo(cubic(t), 11);
    for (let t = 4.41; t < 8; t += 0.13) expect(read(t)[0]).toBeCloseTo(other(t), 11);
    // between the two sides nothing else tells
    expect(read(4.3995)[0]).toBeCloseTo((cubic(4.399) + other(4.4)) / 2, 9);
    // rows that are kept for states are not for others
    const without = reader(segmentOf(layout, own, { support: { states: support } }));
    expect(without(4.6)[0]).not.toBeCloseTo(other(4.6), 2);
  });

  it("begin anew at a row that was asked for where a piece begins there, and at the first behind where it was left out", () => {
    const at = (t: number): Row => [t, t < 4 ? cubic(t) : other(t)];
    const own = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(at);
    for (const begin of [4, 3.5]) {
      const support = supporting(layout, [[3.999, cubic(3.999)]], [begin]);
      const read = reader(segmentOf(layout, own, { support: { others: support } }));
      for (const t of [4.3, 5.5, 7.9]) expect(read(t)[0]).toBeCloseTo(begin === 4 ? other(t) : read(t)[0]!, 11);
      for (const t of [0.3, 1.9, 2.5]) expect(read(t)[0]).toBeCloseTo(cubic(t), 11);
    }
  });

  it("of rows as wild as can be are as they were", async () => {
    const random = createRandom(11);
    const wild = layoutOf(
      [
        scalar("a", 0),
        scalar("x", 1, "state"),
        scalar("der(x)", 2, "derivative"),
        scalar("n", 3, "algebraic", "integer"),
      ],
      { stateSlots: Int32Array.of(1) },
    );
    const row = (t: number): Row =>
      [t, ...[0, 1, 2, 3].map(() => Math.round(200 * random.uniform() - 100) / 10)] as never;
    const lines: string[] = [];
    for (const count of [2, 3, 4, 6, 14]) {
      const own: Row[] = [];
      let t = 0;
      for (let k = 0; k < count; k++) {
        own.push(row(t));
        if (k === 6) own.push(row(t));
        t += 0.25 + Math.round(8 * random.uniform()) / 8;
      }
      const places = own.slice(1).flatMap(([b], k) => (b === own[k]![0] || k % 3 === 2 ? [] : [(own[k]![0] + b) / 2]));
      const begins = places.filter((_, k) => k % 4 === 1);
      const support = supporting(wild, places.map(row), begins);
      for (const more of [{}, { support: { states: support, others: support } }]) {
        const read = reader(segmentOf(wild, own, more));
        lines.push(
          `## ${count} rows${"support" in more ? `, others at ${places.join(" ")}, pieces from ${begins.join(" ")}` : ""}`,
        );
        for (let k = 1; k < own.length; k++) {
          const [from, to] = [own[k - 1]![0], own[k]![0]];
          if (from === to) continue;
          for (const part of [0.1, 0.45, 0.7, 0.95]) {
            const time = from + part * (to - from);
            lines.push(
              `${time.toFixed(3)}: ${read(time)
                .map((x) => Number(x.toPrecision(9)))
                .join(" ")}`,
            );
          }
        }
      }
    }
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("answers/between-wild-rows.txt");
  });

  it("of a run that failed come from its rows, whatever it left behind the last of them", () => {
    const behind = supporting(
      layout,
      [1.5, 4.5, 4.75].map((t): Row => [t, cubic(t)]),
    );
    const left = supporting(
      layout,
      [1.5, 4.5, 4.75, 5, 6, 7, 8].map((t): Row => [t, t <= 5 ? cubic(t) : 99]),
    );
    const own = rows(0, 5, cubic);
    const [read, same] = [left, behind].map((others) => reader(segmentOf(layout, own, { support: { others } })));
    for (let t = 0.1; t < 5; t += 0.2) expect(read!(t)).toEqual(same!(t));
  });

  it("do not depend on what was read before", () => {
    const random = createRandom(5);
    const own = Array.from({ length: 30 }, (_, k): Row => [k, random.uniform()]);
    const segment = segmentOf(layout, own);
    const read = reader(segment);
    for (let k = 0; k < 100; k++) {
      const t = 29 * random.uniform();
      expect(read(t)).toEqual(reader(segment)(t));
    }
  });
});

describe("what is known between rows", () => {
  const layout = layoutOf(
    [
      scalar("x", 0, "state"),
      scalar("f", 1),
      scalar("y", 2),
      scalar("n", 3, "discrete"),
      scalar("g", 4),
      scalar("q", 5),
    ],
    {
      stateSlots: Int32Array.of(0),
      furtherSlots: Int32Array.of(1),
      derived: {
        entries: [Int32Array.of(4), Int32Array.of(5)],
        inputs: Int32Array.of(0, 1),
        compute: (row) => {
          row[4] = row[0]! + row[1]!;
          row[5] = row[0]! * row[1]!;
        },
      },
    },
  );
  const at = (t: number): Row => [t, t * t, 10 * t, -t, t < 2 ? 1 : 2, Number.NaN, Number.NaN];

  it("is the solver's curve where there is one, of states and of what goes with them, and rows elsewhere", () => {
    const steps = new StateSteps(2);
    // another curve than the rows have, to tell them apart
    steps.append(1, 1.5, 3, (t) => Float64Array.of(t ** 3, -t));
    steps.append(1.5, 1.625, 2, (t) => Float64Array.of(t ** 2, -t));
    const segment = segmentOf(layout, [0, 1, 2, 3, 4].map(at), { curve: steps.curve });
    const read = reader(segment);
    expect(read(1.25)).toEqual([1.953125, -1.25, -1.25, 1, 0.703125, -2.44140625]);
    for (const t of [0.5, 1.75, 3.5]) {
      const [x, f, y, n, g, q] = read(t);
      expect(x).toBeCloseTo(t * t, 12);
      expect(f).toBeCloseTo(10 * t, 12);
      expect(y).toBeCloseTo(-t, 12);
      expect(n).toBe(t < 2 ? 1 : 2);
      expect([g, q]).toEqual([x! + f!, x! * f!]);
    }
    const states = new Float64Array(2);
    new BetweenRows(segment, 1e-6).interpolateStates(states, 1.25);
    expect([...states]).toEqual([1.953125, -1.25]);
    new BetweenRows(segment, 1e-6).interpolateStates(states, 1.5625);
    expect([...states]).toEqual([2.44140625, -1.5625]);
    new BetweenRows(segment, 1e-6).interpolateStates(states, 2.5);
    expect(states[0]).toBeCloseTo(6.25, 12);
    expect(states[1]).toBeCloseTo(25, 12);
  });

  it("is computed by the model where it can be, and interpolated where the model gives other rows by now", () => {
    const steps = new StateSteps(2);
    for (const t of [0, 1, 2]) steps.append(t, t + 1, 2, (time) => Float64Array.of(time * time, 10 * time));
    let factor = 1;
    const between: NonNullable<SegmentLayout["between"]> = {
      hasUnknownCorners: false,
      hasSeveralSolutions: false,
      corners: () => {
        throw new Error("nobody looks for corners");
      },
      compute: (t, x, _d, row) =>
        row.set([x[0]!, x[1]!, -factor * (t + Math.sin(Math.PI * t) ** 2), t < 2 ? 1 : 2, 0, 0]),
    };
    const discrete = new DiscreteHistory(new Int32Array(0));
    const own = [0, 1, 2, 3].map(at);
    for (const row of own) discrete.append(Float64Array.from(row));
    const segment = segmentOf({ ...layout, between }, own, { curve: steps.curve, discrete });
    const reading = new BetweenRows(segment, 1e-6);
    const row = new Float64Array(6);
    reading.interpolate(row, 1.5);
    // a wave that no row tells of
    expect([...row]).toEqual([2.25, 15, -2.5, 1, 17.25, 33.75]);
    expect([reading.isLost, reading.isInterpolated(2)]).toEqual([false, false]);
    factor = 2;
    reading.interpolate(row, 2.5);
    expect(row[2]).toBeCloseTo(-2.5, 12);
    expect(row[0]).toBe(6.25);
    expect([reading.isLost, reading.isInterpolated(2), reading.isInterpolated(0)]).toEqual([true, true, false]);
    // without the solver's curve, or without what changes at events, nothing is computed
    factor = 1;
    for (const less of [{ curve: undefined }, { discrete: undefined }]) {
      const read = new BetweenRows({ ...segment, ...less }, 1e-6);
      read.interpolate(row, 1.5);
      expect(row[2]).toBeCloseTo(-1.5, 12);
      expect([read.isLost, read.isInterpolated(2)]).toEqual([false, true]);
    }
  });

  it("says what is interpolated: neither states nor what follows from them, nor what is held", () => {
    const segment = segmentOf(layout, [0, 1, 2].map(at));
    const slots = [-1, 0, 1, 2, 3, 4, 5];
    const between = new BetweenRows(segment, 1e-6);
    expect(slots.filter((slot) => between.isInterpolated(slot))).toEqual([2]);
    expect(between.isLost).toBe(false);
    // what follows from something that is interpolated is as good as that
    const { derived } = layout;
    const mixed = { ...layout, derived: { ...derived!, inputs: Int32Array.of(0, 2) } };
    const other = new BetweenRows(segmentOf(mixed, [0, 1, 2].map(at)), 1e-6);
    expect(slots.filter((slot) => other.isInterpolated(slot))).toEqual([2, 4, 5]);
    const { derived: _, ...plain } = layout;
    const without = new BetweenRows(segmentOf(plain, [0, 1, 2].map(at)), 1e-6);
    expect(slots.filter((slot) => without.isInterpolated(slot))).toEqual([2, 4, 5]);
  });
});

describe("rows that support reading between others", () => {
  const layout = layoutOf([scalar("x", 0, "state"), scalar("y", 1)], {
    stateSlots: Int32Array.of(0),
    recompute: () => {
      throw new Error("nothing is computed for what is kept");
    },
  });
  const at = (t: number): Row => [t, t, -t];
  const first = segmentOf(layout, [0, 1, 2].map(at), {
    support: {
      states: supporting(layout, [0.25, 0.5, 1.5].map(at)),
      // the last ones are behind the last row: a run that failed may have left them
      others: supporting(layout, [0.125, 0.5, 1.75, 2, 2.5].map(at), [1, 1.75]),
    },
  });
  const second = segmentOf(layout, [2, 3].map(at), { firstRow: 3 });
  const third = segmentOf(layout, [3, 12].map(at), {
    firstRow: 5,
    support: { others: supporting(layout, [3, 4, 11].map(at), [11]) },
  });
  const recording = {
    segments: [first, second, third],
    rowCount: 7,
    summary: { tolerance: 1e-6 },
  } as unknown as Recording;

  it("are of states alone (1), of others alone (2), or of both (0), in order of time", () => {
    expect(supportedParts(recording)).toEqual([2, 1, 0, 1, 2, 2, 2]);
    expect(pieceBeginsOf(recording)).toEqual([1, 1.75, 11]);
    expect(supportedParts({ ...recording, segments: [second, { ...second, support: {} }] })).toEqual([]);
  });

  it("are complete as a recording of their own", () => {
    const own = supportOf(recording)!;
    expect(own.rowCount).toBe(7);
    expect(
      own.segments.map(({ times, firstRow, rowCount, kinds }) => [[...times], firstRow, rowCount, [...kinds]]),
    ).toEqual([
      [[0.125, 0.25, 0.5, 1.5, 1.75], 0, 5, [0, 0, 0, 0, 0]],
      [[], 5, 0, []],
      [[4, 11], 5, 2, [0, 0]],
    ]);
    const row = new Float64Array(2);
    for (const { times, values } of own.segments)
      times.forEach((t, k) => {
        values.readRow(k, row);
        expect(row[0]).toBeCloseTo(t, 12);
        expect(row[1]).toBeCloseTo(-t, 12);
      });
    expect(supportOf({ ...recording, segments: [second] })).toBeUndefined();
    expect(supportOf({ ...recording, segments: [segmentOf(layout, [], { support: first.support! })] })).toBeUndefined();
  });
});
