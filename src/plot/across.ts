/** Curves over another signal than time: the way of a point. */
import { type Curve, type Frame, firstAtLeast } from "./decimate.ts";

interface CurveAcross extends Curve {
  readonly across?: Float64Array;
}

/** Nearer points are not told apart. */
const smallestStep = 0.5;

/** Packed x, y in pixels of the rows in the view; NaN, NaN between two pieces. */
export function pathAcross(
  curve: CurveAcross,
  frame: Frame,
  view: { readonly x0: number; readonly x1: number },
): number[] {
  const { time } = curve;
  const points: number[] = [];
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  for (let row = firstAtLeast(time, view.x0); row < time.length && time[row]! <= view.x1; row++) {
    const [x, y] = pointOf(curve, frame, row);
    if (Number.isNaN(x) || Number.isNaN(y)) {
      if (points.length > 0 && !Number.isNaN(points.at(-1)!)) points.push(Number.NaN, Number.NaN);
      lastX = Number.NaN;
      continue;
    }
    if (Math.abs(x - lastX) < smallestStep && Math.abs(y - lastY) < smallestStep) continue;
    points.push(x, y);
    [lastX, lastY] = [x, y];
  }
  return points;
}

/** The row whose point is nearest to a place of the picture; -1 without any. */
export function nearestRow(
  curve: CurveAcross,
  frame: Frame,
  view: { readonly x0: number; readonly x1: number },
  place: { readonly x: number; readonly y: number },
): number {
  const { time } = curve;
  let [best, distance] = [-1, Number.POSITIVE_INFINITY];
  for (let row = firstAtLeast(time, view.x0); row < time.length && time[row]! <= view.x1; row++) {
    const [x, y] = pointOf(curve, frame, row);
    const d = (x - place.x) ** 2 + (y - place.y) ** 2;
    if (d < distance) [best, distance] = [row, d];
  }
  return best;
}

/** Where a row is in the picture; NaN where it has no place. */
export function pointOf({ values, across }: CurveAcross, frame: Frame, row: number): [number, number] {
  const { left, top, width, height, x0, x1, y0, y1 } = frame;
  const value = frame.isLogarithmic === true ? Math.log10(values[row]!) : values[row]!;
  const x = left + (((across?.[row] ?? Number.NaN) - x0) * width) / (x1 - x0);
  return [x, Number.isFinite(value) ? top + ((y1 - value) * height) / (y1 - y0) : Number.NaN];
}
