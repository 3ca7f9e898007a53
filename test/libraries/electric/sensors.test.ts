import { Model } from "rattleback";
import {
  ConstantVoltage,
  CurrentSensor,
  Ground,
  PotentialSensor,
  PowerSensor,
  Resistor,
  UnitlessCurrentSensor,
  UnitlessSignalVoltage,
  VoltageSensor,
} from "rattleback/electric";
import { expect, it } from "vitest";
import { rounding, run } from "../run.ts";

it("sensors read voltage, potential, current and power of a loaded source without disturbing it", () => {
  const model = Model({
    lift: ConstantVoltage.with({ V: 100 }),
    source: UnitlessSignalVoltage,
    ammeter: CurrentSensor,
    counter: UnitlessCurrentSensor,
    wattmeter: PowerSensor,
    voltmeter: VoltageSensor,
    probe: PotentialSensor,
    load: Resistor.with({ R: 5 }),
    ground: Ground,
    connect: [
      ["source.p", "ammeter.p"],
      ["ammeter.n", "counter.p"],
      ["counter.n", "wattmeter.pc"],
      ["wattmeter.nc", "load.p", "wattmeter.pv", "voltmeter.p", "probe.p"],
      ["load.n", "wattmeter.nv", "voltmeter.n", "source.n", "lift.p"],
      ["lift.n", "ground.p"],
    ],
    equations: "source.v = 20",
  });
  const result = run(model, 0);
  const readings: [string, number][] = [
    ["ammeter.i", 4],
    ["counter.i", 4],
    ["wattmeter.power", 80],
    ["voltmeter.v", 20],
    ["probe.v", 120],
  ];
  for (const [name, value] of readings) expect(Math.abs(result.final(name) / value - 1), name).toBeLessThan(rounding);
});
