/**
 * Binary matrices with the columns packed into words: 32 initiators are one machine operation.
 *
 * Row i of a matrix holds surface i; bit b of its word w belongs to initiator 32·w + b. Unused bits of the last word
 * are always zero. Both packed rules, algorithm 2 and minimum translation, store and read their matrices here.
 */
import type { Outline } from "./outline.ts";

export abstract class PackedConfiguration {
  readonly surfaces: number;
  readonly initiators: number;
  /** Words per row. */
  readonly words: number;
  /** P(t), C(t), P(t0), C(t0); row i starts at i · words. */
  readonly penetration: Int32Array;
  readonly collision: Int32Array;
  readonly referencePenetration: Int32Array;
  readonly referenceCollision: Int32Array;

  constructor(surfaces: number, initiators: number) {
    this.surfaces = surfaces;
    this.initiators = initiators;
    this.words = (initiators + 31) >>> 5;
    this.penetration = new Int32Array(surfaces * this.words);
    this.collision = new Int32Array(surfaces * this.words);
    this.referencePenetration = new Int32Array(surfaces * this.words);
    this.referenceCollision = new Int32Array(surfaces * this.words);
  }

  abstract evaluate(outline: Outline, points: Float64Array, first: number): void;

  initialise(outline: Outline, points: Float64Array, first: number): void {
    this.referenceCollision.fill(0);
    this.collision.fill(0);
    for (let w = 0; w < this.words; w++) this.packPenetration(outline, points, first, w);
    this.referencePenetration.set(this.penetration);
  }

  accept(outline: Outline, points: Float64Array, first: number): boolean {
    this.evaluate(outline, points, first);
    const isChanged = !areEqual(this.collision, this.referenceCollision);
    this.referencePenetration.set(this.penetration);
    this.referenceCollision.set(this.collision);
    return isChanged;
  }

  /**
   * Word w of every row of P(t), eq. (8). Returns the word of (9): which of these initiators are inside.
   * Number(…) of a comparison is a flag register and no branch: for points that lie at random a branch is mispredicted
   * half of the time, and the whole evaluation takes five times as long.
   */
  protected packPenetration(outline: Outline, points: Float64Array, first: number, w: number): number {
    const { surfaces, words, penetration } = this;
    const count = Math.min(32, this.initiators - 32 * w);
    const start = 2 * (first + 32 * w);
    let inside = count === 32 ? -1 : (1 << count) - 1;
    for (let i = 0; i < surfaces; i++) {
      const vx = outline.vx[i];
      const vy = outline.vy[i];
      const ex = outline.ex[i];
      const ey = outline.ey[i];
      let word = 0;
      let b = 0;
      for (; b + 3 < count; b += 4) {
        const k = start + 2 * b;
        const s0 = ex * (points[k + 1] - vy) - ey * (points[k] - vx);
        const s1 = ex * (points[k + 3] - vy) - ey * (points[k + 2] - vx);
        const s2 = ex * (points[k + 5] - vy) - ey * (points[k + 4] - vx);
        const s3 = ex * (points[k + 7] - vy) - ey * (points[k + 6] - vx);
        word |= (Number(s0 <= 0) | (Number(s1 <= 0) << 1) | (Number(s2 <= 0) << 2) | (Number(s3 <= 0) << 3)) << b;
      }
      for (; b < count; b++) {
        const k = start + 2 * b;
        const s = ex * (points[k + 1] - vy) - ey * (points[k] - vx);
        word |= Number(s <= 0) << b;
      }
      penetration[i * words + w] = word;
      inside &= word;
    }
    return inside;
  }

  penetrates(i: number, j: number): boolean {
    return bit(this.penetration, i * this.words, j);
  }

  collides(i: number, j: number): boolean {
    return bit(this.collision, i * this.words, j);
  }

  collidesAtReference(i: number, j: number): boolean {
    return bit(this.referenceCollision, i * this.words, j);
  }

  setReference(i: number, j: number, collides: boolean): void {
    const w = i * this.words + (j >>> 5);
    const mask = 1 << (j & 31);
    if (collides) this.referenceCollision[w] |= mask;
    else this.referenceCollision[w] &= ~mask;
  }
}

function bit(matrix: Int32Array, row: number, j: number): boolean {
  return ((matrix[row + (j >>> 5)] >>> (j & 31)) & 1) === 1;
}

function areEqual(a: Int32Array, b: Int32Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
