import { Model } from "rattleback";
import { Damper, ElastoBacklash, Fixed, Inertia, Spring, SpringDamper } from "rattleback/rotational";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

describe("springs and dampers", () => {
  it("a torsional pendulum decays as the closed form says, with spring and damper apart or in one", () => {
    const [J, c, d, phi0] = [0.5, 8, 0.6, 0.2];
    const model = Model({
      J1: Inertia.with({ J, phi: { init: phi0 } }),
      spring: Spring.with({ c }),
      damper: Damper.with({ d }),
      J2: Inertia.with({ J, phi: { init: phi0 } }),
      both: SpringDamper.with({ c, d }),
      fixed: Fixed,
      connect: [
        ["J1.flange_b", "spring.flange_b", "damper.flange_b"],
        ["J2.flange_b", "both.flange_b"],
        ["spring.flange_a", "damper.flange_a", "both.flange_a", "fixed.flange"],
      ],
    });
    const result = run(model, 4);
    const decay = d / (2 * J);
    const w = Math.sqrt(c / J - decay * decay);
    for (const t of [0.3, 1.1, 4]) {
      const expected = phi0 * Math.exp(-decay * t) * (Math.cos(w * t) + (decay / w) * Math.sin(w * t));
      expect(Math.abs(result.at(t, "J1.phi") - expected)).toBeLessThan(phi0 * accuracy);
      expect(Math.abs(result.at(t, "J2.phi") - expected)).toBeLessThan(phi0 * accuracy);
    }
  });

  it("a spring with a rest angle on a turned base pulls to their sum", () => {
    const model = Model({
      J: Inertia.with({ phi: { init: 1.5 } }),
      spring: Spring.with({ c: 3, phi_rel0: 0.5 }),
      fixed: Fixed.with({ phi0: 1 }),
      connect: [
        ["fixed.flange", "spring.flange_a"],
        ["spring.flange_b", "J.flange_a"],
      ],
    });
    expect(run(model, 2).final("J.phi")).toBe(1.5);
  });

  it("a wheel in play crosses the gap freely and is thrown back by each flank in half a period of √(J/c)", () => {
    const [J, c, b, w0] = [0.02, 500, 0.4, 3];
    const model = Model({
      J: Inertia.with({ J, w: { init: w0 } }),
      play: ElastoBacklash.with({ c, b }),
      fixed: Fixed,
      connect: [
        ["fixed.flange", "play.flange_a"],
        ["play.flange_b", "J.flange_a"],
      ],
    });
    const [cross, contact] = [b / w0, Math.PI * Math.sqrt(J / c)];
    const result = run(model, 2 * (cross + contact));
    expect(Math.abs(result.final("J.phi"))).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.final("J.w") - w0)).toBeLessThan(10 * w0 * accuracy);
    const touches = result.events.filter(({ kind }) => kind === "state").map(({ time }) => time);
    const expected = [cross / 2, cross / 2 + contact, (3 / 2) * cross + contact, (3 / 2) * cross + 2 * contact];
    expect(touches).toHaveLength(4);
    expected.forEach((time, i) => {
      expect(Math.abs(touches[i] - time)).toBeLessThan(10 * accuracy);
    });
  });

  it("a damper without limit doubles the stiffness of the flanks at most; without play it is a plain damper", () => {
    const [J, c, b, w0] = [0.02, 500, 0.4, 3];
    const model = Model({
      J: Inertia.with({ J, w: { init: w0 } }),
      play: ElastoBacklash.with({ c, b, d: 1e6 }),
      fixed: Fixed,
      connect: [
        ["fixed.flange", "play.flange_a"],
        ["play.flange_b", "J.flange_a"],
      ],
    });
    const largest = Math.max(...run(model, 0.15).signal("J.phi").values);
    expect((largest - b / 2) / (w0 * Math.sqrt(J / (2 * c)))).toBeCloseTo(1, 4);
    const plain = run(
      model.with({ play: { b: 0, d: 0.6, c: 8 }, J: { J: 0.5, phi: { init: 0.2 }, w: { init: 0 } } }),
      1,
    );
    const [decay, w] = [0.6, Math.sqrt(16 - 0.36)];
    const expected = 0.2 * Math.exp(-decay) * (Math.cos(w) + (decay / w) * Math.sin(w));
    expect(Math.abs(plain.final("J.phi") - expected)).toBeLessThan(accuracy);
  });

  it("damped flanks never pull", () => {
    const model = Model({
      J: Inertia.with({ J: 0.02, w: { init: 3 } }),
      play: ElastoBacklash.with({ c: 500, b: 0.4, d: 2 }),
      fixed: Fixed,
      connect: [
        ["fixed.flange", "play.flange_a"],
        ["play.flange_b", "J.flange_a"],
      ],
    });
    const { values: tau } = run(model, 1).signal("play.tau");
    const { values: phi } = run(model, 1).signal("play.phi_rel");
    tau.forEach((value, k) => expect(value * phi[k]).toBeGreaterThanOrEqual(0));
    expect(Math.max(...tau)).toBeGreaterThan(1);
  });
});
