/**
 * Friction elements along a line, with the modes of friction/dryFriction.ts and the sliding force
 *
 *     f(v) = f_c + (f_s − f_c)·exp(−(v/v_s)²) + d·|v|            Coulomb, Stribeck and viscous part
 *
 * Source   [Armstrong1994] (friction models)
 */
import { Model } from "../../language/model.ts";
import { expr, input, Var } from "../../language/values.ts";
import { dryFriction } from "../friction/dryFriction.ts";
import { frictionFunctions } from "../friction/frictionTable.ts";
import { parameter, positive } from "../parameter.ts";
import { TranslationalFlange } from "./flange.ts";

/** Modes with the units of translation. */
const TranslationalFriction = Model(dryFriction("N", "m/s^2")).with({
  flange_a: TranslationalFlange,
  flange_b: TranslationalFlange,
  f: Var({ unit: "N", description: "friction force" }),
  equations: "f = f_fric",
});

/** Friction of a slide on a fixed base. */
export const SupportFriction = TranslationalFriction.with({
  description: "Friction of a slide on a fixed base",
  f_c: parameter(1, "N", "Coulomb friction force", { min: 0 }),
  f_s: parameter(expr`f_c`, "N", "breakaway force, at least f_c", { min: 0 }),
  v_s: parameter(0.01, "m/s", "Stribeck velocity, at which the force has fallen from f_s towards f_c", positive),
  d: parameter(0, "N*s/m", "viscous friction coefficient", { min: 0 }),
  peak: parameter(1, "1", "static friction per friction when sliding begins", { min: 1 }),
  f_pos: parameter([], undefined, "rows [velocity in m/s, friction force in N], instead of f_c, f_s, v_s and d"),
  functions: frictionFunctions,
  s: Var({ unit: "m", description: "position" }),
  v: Var({ unit: "m/s", description: "velocity" }),
  a: Var({ unit: "m/s^2", description: "acceleration" }),
  equations: `
    s = flange_a.s
    s = flange_b.s
    v = der(s)
    a = der(v)
    v_fric = v
    a_fric = a
    0 = flange_a.f + flange_b.f - f
    isFree = false
    if size(f_pos, 1) > 0 then
      f_max = peak*frictionAt(f_pos, 0)
      f_slide = frictionAt(f_pos, abs(v))
    else
      f_max = peak*f_s
      f_slide = f_c + (f_s - f_c)*exp(-(v/v_s)^2) + d*abs(v)
    end`,
});

/** Friction between two bodies that a normal force presses together, such as a block on a belt. */
export const SlidingFriction = TranslationalFriction.with({
  description: "Friction between two bodies pressed together",
  mu_c: parameter(0.5, "1", "coefficient of sliding friction", { min: 0 }),
  mu_s: parameter(expr`mu_c`, "1", "coefficient of static friction, at least mu_c", { min: 0 }),
  v_s: parameter(0.01, "m/s", "velocity at which the friction has fallen from mu_s towards mu_c", positive),
  fn: input({ unit: "N", description: "normal force; free where it is not positive" }),
  s_rel: Var({ unit: "m", description: "position of flange_b relative to flange_a" }),
  v_rel: Var({ unit: "m/s", description: "velocity of flange_b relative to flange_a" }),
  a_rel: Var({ unit: "m/s^2", description: "acceleration of flange_b relative to flange_a" }),
  equations: `
    s_rel = flange_b.s - flange_a.s
    v_rel = der(s_rel)
    a_rel = der(v_rel)
    v_fric = v_rel
    a_fric = a_rel
    flange_b.f = f
    flange_a.f = -f
    isFree = fn <= 0
    f_max = if isFree then 0 else mu_s*fn
    f_slide = if isFree then 0 else (mu_c + (mu_s - mu_c)*exp(-(v_rel/v_s)^2))*fn`,
});
