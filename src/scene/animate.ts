/** Animations from numbers. */
import { readOnce } from "../errors/optionNames.ts";
import { anAnimation } from "./anAnimation.ts";
import {
  type Animation,
  type AnimationEvent,
  alignQuaternions,
  type ContactsAt,
  checkTimes,
  poseSize,
  sizeError,
} from "./animation.ts";
import type { Scene3D } from "./scene3d.ts";

export interface AnimationData {
  readonly time: ArrayLike<number>;
  readonly poses: readonly ArrayLike<number>[];
  readonly events?: readonly AnimationEvent[];
  readonly contacts?: readonly ContactsAt[];
}

/** An animation from numbers: sizes and order of time are checked, quaternions get norm 1 and the sign of rule 2. */
export function animate(scene: Scene3D, data: AnimationData): Animation {
  const given = readOnce(Object(data) as AnimationData, "animate");
  anAnimation({ ...given, scene }, "animation");
  const { time, poses, events = [], contacts = [] } = given;
  checkTimes(time);
  if (poses.length !== scene.objects.length) {
    throw sizeError("poses", `there are ${poses.length} lists of poses for ${scene.objects.length} objects`);
  }
  const own = poses.map((values, k) => {
    if (values.length !== poseSize * time.length) {
      const path = scene.objects[k]!.path;
      throw sizeError(`poses[${k}]`, `"${path}" has ${values.length} numbers for ${time.length} times`);
    }
    const copy = Float64Array.from(values);
    alignQuaternions(copy, 0, time.length);
    return copy;
  });
  return { scene, time: Float64Array.from(time), poses: own, events, contacts };
}
