/** Poses of frames while a mechanism is put together: readable, not fast. */
import { rotationFromCardan } from "../../math/rotation.ts";

/** Origin and axes of a frame F in another frame P: r_PF_P and R_PF by rows. */
export interface Pose {
  readonly r: Float64Array;
  readonly R: Float64Array;
}

export const identityPose: Pose = {
  r: new Float64Array(3),
  R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
};

/** From a translation and Cardan angles 1-2-3. */
export function poseOf(translation: readonly number[], rotation: readonly number[]): Pose {
  const R = new Float64Array(9);
  rotationFromCardan(R, 0, Float64Array.from(rotation), 0);
  return { r: Float64Array.from(translation), R };
}

/** P → F → G. */
export function compose(a: Pose, b: Pose): Pose {
  const r = rotate(a.R, b.r);
  for (let i = 0; i < 3; i++) r[i]! += a.r[i]!;
  return { r, R: multiply(a.R, b.R) };
}

export function invert(a: Pose): Pose {
  const R = transpose(a.R);
  const r = rotate(R, a.r);
  for (let i = 0; i < 3; i++) r[i] = 0 - r[i]!;
  return { r, R };
}

/** R·v */
export function rotate(R: Float64Array, v: ArrayLike<number>): Float64Array {
  const out = new Float64Array(3);
  for (let i = 0; i < 3; i++) out[i] = R[3 * i]! * v[0]! + R[3 * i + 1]! * v[1]! + R[3 * i + 2]! * v[2]!;
  return out;
}

export function multiply(A: Float64Array, B: Float64Array): Float64Array {
  const out = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      out[3 * i + j] = A[3 * i]! * B[j]! + A[3 * i + 1]! * B[3 + j]! + A[3 * i + 2]! * B[6 + j]!;
  return out;
}

export function transpose(R: Float64Array): Float64Array {
  return Float64Array.of(R[0]!, R[3]!, R[6]!, R[1]!, R[4]!, R[7]!, R[2]!, R[5]!, R[8]!);
}

export function isSamePose(a: Pose, b: Pose): boolean {
  if (a === b) return true;
  for (let i = 0; i < 3; i++) if (a.r[i] !== b.r[i]) return false;
  for (let i = 0; i < 9; i++) if (a.R[i] !== b.R[i]) return false;
  return true;
}

export function crossOf(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  return Float64Array.of(a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!);
}
