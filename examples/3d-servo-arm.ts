// An arm with two servo drives follows a reference: motors with rigid gears, cascades of position and speed control.
import assert from "node:assert/strict";
import {
  Beam,
  expr,
  input,
  instantiate,
  Model,
  Model3D,
  Object3D,
  Par,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  Var,
} from "rattleback";
import { Flange, IdealGear, Inertia, Torque } from "rattleback/rotational";

/** Motor with rotor inertia, rigid gear, and a controller: speed by a P rule, position by another one around it. */
const Servo = Model({
  ratio: 100,
  kPosition: Par(20, "1/s"),
  kSpeed: Par(0.4, "N*m*s/rad"),
  integralTime: Par(0.05, "s"),
  reference: input({ unit: "rad" }),
  flange: Flange,
  motor: Torque,
  rotor: Inertia.with({ J: 1e-4 }),
  gear: IdealGear.with({ ratio: expr`ratio` }),
  integral: Var({ init: 0, unit: "rad" }),
  wError: Var({ unit: "rad/s" }),
  equations: `
    wError = ratio*kPosition*(reference - flange.phi) - rotor.w
    der(integral) = wError
    motor.tau = kSpeed*(wError + integral/integralTime)`,
  connect: [
    ["motor.flange", "rotor.flange_a"],
    ["rotor.flange_b", "gear.flange_a"],
    ["gear.flange_b", "flange"],
  ],
});

/** A link along x whose joint is at its left end. */
const Link = Model({
  L: 0.5,
  frame: Object3D(),
  body: Object3D({
    parent: "frame",
    translation: [expr`L/2`, 0, 0],
    feature: Solid({
      shape: Beam({ axis: 1, length: expr`L`, width: 0.08, thickness: 0.05 }),
      solidMaterial: "Aluminium",
    }),
  }),
  tip: Object3D({ parent: "frame", translation: [expr`L`, 0, 0] }),
});

const ServoArm = Model3D({
  world: Object3D({ feature: Scene() }),
  link1: Link.with({ L: 0.6 }),
  link2: Link.with({ L: 0.4 }),
  rev1: RevoluteWithFlange({ obj1: "world", obj2: "link1.frame", phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
  rev2: RevoluteWithFlange({ obj1: "link1.tip", obj2: "link2.frame", phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
  servo1: Servo,
  servo2: Servo,
  T: Par(2, "s"),
  s: Var({ unit: "1" }),
  // a smooth way from 0 to 1 in the time T, then rest
  equations: `
    s = if time < T then time/T - sin(2*pi*time/T)/(2*pi) else 1
    servo1.reference = s*quantity(1.2, "rad")
    servo2.reference = -s*quantity(0.9, "rad")`,
  connect: [
    ["servo1.flange", "rev1.flange"],
    ["servo2.flange", "rev2.flange"],
  ],
});

export default ServoArm;
export const experiment = { stopTime: 3, tolerance: 1e-6, plots: ["rev1.phi", "rev2.phi", "servo1.motor.tau"] };

const model = instantiate(ServoArm);
const result = simulate(model, { stopTime: 3, tolerance: 1e-6 });
console.log(`states: ${result.stateNames.join(", ")}`);
console.log(
  `at the end rev1.phi = ${result.final("rev1.phi").toFixed(5)}, rev2.phi = ${result.final("rev2.phi").toFixed(5)}`,
);
assert(Math.abs(result.final("rev1.phi") - 1.2) < 1e-3);
assert(Math.abs(result.final("rev2.phi") + 0.9) < 1e-3);
assert.equal(result.stateNames.length, 6); // the rotors are geared rigidly: no states of their own
