/**
 * Systems built from several libraries against recorded end values of the same models, computed independently with twelve
 * digits. Every state is compared on its own, within 1e-5.
 */
import { Model, output } from "rattleback";
import { Feedback, FirstOrder, Gain, PI, Ramp } from "rattleback/blocks";
import {
  Capacitor,
  Ground,
  IdealDiode,
  Inductor,
  Resistor,
  SineVoltage,
  UnitlessCurrentSensor,
  UnitlessSignalVoltage,
} from "rattleback/electric";
import {
  Damper,
  EMF,
  Fixed,
  Flange,
  IdealGear_withSupport,
  Inertia,
  Spring,
  UnitlessSpeedSensor,
} from "rattleback/rotational";
import { expect, it } from "vitest";
import { run } from "./run.ts";

const limit = 1e-5;

it("a half-wave rectifier charges its capacitor to the reference voltage", () => {
  const rectifier = Model({
    R1: Resistor.with({ R: 1 }),
    R2: Resistor.with({ R: 10 }),
    C: Capacitor.with({ C: 0.1 }),
    D: IdealDiode,
    // the reference writes 3.14 for π
    V: SineVoltage.with({ V: 5, f: (1.5 * 3.14) / Math.PI }),
    ground: Ground,
    connect: [
      ["V.p", "R1.p"],
      ["R1.n", "D.p"],
      ["D.n", "R2.p", "C.p"],
      ["ground.p", "R2.n", "C.n", "V.n"],
    ],
  });
  const result = run(rectifier, 3);
  expect(Math.abs(result.final("C.v") / 3.50966393523 - 1)).toBeLessThan(limit);
});

it("a servo drive with speed and current controller, motor, elastic gear and load reaches the reference states", () => {
  const SpeedController = Model({
    refCurrent: output(),
    gain: Gain.with({ k: 105 }),
    feedback: Feedback,
    PI: PI.with({ k: 1, T: 1 }),
    connect: [
      ["gain.y", "feedback.u1"],
      ["feedback.y", "PI.u"],
      ["PI.y", "refCurrent"],
    ],
  });
  const ServoMotor = Model({
    flange: Flange,
    feedback: Feedback,
    PI: PI.with({ k: 30, T: 1 }),
    firstOrder: FirstOrder.with({ T: 0.001 }),
    signalVoltage: UnitlessSignalVoltage,
    resistor: Resistor.with({ R: 13.8 }),
    inductor: Inductor.with({ L: 0.061 }),
    emf: EMF.with({ k: 1.016 }),
    ground: Ground,
    currentSensor: UnitlessCurrentSensor,
    motorInertia: Inertia.with({ J: 0.0025 }),
    connect: [
      ["feedback.y", "PI.u"],
      ["PI.y", "firstOrder.u"],
      ["firstOrder.y", "signalVoltage.v"],
      ["signalVoltage.p", "resistor.p"],
      ["resistor.n", "inductor.p"],
      ["inductor.n", "emf.p"],
      ["emf.n", "ground.p", "currentSensor.p"],
      ["currentSensor.n", "signalVoltage.n"],
      ["currentSensor.i", "feedback.u2"],
      ["emf.flange", "motorInertia.flange_a"],
      ["motorInertia.flange_b", "flange"],
    ],
  });
  const Gear = Model({
    flange_a: Flange,
    flange_b: Flange,
    gear: IdealGear_withSupport.with({ ratio: 105 }),
    fixed: Fixed,
    spring: Spring.with({ c: 5.84e5 }),
    damper1: Damper.with({ d: 500 }),
    damper2: Damper.with({ d: 100 }),
    connect: [
      ["flange_a", "gear.flange_a"],
      ["fixed.flange", "gear.support", "damper2.flange_b"],
      ["gear.flange_b", "damper2.flange_a", "spring.flange_a", "damper1.flange_a"],
      ["flange_b", "spring.flange_b", "damper1.flange_b"],
    ],
  });
  const servo = Model({
    ramp: Ramp.with({ duration: 1.18, height: 2.95 }),
    controller: SpeedController,
    motor: ServoMotor,
    gear: Gear,
    speed: UnitlessSpeedSensor,
    load: Inertia.with({ J: 170 }),
    connect: [
      ["ramp.y", "controller.gain.u"],
      ["controller.refCurrent", "motor.feedback.u1"],
      ["motor.flange", "gear.flange_a", "speed.flange"],
      ["speed.w", "controller.feedback.u2"],
      ["gear.flange_b", "load.flange_a"],
    ],
  });
  const result = run(servo, 2);
  const expected: Record<string, number> = {
    "controller.PI.x": 7.32084206578,
    "motor.PI.x": 9.34641031489,
    "motor.firstOrder.x": 355.303895852,
    "motor.inductor.i": 2.79254408658,
    "motor.motorInertia.phi": 429.426657934,
    "motor.motorInertia.w": 311.78124972,
    "load.phi": 4.0897762528,
    "load.w": 2.96935360897,
  };
  for (const [name, value] of Object.entries(expected))
    expect(Math.abs(result.final(name) / value - 1), name).toBeLessThan(limit);
});
