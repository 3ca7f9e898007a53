/**
 * Binary matrices with the columns packed into words: 32 initiators are one machine operation.
 *
 * Entry (i, j) of a matrix is bit j mod 32 of the word at i + surfaces · ⌊j / 32⌋: the surfaces of one group of
 * initiators lie side by side, as they are used. Unused bits of the last group are always zero. Both packed rules, algorithm 2 and minimum translation, store and read their matrices here.
 */
import type { Outline } from "./outline.ts";

export abstract class PackedConfiguration {
  readonly surfaces: number;
  readonly initiators: number;
  /** Groups of 32 initiators. */
  readonly groups: number;
  /** P(t), C(t), P(t0), C(t0). */
  readonly penetration: Int32Array;
  readonly collision: Int32Array;
  readonly referencePenetration: Int32Array;
  readonly referenceCollision: Int32Array;

  constructor(surfaces: number, initiators: number) {
    this.surfaces = surfaces;
    this.initiators = initiators;
    this.groups = (initiators + 31) >>> 5;
    this.penetration = new Int32Array(surfaces * this.groups);
    this.collision = new Int32Array(surfaces * this.groups);
    this.referencePenetration = new Int32Array(surfaces * this.groups);
    this.referenceCollision = new Int32Array(surfaces * this.groups);
  }

  abstract evaluate(outline: Outline, points: Float64Array, first: number): void;

  initialise(outline: Outline, points: Float64Array, first: number): void {
    this.referenceCollision.fill(0);
    this.collision.fill(0);
    for (let group = 0; group < this.groups; group++) this.packPenetration(outline, points, first, group);
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
   * P(t) of one group, eq. (8). Returns the word of (9): which of these initiators are inside.
   * Two surfaces are tested for every point that is read; the last of an odd number stands for both. Number(…) of a
   * comparison is a flag register and no branch: for points that lie at random a branch is mispredicted half of the
   * time, and the whole evaluation takes five times as long.
   */
  protected packPenetration(outline: Outline, points: Float64Array, first: number, group: number): number {
    const { surfaces, penetration } = this;
    const count = Math.min(32, this.initiators - 32 * group);
    let inside = count === 32 ? -1 : (1 << count) - 1;
    for (let i = 0; i < surfaces; i += 2) {
      const next = i + 1 < surfaces ? i + 1 : i;
      const vx = outline.vx[i];
      const vy = outline.vy[i];
      const ex = outline.ex[i];
      const ey = outline.ey[i];
      const nextVx = outline.vx[next];
      const nextVy = outline.vy[next];
      const nextEx = outline.ex[next];
      const nextEy = outline.ey[next];
      let word = 0;
      let nextWord = 0;
      let k = 2 * (first + 32 * group);
      for (let b = 0; b < count; b++) {
        const x = points[k];
        const y = points[k + 1];
        k += 2;
        word |= Number(ex * (y - vy) - ey * (x - vx) <= 0) << b;
        nextWord |= Number(nextEx * (y - nextVy) - nextEy * (x - nextVx) <= 0) << b;
      }
      penetration[i + surfaces * group] = word;
      penetration[next + surfaces * group] = nextWord;
      inside &= word & nextWord;
    }
    return inside;
  }

  /** Which initiators of a group are in collision at the reference. */
  inCollision(group: number): number {
    const start = this.surfaces * group;
    let word = 0;
    for (let i = 0; i < this.surfaces; i++) word |= this.referenceCollision[start + i];
    return word;
  }

  penetrates(i: number, j: number): boolean {
    return this.bit(this.penetration, i, j);
  }

  collides(i: number, j: number): boolean {
    return this.bit(this.collision, i, j);
  }

  collidesAtReference(i: number, j: number): boolean {
    return this.bit(this.referenceCollision, i, j);
  }

  setReference(i: number, j: number, collides: boolean): void {
    const w = i + this.surfaces * (j >>> 5);
    const mask = 1 << (j & 31);
    if (collides) this.referenceCollision[w] |= mask;
    else this.referenceCollision[w] &= ~mask;
  }

  private bit(matrix: Int32Array, i: number, j: number): boolean {
    return ((matrix[i + this.surfaces * (j >>> 5)] >>> (j & 31)) & 1) === 1;
  }
}

function areEqual(a: Int32Array, b: Int32Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
