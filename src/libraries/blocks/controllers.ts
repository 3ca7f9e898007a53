/**
 * Continuous controllers.
 *
 *     PI      y = k·(u + x),              x′ = u/T
 *     PID     y = k·(u + x + D),          x′ = u/Ti,   D = Nd·(u − z),   z′ = Nd·(u − z)/Td
 *
 * With limits the integrator is held back by what the limiter cuts off (anti-windup), so that the output leaves the limit as
 * soon as the error changes its sign:
 *
 *     v = k·(wp·u_s − u_m + x + D),   y = limit(v),   x′ = (u_s − u_m + (y − v)/(k·Ni))/Ti
 *
 * Source   [Astrom2006] ch. 3 (set-point weights, filtered derivative, anti-windup by back-calculation)
 */
import { Model, type ModelDefinition } from "../../language/model.ts";
import { expr, input, output, Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { SISO } from "./interfaces.ts";

/** Proportional-integral controller: y = k·(u + x), dx/dt = u/T. */
export const PI = SISO.with({
  description: "PI controller",
  k: parameter(1, undefined, "gain"),
  T: parameter(1, "s", "integral time constant", positive),
  x: Var({ init: 0, preferred: true, description: "integral part" }),
  equations: `
    der(x) = u/T
    y = k*(x + u)`,
});

/** Proportional-integral-derivative controller; the derivative is filtered with the time constant Td/Nd. */
export const PID = SISO.with({
  description: "PID controller",
  k: parameter(1, undefined, "gain"),
  Ti: parameter(0.5, "s", "integral time constant", positive),
  Td: parameter(0.1, "s", "derivative time constant; positive", positive),
  Nd: parameter(10, "1", "the derivative is exact up to the frequency Nd/Td", positive),
  x: Var({ init: 0, preferred: true, description: "integral part" }),
  z: Var({ init: 0, preferred: true, description: "filtered input" }),
  equations: `
    der(x) = u/Ti
    der(z) = Nd*(u - z)/Td
    y = k*(u + x + Nd*(u - z))`,
});

const Limited = Model({
  u_s: input({ description: "set point" }),
  u_m: input({ description: "measured value" }),
  y: output({ description: "output signal" }),
  k: parameter(1, undefined, "gain"),
  Ti: parameter(0.5, "s", "integral time constant", positive),
  yMax: parameter(1, undefined, "upper limit of the output"),
  yMin: parameter(expr`-yMax`, undefined, "lower limit of the output"),
  wp: parameter(1, "1", "weight of the set point in the proportional part, 0 to 1"),
  Ni: parameter(0.9, "1", "the integrator follows the limited output with the time constant Ni·Ti", positive),
  x: Var({ init: 0, preferred: true, description: "integral part" }),
  v: Var({ description: "output before the limiter" }),
  equations: `
    y = if v > yMax then yMax elseif v < yMin then yMin else v
    der(x) = (u_s - u_m + (y - v)/(k*Ni))/Ti`,
});

/** PI controller with limited output and anti-windup. */
export const LimitedPI: ModelDefinition = Limited.with({
  description: "PI controller with limited output and anti-windup",
  equations: "v = k*(wp*u_s - u_m + x)",
});

/** PID controller with limited output and anti-windup. */
export const LimitedPID: ModelDefinition = Limited.with({
  description: "PID controller with limited output and anti-windup",
  Td: parameter(0.1, "s", "derivative time constant; positive", positive),
  Nd: parameter(10, "1", "the derivative is exact up to the frequency Nd/Td", positive),
  wd: parameter(0, "1", "weight of the set point in the derivative part, 0 to 1"),
  z: Var({ init: 0, preferred: true, description: "filtered input of the derivative part" }),
  equations: `
    der(z) = Nd*(wd*u_s - u_m - z)/Td
    v = k*(wp*u_s - u_m + x + Nd*(wd*u_s - u_m - z))`,
});
