/**
 * Blocks that act at sampling instants startTime + k·samplePeriod, which are time events. Between them the output is constant.
 *
 *     PI      x_k = x_{k−1} + u_k·Ts/T,        y_k = k·(u_k + x_k)
 *     PID     y_k = k·(u_k + x_k + Td/Ts·(u_k − u_{k−1})), limited; x stands still while the output is limited and the error
 *             would drive it further out
 */
import { expr, output, Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { SISO } from "./interfaces.ts";

const Sampled = SISO.with({
  samplePeriod: parameter(0.1, "s", "sampling interval", positive),
  startTime: parameter(0, "s", "first sampling instant"),
});

/** y = u at the sampling instants, held in between. */
export const ZeroOrderHold = Sampled.with({
  description: "Sample and hold",
  y: { start: 0 },
  equations: `
    when sample(startTime, samplePeriod) then
      y = u
    end`,
});

/** y = the input of the sampling instant before. */
export const UnitDelay = Sampled.with({
  description: "Delay by one sampling interval",
  y_start: parameter(0, undefined, "output up to the second sampling instant"),
  held: Var({ start: expr`y_start`, description: "input of the last sampling instant", hideResult: true }),
  y: { start: expr`y_start` },
  equations: `
    when sample(startTime, samplePeriod) then
      y = pre(held)
      held = u
    end`,
});

/** Discrete PI controller: y_k = k·(u_k + x_k), x_k = x_{k−1} + u_k·Ts/T. */
export const DiscretePI = Sampled.with({
  description: "Discrete PI controller",
  k: parameter(1, undefined, "gain"),
  T: parameter(1, "s", "integral time constant", positive),
  x: Var({ start: 0, description: "integral part" }),
  y: { start: 0 },
  equations: `
    when sample(startTime, samplePeriod) then
      x = pre(x) + u*samplePeriod/T
      y = k*(u + x)
    end`,
});

/** Discrete PID controller with limited output and anti-windup. */
export const DiscretePID = Sampled.with({
  description: "Discrete PID controller with limited output",
  k: parameter(1, undefined, "gain"),
  Ti: parameter(0.5, "s", "integral time constant", positive),
  Td: parameter(0, "s", "derivative time constant", { min: 0 }),
  yMax: parameter(1e9, undefined, "upper limit of the output"),
  yMin: parameter(expr`-yMax`, undefined, "lower limit of the output"),
  x: Var({ start: 0, description: "integral part" }),
  last: Var({ start: 0, description: "input of the last sampling instant", hideResult: true }),
  v: output({ start: 0, description: "output before the limiter" }),
  y: { start: 0 },
  equations: `
    when sample(startTime, samplePeriod) then
      x = pre(x) + (if (pre(v) > yMax and k*u > 0) or (pre(v) < yMin and k*u < 0) then 0 else u*samplePeriod/Ti)
      v = k*(u + x + Td/samplePeriod*(u - pre(last)))
      y = if v > yMax then yMax elseif v < yMin then yMin else v
      last = u
    end`,
});
