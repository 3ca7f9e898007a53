import { Model } from "rattleback";
import { ConstantVoltage, Ground, Resistor } from "rattleback/electric";
import { ConstantTorque, Inertia } from "rattleback/rotational";
import {
  AccelerationSensor,
  ConstantVelocity,
  ForceSensor,
  IdealRollingWheel,
  LinearVelocityDependentForce,
  PositionSensor,
  PrescribedAcceleration,
  PrescribedPosition,
  PrescribedVelocity,
  QuadraticVelocityDependentForce,
  RelativePositionSensor,
  RelativeVelocitySensor,
  TranslationalEMF,
  TranslationalMass,
  TranslationalPowerSensor,
  UnitlessForce,
  UnitlessPositionSensor,
  UnitlessVelocitySensor,
  VelocitySensor,
} from "rattleback/translational";
import { describe, expect, it } from "vitest";
import { accuracy, rounding, run } from "../run.ts";

describe("sources", () => {
  it("a prescribed position is differentiated twice: the force in the rod is m·a", () => {
    const model = Model({
      guide: PrescribedPosition,
      sensor: ForceSensor,
      mass: TranslationalMass.with({ m: 2, s: { init: null }, v: { init: null } }),
      connect: [
        ["guide.flange", "sensor.flange_a"],
        ["sensor.flange_b", "mass.flange_a"],
      ],
      w: 3,
      stroke: 1,
      equations: "guide.s = stroke*sin(w*time)",
    });
    expect(Math.abs(run(model, 1).final("sensor.f") + 18 * Math.sin(3))).toBeLessThan(18 * rounding);
  });

  it("prescribed velocities and accelerations are integrated to the position", () => {
    const model = Model({
      velocity: PrescribedVelocity.with({ s: { init: 1 } }),
      constant: ConstantVelocity.with({ v_fixed: 2 }),
      acceleration: PrescribedAcceleration.with({ v: { init: 0.5 } }),
      ramp: 1,
      root: 1,
      equations: `
        velocity.v = ramp*time
        acceleration.a = root*sqrt(time)`,
    });
    const result = run(model, 4);
    expect(Math.abs(result.final("velocity.s") - 9)).toBeLessThan(9 * accuracy);
    expect(Math.abs(result.final("constant.s") - 8)).toBeLessThan(8 * accuracy);
    expect(Math.abs(result.final("acceleration.s") - (2 + (4 / 15) * 32))).toBeLessThan(10 * accuracy);
  });

  it("drag proportional to the velocity gives an exponential, quadratic drag a hyperbola", () => {
    const model = Model({
      m1: TranslationalMass.with({ m: 2, v: { init: 5 } }),
      linear: LinearVelocityDependentForce.with({ f_nominal: -3, v_nominal: 2 }),
      m2: TranslationalMass.with({ m: 2, v: { init: -5 } }),
      drag: QuadraticVelocityDependentForce.with({ f_nominal: -3, v_nominal: 2 }),
      connect: [
        ["m1.flange_b", "linear.flange"],
        ["m2.flange_b", "drag.flange"],
      ],
    });
    const result = run(model, 3);
    expect(Math.abs(result.final("m1.v") - 5 * Math.exp(-2.25))).toBeLessThan(5 * accuracy);
    expect(Math.abs(result.final("m2.v") + 5 / (1 + (3 / 8) * 5 * 3))).toBeLessThan(5 * accuracy);
  });
});

describe("conversion", () => {
  it("a driven wheel moves a cart whose mass counts as m·r² at the axle", () => {
    const model = Model({
      drive: ConstantTorque.with({ tau: 6 }),
      axle: Inertia.with({ J: 0.5 }),
      wheel: IdealRollingWheel.with({ radius: 0.5 }),
      cart: TranslationalMass.with({ m: 10 }),
      connect: [
        ["drive.flange", "axle.flange_a"],
        ["axle.flange_b", "wheel.flangeR"],
        ["wheel.flangeT", "cart.flange_a"],
      ],
    });
    const result = run(model, 2);
    expect(Math.abs(result.final("cart.v") - 0.5 * 2 * (6 / (0.5 + 2.5)))).toBeLessThan(10 * accuracy);
    expect(result.stateNames).toHaveLength(2);
  });

  it("a voice coil approaches the velocity at which its induced voltage is that of the source", () => {
    const [V, R, k, m] = [12, 3, 6, 0.4];
    const model = Model({
      source: ConstantVoltage.with({ V }),
      R: Resistor.with({ R }),
      coil: TranslationalEMF.with({ k }),
      mass: TranslationalMass.with({ m }),
      ground: Ground,
      connect: [
        ["source.p", "R.p"],
        ["R.n", "coil.p"],
        ["coil.n", "source.n", "ground.p"],
        ["coil.flange", "mass.flange_a"],
      ],
    });
    const result = run(model, 0.1);
    const expected = (V / k) * (1 - Math.exp((-k * k * 0.1) / (R * m)));
    expect(Math.abs(result.final("mass.v") - expected)).toBeLessThan(2 * accuracy);
  });
});

describe("sensors", () => {
  it("read position, velocity, acceleration, force and power of a uniformly accelerated mass", () => {
    const model = Model({
      drive: UnitlessForce,
      force: ForceSensor,
      power: TranslationalPowerSensor,
      mass: TranslationalMass.with({ m: 2 }),
      position: PositionSensor,
      plainPosition: UnitlessPositionSensor,
      velocity: VelocitySensor,
      plainVelocity: UnitlessVelocitySensor,
      acceleration: AccelerationSensor,
      relativePosition: RelativePositionSensor,
      relativeVelocity: RelativeVelocitySensor,
      belt: ConstantVelocity.with({ v_fixed: 1 }),
      connect: [
        ["drive.flange", "force.flange_a"],
        ["force.flange_b", "power.flange_a"],
        ["power.flange_b", "mass.flange_a"],
        [
          "mass.flange_b",
          "position.flange",
          "plainPosition.flange",
          "velocity.flange",
          "plainVelocity.flange",
          "acceleration.flange",
          "relativePosition.flange_b",
          "relativeVelocity.flange_b",
        ],
        ["belt.flange", "relativePosition.flange_a", "relativeVelocity.flange_a"],
      ],
      equations: "drive.f = 6",
    });
    const result = run(model, 4);
    const readings: [string, number][] = [
      ["force.f", 6],
      ["power.power", 72],
      ["position.s", 24],
      ["plainPosition.s", 24],
      ["velocity.v", 12],
      ["plainVelocity.v", 12],
      ["acceleration.a", 3],
      ["relativePosition.s_rel", 20],
      ["relativeVelocity.v_rel", 11],
    ];
    for (const [name, value] of readings) expect(Math.abs(result.final(name) / value - 1), name).toBeLessThan(accuracy);
  });
});
