import { Model } from "rattleback";
import {
  Conductor,
  ConstantVoltage,
  Ground,
  HeatedResistor,
  Resistor,
  SignalCurrent,
  VariableResistor,
} from "rattleback/electric";
import { HeatCapacitor } from "rattleback/heat";
import { describe, expect, it } from "vitest";
import { accuracy, rounding, run } from "../run.ts";

describe("resistors", () => {
  it("a resistor and a conductor in series divide the voltage in the ratio of their resistances", () => {
    const divider = Model({
      source: ConstantVoltage.with({ V: 12 }),
      upper: Resistor.with({ R: 3 }),
      lower: Conductor.with({ G: 1 / 9 }),
      ground: Ground,
      connect: [
        ["source.p", "upper.p"],
        ["upper.n", "lower.p"],
        ["lower.n", "source.n", "ground.p"],
      ],
    });
    const result = run(divider, 0);
    expect(Math.abs(result.final("lower.v") - 9)).toBeLessThan(9 * rounding);
    expect(Math.abs(result.final("upper.i") - 1)).toBeLessThan(rounding);
    expect(Math.abs(result.final("source.i") + 1)).toBeLessThan(rounding);
  });

  it("a variable resistor follows its signal", () => {
    const model = Model({
      source: SignalCurrent,
      load: VariableResistor,
      ground: Ground,
      connect: [
        ["source.n", "load.p"],
        ["load.n", "source.p", "ground.p"],
      ],
      equations: `
        source.i = 2
        load.R = quantity(1, "Ohm") + time*quantity(1, "Ohm/s")`,
    });
    expect(Math.abs(run(model, 3).final("load.v") - 8)).toBeLessThan(8 * rounding);
  });

  it("a resistor that heats itself at constant voltage follows C·(ΔT + α·ΔT²/2) = V²/R₀·t", () => {
    const [V, R0, alpha, C] = [10, 5, 0.004, 2];
    const model = Model({
      source: ConstantVoltage.with({ V }),
      wire: HeatedResistor.with({ R_ref: R0, alpha, T_ref: 293.15 }),
      body: HeatCapacitor.with({ C }),
      ground: Ground,
      connect: [
        ["source.p", "wire.p"],
        ["wire.n", "source.n", "ground.p"],
        ["wire.heatPort", "body.port"],
      ],
    });
    const heat = ((V * V) / R0) * 10;
    const rise = (-1 + Math.sqrt(1 + (2 * alpha * heat) / C)) / alpha;
    expect(Math.abs(run(model, 10).final("body.T") - 293.15 - rise)).toBeLessThan(400 * accuracy);
  });
});
