import { Model, type ModelDefinition } from "rattleback";
import {
  ConstantCurrent,
  ConstantVoltage,
  CurrentControlledCurrent,
  CurrentControlledVoltage,
  Ground,
  Resistor,
  VoltageControlledCurrent,
  VoltageControlledVoltage,
} from "rattleback/electric";
import { describe, expect, it } from "vitest";
import { rounding, run } from "../run.ts";

const amplifier = (source: ModelDefinition, stage: ModelDefinition) =>
  Model({
    source,
    stage,
    load: Resistor.with({ R: 4 }),
    ground: Ground,
    connect: [
      ["source.p", "stage.p1"],
      ["stage.p2", "load.p"],
      ["source.n", "stage.n1", "stage.n2", "load.n", "ground.p"],
    ],
  });

const voltage = ConstantVoltage.with({ V: 3 });
const current = ConstantCurrent.with({ I: 3 });

describe("controlled sources drive a load of 4 Ω", () => {
  it.each([
    ["a voltage by a voltage", voltage, VoltageControlledVoltage.with({ gain: 2 }), 6, 0],
    ["a current by a voltage", voltage, VoltageControlledCurrent.with({ transconductance: 2 }), -24, 0],
    ["a voltage by a current", current, CurrentControlledVoltage.with({ transresistance: 2 }), -6, -3],
    ["a current by a current", current, CurrentControlledCurrent.with({ gain: 2 }), 24, -3],
  ])("%s", (_, source, stage, loadVoltage, inputCurrent) => {
    const result = run(amplifier(source, stage), 0);
    expect(Math.abs(result.final("load.v") - loadVoltage)).toBeLessThan(24 * rounding);
    expect(Math.abs(result.final("stage.i1") - inputCurrent)).toBeLessThan(24 * rounding);
  });
});
