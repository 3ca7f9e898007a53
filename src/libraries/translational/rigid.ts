/**
 * Rigid bodies along a line. With length L the flanges are at
 *
 *     s_a = s − L/2,   s_b = s + L/2
 */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { TranslationalFlange } from "./flange.ts";

/** A flange that does not move: s = s0. */
export const FixedPosition = Model({
  description: "Flange at rest",
  s0: parameter(0, "m", "position at which the flange is held"),
  flange: TranslationalFlange,
  equations: "flange.s = s0",
});

/** Two flanges at the ends of a rigid body. */
export const PartialRigid = Model({
  description: "Rigid body with two flanges",
  L: parameter(0, "m", "length"),
  flange_a: TranslationalFlange,
  flange_b: TranslationalFlange,
  s: Var({ unit: "m", description: "position of the middle" }),
  equations: `
    flange_a.s = s - L/2
    flange_b.s = s + L/2`,
});

/** Sliding mass: m·a = sum of the forces of both flanges. */
export const TranslationalMass = PartialRigid.with({
  description: "Sliding mass",
  m: parameter(1, "kg", "mass", { min: 0 }),
  s: { init: 0, preferred: true },
  v: Var({ init: 0, preferred: true, unit: "m/s", description: "velocity" }),
  a: Var({ unit: "m/s^2", description: "acceleration" }),
  equations: `
    v = der(s)
    a = der(v)
    m*a = flange_a.f + flange_b.f`,
});

/** Rod without mass: passes the force on. */
export const Rod = PartialRigid.with({
  description: "Rod without mass",
  equations: "0 = flange_a.f + flange_b.f",
});
