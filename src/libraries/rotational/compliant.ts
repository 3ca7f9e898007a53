/**
 * Elements between two flanges that act by their relative angle or speed.
 *
 *     φ_rel = φ_b − φ_a,   τ_b = τ,   τ_a = −τ
 */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { Flange } from "./flange.ts";

/** Two flanges and the torque between them. */
export const PartialCompliant = Model({
  description: "Element between two flanges",
  flange_a: Flange,
  flange_b: Flange,
  phi_rel: Var({ unit: "rad", description: "angle of flange_b relative to flange_a" }),
  tau: Var({ unit: "N*m", description: "torque between the flanges" }),
  equations: `
    phi_rel = flange_b.phi - flange_a.phi
    flange_b.tau = tau
    flange_a.tau = -tau`,
});

/** Linear torsional spring: τ = c·(φ_rel − phi_rel0). */
export const Spring = PartialCompliant.with({
  description: "Linear torsional spring",
  c: parameter(1, "N*m/rad", "stiffness", { min: 0 }),
  phi_rel0: parameter(0, "rad", "angle without torque"),
  equations: "tau = c*(phi_rel - phi_rel0)",
});

/** Linear torsional damper: τ = d·dφ_rel/dt. */
export const Damper = PartialCompliant.with({
  description: "Linear torsional damper",
  d: parameter(1, "N*m*s/rad", "damping coefficient", { min: 0 }),
  phi_rel: { start: 0 },
  w_rel: Var({ unit: "rad/s", description: "speed of flange_b relative to flange_a" }),
  equations: `
    w_rel = der(phi_rel)
    tau = d*w_rel`,
});

/** Spring and damper in parallel: τ = c·(φ_rel − phi_rel0) + d·dφ_rel/dt. */
export const SpringDamper = PartialCompliant.with({
  description: "Torsional spring and damper in parallel",
  c: parameter(1, "N*m/rad", "stiffness", { min: 0 }),
  d: parameter(0, "N*m*s/rad", "damping coefficient", { min: 0 }),
  phi_rel0: parameter(0, "rad", "angle without torque of the spring"),
  phi_rel: { start: 0 },
  w_rel: Var({ unit: "rad/s", description: "speed of flange_b relative to flange_a" }),
  equations: `
    w_rel = der(phi_rel)
    tau = c*(phi_rel - phi_rel0) + d*w_rel`,
});

/**
 * Spring and damper with play: no torque inside the gap, τ = c·δ + d·dφ_rel/dt beyond it, δ the angle beyond the gap. The flanks push
 * but never pull, and where they come nearer the damper adds at most as much as the spring, so that the torque begins with zero.
 * Touching and leaving are events. Without backlash (b ≤ 1e-10 rad) it is a spring and a damper.
 */
export const ElastoBacklash = PartialCompliant.with({
  description: "Torsional spring and damper with backlash",
  b: parameter(0.01, "rad", "total backlash; flanks at phi_rel0 ± b/2", { min: 0 }),
  c: parameter(1e5, "N*m/rad", "stiffness of the flanks", { min: 0 }),
  d: parameter(0, "N*m*s/rad", "damping coefficient of the flanks", { min: 0 }),
  phi_rel0: parameter(0, "rad", "middle of the gap"),
  phi_rel: { start: 0 },
  w_rel: Var({ unit: "rad/s", description: "speed of flange_b relative to flange_a" }),
  tau_c: Var({ unit: "N*m", description: "torque of the spring" }),
  tau_d: Var({ unit: "N*m", description: "torque that the damper would have alone" }),
  equations: `
    w_rel = der(phi_rel)
    tau_c = if b <= 1e-10 then c*(phi_rel - phi_rel0)
      elseif phi_rel - phi_rel0 > b/2 then c*(phi_rel - phi_rel0 - b/2)
      elseif phi_rel - phi_rel0 < -b/2 then c*(phi_rel - phi_rel0 + b/2)
      else 0
    tau_d = d*w_rel
    tau = if b <= 1e-10 then tau_c + tau_d
      elseif phi_rel - phi_rel0 > b/2 then max(0, tau_c + min(tau_c, tau_d))
      elseif phi_rel - phi_rel0 < -b/2 then min(0, tau_c + max(tau_c, tau_d))
      else 0`,
});
