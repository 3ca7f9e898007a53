/**
 * Error weights and the weighted root-mean-square norm in which all methods measure.
 *
 * Source   [Hindmarsh2005] eq. (4)
 *          ‖v‖ = √( Σ (v_i · w_i)² / n ),   w_i = 1 / (rtol·|y_i| + atol_i)
 */

/** w ← safety / (rtol·|y| + atol). */
export function computeErrorWeights(
  w: Float64Array,
  y: Float64Array,
  relativeTolerance: number,
  absoluteTolerance: Float64Array,
  safety = 1,
): void {
  for (let i = 0; i < w.length; i++) {
    w[i] = safety / (relativeTolerance * Math.abs(y[i]) + absoluteTolerance[i]);
  }
}

/** ‖v‖ in the weighted root-mean-square norm; NaN or Infinity when v is not finite. */
export function weightedNorm(v: Float64Array, w: Float64Array): number {
  const n = w.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const x = v[i] * w[i];
    sum += x * x;
  }
  return Math.sqrt(sum / n);
}

/** The largest of these norms of equally long blocks, none of which may hide behind the others. */
export function largestBlockNorm(v: Float64Array, w: Float64Array, blocks: number): number {
  const n = w.length / blocks;
  let largest = 0;
  for (let begin = 0; begin < w.length; begin += n) {
    let sum = 0;
    for (let i = begin; i < begin + n; i++) {
      const x = v[i] * w[i];
      sum += x * x;
    }
    largest = Math.max(largest, sum);
  }
  return Math.sqrt(largest / n);
}

/** Component with the largest weighted entry, for messages. */
export function worstComponent(v: Float64Array, w: Float64Array): number {
  let worst = 0;
  let largest = -1;
  for (let i = 0; i < w.length; i++) {
    const x = Math.abs(v[i] * w[i]);
    if (x > largest || Number.isNaN(x)) {
      worst = i;
      if (Number.isNaN(x)) break;
      largest = x;
    }
  }
  return worst;
}
