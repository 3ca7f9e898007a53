/** Rows for those who read a file, where there is no model: found on the solver's curve, as a run finds those that it has to keep. */
import { describe, expect, it } from "vitest";
import { BetweenRows } from "../../src/results/betweenRows.ts";
import { DiscreteHistory } from "../../src/results/discreteHistory.ts";
import { materialised } from "../../src/results/materialise.ts";
import type { Recording, Segment, SupportingRows } from "../../src/results/recording.ts";
import type { SegmentLayout } from "../../src/results/resultSink.ts";
import { createEntryValues, createSegmentValues } from "../../src/results/segmentValues.ts";
import { StateSteps } from "../../src/results/stateCurve.ts";
import { layoutOf, scalar } from "./layouts.ts";

interface Play {
  /** x on the curve. */
  readonly x?: (t: number) => number;
  /** Of what is no state, from x and n. */
  readonly y?: (x: number, n: number) => number;
  readonly hasFurther?: boolean;
  readonly isComputed?: boolean;
  readonly corner?: number;
  /** Steps without a curve, by their number. */
  readonly missing?: readonly number[];
  readonly keptStates?: readonly number[];
  readonly keptOthers?: readonly number[];
  readonly rowsPerSecond?: number;
}

/** x, f = 2·x, y(x, n) and n, which is 1 up to the event at t = 2, and 2 behind it; steps of half a second, up to 4. */
function segmentOf({
  x = (t) => t,
  y = (value, n) => value ** 3 * n,
  hasFurther = false,
  isComputed = true,
  corner,
  missing = [],
  keptStates = [],
  keptOthers = [],
  rowsPerSecond = 1,
}: Play) {
  const calls: string[] = [];
  const layout: SegmentLayout = layoutOf(
    [scalar("x", 0, "state"), scalar("f", 1), scalar("y", 2), scalar("n", 3, "discrete")],
    {
      stateSlots: Int32Array.of(0),
      discreteSlots: Int32Array.of(3),
      recompute: () => {
        throw new Error("nothing is computed for what is kept");
      },
      ...(hasFurther && { furtherSlots: Int32Array.of(1) }),
      between: {
        hasUnknownCorners: false,
        hasSeveralSolutions: false,
        compute: (_t, states, discrete, row) =>
          row.set([states[0]!, 2 * states[0]!, y(states[0]!, discrete[0]!), discrete[0]!]),
        corners: (span, readAt) => {
          calls.push(`span ${span}`);
          return {
            note: (t) => calls.push(`note ${t}`),
            find: (from, to) => {
              calls.push(`find ${from} ${to}`);
              if (corner === undefined || corner <= from || corner > to) return [];
              readAt(corner);
              return [{ near: corner, locate: () => [corner] }];
            },
            endStep: () => calls.push("end"),
            restart: () => calls.push("restart"),
          };
        },
      },
    },
  );
  const half = Array.from({ length: 2 * rowsPerSecond + 1 }, (_, k) => k / rowsPerSecond);
  const rows = [...half, ...half.map((t) => 2 + t)];
  const kinds = Uint8Array.from(rows, (t, k) => (t !== 2 ? 0 : k < half.length ? 1 : 2));
  const values = createSegmentValues(layout, "all");
  const discrete = new DiscreteHistory(layout.discreteSlots);
  rows.forEach((t, k) => {
    const n = k < half.length ? 1 : 2;
    const row = Float64Array.of(x(t), 2 * x(t), y(x(t), n), n);
    values.append(t, row);
    discrete.append(row);
  });
  const steps = new StateSteps(hasFurther ? 2 : 1);
  for (let k = 0; k < 8; k++)
    if (!missing.includes(k)) steps.append(k / 2, (k + 1) / 2, 6, (t) => Float64Array.of(x(t), 2 * x(t)));
  const stateRows = createEntryValues(layout, layout.stateSlots);
  for (const t of keptStates) stateRows.append(t, Float64Array.of(x(t), 0, 0, 0));
  const states: SupportingRows = { times: Float64Array.from(keptStates), values: stateRows, pieceBegins: undefined };
  const others: SupportingRows = { times: Float64Array.from(keptOthers), values: stateRows, pieceBegins: undefined };
  const segment: Segment = {
    layout,
    firstRow: 0,
    rowCount: rows.length,
    times: Float64Array.from(rows),
    kinds,
    values,
    curve: steps.curve,
    ...(isComputed && { discrete }),
    ...(keptStates.length + keptOthers.length > 0 && { support: { states, others } }),
  };
  return { segment, calls };
}

const recordingWith = (...segments: Segment[]): Recording =>
  ({ segments, summary: { tolerance: 1e-6, startTime: -1, stopTime: 4 }, rowCount: 6 }) as unknown as Recording;

function made(play: Play, mostRows = 1000, keepsCurve = true) {
  const { segment, calls } = segmentOf(play);
  const [own] = materialised(recordingWith(segment), mostRows, keepsCurve).segments;
  return { segment: own!, calls };
}

const timesOf = (rows: SupportingRows | undefined): number[] => [...(rows?.times ?? [])];

/** The largest error of y between rows, as somebody reads it who has rows alone. */
function errorOf(segment: Segment, { x = (t) => t, y = (value, n) => value ** 3 * n }: Play, slot = 2): number {
  const { curve: _, discrete: __, ...rest } = segment;
  const { furtherSlots: ___, ...layout } = segment.layout;
  const reader = new BetweenRows({ ...rest, layout }, 1e-6);
  const row = new Float64Array(4);
  let worst = 0;
  for (let k = 0; k < 400; k++) {
    const t = (k + 0.5) / 100;
    reader.interpolate(row, t);
    const exact = [x(t), 2 * x(t), y(x(t), t < 2 ? 1 : 2)][slot]!;
    worst = Math.max(worst, Math.abs(row[slot]! - exact) / Math.max(1, Math.abs(exact)));
  }
  return worst;
}

describe("rows for those who have no model", () => {
  it("determine what the model would compute, and states where the curve is not written", () => {
    const wave: Play = { x: (t) => Math.sin(t), y: (x, n) => Math.cos(3 * x) * n };
    const withCurve = made(wave);
    expect(timesOf(withCurve.segment.support!.states)).toEqual([]);
    expect(timesOf(withCurve.segment.support!.others).length).toBeGreaterThan(10);
    expect(errorOf(withCurve.segment, wave)).toBeLessThan(2e-6);
    const alone = made(wave, 1000, false);
    expect(timesOf(alone.segment.support!.others)).toEqual(timesOf(withCurve.segment.support!.others));
    expect(timesOf(alone.segment.support!.states).length).toBeGreaterThan(5);
    for (const slot of [0, 1, 2]) expect(errorOf(alone.segment, wave, slot)).toBeLessThan(2e-6);
    expect(errorOf(withCurve.segment, wave, 0)).toBeGreaterThan(1e-3);
  });

  it("are none where rows tell already, and the model is asked in each step, corners included", () => {
    const line: Play = { y: (x, n) => x * n };
    const { segment, calls } = made(line);
    expect(segment.support).toEqual({ states: undefined, others: undefined });
    // in two places of each step
    expect(calls.filter((call) => call.startsWith("note"))).toHaveLength(16);
    expect(calls[0]).toBe("span 5");
    expect(calls.filter((call) => call.startsWith("find"))).toEqual(
      [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5].map((from) => `find ${from} ${from + 0.5}`),
    );
    expect(calls.filter((call) => call === "end")).toHaveLength(8);
    // behind the event, where the first row after it arrives
    expect(calls.filter((call) => call === "restart")).toHaveLength(1);
    expect(calls.indexOf("restart")).toBe(calls.indexOf("find 2 2.5") - 1);
  });

  it("end at corners that the model tells, where it is asked for the row as well", () => {
    const bent: Play = { y: (x, n) => Math.abs(x - 1.25) * n, corner: 1.25 };
    const { segment, calls } = made(bent);
    expect(segment.support!.others!.pieceBegins).toHaveLength(1);
    expect(segment.support!.others!.pieceBegins![0]).toBeCloseTo(1.25, 9);
    expect(errorOf(segment, bent)).toBeLessThan(2e-6);
    expect(calls[calls.indexOf("find 1 1.5") + 1]).toBe("note 1.25");
  });

  it("are for all entries at once where the run knows more than states inside its steps", () => {
    const wave: Play = { x: (t) => Math.sin(t), y: (x, n) => Math.cos(3 * x) * n, hasFurther: true };
    for (const keepsCurve of [true, false]) {
      const { segment } = made(wave, 1000, keepsCurve);
      const { states, others } = segment.support!;
      expect(states).toEqual(others);
      expect(timesOf(others).length).toBeGreaterThan(10);
      for (const slot of [0, 1, 2]) expect(errorOf(segment, wave, slot)).toBeLessThan(2e-6);
    }
  });

  it("are no more once there are more than a file may have", () => {
    const wave: Play = { x: (t) => Math.sin(t), y: (x, n) => Math.cos(30 * x) * n };
    const all = timesOf(made(wave).segment.support!.others);
    const most = all.filter((t) => t < 1).length;
    // the limit is passed in the first step that makes more
    const some = timesOf(made(wave, most).segment.support!.others);
    expect(some).toEqual(all.filter((t) => t < 1.5));
    expect(timesOf(made(wave, most - 1).segment.support!.others)).toEqual(all.filter((t) => t < 1));
    // rows of states count as well
    const both = made(wave, 40, false).segment.support!;
    expect(timesOf(both.others).length).toBeLessThan(timesOf(made(wave, 40).segment.support!.others).length + 1);
    expect(timesOf(both.states).length + timesOf(both.others).length).toBeGreaterThan(40);
  });

  it("of states are those that the run has kept where there is no curve", () => {
    const wave: Play = { x: (t) => Math.sin(9 * t), missing: [2], keptStates: [1.125, 1.25, 1.5, 5] };
    const { segment } = made(wave, 1000, false);
    const times = timesOf(segment.support!.states);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.filter((t) => t > 1 && t <= 1.5)).toEqual([1.125, 1.25, 1.5]);
    expect(times.filter((t) => t > 1.5 && t < 2).length).toBeGreaterThan(2);
    expect(times.at(-1)).toBe(5);
    const row = new Float64Array(4);
    segment.support!.states!.values.readKept(times.indexOf(1.25), row);
    expect(row[0]).toBe(Math.sin(9 * 1.25));
    // where the curve is written they stay as they are
    const { segment: written } = made(wave);
    expect(timesOf(written.support!.states)).toEqual(wave.keptStates);
  });

  it("are left alone where nothing is computed, or nothing is known inside steps", () => {
    const { segment } = segmentOf({ isComputed: false });
    expect(materialised(recordingWith(segment), 1000, true).segments[0]).toBe(segment);
    const [own] = materialised(recordingWith(segment), 1000, false).segments;
    expect(own!.support!.others).toBeUndefined();
    // what the run has kept for others stays, and rows of states are those of states alone
    const further: Play = { x: (t) => Math.sin(t), isComputed: false, hasFurther: true, keptOthers: [0.25, 3.5] };
    const [kept] = materialised(recordingWith(segmentOf(further).segment), 1000, false).segments;
    expect(timesOf(kept!.support!.others)).toEqual([0.25, 3.5]);
    expect(timesOf(kept!.support!.states).length).toBeGreaterThan(10);
    for (const slot of [0, 1])
      expect(
        errorOf({ ...kept!, support: { ...kept!.support, others: kept!.support!.states } }, further, slot),
      ).toBeLessThan(2e-6);
    const { curve: _, ...bare } = segmentOf({}).segment;
    expect(materialised(recordingWith(bare), 1000, false).segments[0]).toBe(bare);
  });

  it("are found between rows that are whole waves apart, too, however many there are in a step", () => {
    const wave: Play = { y: (x) => Math.sin(16 * Math.PI * x), rowsPerSecond: 8 };
    const { segment } = made(wave, 10_000);
    expect(errorOf(segment, wave)).toBeLessThan(2e-6);
  });

  it("are none where the model gives other rows by now", () => {
    let factor = 1;
    const wave: Play = { x: (t) => Math.sin(t), y: (x, n) => factor * Math.cos(3 * x) * n };
    const { segment, calls } = segmentOf(wave);
    factor = 1.1;
    const [own] = materialised(recordingWith(segment), 1000, true).segments;
    expect(own!.support).toEqual({ states: undefined, others: undefined });
    expect(calls).toEqual(["span 5", ...Array.from({ length: 9 }, () => "restart")]);
  });
});
