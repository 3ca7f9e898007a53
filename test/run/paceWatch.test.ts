// Runs that fall below a hundredth of real time say so, once for each such time.
import { describe, expect, it } from "vitest";
import { PaceWatch, type SlowSpell } from "../../src/run/paceWatch.ts";

/** Steps of `wall` seconds of the clock and `simulated` seconds of the run each, of which this share is work of the program. */
function watch(phases: readonly { steps: number; wall: number; simulated: number }[], share = 1): SlowSpell[] {
  let [now, t] = [100, 0];
  const pace = new PaceWatch(
    0,
    () => now,
    () => share * now,
  );
  const told: SlowSpell[] = [];
  for (const { steps, wall, simulated } of phases) {
    for (let k = 0; k < steps; k++) {
      now += wall;
      t += simulated;
      const spell = pace.look(t);
      if (spell !== undefined) told.push(spell);
    }
  }
  return told;
}

describe("the pace of a run", () => {
  it("is told when it stays below a hundredth of real time for longer than five seconds", () => {
    const told = watch([{ steps: 1000, wall: 0.01, simulated: 0.00005 }]);
    expect(told).toHaveLength(1);
    expect(told[0]!.from).toBe(0);
    expect(told[0]!.seconds).toBeGreaterThan(5);
    expect(told[0]!.seconds).toBeLessThan(7);
    expect(told[0]!.to).toBeCloseTo(0.005 * told[0]!.seconds, 3);
  });

  it("is not told when it is slow for a shorter time, or only a little slow", () => {
    expect(watch([{ steps: 450, wall: 0.01, simulated: 1e-6 }])).toEqual([]);
    expect(watch([{ steps: 5000, wall: 0.01, simulated: 0.0002 }])).toEqual([]);
    const fits = { steps: 400, wall: 0.01, simulated: 1e-6 };
    const quick = { steps: 300, wall: 0.01, simulated: 0.01 };
    expect(watch([fits, quick, fits, quick, fits])).toEqual([]);
  });

  it("is told again when the run was fast in between", () => {
    const slow = { steps: 1000, wall: 0.01, simulated: 1e-5 };
    expect(watch([slow, slow, { steps: 300, wall: 0.01, simulated: 0.01 }, slow])).toHaveLength(2);
  });

  it("is not told when the computer is busy with something else", () => {
    const slow = { steps: 1000, wall: 0.01, simulated: 0.00005 };
    expect(watch([slow], 0.4)).toEqual([]);
    expect(watch([slow, slow, slow], 0.6)).toHaveLength(1);
    // other threads of the program work, too
    expect(watch([slow], 2)).toHaveLength(1);
  });

  it("also when a single step takes long", () => {
    expect(watch([{ steps: 8, wall: 10, simulated: 1e-3 }])).toHaveLength(1);
  });
});
