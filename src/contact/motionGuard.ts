/**
 * Which shapes surely meet nothing, one by one, where bodies have steps of their own. Whoever has made a step is compared with all others
 * over the time that both have steps for; what another does later is looked at when it has done it. So all pairs are looked at for all
 * times up to that of the last one.
 *
 *  1. |c_a − c_b| at the starts of both steps, less both reaches and both ways: most pairs are too far from each other, and not even
 *     looked at (reachableShapes.ts);
 *  2. the distance that a pair once had, less all ways of both since then;
 *  3. for the others the gap along one direction n at both ends of the common time. The height of a point over a plane bends by no more
 *     than its acceleration allows, so that at the fraction s of a time of length h
 *         gap ≥ (1 − s)·gap₀ + s·gap₁ − ½·(B_a + B_b)·h²·s·(1 − s)        B  bound of the acceleration of all points of a shape
 *     n is the one that held last, or the normal of either end.
 *
 * What they do not decide is halved: up to some time nothing has happened. From there on the run looks for it as usual.
 */
import type { BodyMotion } from "../mechanics/bodyMotion.ts";
import type { CollisionShape } from "./collisionShape.ts";
import { NarrowCrossing } from "./narrowCrossing.ts";
import type { PairDistances } from "./pairDistances.ts";
import type { PairRules } from "./pairRules.ts";
import { ReachableShapes } from "./reachableShapes.ts";
import { ShapeBounds } from "./shapeBounds.ts";
import { ShapePoses } from "./shapePoses.ts";
import { gapStaysOpen } from "./stepCheck.ts";

/**
 * The time until which a pair is surely apart is found to this part of a step: to a finer one where it is apart at the end as well, since just
 * after a contact the gap is small at the begin of the step only.
 */
const finestPart = 1 / 32;
const finestPartAfterContact = 1 / 1024;

/** Gaps are open while wider than this many times the distance at which contacts begin; those that end do so at twice that distance. */
const marginFactor = 1.5;

/** Crossings are located to about this part of the distance at which contacts begin. */
export const crossingMargin = 0.2;

/** What is known of pairs has room for so many at first. */
const fewPairs = 64;

type MotionAt = (shape: number, time: number) => BodyMotion;

export class MotionGuard {
  /** Over the present steps of the shapes. */
  readonly bounds: ShapeBounds;
  private readonly poses: ShapePoses;
  private readonly distances: PairDistances;
  private readonly rules: PairRules;
  private readonly margin: number;
  private readonly hysteresis: number;
  private readonly crossing = new NarrowCrossing();
  /** Whether the pair that staysApart() looked at has met at the end. */
  private isMet = false;
  /** After freeUntil(): by when surely a pair has met; ∞ when that is not known. */
  eventBy = Number.POSITIVE_INFINITY;
  /** … and the other shape of that pair. */
  partner = -1;
  // of the present steps: begin and end, centre at the begin, and how far it can go from there
  private readonly from: Float64Array;
  private readonly to: Float64Array;
  private readonly centre: Float64Array;
  private readonly way: Float64Array;
  /** Centre at the end, where the shape has gone a step and not begun anew. */
  private readonly reached: Float64Array;
  private readonly hasReached: Uint8Array;
  // how far any point of a shape can have gone in all of its steps, up to the begin and up to the end of the present one
  private readonly mileage: Float64Array;
  private readonly total: Float64Array;
  private readonly reachable: ReachableShapes;
  /** Numbers of pairs that were looked at, by their key; of each, the sum of their totals below which they are apart, and a normal. */
  private readonly pairNumbers = new Map<number, number>();
  private apartBelow: Float64Array = new Float64Array(fewPairs);
  private normals: Float64Array = new Float64Array(3 * fewPairs);
  /** Of each shape, what it may come near to and may meet, the numbers of these pairs, and for which lists that holds. */
  private readonly partners: number[][];
  private readonly pairs: number[][];
  private readonly madeFor: Int32Array;
  /** Counts steps and comparisons: when each shape made its present step, and was last compared with all others. */
  private count = 0;
  private readonly madeAt: Float64Array;
  private readonly comparedAt: Float64Array;
  /** `hysteresis`: contacts begin at this distance. */
  constructor(shapes: readonly CollisionShape[], distances: PairDistances, rules: PairRules, hysteresis: number) {
    this.margin = marginFactor * hysteresis;
    this.hysteresis = hysteresis;
    const n = shapes.length;
    this.poses = new ShapePoses(shapes);
    this.bounds = new ShapeBounds(shapes, this.poses);
    this.distances = distances;
    this.rules = rules;
    this.from = new Float64Array(n).fill(Number.NEGATIVE_INFINITY);
    this.to = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
    this.centre = new Float64Array(3 * n);
    this.way = new Float64Array(n);
    this.reached = new Float64Array(3 * n);
    this.hasReached = new Uint8Array(n);
    this.mileage = new Float64Array(n);
    this.total = new Float64Array(n);
    this.reachable = new ReachableShapes(this.centre, this.poses.reach, this.mileage, this.total);
    this.partners = shapes.map(() => []);
    this.pairs = shapes.map(() => []);
    this.madeFor = new Int32Array(n).fill(-1);
    this.madeAt = new Float64Array(n);
    this.comparedAt = new Float64Array(n);
  }

  /** Shape s is where the motion says; `time` is when its first step begins, left out for those that never move. */
  begin(s: number, motion: BodyMotion, time?: number): void {
    this.poses.locate(s, motion);
    this.poses.locateCentre(s);
    this.beginAt(s, this.poses.centre);
    if (time === undefined) return;
    this.mileage[s] = this.total[s];
    this.from[s] = this.to[s] = time;
    this.bounds.clear(s);
  }

  private beginAt(s: number, place: Float64Array): void {
    this.reachable.notePlace(s, place[3 * s], place[3 * s + 1], place[3 * s + 2]);
    for (let i = 3 * s; i < 3 * s + 3; i++) this.centre[i] = place[i];
    this.way[s] = 0;
    this.hasReached[s] = 0;
    this.madeAt[s] = ++this.count;
  }

  /** Whether the last step of shape s ended at the time, and it is there: where that was need not be told again. */
  goesOn(s: number, time: number): boolean {
    return this.hasReached[s] === 1 && this.to[s] === time;
  }

  /** Shape s has made a step; the motion is that of its start, left out where it goes on, then that of its end. `bounds` hold for it. */
  noteStart(s: number, motion: BodyMotion | undefined, time: number): void {
    if (motion === undefined) this.beginAt(s, this.reached);
    else this.begin(s, motion);
    this.from[s] = time;
    this.mileage[s] = this.total[s];
  }

  noteEnd(s: number, motion: BodyMotion, time: number): void {
    const { poses, centre, bounds } = this;
    poses.locate(s, motion);
    poses.locateCentre(s);
    const h = time - this.from[s];
    let square = 0;
    for (let i = 3 * s; i < 3 * s + 3; i++) {
      square += (poses.centre[i] - centre[i]) * (poses.centre[i] - centre[i]);
      this.reached[i] = poses.centre[i];
    }
    this.hasReached[s] = 1;
    this.to[s] = time;
    this.way[s] = Math.sqrt(square) + 0.125 * bounds.acceleration[s] * h * h;
    this.total[s] = this.mileage[s] + this.way[s] + bounds.lever[s] * Math.min(2, bounds.turning[s] * h);
    this.reachable.noteStep(s);
  }

  /**
   * Until when shape s surely meets none of the others that are not in contact with it, in its present step and before `limit`; `eventBy` tells
   * by when it does. `motionAt` gives the motion of one shape. Of shapes that have made a step together each
   * is asked for in turn, up to a limit that never grows: those that were compared with s since it made its step are left out.
   */
  freeUntil(s: number, taken: ReadonlyMap<number, number>, limit: number, motionAt: MotionAt): number {
    const { centre, way, rules, from, to, mileage, total, madeAt, comparedAt } = this;
    const { reach } = this.poses;
    if (this.madeFor[s] !== this.reachable.beginning) this.findPartners(s);
    const { apartBelow } = this;
    const others = this.partners[s];
    const pairs = this.pairs[s];
    const x = centre[3 * s];
    const y = centre[3 * s + 1];
    const z = centre[3 * s + 2];
    const own = reach[s] + way[s];
    let until = limit;
    // what others do matters up to the time by which a pair has met
    let horizon = limit;
    this.eventBy = Number.POSITIVE_INFINITY;
    for (let k = 0; k < others.length; k++) {
      const u = others[k];
      const pair = pairs[k];
      if (total[s] + total[u] < apartBelow[pair]) continue;
      const dx = centre[3 * u] - x;
      const dy = centre[3 * u + 1] - y;
      const dz = centre[3 * u + 2] - z;
      const least = own + reach[u] + way[u];
      const square = dx * dx + dy * dy + dz * dz;
      if (square > least * least) {
        apartBelow[pair] = Math.sqrt(square) - reach[s] - reach[u] + mileage[s] + mileage[u];
        continue;
      }
      if (comparedAt[u] > madeAt[s] || taken.has(rules.key(s, u))) continue;
      const end = Math.min(horizon, to[u]);
      if (!(end > from[s])) continue;
      if (this.isFar(s, u, pair, motionAt)) continue;
      const apart = this.apartUntil(s, u, from[s], end, pair, motionAt);
      if (apart === Number.POSITIVE_INFINITY) continue;
      const meets = this.meetBy(s, u, apart, end, pair, motionAt);
      // two at once are left to whoever looks at all of them
      const isFirst = meets <= until;
      this.eventBy = isFirst ? meets : Number.POSITIVE_INFINITY;
      this.partner = u;
      until = Math.min(until, isFirst ? this.crossing.from : apart);
      horizon = isFirst ? meets : until;
    }
    comparedAt[s] = ++this.count;
    return until;
  }

  private findPartners(s: number): void {
    const { rules } = this;
    const partners = this.partners[s];
    const pairs = this.pairs[s];
    partners.length = pairs.length = 0;
    for (const u of this.reachable.of(s)) {
      if (u === s || !rules.admits(s, u)) continue;
      partners.push(u);
      pairs.push(this.pairNumber(rules.key(s, u)));
    }
    this.madeFor[s] = this.reachable.beginning;
  }

  private pairNumber(key: number): number {
    const { pairNumbers } = this;
    let pair = pairNumbers.get(key);
    if (pair !== undefined) return pair;
    pair = pairNumbers.size;
    pairNumbers.set(key, pair);
    if (pair === this.apartBelow.length) {
      this.apartBelow = twiceAsLong(this.apartBelow);
      this.normals = twiceAsLong(this.normals);
    }
    this.apartBelow[pair] = Number.NEGATIVE_INFINITY;
    this.normals[3 * pair] = 1;
    return pair;
  }

  /** A time by which two shapes have met, short after the begin of `crossing` up to which they are apart; ∞ when none is known. */
  private meetBy(a: number, b: number, t0: number, t1: number, pair: number, motionAt: MotionAt): number {
    const { hysteresis, margin, crossing } = this;
    const meets = (t: number): number => {
      this.place(a, b, t, motionAt);
      return hysteresis - margin - this.lookAt(a, b, pair);
    };
    return crossing.find(meets, t0, t1, crossingMargin * hysteresis) ? crossing.to : Number.POSITIVE_INFINITY;
  }

  /** Whether two shapes, which are looked at now, cannot come to each other in their steps. */
  private isFar(a: number, b: number, pair: number, motionAt: MotionAt): boolean {
    const { total, mileage } = this;
    const way = total[a] + total[b];
    this.place(a, b, this.from[a], motionAt);
    // the other may have been anywhere in its step
    const below = this.lookAt(a, b, pair) + mileage[a] + mileage[b];
    this.apartBelow[pair] = below;
    return way < below;
  }

  /** How long the gap between two shapes is surely open; ∞ for all of the time. */
  private apartUntil(a: number, b: number, t0: number, t1: number, pair: number, motionAt: MotionAt): number {
    let until = t0;
    let width = t1 - t0;
    let finest = finestPartAfterContact * width;
    while (until < t1) {
      const end = until + 1.01 * width < t1 ? until + width : t1;
      if (this.staysApart(a, b, until, end, pair, motionAt)) {
        until = end;
        width *= 2;
        continue;
      }
      if (end === t1 && this.isMet) finest = finestPart * (t1 - t0);
      width = 0.25 * (end - until);
      if (width < finest) return until;
    }
    return Number.POSITIVE_INFINITY;
  }

  private staysApart(a: number, b: number, t0: number, t1: number, pair: number, motionAt: MotionAt): boolean {
    const { pointAcceleration } = this.bounds;
    const bend = 0.5 * (pointAcceleration[a] + pointAcceleration[b]) * (t1 - t0) * (t1 - t0);
    this.place(a, b, t0, motionAt);
    let first = this.gap(a, b, pair);
    this.place(a, b, t1, motionAt);
    let last = this.gap(a, b, pair);
    if (gapStaysOpen(first, last - first, bend)) return true;
    last = this.lookAt(a, b, pair);
    this.isMet = last <= 0;
    if (this.isMet) return false;
    this.place(a, b, t0, motionAt);
    first = this.gap(a, b, pair);
    if (gapStaysOpen(first, last - first, bend)) return true;
    first = this.lookAt(a, b, pair);
    if (first <= 0) return false;
    this.place(a, b, t1, motionAt);
    last = this.gap(a, b, pair);
    return gapStaysOpen(first, last - first, bend);
  }

  private place(a: number, b: number, time: number, motionAt: MotionAt): void {
    this.poses.locate(a, motionAt(a, time));
    this.poses.locate(b, motionAt(b, time));
  }

  /** Distance and normal of two shapes that have been placed. */
  private lookAt(a: number, b: number, pair: number): number {
    const { distances, poses } = this;
    const [first, second] = a < b ? [a, b] : [b, a];
    distances.evaluate(poses, first, second);
    this.normals.set(distances.normal, 3 * pair);
    return distances.distance - this.margin;
  }

  /** Their gap along the normal that is known. */
  private gap(a: number, b: number, pair: number): number {
    return this.distances.gapAlong(this.poses, Math.min(a, b), Math.max(a, b), this.normals, 3 * pair) - this.margin;
  }
}

function twiceAsLong(array: Float64Array): Float64Array {
  const longer = new Float64Array(2 * array.length);
  longer.set(array);
  return longer;
}
