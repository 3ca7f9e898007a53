/**
 * Waves that repeat: pulse, saw tooth, trapezoid. Every period begins with a time event, and so does every corner inside it.
 *
 *     periodStart = startTime + n·period,    n = ⌊(t − startTime)/period⌋,    τ = t − periodStart
 *
 *     pulse        y = offset + A                                    τ < width·period,  else offset
 *     saw tooth    y = offset + A·τ/period
 *     trapezoid    y = offset + A·τ/rising                           τ < rising
 *                  y = offset + A                                    … + width
 *                  y = offset + A·(rising + width + falling − τ)/falling     … + falling,  else offset
 */
import type { ModelSource } from "../../language/modelSource.ts";
import { Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";

/** Equations that begin a period; the small number covers the rounding of time at a tick and is far below one period. */
export const periodStart = `
      when initial() or sample(startTime, period) then
        periodStart = startTime + period*floor((time - startTime)/period + 1e-9)
      end`;

/** Equations of a pulse train that defines `y`; `amplitude` is the name of its parameter, `unit` the unit of both. */
export function pulseWave(y: string, amplitude: string, unit?: string): ModelSource {
  return {
    ...periodic(amplitude, unit),
    width: parameter(0.5, "1", "part of the period in which the pulse is on", { min: 0, max: 1 }),
    equations: `
      ${periodStart}
      ${y} = offset + (if time < startTime then 0 elseif time < periodStart + width*period then ${amplitude} else 0)`,
  };
}

/** Equations of a saw tooth that defines `y`. */
export function sawToothWave(y: string, amplitude: string, unit?: string): ModelSource {
  return {
    ...periodic(amplitude, unit),
    equations: `
      ${periodStart}
      ${y} = offset + (if time < startTime then 0 else ${amplitude}*(time - periodStart)/period)`,
  };
}

/** Equations of a train of trapezoids that defines `y`. */
export function trapezoidWave(y: string, amplitude: string, unit?: string): ModelSource {
  return {
    ...periodic(amplitude, unit),
    rising: parameter(0, "s", "duration of the rise", { min: 0 }),
    width: parameter(0.5, "s", "duration of the top", { min: 0 }),
    falling: parameter(0, "s", "duration of the fall", { min: 0 }),
    equations: `
      ${periodStart}
      ${y} = offset + (if time < startTime then 0
        elseif time < periodStart + rising then ${amplitude}*(time - periodStart)/rising
        elseif time < periodStart + rising + width then ${amplitude}
        elseif time < periodStart + rising + width + falling
          then ${amplitude}*(periodStart + rising + width + falling - time)/falling
        else 0)`,
  };
}

function periodic(amplitude: string, unit: string | undefined): ModelSource {
  return {
    [amplitude]: parameter(1, unit, "amplitude"),
    period: parameter(1, "s", "duration of one period", positive),
    offset: parameter(0, unit, "value before startTime, and lowest value after it"),
    startTime: parameter(0, "s", "begin of the first period"),
    periodStart: Var({ start: 0, unit: "s", description: "begin of the present period", hideResult: true }),
  };
}
