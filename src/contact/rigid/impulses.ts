/**
 * Impulses of all contacts of an instant together: no point approaches further than its gap allows, friction stops sliding as far as the
 * cone of Coulomb lets it.
 *
 *     0 ≤ λ_n  ⟂  J_n·w − target ≥ 0        |λ_t| ≤ μ·λ_n, against the sliding J_t·w that is left
 *     w ← w + M⁻¹·Jᵀ·λ
 *
 * Source   [Moreau1988], [Jourdan1998] (block Gauss–Seidel over the contacts), [Silcowitz2010] (conjugate directions between passes)
 * Legend   w   speeds of the branches, one after the other        J   rows of a point: normal, two tangents
 *
 * Each island of contacts is solved for itself, with as many passes as it needs.
 */
import { BranchRows } from "./branchRows.ts";
import { ContactIslands } from "./contactIslands.ts";
import { ContactList, enlarged, pairLength, startPairs, startPoints } from "./contactList.ts";
import { Coulomb } from "./coulomb.ts";
import { FreePairs } from "./freePairs.ts";

export class Impulses {
  readonly list = new ContactList();
  readonly free = new FreePairs(this.list);
  readonly rows = new BranchRows(this.list);
  readonly islands = new ContactIslands();
  private readonly coulomb = new Coulomb();
  // of the passes: impulses before the last one and the way of all, the same for the speeds, and how far the last one went
  private last = new Float64Array(3 * startPoints);
  private way = new Float64Array(3 * startPoints);
  private lastSpeeds = new Float64Array(0);
  private wayOfSpeeds = new Float64Array(0);
  private square = Number.NaN;
  /** By place of a branch: 1 where separate() has moved it. */
  private isShifted = new Uint8Array(0);
  /** By pair: 1 where a point of it is closed too far. */
  private isClosed = new Uint8Array(startPairs);

  /** Largest change of a speed in the last pass. */
  get largest(): number {
    return this.coulomb.largest;
  }

  clear(): void {
    this.list.clear();
    this.rows.clear();
  }

  /** out[3k..3k+2] ← speeds J·w of the points of island i, normal and tangents. */
  speeds(i: number, w: Float64Array, out: Float64Array): void {
    const { order, starts } = this.islands;
    for (let place = starts[i]; place < starts[i + 1]; place++) this.speedsOfPair(order[place], w, out);
  }

  /** The same for pair p alone. */
  speedsOfPair(p: number, w: Float64Array, out: Float64Array): void {
    this.kindOf(p).speeds(p, w, out);
  }

  private kindOf(p: number): FreePairs | BranchRows {
    return this.list.isFree[p] === 1 ? this.free : this.rows;
  }

  /**
   * Island i. What the impulses already are is kept and acts on w first: those of the instant before are a good guess. Passes over all contacts
   * end when no speed changes by more than `settled`, or by more than `settledLater` from pass `laterPass` on.
   */
  solve(
    i: number,
    w: Float64Array,
    settled: number,
    mostPasses: number,
    settledLater = settled,
    laterPass = mostPasses,
  ): void {
    const { order, starts } = this.islands;
    const { impulse, pairs, isFree } = this.list;
    while (this.last.length < impulse.length) {
      this.last = enlarged(this.last, Float64Array);
      this.way = enlarged(this.way, Float64Array);
    }
    if (this.lastSpeeds.length < w.length) {
      this.lastSpeeds = new Float64Array(w.length);
      this.wayOfSpeeds = new Float64Array(w.length);
    }
    for (let place = starts[i]; place < starts[i + 1]; place++) {
      const p = order[place];
      if (isFree[p] === 1) this.free.aim(p);
      for (let n = 3 * pairs[pairLength * p]; n < 3 * pairs[pairLength * p + 1]; n++) {
        if (impulse[n] === 0) continue;
        this.kindOf(p).push(p, w, impulse);
        break;
      }
    }
    this.goOn(i, w, settled, mostPasses, settledLater, laterPass);
  }

  /** Passes over island i, from the impulses and speeds that solve() has left. Returns whether it has settled. */
  goOn(
    i: number,
    w: Float64Array,
    settled: number,
    mostPasses: number,
    settledLater = settled,
    laterPass = mostPasses,
  ): boolean {
    const { coulomb } = this;
    let part = 0;
    this.speedsGoFurther(i, w, 0);
    for (let pass = 1; pass <= mostPasses; pass++) {
      coulomb.largest = coulomb.square = 0;
      this.pass(w, this.islands.starts[i], this.islands.starts[i + 1], part);
      if (coulomb.largest <= (pass < laterPass ? settled : settledLater)) return true;
      if (pass === mostPasses) break;
      // conjugate to the way before as far as no bound changes
      const ratio = pass === 1 ? 0 : coulomb.square / this.square;
      this.square = coulomb.square;
      part = ratio <= 1 ? ratio : 0;
      this.speedsGoFurther(i, w, part);
    }
    return false;
  }

  /**
   * One pass. Before a pair comes in turn, its impulses go on by `part` of the way that they have gone, whose last stretch is that of the
   * pass before: speeds are a linear function of impulses, and have gone the same way (speedsGoFurther).
   */
  private pass(w: Float64Array, from: number, to: number, part: number): void {
    const { free, rows, coulomb, way, last } = this;
    const { isFree } = this.list;
    const { order } = this.islands;
    for (let place = from; place < to; place++) {
      const p = order[place];
      if (isFree[p] === 1) {
        free.pass(p, w, coulomb, way, last, part);
        continue;
      }
      this.goFurther(p, part);
      rows.pass(p, w, coulomb);
    }
  }

  private goFurther(p: number, part: number): void {
    const { last, way } = this;
    const { pairs, impulse } = this.list;
    for (let n = 3 * pairs[pairLength * p], end = 3 * pairs[pairLength * p + 1]; n < end; n++) {
      const further = part * way[n];
      way[n] = further + (impulse[n] - last[n]);
      last[n] = impulse[n] += further;
    }
  }

  private speedsGoFurther(i: number, w: Float64Array, part: number): void {
    const { lastSpeeds, wayOfSpeeds } = this;
    const { places, counts, branchStarts } = this.islands;
    for (let b = branchStarts[i]; b < branchStarts[i + 1]; b++)
      for (let j = places[b], end = j + counts[b]; j < end; j++) {
        const further = part * wayOfSpeeds[j];
        wayOfSpeeds[j] = further + (w[j] - lastSpeeds[j]);
        lastSpeeds[j] = w[j] += further;
      }
  }

  /** Shifts without friction that open what is closed too far: J_n·u ≥ target, u from zero, to within `least`. After solve(). */
  separate(u: Float64Array, target: Float64Array, passes: number, least = 0): void {
    const { starts, count } = this.islands;
    const { pairCount, pairs } = this.list;
    const sizes = this.last;
    sizes.fill(0, 0, this.list.pointCount);
    if (this.isShifted.length < u.length) this.isShifted = new Uint8Array(u.length);
    while (this.isClosed.length < pairCount) this.isClosed = enlarged(this.isClosed, Uint8Array);
    this.isShifted.fill(0);
    for (let p = 0; p < pairCount; p++) {
      let isClosed = 0;
      for (let k = pairs[pairLength * p]; k < pairs[pairLength * p + 1]; k++) if (target[k] > 0) isClosed = 1;
      this.isClosed[p] = isClosed;
    }
    for (let i = 0; i < count; i++)
      for (let pass = 0; pass < passes; pass++)
        if (!this.passApart(u, target, sizes, least, starts[i], starts[i + 1])) break;
  }

  /** Whether separate() has moved the branch whose speeds are at this place. */
  hasShifted(place: number): boolean {
    return this.isShifted[place] === 1;
  }

  /** One pass over pairs that are closed too far, or whose bodies have been shifted. False when nothing has changed. */
  private passApart(
    u: Float64Array,
    target: Float64Array,
    sizes: Float64Array,
    least: number,
    from: number,
    to: number,
  ): boolean {
    const { isShifted, isClosed } = this;
    const { order } = this.islands;
    const { pairs } = this.list;
    let hasChanged = false;
    for (let place = from; place < to; place++) {
      const p = order[place];
      const o = pairLength * p;
      if (isClosed[p] === 0 && isShifted[pairs[o + 2]] === 0 && isShifted[pairs[o + 4]] === 0) continue;
      if (!this.kindOf(p).passApart(p, u, target, sizes, least)) continue;
      hasChanged = true;
      // what does not move has no speeds
      if (pairs[o + 3] > 0) isShifted[pairs[o + 2]] = 1;
      if (pairs[o + 5] > 0) isShifted[pairs[o + 4]] = 1;
    }
    return hasChanged;
  }
}
