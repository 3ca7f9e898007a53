/** Loops in the place of calls of fill() and set(), which cost more than they do where arrays are short. */

/** x ← 0 */
export function clear(x: Float64Array): void {
  for (let i = 0; i < x.length; i++) x[i] = 0;
}

/** out ← x, which is no longer. */
export function copy(out: Float64Array, x: Float64Array): void {
  for (let i = 0; i < x.length; i++) out[i] = x[i];
}
