/** Ideal sensors: they neither take nor give power. */
import { Model } from "../../language/model.ts";
import { output } from "../../language/values.ts";
import { TranslationalFlange } from "./flange.ts";

/** Position of a flange. */
export const PositionSensor = Model({
  description: "Position of a flange",
  flange: TranslationalFlange,
  s: output({ unit: "m", description: "position" }),
  equations: `
    flange.f = 0
    s = flange.s`,
});

/** Position of a flange as a signal without unit: s = 1 means 1 m. */
export const UnitlessPositionSensor = Model({
  description: "Position of a flange, without unit",
  flange: TranslationalFlange,
  s: output({ unit: "1", description: "position in m" }),
  equations: `
    flange.f = 0
    s = flange.s/quantity(1, "m")`,
});

/** Velocity of a flange. */
export const VelocitySensor = Model({
  description: "Velocity of a flange",
  flange: TranslationalFlange,
  v: output({ unit: "m/s", description: "velocity" }),
  equations: `
    flange.f = 0
    v = der(flange.s)`,
});

/** Velocity of a flange as a signal without unit: v = 1 means 1 m/s. */
export const UnitlessVelocitySensor = Model({
  description: "Velocity of a flange, without unit",
  flange: TranslationalFlange,
  v: output({ unit: "1", description: "velocity in m/s" }),
  equations: `
    flange.f = 0
    v = der(flange.s)/quantity(1, "m/s")`,
});

/** Acceleration of a flange. */
export const AccelerationSensor = Model({
  description: "Acceleration of a flange",
  flange: TranslationalFlange,
  v: output({ unit: "m/s", description: "velocity" }),
  a: output({ unit: "m/s^2", description: "acceleration" }),
  equations: `
    flange.f = 0
    v = der(flange.s)
    a = der(v)`,
});

/** Distance of two flanges. */
export const RelativePositionSensor = Model({
  description: "Distance of two flanges",
  flange_a: TranslationalFlange,
  flange_b: TranslationalFlange,
  s_rel: output({ unit: "m", description: "distance from flange_a to flange_b" }),
  equations: `
    flange_a.f = 0
    flange_b.f = 0
    s_rel = flange_b.s - flange_a.s`,
});

/** Velocity of one flange relative to another. */
export const RelativeVelocitySensor = Model({
  description: "Velocity difference of two flanges",
  flange_a: TranslationalFlange,
  flange_b: TranslationalFlange,
  v_rel: output({ unit: "m/s", description: "velocity of flange_b relative to flange_a" }),
  equations: `
    flange_a.f = 0
    flange_b.f = 0
    v_rel = der(flange_b.s) - der(flange_a.s)`,
});

/** Force in a rod. */
export const ForceSensor = Model({
  description: "Force in a rod",
  flange_a: TranslationalFlange,
  flange_b: TranslationalFlange,
  f: output({ unit: "N", description: "force from flange_a to flange_b" }),
  equations: `
    flange_a.s = flange_b.s
    0 = flange_a.f + flange_b.f
    f = flange_a.f`,
});

/** Mechanical power in a rod. */
export const TranslationalPowerSensor = Model({
  description: "Power in a rod",
  flange_a: TranslationalFlange,
  flange_b: TranslationalFlange,
  power: output({ unit: "W", description: "power from flange_a to flange_b" }),
  equations: `
    flange_a.s = flange_b.s
    0 = flange_a.f + flange_b.f
    power = flange_a.f*der(flange_a.s)`,
});
