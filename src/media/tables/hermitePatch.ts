/**
 * Three functions of (a, b) on a rectangle of nodes, bicubic in every cell: continuous with both first derivatives.
 *
 * A node holds value, ∂/∂a, ∂/∂b and ∂²/∂a∂b of each function, per cell. The mixed derivative comes from differences of ∂/∂b
 * between nodes, of fourth order.
 */

/** Numbers of one node: four of each of three functions. */
const width = 12;

/** Cells from the edge b = 0 within which curvature in b is below what a table resolves. */
export const nextToEdge = 1e-6;

export class HermitePatch {
  /** f, ∂f/∂a, ∂f/∂b of the three functions where `at` was asked last; a and b are counted in cells. */
  readonly out = new Float64Array(9);
  readonly #data: Float64Array;
  readonly #cellsA: number;
  readonly #cellsB: number;

  /** `node` writes f, ∂f/∂a, ∂f/∂b of the three functions at (i, j), a and b counted in cells. */
  constructor(cellsA: number, cellsB: number, node: (i: number, j: number, out: Float64Array) => void) {
    this.#cellsA = cellsA;
    this.#cellsB = cellsB;
    this.#data = new Float64Array(width * (cellsA + 1) * (cellsB + 1));
    const data = this.#data;
    const row = width * (cellsB + 1);
    for (let i = 0; i <= cellsA; i++) {
      for (let j = 0; j <= cellsB; j++) {
        node(i, j, this.out);
        const k = i * row + j * width;
        for (let f = 0; f < 3; f++) data.set(this.out.subarray(3 * f, 3 * f + 3), k + 4 * f);
      }
    }
    for (let i = 0; i <= cellsA; i++) {
      // five nodes around i, or the five at the end
      const first = Math.min(Math.max(i - 2, 0), cellsA - 4);
      const weights = differences[i - first]!;
      for (let j = 0; j <= cellsB; j++) {
        for (let f = 0; f < 3; f++) {
          const k = j * width + 4 * f;
          let sum = 0;
          for (let n = 0; n < 5; n++) sum += weights[n]! * data[(first + n) * row + k + 2]!;
          data[i * row + k + 3] = sum / 12;
        }
      }
    }
  }

  /** f and ∂f/∂a of the three functions on the edge b = 0; ∂f/∂b stays as it was. */
  edge(a: number): void {
    const last = this.#cellsA - 1;
    const i = a < 0 ? 0 : a > last ? last : a | 0;
    const s = a - i;
    const { out } = this;
    const data = this.#data;
    const row = width * (this.#cellsB + 1);
    for (let f = 0, k = i * row; f < 9; f += 3, k += 4) {
      const value = data[k]!;
      const slope = data[k + 1]!;
      const next = data[k + row + 1]!;
      const rise = data[k + row]! - value;
      const c2 = 3 * rise - 2 * slope - next;
      const c3 = slope + next - 2 * rise;
      out[f] = value + s * (slope + s * (c2 + s * c3));
      out[f + 1] = slope + s * (2 * c2 + 3 * s * c3);
    }
  }

  /** As `at`, for |b| below `nextToEdge`: to first order in b. */
  atEdge(a: number, b: number): void {
    const last = this.#cellsA - 1;
    const i = a < 0 ? 0 : a > last ? last : a | 0;
    const s = a - i;
    const { out } = this;
    const data = this.#data;
    const row = width * (this.#cellsB + 1);
    const a1 = s * s * (3 - 2 * s);
    const a0 = 1 - a1;
    const a2 = s * (1 - s) * (1 - s);
    const a3 = s * s * (s - 1);
    const e1 = 6 * s * (1 - s);
    const e2 = (1 - s) * (1 - 3 * s);
    const e3 = s * (3 * s - 2);
    for (let f = 0, k = i * row; f < 9; f += 3, k += 4) {
      const next = k + row;
      const v0 = data[k]!;
      const v1 = data[next]!;
      const p0 = data[k + 1]!;
      const p1 = data[next + 1]!;
      const q0 = data[k + 2]!;
      const q1 = data[next + 2]!;
      const r0 = data[k + 3]!;
      const r1 = data[next + 3]!;
      const slope = a0 * q0 + a1 * q1 + a2 * r0 + a3 * r1;
      out[f] = a0 * v0 + a1 * v1 + a2 * p0 + a3 * p1 + b * slope;
      out[f + 1] = e1 * (v1 - v0) + e2 * p0 + e3 * p1 + b * (e1 * (q1 - q0) + e2 * r0 + e3 * r1);
      out[f + 2] = slope;
    }
  }

  at(a: number, b: number): void {
    const lastA = this.#cellsA - 1;
    const lastB = this.#cellsB - 1;
    const i = a < 0 ? 0 : a > lastA ? lastA : a | 0;
    const j = b < 0 ? 0 : b > lastB ? lastB : b | 0;
    const s = a - i;
    const t = b - j;
    const { out } = this;
    const data = this.#data;
    const row = width * (this.#cellsB + 1);
    const k = i * row + j * width;
    // basis of Hermite and its slopes, in a and in b
    const a1 = s * s * (3 - 2 * s);
    const a0 = 1 - a1;
    const a2 = s * (1 - s) * (1 - s);
    const a3 = s * s * (s - 1);
    const e1 = 6 * s * (1 - s);
    const e2 = (1 - s) * (1 - 3 * s);
    const e3 = s * (3 * s - 2);
    const b1 = t * t * (3 - 2 * t);
    const b0 = 1 - b1;
    const b2 = t * (1 - t) * (1 - t);
    const b3 = t * t * (t - 1);
    const g1 = 6 * t * (1 - t);
    const g2 = (1 - t) * (1 - 3 * t);
    const g3 = t * (3 * t - 2);
    for (let f = 0; f < 3; f++) {
      const n00 = k + 4 * f;
      const n01 = n00 + width;
      const n10 = n00 + row;
      const n11 = n10 + width;
      const v00 = data[n00]!;
      const v01 = data[n01]!;
      const v10 = data[n10]!;
      const v11 = data[n11]!;
      const p00 = data[n00 + 1]!;
      const p01 = data[n01 + 1]!;
      const p10 = data[n10 + 1]!;
      const p11 = data[n11 + 1]!;
      const q00 = data[n00 + 2]!;
      const q01 = data[n01 + 2]!;
      const q10 = data[n10 + 2]!;
      const q11 = data[n11 + 2]!;
      const r00 = data[n00 + 3]!;
      const r01 = data[n01 + 3]!;
      const r10 = data[n10 + 3]!;
      const r11 = data[n11 + 3]!;
      // along a on both sides of the cell: value and ∂/∂b
      const low = a0 * v00 + a1 * v10 + a2 * p00 + a3 * p10;
      const high = a0 * v01 + a1 * v11 + a2 * p01 + a3 * p11;
      const lowB = a0 * q00 + a1 * q10 + a2 * r00 + a3 * r10;
      const highB = a0 * q01 + a1 * q11 + a2 * r01 + a3 * r11;
      const lowA = e1 * (v10 - v00) + e2 * p00 + e3 * p10;
      const highA = e1 * (v11 - v01) + e2 * p01 + e3 * p11;
      const lowAB = e1 * (q10 - q00) + e2 * r00 + e3 * r10;
      const highAB = e1 * (q11 - q01) + e2 * r01 + e3 * r11;
      out[3 * f] = b0 * low + b1 * high + b2 * lowB + b3 * highB;
      out[3 * f + 1] = b0 * lowA + b1 * highA + b2 * lowAB + b3 * highAB;
      out[3 * f + 2] = g1 * (high - low) + g2 * lowB + g3 * highB;
    }
  }
}

/** Twelve times the slope at each of five equidistant points. */
const differences = [
  [-25, 48, -36, 16, -3],
  [-3, -10, 18, -6, 1],
  [1, -8, 0, 8, -1],
  [-1, 6, -18, 10, 3],
  [3, -16, 36, -48, 25],
] as const;
