/**
 * The collision configuration by nested loops over initiators and surfaces, one byte per entry.
 *
 * Source   [SchockLanglois] sec. 3.5, penetration configuration and algorithm 1, in the reading of collisionConfiguration.ts
 *
 * It follows the source line by line and computes every matrix in full: the form to read, and the one that the packed
 * form is proven equal to. Entry (i, j) is at i + surfaces · j.
 */
import type { CollisionConfiguration } from "./collisionConfiguration.ts";
import { isOnRange, isPenetrated, type Outline } from "./outline.ts";

export class LoopConfiguration implements CollisionConfiguration {
  readonly surfaces: number;
  readonly initiators: number;
  /** P(t), P(t0), S(t), C(t), C(t0). */
  readonly penetration: Uint8Array;
  readonly referencePenetration: Uint8Array;
  readonly range: Uint8Array;
  readonly collision: Uint8Array;
  readonly referenceCollision: Uint8Array;
  /** Δ. */
  readonly change: Int8Array;

  constructor(surfaces: number, initiators: number) {
    const size = surfaces * initiators;
    this.surfaces = surfaces;
    this.initiators = initiators;
    this.penetration = new Uint8Array(size);
    this.referencePenetration = new Uint8Array(size);
    this.range = new Uint8Array(size);
    this.collision = new Uint8Array(size);
    this.referenceCollision = new Uint8Array(size);
    this.change = new Int8Array(size);
  }

  initialise(outline: Outline, points: Float64Array, first: number): void {
    this.referenceCollision.fill(0);
    this.collision.fill(0);
    this.evaluatePenetration(outline, points, first);
    this.referencePenetration.set(this.penetration);
    this.change.fill(0);
  }

  evaluate(outline: Outline, points: Float64Array, first: number): void {
    this.evaluatePenetration(outline, points, first);
    this.evaluateCollision();
  }

  accept(outline: Outline, points: Float64Array, first: number): boolean {
    this.evaluate(outline, points, first);
    let isChanged = false;
    for (let k = 0; k < this.collision.length; k++) {
      if (this.collision[k] !== this.referenceCollision[k]) isChanged = true;
    }
    this.referencePenetration.set(this.penetration);
    this.referenceCollision.set(this.collision);
    return isChanged;
  }

  /** Penetration configuration, lines 1–19. */
  private evaluatePenetration(outline: Outline, points: Float64Array, first: number): void {
    const { surfaces, initiators, penetration, referencePenetration, range, change } = this;
    for (let j = 0; j < initiators; j++) {
      const x = points[2 * (first + j)];
      const y = points[2 * (first + j) + 1];
      for (let i = 0; i < surfaces; i++) {
        const ij = i + surfaces * j;
        penetration[ij] = isPenetrated(outline, i, x, y) ? 1 : 0;
        range[ij] = isOnRange(outline, i, x, y) ? 1 : 0;
        change[ij] = penetration[ij] - referencePenetration[ij];
      }
    }
  }

  /** Algorithm 1, lines 1–13. */
  private evaluateCollision(): void {
    const { surfaces, initiators, penetration, range, change, collision, referenceCollision } = this;
    for (let j = 0; j < initiators; j++) {
      const column = surfaces * j;
      let sum = 0;
      let wasInCollision = 0;
      for (let i = 0; i < surfaces; i++) {
        sum += penetration[column + i];
        wasInCollision |= referenceCollision[column + i];
      }
      const isInside = sum === surfaces;
      for (let i = 0; i < surfaces; i++) {
        const ij = column + i;
        if (isInside && wasInCollision === 0 && change[ij] === 1) collision[ij] = 1;
        else if (isInside) collision[ij] = referenceCollision[ij];
        else if (referenceCollision[ij] === 1 && range[ij] === 1 && change[ij] === 0) collision[ij] = 1;
        else collision[ij] = 0;
      }
    }
  }

  penetrates(i: number, j: number): boolean {
    return this.penetration[i + this.surfaces * j] === 1;
  }

  collides(i: number, j: number): boolean {
    return this.collision[i + this.surfaces * j] === 1;
  }

  collidesAtReference(i: number, j: number): boolean {
    return this.referenceCollision[i + this.surfaces * j] === 1;
  }

  setReference(i: number, j: number, collides: boolean): void {
    this.referenceCollision[i + this.surfaces * j] = collides ? 1 : 0;
  }
}
