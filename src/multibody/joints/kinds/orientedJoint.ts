/**
 * What joints with a quaternion have in common. Backwards they have the inverse motion:
 *
 *     r' = −Rᵀ·r,   R' = Rᵀ,   w' = −Rᵀ·w (in axes of obj2),   v' = −Rᵀ·(v − w × r)
 */
import { quaternionFromMatrix } from "../../../math/quaternion.ts";
import { crossOf, invert, poseOf, rotate, transpose } from "../../graph/pose.ts";
import type { JointTraits, KernelCoordinates, NamedValue } from "./jointTraits.ts";
import { minus } from "./numberedCoordinates.ts";

export const rotation: NamedValue = { name: "rotation", size: 3, unit: "rad" };
export const angularVelocity: NamedValue = { name: "angularVelocity", size: 3, unit: "rad/s" };
export const quaternion: NamedValue = { name: "quaternion", size: 4, unit: "1" };
/** In axes of the second frame. */
export const spin: NamedValue = { name: "w", size: 3, unit: "rad/s" };

type Own = Pick<JointTraits, "results" | "states" | "observe" | "start" | "drawnAs"> &
  Required<Pick<JointTraits, "orientation">>;

export function orientedJoint(own: Own): JointTraits {
  return {
    coordinates: [],
    direction: ({ n }) => n,
    backwards: {
      keepsCoordinates: false,
      place: () => undefined,
      convert: (coordinates) => coordinates,
    },
    axes: () => ({}),
    ...own,
  };
}

/** Translation, Cardan angles, velocity and angular velocity w in axes of obj1 as r, quaternion; v, w in axes of the second frame. */
export function poseCoordinates(
  r: readonly number[],
  angles: readonly number[],
  v: readonly number[],
  w: readonly number[],
  isReversed: boolean,
): KernelCoordinates {
  const pose = poseOf(r, angles);
  const turned = new Float64Array(4);
  if (!isReversed) {
    quaternionFromMatrix(turned, 0, pose.R, 0);
    return { q: [...r, ...turned], v: [...v, ...rotate(transpose(pose.R), w)] };
  }
  const inverse = invert(pose);
  quaternionFromMatrix(turned, 0, inverse.R, 0);
  const drag = crossOf(w, r);
  const relative = rotate(inverse.R, [v[0]! - drag[0]!, v[1]! - drag[1]!, v[2]! - drag[2]!]);
  // seen from obj2, obj1 turns with −w; in axes of obj1 that is −w itself
  return { q: [...inverse.r, ...turned], v: [...minus([...relative]), ...minus(w)] };
}
