import { Model } from "rattleback";
import {
  Capacitor,
  ConstantVoltage,
  Ground,
  Inductor,
  MutualInductance,
  Resistor,
  SaturatingInductor,
  StepVoltage,
} from "rattleback/electric";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

describe("capacitors and inductors", () => {
  it("a capacitor charges through a resistor as 1 − exp(−t/RC) after the step", () => {
    const model = Model({
      source: StepVoltage.with({ V: 5, startTime: 0.3 }),
      R: Resistor.with({ R: 2 }),
      C: Capacitor.with({ C: 0.25 }),
      ground: Ground,
      connect: [
        ["source.p", "R.p"],
        ["R.n", "C.p"],
        ["C.n", "source.n", "ground.p"],
      ],
    });
    const result = run(model, 2);
    for (const t of [0.2, 0.5, 1, 2]) {
      const expected = t < 0.3 ? 0 : 5 * (1 - Math.exp(-(t - 0.3) / 0.5));
      expect(Math.abs(result.at(t, "C.v") - expected), `t = ${t}`).toBeLessThan(5 * accuracy);
    }
    expect(result.events.filter(({ kind }) => kind === "time").map(({ time }) => time)).toEqual([0.3]);
  });

  it("a series resonant circuit rings with its damped frequency", () => {
    const [R, L, C] = [0.4, 0.1, 0.02];
    const model = Model({
      R: Resistor.with({ R }),
      L: Inductor.with({ L }),
      C: Capacitor.with({ C, v: { init: 1 } }),
      ground: Ground,
      connect: [
        ["C.p", "R.p"],
        ["R.n", "L.p"],
        ["L.n", "C.n", "ground.p"],
      ],
    });
    const result = run(model, 3);
    const decay = R / (2 * L);
    const w = Math.sqrt(1 / (L * C) - decay * decay);
    for (const t of [0.1, 0.7, 1.9, 3]) {
      const expected = Math.exp(-decay * t) * (Math.cos(w * t) + (decay / w) * Math.sin(w * t));
      expect(Math.abs(result.at(t, "C.v") - expected), `t = ${t}`).toBeLessThan(accuracy);
    }
  });

  it("coupled inductors in series have the inductance L1 + L2 ± 2M, depending on the sense of winding", () => {
    for (const M of [0.5, -0.5]) {
      const model = Model({
        source: ConstantVoltage.with({ V: 6 }),
        coil: MutualInductance.with({ L1: 1, L2: 2, M }),
        ground: Ground,
        connect: [
          ["source.p", "coil.p1"],
          ["coil.n1", "coil.p2"],
          ["coil.n2", "source.n", "ground.p"],
        ],
      });
      const expected = (6 * 2) / (1 + 2 + 2 * M);
      expect(Math.abs(run(model, 2).final("coil.i1") - expected)).toBeLessThan(expected * accuracy);
    }
  });

  it("the flux of a saturating inductor is the integral of its voltage", () => {
    const model = Model({
      source: ConstantVoltage.with({ V: 3 }),
      coil: SaturatingInductor.with({ L_zero: 2, L_inf: 0.2, I_sat: 0.5 }),
      ground: Ground,
      connect: [
        ["source.p", "coil.p"],
        ["coil.n", "source.n", "ground.p"],
      ],
    });
    const result = run(model, 1.5);
    expect(Math.abs(result.final("coil.Psi") - 4.5)).toBeLessThan(4.5 * accuracy);
    const i = result.final("coil.i");
    expect(Math.abs(0.2 * i + 0.9 * Math.atan(i / 0.5) - 4.5)).toBeLessThan(4.5 * accuracy);
  });

  it("capacitors in parallel are one state, in series they share the voltage in inverse ratio", () => {
    const model = Model({
      source: StepVoltage.with({ V: 6, startTime: 0.1 }),
      R: Resistor.with({ R: 1 }),
      C1: Capacitor.with({ C: 1 }),
      C2: Capacitor.with({ C: 2 }),
      C3: Capacitor.with({ C: 3 }),
      ground: Ground,
      connect: [
        ["source.p", "R.p"],
        ["R.n", "C1.p"],
        ["C1.n", "C2.p", "C3.p"],
        ["C2.n", "C3.n", "source.n", "ground.p"],
      ],
    });
    const result = run(model, 3);
    const [q, tau] = [5, 5 / 6];
    const charge = (6 * q * (1 - Math.exp(-2.9 / tau))) / 6;
    expect(result.stateNames).toHaveLength(2);
    expect(Math.abs(result.final("C1.v") - charge)).toBeLessThan(6 * accuracy);
    expect(Math.abs(result.final("C2.v") - charge / 5)).toBeLessThan(6 * accuracy);
    expect(result.final("C2.v")).toBe(result.final("C3.v"));
  });
});
