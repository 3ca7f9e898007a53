/** What changes at events only is kept where it changes, and known at every row. */
import { expect, it } from "vitest";
import { DiscreteHistory } from "../../src/results/discreteHistory.ts";
import type { Recording } from "../../src/results/recording.ts";
import { createSegmentValues } from "../../src/results/segmentValues.ts";
import { rowsWithoutSilent } from "../../src/results/soundRows.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

it("every row has the values that were appended with it, however often they changed", () => {
  for (const share of [0, 0.02, 0.3, 1]) {
    const u = mulberry32(3);
    const history = new DiscreteHistory(Int32Array.of(4, 1));
    const rows: number[][] = [];
    let values = [0.5, -0];
    for (let k = 0; k < 300; k++) {
      if (u() < share) values = u() < 0.5 ? [u(), values[1]!] : [values[0]!, u() < 0.5 ? 0 : -0];
      history.append(Float64Array.of(9, values[1]!, 9, 9, values[0]!));
      rows.push(values);
    }
    const out = new Float64Array(2);
    rows.forEach((expected, row) => {
      history.read(row, out);
      expect([...out]).toEqual(expected);
    });
  }
});

it("what does not change takes no room", () => {
  const history = new DiscreteHistory(Int32Array.of(0, 2));
  const row = Float64Array.of(1, 2, Number.NaN);
  history.append(row);
  const { capacity } = history;
  for (let k = 0; k < 20_000; k++) {
    row[1] = k;
    history.append(row);
  }
  expect(history.capacity).toBe(capacity);
  for (let k = 0; k < 20_000; k++) {
    row[0] = k;
    history.append(row);
  }
  expect(history.capacity).toBeGreaterThan(capacity);
});

it("values that are computed again are read from any row on, to any place", () => {
  const layout = {
    index: 0,
    startTime: 0,
    width: 4,
    signals: [],
    stateNames: ["x"],
    stateSlots: Int32Array.of(2),
    discreteSlots: Int32Array.of(1),
    recompute: (t: number, x: Float64Array, d: Float64Array, row: Float64Array) => {
      row[0] = 100 * t + 10 * x[0]! + d[0]!;
      row[3] = -t;
    },
  };
  const values = createSegmentValues(layout, "states");
  const rows = Array.from({ length: 12 }, (_, k) => [k, k < 6 ? 1 : 2, 0.1 * k] as const);
  for (const [t, d, x] of rows) values.append(t, Float64Array.of(7, d, x, 7));
  // room for 16 times and states, and for four sets of what changes at events
  expect(values.capacity).toBe(16 + 16 + 4);
  for (const [from, to, offset] of [
    [0, 12, 0],
    [5, 8, 3],
    [11, 12, 1],
  ] as const) {
    const out = [0, 1, 2, 3].map(() => new Float64Array(16).fill(7));
    values.read(Int32Array.of(3, 0, 2, 1), from, to, out, offset);
    const state = [new Float64Array(16).fill(7)];
    values.read(Int32Array.of(2), from, to, state, offset);
    expect(state[0]).toEqual(out[2]);
    for (let place = 0; place < 16; place++) {
      const row = rows[place - offset + from];
      const isRead = place >= offset && place < offset + to - from;
      const [t, d, x] = row ?? [0, 0, 0];
      const expected = isRead ? [0 - t, 100 * t + 10 * x + d, x, d] : [7, 7, 7, 7];
      expect(out.map((column) => column[place]! + 0)).toEqual(expected.map((y) => expect.closeTo(y + 0, 12)));
    }
  }
});

it("derived values are computed from the entries that they need, from any row on", () => {
  const layout = {
    index: 0,
    startTime: 0,
    width: 6,
    signals: [{ slots: Int32Array.of(3, 5, 0), isHidden: false }],
    stateNames: ["x"],
    stateSlots: Int32Array.of(2),
    discreteSlots: new Int32Array(0),
    derived: {
      inputs: Int32Array.of(4, 2),
      entries: [Int32Array.of(3), Int32Array.of(5)],
      compute: (row: Float64Array) => {
        row[3] = 10 * row[2]! + row[4]!;
        row[5] = row[2]! - row[4]!;
      },
    },
  };
  const values = createSegmentValues(layout as never, "all");
  for (let k = 0; k < 9; k++) values.append(k, Float64Array.of(-k, 7, k, 7, 100 * k, 7));
  for (const [from, to] of [
    [0, 9],
    [4, 7],
    [8, 9],
  ] as const) {
    const out = [0, 1, 2, 3].map(() => new Float64Array(12).fill(7));
    values.read(Int32Array.of(5, 2, 3, 0), from, to, out, 2);
    for (let row = from; row < to; row++)
      expect(out.map((column) => column[2 + row - from])).toEqual([row - 100 * row, row, 110 * row, -row]);
    expect(out.map((column) => [column[1], column[2 + to - from]])).toEqual(out.map(() => [7, 7]));
  }
  const row = new Float64Array(6);
  values.readRow(5, row);
  expect([...row]).toEqual([-5, Number.NaN, 5, 550, 500, -495]);
  values.readKept(5, row);
  expect([...row]).toEqual([-5, Number.NaN, 5, Number.NaN, 500, Number.NaN]);
});

it("rows at silent events are no rows for others, unless something else happens there", () => {
  const rows = [
    [0, 0],
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
    [3, 0],
    [4, 1],
    [4, 2],
  ] as const;
  const recording = (events: readonly (readonly [number, string])[]): Recording =>
    ({
      events: events.map(([time, kind]) => ({ time, kind })),
      rowCount: rows.length,
      segments: [
        {
          firstRow: 0,
          rowCount: rows.length,
          times: Float64Array.from(rows, ([t]) => t),
          kinds: Uint8Array.from(rows, ([, kind]) => kind),
        },
      ],
    }) as unknown as Recording;
  expect(rowsWithoutSilent(recording([[1, "time"]]))).toBeUndefined();
  expect([...rowsWithoutSilent(recording([[1, "silent"]]))!]).toEqual([0, 3, 4, 5, 6, 7]);
  const both = recording([
    [1, "silent"],
    [2, "silent"],
    [2, "state"],
    [3, "silent"],
    [4, "time"],
  ]);
  // of a silent event at a row that was asked for, that row stays
  expect([...rowsWithoutSilent(both)!]).toEqual([0, 3, 4, 5, 6, 7]);
});
