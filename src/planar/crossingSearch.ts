/**
 * Finds, on the dense output of a step, initiators whose configuration changes within it although its ends do not
 * show it: a point that crosses a whole target, clips a corner, or hops off a surface and back.
 *
 * Source   [SchockLanglois] sec. 3.4 names the case as open. Clipping of a segment against the half-planes of a convex
 *          polygon: [CyrusBeck1978].
 *
 * In the frame of the target the polygon stands still and the point runs along a curve. On an interval of length h the
 * curve stays near its chord:
 *
 *     ‖x(u) − chord(u)‖ ≤ 4/27 (‖h·x'(a) − d‖ + ‖h·x'(b) − d‖)        for a cubic; twice that is taken as the bound σ
 *
 *     no collision     nothing happens when the chord misses the polygon grown by σ
 *     in collision     nothing happens when both ends keep their surface with a margin of σ
 *
 * Otherwise the interval is cut where the chord is deepest, until something is found or σ is below the resolution.
 *
 * Legend   d  m  chord from a to b      x'  m/s  velocity relative to the target, in its frame
 * Promise  what is overlooked reaches less than `resolution` times the longest edge into the target.
 */

import { aFunction, aList, fields, listOf, madeBy } from "../errors/shapes.ts";
import * as elementary from "../math/elementary.ts";
import { CollisionTracker, type TrackedPair } from "./collisionTracker.ts";
import { aPolygon, type ConvexPolygon } from "./convexPolygon.ts";
import { isObtuseAfter } from "./corners.ts";
import { eventValue } from "./eventFunctions.ts";
import {
  advance,
  largestSeparation,
  Outline,
  outlineFromVertices,
  poseSize,
  remainder,
  separation,
} from "./outline.ts";

/** Depth that may be overlooked, relative to the longest edge of the target. */
const resolution = 1e-9;
/** 4/27 for a cubic, twice for what is not one. */
const chordFactor = 8 / 27;
/** Halvings of a step; beyond it neighbouring times are hardly different. */
const maximumDepth = 40;
/** Halvings after which an interval that ends beyond a crossing is trusted to hold only one. */
const depthOfSingleCrossing = 3;
/** Smallest part that a cut may leave, relative to the interval. */
const smallestPart = 0.1;
/** Numbers per end of an interval: position and velocity in the frame of the target. */
const stateSize = 4;

/** What the search needs from the simulation: the points at any time of the last step. */
export interface DenseSampler {
  /** Moves poses, points and velocities to time t of the last step. */
  sample(t: number): void;
  readonly poses: Float64Array;
  readonly points: Float64Array;
  readonly velocities: Float64Array;
}

export class CrossingSearch {
  private readonly tracker: CollisionTracker;
  private readonly sampler: DenseSampler;
  /** Outlines in the frames of the targets. */
  private readonly outlines: readonly Outline[];
  private readonly resolutions: Float64Array;
  /** All initiators at the start, in the middle and at the end of the step. */
  private readonly coarse: readonly [Float64Array, Float64Array, Float64Array];
  private readonly coarseValues: readonly [Float64Array, Float64Array, Float64Array];
  /** Intervals that still have to be looked at, the earliest on top. */
  private readonly times = new Float64Array(2 * (maximumDepth + 2));
  private readonly states = new Float64Array(2 * stateSize * (maximumDepth + 2));
  private readonly depths = new Int32Array(maximumDepth + 2);
  private readonly endsCrossed = new Uint8Array(maximumDepth + 2);
  private readonly middle = new Float64Array(stateSize);
  /** Where the chord of the last interval is deepest, and its bound. */
  private deepest = 0.5;
  private bound = 0;

  constructor(tracker: CollisionTracker, polygons: readonly ConvexPolygon[], sampler: DenseSampler) {
    madeBy(CollisionTracker, "a CollisionTracker")(tracker, "tracker");
    listOf(aPolygon)(polygons, "polygons");
    fields({ sample: aFunction, poses: aList, points: aList, velocities: aList }, [
      "sample",
      "poses",
      "points",
      "velocities",
    ])(sampler, "sampler");
    this.tracker = tracker;
    this.sampler = sampler;
    this.outlines = polygons.map((polygon) => {
      const outline = new Outline(polygon.count);
      outlineFromVertices(outline, polygon.vertices);
      return outline;
    });
    this.resolutions = Float64Array.from(this.outlines, (outline) => resolution * Math.max(...outline.length));
    const states = () => new Float64Array(stateSize * tracker.rootCount);
    const values = () => new Float64Array(tracker.rootCount);
    this.coarse = [states(), states(), states()];
    this.coarseValues = [values(), values(), values()];
  }

  /**
   * A time in (from, to] at which some event function has another sign than at `from`, with no other crossing before
   * the one it belongs to; NaN when there is none.
   */
  find(from: number, to: number): number {
    const middle = from + 0.5 * (to - from);
    this.sampleAll(from, 0);
    this.sampleAll(middle, 1);
    this.sampleAll(to, 2);
    let earliest = Number.NaN;
    for (let k = 0; k < this.tracker.pairs.length; k++) {
      const pair = this.tracker.pairs[k];
      for (let j = 0; j < pair.count; j++) {
        const root = pair.firstRoot + j;
        // a function that is not positive has no change to wait for that could be missed
        if (!(this.coarseValues[0][root] > 0)) continue;
        let found = this.search(pair, j, from, 0, middle, 1);
        if (Number.isNaN(found) && !(earliest <= middle)) found = this.search(pair, j, middle, 1, to, 2);
        if (!Number.isNaN(found) && !(earliest <= found)) earliest = found;
      }
    }
    return earliest;
  }

  /** Looks at one initiator between two of the coarse samples. */
  private search(pair: TrackedPair, j: number, from: number, a: number, to: number, b: number): number {
    const root = pair.firstRoot + j;
    const start = stateSize * root;
    const { times, states, depths, endsCrossed, middle } = this;
    const floor = this.resolutions[pair.target];
    times[0] = from;
    times[1] = to;
    for (let k = 0; k < stateSize; k++) {
      states[k] = this.coarse[a][start + k];
      states[stateSize + k] = this.coarse[b][start + k];
    }
    depths[0] = 1;
    endsCrossed[0] = this.coarseValues[b][root] <= 0 ? 1 : 0;
    let top = 0;
    while (top >= 0) {
      const ta = times[2 * top];
      const tb = times[2 * top + 1];
      const depth = depths[top];
      const isCrossed = endsCrossed[top] === 1;
      const isQuiet = this.isQuiet(pair, j, 2 * stateSize * top, tb - ta);
      const isFine = this.bound <= floor || depth >= maximumDepth;
      if (isCrossed && (isFine || depth >= depthOfSingleCrossing)) return tb;
      if (!isCrossed && (isQuiet || isFine)) {
        // a chord that passes within rounding of the resolution gets one look where it is deepest
        if (!isQuiet) {
          const t = ta + this.deepest * (tb - ta);
          if (t > ta && t < tb && this.sampleOne(pair, j, t) <= 0) return t;
        }
        top--;
        continue;
      }
      const tm = ta + Math.min(Math.max(this.deepest, smallestPart), 1 - smallestPart) * (tb - ta);
      const value = this.sampleOne(pair, j, tm);
      // the right part stays in its place, the left part goes on top of it
      const k = 2 * stateSize * top;
      const isMiddleCrossed = value <= 0;
      if (!isMiddleCrossed) {
        for (let m = 0; m < stateSize; m++) {
          states[k + 2 * stateSize + m] = states[k + m];
          states[k + m] = middle[m];
          states[k + 3 * stateSize + m] = middle[m];
        }
        times[2 * top] = tm;
        times[2 * top + 2] = ta;
        times[2 * top + 3] = tm;
        depths[top] = depth + 1;
        top++;
      } else {
        for (let m = 0; m < stateSize; m++) states[k + stateSize + m] = middle[m];
        times[2 * top + 1] = tm;
      }
      depths[top] = depth + 1;
      endsCrossed[top] = isMiddleCrossed ? 1 : 0;
    }
    return Number.NaN;
  }

  /** Whether the configuration surely stays what it is between the two states at k. Sets `bound` and `deepest`. */
  private isQuiet(pair: TrackedPair, j: number, k: number, h: number): boolean {
    const { states } = this;
    const outline = this.outlines[pair.target];
    const xa = states[k];
    const ya = states[k + 1];
    const xb = states[k + stateSize];
    const yb = states[k + stateSize + 1];
    const dx = xb - xa;
    const dy = yb - ya;
    const startX = h * states[k + 2] - dx;
    const startY = h * states[k + 3] - dy;
    const endX = h * states[k + stateSize + 2] - dx;
    const endY = h * states[k + stateSize + 3] - dy;
    this.bound = chordFactor * (Math.sqrt(startX * startX + startY * startY) + Math.sqrt(endX * endX + endY * endY));
    this.deepest = 0.5;
    let isHeld = false;
    for (let i = 0; i < outline.count; i++) {
      if (!pair.configuration.collidesAtReference(i, j)) continue;
      isHeld = true;
      const isKept =
        pair.rule === "nearest"
          ? largestSeparation(outline, xa, ya) < -this.bound && largestSeparation(outline, xb, yb) < -this.bound
          : this.keeps(outline, i, xa, ya) && this.keeps(outline, i, xb, yb);
      if (!isKept) return false;
    }
    return isHeld || this.misses(outline, xa, ya, xb, yb);
  }

  /** Whether surface c keeps the point by more than the bound. */
  private keeps(outline: Outline, c: number, x: number, y: number): boolean {
    const margin = this.bound;
    if (!(separation(outline, c, x, y) < -margin)) return false;
    const before = c > 0 ? c - 1 : outline.count - 1;
    const isStart = advance(outline, c, x, y) > margin;
    const isEnd = remainder(outline, c, x, y) > margin;
    if (isStart && isEnd) return true;
    if (!isStart && this.tracker.handsOn && isObtuseAfter(outline, before)) return false;
    if (!isEnd && this.tracker.handsOn && isObtuseAfter(outline, c)) return false;
    return largestSeparation(outline, x, y) < -margin;
  }

  /** Whether the chord misses the polygon grown by the bound. Sets `deepest` to the middle of what lies inside. */
  private misses(outline: Outline, xa: number, ya: number, xb: number, yb: number): boolean {
    let enters = 0;
    let leaves = 1;
    for (let i = 0; i < outline.count; i++) {
      const a = separation(outline, i, xa, ya) - this.bound;
      const b = separation(outline, i, xb, yb) - this.bound;
      if (a > 0 && b > 0) return true;
      if (a > 0) enters = Math.max(enters, a / (a - b));
      else if (b > 0) leaves = Math.min(leaves, a / (a - b));
    }
    if (enters > leaves) return true;
    this.deepest = 0.5 * (enters + leaves);
    return false;
  }

  private sampleAll(t: number, slot: number): void {
    const { sampler, tracker } = this;
    sampler.sample(t);
    tracker.roots(sampler.poses, sampler.points, this.coarseValues[slot]);
    for (let k = 0; k < tracker.pairs.length; k++) {
      const pair = tracker.pairs[k];
      for (let j = 0; j < pair.count; j++) {
        this.toTarget(this.coarse[slot], stateSize * (pair.firstRoot + j), pair.target, pair.first + j);
      }
    }
  }

  /** `middle` ← state of one initiator at t; returns its event function. */
  private sampleOne(pair: TrackedPair, j: number, t: number): number {
    const { sampler, tracker } = this;
    sampler.sample(t);
    tracker.place(sampler.poses);
    const point = pair.first + j;
    this.toTarget(this.middle, 0, pair.target, point);
    const x = sampler.points[2 * point];
    const y = sampler.points[2 * point + 1];
    return eventValue(pair.outline, pair.configuration, pair.rule, tracker.handsOn, j, x, y);
  }

  /** out[k…k+3] ← position and velocity of a point relative to a target, in the frame of the target. */
  private toTarget(out: Float64Array, k: number, target: number, point: number): void {
    const { poses, points, velocities } = this.sampler;
    const p = poseSize * target;
    const c = elementary.cos(poses[p + 2]);
    const s = elementary.sin(poses[p + 2]);
    const w = poses[p + 5];
    const rx = points[2 * point] - poses[p];
    const ry = points[2 * point + 1] - poses[p + 1];
    const vx = velocities[2 * point] - poses[p + 3] + w * ry;
    const vy = velocities[2 * point + 1] - poses[p + 4] - w * rx;

    out[k] = c * rx + s * ry;
    out[k + 1] = c * ry - s * rx;
    out[k + 2] = c * vx + s * vy;
    out[k + 3] = c * vy - s * vx;
  }
}
