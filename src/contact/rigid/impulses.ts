/**
 * Impulses of all contacts of an instant together: no point approaches further than its gap allows, friction stops sliding as far as the
 * cone of Coulomb lets it.
 *
 *     0 ≤ λ_n  ⟂  J_n·w − target ≥ 0        |λ_t| ≤ μ·λ_n, against the sliding J_t·w that is left
 *     w ← w + M⁻¹·Jᵀ·λ
 *
 * Source   [Moreau1988], [Jourdan1998] (block Gauss–Seidel over the contacts), [Silcowitz2010] (conjugate directions between passes)
 * Legend   w   speeds of the joints, branch after branch        J   rows of a point: normal, two tangents, for up to two branches
 *          Y = M⁻¹·Jᵀ
 *
 * Points that no chain of contacts connects do not know of each other: each island of them is solved for itself, with as many passes as it needs.
 *
 * Length   the pass is written out for single free bodies, which crowds are made of: loops over six numbers took a third longer
 */

export class Impulses {
  count = 0;
  J = new Float64Array(1024);
  Y = new Float64Array(1024);
  /** Per point: place of its rows, then places and counts of both sides. */
  layout = new Int32Array(5 * 64);
  friction = new Float64Array(64);
  /** J_n·w is at least this. */
  target = new Float64Array(64);
  /** Three per point. */
  impulse = new Float64Array(3 * 64);
  /** 1 for points whose impulses are those of the instant before. */
  isKnown = new Uint8Array(64);
  /** After group(): so many islands; the points of the i-th are order[starts[i]] … order[starts[i + 1] − 1]. */
  islandCount = 0;
  order = new Int32Array(64);
  starts = new Int32Array(65);
  private W = new Float64Array(2 * 64);
  private used = 0;
  // of the passes: impulses before the last one, the way of all, and how far the last one went
  private last = new Float64Array(0);
  private way = new Float64Array(0);
  private readonly further = new Float64Array(3);
  private square = 0;
  /** Largest change of a speed in the last pass. */
  largest = 0;
  /** Of places of branches: another one of the same island, itself for the first; and the number of the island of that one. */
  private linked = new Int32Array(0);
  private numbers = new Int32Array(0);

  clear(): void {
    this.count = 0;
    this.used = 0;
  }

  /** A point more; its rows of J and Y are to be written at the place that is returned, one after the other, A before B. */
  add(placeA: number, countA: number, placeB: number, countB: number, friction: number): number {
    const k = this.count++;
    const length = 3 * (countA + countB);
    if (k === this.friction.length) this.grow();
    while (this.used + length > this.J.length) {
      this.J = doubled(this.J);
      this.Y = doubled(this.Y);
    }
    const at = this.used;
    this.used += length;
    const { layout } = this;
    layout[5 * k] = at;
    layout[5 * k + 1] = placeA;
    layout[5 * k + 2] = countA;
    layout[5 * k + 3] = placeB;
    layout[5 * k + 4] = countB;
    this.friction[k] = friction;
    this.isKnown[k] = 0;
    this.impulse.fill(0, 3 * k, 3 * k + 3);
    return at;
  }

  private grow(): void {
    const layout = new Int32Array(2 * this.layout.length);
    layout.set(this.layout);
    this.layout = layout;
    this.friction = doubled(this.friction);
    this.target = doubled(this.target);
    this.impulse = doubled(this.impulse);
    this.W = doubled(this.W);
    const isKnown = new Uint8Array(2 * this.isKnown.length);
    isKnown.set(this.isKnown);
    this.isKnown = isKnown;
    this.order = new Int32Array(isKnown.length);
    this.starts = new Int32Array(isKnown.length + 1);
  }

  /** Finds the islands of the points, of so many speeds; they keep the order in which they were added. */
  group(speeds: number): void {
    const { count, layout, order, starts } = this;
    if (this.linked.length < speeds) {
      this.linked = new Int32Array(speeds);
      this.numbers = new Int32Array(speeds);
    }
    const { linked, numbers } = this;
    for (let k = 0; k < count; k++) {
      linked[layout[5 * k + 1]] = layout[5 * k + 1];
      linked[layout[5 * k + 3]] = layout[5 * k + 3];
      numbers[layout[5 * k + 1]] = numbers[layout[5 * k + 3]] = -1;
    }
    for (let k = 0; k < count; k++) {
      if (layout[5 * k + 2] === 0 || layout[5 * k + 4] === 0) continue;
      const a = this.firstOf(layout[5 * k + 1]);
      const b = this.firstOf(layout[5 * k + 3]);
      if (a < b) linked[b] = a;
      else linked[a] = b;
    }
    let n = 0;
    starts.fill(0, 0, count + 1);
    for (let k = 0; k < count; k++) {
      const first = this.firstOf(this.placeOf(k));
      if (numbers[first] < 0) numbers[first] = n++;
      starts[numbers[first] + 1]++;
    }
    for (let i = 0; i < n; i++) starts[i + 1] += starts[i];
    // starts move on while islands are filled, and are put back behind it
    for (let k = 0; k < count; k++) order[starts[numbers[this.firstOf(this.placeOf(k))]]++] = k;
    for (let i = n; i > 0; i--) starts[i] = starts[i - 1];
    starts[0] = 0;
    this.islandCount = n;
  }

  /** Place of a branch that point k is on. */
  private placeOf(k: number): number {
    return this.layout[5 * k + (this.layout[5 * k + 2] > 0 ? 1 : 3)];
  }

  private firstOf(place: number): number {
    const { linked } = this;
    let first = place;
    while (linked[first] !== first) first = linked[first];
    linked[place] = first;
    return first;
  }

  /** J·w of row i (0: normal) of point k. */
  speed(w: Float64Array, k: number, i: number): number {
    const { layout, J } = this;
    const at = 5 * k;
    const countA = layout[at + 2];
    const countB = layout[at + 4];
    let p = layout[at] + i * (countA + countB);
    let sum = 0;
    for (let j = layout[at + 1], end = j + countA; j < end; j++) sum += J[p++] * w[j];
    for (let j = layout[at + 3], end = j + countB; j < end; j++) sum += J[p++] * w[j];
    return sum;
  }

  /** w ← w + Y·size of row i of point k. */
  push(w: Float64Array, k: number, i: number, size: number): void {
    const { layout, Y } = this;
    const at = 5 * k;
    const countA = layout[at + 2];
    const countB = layout[at + 4];
    let p = layout[at] + i * (countA + countB);
    for (let j = layout[at + 1], end = j + countA; j < end; j++) w[j] += Y[p++] * size;
    for (let j = layout[at + 3], end = j + countB; j < end; j++) w[j] += Y[p++] * size;
  }

  /**
   * Island i. What the impulses already are is kept and acts on w first: those of the instant before are a good guess. Passes over all contacts
   * end when no speed changes by more than `settled`.
   */
  solve(i: number, w: Float64Array, settled: number, mostPasses: number): void {
    const { impulse, W, layout, J, Y, order } = this;
    const from = this.starts[i];
    const to = this.starts[i + 1];
    if (this.last.length < impulse.length) {
      this.last = new Float64Array(impulse.length);
      this.way = new Float64Array(impulse.length);
    }
    for (let place = from; place < to; place++) {
      const k = order[place];
      const length = layout[5 * k + 2] + layout[5 * k + 4];
      const at = layout[5 * k];
      for (let row = 0; row < 3; row++) {
        let sum = 0;
        for (let p = at + row * length; p < at + (row + 1) * length; p++) sum += J[p] * Y[p];
        if (row < 2) W[2 * k + row] = sum;
        else W[2 * k + 1] = Math.max(W[2 * k + 1], sum);
        if (impulse[3 * k + row] !== 0) this.push(w, k, row, impulse[3 * k + row]);
        this.last[3 * k + row] = impulse[3 * k + row];
      }
    }
    this.goOn(i, w, settled, mostPasses);
  }

  /** Passes over island i, from the impulses and speeds that solve() has left. Returns whether it has settled. */
  goOn(i: number, w: Float64Array, settled: number, mostPasses: number): boolean {
    const from = this.starts[i];
    const to = this.starts[i + 1];
    for (let pass = 0; pass < mostPasses; pass++) {
      if (this.pass(w, from, to) <= settled) return true;
      if (pass + 1 < mostPasses) this.extrapolate(w, from, to, pass);
    }
    return false;
  }

  /** Goes on along the way of the passes before, conjugate to it as far as no bound changes. */
  private extrapolate(w: Float64Array, from: number, to: number, pass: number): void {
    const { impulse, W, last, way, order } = this;
    let square = 0;
    for (let place = from; place < to; place++) {
      const k = order[place];
      const n = 3 * k;
      const x = impulse[n] - last[n];
      const y = impulse[n + 1] - last[n + 1];
      const z = impulse[n + 2] - last[n + 2];
      square += x * x * W[2 * k] + (y * y + z * z) * W[2 * k + 1];
    }
    const part = pass === 0 ? 0 : square / this.square;
    this.square = square;
    const goesOn = part > 0 && part <= 1;
    for (let place = from; place < to; place++) {
      const k = order[place];
      const n = 3 * k;
      for (let i = n; i < n + 3; i++) {
        const change = impulse[i] - last[i];
        const further = goesOn ? part * way[i] : 0;
        way[i] = further + change;
        impulse[i] += further;
        last[i] = impulse[i];
        this.further[i - n] = further;
      }
      if (goesOn) this.pushAll(w, k);
    }
  }

  /** w ← w + Y·further of all three rows of point k. */
  private pushAll(w: Float64Array, k: number): void {
    const { layout, Y, further } = this;
    const f0 = further[0];
    const f1 = further[1];
    const f2 = further[2];
    if (f0 === 0 && f1 === 0 && f2 === 0) return;
    const at = 5 * k;
    const countA = layout[at + 2];
    const n = countA + layout[at + 4];
    let p = layout[at];
    for (let j = layout[at + 1], end = j + countA; j < end; j++, p++)
      w[j] += Y[p] * f0 + Y[p + n] * f1 + Y[p + 2 * n] * f2;
    for (let j = layout[at + 3], end = p + n - countA; p < end; j++, p++)
      w[j] += Y[p] * f0 + Y[p + n] * f1 + Y[p + 2 * n] * f2;
  }

  /** One pass over the points of an island; returns the largest change of a speed. */
  private pass(w: Float64Array, from: number, to: number): number {
    const { W, layout, order } = this;
    this.largest = 0;
    for (let place = from; place < to; place++) {
      const k = order[place];
      // joints may hold both sides
      if (!(W[2 * k] > 0 && W[2 * k + 1] > 0)) continue;
      const countA = layout[5 * k + 2];
      const countB = layout[5 * k + 4];
      if (countA === 6 && countB === 6) this.passTwo(w, k);
      else if (countA + countB === 6 && (countA === 0 || countB === 0)) this.passOne(w, k);
      else this.passAny(w, k);
    }
    return this.largest;
  }

  /** A point of branches with any number of speeds: its normal impulse, then its friction. */
  private passAny(w: Float64Array, k: number): void {
    const { impulse, W, layout, J, Y } = this;
    const at = layout[5 * k];
    const a = layout[5 * k + 1];
    const countA = layout[5 * k + 2];
    const b = layout[5 * k + 3];
    const countB = layout[5 * k + 4];
    const atB = at + countA;
    const n = countA + countB;
    let speed = 0;
    for (let i = 0; i < countA; i++) speed += J[at + i] * w[a + i];
    for (let i = 0; i < countB; i++) speed += J[atB + i] * w[b + i];
    const size = this.press(k, speed, W[2 * k]);
    if (size !== 0) {
      for (let i = 0; i < countA; i++) w[a + i] += Y[at + i] * size;
      for (let i = 0; i < countB; i++) w[b + i] += Y[atB + i] * size;
    } else if (impulse[3 * k] === 0) return;
    let sx = 0;
    let sy = 0;
    for (let i = 0, p = at + n; i < countA; i++, p++) {
      sx += J[p] * w[a + i];
      sy += J[p + n] * w[a + i];
    }
    for (let i = 0, p = atB + n; i < countB; i++, p++) {
      sx += J[p] * w[b + i];
      sy += J[p + n] * w[b + i];
    }
    if (!this.hold(k, sx, sy, W[2 * k + 1])) return;
    const dx = this.further[1];
    const dy = this.further[2];
    for (let i = 0, p = at + n; i < countA; i++, p++) w[a + i] += Y[p] * dx + Y[p + n] * dy;
    for (let i = 0, p = atB + n; i < countB; i++, p++) w[b + i] += Y[p] * dx + Y[p + n] * dy;
  }

  /** The same for a point between two single free bodies. */
  private passTwo(w: Float64Array, k: number): void {
    const { impulse, W, layout, J, Y } = this;
    const at = layout[5 * k];
    const a = layout[5 * k + 1];
    const b = layout[5 * k + 3];
    let a0 = w[a];
    let a1 = w[a + 1];
    let a2 = w[a + 2];
    let a3 = w[a + 3];
    let a4 = w[a + 4];
    let a5 = w[a + 5];
    let b0 = w[b];
    let b1 = w[b + 1];
    let b2 = w[b + 2];
    let b3 = w[b + 3];
    let b4 = w[b + 4];
    let b5 = w[b + 5];
    const speed =
      J[at] * a0 +
      J[at + 1] * a1 +
      J[at + 2] * a2 +
      J[at + 3] * a3 +
      J[at + 4] * a4 +
      J[at + 5] * a5 +
      J[at + 6] * b0 +
      J[at + 7] * b1 +
      J[at + 8] * b2 +
      J[at + 9] * b3 +
      J[at + 10] * b4 +
      J[at + 11] * b5;
    const size = this.press(k, speed, W[2 * k]);
    if (size !== 0) {
      a0 += Y[at] * size;
      a1 += Y[at + 1] * size;
      a2 += Y[at + 2] * size;
      a3 += Y[at + 3] * size;
      a4 += Y[at + 4] * size;
      a5 += Y[at + 5] * size;
      b0 += Y[at + 6] * size;
      b1 += Y[at + 7] * size;
      b2 += Y[at + 8] * size;
      b3 += Y[at + 9] * size;
      b4 += Y[at + 10] * size;
      b5 += Y[at + 11] * size;
    } else if (impulse[3 * k] === 0) return;
    const sx =
      J[at + 12] * a0 +
      J[at + 13] * a1 +
      J[at + 14] * a2 +
      J[at + 15] * a3 +
      J[at + 16] * a4 +
      J[at + 17] * a5 +
      J[at + 18] * b0 +
      J[at + 19] * b1 +
      J[at + 20] * b2 +
      J[at + 21] * b3 +
      J[at + 22] * b4 +
      J[at + 23] * b5;
    const sy =
      J[at + 24] * a0 +
      J[at + 25] * a1 +
      J[at + 26] * a2 +
      J[at + 27] * a3 +
      J[at + 28] * a4 +
      J[at + 29] * a5 +
      J[at + 30] * b0 +
      J[at + 31] * b1 +
      J[at + 32] * b2 +
      J[at + 33] * b3 +
      J[at + 34] * b4 +
      J[at + 35] * b5;
    if (this.hold(k, sx, sy, W[2 * k + 1])) {
      const dx = this.further[1];
      const dy = this.further[2];
      a0 += Y[at + 12] * dx + Y[at + 24] * dy;
      a1 += Y[at + 13] * dx + Y[at + 25] * dy;
      a2 += Y[at + 14] * dx + Y[at + 26] * dy;
      a3 += Y[at + 15] * dx + Y[at + 27] * dy;
      a4 += Y[at + 16] * dx + Y[at + 28] * dy;
      a5 += Y[at + 17] * dx + Y[at + 29] * dy;
      b0 += Y[at + 18] * dx + Y[at + 30] * dy;
      b1 += Y[at + 19] * dx + Y[at + 31] * dy;
      b2 += Y[at + 20] * dx + Y[at + 32] * dy;
      b3 += Y[at + 21] * dx + Y[at + 33] * dy;
      b4 += Y[at + 22] * dx + Y[at + 34] * dy;
      b5 += Y[at + 23] * dx + Y[at + 35] * dy;
    }
    w[a] = a0;
    w[a + 1] = a1;
    w[a + 2] = a2;
    w[a + 3] = a3;
    w[a + 4] = a4;
    w[a + 5] = a5;
    w[b] = b0;
    w[b + 1] = b1;
    w[b + 2] = b2;
    w[b + 3] = b3;
    w[b + 4] = b4;
    w[b + 5] = b5;
  }

  /** The same for a point between a single free body and what does not move. */
  private passOne(w: Float64Array, k: number): void {
    const { impulse, W, layout, J, Y } = this;
    const at = layout[5 * k];
    const a = this.placeOf(k);
    let a0 = w[a];
    let a1 = w[a + 1];
    let a2 = w[a + 2];
    let a3 = w[a + 3];
    let a4 = w[a + 4];
    let a5 = w[a + 5];
    const speed = J[at] * a0 + J[at + 1] * a1 + J[at + 2] * a2 + J[at + 3] * a3 + J[at + 4] * a4 + J[at + 5] * a5;
    const size = this.press(k, speed, W[2 * k]);
    if (size !== 0) {
      a0 += Y[at] * size;
      a1 += Y[at + 1] * size;
      a2 += Y[at + 2] * size;
      a3 += Y[at + 3] * size;
      a4 += Y[at + 4] * size;
      a5 += Y[at + 5] * size;
    } else if (impulse[3 * k] === 0) return;
    const sx = J[at + 6] * a0 + J[at + 7] * a1 + J[at + 8] * a2 + J[at + 9] * a3 + J[at + 10] * a4 + J[at + 11] * a5;
    const sy =
      J[at + 12] * a0 + J[at + 13] * a1 + J[at + 14] * a2 + J[at + 15] * a3 + J[at + 16] * a4 + J[at + 17] * a5;
    if (this.hold(k, sx, sy, W[2 * k + 1])) {
      const dx = this.further[1];
      const dy = this.further[2];
      a0 += Y[at + 6] * dx + Y[at + 12] * dy;
      a1 += Y[at + 7] * dx + Y[at + 13] * dy;
      a2 += Y[at + 8] * dx + Y[at + 14] * dy;
      a3 += Y[at + 9] * dx + Y[at + 15] * dy;
      a4 += Y[at + 10] * dx + Y[at + 16] * dy;
      a5 += Y[at + 11] * dx + Y[at + 17] * dy;
    }
    w[a] = a0;
    w[a + 1] = a1;
    w[a + 2] = a2;
    w[a + 3] = a3;
    w[a + 4] = a4;
    w[a + 5] = a5;
  }

  /** The normal impulse of point k ← what its speed asks for; returns by how much it has changed. */
  private press(k: number, speed: number, across: number): number {
    const { impulse } = this;
    const before = impulse[3 * k];
    const after = Math.max(0, before + (this.target[k] - speed) / across);
    if (after === before) return 0;
    impulse[3 * k] = after;
    this.largest = Math.max(this.largest, Math.abs(after - before) * across);
    return after - before;
  }

  /** Friction of point k ← what stops its sliding, as far as the cone lets it; further[1..2] ← by how much it has changed, false for not at all. */
  private hold(k: number, sx: number, sy: number, along: number): boolean {
    const { impulse, further } = this;
    const o = 3 * k;
    const mostFriction = this.friction[k] * impulse[o];
    const x0 = impulse[o + 1];
    const y0 = impulse[o + 2];
    let x = x0 - sx / along;
    let y = y0 - sy / along;
    const size = Math.sqrt(x * x + y * y);
    if (size > mostFriction) {
      x *= mostFriction / size;
      y *= mostFriction / size;
    }
    const dx = x - x0;
    const dy = y - y0;
    if (dx === 0 && dy === 0) return false;
    impulse[o + 1] = x;
    impulse[o + 2] = y;
    further[1] = dx;
    further[2] = dy;
    this.largest = Math.max(this.largest, Math.max(Math.abs(dx), Math.abs(dy)) * along);
    return true;
  }

  /** Shifts without friction that open what is closed too far: J_n·u ≥ target, u from zero. After solve(). */
  separate(u: Float64Array, target: Float64Array, passes: number): void {
    this.last.fill(0, 0, this.count);
    for (let i = 0; i < this.islandCount; i++) {
      for (let pass = 0; pass < passes; pass++) if (!this.passApart(i, u, target)) break;
    }
  }

  /** One pass over the points of island i; false when nothing was to be opened. */
  private passApart(i: number, u: Float64Array, target: Float64Array): boolean {
    const { W, order, starts, last } = this;
    let hasChanged = false;
    for (let place = starts[i]; place < starts[i + 1]; place++) {
      const k = order[place];
      if (!(W[2 * k] > 0)) continue;
      const size = Math.max(0, last[k] + (target[k] - this.speed(u, k, 0)) / W[2 * k]);
      if (size === last[k]) continue;
      this.push(u, k, 0, size - last[k]);
      last[k] = size;
      hasChanged = true;
    }
    return hasChanged;
  }
}

function doubled(old: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * old.length);
  larger.set(old);
  return larger;
}
