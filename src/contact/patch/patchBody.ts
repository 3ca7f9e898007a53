/** Convex bodies that touch others in patches: everything with flat faces or straight edges. */
import { type Core, coreBox, coreHull, coreSegment } from "../../geometry/core.ts";
import { CapsuleBody } from "./capsulePolytope.ts";
import { boxPolytope, hullPolytope } from "./facets.ts";
import type { Polytope } from "./polytope.ts";
import type { RoundBody } from "./roundBody.ts";
import { prismBody } from "./roundPolytope.ts";

export interface PatchBody {
  readonly core: Core;
  /** In the frame of the core. That of a round body is rebuilt for every pose. */
  readonly polytope: Polytope;
  readonly round: RoundBody | undefined;
}

/** The body of a core; undefined when it touches in points only (sphere, ellipsoid) or has no volume. */
export function patchBody(core: Core): PatchBody | undefined {
  if (core.kind === coreSegment) {
    if (!(core.radius > 0 && core.size[0] > 0)) return undefined;
    const round = new CapsuleBody(core);
    return { core, polytope: round.polytope, round };
  }
  const prism = prismBody(core);
  if (prism !== undefined) {
    const { lowRadius, low, high } = prism.rims;
    return lowRadius > 0 && high > low ? { core, polytope: prism.polytope, round: prism } : undefined;
  }
  const polytope = facetsOf(core);
  return polytope && { core, polytope, round: undefined };
}

function facetsOf(core: Core): Polytope | undefined {
  if (core.kind === coreHull) return hullPolytope(core);
  if (core.kind !== coreBox) return undefined;
  const [x, y, z] = [core.size[0] + core.radius, core.size[1] + core.radius, core.size[2] + core.radius];
  return x > 0 && y > 0 && z > 0 ? boxPolytope(x, y, z) : undefined;
}
