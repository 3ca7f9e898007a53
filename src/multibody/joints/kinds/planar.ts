/** s1, v1, s2, v2, phi, w: moved along secondAxis and axis × secondAxis, turned about axis. */
import * as elementary from "../../../math/elementary.ts";
import type { JointTraits, KernelCoordinates } from "./jointTraits.ts";
import { angleAbout, dot, numbered, numberedJoint, phi } from "./numberedCoordinates.ts";

export const planar: JointTraits = numberedJoint([numbered("s", 1), numbered("s", 2), phi], {
  drawnAs: "planar",
  observe: (sight, out, k) => {
    const { n, e1, e2, relative } = sight;
    out[k] = dot(e1, relative.r);
    out[k + 1] = dot(e1, relative.v);
    out[k + 2] = dot(e2, relative.r);
    out[k + 3] = dot(e2, relative.v);
    out[k + 4] = angleAbout(sight, 2);
    out[k + 5] = dot(n, relative.w);
  },
  direction: ({ n, e1, e2 }, coordinate) => (coordinate === 2 ? n : coordinate === 0 ? e1 : e2),
  backwards: {
    keepsCoordinates: false,
    place: (coordinate) => (coordinate === 2 ? { coordinate, sign: -1 } : undefined),
    convert: reversePlanar,
  },
  axes: (axis, secondAxis) => ({ axis, ...(secondAxis !== undefined && { secondAxis }) }),
});

/** s = (s1, s2), c = cos phi: the inverse is −R(−phi)·s, turned by −phi. Its own inverse, too. */
export function reversePlanar({ q, v }: KernelCoordinates): KernelCoordinates {
  const [s1, s2, angle] = q as [number, number, number];
  const [v1, v2, w] = v as [number, number, number];
  const [c, s] = [elementary.cos(angle), elementary.sin(angle)];
  return {
    q: [-(c * s1 + s * s2), s * s1 - c * s2, -angle],
    v: [-(c * v1 + s * v2) - w * (c * s2 - s * s1), s * v1 - c * v2 + w * (c * s1 + s * s2), -w],
  };
}
