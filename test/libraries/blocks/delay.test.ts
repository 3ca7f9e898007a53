import { Model } from "rattleback";
import { FixedDelay, Sine, VariableDelay } from "rattleback/blocks";
import { describe, expect, it } from "vitest";
import { run } from "../run.ts";

const f = 1 / (2 * Math.PI);

describe("delay", () => {
  it("a constant and a growing delay give back the past", () => {
    const model = Model({
      sine: Sine.with({ f }),
      fixed: FixedDelay.with({ delayTime: 0.7 }),
      growing: VariableDelay.with({ delayMax: 3 }),
      connect: [["sine.y", "fixed.u", "growing.u"]],
      equations: "growing.delayTime = 0.5*time",
    });
    // the past is interpolated between the steps of the integrator; at most 0.001 long, even a straight line is exact to 1.3e-7
    const result = run(model, 4, { interval: 0.01, maximumStep: 0.001 });
    for (const t of [0.3, 1, 2.5, 4]) {
      expect(Math.abs(result.at(t, "fixed.y") - (t < 0.7 ? 0 : Math.sin(t - 0.7)))).toBeLessThan(1e-6);
      expect(Math.abs(result.at(t, "growing.y") - Math.sin(0.5 * t))).toBeLessThan(1e-6);
    }
  });
});
