/**
 * Coordinates of the joints of the tree at the start, from what the user gave for the way from obj1 to obj2.
 *
 * A joint that the tree runs through backwards has the inverse motion:
 *
 *     r' = −Rᵀ·r,   R' = Rᵀ,   w' = −Rᵀ·w (in axes of obj2),   v' = −Rᵀ·(v − w × r)
 */
import * as elementary from "../../math/elementary.ts";
import { quaternionFromMatrix } from "../../math/quaternion.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import { crossOf, invert, poseOf, rotate, transpose } from "../graph/pose.ts";

/** q and v of the joint in the kernel, in its order. */
export interface KernelCoordinates {
  readonly q: readonly number[];
  readonly v: readonly number[];
}

export function startCoordinates(joint: GraphJoint, isReversed: boolean): KernelCoordinates {
  const { position, velocity } = joint.start;
  switch (joint.kind) {
    case "free":
      return vectorCoordinates(
        position.slice(0, 3),
        position.slice(3),
        velocity.slice(0, 3),
        velocity.slice(3),
        isReversed,
      );
    case "spherical": {
      const { q, v } = vectorCoordinates([0, 0, 0], position, [0, 0, 0], velocity, isReversed);
      return { q: q.slice(3), v: v.slice(3) };
    }
    case "planar":
      return isReversed ? reversePlanar(position, velocity) : { q: position, v: velocity };
    case "universal":
      return isReversed ? { q: [...position].reverse(), v: [...velocity].reverse() } : { q: position, v: velocity };
    default:
      return { q: position, v: velocity };
  }
}

/** Angular velocity w in axes of obj1 becomes that in axes of the second frame. */
function vectorCoordinates(
  r: readonly number[],
  angles: readonly number[],
  v: readonly number[],
  w: readonly number[],
  isReversed: boolean,
): KernelCoordinates {
  const pose = poseOf(r, angles);
  const quaternion = new Float64Array(4);
  if (!isReversed) {
    quaternionFromMatrix(quaternion, 0, pose.R, 0);
    return { q: [...r, ...quaternion], v: [...v, ...rotate(transpose(pose.R), w)] };
  }
  const inverse = invert(pose);
  quaternionFromMatrix(quaternion, 0, inverse.R, 0);
  const drag = crossOf(w, r);
  const relative = rotate(inverse.R, [v[0]! - drag[0]!, v[1]! - drag[1]!, v[2]! - drag[2]!]);
  const minus = (x: number): number => 0 - x;
  // seen from obj2, obj1 turns with −w; in axes of obj1 that is −w itself
  return { q: [...inverse.r, ...quaternion], v: [...Array.from(relative, minus), ...w.map(minus)] };
}

/** s = (s1, s2), c = cos phi: the inverse is −R(−phi)·s, turned by −phi. Its own inverse, too. */
export function reversePlanar(position: readonly number[], velocity: readonly number[]): KernelCoordinates {
  const [s1, s2, phi] = position as [number, number, number];
  const [v1, v2, w] = velocity as [number, number, number];
  const [c, s] = [elementary.cos(phi), elementary.sin(phi)];
  return {
    q: [-(c * s1 + s * s2), s * s1 - c * s2, -phi],
    v: [-(c * v1 + s * v2) - w * (c * s2 - s * s1), s * v1 - c * v2 + w * (c * s1 + s * s2), -w],
  };
}
