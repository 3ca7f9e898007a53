/** Frames of robot descriptions: x, y, z and roll, pitch, yaw as poses. */
import { compose, type Pose, poseOf } from "../multibody/graph/pose.ts";
import type { Triple, UrdfOrigin } from "./urdfRobot.ts";

/** R = R_z(yaw)·R_y(pitch)·R_x(roll) */
export function poseOfOrigin({ xyz, rpy: [roll, pitch, yaw] }: UrdfOrigin): Pose {
  const turn = (x: number, y: number, z: number): Pose => poseOf([0, 0, 0], [x, y, z]);
  return compose(poseOf(xyz, [0, 0, yaw]), compose(turn(0, pitch, 0), turn(roll, 0, 0)));
}

/** A direction across the given one. */
export function normalTo([x, y, z]: Triple): Triple {
  return Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)
    ? [0, -z, y]
    : Math.abs(y) <= Math.abs(z)
      ? [z, 0, -x]
      : [-y, x, 0];
}
