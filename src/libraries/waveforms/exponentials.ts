/**
 * Rises like a capacitor that is charged, then falls like one that is discharged. Both begins are time events.
 *
 *     y = offset                                                          t < startTime
 *     y = offset + A·(1 − exp(−(t − startTime)/riseTimeConstant))         until startTime + riseTime
 *     y = offset + y₁·exp(−(t − startTime − riseTime)/fallTimeConstant)   afterwards
 *
 * Legend   y₁   the value reached at the end of the rise, without offset
 */
import type { ModelSource } from "../../language/modelSource.ts";
import { parameter } from "../parameter.ts";

/** Equations of a rise and fall that defines `y`; `height` is the name of its parameter, `unit` the unit of both. */
export function exponentialsWave(y: string, height: string, unit?: string): ModelSource {
  return {
    [height]: parameter(1, unit, "value that the rise approaches"),
    riseTime: parameter(0.5, "s", "duration of the rise", { min: 0 }),
    riseTimeConstant: parameter(0.1, "s", "time constant of the rise", { min: 0 }),
    fallTimeConstant: parameter(0.1, "s", "time constant of the fall", { min: 0 }),
    offset: parameter(0, unit, "value before the rise"),
    startTime: parameter(0, "s", "begin of the rise"),
    equations: `
      ${y} = offset + (if time < startTime then 0
        elseif time < startTime + riseTime then ${height}*(1 - exp(-(time - startTime)/riseTimeConstant))
        else ${height}*(1 - exp(-riseTime/riseTimeConstant))*exp(-(time - startTime - riseTime)/fallTimeConstant))`,
  };
}
