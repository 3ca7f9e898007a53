/**
 * Limits of the increments of coordinates in Jacobians by differences: hard bodies of 1 cm sink in by 1e-10 m, less than the usual
 * increment of √u of a coordinate. A difference must not leave the contact whose stiffness it measures.
 *
 *     σ ≤ max(δ/100·min(1, 1/L), 10⁴·u·|x|)
 *
 * Legend   δ   least depth of the contacts        L   largest distance of a contact from the origin of a body that it acts on
 *          x   positions of these bodies: below the second term rounding would show
 */

import type { ContactHandler } from "../../contact/contactHandler.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { CoordinatePlaces } from "./hiddenCoordinates.ts";

const part = 0.01;
const coarsestRounding = 1e4 * Number.EPSILON;

/** `first` is the place of the first hidden state of the mechanism; `rows` the contacts that count, all when absent. */
export function limitByContacts(
  limits: Float64Array,
  first: number,
  handler: ContactHandler,
  { state }: MechanismDynamics,
  places: CoordinatePlaces,
  rows?: Int32Array,
): void {
  const { table } = handler;
  const { position } = state.motion;
  let depth = Infinity;
  let lever = 1;
  let size = 0;
  for (let k = 0; k < (rows?.length ?? table.count); k++) {
    const row = rows?.[k] ?? k;
    if (table.distance[row]! < 0) depth = Math.min(depth, -table.distance[row]!);
    for (const body of [table.bodyA[row]!, table.bodyB[row]!]) {
      if (body === 0) continue;
      let arm = 0;
      for (let i = 0; i < 3; i++) {
        const x = table.point[3 * row + i]! - position[3 * body + i]!;
        arm += x * x;
        size = Math.max(size, Math.abs(position[3 * body + i]!));
      }
      lever = Math.max(lever, Math.sqrt(arm));
    }
  }
  if (depth === Infinity) return;
  const most = Math.max((part * depth) / lever, coarsestRounding * size);
  for (let i = 0; i < places.state.length; i++) {
    const place = places.state[i]!;
    if (place >= 0) limits[first + place] = Math.max(most, coarsestRounding * Math.abs(state.q[i]!));
  }
}
