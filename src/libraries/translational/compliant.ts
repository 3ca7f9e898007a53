/**
 * Elements between two flanges that act by their distance or relative velocity.
 *
 *     s_rel = s_b − s_a,   f_b = f,   f_a = −f          f > 0 pulls the flanges together
 */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
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
 * Elastic stop: nothing while the flanges are farther apart than s_rel0, spring and damper when they are nearer. It pushes but
 * never pulls. Touching and leaving are events.
 */
export const ElastoGap = PartialTranslationalCompliant.with({
  description: "Elastic stop with a gap",
  c: parameter(1e5, "N/m", "stiffness of the contact", { min: 0 }),
  d: parameter(0, "N*s/m", "damping coefficient of the contact", { min: 0 }),
  s_rel0: parameter(0, "m", "distance below which the flanges touch"),
  s_rel: { start: 0 },
  v_rel: Var({ unit: "m/s", description: "velocity of flange_b relative to flange_a" }),
  equations: `
    v_rel = der(s_rel)
    f = if s_rel < s_rel0 then min(0, c*(s_rel - s_rel0) + d*v_rel) else 0`,
});
