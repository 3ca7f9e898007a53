/** Values of SDFormat elements, which stand between the tags rather than in attributes. */
import * as elementary from "../math/elementary.ts";
import { matrixFromQuaternion } from "../math/quaternion.ts";
import { compose, identityPose, invert, type Pose } from "../multibody/graph/pose.ts";
import { poseOfOrigin } from "../urdf/origins.ts";
import type { UrdfOrigin } from "../urdf/urdfRobot.ts";
import type { XmlElement } from "../urdf/xmlElement.ts";

/** Numbers of a child element; `otherwise` where it is absent. */
export function numbersOf(owner: XmlElement, name: string, otherwise: readonly number[]): number[] {
  const child = owner.child(name);
  if (child === undefined) return [...otherwise];
  const words = child.content.trim().split(/\s+/);
  const values = words.map(Number);
  if (words.length !== otherwise.length || words[0] === "" || !values.every(Number.isFinite)) {
    const count = otherwise.length === 1 ? "one finite number" : `${otherwise.length} finite numbers`;
    throw child.error(`"${child.content.trim()}" is not ${count}`, `${count}, in SI units`);
  }
  return values;
}

export function numberOf(owner: XmlElement, name: string, otherwise: number): number {
  return numbersOf(owner, name, [otherwise])[0]!;
}

/** A number that may be without bound, as limits are: ±inf. */
export function boundOf(owner: XmlElement, name: string, otherwise: number): number {
  const sign = /^([+-]?)inf(?:inity)?$/i.exec(textOf(owner, name) ?? "")?.[1];
  return sign === undefined ? numberOf(owner, name, otherwise) : sign === "-" ? -Infinity : Infinity;
}

/** true and 1. */
export function isOn(owner: XmlElement, name: string): boolean {
  return ["true", "1"].includes(textOf(owner, name) ?? "");
}

export function textOf(owner: XmlElement, name: string): string | undefined {
  return owner.child(name)?.content.trim();
}

/** x y z roll pitch yaw, or x y z and a quaternion, of the element itself. */
export function poseWritten(owner: XmlElement): Pose {
  const pose = owner.child("pose");
  if (pose === undefined || pose.content.trim() === "") return identityPose;
  if (pose.attribute("rotation_format") === "quat_xyzw") return poseOfQuaternion(pose, owner);
  const unit = pose.attribute("degrees") === "true" ? Math.PI / 180 : 1;
  const values = numbersOf(owner, "pose", [0, 0, 0, 0, 0, 0]);
  return poseOfOrigin({
    xyz: [values[0]!, values[1]!, values[2]!],
    rpy: [unit * values[3]!, unit * values[4]!, unit * values[5]!],
  });
}

function poseOfQuaternion(pose: XmlElement, owner: XmlElement): Pose {
  const values = Float64Array.from(numbersOf(owner, "pose", [0, 0, 0, 0, 0, 0, 1]));
  if (!values.subarray(3).some((x) => x !== 0))
    throw pose.error("the quaternion is zero", "x y z of the place, then x y z w of a quaternion");
  const R = new Float64Array(9);
  matrixFromQuaternion(R, 0, values, 3);
  return { r: values.slice(0, 3), R };
}

/** A pose with roll, pitch and yaw. */
export function originOf({ r, R }: Pose): UrdfOrigin {
  const pitch = elementary.atan2(-R[6]!, elementary.hypot(R[0]!, R[3]!));
  const isUpright = elementary.hypot(R[0]!, R[3]!) < 1e-12;
  const roll = isUpright ? elementary.atan2(-R[5]!, R[4]!) : elementary.atan2(R[7]!, R[8]!);
  const yaw = isUpright ? 0 : elementary.atan2(R[3]!, R[0]!);
  return { xyz: [r[0]!, r[1]!, r[2]!], rpy: [roll, pitch, yaw] };
}

/** b seen from a. */
export const relative = (a: Pose, b: Pose): Pose => compose(invert(a), b);
