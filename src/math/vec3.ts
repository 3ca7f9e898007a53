/**
 * Vectors with three components inside packed arrays: each argument is an array and the position of its first component.
 * All components are read before any is written, so `out` may be one of the inputs.
 */

/** out ← a */
export function copy3(out: Float64Array, k: number, a: Float64Array, ia: number): void {
  const x = a[ia];
  const y = a[ia + 1];
  const z = a[ia + 2];
  out[k] = x;
  out[k + 1] = y;
  out[k + 2] = z;
}

/** out ← (x, y, z) */
export function set3(out: Float64Array, k: number, x: number, y: number, z: number): void {
  out[k] = x;
  out[k + 1] = y;
  out[k + 2] = z;
}

/** out ← a + b */
export function add3(out: Float64Array, k: number, a: Float64Array, ia: number, b: Float64Array, ib: number): void {
  const x = a[ia] + b[ib];
  const y = a[ia + 1] + b[ib + 1];
  const z = a[ia + 2] + b[ib + 2];
  out[k] = x;
  out[k + 1] = y;
  out[k + 2] = z;
}

/** out ← a − b */
export function subtract3(
  out: Float64Array,
  k: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const x = a[ia] - b[ib];
  const y = a[ia + 1] - b[ib + 1];
  const z = a[ia + 2] - b[ib + 2];
  out[k] = x;
  out[k + 1] = y;
  out[k + 2] = z;
}

/** out ← s·a */
export function scale3(out: Float64Array, k: number, s: number, a: Float64Array, ia: number): void {
  const x = s * a[ia];
  const y = s * a[ia + 1];
  const z = s * a[ia + 2];
  out[k] = x;
  out[k + 1] = y;
  out[k + 2] = z;
}

/** out ← out + s·a */
export function addScaled3(out: Float64Array, k: number, s: number, a: Float64Array, ia: number): void {
  const x = s * a[ia];
  const y = s * a[ia + 1];
  const z = s * a[ia + 2];
  out[k] += x;
  out[k + 1] += y;
  out[k + 2] += z;
}

/** a · b */
export function dot3(a: Float64Array, ia: number, b: Float64Array, ib: number): number {
  return a[ia] * b[ib] + a[ia + 1] * b[ib + 1] + a[ia + 2] * b[ib + 2];
}

/** out ← a × b */
export function cross3(out: Float64Array, k: number, a: Float64Array, ia: number, b: Float64Array, ib: number): void {
  const ax = a[ia];
  const ay = a[ia + 1];
  const az = a[ia + 2];
  const bx = b[ib];
  const by = b[ib + 1];
  const bz = b[ib + 2];
  out[k] = ay * bz - az * by;
  out[k + 1] = az * bx - ax * bz;
  out[k + 2] = ax * by - ay * bx;
}

/** out ← out + a × b */
export function addCross3(
  out: Float64Array,
  k: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const ax = a[ia];
  const ay = a[ia + 1];
  const az = a[ia + 2];
  const bx = b[ib];
  const by = b[ib + 1];
  const bz = b[ib + 2];
  out[k] += ay * bz - az * by;
  out[k + 1] += az * bx - ax * bz;
  out[k + 2] += ax * by - ay * bx;
}

/** ‖a‖, scaled by the largest component when squares would overflow or vanish. */
export function norm3(a: Float64Array, ia: number): number {
  const x = Math.abs(a[ia]);
  const y = Math.abs(a[ia + 1]);
  const z = Math.abs(a[ia + 2]);
  const square = x * x + y * y + z * z;
  if (square > 1e-280 && square < Infinity) return Math.sqrt(square);
  const largest = Math.max(x, y, z);
  if (largest === 0 || largest === Infinity) return largest;
  const u = x / largest;
  const v = y / largest;
  const w = z / largest;
  return largest * Math.sqrt(u * u + v * v + w * w);
}

/** out ← a / ‖a‖. Returns ‖a‖; a zero vector has no direction and gives out ← 0. */
export function normalise3(out: Float64Array, k: number, a: Float64Array, ia: number): number {
  const length = norm3(a, ia);
  const x = a[ia] / length;
  const y = a[ia + 1] / length;
  const z = a[ia + 2] / length;
  out[k] = length > 0 ? x : 0;
  out[k + 1] = length > 0 ? y : 0;
  out[k + 2] = length > 0 ? z : 0;
  return length;
}
