/** Event functions of contacts that stick, slip or roll. */
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { ContactTable } from "../contactTable.ts";
import { emptySet } from "../eventFunctions.ts";
import type { StickSlip } from "./stickSlip.ts";

/** g[k], g[k + 1] ← smallest margins of the contacts that stick, and of the others; both fall through zero at an event. */
export function writeMargins(table: ContactTable, motion: BodyMotion, g: Float64Array, k: number): void {
  g[k] = g[k + 1] = emptySet;
  for (let row = 0; row < table.count; row++) {
    const { flat, grip } = table.starts[row];
    if (flat?.stickSlip !== undefined) {
      flat.evaluate(motion);
      if (flat.patch.isTouching) take(flat.stickSlip, g, k);
    } else if (grip !== undefined) {
      grip.evaluate(table, row, motion);
      if (table.normalForce[row] > 0) take(grip.stickSlip, g, k);
    }
  }
}

function take({ isSticking, margin }: StickSlip, g: Float64Array, k: number): void {
  const at = isSticking ? k : k + 1;
  if (margin < g[at]) g[at] = margin;
}
