/** The core of a body without rounded edges: a patch needs no rounding, and begins where the sharp bodies touch. */

import { Core, coreBeam, coreBox, coreCone, coreCylinder, coreHull, coreSegment } from "../../geometry/core.ts";
import { hullCore } from "../../geometry/makeHull.ts";
import * as elementary from "../../math/elementary.ts";
import type { PatchBody } from "./patchBody.ts";
import type { PrismBody } from "./roundPolytope.ts";

/** The core of the polytope, or of the round body, that patches are cut from. */
export function sharpCore({ core, polytope, round }: PatchBody): Core {
  if (core.radius === 0 || core.kind === coreSegment) return core;
  const size = new Float64Array(4);
  const { kind, radius } = core;
  if (kind === coreHull) return hullCore(polytope.vertices, 0);
  if (kind === coreBox) size.set([core.size[0] + radius, core.size[1] + radius, core.size[2] + radius]);
  else {
    const { lowRadius, highRadius, shift, low, high } = (round as PrismBody).rims;
    if (kind === coreCylinder) size.set([lowRadius, high]);
    if (kind === coreBeam) size.set([shift, lowRadius, high]);
    if (kind === coreCone) size.set([lowRadius, highRadius, low, high]);
  }
  return new Core(core.kind, size, 0, core.axis, core.centre, reachOf(core, size), core.hull);
}

/** Radius of a ball about the centre that holds the sharp body. */
function reachOf({ kind, centre }: Core, size: Float64Array): number {
  if (kind === coreBox) return elementary.hypot(size[0], size[1], size[2]);
  if (kind === coreCylinder) return elementary.hypot(size[0], size[1]);
  if (kind === coreBeam) return elementary.hypot(size[0] + size[1], size[2]);
  return Math.max(elementary.hypot(size[0], centre[2] - size[2]), elementary.hypot(size[1], size[3] - centre[2]));
}
