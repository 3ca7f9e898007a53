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
