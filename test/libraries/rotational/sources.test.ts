import { Model } from "rattleback";
import { ConstantVoltage, Ground, Resistor } from "rattleback/electric";
import {
  AngleSensor,
  AngularAccelerationSensor,
  ConstantSpeed,
  ConstantTorque,
  EMF,
  Inertia,
  LinearSpeedDependentTorque,
  PrescribedAngle,
  PrescribedAngularAcceleration,
  PrescribedSpeed,
  QuadraticSpeedDependentTorque,
  RelativeAngleSensor,
  RelativeSpeedSensor,
  RotationalPowerSensor,
  SpeedSensor,
  TorqueSensor,
  UnitlessAngleSensor,
  UnitlessSpeedSensor,
  UnitlessTorque,
} from "rattleback/rotational";
import { describe, expect, it } from "vitest";
import { accuracy, rounding, run } from "../run.ts";

describe("sources", () => {
  it("a prescribed angle is differentiated twice: the torque in the shaft is J·a", () => {
    const model = Model({
      guide: PrescribedAngle,
      sensor: TorqueSensor,
      J: Inertia.with({ J: 2, phi: { init: null }, w: { init: null } }),
      connect: [
        ["guide.flange", "sensor.flange_a"],
        ["sensor.flange_b", "J.flange_a"],
      ],
      w: 3,
      equations: "guide.phi = sin(w*time)",
    });
    const result = run(model, 1);
    expect(Math.abs(result.final("sensor.tau") + 18 * Math.sin(3))).toBeLessThan(18 * rounding);
    expect(result.stateNames).toHaveLength(0);
  });

  it("a prescribed speed and a prescribed acceleration are integrated to the angle", () => {
    const model = Model({
      speed: PrescribedSpeed.with({ phi: { init: 1 } }),
      constant: ConstantSpeed.with({ w_fixed: 2 }),
      acceleration: PrescribedAngularAcceleration.with({ w: { init: 0.5 } }),
      ramp: 1,
      root: 1,
      equations: `
        speed.w = ramp*time
        acceleration.a = root*sqrt(time)`,
    });
    const result = run(model, 4);
    expect(Math.abs(result.final("speed.phi") - 9)).toBeLessThan(9 * accuracy);
    expect(Math.abs(result.final("constant.phi") - 8)).toBeLessThan(8 * accuracy);
    expect(Math.abs(result.final("acceleration.phi") - (2 + (4 / 15) * 32))).toBeLessThan(10 * accuracy);
  });

  it("a load proportional to the speed gives an exponential, one quadratic in the speed a hyperbola", () => {
    const model = Model({
      J1: Inertia.with({ J: 2, w: { init: 5 } }),
      linear: LinearSpeedDependentTorque.with({ tau_nominal: -3, w_nominal: 2 }),
      J2: Inertia.with({ J: 2, w: { init: -5 } }),
      fan: QuadraticSpeedDependentTorque.with({ tau_nominal: -3, w_nominal: 2 }),
      connect: [
        ["J1.flange_b", "linear.flange"],
        ["J2.flange_b", "fan.flange"],
      ],
    });
    const result = run(model, 3);
    expect(Math.abs(result.final("J1.w") - 5 * Math.exp(-2.25))).toBeLessThan(5 * accuracy);
    expect(Math.abs(result.final("J2.w") + 5 / (1 + (3 / 8) * 5 * 3))).toBeLessThan(5 * accuracy);
  });

  it("a motor turns with the speed at which its induced voltage leaves the current that the load needs", () => {
    const [V, R, k, load] = [24, 2, 0.5, 1.5];
    const model = Model({
      source: ConstantVoltage.with({ V }),
      R: Resistor.with({ R }),
      emf: EMF.with({ k }),
      J: Inertia.with({ J: 0.01 }),
      brake: ConstantTorque.with({ tau: -load }),
      ground: Ground,
      connect: [
        ["source.p", "R.p"],
        ["R.n", "emf.p"],
        ["emf.n", "source.n", "ground.p"],
        ["emf.flange", "J.flange_a"],
        ["J.flange_b", "brake.flange"],
      ],
    });
    // after 5 s the start has died out as exp(−k²·t/(R·J)) = exp(−62)
    const result = run(model, 5);
    expect(Math.abs(result.final("emf.i") - load / k)).toBeLessThan(3 * accuracy);
    expect(Math.abs(result.final("J.w") - (V - (R * load) / k) / k)).toBeLessThan(50 * accuracy);
  });
});

describe("sensors", () => {
  it("read angle, speed, acceleration, torque and power of a uniformly accelerated shaft", () => {
    const model = Model({
      drive: UnitlessTorque,
      torque: TorqueSensor,
      power: RotationalPowerSensor,
      J: Inertia.with({ J: 2 }),
      angle: AngleSensor,
      plainAngle: UnitlessAngleSensor,
      speed: SpeedSensor,
      plainSpeed: UnitlessSpeedSensor,
      acceleration: AngularAccelerationSensor,
      relativeAngle: RelativeAngleSensor,
      relativeSpeed: RelativeSpeedSensor,
      belt: ConstantSpeed.with({ w_fixed: 1 }),
      connect: [
        ["drive.flange", "torque.flange_a"],
        ["torque.flange_b", "power.flange_a"],
        ["power.flange_b", "J.flange_a"],
        [
          "J.flange_b",
          "angle.flange",
          "plainAngle.flange",
          "speed.flange",
          "plainSpeed.flange",
          "acceleration.flange",
          "relativeAngle.flange_b",
          "relativeSpeed.flange_b",
        ],
        ["belt.flange", "relativeAngle.flange_a", "relativeSpeed.flange_a"],
      ],
      equations: "drive.tau = 6",
    });
    const result = run(model, 4);
    const readings: [string, number][] = [
      ["torque.tau", 6],
      ["power.power", 72],
      ["angle.phi", 24],
      ["plainAngle.phi", 24],
      ["speed.w", 12],
      ["plainSpeed.w", 12],
      ["acceleration.a", 3],
      ["relativeAngle.phi_rel", 20],
      ["relativeSpeed.w_rel", 11],
    ];
    for (const [name, value] of readings) expect(Math.abs(result.final(name) / value - 1), name).toBeLessThan(accuracy);
  });
});
