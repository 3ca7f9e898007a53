/**
 * How the values of a panel stand along its y axis: in the unit of the curves or in another one, and evenly or by powers of ten. The
 * curves stay as they are; axes and legends are written in the unit that is shown.
 *
 * Legend   shown = value·factor + offset
 */
export interface AxisScale {
  readonly factor: number;
  readonly offset: number;
  readonly isLogarithmic: boolean;
}

export const plainScale: AxisScale = { factor: 1, offset: 0, isLogarithmic: false };

/** A value of a curve as it is written. */
export function shownOf({ factor, offset }: AxisScale, value: number): number {
  return value * factor + offset;
}

/** The value of a curve that is written so. */
export function curveValueOf({ factor, offset }: AxisScale, shown: number): number {
  return (shown - offset) / factor;
}

/** Powers of ten in [low, high], and 2 and 5 times them where there are few; both must be positive. */
export function logarithmicTicks(low: number, high: number, wanted: number): number[] {
  const [from, to] = [Math.log10(low), Math.log10(high)];
  const every = Math.max(1, Math.ceil((to - from) / Math.max(1, wanted) - 0.3));
  const first = Math.floor(from / every) * every;
  const steps = every === 1 && to - from <= wanted / 2 ? [1, 2, 5] : [1];
  const list: number[] = [];
  for (let power = first; power <= Math.ceil(to); power += every)
    for (const step of steps) {
      const tick = Number(`${step}e${power}`);
      if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) list.push(tick);
    }
  return list;
}
