/**
 * Weights of one axis of a table over two variables.
 *
 * For derivatives 0, 1 and 2 four numbers each: weight of the left value, the right value, the left slope, the right slope.
 *
 *     linear    1 − t,  t
 *     constant  1,  0
 *     cubic     Hermite: (1 + 2t)(1 − t)²,  t²(3 − 2t),  h·t(1 − t)²,  h·t²(t − 1)
 */
import { extrapolation, smoothness } from "./kinds.ts";
import { checkRange, findInterval, wrapped } from "./tableCurve.ts";
import type { TableName } from "./tableError.ts";

/** Writes the weights, returns the interval. At a point the side towards which u moves (du < 0: left) counts. */
export function axisWeights(
  name: TableName,
  x: Float64Array,
  u: number,
  du: number,
  kind: number,
  outside: number,
  w: Float64Array,
): number {
  const n = x.length;
  w.fill(0);
  if (n === 1) {
    w[0] = 1;
    return 0;
  }
  if (outside === extrapolation.none) checkRange(name, x, u);
  const at = outside === extrapolation.periodic ? wrapped(x, u) : u;
  const end = at < x[0]! ? 0 : at > x[n - 1]! ? n - 1 : -1;
  if (end >= 0) return continued(x, at, end, kind, outside, w);
  let i = findInterval(x, at);
  if (du < 0 && i > 0 && at === x[i]!) i--;
  if (kind === smoothness.constant) w[at === x[n - 1]! && du >= 0 ? 1 : 0] = 1;
  else inside(x, at, i, kind, w);
  return i;
}

/** The edge's own values held, or continued by its slopes. */
function continued(x: Float64Array, u: number, end: number, kind: number, outside: number, w: Float64Array): number {
  const i = end === 0 ? 0 : x.length - 2;
  const at = x[end]!;
  inside(x, at, i, kind === smoothness.constant ? smoothness.linear : kind, w);
  for (let k = 0; k < 4; k++) {
    if (outside === extrapolation.lastTwoPoints) w[k] = w[k]! + w[4 + k]! * (u - at);
    else w[4 + k] = 0;
    w[8 + k] = 0;
  }
  return i;
}

function inside(x: Float64Array, u: number, i: number, kind: number, w: Float64Array): void {
  const h = x[i + 1]! - x[i]!;
  const t = (u - x[i]!) / h;
  const r = 1 - t;
  if (kind === smoothness.linear) {
    w[0] = r;
    w[1] = t;
    w[4] = -1 / h;
    w[5] = 1 / h;
    return;
  }
  w[0] = (1 + 2 * t) * r * r;
  w[1] = t * t * (3 - 2 * t);
  w[2] = h * t * r * r;
  w[3] = -h * t * t * r;
  w[4] = (-6 * t * r) / h;
  w[5] = -w[4]!;
  w[6] = r * (1 - 3 * t);
  w[7] = t * (3 * t - 2);
  w[8] = (12 * t - 6) / (h * h);
  w[9] = -w[8]!;
  w[10] = (6 * t - 4) / h;
  w[11] = (6 * t - 2) / h;
}
