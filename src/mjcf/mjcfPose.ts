/**
 * Places of MJCF elements: `pos` with one of `quat`, `axisangle`, `euler`, `xyaxes`, `zaxis`.
 *
 * Source   [MJCF] "Frame orientations"
 */

import * as elementary from "../math/elementary.ts";
import { matrixFromQuaternion } from "../math/quaternion.ts";
import { cardanFromRotation, rotationFromAxisAngle, rotationFromXY } from "../math/rotation.ts";
import { crossOf, identityPose, multiply, type Pose } from "../multibody/graph/pose.ts";
import type { MjcfElement } from "./mjcfElement.ts";

export interface AngleUnits {
  /** rad per unit of the file. */
  readonly angle: number;
  /** e.g. xyz about moving axes, XYZ about fixed ones. */
  readonly eulerSequence: string;
}

export function readPose(element: MjcfElement, units: AngleUnits): Pose {
  const r = Float64Array.from(element.filled("pos", [0, 0, 0]));
  return { r, R: readRotation(element, units) };
}

function readRotation(element: MjcfElement, units: AngleUnits): Float64Array {
  const { angle } = units;
  const quat = element.exactly("quat", 4);
  const axisAngle = element.exactly("axisangle", 4);
  const euler = element.exactly("euler", 3);
  const axes = element.exactly("xyaxes", 6);
  const zAxis = element.exactly("zaxis", 3);
  if (axisAngle !== undefined) return aboutAxis(element, axisAngle, angle * axisAngle[3]!);
  if (euler !== undefined) return fromEuler(element, euler, units);
  if (axes !== undefined) {
    const R = new Float64Array(9);
    if (!rotationFromXY(R, 0, Float64Array.from(axes), 0, Float64Array.from(axes), 3))
      throw element.xml.error(`xyaxes="${axes.join(" ")}" are parallel or zero`, "two directions that span a plane");
    return R;
  }
  if (zAxis !== undefined) return turningZTo(zAxis);
  return quat === undefined ? identityPose.R : fromQuaternion(quat);
}

/** w, x, y, z, of any length but zero. */
export function fromQuaternion([w, x, y, z]: readonly number[]): Float64Array {
  const q = Float64Array.of(x!, y!, z!, w!);
  const R = new Float64Array(9);
  if (q.every((value) => value === 0)) return identityPose.R;
  matrixFromQuaternion(R, 0, q, 0);
  return R;
}

function aboutAxis(element: MjcfElement, axis: readonly number[], angle: number): Float64Array {
  const length = elementary.hypot(axis[0]!, axis[1]!, axis[2]!);
  if (!(length > 0)) throw element.xml.error("an axis of rotation is zero", "an axis with a direction, such as 0 0 1");
  const R = new Float64Array(9);
  rotationFromAxisAngle(R, 0, Float64Array.of(axis[0]! / length, axis[1]! / length, axis[2]! / length), 0, angle);
  return R;
}

export function fromEuler(
  element: MjcfElement,
  angles: readonly number[],
  { angle: unit, eulerSequence: sequence }: AngleUnits,
): Float64Array {
  let R = identityPose.R;
  [...sequence].forEach((letter, k) => {
    const axis = [0, 0, 0];
    axis["xyz".indexOf(letter.toLowerCase())] = 1;
    const turn = aboutAxis(element, axis, unit * angles[k]!);
    R = letter === letter.toLowerCase() ? multiply(R, turn) : multiply(turn, R);
  });
  return R;
}

/** The smallest rotation that turns z into the direction. */
export function turningZTo(direction: readonly number[]): Float64Array {
  const axis = crossOf([0, 0, 1], direction);
  const sine = elementary.norm(axis);
  const R = new Float64Array(9);
  const angle = elementary.atan2(sine, direction[2]!);
  const n = sine > 0 ? axis.map((x) => x / sine) : Float64Array.of(1, 0, 0);
  rotationFromAxisAngle(R, 0, n, 0, angle);
  return R;
}

/** Cardan angles 1-2-3. */
export function cardanOf(R: Float64Array): number[] {
  const angles = new Float64Array(3);
  cardanFromRotation(angles, 0, R, 0);
  return [...angles];
}

/** As options of an Object3D. */
export function placement(
  parent: string,
  { r, R }: Pose,
): { parent: string; translation: number[]; rotation: number[] } {
  return { parent, translation: [...r], rotation: cardanOf(R) };
}
