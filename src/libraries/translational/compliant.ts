/**
 * Elements between two flanges that act by their distance or relative velocity.
 *
 *     s_rel = s_b − s_a,   f_b = f,   f_a = −f          f > 0 pulls the flanges together
 */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { TranslationalFlange } from "./flange.ts";

/** Two flanges and the force between them. */
export const PartialTranslationalCompliant = Model({
  description: "Element between two flanges",
  flange_a: TranslationalFlange,
  flange_b: TranslationalFlange,
  s_rel: Var({ unit: "m", description: "distance from flange_a to flange_b" }),
  f: Var({ unit: "N", description: "force between the flanges; positive pulls them together" }),
  equations: `
    s_rel = flange_b.s - flange_a.s
    flange_b.f = f
    flange_a.f = -f`,
});

/** Linear spring: f = c·(s_rel − s_rel0). */
export const TranslationalSpring = PartialTranslationalCompliant.with({
  description: "Linear spring",
  c: parameter(1, "N/m", "stiffness", { min: 0 }),
  s_rel0: parameter(0, "m", "length without force"),
  equations: "f = c*(s_rel - s_rel0)",
});

/** Linear damper: f = d·ds_rel/dt. */
export const TranslationalDamper = PartialTranslationalCompliant.with({
  description: "Linear damper",
  d: parameter(1, "N*s/m", "damping coefficient", { min: 0 }),
  s_rel: { start: 0 },
  v_rel: Var({ unit: "m/s", description: "velocity of flange_b relative to flange_a" }),
  equations: `
    v_rel = der(s_rel)
    f = d*v_rel`,
});

/** Spring and damper in parallel: f = c·(s_rel − s_rel0) + d·ds_rel/dt. */
export const TranslationalSpringDamper = PartialTranslationalCompliant.with({
  description: "Spring and damper in parallel",
  c: parameter(1, "N/m", "stiffness", { min: 0 }),
  d: parameter(0, "N*s/m", "damping coefficient", { min: 0 }),
  s_rel0: parameter(0, "m", "length without force of the spring"),
  s_rel: { start: 0 },
  v_rel: Var({ unit: "m/s", description: "velocity of flange_b relative to flange_a" }),
  equations: `
    v_rel = der(s_rel)
    f = c*(s_rel - s_rel0) + d*v_rel`,
});

/**
 * Elastic stop: nothing while the flanges are farther apart than s_rel0, spring and damper when they are nearer. The force of the spring
 * is f_c = −c·s_ref·(δ/s_ref)ⁿ at the penetration δ, and that of the damper is limited by it, −|f_c| ≤ d·v_rel ≤ |f_c|: the stop pushes but
 * never pulls, and its force begins and ends with zero. Touching and leaving are events.
 */
export const ElastoGap = PartialTranslationalCompliant.with({
  description: "Elastic stop with a gap",
  c: parameter(1e5, "N/m", "stiffness of the contact", { min: 0 }),
  d: parameter(0, "N*s/m", "damping coefficient of the contact", { min: 0 }),
  s_rel0: parameter(0, "m", "distance below which the flanges touch"),
  n: parameter(1, "1", "exponent of the force of the spring; 1.5 for spheres of metal", { min: 1 }),
  s_ref: parameter(1, "m", "penetration at which the spring has the force c·s_ref, whatever n is", positive),
  s_rel: { start: 0 },
  v_rel: Var({ unit: "m/s", description: "velocity of flange_b relative to flange_a" }),
  f_c: Var({ unit: "N", description: "force of the spring" }),
  f_d: Var({ unit: "N", description: "force of the damper" }),
  equations: `
    v_rel = der(s_rel)
    f_c = if s_rel < s_rel0 then -c*s_ref*max(0, (s_rel0 - s_rel)/s_ref)^n else 0
    f_d = if s_rel < s_rel0 then min(max(d*v_rel, f_c), -f_c) else 0
    f = f_c + f_d`,
});
