/** Rows that the model computes when somebody reads them: how often it is asked, from where it begins, and when it is not believed. */
import { describe, expect, it } from "vitest";
import { DiscreteHistory } from "../../src/results/discreteHistory.ts";
import { RecomputedRows } from "../../src/results/recomputedRows.ts";
import type { Segment } from "../../src/results/recording.ts";
import type { SegmentLayout } from "../../src/results/resultSink.ts";
import { createSegmentValues } from "../../src/results/segmentValues.ts";
import { StateSteps } from "../../src/results/stateCurve.ts";
import { layoutOf, scalar } from "./layouts.ts";

interface Play {
  readonly hasSeveralSolutions?: boolean;
  readonly tolerance?: number;
  /** Of y and z, from the state x = t and the discrete d. */
  readonly compute?: (t: number, d: number) => readonly [y: number, z: number];
}

/**
 * The row is x, y, d, z: x = t is a state, d = 1 up to the event at t = 2 and 5 behind it, y = 10·t + d, z = −t. Rows at 0, 1, 2, 2, 3;
 * steps of half a second.
 */
function play({ hasSeveralSolutions = false, tolerance = 1e-6, compute = (t, d) => [10 * t + d, -t] }: Play = {}) {
  const calls: string[] = [];
  const layout = layoutOf(
    [scalar("x", 0, "state"), scalar("y", 1, "algebraic"), scalar("d", 2, "discrete"), scalar("z", 3, "input")],
    {
      stateSlots: Int32Array.of(0),
      discreteSlots: Int32Array.of(2),
      between: {
        hasSeveralSolutions,
        hasUnknownCorners: false,
        corners: () => {
          throw new Error("nobody looks for corners");
        },
        compute(t, states, discrete, row, near, since) {
          calls.push(`${t} near ${near[0]} since ${since}`);
          expect(states[0]).toBe(t);
          const [y, z] = compute(t, discrete[0]!);
          row.set([-7, y, discrete[0]!, z]);
        },
      },
    },
  );
  const values = createSegmentValues(layout, "all");
  const discrete = new DiscreteHistory(layout.discreteSlots);
  const rows = [
    [0, 1],
    [1, 1],
    [2, 1],
    [2, 5],
    [3, 5],
  ] as const;
  for (const [t, d] of rows) {
    const row = Float64Array.of(t, 10 * t + d, d, -t);
    values.append(t, row);
    discrete.append(row);
  }
  const steps = new StateSteps(1);
  for (let t = 0; t < 3; t += 0.5) steps.append(t, t + 0.5, 1, (time) => Float64Array.of(time));
  const times = Float64Array.from(rows, ([t]) => t);
  const segment: Segment = { layout, firstRow: 0, rowCount: 5, times, kinds: new Uint8Array(5), values, discrete };
  const read = new RecomputedRows(segment, steps.curve, tolerance);
  return {
    read,
    at: (t: number) => read.at(t) && [...read.at(t)!],
    /** What the model was asked for since. */
    get asked(): string[] {
      return calls.splice(0);
    },
  };
}

describe("a row that is computed when somebody reads it", () => {
  it("comes from the states of the curve, behind a look at the row in front of its gap", () => {
    const run = play();
    expect(run.at(1.25)).toEqual([1.25, 13.5, 1, -1.25]);
    expect(run.asked).toEqual(["1 near 1 since 1", "1.25 near 1 since 1"]);
    expect(run.at(1.75)).toEqual([1.75, 18.5, 1, -1.75]);
    expect(run.at(1.1)).toEqual([1.1, 12, 1, -1.1]);
    expect(run.at(1.1)).toEqual([1.1, 12, 1, -1.1]);
    expect(run.asked).toEqual(["1.75 near 1 since 1.5", "1.1 near 1 since 1"]);
    expect(run.at(0.5)).toEqual([0.5, 6, 1, -0.5]);
    expect(run.asked).toEqual(["0 near 0 since 0", "0.5 near 0 since 0"]);
    expect(run.read.isLost).toBe(false);
  });

  it("is behind an event that of the values after it, and before it that of those before", () => {
    const run = play();
    expect(run.at(2)).toEqual([2, 21, 1, -2]);
    expect(run.asked).toEqual(["1 near 1 since 1", "2 near 1 since 1.5"]);
    expect([...run.read.inStep(4, 2)!]).toEqual([2, 25, 5, -2]);
    expect(run.asked).toEqual(["2 near 2 since 2", "2 near 2 since 2"]);
    expect([...run.read.inStep(3, 2)!]).toEqual([2, 21, 1, -2]);
    expect(run.at(2.25)).toEqual([2.25, 27.5, 5, -2.25]);
  });

  it("does not exist outside of the curve, of which nobody is to blame", () => {
    const run = play();
    for (const t of [-1, 0, 3.01]) expect(run.at(t)).toBeUndefined();
    expect(run.asked).toEqual([]);
    expect(run.read.isLost).toBe(false);
  });

  it("begins at the row before it, and goes on from step to step where there are several solutions", () => {
    const run = play({ hasSeveralSolutions: true });
    expect(run.at(1.75)).toEqual([1.75, 18.5, 1, -1.75]);
    expect(run.asked).toEqual(["1 near 1 since 1", "1.5 near 1 since 1", "1.75 near 1.5 since 1.5"]);
    run.at(1.9);
    expect(run.asked).toEqual(["1.9 near 1.75 since 1.5"]);
    // back, but not before the step
    run.at(1.6);
    expect(run.asked).toEqual(["1.6 near 1.5 since 1.5"]);
    run.at(1.5);
    expect(run.asked).toEqual(["1.5 near 1.5 since 1"]);
    // before the step: from the row in front of the gap
    run.at(1.2);
    expect(run.asked).toEqual(["1 near 1 since 1", "1.2 near 1 since 1"]);
    run.at(1.1);
    expect(run.asked).toEqual(["1.1 near 1 since 1"]);
    run.at(0.75);
    expect(run.asked).toEqual(["0 near 0 since 0", "0.5 near 0 since 0", "0.75 near 0.5 since 0.5"]);
    run.at(2.75);
    expect(run.asked).toEqual(["2 near 2 since 2", "2.5 near 2 since 2", "2.75 near 2.5 since 2.5"]);
  });

  it("is not there where the row in front of it is another one by now, and others are", () => {
    const run = play({ compute: (t, d) => [10 * t + d + (t === 1 ? 0.01 : 0), -t] });
    expect(run.at(0.5)).toEqual([0.5, 6, 1, -0.5]);
    expect(run.read.isLost).toBe(false);
    expect(run.at(1.5)).toBeUndefined();
    expect(run.read.isLost).toBe(true);
    expect(run.asked.at(-1)).toBe("1 near 1 since 1");
    expect(run.at(1.6)).toBeUndefined();
    expect(run.asked).toEqual([]);
    expect(run.at(2.5)).toEqual([2.5, 30, 5, -2.5]);
  });

  it("may differ by the tolerance of what was recorded, and by rounding of the largest entry", () => {
    const isBelieved = (factor: number, shift: number, tolerance: number): boolean =>
      play({ tolerance, compute: (t, d) => [(10 * t + d) * factor, -t + shift] }).at(1.5) !== undefined;
    expect(isBelieved(1.009, 0, 0.01)).toBe(true);
    expect(isBelieved(1.011, 0, 0.01)).toBe(false);
    expect(isBelieved(0.991, 0, 0.01)).toBe(true);
    expect(isBelieved(0.989, 0, 0.01)).toBe(false);
    // y is 11 at t = 1, so that z may be wrong by 1.1e-11, and by the tolerance of its own size, 1
    expect(isBelieved(1, 1e-11, 0)).toBe(true);
    expect(isBelieved(1, 1.2e-11, 0)).toBe(false);
    expect(isBelieved(1, -0.9, 0.9)).toBe(true);
    expect(isBelieved(1, -0.91, 0.9)).toBe(false);
    expect(isBelieved(Number.NaN, 0, 1)).toBe(false);
    expect(isBelieved(Infinity, 0, 1)).toBe(false);
  });

  it("is not there where the model fails, which is tried again elsewhere", () => {
    const run = play({
      compute: (t, d) => {
        if (t === 1.5 || t === 2) throw new Error("no solution");
        return [10 * t + d, -t];
      },
    });
    expect(run.at(1.25)).toEqual([1.25, 13.5, 1, -1.25]);
    expect(run.read.isLost).toBe(false);
    expect(run.at(1.5)).toBeUndefined();
    expect(run.read.isLost).toBe(true);
    expect(run.asked).toEqual(["1 near 1 since 1", "1.25 near 1 since 1", "1.5 near 1 since 1"]);
    expect(run.at(1.25)).toEqual([1.25, 13.5, 1, -1.25]);
    expect(run.asked).toEqual(["1 near 1 since 1", "1.25 near 1 since 1"]);
    // the row in front of the gap is one at which it fails
    expect(run.at(2.5)).toBeUndefined();
    expect(run.asked).toEqual(["2 near 2 since 2"]);
    expect(run.at(0.5)).toEqual([0.5, 6, 1, -0.5]);
  });
});

it("values that are missing or infinite in both are the same", () => {
  const layout = layoutOf([scalar("a", 0, "algebraic"), scalar("b", 1, "algebraic"), scalar("c", 2, "algebraic")]);
  const isBelieved = (recorded: readonly number[], computed: readonly number[]): boolean => {
    const between: NonNullable<SegmentLayout["between"]> = {
      hasSeveralSolutions: false,
      hasUnknownCorners: false,
      corners: () => {
        throw new Error("nobody looks for corners");
      },
      compute: (_t, _states, _discrete, row) => row.set(computed),
    };
    const values = createSegmentValues(layout, "all");
    const discrete = new DiscreteHistory(layout.discreteSlots);
    for (const t of [0, 1]) {
      values.append(t, Float64Array.from(recorded));
      discrete.append(new Float64Array(3));
    }
    const steps = new StateSteps(0);
    steps.append(0, 1, 1, () => new Float64Array(0));
    const segment = {
      firstRow: 0,
      rowCount: 2,
      times: Float64Array.of(0, 1),
      kinds: new Uint8Array(2),
      values,
      discrete,
    };
    return new RecomputedRows({ ...segment, layout: { ...layout, between } }, steps.curve, 0).at(0.5) !== undefined;
  };
  const [nan, infinite] = [Number.NaN, Number.POSITIVE_INFINITY];
  expect(isBelieved([nan, infinite, 1], [nan, infinite, 1])).toBe(true);
  expect(isBelieved([nan, infinite, 1], [nan, infinite, 1 + 0.9e-12])).toBe(true);
  // an infinite value does not make everything else small
  expect(isBelieved([nan, infinite, 1], [nan, infinite, 1 + 1.1e-12])).toBe(false);
  expect(isBelieved([nan, infinite, -100], [nan, infinite, -100 + 9e-11])).toBe(true);
  expect(isBelieved([1, 100, 0], [1, 100, 9e-11])).toBe(true);
  expect(isBelieved([1, 100, 0], [1, 100, 11e-11])).toBe(false);
  expect(isBelieved([nan, 1, 1], [1, 1, 1])).toBe(false);
  expect(isBelieved([1, 1, 1], [nan, 1, 1])).toBe(false);
  expect(isBelieved([infinite, 1, 1], [1, 1, 1])).toBe(false);
});
