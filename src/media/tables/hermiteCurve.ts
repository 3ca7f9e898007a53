/** A curve by values and slopes at equidistant points, cubic between them: continuous with its slope. */

/** Fourth-order difference of f at x: with step e on both sides, or on the side where f is known. */
export function slopeAt(f: (x: number) => number, x: number, e: number, side: -1 | 0 | 1): number {
  if (side === 0) return (8 * (f(x + e) - f(x - e)) - (f(x + 2 * e) - f(x - 2 * e))) / (12 * e);
  const step = side * e;
  const ahead = (k: number): number => f(x + k * step);
  return (48 * ahead(1) - 25 * ahead(0) - 36 * ahead(2) + 16 * ahead(3) - 3 * ahead(4)) / (12 * step);
}

/** On which side of point i of a range its function is known. */
export function sideOf(i: number, cells: number): -1 | 0 | 1 {
  return i === 0 ? 1 : i === cells ? -1 : 0;
}

/** Curves over the same points. */
export class HermiteCurve {
  /** Value and slope of each curve at the point that was asked for last. */
  readonly out: Float64Array;
  readonly #data: Float64Array;
  readonly #from: number;
  readonly #perStep: number;
  readonly #last: number;

  /** `data`: value, slope of each curve at each of the points from `from` to `to`. */
  constructor(from: number, to: number, data: Float64Array, curves = 1) {
    const cells = data.length / (2 * curves) - 1;
    const step = (to - from) / cells;
    this.out = new Float64Array(2 * curves);
    this.#from = from;
    this.#perStep = 1 / step;
    this.#last = cells - 1;
    this.#data = data.map((x, i) => (i % 2 === 1 ? x * step : x));
  }

  at(x: number): void {
    const place = (x - this.#from) * this.#perStep;
    const cell = place < 0 ? 0 : place > this.#last ? this.#last : place | 0;
    const t = place - cell;
    const { out } = this;
    const data = this.#data;
    const perStep = this.#perStep;
    const width = out.length;
    for (let f = 0, k = width * cell; f < width; f += 2, k += 2) {
      const y = data[k]!;
      const m = data[k + 1]!;
      const n = data[k + width + 1]!;
      const rise = data[k + width]! - y;
      const c2 = 3 * rise - 2 * m - n;
      const c3 = m + n - 2 * rise;
      out[f] = y + t * (m + t * (c2 + t * c3));
      out[f + 1] = (m + t * (2 * c2 + 3 * t * c3)) * perStep;
    }
  }
}

/** The curves of smooth functions. */
export function curveOf(
  from: number,
  to: number,
  cells: number,
  ...functions: ((x: number) => number)[]
): HermiteCurve {
  const step = (to - from) / cells;
  const width = 2 * functions.length;
  const data = new Float64Array(width * (cells + 1));
  for (let i = 0; i <= cells; i++) {
    const x = i === cells ? to : from + i * step;
    for (const [k, f] of functions.entries()) {
      data[width * i + 2 * k] = f(x);
      data[width * i + 2 * k + 1] = slopeAt(f, x, 0.02 * step, sideOf(i, cells));
    }
  }
  return new HermiteCurve(from, to, data, functions.length);
}
