/** Functions as piecewise Chebyshev expansions, built once from an expensive function. */

import * as elementary from "../../math/elementary.ts";

const degree = 15;

export class ChebyshevPieces {
  /** Ends of the pieces, increasing. */
  readonly #ends: Float64Array;
  /** Coefficients: piece by piece, function by function. */
  readonly #c: Float64Array;
  readonly #count: number;
  readonly #work = new Float64Array(2);

  /**
   * `f` writes `count` values at x into out. Pieces are halved until the values between the nodes agree to `accuracy(x)` (absolute) or
   * they are narrower than `narrowest`.
   */
  constructor(
    from: number,
    to: number,
    count: number,
    f: (x: number, out: Float64Array) => void,
    accuracy: (x: number) => number,
    narrowest: number,
  ) {
    this.#count = count;
    const ends: number[] = [from];
    const coefficients: number[] = [];
    const m = degree + 1;
    const values = Array.from({ length: m }, () => new Float64Array(count));
    const check = new Float64Array(count);
    const build = (a: number, b: number): void => {
      const piece = new Float64Array(m * count);
      for (let i = 0; i < m; i++)
        f((a + b) / 2 + ((b - a) / 2) * elementary.cos((Math.PI * (i + 0.5)) / m), values[i]!);
      for (let q = 0; q < count; q++)
        for (let k = 0; k < m; k++) {
          let sum = 0;
          for (let i = 0; i < m; i++) sum += values[i]![q]! * elementary.cos((Math.PI * k * (i + 0.5)) / m);
          piece[q * m + k] = ((k === 0 ? 1 : 2) * sum) / m;
        }
      let isGood = true;
      for (const place of [-0.97, -0.4, 0.05, 0.55, 0.985]) {
        f((a + b) / 2 + ((b - a) / 2) * place, check);
        for (let q = 0; q < count && isGood; q++)
          isGood = Math.abs(clenshaw(piece, q * m, place) - check[q]!) <= accuracy((a + b) / 2);
        if (!isGood) break;
      }
      if (!isGood && b - a > narrowest) {
        build(a, (a + b) / 2);
        build((a + b) / 2, b);
        return;
      }
      ends.push(b);
      for (const c of piece) coefficients.push(c);
    };
    build(from, to);
    this.#ends = Float64Array.from(ends);
    this.#c = Float64Array.from(coefficients);
  }

  get pieces(): number {
    return this.#ends.length - 1;
  }

  #find(x: number): number {
    const ends = this.#ends;
    let low = 0;
    let high = ends.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (ends[middle]! <= x) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  value(q: number, x: number): number {
    const i = this.#find(x);
    const a = this.#ends[i]!;
    const b = this.#ends[i + 1]!;
    return clenshaw(this.#c, (i * this.#count + q) * (degree + 1), (2 * x - a - b) / (b - a));
  }

  /** The first three functions at once. */
  three(x: number, out: Float64Array): void {
    const i = this.#find(x);
    const a = this.#ends[i]!;
    const b = this.#ends[i + 1]!;
    const c = this.#c;
    const m = degree + 1;
    const p = i * this.#count * m;
    const q = p + m;
    const r = q + m;
    const z = (2 * x - a - b) / (b - a);
    const z2 = 2 * z;
    let p1 = 0;
    let p2 = 0;
    let q1 = 0;
    let q2 = 0;
    let r1 = 0;
    let r2 = 0;
    for (let k = degree; k >= 1; k--) {
      const p0 = z2 * p1 - p2 + c[p + k]!;
      p2 = p1;
      p1 = p0;
      const q0 = z2 * q1 - q2 + c[q + k]!;
      q2 = q1;
      q1 = q0;
      const r0 = z2 * r1 - r2 + c[r + k]!;
      r2 = r1;
      r1 = r0;
    }
    out[0] = z * p1 - p2 + c[p]!;
    out[1] = z * q1 - q2 + c[q]!;
    out[2] = z * r1 - r2 + c[r]!;
  }

  /** Value and slope. */
  slope(q: number, x: number): Float64Array {
    const i = this.#find(x);
    const a = this.#ends[i]!;
    const b = this.#ends[i + 1]!;
    const c = this.#c;
    const at = (i * this.#count + q) * (degree + 1);
    const z = (2 * x - a - b) / (b - a);
    let b1 = 0;
    let b2 = 0;
    let d1 = 0;
    let d2 = 0;
    for (let k = degree; k >= 1; k--) {
      const d0 = 2 * z * d1 - d2 + 2 * b1;
      const b0 = 2 * z * b1 - b2 + c[at + k]!;
      d2 = d1;
      d1 = d0;
      b2 = b1;
      b1 = b0;
    }
    const work = this.#work;
    work[0] = z * b1 - b2 + c[at]!;
    work[1] = ((b1 + z * d1 - d2) * 2) / (b - a);
    return work;
  }
}

function clenshaw(c: Float64Array, at: number, z: number): number {
  let b1 = 0;
  let b2 = 0;
  for (let k = degree; k >= 1; k--) {
    const b0 = 2 * z * b1 - b2 + c[at + k]!;
    b2 = b1;
    b1 = b0;
  }
  return z * b1 - b2 + c[at]!;
}
