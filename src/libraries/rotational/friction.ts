/**
 * Friction elements for shafts. All follow the same curve of the sliding torque,
 *
 *     τ(w) = τ_c + (τ_s − τ_c)·exp(−(w/w_s)²) + d·|w|            Coulomb, Stribeck and viscous part
 *
 * or the curve of a table, and stick with up to peak·τ(0); the modes are those of friction/dryFriction.ts.
 *
 * Source   [Armstrong1994] (friction models)
 */
import { Model } from "../../language/model.ts";
import { expr, input, Var } from "../../language/values.ts";
import { dryFriction } from "../friction/dryFriction.ts";
import { frictionFunctions } from "../friction/frictionTable.ts";
import { parameter, positive } from "../parameter.ts";
import { Flange } from "./flange.ts";

/** Modes with the units of rotation. */
const RotationalFriction = Model(dryFriction("N*m", "rad/s^2")).with({
  tau: Var({ unit: "N*m", description: "friction torque" }),
  equations: "tau = f_fric",
});

/** Relative motion of two surfaces that a normal force presses together. */
const PressedFriction = RotationalFriction.with({
  mu_c: parameter(0.5, "1", "coefficient of sliding friction", { min: 0 }),
  mu_s: parameter(expr`mu_c`, "1", "coefficient of static friction, at least mu_c", { min: 0 }),
  w_s: parameter(1, "rad/s", "speed at which the friction has fallen from mu_s towards mu_c", positive),
  cgeo: parameter(1, "m", "friction radius times number of friction surfaces", { min: 0 }),
  fn_max: parameter(1, "N", "normal force at f_normalized = 1", { min: 0 }),
  f_normalized: input({ unit: "1", description: "normal force per fn_max, 0 to 1; free where it is not positive" }),
  peak: parameter(1, "1", "static friction per friction when sliding begins", { min: 1 }),
  mu_pos: parameter(
    [],
    undefined,
    "rows [speed in rad/s, coefficient of sliding friction], instead of mu_c, mu_s and w_s",
  ),
  fn: Var({ unit: "N", description: "normal force" }),
  mu: Var({ unit: "1", description: "coefficient of sliding friction at the present speed" }),
  functions: frictionFunctions,
  equations: `
    isFree = f_normalized <= 0
    fn = if isFree then 0 else fn_max*f_normalized
    if size(mu_pos, 1) > 0 then
      mu_0 = frictionAt(mu_pos, 0)
      mu = frictionAt(mu_pos, abs(v_fric))
    else
      mu_0 = mu_s
      mu = mu_c + (mu_s - mu_c)*exp(-(v_fric/w_s)^2)
    end
    f_max = peak*mu_0*cgeo*fn
    f_slide = mu*cgeo*fn`,
});

/** Friction of a shaft in its bearings, against a fixed housing. */
export const BearingFriction = RotationalFriction.with({
  description: "Friction of a shaft in its bearings",
  tau_c: parameter(1, "N*m", "Coulomb friction torque", { min: 0 }),
  tau_s: parameter(expr`tau_c`, "N*m", "breakaway torque, at least tau_c", { min: 0 }),
  w_s: parameter(1, "rad/s", "Stribeck speed, at which the torque has fallen from tau_s towards tau_c", positive),
  d: parameter(0, "N*m*s/rad", "viscous friction coefficient", { min: 0 }),
  peak: parameter(1, "1", "static friction per friction when sliding begins", { min: 1 }),
  tau_pos: parameter(
    [],
    undefined,
    "rows [speed in rad/s, friction torque in N·m], instead of tau_c, tau_s, w_s and d",
  ),
  functions: frictionFunctions,
  flange_a: Flange,
  flange_b: Flange,
  phi: Var({ unit: "rad", description: "angle" }),
  w: Var({ unit: "rad/s", description: "angular velocity" }),
  a: Var({ unit: "rad/s^2", description: "angular acceleration" }),
  equations: `
    phi = flange_a.phi
    phi = flange_b.phi
    w = der(phi)
    a = der(w)
    v_fric = w
    a_fric = a
    0 = flange_a.tau + flange_b.tau - tau
    isFree = false
    if size(tau_pos, 1) > 0 then
      f_max = peak*frictionAt(tau_pos, 0)
      f_slide = frictionAt(tau_pos, abs(w))
    else
      f_max = peak*tau_s
      f_slide = tau_c + (tau_s - tau_c)*exp(-(w/w_s)^2) + d*abs(w)
    end`,
});

/** Brake: presses a shaft against a fixed housing. */
export const Brake = PressedFriction.with({
  description: "Brake",
  flange_a: Flange,
  flange_b: Flange,
  phi: Var({ unit: "rad", description: "angle" }),
  w: Var({ unit: "rad/s", description: "angular velocity" }),
  a: Var({ unit: "rad/s^2", description: "angular acceleration" }),
  equations: `
    phi = flange_a.phi
    phi = flange_b.phi
    w = der(phi)
    a = der(w)
    v_fric = w
    a_fric = a
    0 = flange_a.tau + flange_b.tau - tau`,
});

/** Clutch: presses two shafts together. */
export const Clutch = PressedFriction.with({
  description: "Clutch",
  flange_a: Flange,
  flange_b: Flange,
  phi_rel: Var({ unit: "rad", description: "angle of flange_b relative to flange_a" }),
  w_rel: Var({ unit: "rad/s", description: "speed of flange_b relative to flange_a" }),
  a_rel: Var({ unit: "rad/s^2", description: "acceleration of flange_b relative to flange_a" }),
  equations: `
    phi_rel = flange_b.phi - flange_a.phi
    w_rel = der(phi_rel)
    a_rel = der(w_rel)
    v_fric = w_rel
    a_fric = a_rel
    flange_b.tau = tau
    flange_a.tau = -tau`,
});
