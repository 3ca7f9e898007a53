import { Model, type ModelDefinition } from "rattleback";
import {
  Capacitor,
  ConstantVoltage,
  Ground,
  IdealOpAmp3Pin,
  LimitedOpAmp3Pin,
  OpAmp,
  Resistor,
  SineVoltage,
} from "rattleback/electric";
import { describe, expect, it } from "vitest";
import { accuracy, rounding, run } from "../run.ts";

/** Inverting amplifier with input resistor 1 kΩ and the given feedback. */
const inverting = (amplifier: ModelDefinition, source: ModelDefinition, feedback: ModelDefinition) =>
  Model({
    source,
    input: Resistor.with({ R: 1000 }),
    feedback,
    amplifier,
    load: Resistor.with({ R: 100 }),
    ground: Ground,
    connect: [
      ["source.p", "input.p"],
      ["input.n", "amplifier.in_n", "feedback.p"],
      ["feedback.n", "amplifier.out", "load.p"],
      ["source.n", "amplifier.in_p", "load.n", "ground.p"],
    ],
  });

describe("operational amplifiers", () => {
  it("an ideal one with a capacitor in the feedback integrates: v = −V·t/(R·C)", () => {
    const model = inverting(IdealOpAmp3Pin, ConstantVoltage.with({ V: 2 }), Capacitor.with({ C: 1e-3 }));
    expect(Math.abs(run(model, 5).final("load.v") + 10)).toBeLessThan(10 * accuracy);
  });

  it("one of finite gain A amplifies by −A·k/(1 + A + k), not by −k", () => {
    const [A, k] = [50, 10];
    const model = inverting(
      OpAmp.with({ gain: A, V_max: 1e6, V_min: -1e6 }),
      ConstantVoltage.with({ V: 0.1 }),
      Resistor.with({ R: 1000 * k }),
    );
    // tanh bends by (v/V_max)²/3, here 1e-13
    const expected = (-0.1 * A * k) / (1 + A + k);
    expect(Math.abs(run(model, 0).final("load.v") - expected)).toBeLessThan(Math.abs(expected) * rounding);
  });

  it("a limited one clips a sine of 20 V at 15 V, at the times where the sine passes 15 V", () => {
    const model = inverting(LimitedOpAmp3Pin, SineVoltage.with({ V: 2, f: 1 }), Resistor.with({ R: 10000 }));
    const result = run(model, 1);
    const corner = Math.asin(0.75) / (2 * Math.PI);
    const corners = [corner, 0.5 - corner, 0.5 + corner, 1 - corner];
    const events = result.events.filter(({ kind }) => kind === "state").map(({ time }) => time);
    expect(events).toHaveLength(4);
    corners.forEach((time, i) => {
      expect(Math.abs(events[i] - time)).toBeLessThan(accuracy);
    });
    expect(result.at(0.25, "load.v")).toBe(-15);
    expect(result.at(0.75, "load.v")).toBe(15);
    expect(Math.abs(result.at(0.05, "load.v", "before") + 20 * Math.sin(0.1 * Math.PI))).toBeLessThan(20 * accuracy);
  });
});
