import { describe, expect, it } from "vitest";
import { RunEstimate } from "../../app/session/runEstimate.ts";

describe("the time that a run has left", () => {
  it("is the rest at a steady pace", () => {
    const estimate = new RunEstimate();
    let left: number | undefined;
    for (let clock = 0.25; clock <= 4; clock += 0.25) left = estimate.left(clock, clock / 10);
    expect(left).toBeCloseTo(6, 9);
  });

  it("forgets a slow beginning", () => {
    const estimate = new RunEstimate();
    let left: number | undefined;
    // a tenth in six seconds, then a tenth per second
    for (let clock = 0.25; clock <= 10; clock += 0.25)
      left = estimate.left(clock, clock < 6 ? clock / 60 : 0.1 + (clock - 6) / 10);
    // the rest of a half takes 5 s; by the whole of the past it would be 10 s
    expect(left).toBeCloseTo(5, 1);
  });

  it("is unknown before anything has happened", () => {
    expect(new RunEstimate().left(1, 0)).toBeUndefined();
  });
});
