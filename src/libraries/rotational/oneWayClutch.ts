/**
 * Freewheel: flange_b may run ahead of flange_a, but flange_a takes flange_b along.
 *
 *     locked     w_rel = 0, a_rel = 0      τ = s ≥ 0            until s < 0
 *     free       τ = 0                     a_rel = −s > 0       until w_rel falls to zero
 */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { Flange } from "./flange.ts";

/** Freewheel: drives flange_b in positive direction and lets it overrun. */
export const OneWayClutch = Model({
  description: "Freewheel",
  flange_a: Flange,
  flange_b: Flange,
  phi_rel: Var({ unit: "rad", description: "angle of flange_b relative to flange_a" }),
  w_rel: Var({ unit: "rad/s", description: "speed of flange_b relative to flange_a" }),
  a_rel: Var({ unit: "rad/s^2", description: "acceleration of flange_b relative to flange_a" }),
  tau: Var({ unit: "N*m", description: "torque that drives flange_b" }),
  s: Var({ start: 0, unit: "1", description: "torque while locked, minus the acceleration while free" }),
  load: Var({ unit: "1", description: "s while locked, else 0", hideResult: true }),
  isOverrunning: Var({ start: true, description: "flange_b is faster than flange_a" }),
  isFree: Var({ start: false, description: "no torque is passed on", hideResult: true }),
  equations: `
    phi_rel = flange_b.phi - flange_a.phi
    w_rel = der(phi_rel)
    a_rel = der(w_rel)
    flange_b.tau = -tau
    flange_a.tau = tau
    load = if pre(isOverrunning) then 0 else s
    isFree = pre(isOverrunning) or load < 0
    tau = quantity(1, "N*m")*(if isFree then 0 else s)
    a_rel = quantity(1, "rad/s^2")*(if isFree then -s else 0)
    isOverrunning = isFree and w_rel > 0`,
});
