/**
 * Harmonic and damped harmonic oscillations that begin at startTime, a time event.
 *
 *     y = offset + A·sin(2π·f·(t − startTime) + phase)                                  sine
 *     y = offset + A·cos(2π·f·(t − startTime) + phase)                                  cosine
 *     y = offset + A·exp(−damping·(t − startTime))·sin(2π·f·(t − startTime) + phase)    damped sine
 */
import type { ModelSource } from "../../language/modelSource.ts";
import { parameter } from "../parameter.ts";

/** Equations of a sine that defines `y`; `amplitude` is the name of its parameter, `unit` the unit of both. */
export function sineWave(y: string, amplitude: string, unit?: string): ModelSource {
  return harmonic(y, amplitude, unit, `${amplitude}*sin(2*pi*f*(time - startTime) + phase)`);
}

/** Equations of a cosine that defines `y`. */
export function cosineWave(y: string, amplitude: string, unit?: string): ModelSource {
  return harmonic(y, amplitude, unit, `${amplitude}*cos(2*pi*f*(time - startTime) + phase)`);
}

/** Equations of an exponentially damped sine that defines `y`. */
export function expSineWave(y: string, amplitude: string, unit?: string): ModelSource {
  return {
    ...harmonic(
      y,
      amplitude,
      unit,
      `${amplitude}*exp(-damping*(time - startTime))*sin(2*pi*f*(time - startTime) + phase)`,
    ),
    damping: parameter(1, "1/s", "damping coefficient"),
  };
}

function harmonic(y: string, amplitude: string, unit: string | undefined, oscillation: string): ModelSource {
  return {
    [amplitude]: parameter(1, unit, "amplitude"),
    f: parameter(1, "Hz", "frequency", { min: 0 }),
    phase: parameter(0, "rad", "phase at startTime"),
    offset: parameter(0, unit, "value before startTime, and mean value after it"),
    startTime: parameter(0, "s", "begin of the oscillation"),
    equations: `${y} = offset + (if time < startTime then 0 else ${oscillation})`,
  };
}
