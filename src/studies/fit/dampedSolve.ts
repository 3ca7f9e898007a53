/**
 * The step of a damped least squares problem by an orthogonal factorisation, so that the condition of J is not squared.
 *
 *     min |J·s + r|² + λ·|D·s|²   =   least squares with [J; √λ·D]
 *
 * Source   [More1978], Householder reflections of [Golub2013] sec. 5.2
 */
import * as elementary from "../../math/elementary.ts";

/** Writes the step; columns that are held keep 0. Tells by how much |r|² should fall. */
export function solveDamped(
  j: Float64Array,
  m: number,
  r: Float64Array,
  scale: Float64Array,
  held: readonly boolean[],
  damping: number,
  step: Float64Array,
): { predicted: number } {
  const free: number[] = [];
  for (let k = 0; k < scale.length; k++) if (!held[k]) free.push(k);
  const n = free.length;
  const rows = m + n;
  const a = new Float64Array(rows * n);
  const b = new Float64Array(rows);
  b.set(r);
  free.forEach((k, c) => {
    // columns scaled to length about 1
    for (let i = 0; i < m; i++) a[c * rows + i] = j[k * m + i]! / scale[k]!;
    a[c * rows + m + c] = Math.sqrt(damping);
  });
  const order = factor(a, b, rows, n);
  const x = backSubstitute(a, b, rows, n);
  step.fill(0);
  for (let c = 0; c < n; c++) step[free[order[c]!]!] = -x[c]! / scale[free[order[c]!]!]!;
  // |r|² − |J·s + r|²
  let predicted = 0;
  for (let i = 0; i < m; i++) {
    let linear = r[i]!;
    for (const k of free) linear += j[k * m + i]! * step[k]!;
    predicted += r[i]! * r[i]! - linear * linear;
  }
  return { predicted };
}

/** Reflections with column pivoting; b becomes Qᵀ·b. The order of the columns. */
function factor(a: Float64Array, b: Float64Array, rows: number, n: number): Int32Array {
  const order = Int32Array.from({ length: n }, (_, c) => c);
  for (let c = 0; c < n; c++) {
    let best = c;
    let largest = -1;
    for (let k = c; k < n; k++) {
      let norm = 0;
      for (let i = c; i < rows; i++) norm += elementary.square(a[k * rows + i]!);
      if (norm > largest) [largest, best] = [norm, k];
    }
    if (best !== c) {
      for (let i = 0; i < rows; i++) [a[c * rows + i], a[best * rows + i]] = [a[best * rows + i]!, a[c * rows + i]!];
      [order[c], order[best]] = [order[best]!, order[c]!];
    }
    const norm = Math.sqrt(largest);
    if (norm === 0) continue;
    const head = a[c * rows + c]!;
    const alpha = head > 0 ? -norm : norm;
    const v0 = head - alpha;
    const beta = -1 / (alpha * v0);
    // the reflection of the remaining columns and of b
    for (let k = c + 1; k <= n; k++) {
      const [column, at] = k === n ? [b, 0] : [a, k * rows];
      let dot = v0 * column[at + c]!;
      for (let i = c + 1; i < rows; i++) dot += a[c * rows + i]! * column[at + i]!;
      dot *= beta;
      column[at + c] = column[at + c]! - dot * v0;
      for (let i = c + 1; i < rows; i++) column[at + i] = column[at + i]! - dot * a[c * rows + i]!;
    }
    a[c * rows + c] = alpha;
  }
  return order;
}

/** Columns without an own direction (tiny on the diagonal) get 0. */
function backSubstitute(a: Float64Array, b: Float64Array, rows: number, n: number): Float64Array {
  const x = new Float64Array(n);
  const smallest = n > 0 ? Math.abs(a[0]!) * 1e-15 * n : 0;
  for (let c = n - 1; c >= 0; c--) {
    const diagonal = a[c * rows + c]!;
    if (Math.abs(diagonal) <= smallest) continue;
    let sum = b[c]!;
    for (let k = c + 1; k < n; k++) sum -= a[k * rows + c]! * x[k]!;
    x[c] = sum / diagonal;
  }
  return x;
}
