/** Small vectors of definitions and results: plain tuples. Kernels use packed arrays instead. */

export type Vector3 = readonly [number, number, number];

/** Symmetric 3 × 3 matrix, upper triangle by rows: Ixx, Ixy, Ixz, Iyy, Iyz, Izz. */
export type Symmetric3 = readonly [number, number, number, number, number, number];

export const zeroVector: Vector3 = [0, 0, 0];

/** The symmetric matrix with nothing but its diagonal. */
export function diagonal(x: number, y: number, z: number): Symmetric3 {
  return [x, 0, 0, y, 0, z];
}
