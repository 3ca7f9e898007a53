/** Ideal sensors: they neither take nor give power. */
import { Model } from "../../language/model.ts";
import { output } from "../../language/values.ts";
import { Flange } from "./flange.ts";

/** Angle of a flange. */
export const AngleSensor = Model({
  description: "Angle of a flange",
  flange: Flange,
  phi: output({ unit: "rad", description: "angle" }),
  equations: `
    flange.tau = 0
    phi = flange.phi`,
});

/** Angle of a flange as a signal without unit: phi = 1 means 1 rad. */
export const UnitlessAngleSensor = Model({
  description: "Angle of a flange, without unit",
  flange: Flange,
  phi: output({ unit: "1", description: "angle in rad" }),
  equations: `
    flange.tau = 0
    phi = flange.phi/quantity(1, "rad")`,
});

/** Speed of a flange. */
export const SpeedSensor = Model({
  description: "Speed of a flange",
  flange: Flange,
  w: output({ unit: "rad/s", description: "angular velocity" }),
  equations: `
    flange.tau = 0
    w = der(flange.phi)`,
});

/** Speed of a flange as a signal without unit: w = 1 means 1 rad/s. */
export const UnitlessSpeedSensor = Model({
  description: "Speed of a flange, without unit",
  flange: Flange,
  w: output({ unit: "1", description: "angular velocity in rad/s" }),
  equations: `
    flange.tau = 0
    w = der(flange.phi)/quantity(1, "rad/s")`,
});

/** Acceleration of a flange. */
export const AngularAccelerationSensor = Model({
  description: "Angular acceleration of a flange",
  flange: Flange,
  w: output({ unit: "rad/s", description: "angular velocity" }),
  a: output({ unit: "rad/s^2", description: "angular acceleration" }),
  equations: `
    flange.tau = 0
    w = der(flange.phi)
    a = der(w)`,
});

/** Angle of one flange relative to another. */
export const RelativeAngleSensor = Model({
  description: "Angle between two flanges",
  flange_a: Flange,
  flange_b: Flange,
  phi_rel: output({ unit: "rad", description: "angle of flange_b relative to flange_a" }),
  equations: `
    flange_a.tau = 0
    flange_b.tau = 0
    phi_rel = flange_b.phi - flange_a.phi`,
});

/** Speed of one flange relative to another. */
export const RelativeSpeedSensor = Model({
  description: "Speed difference of two flanges",
  flange_a: Flange,
  flange_b: Flange,
  w_rel: output({ unit: "rad/s", description: "speed of flange_b relative to flange_a" }),
  equations: `
    flange_a.tau = 0
    flange_b.tau = 0
    w_rel = der(flange_b.phi) - der(flange_a.phi)`,
});

/** Torque in a shaft. */
export const TorqueSensor = Model({
  description: "Torque in a shaft",
  flange_a: Flange,
  flange_b: Flange,
  tau: output({ unit: "N*m", description: "torque from flange_a to flange_b" }),
  equations: `
    flange_a.phi = flange_b.phi
    0 = flange_a.tau + flange_b.tau
    tau = flange_a.tau`,
});

/** Mechanical power in a shaft. */
export const RotationalPowerSensor = Model({
  description: "Power in a shaft",
  flange_a: Flange,
  flange_b: Flange,
  power: output({ unit: "W", description: "power from flange_a to flange_b" }),
  equations: `
    flange_a.phi = flange_b.phi
    0 = flange_a.tau + flange_b.tau
    power = flange_a.tau*der(flange_a.phi)`,
});
