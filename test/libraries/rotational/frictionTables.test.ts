import { Model } from "rattleback";
import { BearingFriction, Brake, Clutch, Fixed, Inertia, Torque } from "rattleback/rotational";
import { Force, SupportFriction, TranslationalMass } from "rattleback/translational";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

describe("friction from tables and with a peak", () => {
  // a torque that grows with time: it breaks away at peak·μ₀, then slides with μ₀
  const pulled = (changes: Record<string, unknown>) =>
    Model({
      J: Inertia.with({ J: 2 }),
      brake: Brake.with({ ...changes }),
      torque: Torque,
      equations: "torque.tau = time; brake.f_normalized = 1",
      connect: [
        ["torque.flange", "J.flange_a"],
        ["J.flange_b", "brake.flange_a"],
      ],
    });
  const speed = (t: number, breakaway: number, sliding: number) =>
    ((t * t - breakaway * breakaway) / 2 - sliding * (t - breakaway)) / 2;

  it.each([
    [{ mu_c: 0.5, peak: 1.5 }, 0.75, 0.5],
    [{ mu_pos: [[0, 0.4]], peak: 2 }, 0.8, 0.4],
    [{ mu_pos: [[0, 0.4]] }, 0.4, 0.4],
  ])("a brake with %o breaks away at %d and slides with %d", (changes, breakaway, sliding) => {
    const result = run(pulled(changes), 2);
    expect(result.at(breakaway - 0.01, "J.w")).toBe(0);
    expect(Math.abs(result.final("J.w") - speed(2, breakaway, sliding))).toBeLessThan(10 * accuracy);
  });

  it("a clutch to a fixed shaft is such a brake", () => {
    const clutch = (changes: Record<string, unknown>) =>
      Model({
        J: Inertia.with({ J: 2 }),
        clutch: Clutch.with({ ...changes }),
        torque: Torque,
        fixed: Fixed,
        equations: "torque.tau = time; clutch.f_normalized = 1",
        connect: [
          ["torque.flange", "J.flange_a"],
          ["J.flange_b", "clutch.flange_a"],
          ["clutch.flange_b", "fixed.flange"],
        ],
      });
    const final = (changes: Record<string, unknown>) => run(clutch(changes), 2).final("J.w");
    expect(Math.abs(final({ mu_c: 0.5, peak: 1.5 }) - speed(2, 0.75, 0.5))).toBeLessThan(10 * accuracy);
    expect(Math.abs(final({ mu_pos: [[0, 0.4]], peak: 2 }) - speed(2, 0.8, 0.4))).toBeLessThan(10 * accuracy);
  });

  it("a bearing with a falling characteristic stops when the closed form says", () => {
    const [J, w0] = [2, 1.5];
    const model = Model({
      J: Inertia.with({ J, w: { init: w0 } }),
      bearing: BearingFriction.with({
        tau_pos: [
          [0, 0.5],
          [2, 0.3],
        ],
      }),
      connect: [["J.flange_b", "bearing.flange_a"]],
    });
    // J w' = −(0.5 − 0.1 w)
    const stop = 10 * J * Math.log(5 / (5 - w0));
    const result = run(model, stop + 1);
    for (const t of [1, 4])
      expect(Math.abs(result.at(t, "J.w") - (5 + (w0 - 5) * Math.exp((0.1 * t) / J)))).toBeLessThan(10 * accuracy);
    const stuck = result.events.find(
      ({ changed }) => changed.includes("bearing.isStuck") || changed.includes("bearing.mode"),
    );
    expect(Math.abs(result.final("J.w"))).toBeLessThan(1e-9);
    expect(
      result.events.some(({ time }) => Math.abs(time - stop) < 1e-5),
      String(stuck?.time),
    ).toBe(true);
  });

  it("a slide has them too, and a table that is none is refused", () => {
    const slide = (f_pos: number[][]) =>
      Model({
        m: TranslationalMass.with({ m: 2 }),
        friction: SupportFriction.with({ f_pos, peak: 1.5 }),
        force: Force,
        equations: "force.f = time",
        connect: [
          ["force.flange", "m.flange_a"],
          ["m.flange_b", "friction.flange_a"],
        ],
      });
    expect(Math.abs(run(slide([[0, 0.5]]), 2).final("m.v") - speed(2, 0.75, 0.5))).toBeLessThan(10 * accuracy);
    expect(() => run(slide([[1, 0.5]]), 2)).toThrow(/E-FRICTION-TABLE/);
    expect(() =>
      run(
        slide([
          [0, 0.5],
          [0, 0.4],
        ]),
        2,
      ),
    ).toThrow(/E-FRICTION-TABLE/);
  });
});
