/**
 * Where sites are while the springs of all joints rest: springs of tendons without a length of their own rest there, too.
 *
 * Source   [MJCF] tendon: springlength, joint: springref; balls and free bodies stand as the file shows them
 */
import * as elementary from "../math/elementary.ts";
import { rotationFromAxisAngle } from "../math/rotation.ts";
import { compose, identityPose, type Pose } from "../multibody/graph/pose.ts";
import type { Triple } from "../urdf/urdfRobot.ts";
import type { MjcfBody, MjcfJoint } from "./mjcfModel.ts";

/** Sites by name, in the world of the file. */
export function sitesAtRest(body: MjcfBody, pose: Pose = identityPose): Map<string, Float64Array> {
  const found = new Map(body.sites.map((site) => [site.name, compose(pose, site.pose).r]));
  for (const child of body.bodies) {
    const moved = child.joints.reduce((at, joint) => compose(at, moveOf(joint)), compose(pose, child.pose));
    for (const [name, r] of sitesAtRest(child, moved)) found.set(name, r);
  }
  return found;
}

/** From the position that the file shows to the one in which the spring of the joint rests. */
function moveOf({ type, axis, pos, springRef, ref }: MjcfJoint): Pose {
  const value = springRef - ref;
  if (type === "ball" || value === 0) return identityPose;
  const length = elementary.hypot(...axis);
  const [x, y, z] = axis.map((a) => a / length) as unknown as Triple;
  if (type === "slide") return { r: Float64Array.of(x * value, y * value, z * value), R: identityPose.R };
  const R = new Float64Array(9);
  rotationFromAxisAngle(R, 0, Float64Array.of(x, y, z), 0, value);
  const anchor = { r: Float64Array.from(pos), R: identityPose.R };
  const back = { r: Float64Array.from(pos, (a) => -a), R: identityPose.R };
  return compose(compose(anchor, { r: new Float64Array(3), R }), back);
}
