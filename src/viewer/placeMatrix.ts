/** Matrices of instances from poses, in the column-major single precision of three.js. */
import type { Vector3 } from "../geometry/vectors.ts";

/**
 * array[k..k+15] ← translation(r)·rotation(q)·translation(offset)·scale. A pose that does not exist becomes a matrix of
 * zeros, which draws nothing.
 */
export function placeMatrix(
  array: Float32Array,
  k: number,
  pose: Float64Array,
  i: number,
  scale: Vector3,
  offset: Vector3,
): void {
  const px = pose[i]!;
  if (Number.isNaN(px)) {
    array.fill(0, k, k + 16);
    return;
  }
  const x = pose[i + 3]!;
  const y = pose[i + 4]!;
  const z = pose[i + 5]!;
  const w = pose[i + 6]!;
  const r00 = 1 - 2 * (y * y + z * z);
  const r01 = 2 * (x * y - w * z);
  const r02 = 2 * (x * z + w * y);
  const r10 = 2 * (x * y + w * z);
  const r11 = 1 - 2 * (x * x + z * z);
  const r12 = 2 * (y * z - w * x);
  const r20 = 2 * (x * z - w * y);
  const r21 = 2 * (y * z + w * x);
  const r22 = 1 - 2 * (x * x + y * y);
  const [sx, sy, sz] = scale;
  const [ox, oy, oz] = offset;

  array[k] = r00 * sx;
  array[k + 1] = r10 * sx;
  array[k + 2] = r20 * sx;
  array[k + 3] = 0;
  array[k + 4] = r01 * sy;
  array[k + 5] = r11 * sy;
  array[k + 6] = r21 * sy;
  array[k + 7] = 0;
  array[k + 8] = r02 * sz;
  array[k + 9] = r12 * sz;
  array[k + 10] = r22 * sz;
  array[k + 11] = 0;
  array[k + 12] = px + r00 * ox + r01 * oy + r02 * oz;
  array[k + 13] = pose[i + 1]! + r10 * ox + r11 * oy + r12 * oz;
  array[k + 14] = pose[i + 2]! + r20 * ox + r21 * oy + r22 * oz;
  array[k + 15] = 1;
}
