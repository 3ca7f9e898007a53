/**
 * Which shapes surely meet nothing, one by one, where bodies have steps of their own. Whoever has made a step is compared with all others
 * over the time that both have steps for; what another does later is looked at when it has done it. So all pairs are looked at for all
 * times up to that of the last one.
 *
 *  1. |c_a − c_b| at the starts of both steps, less both reaches and both ways: most pairs are too far from each other;
 *  2. for the others the gap along the normal of either end of the common time, as in stepCheck.ts.
 *
 * What neither decides is halved: up to some time nothing has happened. From there on the run looks for it as usual.
 */
import type { BodyMotion } from "../mechanics/bodyMotion.ts";
import type { CollisionShape } from "./collisionShape.ts";
import type { PairDistances } from "./pairDistances.ts";
import type { PairRules } from "./pairRules.ts";
import { ShapeBounds } from "./shapeBounds.ts";
import { ShapePoses } from "./shapePoses.ts";
import { gapStaysOpen } from "./stepCheck.ts";

/** The time until which a pair is surely apart is found to this many bits of a step. */
const halvings = 12;

/** Gaps are open while wider than this many times the distance at which contacts begin; those that end do so at twice that distance. */
const marginFactor = 1.5;

export class MotionGuard {
  /** Over the present steps of the shapes. */
  readonly bounds: ShapeBounds;
  private readonly poses: ShapePoses;
  private readonly distances: PairDistances;
  private readonly rules: PairRules;
  private readonly margin: number;
  // of the present steps: begin and end, centre at the begin, and how far it can go from there
  private readonly from: Float64Array;
  private readonly to: Float64Array;
  private readonly centre: Float64Array;
  private readonly way: Float64Array;
  // ends of the time that a pair has in common: distance, normal, centre of B relative to A
  private readonly ends = new Float64Array(14);

  /** `hysteresis`: contacts begin at this distance. */
  constructor(shapes: readonly CollisionShape[], distances: PairDistances, rules: PairRules, hysteresis: number) {
    this.margin = marginFactor * hysteresis;
    const n = shapes.length;
    this.poses = new ShapePoses(shapes);
    this.bounds = new ShapeBounds(shapes, this.poses);
    this.distances = distances;
    this.rules = rules;
    this.from = new Float64Array(n).fill(Number.NEGATIVE_INFINITY);
    this.to = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
    this.centre = new Float64Array(3 * n);
    this.way = new Float64Array(n);
  }

  /** Shape s is where the motion says; `time` is when its first step begins, left out for those that never move. */
  begin(s: number, motion: BodyMotion, time?: number): void {
    this.poses.locate(s, motion);
    this.poses.locateCentre(s);
    for (let i = 3 * s; i < 3 * s + 3; i++) this.centre[i] = this.poses.centre[i];
    this.way[s] = 0;
    if (time === undefined) return;
    this.from[s] = this.to[s] = time;
    this.bounds.clear(s);
  }

  /** Shape s has made a step; the motion is that of its start, then that of its end. `bounds` hold for it. */
  noteStart(s: number, motion: BodyMotion, time: number): void {
    this.begin(s, motion);
    this.from[s] = time;
  }

  noteEnd(s: number, motion: BodyMotion, time: number): void {
    const { poses, centre, bounds } = this;
    poses.locate(s, motion);
    poses.locateCentre(s);
    const h = time - this.from[s];
    let square = 0;
    for (let i = 3 * s; i < 3 * s + 3; i++) square += (poses.centre[i] - centre[i]) * (poses.centre[i] - centre[i]);
    this.to[s] = time;
    this.way[s] = Math.sqrt(square) + 0.125 * bounds.acceleration[s] * h * h;
  }

  /**
   * Until when shape s surely meets none of the others that are not in contact with it, in its present step. `motionAt` gives the motion
   * of one shape.
   */
  freeUntil(
    s: number,
    taken: ReadonlyMap<number, number>,
    motionAt: (shape: number, time: number) => BodyMotion,
  ): number {
    const { centre, way, rules, from, to } = this;
    const { reach, count } = this.poses;
    const x = centre[3 * s];
    const y = centre[3 * s + 1];
    const z = centre[3 * s + 2];
    const own = reach[s] + way[s];
    let until = to[s];
    for (let u = 0; u < count; u++) {
      const dx = centre[3 * u] - x;
      const dy = centre[3 * u + 1] - y;
      const dz = centre[3 * u + 2] - z;
      const least = own + reach[u] + way[u];
      if (dx * dx + dy * dy + dz * dz > least * least) continue;
      if (u === s || !rules.admits(s, u) || taken.has(rules.key(s, u))) continue;
      const end = Math.min(until, to[u]);
      if (end > from[s]) until = Math.min(until, this.apartUntil(s, u, from[s], end, motionAt));
    }
    return until;
  }

  /** How long the gap between two shapes is surely open; ∞ for all of the time. */
  private apartUntil(
    a: number,
    b: number,
    t0: number,
    t1: number,
    motionAt: (shape: number, time: number) => BodyMotion,
  ): number {
    if (this.staysApart(a, b, t0, t1, motionAt)) return Number.POSITIVE_INFINITY;
    let until = t0;
    let width = 0.5 * (t1 - t0);
    for (let k = 0; k < halvings; k++) {
      if (this.staysApart(a, b, until, until + width, motionAt)) until += width;
      width *= 0.5;
    }
    return until;
  }

  private staysApart(
    a: number,
    b: number,
    t0: number,
    t1: number,
    motionAt: (shape: number, time: number) => BodyMotion,
  ): boolean {
    const { ends } = this;
    const { lever, turning, acceleration } = this.bounds;
    this.look(0, a, b, t0, motionAt);
    this.look(7, a, b, t1, motionAt);
    const width = t1 - t0;
    const turn = (lever[a] * turning[a] + lever[b] * turning[b]) * width;
    const bend = 0.5 * (acceleration[a] + acceleration[b]) * width * width;
    let forwards = 0;
    let backwards = 0;
    for (let i = 4; i < 7; i++) {
      const moved = ends[7 + i] - ends[i];
      forwards += ends[i - 3] * moved;
      backwards -= ends[4 + i] * moved;
    }
    return gapStaysOpen(ends[0], forwards - turn, bend) || gapStaysOpen(ends[7], backwards - turn, bend);
  }

  private look(
    k: number,
    a: number,
    b: number,
    time: number,
    motionAt: (shape: number, time: number) => BodyMotion,
  ): void {
    const { ends, poses, distances } = this;
    for (const s of [a, b]) {
      poses.locate(s, motionAt(s, time));
      poses.locateCentre(s);
    }
    distances.evaluate(poses, a, b);
    ends[k] = distances.distance - this.margin;
    for (let i = 0; i < 3; i++) {
      ends[k + 1 + i] = distances.normal[i];
      ends[k + 4 + i] = poses.centre[3 * b + i] - poses.centre[3 * a + i];
    }
  }
}
