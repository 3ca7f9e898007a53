import { Model } from "rattleback";
import {
  ConstantForce,
  ConstantVelocity,
  FixedPosition,
  Force,
  MassWithStop,
  SlidingFriction,
  SupportFriction,
  TranslationalMass,
  TranslationalSpring,
} from "rattleback/translational";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

describe("friction along a line", () => {
  it("a slide comes to rest after v²/(2·a), and stays", () => {
    const [m, f_c, v0] = [3, 6, 4];
    const model = Model({
      mass: TranslationalMass.with({ m, v: { init: v0 } }),
      base: SupportFriction.with({ f_c }),
      connect: [["mass.flange_b", "base.flange_a"]],
    });
    const result = run(model, 5);
    const a = f_c / m;
    expect(Math.abs(result.at(1, "mass.v") - (v0 - a))).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.final("mass.s") - (v0 * v0) / (2 * a))).toBeLessThan(10 * accuracy);
    expect(result.final("base.mode")).toBe(0);
  });

  it("a block dropped on a belt is dragged along until it has the speed of the belt", () => {
    const [m, mu, g, vBelt] = [2, 0.4, 9.81, 3];
    const model = Model({
      belt: ConstantVelocity.with({ v_fixed: vBelt }),
      contact: SlidingFriction.with({ mu_c: mu }),
      block: TranslationalMass.with({ m }),
      connect: [
        ["belt.flange", "contact.flange_a"],
        ["contact.flange_b", "block.flange_a"],
      ],
      weight: m * g,
      equations: "contact.fn = weight",
    });
    const result = run(model, 2);
    const grip = result.events.find(({ changed }) => changed.includes("contact.mode"))!;
    expect(Math.abs(grip.time - vBelt / (mu * g))).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.final("block.v") - vBelt)).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.final("contact.f"))).toBeLessThan(10 * accuracy);
  });

  it("a block held back by a spring rides on the belt until the spring pulls with the static friction", () => {
    const [mu_s, mu_c, fn, c, vBelt] = [0.6, 0.4, 10, 20, 0.1];
    const model = Model({
      belt: ConstantVelocity.with({ v_fixed: vBelt }),
      contact: SlidingFriction.with({ mu_c, mu_s, v_s: 0.05 }),
      block: TranslationalMass.with({ m: 1, v: { init: vBelt } }),
      spring: TranslationalSpring.with({ c }),
      wall: FixedPosition,
      connect: [
        ["belt.flange", "contact.flange_a"],
        ["contact.flange_b", "block.flange_a", "spring.flange_b"],
        ["wall.flange", "spring.flange_a"],
      ],
      load: fn,
      equations: "contact.fn = load",
    });
    const result = run(model, 30);
    const slip = result.events.find(({ kind }) => kind === "state")!;
    expect(Math.abs(slip.time - (mu_s * fn) / c / vBelt)).toBeLessThan(10 * accuracy);
    // the motion repeats: equal times between the ends of sticking
    const ends = result.events.filter(({ cause }) => cause.includes("load")).map(({ time }) => time);
    expect(ends.length).toBeGreaterThan(4);
    expect(Math.abs(ends[3] - ends[2] - (ends[2] - ends[1]))).toBeLessThan(100 * accuracy);
    // while it sticks it moves with the belt
    expect(Math.abs(result.at(ends[3] - 0.1, "block.v") - vBelt)).toBeLessThan(10 * accuracy);
  });
});

describe("hard stops", () => {
  it("a dropped mass bounces with the times of the closed form and comes to rest on the stop", () => {
    const [g, e, h] = [9.81, 0.5, 2];
    const model = Model({
      mass: MassWithStop.with({ m: 3, s_min: 0, s_max: 10, e, s: { init: h } }),
      weight: ConstantForce.with({ f: -3 * g }),
      connect: [["weight.flange", "mass.flange_a"]],
    });
    const result = run(model, 4);
    const impacts = result.events.filter(({ changed }) => changed.includes("mass.v")).map(({ time }) => time);
    let [t, v] = [Math.sqrt((2 * h) / g), Math.sqrt(2 * g * h)];
    for (let k = 0; k < 5; k++) {
      expect(Math.abs(impacts[k] - t), `impact ${k}`).toBeLessThan(10 * accuracy);
      v *= e;
      t += (2 * v) / g;
    }
    expect(result.final("mass.mode")).toBe(-1);
    expect(Math.abs(result.final("mass.f_stop") - 3 * g)).toBeLessThan(30 * accuracy);
    expect(Math.abs(result.final("mass.s"))).toBeLessThan(10 * accuracy);
  });

  it("a mass at rest on a stop leaves it when the force turns round, and is caught by the other", () => {
    const model = Model({
      drive: Force,
      mass: MassWithStop.with({ m: 2, s_max: 1 }),
      connect: [["drive.flange", "mass.flange_a"]],
      slope: 1,
      shift: 3,
      equations: "drive.f = slope*time - shift",
    });
    const result = run(model, 8);
    const modes = result.events.filter(({ changed }) => changed.includes("mass.mode"));
    // down with s = t³/12 − 3·t²/4 to −1; it leaves at t = 3, and then s = −1 + (t − 3)³/12
    expect(Math.abs(modes[0].time ** 3 / 12 - 0.75 * modes[0].time ** 2 + 1)).toBeLessThan(10 * accuracy);
    expect(Math.abs(modes[1].time - 3)).toBeLessThan(10 * accuracy);
    expect(Math.abs(modes[2].time - (3 + Math.cbrt(24)))).toBeLessThan(10 * accuracy);
    expect([1.2, 2, 4, 7].map((t) => result.at(t, "mass.mode"))).toEqual([0, -1, 0, 1]);
    expect(Math.abs(result.final("mass.f_stop") + 5)).toBeLessThan(10 * accuracy);
  });
});
