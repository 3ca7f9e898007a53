/**
 * A jump. The jump is a time event: no integrator steps over it.
 *
 *     y = offset                     t < startTime
 *     y = offset + height            otherwise
 */
import type { ModelSource } from "../../language/modelSource.ts";
import { parameter } from "../parameter.ts";

/** Equations of a step that defines `y`; `height` is the name of its parameter, `unit` the unit of both. */
export function stepWave(y: string, height: string, unit?: string): ModelSource {
  return {
    [height]: parameter(1, unit, "height of the step"),
    offset: parameter(0, unit, "value before the step"),
    startTime: parameter(0, "s", "time of the step"),
    equations: `${y} = offset + (if time < startTime then 0 else ${height})`,
  };
}
