// What a sweep keeps of its runs: numbers, nothing else, so that a million of them fit anywhere.
import { describe, expect, it } from "vitest";
import { FinishedRuns } from "../../../src/commandLine/sweep/finishedRuns.ts";
import { planSweep } from "../../../src/commandLine/sweep/sweepPlan.ts";
import { keptBytes } from "../../allocatedBytes.ts";

const runs = 200_000;

describe("memory of a sweep", () => {
  it("grows by 8 bytes per number of a finished run, with room for as many again", () => {
    const quantities = 3;
    const bytes = keptBytes(() => {
      const finished = new FinishedRuns(quantities);
      for (let run = 0; run < runs; run++)
        finished.add({ run, seconds: 0.1, values: [run, 2 * run, null], units: ["m", "s", ""] });
      expect(finished.size).toBe(runs);
      return finished;
    });
    expect(bytes / runs).toBeGreaterThan(8 * (2 + quantities));
    expect(bytes / runs).toBeLessThan(2 * 8 * (2 + quantities) + 1);
  });

  it("does not grow with the points of a grid", () => {
    const values = Array.from({ length: 447 }, (_, i) => i);
    expect(keptBytes(() => planSweep({ vary: { a: values, b: values } }, "")) / values.length ** 2).toBeLessThan(1);
  });
});
