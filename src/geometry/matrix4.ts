/** Matrices of scenes in files: 4 × 4, column by column, as glTF writes them. */

import * as elementary from "../math/elementary.ts";

export type Matrix4 = readonly number[];

export const identity4: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function multiply4(a: Matrix4, b: Matrix4): Matrix4 {
  return Array.from({ length: 16 }, (_, k) => {
    const [row, column] = [k % 4, 4 * Math.floor(k / 4)];
    return (
      a[row]! * b[column]! + a[row + 4]! * b[column + 1]! + a[row + 8]! * b[column + 2]! + a[row + 12]! * b[column + 3]!
    );
  });
}

export function translation4([x, y, z]: readonly number[]): Matrix4 {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x!, y!, z!, 1];
}

export function scale4([x, y, z]: readonly number[]): Matrix4 {
  return [x!, 0, 0, 0, 0, y!, 0, 0, 0, 0, z!, 0, 0, 0, 0, 1];
}

/** From a quaternion x, y, z, w. */
export function rotation4(quaternion: readonly number[]): Matrix4 {
  const norm = elementary.norm(quaternion) || 1;
  const [x, y, z, w] = quaternion.map((part) => part / norm) as [number, number, number, number];
  const [a, b, c] = [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)];
  const [d, e, f] = [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)];
  const [g, h, i] = [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)];
  return [a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1];
}

export function transformed(m: Matrix4, x: number, y: number, z: number): [number, number, number] {
  return [
    m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
    m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
    m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
  ];
}

/** Of the upper 3 × 3 part: negative where the matrix mirrors. */
export function determinant4(m: Matrix4): number {
  return (
    m[0]! * (m[5]! * m[10]! - m[9]! * m[6]!) -
    m[4]! * (m[1]! * m[10]! - m[9]! * m[2]!) +
    m[8]! * (m[1]! * m[6]! - m[5]! * m[2]!)
  );
}
