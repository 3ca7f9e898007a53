/** Impulses of the points of an instant, by pair, for the next one: the nearest point of the same pair had nearly the same. */
import { type ContactList, enlarged, pairLength, startPoints } from "./contactList.ts";
import { PairTable } from "./pairTable.ts";

/** Points of a pair that are farther from each other than this, m, are not the same as before. */
const samePoint = 0.01;
/** Numbers of a point: where it is, and its impulse. */
const length = 6;

export class KeptImpulses {
  /** Of the pairs of an instant, and of the one before: the first point, and that behind the last. */
  private pairs = new PairTable();
  private pairsBefore = new PairTable();
  private points = new Float64Array(startPoints * length);
  private pointsBefore = new Float64Array(startPoints * length);

  /** Pair p has this key, and its points are at `at`, three numbers each: its impulses ← those of the instant before, where they are known. */
  recall({ pairs, impulse, isKnown }: ContactList, p: number, key: number, at: Float64Array): void {
    const from = pairs[pairLength * p];
    const to = pairs[pairLength * p + 1];
    while (length * to > this.points.length) this.points = enlarged(this.points, Float64Array);
    const { points: now, pointsBefore: old } = this;
    this.pairs.add(key, from, to);
    const before = this.pairsBefore.find(key);
    const first = before < 0 ? 0 : length * this.pairsBefore.read(before, 0);
    const end = before < 0 ? 0 : length * this.pairsBefore.read(before, 1);
    for (let k = from; k < to; k++) {
      const o = length * k;
      for (let i = 0; i < 3; i++) now[o + i] = at[3 * (k - from) + i];
      let nearest = samePoint * samePoint;
      let found = -1;
      for (let q = first; q < end; q += length) {
        const x = old[q] - now[o];
        const y = old[q + 1] - now[o + 1];
        const z = old[q + 2] - now[o + 2];
        const square = x * x + y * y + z * z;
        if (square >= nearest) continue;
        nearest = square;
        found = q;
      }
      if (found < 0) continue;
      isKnown[k] = 1;
      for (let i = 0; i < 3; i++) impulse[3 * k + i] = old[found + 3 + i];
    }
  }

  /** The points and impulses of this instant are those of the instant before, from now on. */
  keep({ pointCount, impulse }: ContactList): void {
    const { points, pairs } = this;
    for (let k = 0; k < pointCount; k++) for (let i = 0; i < 3; i++) points[length * k + 3 + i] = impulse[3 * k + i];
    this.points = this.pointsBefore;
    this.pointsBefore = points;
    this.pairs = this.pairsBefore;
    this.pairsBefore = pairs;
    this.pairs.clear();
  }
}
