import { Model, type ModelDefinition } from "rattleback";
import { Constant, FirstOrder, LimitedPI, LimitedPID, PI, PID, Step } from "rattleback/blocks";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

describe("controllers", () => {
  it("PI and PID answer a step with their closed form", () => {
    const model = Model({
      step: Step.with({ height: 2 }),
      pi: PI.with({ k: 3, T: 0.5 }),
      pid: PID.with({ k: 3, Ti: 0.5, Td: 0.2, Nd: 10 }),
      connect: [["step.y", "pi.u", "pid.u"]],
    });
    const result = run(model, 1);
    for (const t of [0.01, 0.3, 1]) {
      const pi = 3 * (2 + (2 * t) / 0.5);
      expect(Math.abs(result.at(t, "pi.y") - pi)).toBeLessThan(60 * accuracy);
      expect(Math.abs(result.at(t, "pid.y") - (pi + 3 * 10 * 2 * Math.exp((-10 * t) / 0.2)))).toBeLessThan(
        60 * accuracy,
      );
    }
  });

  const loop = (controller: ModelDefinition) =>
    Model({
      command: Step.with({ startTime: 0.1, height: 1 }),
      controller,
      plant: FirstOrder.with({ k: 1, T: 1 }),
      connect: [
        ["command.y", "controller.u_s"],
        ["controller.y", "plant.u"],
        ["plant.y", "controller.u_m"],
      ],
    });

  it("limited controllers keep their limits, reach the set point, and overshoot less than with windup", () => {
    for (const controller of [LimitedPI, LimitedPID]) {
      const settings = { k: 5, Ti: 0.5, yMax: 1.25 };
      const result = run(loop(controller.with(settings)), 20);
      const winding = run(loop(controller.with({ ...settings, Ni: 1e9 })), 20);
      // at the corner itself the output exceeds the limit by the accuracy of the located event
      expect(Math.abs(Math.max(...result.signal("controller.y").values) - 1.25)).toBeLessThan(accuracy);
      // full output: plant.y = 1.25·(1 − exp(−(t − 0.1)))
      expect(Math.abs(result.at(0.3, "plant.y") - 1.25 * (1 - Math.exp(-0.2)))).toBeLessThan(accuracy);
      const [peak, windingPeak] = [result, winding].map((r) => Math.max(...r.signal("plant.y").values));
      expect(windingPeak).toBeGreaterThan(1.1);
      expect(peak - 1).toBeLessThan(0.5 * (windingPeak - 1));
      // the slowest mode of the loop decays faster than exp(−t)
      expect(Math.abs(result.final("plant.y") - 1)).toBeLessThan(accuracy);
    }
  });

  it("inside its limits a limited controller is the plain one", () => {
    const plain = Model({
      one: Constant,
      pi: PI.with({ k: 2, T: 0.7 }),
      limited: LimitedPI.with({ k: 2, Ti: 0.7, yMax: 100 }),
      pid: PID.with({ k: 2, Ti: 0.7, Td: 0.3 }),
      limitedPid: LimitedPID.with({ k: 2, Ti: 0.7, Td: 0.3, yMax: 1e4, wd: 1 }),
      connect: [["one.y", "pi.u", "pid.u", "limited.u_s", "limitedPid.u_s"]],
      equations: "limited.u_m = 0; limitedPid.u_m = 0",
    });
    const result = run(plain, 2);
    expect(Math.abs(result.final("pi.y") - result.final("limited.y"))).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.final("pid.y") - result.final("limitedPid.y"))).toBeLessThan(10 * accuracy);
  });
});
