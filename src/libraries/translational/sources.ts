/** Sources of force and of motion. */
import { Model } from "../../language/model.ts";
import { input, Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { TranslationalFlange } from "./flange.ts";

/** Force given by a signal in newton; a positive one accelerates in positive direction. */
export const Force = Model({
  description: "Force given by a signal",
  flange: TranslationalFlange,
  f: input({ unit: "N", description: "force on the flange" }),
  equations: "flange.f = -f",
});

/** Force given by a signal without unit: f = 1 means 1 N. */
export const UnitlessForce = Model({
  description: "Force given by a signal without unit",
  flange: TranslationalFlange,
  f: input({ unit: "1", description: "force on the flange in N" }),
  equations: 'flange.f = -f*quantity(1, "N")',
});

/** Constant force. */
export const ConstantForce = Model({
  description: "Constant force",
  f: parameter(1, "N", "force on the flange"),
  flange: TranslationalFlange,
  equations: "flange.f = -f",
});

/** Force proportional to the velocity: f = f_nominal·v/v_nominal. */
export const LinearVelocityDependentForce = Model({
  description: "Force proportional to the velocity",
  f_nominal: parameter(-1, "N", "force on the flange at v_nominal; negative brakes"),
  v_nominal: parameter(1, "m/s", "nominal velocity"),
  flange: TranslationalFlange,
  v: Var({ unit: "m/s", description: "velocity" }),
  equations: `
    v = der(flange.s)
    flange.f = -f_nominal*v/v_nominal`,
});

/** Drag: f = f_nominal·v·|v|/v_nominal². */
export const QuadraticVelocityDependentForce = Model({
  description: "Force quadratic in the velocity",
  f_nominal: parameter(-1, "N", "force on the flange at v_nominal; negative brakes"),
  v_nominal: parameter(1, "m/s", "nominal velocity"),
  flange: TranslationalFlange,
  v: Var({ unit: "m/s", description: "velocity" }),
  equations: `
    v = der(flange.s)
    flange.f = -f_nominal*v*abs(v)/v_nominal^2`,
});

/** Position given by a signal. The compiler differentiates the signal where velocity or acceleration is needed. */
export const PrescribedPosition = Model({
  description: "Position given by a signal",
  flange: TranslationalFlange,
  s: input({ unit: "m", description: "position of the flange" }),
  equations: "flange.s = s",
});

/** Velocity given by a signal. */
export const PrescribedVelocity = Model({
  description: "Velocity given by a signal",
  flange: TranslationalFlange,
  v: input({ unit: "m/s", description: "velocity of the flange" }),
  s: Var({ init: 0, preferred: true, unit: "m", description: "position", stateSelect: "prefer" }),
  equations: `
    flange.s = s
    der(s) = v`,
});

/** Constant velocity: v = v_fixed. */
export const ConstantVelocity = Model({
  description: "Constant velocity",
  v_fixed: parameter(1, "m/s", "velocity"),
  flange: TranslationalFlange,
  s: Var({ init: 0, preferred: true, unit: "m", description: "position", stateSelect: "prefer" }),
  equations: `
    flange.s = s
    der(s) = v_fixed`,
});

/** Acceleration given by a signal. */
export const PrescribedAcceleration = Model({
  description: "Acceleration given by a signal",
  flange: TranslationalFlange,
  a: input({ unit: "m/s^2", description: "acceleration of the flange" }),
  s: Var({ init: 0, preferred: true, unit: "m", description: "position", stateSelect: "prefer" }),
  v: Var({ init: 0, preferred: true, unit: "m/s", description: "velocity", stateSelect: "prefer" }),
  equations: `
    flange.s = s
    der(s) = v
    der(v) = a`,
});
