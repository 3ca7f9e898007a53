/** Event indicators of contacts that stick or slip. */
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { ContactTable } from "../contactTable.ts";
import { emptySet } from "../zeroCrossings.ts";
import { modeStick } from "./stickSlip.ts";

/** g[k], g[k + 1] ← smallest margins of the contacts that stick, and of those that slip; both fall through zero at an event. */
export function writeMargins(table: ContactTable, motion: BodyMotion, g: Float64Array, k: number): void {
  g[k] = g[k + 1] = emptySet;
  for (let row = 0; row < table.count; row++) {
    const flat = table.starts[row].flat;
    if (flat?.stickSlip === undefined || !flat.isWatched) continue;
    flat.evaluate(motion);
    if (!flat.patch.isTouching) continue;
    const at = flat.stickSlip.mode === modeStick ? k : k + 1;
    if (flat.stickSlip.margin < g[at]) g[at] = flat.stickSlip.margin;
  }
}
