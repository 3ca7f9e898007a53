/**
 * Enthalpy and entropy of both saturated phases over pressure, as splines: to tell the phase of (p, h) or (p, s) without
 * computing both phases. Near the line, within `guard`, the basic equations decide.
 */

import * as elementary from "../../math/elementary.ts";

/** Values and slopes at equidistant ln p; cubic between them. */
class Spline {
  readonly #values: Float64Array;
  readonly #from: number;
  readonly #step: number;

  constructor(from: number, to: number, count: number, f: (x: number) => number) {
    this.#from = from;
    this.#step = (to - from) / count;
    this.#values = new Float64Array(2 * count + 2);
    const e = 1e-4 * this.#step;
    for (let i = 0; i <= count; i++) {
      const x = from + i * this.#step;
      const a = Math.max(from, x - e);
      const b = Math.min(to, x + e);
      this.#values[2 * i] = f(x);
      this.#values[2 * i + 1] = ((f(b) - f(a)) / (b - a)) * this.#step;
    }
  }

  at(x: number): number {
    const position = (x - this.#from) / this.#step;
    const v = this.#values;
    const i = Math.max(0, Math.min(v.length / 2 - 2, Math.floor(position)));
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

export class SaturatedCurves {
  readonly hLiquid: Spline;
  readonly hVapour: Spline;
  readonly sLiquid: Spline;
  readonly sVapour: Spline;

  constructor(pLow: number, pHigh: number, f: (p: number, isLiquid: boolean, isEntropy: boolean) => number) {
    const spline = (isLiquid: boolean, isEntropy: boolean): Spline =>
      new Spline(elementary.log(pLow), elementary.log(pHigh), 256, (x) =>
        f(Math.min(pHigh, Math.max(pLow, elementary.exp(x))), isLiquid, isEntropy),
      );
    this.hLiquid = spline(true, false);
    this.hVapour = spline(false, false);
    this.sLiquid = spline(true, true);
    this.sVapour = spline(false, true);
  }
}

/** J/kg: further away than this the splines decide; they are better by orders of magnitude. */
export const enthalpyGuard = 20;
/** J/(kg K) */
export const entropyGuard = 0.05;
