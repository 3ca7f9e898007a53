/** Sources of torque and of motion. The housing is fixed. */
import { Model } from "../../language/model.ts";
import { input, Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { Flange } from "./flange.ts";

/** Torque given by a signal in N·m; a positive one accelerates in positive direction. */
export const Torque = Model({
  description: "Torque given by a signal",
  flange: Flange,
  tau: input({ unit: "N*m", description: "torque on the flange" }),
  equations: "flange.tau = -tau",
});

/** Torque given by a signal without unit: tau = 1 means 1 N·m. */
export const UnitlessTorque = Model({
  description: "Torque given by a signal without unit",
  flange: Flange,
  tau: input({ unit: "1", description: "torque on the flange in N·m" }),
  equations: 'flange.tau = -tau*quantity(1, "N*m")',
});

/** Constant torque. */
export const ConstantTorque = Model({
  description: "Constant torque",
  tau: parameter(1, "N*m", "torque on the flange"),
  flange: Flange,
  equations: "flange.tau = -tau",
});

/** Load torque proportional to the speed: τ = tau_nominal·w/w_nominal. */
export const LinearSpeedDependentTorque = Model({
  description: "Torque proportional to the speed",
  tau_nominal: parameter(-1, "N*m", "torque on the flange at w_nominal; negative brakes"),
  w_nominal: parameter(1, "rad/s", "nominal speed"),
  flange: Flange,
  w: Var({ unit: "rad/s", description: "angular velocity" }),
  equations: `
    w = der(flange.phi)
    flange.tau = -tau_nominal*w/w_nominal`,
});

/** Load torque of fans and ships: τ = tau_nominal·w·|w|/w_nominal². */
export const QuadraticSpeedDependentTorque = Model({
  description: "Torque quadratic in the speed",
  tau_nominal: parameter(-1, "N*m", "torque on the flange at w_nominal; negative brakes"),
  w_nominal: parameter(1, "rad/s", "nominal speed"),
  flange: Flange,
  w: Var({ unit: "rad/s", description: "angular velocity" }),
  equations: `
    w = der(flange.phi)
    flange.tau = -tau_nominal*w*abs(w)/w_nominal^2`,
});

/** Angle given by a signal. The compiler differentiates the signal where speed or acceleration is needed. */
export const PrescribedAngle = Model({
  description: "Angle given by a signal",
  flange: Flange,
  phi: input({ unit: "rad", description: "angle of the flange" }),
  equations: "flange.phi = phi",
});

/** Speed given by a signal. */
export const PrescribedSpeed = Model({
  description: "Speed given by a signal",
  flange: Flange,
  w: input({ unit: "rad/s", description: "angular velocity of the flange" }),
  phi: Var({ init: 0, preferred: true, unit: "rad", description: "angle", stateSelect: "prefer" }),
  equations: `
    flange.phi = phi
    der(phi) = w`,
});

/** Constant speed: w = w_fixed. */
export const ConstantSpeed = Model({
  description: "Constant speed",
  w_fixed: parameter(1, "rad/s", "angular velocity"),
  flange: Flange,
  phi: Var({ init: 0, preferred: true, unit: "rad", description: "angle", stateSelect: "prefer" }),
  equations: `
    flange.phi = phi
    der(phi) = w_fixed`,
});

/** Angular acceleration given by a signal. */
export const PrescribedAngularAcceleration = Model({
  description: "Angular acceleration given by a signal",
  flange: Flange,
  a: input({ unit: "rad/s^2", description: "angular acceleration of the flange" }),
  phi: Var({ init: 0, preferred: true, unit: "rad", description: "angle", stateSelect: "prefer" }),
  w: Var({ init: 0, preferred: true, unit: "rad/s", description: "angular velocity", stateSelect: "prefer" }),
  equations: `
    flange.phi = phi
    der(phi) = w
    der(w) = a`,
});
