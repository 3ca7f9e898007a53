/**
 * Points between branches of any number of speeds: each has a row of J and one of Y = M⁻¹·Jᵀ for its normal and its two tangents.
 *
 * Legend   J·w   speed of the point along a direction        Y·λ   change of the speeds w by an impulse along it
 */

import { type ContactList, enlarged, pairLength } from "./contactList.ts";
import type { Coulomb } from "./coulomb.ts";

export class BranchRows {
  J = new Float64Array(1024);
  Y = new Float64Array(1024);
  private readonly list: ContactList;
  /** By pair: place of the rows of its first point. */
  private starts = new Int32Array(32);
  private used = 0;

  constructor(list: ContactList) {
    this.list = list;
  }

  clear(): void {
    this.used = 0;
  }

  /** Room for the rows of pair p, which are zero: place of those of its first point. Point after point, row after row, A before B. */
  reserve(p: number): number {
    const { pairs } = this.list;
    const o = pairLength * p;
    const length = 3 * (pairs[o + 1] - pairs[o]) * (pairs[o + 3] + pairs[o + 5]);
    while (p >= this.starts.length) this.starts = enlarged(this.starts, Int32Array);
    while (this.used + length > this.J.length) {
      this.J = enlarged(this.J, Float64Array);
      this.Y = enlarged(this.Y, Float64Array);
    }
    const at = this.used;
    this.starts[p] = at;
    this.used += length;
    this.J.fill(0, at, this.used);
    this.Y.fill(0, at, this.used);
    return at;
  }

  /** How much the points of pair p yield; once its rows are there. */
  prepare(p: number): void {
    const { list, J, Y } = this;
    const { pairs } = list;
    const o = pairLength * p;
    const n = pairs[o + 3] + pairs[o + 5];
    let at = this.starts[p];
    for (let k = pairs[o]; k < pairs[o + 1]; k++, at += 3 * n) {
      let across = 0;
      let first = 0;
      let second = 0;
      for (let i = at; i < at + n; i++) {
        across += J[i] * Y[i];
        first += J[i + n] * Y[i + n];
        second += J[i + 2 * n] * Y[i + 2 * n];
      }
      list.setYields(k, across, Math.max(first, second));
    }
  }

  /** out[3k..3k+2] ← speeds of the points of pair p. */
  speeds(p: number, w: Float64Array, out: Float64Array): void {
    const { pairs } = this.list;
    const o = pairLength * p;
    const n = pairs[o + 3] + pairs[o + 5];
    for (let k = 3 * pairs[o], at = this.starts[p]; k < 3 * pairs[o + 1]; k++, at += n) out[k] = this.speed(o, w, at);
  }

  /** w ← w + Y·changes[3k..3k+2] of the points of pair p. */
  push(p: number, w: Float64Array, changes: Float64Array): void {
    const { pairs } = this.list;
    const o = pairLength * p;
    const n = pairs[o + 3] + pairs[o + 5];
    for (let k = 3 * pairs[o], at = this.starts[p]; k < 3 * pairs[o + 1]; k++, at += n)
      if (changes[k] !== 0) this.act(o, w, at, changes[k]);
  }

  /** The points of pair p in turn: normal impulse, then friction. */
  pass(p: number, w: Float64Array, coulomb: Coulomb): void {
    const { pairs } = this.list;
    const o = pairLength * p;
    const n = pairs[o + 3] + pairs[o + 5];
    for (let k = pairs[o], at = this.starts[p]; k < pairs[o + 1]; k++, at += 3 * n) {
      const size = coulomb.press(this.list, k, this.speed(o, w, at));
      if (size !== 0) this.act(o, w, at, size);
      else if (this.list.impulse[3 * k] === 0) continue;
      if (!coulomb.hold(this.list, k, this.speed(o, w, at + n), this.speed(o, w, at + 2 * n))) continue;
      this.act(o, w, at + n, coulomb.x);
      this.act(o, w, at + 2 * n, coulomb.y);
    }
  }

  /** The same for normals alone: sizes ← impulses that open what is closed too far by `least` or more. False when nothing was. */
  passApart(p: number, u: Float64Array, target: Float64Array, sizes: Float64Array, least: number): boolean {
    const { pairs, masses, yields } = this.list;
    const o = pairLength * p;
    const n = pairs[o + 3] + pairs[o + 5];
    let hasChanged = false;
    for (let k = pairs[o], at = this.starts[p]; k < pairs[o + 1]; k++, at += 3 * n) {
      const size = Math.max(0, sizes[k] + (target[k] - this.speed(o, u, at)) * masses[2 * k]);
      if (Math.abs(size - sizes[k]) * yields[2 * k] <= least) continue;
      this.act(o, u, at, size - sizes[k]);
      sizes[k] = size;
      hasChanged = true;
    }
    return hasChanged;
  }

  private speed(o: number, w: Float64Array, at: number): number {
    const { J } = this;
    const { pairs } = this.list;
    let p = at;
    let sum = 0;
    for (let j = pairs[o + 2], end = j + pairs[o + 3]; j < end; j++) sum += J[p++] * w[j];
    for (let j = pairs[o + 4], end = j + pairs[o + 5]; j < end; j++) sum += J[p++] * w[j];
    return sum;
  }

  private act(o: number, w: Float64Array, at: number, size: number): void {
    const { Y } = this;
    const { pairs } = this.list;
    let p = at;
    for (let j = pairs[o + 2], end = j + pairs[o + 3]; j < end; j++) w[j] += Y[p++] * size;
    for (let j = pairs[o + 4], end = j + pairs[o + 5]; j < end; j++) w[j] += Y[p++] * size;
  }
}
