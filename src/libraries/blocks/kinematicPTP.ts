/**
 * Fastest motion from 0 to deltaq with limited speed and acceleration: accelerate, cruise, brake. The corners are time events.
 *
 *     T_a = min(√(|Δq|/q̈_max), q̇_max/q̈_max)                 duration of acceleration and of braking
 *     T_e = 2·T_a without cruise,  |Δq|/q̇_max + T_a with it       duration of the motion
 *     τ   = t − startTime limited to 0 … T_e
 *
 *     q̈ = ±q̈_max,   q̇ = ∫q̈,   q = ∫q̇      in closed form in each phase
 */
import { Model } from "../../language/model.ts";
import { expr, output, Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";

/** Point-to-point motion of one coordinate. */
export const KinematicPTP = Model({
  description: "Fastest point-to-point motion",
  deltaq: parameter(1, undefined, "distance; may be negative"),
  qd_max: parameter(1, undefined, "largest speed; positive", positive),
  qdd_max: parameter(1, undefined, "largest acceleration; positive", positive),
  startTime: parameter(0, "s", "begin of the motion"),
  Ta: parameter(expr`min(sqrt(abs(deltaq)/qdd_max), qd_max/qdd_max)`, "s", "duration of the acceleration"),
  Te: parameter(
    expr`if qd_max/qdd_max >= sqrt(abs(deltaq)/qdd_max) then 2*Ta else abs(deltaq)/qd_max + Ta`,
    "s",
    "duration of the motion",
  ),
  q: output({ description: "position, 0 to deltaq" }),
  qd: output({ description: "speed" }),
  qdd: output({ description: "acceleration" }),
  x: Var({ unit: "s", description: "time since startTime", hideResult: true }),
  equations: `
    x = time - startTime
    qdd = sign(deltaq)*qdd_max*(if time < startTime then 0 elseif time < startTime + Ta then 1
      elseif time < startTime + Te - Ta then 0 elseif time < startTime + Te then -1 else 0)
    qd = sign(deltaq)*qdd_max*(if time < startTime then 0 elseif time < startTime + Ta then x
      elseif time < startTime + Te - Ta then Ta elseif time < startTime + Te then Te - x else 0)
    q = sign(deltaq)*qdd_max*(if time < startTime then 0 elseif time < startTime + Ta then x^2/2
      elseif time < startTime + Te - Ta then Ta*(x - Ta/2)
      elseif time < startTime + Te then Ta*(Te - Ta) - (Te - x)^2/2 else Ta*(Te - Ta))`,
});
