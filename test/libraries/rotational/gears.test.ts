import { Model } from "rattleback";
import {
  ConstantTorque,
  Fixed,
  IdealGear,
  IdealGear_withSupport,
  IdealPlanetary,
  Inertia,
  TorqueSensor,
} from "rattleback/rotational";
import { describe, expect, it } from "vitest";
import { accuracy, rounding, run } from "../run.ts";

describe("gears", () => {
  it("a gear of ratio i makes the load feel i² times lighter and turn i times slower", () => {
    const model = Model({
      drive: ConstantTorque.with({ tau: 6 }),
      motor: Inertia.with({ J: 0.1 }),
      gear: IdealGear.with({ ratio: 5 }),
      load: Inertia.with({ J: 10 }),
      connect: [
        ["drive.flange", "motor.flange_a"],
        ["motor.flange_b", "gear.flange_a"],
        ["gear.flange_b", "load.flange_a"],
      ],
    });
    const result = run(model, 2);
    const a = 6 / (0.1 + 10 / 25);
    expect(Math.abs(result.final("motor.w") - 2 * a)).toBeLessThan(2 * a * accuracy);
    expect(Math.abs(result.final("load.phi") - (2 * a) / 5)).toBeLessThan(2 * a * accuracy);
    expect(result.stateNames).toHaveLength(2);
  });

  it("the housing takes the difference of the torques", () => {
    const model = Model({
      drive: ConstantTorque.with({ tau: 2 }),
      gear: IdealGear_withSupport.with({ ratio: 4 }),
      housing: TorqueSensor,
      base: Fixed,
      load: Fixed,
      connect: [
        ["drive.flange", "gear.flange_a"],
        ["gear.flange_b", "load.flange"],
        ["gear.support", "housing.flange_a"],
        ["housing.flange_b", "base.flange"],
      ],
    });
    expect(Math.abs(run(model, 0).final("housing.tau") - (2 - 8))).toBeLessThan(8 * rounding);
  });

  it("a planetary gear with its ring held turns the sun 1 + ratio times as fast as the carrier", () => {
    const model = Model({
      drive: ConstantTorque.with({ tau: 1 }),
      sun: Inertia.with({ J: 1 }),
      planetary: IdealPlanetary.with({ ratio: 3 }),
      carrier: Inertia.with({ J: 32 }),
      ring: Fixed,
      connect: [
        ["drive.flange", "sun.flange_a"],
        ["sun.flange_b", "planetary.sun"],
        ["planetary.carrier", "carrier.flange_a"],
        ["planetary.ring", "ring.flange"],
      ],
    });
    const result = run(model, 3);
    const w = 3 / (1 + 32 / 16);
    expect(Math.abs(result.final("sun.w") - w)).toBeLessThan(w * accuracy);
    expect(Math.abs(result.final("carrier.w") - w / 4)).toBeLessThan(w * accuracy);
  });
});
