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
import { ContactList, enlarged, pairLength } from "./contactList.ts";
import { Coulomb } from "./coulomb.ts";
import { FreePairs } from "./freePairs.ts";

export class Impulses {
  readonly list = new ContactList();
  readonly free = new FreePairs(this.list);
  readonly rows = new BranchRows(this.list);
  readonly islands = new ContactIslands();
  private readonly coulomb = new Coulomb();
  // of the passes: impulses before the last one, the way of all, what is added of it, and how far the last one went
  private last = new Float64Array(3 * 64);
  private way = new Float64Array(3 * 64);
  private further = new Float64Array(3 * 64);
  private square = 0;

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
    for (let place = starts[i]; place < starts[i + 1]; place++) this.kindOf(order[place]).speeds(order[place], w, out);
  }

  private kindOf(p: number): FreePairs | BranchRows {
    return this.list.isFree[p] === 1 ? this.free : this.rows;
  }

  /**
   * Island i. What the impulses already are is kept and acts on w first: those of the instant before are a good guess. Passes over all contacts
   * end when no speed changes by more than `settled`; `isConjugate`: with conjugate directions between them.
   */
  solve(i: number, w: Float64Array, settled: number, mostPasses: number, isConjugate = true): void {
    const { order, starts } = this.islands;
    const { impulse, pairs } = this.list;
    while (this.last.length < impulse.length) {
      this.last = enlarged(this.last, Float64Array);
      this.way = enlarged(this.way, Float64Array);
      this.further = enlarged(this.further, Float64Array);
    }
    for (let place = starts[i]; place < starts[i + 1]; place++) {
      const p = order[place];
      for (let n = 3 * pairs[pairLength * p]; n < 3 * pairs[pairLength * p + 1]; n++) {
        if (impulse[n] === 0) continue;
        this.kindOf(p).push(p, w, impulse);
        break;
      }
    }
    this.goOn(i, w, settled, mostPasses, isConjugate);
  }

  /** Passes over island i, from the impulses and speeds that solve() has left. Returns whether it has settled. */
  goOn(i: number, w: Float64Array, settled: number, mostPasses: number, isConjugate = true): boolean {
    const { coulomb } = this;
    const from = this.islands.starts[i];
    const to = this.islands.starts[i + 1];
    if (isConjugate) this.beginWay(from, to);
    for (let pass = 0; pass < mostPasses; pass++) {
      coulomb.largest = 0;
      this.pass(w, from, to);
      if (coulomb.largest <= settled) return true;
      if (isConjugate && pass + 1 < mostPasses) this.extrapolate(w, from, to, pass);
    }
    return false;
  }

  private beginWay(from: number, to: number): void {
    const { order } = this.islands;
    const { pairs, impulse } = this.list;
    for (let place = from; place < to; place++) {
      const o = pairLength * order[place];
      for (let n = 3 * pairs[o]; n < 3 * pairs[o + 1]; n++) this.last[n] = impulse[n];
    }
  }

  private pass(w: Float64Array, from: number, to: number): void {
    const { free, rows, coulomb } = this;
    const { isFree } = this.list;
    const { order } = this.islands;
    for (let place = from; place < to; place++) {
      const p = order[place];
      if (isFree[p] === 1) free.pass(p, w, coulomb);
      else rows.pass(p, w, coulomb);
    }
  }

  /** Goes on along the way of the passes before, conjugate to it as far as no bound changes. */
  private extrapolate(w: Float64Array, from: number, to: number, pass: number): void {
    const { last, way, further } = this;
    const { order } = this.islands;
    const { pairs, impulse, yields } = this.list;
    let square = 0;
    for (let place = from; place < to; place++) {
      const o = pairLength * order[place];
      for (let k = pairs[o]; k < pairs[o + 1]; k++) {
        const n = 3 * k;
        const x = impulse[n] - last[n];
        const y = impulse[n + 1] - last[n + 1];
        const z = impulse[n + 2] - last[n + 2];
        square += x * x * yields[2 * k] + (y * y + z * z) * yields[2 * k + 1];
      }
    }
    const part = pass === 0 ? 0 : square / this.square;
    this.square = square;
    const goesOn = part > 0 && part <= 1;
    for (let place = from; place < to; place++) {
      const p = order[place];
      let isPushed = false;
      for (let n = 3 * pairs[pairLength * p], end = 3 * pairs[pairLength * p + 1]; n < end; n++) {
        const change = impulse[n] - last[n];
        const more = goesOn ? part * way[n] : 0;
        way[n] = more + change;
        impulse[n] += more;
        last[n] = impulse[n];
        further[n] = more;
        if (more !== 0) isPushed = true;
      }
      if (isPushed) this.kindOf(p).push(p, w, further);
    }
  }

  /** Shifts without friction that open what is closed too far: J_n·u ≥ target, u from zero. After solve(). */
  separate(u: Float64Array, target: Float64Array, passes: number): void {
    const { order, starts, count } = this.islands;
    const sizes = this.last;
    sizes.fill(0, 0, this.list.pointCount);
    for (let i = 0; i < count; i++) {
      for (let pass = 0; pass < passes; pass++) {
        let hasChanged = false;
        for (let place = starts[i]; place < starts[i + 1]; place++) {
          const p = order[place];
          if (this.kindOf(p).passApart(p, u, target, sizes)) hasChanged = true;
        }
        if (!hasChanged) break;
      }
    }
  }
}
