/**
 * One column of a table over its abscissa: values, slopes and second derivatives, inside and outside of the range.
 *
 *     y(u) = y_i + ((c₀·v + c₁)·v + c₂)·v,   v = u − x_i
 *     c₂ = s_i,   c₁ = (3d − 2s_i − s_{i+1})/h,   c₀ = (s_i + s_{i+1} − 2d)/h²
 *
 * An interval is [x_i, x_{i+1}), the last one is closed. Intervals −1 and n − 1 lie outside.
 */
import { extrapolation, isSpline, smoothness } from "./kinds.ts";
import { tableSlopes } from "./slopes.ts";
import { type TableName, tableError } from "./tableError.ts";

export interface TableCurve {
  readonly name: TableName;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** c₀, c₁, c₂ per interval. */
  readonly cubics: Float64Array;
  readonly extrapolation: number;
  readonly isConstant: boolean;
}

export function tableCurve(
  name: TableName,
  x: Float64Array,
  y: Float64Array,
  kind: number,
  outside: number,
): TableCurve {
  const n = x.length;
  const cubics = new Float64Array(3 * Math.max(0, n - 1));
  const isConstant = kind === smoothness.constant;
  const slopes = isSpline(kind) && n > 1 ? tableSlopes(x, y, kind) : undefined;
  for (let i = 0; i + 1 < n; i++) {
    const h = x[i + 1]! - x[i]!;
    if (h === 0) continue;
    const d = (y[i + 1]! - y[i]!) / h;
    if (slopes === undefined) {
      cubics[3 * i + 2] = d;
      continue;
    }
    const left = slopes[i]!;
    const right = slopes[i + 1]!;
    cubics[3 * i] = (left + right - 2 * d) / (h * h);
    cubics[3 * i + 1] = (3 * d - 2 * left - right) / h;
    cubics[3 * i + 2] = left;
  }
  return { name, x, y, cubics, extrapolation: outside, isConstant };
}

/** The last i with x_i ≤ u, and at most n − 2; −1 before the first point. `hint` is where the search begins. */
export function findInterval(x: Float64Array, u: number, hint = 0): number {
  const last = x.length - 2;
  if (!(u >= x[0]!)) return -1;
  if (u >= x[last + 1]!) return last;
  if (hint >= 0 && hint <= last && x[hint]! <= u && u < x[hint + 1]!) return hint;
  let low = 0;
  let high = last + 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x[middle]! <= u) low = middle;
    else high = middle;
  }
  return low;
}

/** u moved into the range of a periodic table: [x_0, x_n). */
export function wrapped(x: Float64Array, u: number): number {
  const first = x[0]!;
  const period = x[x.length - 1]! - first;
  if (u >= first && u <= first + period) return u;
  return u - Math.floor((u - first) / period) * period;
}

/** The value at u. */
export function curveValue(curve: TableCurve, u: number): number {
  const { x, y } = curve;
  const n = x.length;
  if (n === 1) return y[0]!;
  const at = placed(curve, u);
  if (at < x[0]!) return y[0]! + outsideSlope(curve, 0) * (at - x[0]!);
  if (at > x[n - 1]!) return y[n - 1]! + outsideSlope(curve, n - 1) * (at - x[n - 1]!);
  if (curve.isConstant && at === x[n - 1]!) return y[n - 1]!;
  return valueIn(curve, findInterval(x, at), at);
}

/** The value of interval i's own polynomial at u, wherever u is. */
export function valueIn(curve: TableCurve, i: number, u: number): number {
  if (curve.isConstant) return curve.y[i]!;
  const v = u - curve.x[i]!;
  const c = curve.cubics;
  return curve.y[i]! + ((c[3 * i]! * v + c[3 * i + 1]!) * v + c[3 * i + 2]!) * v;
}

export function slopeIn({ x, cubics: c, isConstant }: TableCurve, i: number, u: number): number {
  if (isConstant) return 0;
  const v = u - x[i]!;
  return (3 * c[3 * i]! * v + 2 * c[3 * i + 1]!) * v + c[3 * i + 2]!;
}

export function bendIn({ x, cubics: c, isConstant }: TableCurve, i: number, u: number): number {
  return isConstant ? 0 : 6 * c[3 * i]! * (u - x[i]!) + 2 * c[3 * i + 1]!;
}

/** dy/du at u; at a point the slope of the side towards which u moves. */
export function curveSlope(curve: TableCurve, u: number, direction: number): number {
  const { x } = curve;
  const n = x.length;
  if (n === 1) return 0;
  const at = placed(curve, u);
  if (at < x[0]! || (at === x[0]! && direction < 0 && curve.extrapolation !== extrapolation.periodic)) {
    return outsideSlope(curve, 0);
  }
  if (at > x[n - 1]! || (at === x[n - 1]! && direction > 0 && curve.extrapolation !== extrapolation.periodic)) {
    return outsideSlope(curve, n - 1);
  }
  return slopeIn(curve, sidedInterval(curve, at, direction), at);
}

/** d²y/du² at u. */
export function curveBend(curve: TableCurve, u: number, direction: number): number {
  const { x } = curve;
  const n = x.length;
  if (n === 1) return 0;
  const at = placed(curve, u);
  if (at < x[0]! || at > x[n - 1]!) return 0;
  return bendIn(curve, sidedInterval(curve, at, direction), at);
}

function sidedInterval({ x, extrapolation: outside }: TableCurve, u: number, direction: number): number {
  const i = findInterval(x, u);
  if (direction >= 0 || u !== x[i]!) return i;
  if (i > 0) return i - 1;
  return outside === extrapolation.periodic ? x.length - 2 : i;
}

function placed(curve: TableCurve, u: number): number {
  const { x, extrapolation: outside } = curve;
  if (outside === extrapolation.periodic) return wrapped(x, u);
  if (outside === extrapolation.none) checkRange(curve.name, x, u);
  return u;
}

/** Slope of the line outside of the first or behind the last point. */
export function outsideSlope(curve: TableCurve, end: number): number {
  if (curve.extrapolation !== extrapolation.lastTwoPoints) return 0;
  const { x, cubics: c } = curve;
  const i = end === 0 ? 0 : x.length - 2;
  const v = end === 0 ? 0 : x[end]! - x[i]!;
  return (3 * c[3 * i]! * v + 2 * c[3 * i + 1]!) * v + c[3 * i + 2]!;
}

/** Throws when u is outside of the table and the model forbids that. */
export function checkRange(name: TableName, x: Float64Array, u: number): void {
  const [low, high] = [x[0]!, x[x.length - 1]!];
  if (u >= low && u <= high) return;
  throw tableError(
    name,
    `The table is asked for ${u}, outside of its range ${low} … ${high}.`,
    "enlarge the table, or allow extrapolation",
    "its extrapolation is NoExtrapolation",
  );
}
