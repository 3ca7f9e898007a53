/**
 * From one value to another along a straight line. Both ends are time events.
 *
 *     y = offset                                        t < startTime
 *     y = offset + height·(t − startTime)/duration      in between
 *     y = offset + height                               t ≥ startTime + duration
 */
import type { ModelSource } from "../../language/modelSource.ts";
import { parameter } from "../parameter.ts";

/** Equations of a ramp that defines `y`; `height` is the name of its parameter, `unit` the unit of both. */
export function rampWave(y: string, height: string, unit?: string): ModelSource {
  return {
    [height]: parameter(1, unit, "height of the ramp"),
    duration: parameter(2, "s", "duration of the ramp; 0 makes a step", { min: 0 }),
    offset: parameter(0, unit, "value before the ramp"),
    startTime: parameter(0, "s", "begin of the ramp"),
    equations: `
      ${y} = offset + (if time < startTime then 0
        elseif time < startTime + duration then ${height}*(time - startTime)/duration
        else ${height})`,
  };
}
