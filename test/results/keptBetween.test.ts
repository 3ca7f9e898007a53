/** What a recorder keeps of the steps between its rows: the solver's curve, rows where it has none, and nothing once that takes too much. */
import { describe, expect, it } from "vitest";
import { KeptBetween } from "../../src/results/keptBetween.ts";
import { Recorder, type RecorderOptions } from "../../src/results/recorder.ts";
import { type Result, recordingOf } from "../../src/results/result.ts";
import type { SegmentLayout } from "../../src/results/resultSink.ts";
import { layoutOf, scalar } from "./layouts.ts";
import { sampleStatistics } from "./sampleRun.ts";

interface Step {
  readonly to: number;
  /** Rows at these times, the end included. */
  readonly rows: readonly number[];
  readonly degree?: number;
  readonly isEvent?: boolean;
}

const between: NonNullable<SegmentLayout["between"]> = {
  hasUnknownCorners: false,
  hasSeveralSolutions: false,
  compute: (_t, x, d, row) => row.set([x[0]!, 3 * x[0]! + d[0]!, d[0]!]),
  corners: () => {
    throw new Error("nobody looks for corners");
  },
};

/** The row is x = t³ − t, a state, y = 3·x + n and n, which counts events. */
function layoutWith(more: Partial<SegmentLayout> = {}): SegmentLayout {
  return layoutOf([scalar("x", 0, "state"), scalar("y", 1), scalar("n", 2, "discrete")], {
    stateSlots: Int32Array.of(0),
    discreteSlots: Int32Array.of(2),
    ...more,
  });
}

function play(steps: readonly Step[], layout: SegmentLayout, recorder: Recorder): { asked: number; valued: number } {
  const counts = { asked: 0, valued: 0 };
  let [from, n] = [0, 0];
  const x = (t: number): number => t ** 3 - t;
  const rowAt = (t: number): Float64Array => Float64Array.of(x(t), 3 * x(t) + n, n);
  const statesAt = (t: number): Float64Array => {
    counts.asked++;
    return Float64Array.of(x(t));
  };
  recorder.beginSegment(layout);
  recorder.record(0, rowAt(0), 0);
  for (const { to, rows, degree, isEvent } of steps) {
    for (const t of rows) recorder.record(t, rowAt(t), isEvent === true && t === to ? 1 : 0);
    const values = () => {
      counts.valued++;
      return { rowAt, corners: [], hasUnknownCorners: false, isCostly: false };
    };
    recorder.examine({ from, to, statesAt, values, ...(degree !== undefined && { degree }) });
    if (isEvent === true) {
      n++;
      recorder.record(to, rowAt(to), 2);
    }
    from = to;
  }
  return counts;
}

function finished(recorder: Recorder): Result {
  recorder.end({
    model: "M",
    startTime: 0,
    stopTime: 8,
    endTime: 8,
    status: "finished",
    tolerance: 1e-6,
    statistics: sampleStatistics,
    warnings: ["first"],
    parameters: new Map(),
  });
  return recorder.result;
}

/** What is kept of each segment, in short. */
function keptOf(result: Result) {
  return recordingOf(result).segments.map(({ curve, discrete, support }) => ({
    steps: curve === undefined ? "none" : Array.from({ length: curve.count }, (_, k) => curve.end(k)).join(" "),
    discrete: discrete !== undefined,
    states: [...(support?.states?.times ?? [])],
    others: [...(support?.others?.times ?? [])],
  }));
}

const record = (steps: readonly Step[], layout: SegmentLayout, options: RecorderOptions = { tolerance: 1e-6 }) => {
  const recorder = new Recorder(options);
  const counts = play(steps, layout, recorder);
  return { result: finished(recorder), ...counts };
};

/** Of the first step: a cubic is known from four rows on. */
const halvings = [8, 7, 6, 5, 4, 3, 2, 1].map((k) => 2 ** -k);
const smooth: readonly Step[] = [1, 2, 3, 4, 5, 6, 7, 8].map((to) => ({ to, rows: [to], degree: 3 }));
const without = (steps: readonly Step[], which: (to: number) => boolean): Step[] =>
  steps.map(({ degree, ...step }) => (which(step.to) || degree === undefined ? step : { ...step, degree }));

describe("of the steps between rows a recorder keeps", () => {
  it("the curve of states, and rows for everything else", () => {
    const { result, valued } = record(smooth, layoutWith());
    expect(keptOf(result)).toEqual([{ steps: "1 2 3 4 5 6 7 8", discrete: false, states: [], others: halvings }]);
    expect(valued).toBe(8);
    for (const t of [0.3, 4.4, 7.9]) {
      expect(result.at(t, "x")).toBeCloseTo(t ** 3 - t, 11);
      expect(Math.abs(result.at(t, "y") - 3 * (t ** 3 - t))).toBeLessThan(1e-5);
    }
  });

  it("rows for states where a step is no polynomial, beside the curve where it is", () => {
    const kept = { steps: "", discrete: false, others: halvings };
    const rowsOf = (which: (to: number) => boolean) => keptOf(record(without(smooth, which), layoutWith()).result);
    // the first steps: rows before the curve begins
    expect(rowsOf((to) => to <= 2)).toEqual([{ ...kept, steps: "3 4 5 6 7 8", states: halvings }]);
    // those behind four others: rows are taken from what has arrived since
    const [late] = rowsOf((to) => to === 5);
    expect(late!.steps).toBe("1 2 3 4 6 7 8");
    expect(late!.states).toEqual([]);
    expect(rowsOf(() => true)).toEqual([{ ...kept, states: halvings }]);
  });

  it("what changes at events where everything else is computed when it is read, and no rows", () => {
    const steps = smooth.map((step) => (step.to === 3 ? { ...step, isEvent: true } : step));
    const { result, valued } = record(steps, layoutWith({ between }));
    expect(keptOf(result)).toEqual([{ steps: "1 2 3 4 5 6 7 8", discrete: true, states: [], others: [] }]);
    expect(valued).toBe(0);
    expect(result.at(2.5, "n")).toBe(0);
    expect(result.at(3.5, "n")).toBe(1);
    expect(result.at(3.5, "y")).toBeCloseTo(3 * (3.5 ** 3 - 3.5) + 1, 10);
    expect(result.at(3, "n", "before")).toBe(0);
    // rows of states are looked for from the first step on that is no polynomial
    const mixed = record(
      without(smooth, (to) => to > 2),
      layoutWith({ between }),
    ).result;
    expect(keptOf(mixed)).toEqual([{ steps: "1 2", discrete: true, states: halvings.map((t) => 4 + t), others: [] }]);
    for (const t of [4.3, 4.7, 6.5]) expect(mixed.at(t, "x") / (t ** 3 - t)).toBeCloseTo(1, 6);
  });

  it("rows on both sides of an event, which belong to one of them", () => {
    const steps = smooth.map((step) => (step.to === 4 ? { ...step, isEvent: true } : step));
    for (const which of [() => false, () => true]) {
      const { result } = record(without(steps, which), layoutWith());
      const [{ others, states }] = keptOf(result) as [ReturnType<typeof keptOf>[0]];
      expect(others).toEqual([...halvings, ...halvings.map((t) => 4 + t)]);
      expect(states).toEqual(which() ? others : []);
      for (const t of [0.3, 3.9, 4.001, 4.1, 6.5])
        expect(Math.abs(result.at(t, "y") - 3 * (t ** 3 - t) - (t < 4 ? 0 : 1))).toBeLessThan(1e-5 * t ** 3);
    }
  });

  it("as many numbers as are told: of curves, of what changes at events, and of rows for states and for others", () => {
    const row = Float64Array.of(0, 0, 0);
    const computed = new KeptBetween(layoutWith({ between }), "all", 1e-6, false);
    computed.arrive(0, row, 0);
    computed.examine({ from: 0, to: 1, degree: 1, statesAt: (t) => Float64Array.of(t) });
    const ofSteps = 16 + 3 * 16;
    expect(computed.capacity).toBe(ofSteps + computed.discrete!.capacity);
    expect(computed.discrete!.capacity).toBe(4);
    const stored = new KeptBetween(layoutWith(), "all", 1e-6, false);
    const rowAt = (t: number): Float64Array => Float64Array.of(Math.sin(t), Math.sin(2 * t), 0);
    const values = () => ({ rowAt, corners: [], hasUnknownCorners: false, isCostly: false });
    stored.arrive(0, rowAt(0), 0);
    for (let k = 0; k < 3; k++) {
      stored.arrive(k + 1, rowAt(k + 1), 0);
      stored.examine({ from: k, to: k + 1, statesAt: rowAt, values });
    }
    const { states, others } = stored.support;
    expect([states!.times.length > 0, others!.times.length > states!.times.length]).toEqual([true, true]);
    expect(stored.capacity).toBe(3 * 16 + states!.values.capacity + others!.values.capacity);
  });

  it("nothing at all where nobody asks for accuracy between rows", () => {
    const { result, asked, valued } = record(smooth, layoutWith(), {});
    expect(keptOf(result)).toEqual([{ steps: "none", discrete: false, states: [], others: [] }]);
    expect([asked, valued]).toEqual([0, 0]);
    const recorder = new Recorder();
    play(smooth.slice(0, 2), layoutWith(), recorder);
    recorder.leaveUnexamined(2);
    expect(finished(recorder).warnings).toEqual(["first"]);
  });
});

const coarse = (time: number, because: string): string =>
  `W-RESULT-COARSE  From t = ${time} on values between the rows of the result are less accurate than the tolerance: ${because}. Rows themselves are as accurate as ever; give a shorter interval to have more of them.`;

describe("what a recorder keeps between rows ends", () => {
  it("with a warning, once it takes more than it may, over all segments", () => {
    // of a state the curve takes at first 16 rows of a number and 16 steps of three numbers; it is more once there are 17 rows
    const limit = (16 + 3 * 16) / 2 ** 17;
    const layout = layoutWith({ between, discreteSlots: new Int32Array(0) });
    const long = (degree: number): Step[] => smooth.map(({ to }) => ({ to, rows: [to], degree }));
    const enough = record(long(1), layout, { tolerance: 1e-6, megabytesBetween: limit });
    expect(enough.result.warnings).toEqual(["first"]);
    // 1 + 3·5 rows are at t = 5, and two more segments begin with another 64 numbers
    const { result, asked } = record(long(3), layout, { tolerance: 1e-6, megabytesBetween: limit });
    expect(result.warnings).toEqual(["first", coarse(6, `what is kept for them takes ${limit} MB`)]);
    expect(keptOf(result)[0]!.steps).toBe("1 2 3 4 5 6");
    expect(asked).toBe(6 * 4);
    const recorder = new Recorder({ tolerance: 1e-6, megabytesBetween: 1.5 * limit });
    play(long(3).slice(0, 5), layout, recorder);
    play(long(3).slice(0, 5), layout, recorder);
    play(long(3).slice(0, 5), layout, recorder);
    const several = finished(recorder);
    expect(several.warnings[1]).toBe(coarse(1, `what is kept for them takes ${1.5 * limit} MB`));
    expect(keptOf(several).map(({ steps }) => steps)).toEqual(["1 2 3 4 5", "1", ""]);
  });

  it("where the run says that looking takes longer than it does, once and for all", () => {
    const recorder = new Recorder({ tolerance: 1e-6 });
    play(smooth.slice(0, 2), layoutWith(), recorder);
    recorder.leaveUnexamined(2);
    recorder.leaveUnexamined(5);
    const asked = play(smooth, layoutWith(), recorder);
    expect(asked).toEqual({ asked: 0, valued: 0 });
    const result = finished(recorder);
    const because = "many bodies make steps of their own, and looking at all of them would take longer than the run";
    expect(result.warnings).toEqual(["first", coarse(2, because)]);
    expect(keptOf(result).map(({ steps, others }) => [steps, others.length])).toEqual([
      ["1 2", halvings.length],
      ["", 0],
    ]);
  });
});
