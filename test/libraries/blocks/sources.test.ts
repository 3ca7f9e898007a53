import { Model, type ModelDefinition } from "rattleback";
import * as blocks from "rattleback/blocks";
import { describe, expect, it } from "vitest";
import { accuracy, rounding, run } from "../run.ts";

const all = blocks as unknown as Record<string, ModelDefinition>;

describe("sources", () => {
  /** Height 2 from startTime 1 on; integral over [0, 5]. */
  it.each<[string, Record<string, unknown>, number]>([
    ["Step", { height: 2 }, 8],
    ["Ramp", { height: 2, duration: 3 }, 3 + 2],
    ["Sine", { amplitude: 2, f: 0.5, phase: Math.PI / 2 }, 0],
    ["Cosine", { amplitude: 2, f: 0.25, phase: -Math.PI / 4 }, 0],
    ["Pulse", { amplitude: 2, period: 1, width: 0.3 }, 4 * 0.6],
    ["SawTooth", { amplitude: 2, period: 0.8 }, 5 * 0.8],
    ["Trapezoid", { amplitude: 2, period: 2, rising: 0.2, width: 0.5, falling: 0.3 }, 2 * 1.5],
    ["ContinuousClock", {}, 8],
    ["Exponentials", { height: 2, riseTime: 1e3, riseTimeConstant: 0.5 }, 8 - (1 - Math.exp(-8))],
    ["ExpSine", { amplitude: 2, f: 0.5, damping: 1 }, (2 * Math.PI * (1 - Math.exp(-4))) / (1 + Math.PI ** 2)],
    [
      "TimeTable",
      {
        table: [
          [0, 0],
          [2, 2],
        ],
      },
      2 + 4,
    ],
  ])("the integral of %s over 5 s is exact, because its corners are events", (name, changes, area) => {
    const model = Model({
      source: all[name].with({ startTime: 1, ...changes }),
      integrator: blocks.Integrator,
      connect: [["source.y", "integrator.u"]],
    });
    expect(Math.abs(run(model, 5).final("integrator.y") - area)).toBeLessThan(10 * accuracy);
  });

  it("a boolean source switches at its time, boolean pulses keep their rhythm from before the start on", () => {
    const model = Model({
      step: blocks.BooleanStep.with({ startTime: 1.5 }),
      pulse: blocks.BooleanPulse.with({ period: 1, width: 0.4, startTime: -0.7 }),
      constant: blocks.Constant.with({ k: 4 }),
    });
    const result = run(model, 3);
    expect([1.4, 1.6].map((t) => result.at(t, "step.y"))).toEqual([0, 1]);
    expect([0.2, 0.35, 0.65, 0.75].map((t) => result.at(t, "pulse.y"))).toEqual([0, 1, 1, 0]);
    expect(result.final("constant.y")).toBe(4);
  });

  it.each([
    ["with cruise", -3, 1, 2],
    ["without cruise", 0.2, 1, 2],
  ])("a point-to-point motion %s arrives with speed zero after the shortest time", (_, deltaq, qd_max, qdd_max) => {
    const model = Model({
      motion: blocks.KinematicPTP.with({ deltaq, qd_max, qdd_max, startTime: 0.5 }),
      speed: blocks.Integrator,
      position: blocks.Integrator,
      connect: [
        ["motion.qdd", "speed.u"],
        ["speed.y", "position.u"],
      ],
    });
    const result = run(model, 6, { interval: 0.001 });
    const Ta = Math.min(Math.sqrt(Math.abs(deltaq) / qdd_max), qd_max / qdd_max);
    const Te = Ta < qd_max / qdd_max ? 2 * Ta : Math.abs(deltaq) / qd_max + Ta;
    for (const t of [0.6, 0.5 + Te / 2, 0.5 + 0.9 * Te, 6]) {
      expect(Math.abs(result.at(t, "position.y") - result.at(t, "motion.q"))).toBeLessThan(10 * accuracy);
      expect(Math.abs(result.at(t, "speed.y") - result.at(t, "motion.qd"))).toBeLessThan(10 * accuracy);
    }
    expect(Math.abs(result.final("position.y") - deltaq)).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.final("motion.q") - deltaq)).toBeLessThan(10 * rounding);
    expect(Math.abs(result.final("motion.qd"))).toBe(0);
    const times = result.events.filter(({ kind }) => kind === "time").map(({ time }) => time);
    expect(Math.abs(times[times.length - 1] - (0.5 + Te))).toBeLessThan(10 * rounding);
  });
});
