/**
 * Nothing passes through: finds contacts that begin and end inside one step of the integrator, on its dense output.
 *
 * Over a step of length h the centre c of a shape leaves the chord between its ends by at most e = A·h²/8, A being a bound of
 * its acceleration, and the shape turns by at most θ = w·h. Both are proven for all times of the step (BodyMotionBounds: dense output is a
 * polynomial, and its values at a few nodes bound it). Then
 *
 *  1. at the fraction s of the step the shape stays inside the box around both of its end positions, widened by e + ρ·min(1, θ/2):
 *     h(s) ≤ (1 − s)·(h(0) + ρ·s·θ) + s·(h(1) + ρ·(1 − s)·θ) for the support function h about the centre. Pairs of shapes whose boxes do
 *     not overlap cannot have met; the hierarchy finds the others. Short steps need not ask it: the list of near pairs (nearPairs.ts)
 *     holds all that can have met;
 *  2. along the normal n of one end of a (part of a) step with distance δ, the gap between the shapes is at any fraction s of
 *     it at least    δ + s·(n·Δc − ρ·θ) − 4·e·s·(1 − s),    so the pair has not met if the minimum of that over s is positive;
 *  3. what neither normal decides is halved: the motion is asked for in the middle. Parts in which nothing can move deeper than
 *     the resolution are left.
 *
 * Source   conservative advancement [Mirtich1996], with the normal's direction as the bound [Zhang2006]
 * Legend   ρ   reach of the shape from its centre, as far as turning moves anything: 0 for balls
 *          Δc  relative displacement of the centres over the part of the step
 */
import type { BodyMotion, BodyMotionBounds } from "../mechanics/bodyMotion.ts";
import { BoundingTree } from "./boundingTree.ts";
import type { CollisionShape } from "./collisionShape.ts";
import type { NearPairs } from "./nearPairs.ts";
import { overlappingPairs, PairList } from "./overlappingPairs.ts";
import type { PairDistances } from "./pairDistances.ts";
import type { PairRules } from "./pairRules.ts";
import { ShapeBounds } from "./shapeBounds.ts";
import { ShapePoses } from "./shapePoses.ts";

/** Parts of a step are halved at most so often: beyond, times are no longer distinct. */
const maximumDepth = 48;

/** A step of the solver whose inside is looked at. */
export interface StepMotion {
  /** The motion at a time inside the step. The returned object may be the same one every time. */
  at(t: number): BodyMotion;
  /** What holds at all times of the step. */
  bounds(): BodyMotionBounds;
}

/** Where all shapes are at one end of the step. */
class EndOfStep {
  readonly poses: ShapePoses;
  time = Number.NaN;

  constructor(shapes: readonly CollisionShape[]) {
    this.poses = new ShapePoses(shapes);
  }

  set(time: number, motion: BodyMotion): void {
    this.time = time;
    this.poses.locateAll(motion);
  }
}

export class StepCheck {
  /** Times found by the last examine(), ascending: at each of them a pair that was separated is in contact. */
  readonly times: number[] = [];
  /** Exact distances computed so far. */
  evaluations = 0;

  private readonly distances: PairDistances;
  private readonly rules: PairRules;
  private readonly near: NearPairs;
  private readonly margin: number;
  private readonly resolution: number;
  private readonly hysteresis: number;
  private readonly tree: BoundingTree;
  private readonly trial: ShapePoses;
  private start: EndOfStep;
  private end: EndOfStep;
  private readonly bounds: ShapeBounds;
  private readonly movement: Float64Array;
  private readonly boxes: Float64Array;
  private readonly pairs = new PairList();
  // ends of the parts of a step: time, distance, normal, relative centre; one per depth of halving
  private readonly part = new Float64Array(8 * (maximumDepth + 2));
  private motion: StepMotion | undefined;

  constructor(
    shapes: readonly CollisionShape[],
    distances: PairDistances,
    rules: PairRules,
    near: NearPairs,
    options: { readonly margin: number; readonly resolution: number; readonly hysteresis: number },
  ) {
    this.distances = distances;
    this.rules = rules;
    this.near = near;
    this.margin = options.margin;
    this.resolution = options.resolution;
    this.hysteresis = options.hysteresis;
    this.trial = new ShapePoses(shapes);
    this.start = new EndOfStep(shapes);
    this.end = new EndOfStep(shapes);
    this.tree = new BoundingTree(this.trial.body);
    this.bounds = new ShapeBounds(shapes, this.trial);
    this.movement = new Float64Array(shapes.length);
    this.boxes = new Float64Array(6 * shapes.length);
  }

  /** Forgets the last step, after an event that changed the motion. */
  reset(): void {
    this.end.time = Number.NaN;
  }

  /** Examines the step from t0 to t1; pairs in `taken` are in contact and left out. Fills `times`. */
  examine(t0: number, t1: number, motion: StepMotion, taken: ReadonlyMap<number, number>): void {
    this.times.length = 0;
    if (this.tree.leafCount < 2) return;
    this.motion = motion;
    // the end of the last step is the start of this one
    [this.start, this.end] = [this.end, this.start];
    if (this.start.time !== t0) this.start.set(t0, motion.at(t0));
    this.end.set(t1, motion.at(t1));
    const bounds = motion.bounds();
    for (let s = 0; s < this.trial.count; s++) this.bounds.bound(s, t1 - t0, bounds);
    if (!this.examineNear(t0, t1)) this.examineSwept(t0, t1, taken);
    if (this.times.length > 1) this.times.sort((x, y) => x - y);
  }

  /** Looks at the pairs of the list only; false when others could have met as well. */
  private examineNear(t0: number, t1: number): boolean {
    const { near } = this;
    const { room } = this.bounds;
    if (near.horizon === -Infinity) return false;
    let first = 0;
    let second = 0;
    near.moved(this.start.poses);
    for (let s = 0; s < room.length; s++) this.movement[s] = near.movement[s];
    near.moved(this.end.poses);
    for (let s = 0; s < room.length; s++) {
      const m = room[s] + Math.max(this.movement[s], near.movement[s]);
      this.movement[s] = m;
      second = Math.max(second, Math.min(first, m));
      first = Math.max(first, m);
    }
    if (near.horizon <= first + second) return false;
    for (let k = 0; k < near.count; k++) {
      const a = near.pairs[2 * k];
      const b = near.pairs[2 * k + 1];
      if (near.distanceThen[k] > this.movement[a] + this.movement[b]) continue;
      this.note(this.firstContact(a, b, t0, t1), t0, t1);
    }
    return true;
  }

  /** Looks at all pairs whose boxes around the motion overlap. */
  private examineSwept(t0: number, t1: number, taken: ReadonlyMap<number, number>): void {
    this.start.poses.boundAll(this.boxes, this.margin);
    this.end.poses.boundAll(this.tree.boxes, this.margin);
    this.sweepBoxes();
    this.tree.update();
    overlappingPairs(this.pairs, this.tree);
    for (let k = 0; k < this.pairs.count; k++) {
      const a = this.pairs.list[2 * k];
      const b = this.pairs.list[2 * k + 1];
      if (!this.rules.admits(a, b) || taken.has(this.rules.key(a, b))) continue;
      this.note(this.firstContact(a, b, t0, t1), t0, t1);
    }
  }

  private note(time: number, t0: number, t1: number): void {
    if (time > t0 && time < t1) this.times.push(time);
  }

  /** Boxes of the tree, those of the end, ← boxes around both ends and everything between. */
  private sweepBoxes(): void {
    const { boxes: first } = this;
    const { room } = this.bounds;
    const { boxes } = this.tree;
    for (let s = 0; s < room.length; s++) {
      for (let k = 6 * s; k < 6 * s + 3; k++) {
        boxes[k] = Math.min(first[k], boxes[k]) - room[s];
        boxes[k + 3] = Math.max(first[k + 3], boxes[k + 3]) + room[s];
      }
    }
  }

  /** Earliest time at which the search meets a contact of the pair, NaN when there is none. */
  private firstContact(a: number, b: number, t0: number, t1: number): number {
    const { part } = this;
    // stack of ends: the left one is kept apart, the right ones wait on top of each other
    let right = 1;
    this.look(0, t0, this.start.poses, a, b);
    this.look(1, t1, this.end.poses, a, b);
    const smaller = Math.min(this.trial.reach[a], this.trial.reach[b]);
    const tooShallow = this.resolution * smaller;
    for (;;) {
      const q = 8 * right;
      const width = part[q] - part[0];
      if (this.staysApart(0, q, width, a, b) || this.isTooShort(q, width, a, b, tooShallow)) {
        if (right === 1) return Number.NaN;
        part.copyWithin(0, q, q + 8);
        right--;
        continue;
      }
      const middle = part[0] + 0.5 * width;
      if (right === maximumDepth || middle === part[0] || middle === part[q]) return middle;
      const motion = this.motion!.at(middle);
      this.trial.locate(a, motion);
      this.trial.locate(b, motion);
      this.trial.locateCentre(a);
      this.trial.locateCentre(b);
      right++;
      this.look(right, middle, this.trial, a, b);
      if (part[8 * right + 1] < this.hysteresis) return middle;
    }
  }

  /** Writes an end of a part: time, distance, normal, centre of B relative to A. */
  private look(index: number, t: number, poses: ShapePoses, a: number, b: number): void {
    const { part, distances } = this;
    distances.evaluate(poses, a, b);
    this.evaluations++;
    const k = 8 * index;
    part[k] = t;
    part[k + 1] = distances.distance;
    for (let i = 0; i < 3; i++) {
      part[k + 2 + i] = distances.normal[i];
      part[k + 5 + i] = poses.centre[3 * b + i] - poses.centre[3 * a + i];
    }
  }

  /** Whether the gap along the normal of one of the two ends stays open over the part. */
  private staysApart(p: number, q: number, width: number, a: number, b: number): boolean {
    const { part } = this;
    const { lever, turning, acceleration } = this.bounds;
    const turn = (lever[a] * turning[a] + lever[b] * turning[b]) * width;
    const bend = 0.5 * (acceleration[a] + acceleration[b]) * width * width;
    let forwards = 0;
    let backwards = 0;
    for (let i = 5; i < 8; i++) {
      const moved = part[q + i] - part[p + i];
      forwards += part[p + i - 3] * moved;
      backwards -= part[q + i - 3] * moved;
    }
    return gapStaysOpen(part[p + 1], forwards - turn, bend) || gapStaysOpen(part[q + 1], backwards - turn, bend);
  }

  /** Whether the relative motion over the part is below the resolution. */
  private isTooShort(q: number, width: number, a: number, b: number, tooShallow: number): boolean {
    const { part } = this;
    const { lever, turning, acceleration } = this.bounds;
    let moved = 0;
    for (let i = 5; i < 8; i++) {
      const way = part[q + i] - part[i];
      moved += way * way;
    }
    const turn = (lever[a] * turning[a] + lever[b] * turning[b]) * width;
    const bend = 0.125 * (acceleration[a] + acceleration[b]) * width * width;
    return Math.sqrt(moved) + turn + bend < tooShallow;
  }
}

/** Minimum over 0 ≤ s ≤ 1 of gap + s·slope − bend·s·(1 − s) is positive. */
export function gapStaysOpen(gap: number, slope: number, bend: number): boolean {
  if (gap <= 0 || gap + slope <= 0) return false;
  if (slope >= bend) return true;
  // vertex of the parabola gap + (slope − bend)·s + bend·s²
  const s = (bend - slope) / (2 * bend);
  if (s >= 1) return true;
  return gap > bend * s * s;
}
