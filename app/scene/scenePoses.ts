/** Where objects stand at the start, as the compiler has put them together, and where that is in other objects. */

import { matrixFromQuaternion, quaternionFromMatrix } from "../../src/math/quaternion.ts";
import { cardanFromRotation } from "../../src/math/rotation.ts";
import { compose, invert, type Pose } from "../../src/multibody/graph/pose.ts";
import type { Animation } from "../../src/scene/animation.ts";
import type { Placement } from "../document/sceneEdits.ts";

/** Pose in the world of an object at the first time of the animation; undefined when it does not exist there. */
export function startPose({ scene, poses }: Animation, path: string): Pose | undefined {
  const at = scene.objects.findIndex((object) => object.path === path);
  return at < 0 || Number.isNaN(poses[at]![0]) ? undefined : poseFrom(poses[at]!);
}

export function poseFrom(numbers: Float64Array): Pose {
  const R = new Float64Array(9);
  matrixFromQuaternion(R, 0, numbers, 3);
  return { r: numbers.slice(0, 3), R };
}

/** Where a pose of the world is in the parent that has another pose. */
export function placementIn(parent: Pose, pose: Pose): Placement {
  const { r, R } = compose(invert(parent), pose);
  const rotation = new Float64Array(3);
  cardanFromRotation(rotation, 0, R, 0);
  return { translation: r, rotation };
}

/** The animation with some objects moved as if they were fixed to one that goes from one pose to another, at its first time. */
export function carried(animation: Animation, paths: ReadonlySet<string>, from: Pose, to: Pose): Animation {
  const motion = compose(to, invert(from));
  const poses = animation.poses.map((numbers, k) => {
    if (!paths.has(animation.scene.objects[k]!.path)) return numbers;
    const { r, R } = compose(motion, poseFrom(numbers));
    const moved = numbers.slice();
    moved.set(r);
    quaternionFromMatrix(moved, 3, R, 0);
    return moved;
  });
  return { ...animation, poses };
}

export type { Pose };
