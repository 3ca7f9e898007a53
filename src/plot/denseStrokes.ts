/**
 * A polyline for a canvas, divided into what is drawn as a line and what is drawn as bars. Where a line goes up and down within one
 * column of pixels, its stroke is the bar from the lowest to the highest point; a bar costs next to nothing, while the outline of a
 * stroke with thousands of steep edges takes a processor many milliseconds. Where it only passes through the column, however many
 * points it has there, it is the line from the first to the last of them: bars would make stairs of a smooth curve.
 *
 * Legend   points, lines   packed x, y; NaN, NaN between two pieces
 *          bars            packed column, top, bottom
 */
export interface Strokes {
  readonly lines: number[];
  readonly bars: number[];
}

/** Points in one column from which on they may make a bar. */
const fewest = 3;
/** Pixels by which a line may leave the straight way through its column unseen. */
const unseen = 0.75;

export function denseStrokes(points: readonly number[]): Strokes {
  const lines: number[] = [];
  const bars: number[] = [];
  const lift = (): void => {
    if (lines.length > 0 && !Number.isNaN(lines[lines.length - 1]!)) lines.push(Number.NaN, Number.NaN);
  };
  /** Last point of the bar before; −1: there is none, or the line has left it. */
  let from = -1;
  for (let k = 0; k < points.length; ) {
    const column = Math.floor(points[k]!);
    let end = k + 2;
    while (end < points.length && Math.floor(points[end]!) === column) end += 2;
    const hasMany = end - k >= 2 * fewest;
    let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = k; hasMany && i < end; i += 2) {
      top = Math.min(top, points[i + 1]!);
      bottom = Math.max(bottom, points[i + 1]!);
    }
    const isBar = hasMany && bottom - top > Math.abs(points[end - 1]! - points[k + 1]!) + unseen;
    const isBeside = isBar && from >= 0 && column - Math.floor(points[from]!) <= 1;
    if (Number.isNaN(column)) {
      lift();
      from = -1;
      k += 2;
      continue;
    }
    // the line leaves the bar before, unless this bar takes over
    if (from >= 0 && !isBeside) {
      lift();
      lines.push(points[from]!, points[from + 1]!);
    }
    if (isBar) {
      if (!isBeside && lines.length > 0 && !Number.isNaN(lines[lines.length - 1]!)) {
        lines.push(points[k]!, points[k + 1]!);
        lift();
      }
      if (isBeside) {
        top = Math.min(top, points[from + 1]!);
        bottom = Math.max(bottom, points[from + 1]!);
      }
      bars.push(column, top, bottom);
    } else if (hasMany) lines.push(points[k]!, points[k + 1]!, points[end - 2]!, points[end - 1]!);
    else for (let i = k; i < end; i++) lines.push(points[i]!);
    from = isBar ? end - 2 : -1;
    k = end;
  }
  return { lines, bars };
}
