/**
 * The value of a recorded curve between its rows, together with how well the rows determine it.
 *
 * Between two rows the cubics through four neighbouring rows are taken, all those that contain the interval
 * and stay between two events. The middle one gives the value; the spread of all of them, which has the same
 * order h⁴ as their errors, tells the uncertainty. Near the ends of a smooth piece, where one cubic alone
 * fits, the parabola through three rows is its rival; a piece of two rows is a straight line without rival.
 */

export interface Estimate {
  value: number;
  /** Largest distance of a rival from the value: the rows cannot tell better. */
  uncertainty: number;
}

/** out ← the curve at t in [times[row], times[row + 1]]; the smooth piece has the rows `first` to `last`, row < last. */
export function estimateSmooth(
  out: Estimate,
  times: Float64Array,
  values: Float64Array,
  row: number,
  first: number,
  last: number,
  t: number,
): void {
  const points = last - first + 1;
  if (points < 4) {
    out.value = lagrange(times, values, row, 2, t);
    out.uncertainty = points === 3 ? Math.abs(lagrange(times, values, first, 3, t) - out.value) : 0;
    return;
  }
  const lowest = Math.max(first, row - 2);
  const highest = Math.min(row, last - 3);
  const middle = Math.min(Math.max(row - 1, lowest), highest);
  out.value = lagrange(times, values, middle, 4, t);
  out.uncertainty = 0;
  for (let start = lowest; start <= highest; start++) {
    const rival = start === middle ? out.value : lagrange(times, values, start, 4, t);
    out.uncertainty = Math.max(out.uncertainty, Math.abs(rival - out.value));
  }
  if (lowest === highest) {
    const start = row === last - 1 ? row - 1 : row;
    out.uncertainty = Math.abs(lagrange(times, values, start, 3, t) - out.value);
  }
}

/** The polynomial through `count` rows from `start` on, at t, in Lagrange's form. */
function lagrange(times: Float64Array, values: Float64Array, start: number, count: number, t: number): number {
  let sum = 0;
  for (let i = start; i < start + count; i++) {
    let weight = 1;
    for (let j = start; j < start + count; j++) {
      if (j !== i) weight *= (t - times[j]!) / (times[i]! - times[j]!);
    }
    sum += weight * values[i]!;
  }
  return sum;
}
