/** Convex bodies that touch others in patches: everything with flat faces or straight edges. */
import { type Core, coreBeam, coreBox, coreCone, coreCylinder, coreHull, coreSegment } from "../../geometry/core.ts";
import { capsuleBody } from "./capsulePolytope.ts";
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
    const round = capsuleBody(core);
    return { core, polytope: round.polytope, round };
  }
  if (core.kind === coreCylinder || core.kind === coreCone || core.kind === coreBeam) {
    const prism = prismBody(core);
    const { lowRadius, low, high } = prism.rims;
    return lowRadius > 0 && high > low ? { core, polytope: prism.polytope, round: prism } : undefined;
  }
  const polytope = facetsOf(core);
  return polytope && { core, polytope, round: undefined };
}

/** Smallest width of a body across one of its faces, m; of a round body across its axis or along it. */
export function thickness({ polytope, round }: PatchBody): number {
  if (round !== undefined) {
    const d = new Float64Array(3);
    return Math.min(
      ...[0, 1, 2].map((k) => {
        d.fill(0);
        d[k] = 1;
        const ahead = round.support(d, 0);
        d[k] = -1;
        return ahead + round.support(d, 0);
      }),
    );
  }
  const { planes, vertices, faceCount, vertexCount } = polytope;
  let least = Infinity;
  for (let f = 0; f < 4 * faceCount; f += 4) {
    let lowest = Infinity;
    for (let v = 0; v < 3 * vertexCount; v += 3)
      lowest = Math.min(
        lowest,
        planes[f] * vertices[v] + planes[f + 1] * vertices[v + 1] + planes[f + 2] * vertices[v + 2],
      );
    least = Math.min(least, planes[f + 3] - lowest);
  }
  return least;
}

function facetsOf(core: Core): Polytope | undefined {
  if (core.kind === coreHull) return hullPolytope(core);
  if (core.kind !== coreBox) return undefined;
  const [x, y, z] = [core.size[0] + core.radius, core.size[1] + core.radius, core.size[2] + core.radius];
  return x > 0 && y > 0 && z > 0 ? boxPolytope(x, y, z) : undefined;
}
