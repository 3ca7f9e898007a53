/** Sources of signals. Jumps and corners are time events, so that integrators never step over them. */
import { Model } from "../../language/model.ts";
import { output, Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { exponentialsWave } from "../waveforms/exponentials.ts";
import { periodStart, pulseWave, sawToothWave, trapezoidWave } from "../waveforms/periodic.ts";
import { rampWave } from "../waveforms/ramp.ts";
import { cosineWave, expSineWave, sineWave } from "../waveforms/sine.ts";
import { stepWave } from "../waveforms/step.ts";
import { tableWave } from "../waveforms/table.ts";
import { SignalSource, SO } from "./interfaces.ts";

/** y = k. */
export const Constant = SO.with({
  description: "Constant",
  k: parameter(1, undefined, "value"),
  equations: "y = k",
});

/** y = offset + t − startTime after startTime, offset before. */
export const ContinuousClock = SignalSource.with({
  description: "Time as a signal",
  equations: "y = offset + (if time < startTime then 0 else time - startTime)",
});

/** Jump by height at startTime. */
export const Step = SignalSource.with({ ...stepWave("y", "height"), description: "Step" });
/** Straight line from offset to offset + height. */
export const Ramp = SignalSource.with({ ...rampWave("y", "height"), description: "Ramp" });
/** y = offset + amplitude·sin(2π·f·(t − startTime) + phase). */
export const Sine = SignalSource.with({ ...sineWave("y", "amplitude"), description: "Sine" });
/** y = offset + amplitude·cos(2π·f·(t − startTime) + phase). */
export const Cosine = SignalSource.with({ ...cosineWave("y", "amplitude"), description: "Cosine" });
/** y = offset + amplitude·exp(−damping·τ)·sin(2π·f·τ + phase), τ = t − startTime. */
export const ExpSine = SignalSource.with({ ...expSineWave("y", "amplitude"), description: "Damped sine" });
/** Exponential rise and fall. */
export const Exponentials = SignalSource.with({
  ...exponentialsWave("y", "height"),
  description: "Exponential rise and fall",
});
/** Pulses. */
export const Pulse = SignalSource.with({ ...pulseWave("y", "amplitude"), description: "Pulses" });
/** Saw teeth. */
export const SawTooth = SignalSource.with({ ...sawToothWave("y", "amplitude"), description: "Saw teeth" });
/** Trapezoids. */
export const Trapezoid = SignalSource.with({ ...trapezoidWave("y", "amplitude"), description: "Trapezoids" });
/** Curve through given points. */
export const TimeTable = SignalSource.with({ ...tableWave("y"), description: "Table over time" });

const BooleanSource = Model({
  y: output({ start: false, description: "boolean signal" }),
});

/** y = k. */
export const BooleanConstant = BooleanSource.with({
  description: "Constant boolean",
  k: parameter(true, undefined, "value"),
  equations: "y = k",
});

/** y becomes true at startTime. */
export const BooleanStep = BooleanSource.with({
  description: "Boolean step",
  startTime: parameter(0, "s", "time at which y becomes true"),
  equations: "y = time >= startTime",
});

/** y is true in the first part of every period. */
export const BooleanPulse = BooleanSource.with({
  description: "Boolean pulses",
  period: parameter(1, "s", "duration of one period", positive),
  width: parameter(0.5, "1", "part of the period in which y is true", { min: 0, max: 1 }),
  startTime: parameter(0, "s", "begin of the first period"),
  periodStart: Var({ start: 0, unit: "s", description: "begin of the present period", hideResult: true }),
  equations: `
    ${periodStart}
    y = time >= startTime and time < periodStart + width*period`,
});
