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
  private W = new Float64Array(2 * 64);
  private used = 0;
  // of the passes: impulses before the last one, the way of all, and how far the last one went
  private last = new Float64Array(0);
  private way = new Float64Array(0);
  private readonly further = new Float64Array(3);
  private square = 0;

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
    this.layout.set([at, placeA, countA, placeB, countB], 5 * k);
    this.friction[k] = friction;
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
   * What the impulses already are is kept and acts on w first: those of the instant before are a good guess. Passes over all contacts end
   * when no speed changes by more than `settled`.
   */
  solve(w: Float64Array, settled: number, mostPasses: number): void {
    const { count, impulse, W, layout, J, Y } = this;
    for (let k = 0; k < count; k++) {
      const length = layout[5 * k + 2] + layout[5 * k + 4];
      const at = layout[5 * k];
      for (let i = 0; i < 3; i++) {
        let sum = 0;
        for (let p = at + i * length; p < at + (i + 1) * length; p++) sum += J[p] * Y[p];
        if (i < 2) W[2 * k + i] = sum;
        else W[2 * k + 1] = Math.max(W[2 * k + 1], sum);
        if (impulse[3 * k + i] !== 0) this.push(w, k, i, impulse[3 * k + i]);
      }
    }
    if (this.last.length < impulse.length) {
      this.last = new Float64Array(impulse.length);
      this.way = new Float64Array(impulse.length);
    }
    this.last.set(impulse.subarray(0, 3 * count));
    for (let pass = 0; pass < mostPasses; pass++) {
      if (this.pass(w) <= settled) return;
      if (pass + 1 < mostPasses) this.extrapolate(w, pass);
    }
  }

  /** Goes on along the way of the passes before, conjugate to it as far as no bound changes. */
  private extrapolate(w: Float64Array, pass: number): void {
    const { count, impulse, W, last, way } = this;
    let square = 0;
    for (let k = 0, n = 0; k < count; k++, n += 3) {
      const x = impulse[n] - last[n];
      const y = impulse[n + 1] - last[n + 1];
      const z = impulse[n + 2] - last[n + 2];
      square += x * x * W[2 * k] + (y * y + z * z) * W[2 * k + 1];
    }
    const part = pass === 0 ? 0 : square / this.square;
    this.square = square;
    const goesOn = part > 0 && part <= 1;
    for (let k = 0, n = 0; k < count; k++, n += 3) {
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
    const [f0, f1, f2] = [further[0], further[1], further[2]];
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

  /** One pass over all points, forwards and backwards; returns the largest change of a speed. */
  private pass(w: Float64Array): number {
    const { count, impulse, target, friction, W, layout, J, Y } = this;
    let largest = 0;
    for (let place = 0; place < 2 * count; place++) {
      const k = place < count ? place : 2 * count - 1 - place;
      const across = W[2 * k];
      const along = W[2 * k + 1];
      // joints may hold both sides
      if (!(across > 0 && along > 0)) continue;
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
      const o = 3 * k;
      const before = impulse[o];
      const after = Math.max(0, before + (target[k] - speed) / across);
      if (after !== before) {
        const size = after - before;
        impulse[o] = after;
        for (let i = 0; i < countA; i++) w[a + i] += Y[at + i] * size;
        for (let i = 0; i < countB; i++) w[b + i] += Y[atB + i] * size;
        largest = Math.max(largest, Math.abs(size) * across);
      } else if (after === 0) continue;
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
      const mostFriction = friction[k] * after;
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
      if (dx === 0 && dy === 0) continue;
      impulse[o + 1] = x;
      impulse[o + 2] = y;
      for (let i = 0, p = at + n; i < countA; i++, p++) w[a + i] += Y[p] * dx + Y[p + n] * dy;
      for (let i = 0, p = atB + n; i < countB; i++, p++) w[b + i] += Y[p] * dx + Y[p + n] * dy;
      largest = Math.max(largest, Math.max(Math.abs(dx), Math.abs(dy)) * along);
    }
    return largest;
  }

  /** Shifts without friction that open what is closed too far: J_n·u ≥ target, u from zero. */
  separate(u: Float64Array, target: Float64Array, passes: number): void {
    const { count, W } = this;
    const sizes = new Float64Array(count);
    for (let pass = 0; pass < passes; pass++) {
      for (let k = 0; k < count; k++) {
        if (!(W[2 * k] > 0)) continue;
        const size = Math.max(0, sizes[k] + (target[k] - this.speed(u, k, 0)) / W[2 * k]);
        if (size !== sizes[k]) this.push(u, k, 0, size - sizes[k]);
        sizes[k] = size;
      }
    }
  }
}

function doubled(old: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * old.length);
  larger.set(old);
  return larger;
}
