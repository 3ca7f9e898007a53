/**
 * Voltage and current sources with a waveform of their own. V and I are the height or amplitude of the wave;
 * offset and startTime belong to all of them.
 */
import { exponentialsWave } from "../waveforms/exponentials.ts";
import { pulseWave, sawToothWave, trapezoidWave } from "../waveforms/periodic.ts";
import { rampWave } from "../waveforms/ramp.ts";
import { cosineWave, expSineWave, sineWave } from "../waveforms/sine.ts";
import { stepWave } from "../waveforms/step.ts";
import { tableWave } from "../waveforms/table.ts";
import { OnePort } from "./ports.ts";

/** Voltage that jumps at startTime. */
export const StepVoltage = OnePort.with({ ...stepWave("v", "V", "V"), description: "Voltage step" });
/** Current that jumps at startTime. */
export const StepCurrent = OnePort.with({ ...stepWave("i", "I", "A"), description: "Current step" });

/** Voltage that rises along a line from startTime on. */
export const RampVoltage = OnePort.with({ ...rampWave("v", "V", "V"), description: "Voltage ramp" });
/** Current that rises along a line from startTime on. */
export const RampCurrent = OnePort.with({ ...rampWave("i", "I", "A"), description: "Current ramp" });

/** v = offset + V·sin(2π·f·(t − startTime) + phase). */
export const SineVoltage = OnePort.with({ ...sineWave("v", "V", "V"), description: "Sine voltage" });
/** i = offset + I·sin(2π·f·(t − startTime) + phase). */
export const SineCurrent = OnePort.with({ ...sineWave("i", "I", "A"), description: "Sine current" });

/** v = offset + V·cos(2π·f·(t − startTime) + phase). */
export const CosineVoltage = OnePort.with({ ...cosineWave("v", "V", "V"), description: "Cosine voltage" });
/** i = offset + I·cos(2π·f·(t − startTime) + phase). */
export const CosineCurrent = OnePort.with({ ...cosineWave("i", "I", "A"), description: "Cosine current" });

/** v = offset + V·exp(−damping·τ)·sin(2π·f·τ + phase), τ = t − startTime. */
export const ExpSineVoltage = OnePort.with({ ...expSineWave("v", "V", "V"), description: "Damped sine voltage" });
/** i = offset + I·exp(−damping·τ)·sin(2π·f·τ + phase), τ = t − startTime. */
export const ExpSineCurrent = OnePort.with({ ...expSineWave("i", "I", "A"), description: "Damped sine current" });

/** Voltage that rises and falls exponentially. */
export const ExponentialsVoltage = OnePort.with({
  ...exponentialsWave("v", "V", "V"),
  description: "Voltage with exponential rise and fall",
});
/** Current that rises and falls exponentially. */
export const ExponentialsCurrent = OnePort.with({
  ...exponentialsWave("i", "I", "A"),
  description: "Current with exponential rise and fall",
});

/** Voltage pulses. */
export const PulseVoltage = OnePort.with({ ...pulseWave("v", "V", "V"), description: "Voltage pulses" });
/** Current pulses. */
export const PulseCurrent = OnePort.with({ ...pulseWave("i", "I", "A"), description: "Current pulses" });

/** Voltage in saw teeth. */
export const SawToothVoltage = OnePort.with({ ...sawToothWave("v", "V", "V"), description: "Saw-tooth voltage" });
/** Current in saw teeth. */
export const SawToothCurrent = OnePort.with({ ...sawToothWave("i", "I", "A"), description: "Saw-tooth current" });

/** Voltage in trapezoids. */
export const TrapezoidVoltage = OnePort.with({ ...trapezoidWave("v", "V", "V"), description: "Trapezoidal voltage" });
/** Current in trapezoids. */
export const TrapezoidCurrent = OnePort.with({ ...trapezoidWave("i", "I", "A"), description: "Trapezoidal current" });

/** Voltage from a table of points. */
export const TableVoltage = OnePort.with({ ...tableWave("v", "V"), description: "Voltage from a table" });
/** Current from a table of points. */
export const TableCurrent = OnePort.with({ ...tableWave("i", "A"), description: "Current from a table" });
