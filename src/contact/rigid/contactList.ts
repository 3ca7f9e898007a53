/** Pairs that touch at an instant, and their points: numbers of both, one after the other, those of the points of a pair side by side. */

/** Numbers of a pair: its first point and that behind its last, then places and counts of the speeds of both sides. */
export const pairLength = 6;
/** Room at the start, for small scenes; it grows when it must. */
export const startPairs = 128;
export const startPoints = 512;
/** A direction that yields by no more than this part of another one is held. */
const rounding = 1e-12;

export class ContactList {
  pairCount = 0;
  pairs = new Int32Array(pairLength * startPairs);
  /** By pair: 1 where both sides are free bodies alone, or do not move. */
  isFree = new Uint8Array(startPairs);

  pointCount = 0;
  friction = new Float64Array(startPoints);
  /** The speed along the normal is at least this. */
  target = new Float64Array(startPoints);
  /** Normal and two tangents of each point. */
  impulse = new Float64Array(3 * startPoints);
  /** 1 for points whose impulses are those of the instant before. */
  isKnown = new Uint8Array(startPoints);
  /** Change of the speed along the normal, and the larger one along the tangents, per impulse there; and the inverse of either, zero where joints hold both sides. */
  yields = new Float64Array(2 * startPoints);
  masses = new Float64Array(2 * startPoints);

  clear(): void {
    this.pairCount = 0;
    this.pointCount = 0;
  }

  /** A pair more, of so many points without impulses; returns its number. A side that does not move has no speeds. */
  add(
    placeA: number,
    countA: number,
    placeB: number,
    countB: number,
    isFree: boolean,
    points: number,
    friction: number,
  ): number {
    const p = this.pairCount++;
    const from = this.pointCount;
    this.pointCount += points;
    if (pairLength * this.pairCount > this.pairs.length) {
      this.pairs = enlarged(this.pairs, Int32Array);
      this.isFree = enlarged(this.isFree, Uint8Array);
    }
    while (this.pointCount > this.friction.length) this.grow();
    const o = pairLength * p;
    this.pairs[o] = from;
    this.pairs[o + 1] = this.pointCount;
    this.pairs[o + 2] = placeA;
    this.pairs[o + 3] = countA;
    this.pairs[o + 4] = placeB;
    this.pairs[o + 5] = countB;
    this.isFree[p] = isFree ? 1 : 0;
    this.friction.fill(friction, from, this.pointCount);
    this.isKnown.fill(0, from, this.pointCount);
    this.impulse.fill(0, 3 * from, 3 * this.pointCount);
    return p;
  }

  /** How much point k yields along its normal and its tangents. */
  setYields(k: number, across: number, along: number): void {
    const least = rounding * Math.max(across, along);
    const isFree = across > least;
    const slides = along > least;
    this.yields[2 * k] = isFree ? across : 0;
    this.yields[2 * k + 1] = slides ? along : 0;
    this.masses[2 * k] = isFree ? 1 / across : 0;
    this.masses[2 * k + 1] = slides ? 1 / along : 0;
  }

  private grow(): void {
    this.friction = enlarged(this.friction, Float64Array);
    this.target = enlarged(this.target, Float64Array);
    this.impulse = enlarged(this.impulse, Float64Array);
    this.isKnown = enlarged(this.isKnown, Uint8Array);
    this.yields = enlarged(this.yields, Float64Array);
    this.masses = enlarged(this.masses, Float64Array);
  }
}

/** A copy of twice the length. */
export function enlarged<T extends Int32Array | Float64Array | Uint8Array>(old: T, kind: new (length: number) => T): T {
  const larger = new kind(2 * old.length);
  larger.set(old);
  return larger;
}
