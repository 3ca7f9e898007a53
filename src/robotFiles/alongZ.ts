import { compose, type Pose, poseOf } from "../multibody/graph/pose.ts";

/** The frame in which a shape along axis 1, 2 or 3 of `pose` lies along z. */
export function alongZ(pose: Pose, axis: number): Pose {
  const quarter = Math.PI / 2;
  return axis === 3 ? pose : compose(pose, poseOf([0, 0, 0], axis === 1 ? [0, quarter, 0] : [-quarter, 0, 0]));
}
