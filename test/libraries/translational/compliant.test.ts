import { Model } from "rattleback";
import {
  ElastoGap,
  FixedPosition,
  Rod,
  TranslationalDamper,
  TranslationalMass,
  TranslationalSpring,
  TranslationalSpringDamper,
} from "rattleback/translational";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

describe("springs, dampers and stops", () => {
  it("masses on springs decay as the closed form says; lengths of rods and masses only shift them", () => {
    const [m, c, d, s0] = [2, 50, 3, 0.1];
    const model = Model({
      wall: FixedPosition.with({ s0: -1 }),
      rod: Rod.with({ L: 0.4 }),
      spring: TranslationalSpring.with({ c, s_rel0: 0.5 }),
      damper: TranslationalDamper.with({ d }),
      m1: TranslationalMass.with({ m, L: 0.2, s: { init: s0 } }),
      both: TranslationalSpringDamper.with({ c, d, s_rel0: 0.9 }),
      m2: TranslationalMass.with({ m, L: 0.2, s: { init: s0 } }),
      connect: [
        ["wall.flange", "rod.flange_a", "both.flange_a"],
        ["rod.flange_b", "spring.flange_a", "damper.flange_a"],
        ["spring.flange_b", "damper.flange_b", "m1.flange_a"],
        ["both.flange_b", "m2.flange_a"],
      ],
    });
    const result = run(model, 5);
    const decay = d / (2 * m);
    const w = Math.sqrt(c / m - decay * decay);
    for (const t of [0.4, 1.7, 5]) {
      const expected = s0 * Math.exp(-decay * t) * (Math.cos(w * t) + (decay / w) * Math.sin(w * t));
      for (const name of ["m1.s", "m2.s"]) expect(Math.abs(result.at(t, name) - expected), name).toBeLessThan(accuracy);
    }
  });

  it("an elastic stop reflects a mass within half a period, and pushes but never pulls", () => {
    const [m, c, v0] = [0.5, 2000, 2];
    const model = Model({
      wall: FixedPosition,
      stop: ElastoGap.with({ c, s_rel0: 0.2 }),
      mass: TranslationalMass.with({ m, s: { init: 1 }, v: { init: -v0 } }),
      connect: [
        ["wall.flange", "stop.flange_a"],
        ["stop.flange_b", "mass.flange_a"],
      ],
    });
    const result = run(model, 1);
    const touches = result.events.filter(({ kind }) => kind === "state").map(({ time }) => time);
    const contact = Math.PI * Math.sqrt(m / c);
    expect(Math.abs(touches[0] - 0.8 / v0)).toBeLessThan(accuracy);
    expect(Math.abs(touches[1] - touches[0] - contact)).toBeLessThan(10 * accuracy);
    expect(Math.abs(result.final("mass.v") - v0)).toBeLessThan(10 * accuracy);
    const damped = run(model.with({ stop: { d: 30 } }), 1);
    expect(Math.max(...damped.signal("stop.f").values)).toBe(0);
    expect(damped.final("mass.v")).toBeLessThan(0.8 * v0);
  });

  it("a damper without limit doubles the stiffness of a stop at most, and the exponent bends its force", () => {
    const [m, c, v0] = [2, 500, 3];
    const model = Model({
      wall: FixedPosition,
      stop: ElastoGap.with({ c }),
      mass: TranslationalMass.with({ m, s: { init: 0.3 }, v: { init: -v0 } }),
      connect: [
        ["wall.flange", "stop.flange_a"],
        ["stop.flange_b", "mass.flange_a"],
      ],
    });
    const depth = (changes: Record<string, number>) =>
      -Math.min(...run(model.with({ stop: changes }), 0.3).signal("mass.s").values);
    expect(depth({ d: 1e7 }) / (v0 * Math.sqrt(m / (2 * c)))).toBeCloseTo(1, 4);
    // m v²/2 = c s_ref/(n + 1) (δ/s_ref)^(n + 1)
    const [n, s_ref] = [1.5, 0.2];
    const expected = s_ref * ((m * v0 * v0 * (n + 1)) / (2 * c * s_ref * s_ref)) ** (1 / (n + 1));
    expect(depth({ n, s_ref }) / expected).toBeCloseTo(1, 3);
  });
});
