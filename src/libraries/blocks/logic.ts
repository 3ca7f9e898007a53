/** Blocks with boolean signals. Every change of a boolean signal is an event. */
import { Model } from "../../language/model.ts";
import { expr, input, output, Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { BooleanSI2SO, BooleanSISO, SISO } from "./interfaces.ts";

/** y = u1 and u2. */
export const And = BooleanSI2SO.with({ description: "Logical and", equations: "y = u1 and u2" });
/** y = u1 or u2. */
export const Or = BooleanSI2SO.with({ description: "Logical or", equations: "y = u1 or u2" });
/** y = not (u1 and u2). */
export const Nand = BooleanSI2SO.with({ description: "Logical nand", equations: "y = not (u1 and u2)" });
/** y = not (u1 or u2). */
export const Nor = BooleanSI2SO.with({ description: "Logical nor", equations: "y = not (u1 or u2)" });
/** y = exactly one of u1 and u2. */
export const Xor = BooleanSI2SO.with({
  description: "Exclusive or",
  equations: "y = (u1 or u2) and not (u1 and u2)",
});
/** y = not u. */
export const Not = BooleanSISO.with({ description: "Logical not", equations: "y = not u" });

/** y = u before the event iteration: breaks a circle of boolean signals. */
export const Pre = BooleanSISO.with({ description: "Value of a boolean before the event", equations: "y = pre(u)" });

/** y is true in the instant in which u becomes true; a signal that is true from the start counts as becoming true. */
export const Edge = BooleanSISO.with({ description: "Rising edge", equations: "y = edge(u)" });
/** y is true in the instant in which u becomes false. */
export const FallingEdge = BooleanSISO.with({
  description: "Falling edge",
  inverse: Var({ start: true, description: "not u", hideResult: true }),
  equations: `
    inverse = not u
    y = edge(inverse)`,
});
/** y is true in the instants in which u changes. */
export const Change = BooleanSISO.with({ description: "Any change", equations: "y = change(u)" });

/** Flip-flop: S sets, R resets and wins. */
export const RSFlipFlop = Model({
  description: "Flip-flop with set and reset",
  S: input({ start: false, description: "set" }),
  R: input({ start: false, description: "reset" }),
  Q: output({ start: false, description: "state" }),
  QI: output({ start: true, description: "not Q" }),
  equations: `
    Q = not R and (S or pre(Q))
    QI = not Q`,
});

/** y becomes true delayTime after u did, if u is still true; it becomes false with u. */
export const OnDelay = BooleanSISO.with({
  description: "Delayed switching on",
  delayTime: parameter(1, "s", "delay", { min: 0 }),
  since: Var({ start: 0, unit: "s", description: "time at which u became true", hideResult: true }),
  equations: `
    when initial() or u then
      since = time
    end
    y = u and time >= since + delayTime`,
});

/** y = time since u became true, 0 while u is false. */
export const Timer = Model({
  description: "Time since a signal became true",
  u: input({ start: false, description: "boolean signal" }),
  y: output({ unit: "s", description: "time since u became true" }),
  since: Var({ start: 0, unit: "s", description: "time at which u became true", hideResult: true }),
  equations: `
    when initial() or u then
      since = time
    end
    y = if u then time - since else 0`,
});

const Comparison = Model({
  u1: input({ description: "left side" }),
  u2: input({ description: "right side" }),
  y: output({ start: false, description: "result of the comparison" }),
});

/** y = u1 > u2. */
export const Greater = Comparison.with({ description: "u1 > u2", equations: "y = u1 > u2" });
/** y = u1 ≥ u2. */
export const GreaterEqual = Comparison.with({ description: "u1 ≥ u2", equations: "y = u1 >= u2" });
/** y = u1 < u2. */
export const Less = Comparison.with({ description: "u1 < u2", equations: "y = u1 < u2" });
/** y = u1 ≤ u2. */
export const LessEqual = Comparison.with({ description: "u1 ≤ u2", equations: "y = u1 <= u2" });

/** y = u > threshold. */
export const GreaterThreshold = SISO.with({
  description: "Signal above a threshold",
  threshold: parameter(0, undefined, "threshold"),
  y: { start: false },
  equations: "y = u > threshold",
});

/** y = u < threshold. */
export const LessThreshold = SISO.with({
  description: "Signal below a threshold",
  threshold: parameter(0, undefined, "threshold"),
  y: { start: false },
  equations: "y = u < threshold",
});

/** y = u1 while u2 is true, u3 otherwise. */
export const Switch = Model({
  description: "Switch between two signals",
  u1: input({ description: "signal while u2 is true" }),
  u2: input({ start: false, description: "boolean control signal" }),
  u3: input({ description: "signal while u2 is false" }),
  y: output({ description: "output signal" }),
  equations: "y = if u2 then u1 else u3",
});

/** y = u1 while u2 is true, u3 otherwise; all boolean. */
export const LogicalSwitch = Model({
  description: "Switch between two boolean signals",
  u1: input({ start: false, description: "signal while u2 is true" }),
  u2: input({ start: false, description: "control signal" }),
  u3: input({ start: false, description: "signal while u2 is false" }),
  y: output({ start: false, description: "output signal" }),
  equations: "y = (u2 and u1) or (not u2 and u3)",
});

/** y = u at the last instant at which trigger became true. */
export const TriggeredSampler = SISO.with({
  description: "Sample and hold at a trigger",
  y_start: parameter(0, undefined, "output before the first trigger"),
  trigger: input({ start: false, description: "boolean trigger" }),
  y: { start: expr`y_start` },
  equations: `
    when trigger then
      y = u
    end`,
});

/** Real signal from a boolean one. */
export const BooleanToReal = Model({
  description: "Number from a boolean",
  realTrue: parameter(1, undefined, "value for true"),
  realFalse: parameter(0, undefined, "value for false"),
  u: input({ start: false, description: "boolean signal" }),
  y: output({ description: "output signal" }),
  equations: "y = if u then realTrue else realFalse",
});

/** y = u ≥ threshold. */
export const RealToBoolean = SISO.with({
  description: "Boolean from a number",
  threshold: parameter(0.5, undefined, "true at and above it"),
  y: { start: false },
  equations: "y = u >= threshold",
});
