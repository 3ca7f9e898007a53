import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { RunLimits } from "../../src/integrate/runLimits.ts";

function thrownBy(call: () => void): RattlebackError {
  try {
    call();
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error("nothing was thrown");
}

/** Steps of these lengths, one after the other, until the run is given up. */
function give(limits: RunLimits, lengths: Iterable<number>, start = 0): RattlebackError {
  return thrownBy(() => {
    let t = start;
    for (const length of lengths) {
      limits.beforeStep(t);
      t += length;
    }
  });
}
const times = (count: number, length: number): number[] => new Array<number>(count).fill(length);
const cause = () => "the cause";

describe("a run that is given up", () => {
  it("says since when its steps have been short", () => {
    const limits = new RunLimits(0, 10, { maximumSteps: 512 }, cause);
    const error = give(limits, [...times(256, 2 ** -6), ...times(300, 2 ** -12)]);
    expect(error.code).toBe("E-STEP-LIMIT");
    expect(error.because).toBe(
      "512 steps and 0 events did 40.6 % of the interval, the last 256 steps 6.3e-2 s from t = 4 on; the cause",
    );
  });

  it("says it of many steps, of which fewer and fewer are remembered", () => {
    const limits = new RunLimits(0, 1000, { maximumSteps: 20_000 }, cause);
    const error = give(limits, [...times(12_800, 2 ** -6), ...times(9000, 2 ** -12)]);
    expect(error.because).toMatch(/, the last 7200 steps 1\.8e\+0 s from t = 200 on; the cause$/);
  });

  it("says nothing of that where they were as short all the time, or ten times as long", () => {
    for (const factor of [1, 8])
      expect(
        give(new RunLimits(0, 10, { maximumSteps: 128 }, cause), [
          ...times(64, factor * 2 ** -10),
          ...times(100, 2 ** -10),
        ]).because,
      ).not.toMatch(/the last/);
    expect(
      give(new RunLimits(0, 10, { maximumSteps: 128 }, cause), [...times(64, 16 * 2 ** -10), ...times(100, 2 ** -10)])
        .because,
    ).toMatch(/the last 64 steps 6\.3e-2 s from t = 1 on/);
  });

  it("says it backwards in time, too", () => {
    const limits = new RunLimits(10, 0, { maximumSteps: 128 }, cause);
    const error = give(limits, [...times(64, -(2 ** -6)), ...times(100, -(2 ** -12))], 10);
    expect(error.because).toMatch(/^128 steps .* 10\.2 % of the interval, the last 64 steps 1\.6e-2 s from t = 9 on/);
  });

  it("tells how many steps or events it would have taken, where that is known long before", () => {
    const steps = give(new RunLimits(0, 1, { maximumSteps: 1e5 }, cause), times(30_000, 2 ** -47));
    expect(steps.what).toBe("The run would take about 1e+14 steps; it was stopped at t = 1.4210854715202004e-10.");
    const limits = new RunLimits(0, 1, { maximumEvents: 1e5 }, cause);
    const events = thrownBy(() => {
      for (let k = 1; k <= 20_000; k++) limits.afterEvent(k * 2 ** -40);
    });
    expect(events.what).toBe(
      `The run would have about ${(2 ** 40).toExponential(0)} events; it was stopped at t = ${10_000 * 2 ** -40}.`,
    );
    expect(events.data).toMatchObject({ events: 10_000, maximumEvents: 1e5 });
  });

  it("is given up where a hundred thousand steps in a row would lead to ten times as many as are allowed", () => {
    // a step of 1 % of those that are allowed, and one that is long enough, in 20 000 steps
    const lengths = (slow: number): number[] => [...times(20_000, 1e-3), ...times(slow, 2e-9), ...times(1e5, 1e-3)];
    const run = () => new RunLimits(0, 1000, { maximumSteps: 1e9 }, cause);
    const error = give(run(), lengths(120_000));
    expect(error.what).toMatch(/^The run would take about \de\+1[01] steps/);
    expect(error.data).toMatchObject({ steps: 120_000 });
    // not where one of them is not so slow
    const limits = run();
    let t = 0;
    for (const length of lengths(90_000)) {
      limits.beforeStep(t);
      t += length;
    }
  });

  it("is given up only where ten times as many events as are allowed would come", () => {
    const limits = new RunLimits(0, 1, { maximumEvents: 20_000 }, cause);
    for (let k = 1; k <= 10_000; k++) limits.afterEvent(k / 200_000);
    const few = new RunLimits(0, 1, { maximumEvents: 20_000 }, cause);
    expect(
      thrownBy(() => {
        for (let k = 1; k <= 10_000; k++) few.afterEvent(k / 300_000);
      }).code,
    ).toBe("E-EVENT-LIMIT");
  });
});
