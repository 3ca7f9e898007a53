/** Blocks with corners, limits, memory and delay. Corners and switches are events. */
import { expr, input, Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { SISO } from "./interfaces.ts";

/** y = u between uMin and uMax, and the limit beyond. */
export const Limiter = SISO.with({
  description: "Limiter",
  uMax: parameter(1, undefined, "upper limit"),
  uMin: parameter(expr`-uMax`, undefined, "lower limit"),
  equations: "y = if u > uMax then uMax elseif u < uMin then uMin else u",
});

/** Limiter with limits from outside. */
export const VariableLimiter = SISO.with({
  description: "Limiter with limits given by signals",
  uMax: input({ description: "upper limit" }),
  uMin: input({ description: "lower limit" }),
  equations: "y = if u > uMax then uMax elseif u < uMin then uMin else u",
});

/** y = 0 between uMin and uMax, and the distance from the limit beyond. */
export const DeadZone = SISO.with({
  description: "Dead zone",
  uMax: parameter(1, undefined, "upper end of the dead zone"),
  uMin: parameter(expr`-uMax`, undefined, "lower end of the dead zone"),
  equations: "y = if u > uMax then u - uMax elseif u < uMin then u - uMin else 0",
});

/** Two-point element: y becomes true when u rises above uHigh and false when u falls below uLow. */
export const Hysteresis = SISO.with({
  description: "Two-point element with hysteresis",
  uHigh: parameter(1, undefined, "y becomes true above it"),
  uLow: parameter(0, undefined, "y becomes false below it"),
  y: { start: false },
  equations: "y = u > uHigh or (pre(y) and u >= uLow)",
});

/** y follows u with limited slope: dy/dt = (u − y)/Td limited to Falling … Rising; y = u at the start. */
export const SlewRateLimiter = SISO.with({
  description: "Limiter of the slope of a signal",
  Rising: parameter(1, undefined, "largest slope", { min: 0 }),
  Falling: parameter(expr`-Rising`, undefined, "least slope; negative"),
  Td: parameter(0.001, "s", "time constant with which y follows u below these slopes", positive),
  equations:
    "der(y) = noEvent(if (u - y)/Td > Rising then Rising elseif (u - y)/Td < Falling then Falling else (u - y)/Td)",
  initialEquations: "y = u",
});

/** y(t) = u(t − delayTime); before that, the value of u at the start. */
export const FixedDelay = SISO.with({
  description: "Delay by a constant time",
  delayTime: parameter(1, "s", "delay", { min: 0 }),
  equations: "y = delay(u, delayTime)",
});

/** y(t) = u(t − delayTime(t)). */
export const VariableDelay = SISO.with({
  description: "Delay by a time given by a signal",
  delayMax: parameter(1, "s", "largest delay; the signal is kept that long", { min: 0 }),
  delayTime: input({ unit: "s", description: "delay, between 0 and delayMax" }),
  equations: "y = delay(u, delayTime, delayMax)",
});

/** Rounds to multiples of a step; every change is an event. */
export const Quantizer = SISO.with({
  description: "Rounds to multiples of a step",
  step: parameter(0.1, undefined, "distance of the output values", positive),
  n: Var({ start: 0, unit: "1", description: "number of the step", hideResult: true }),
  equations: `
    when initial() or u > (pre(n) + 0.5)*step or u < (pre(n) - 0.5)*step then
      n = round(u/step)
    end
    y = n*step`,
});
