/**
 * A mass between two hard stops.
 *
 *     impact      v⁺ = −e·v⁻                              at s_max moving up, at s_min moving down
 *     at rest     a = 0, the stop takes the force x       after an impact with e·|v⁻| ≤ v_rest, until the force would pull
 *     free        m·a = f_a + f_b
 *
 * The threshold v_rest ends the endless sequence of smaller and smaller bounces.
 */
import { expr, Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { PartialRigid } from "./rigid.ts";

/** Sliding mass with hard stops at both ends. */
export const MassWithStop = PartialRigid.with({
  description: "Sliding mass between two hard stops",
  m: parameter(1, "kg", "mass", { min: 0 }),
  s_max: parameter(1, "m", "largest position of the middle"),
  s_min: parameter(expr`-s_max`, "m", "least position of the middle"),
  e: parameter(0, "1", "coefficient of restitution, 0 to 1", { min: 0, max: 1 }),
  v_rest: parameter(1e-4, "m/s", "a rebound slower than this stays at the stop", { min: 0 }),
  s: { init: 0, preferred: true },
  v: Var({ init: 0, preferred: true, unit: "m/s", description: "velocity", stateSelect: "always" }),
  a: Var({ unit: "m/s^2", description: "acceleration" }),
  f_stop: Var({ unit: "N", description: "force of the stop on the mass" }),
  mode: Var({ start: 0, description: "1 at rest at s_max, -1 at rest at s_min, 0 free" }),
  x: Var({ start: 0, unit: "1", description: "force of the stop at rest, minus the acceleration while free" }),
  load: Var({ unit: "1", description: "x at rest, else 0", hideResult: true }),
  isFree: Var({ start: true, description: "the stops exert no force", hideResult: true }),
  equations: `
    v = der(s)
    a = der(v)
    m*a = flange_a.f + flange_b.f + f_stop
    load = if pre(mode) == 0 then 0 else x
    isFree = pre(mode) == 0 or (pre(mode) == 1 and load > 0) or (pre(mode) == -1 and load < 0)
    f_stop = quantity(1, "N")*(if isFree then 0 else x)
    a = quantity(1, "m/s^2")*(if isFree then -x else 0)
    when s >= s_max and v > 0 then
      mode = if e*v > v_rest then 0 else 1
      reinit(v, if e*v > v_rest then -e*v else 0)
    elsewhen s <= s_min and v < 0 then
      mode = if -e*v > v_rest then 0 else -1
      reinit(v, if -e*v > v_rest then -e*v else 0)
    elsewhen isFree then
      mode = 0
    end`,
});
