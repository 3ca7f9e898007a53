/**
 * Enthalpy and entropy on the borders of regions over pressure, as splines: to tell the region of (p, h) or (p, s) without computing
 * the states on both sides. Near a border, within a guard, the basic equations decide.
 */

/** Values and slopes at equidistant points; cubic between them. */
class Spline {
  readonly #values: Float64Array;
  readonly #from: number;
  readonly #perStep: number;

  constructor(from: number, to: number, count: number, f: (x: number) => number) {
    const step = (to - from) / count;
    this.#from = from;
    this.#perStep = 1 / step;
    this.#values = new Float64Array(2 * count + 2);
    const e = 1e-3 * step;
    for (let i = 0; i <= count; i++) {
      const x = from + i * step;
      const a = Math.max(from, x - e);
      const b = Math.min(to, x + e);
      this.#values[2 * i] = f(x);
      this.#values[2 * i + 1] = ((f(b) - f(a)) / (b - a)) * step;
    }
  }

  at(x: number): number {
    const position = (x - this.#from) * this.#perStep;
    const v = this.#values;
    const last = v.length / 2 - 2;
    const i = position < 0 ? 0 : position > last ? last : position | 0;
    const t = position - i;
    const k = 2 * i;
    const y0 = v[k]!;
    const m0 = v[k + 1]!;
    const y1 = v[k + 2]!;
    const m1 = v[k + 3]!;
    const rise = y1 - y0;
    return y0 + t * (m0 + t * (3 * rise - 2 * m0 - m1 + t * (m0 + m1 - 2 * rise)));
  }
}

/** One border in both variables. */
export class BorderCurve {
  readonly h: Spline;
  readonly s: Spline;

  constructor(from: number, to: number, count: number, f: (x: number, isEntropy: boolean) => number) {
    this.h = new Spline(from, to, count, (x) => f(x, false));
    this.s = new Spline(from, to, count, (x) => f(x, true));
  }

  at(x: number, isEntropy: boolean): number {
    return isEntropy ? this.s.at(x) : this.h.at(x);
  }
}

/** A curve over x = p^⅛, which needs square roots only and stretches low pressures as a logarithm does. */
export function curveOverPressure(from: number, to: number, f: (p: number, isEntropy: boolean) => number): BorderCurve {
  const pressure = (x: number): number => Math.min(to, Math.max(from, ((x * x) ** 2) ** 2));
  return new BorderCurve(eighthRoot(from), eighthRoot(to), 256, (x, isEntropy) => f(pressure(x), isEntropy));
}

export function eighthRoot(p: number): number {
  return Math.sqrt(Math.sqrt(Math.sqrt(p)));
}

/** Further away than this (J/kg) the splines decide; they are better by orders of magnitude. */
export const enthalpyGuard = 20;
/** J/(kg K) */
export const entropyGuard = 0.05;
