/**
 * Signed distance of two convex bodies: closed forms where they exist, descent on the Minkowski difference for separated
 * cores, an expanding polytope for overlapping ones, both finished by Newton's method with a proof.
 *
 * Holds    pointB − pointA = distance·normal; the normal points from A to B; negative distances are penetrations: the length
 *          of the shortest translation that parts the bodies. Nothing is remembered between calls.
 */

import type { Core } from "../geometry/core.ts";
import { coreBox, coreCone, coreCylinder, corePoint, coreSegment } from "../geometry/core.ts";
import { forgetAnswer } from "./bestAnswer.ts";
import { type BoxTolerances, boxesShown, boxGap } from "./boxDirections.ts";
import { coaxialDepth } from "./coaxialDepth.ts";
import { expanded, flat, penetrationByExpansion } from "./expandingPolytope.ts";
import {
  combinePoints,
  descendAgain,
  distanceByDescent,
  guessNormal,
  overlapping,
  separated,
  shallow,
  undecided,
} from "./gjk.ts";
import { locate, Pair } from "./pair.ts";
import { hasPointDistance, pointDistance } from "./pointDistance.ts";
import { proveAnswer } from "./proof.ts";
import { segmentDistance } from "./segmentDistance.ts";

/** How an answer was found; `termination` of the narrow phase is an index into this list. */
export const terminations = [
  /** A formula. */
  "closedForm",
  /** Separated: upper and lower bound of the distance agree. */
  "separated",
  /** Penetrating: closest face of the Minkowski difference, exact. */
  "penetrating",
  /** Rounding stopped the search; `bound` says how far the distance can be off. */
  "bounded",
  /** The Minkowski difference has no thickness: the bodies touch without volume between them. */
  "flat",
] as const;

export type Termination = (typeof terminations)[number];

/** Signed distance of one pair of bodies again and again, without allocation. */
export class NarrowPhase {
  /** m; negative when penetrating. */
  distance = Number.NaN;
  /** Half width of the interval that holds the distance; below 1e-13 of the size in all but degenerate poses. */
  bound = Number.NaN;
  /** Index into `terminations`. */
  termination = 0;
  /** Support points computed. */
  iterations = 0;
  /** Unit vector from A to B, world frame. */
  readonly normal = new Float64Array(3);
  /** Points on the surfaces, world frame. */
  readonly pointA = new Float64Array(3);
  readonly pointB = new Float64Array(3);

  private readonly pair: Pair;
  /** The pair is computed with the simpler core first, so that both orders give the same numbers. */
  private readonly isSwapped: boolean;

  constructor(A: Core, B: Core) {
    this.isSwapped = A.kind > B.kind;
    this.pair = this.isSwapped ? new Pair(B, A) : new Pair(A, B);
    const size = Math.max(A.reach, B.reach, 1e-300);
    this.pair.size = size;
    this.pair.areSolidBoxes = isSolidBox(A, size) && isSolidBox(B, size);
  }

  /** Computes the distance for the poses r + R·x of both shapes; R row-major at iR, r at ir. */
  evaluate(
    RA: Float64Array,
    iRA: number,
    rA: Float64Array,
    irA: number,
    RB: Float64Array,
    iRB: number,
    rB: Float64Array,
    irB: number,
  ): void {
    if (this.isSwapped) this.evaluateOrdered(RB, iRB, rB, irB, RA, iRA, rA, irA);
    else this.evaluateOrdered(RA, iRA, rA, irA, RB, iRB, rB, irB);
  }

  private evaluateOrdered(
    RA: Float64Array,
    iRA: number,
    rA: Float64Array,
    irA: number,
    RB: Float64Array,
    iRB: number,
    rB: Float64Array,
    irB: number,
  ): void {
    const pair = this.pair;
    locate(pair, RA, iRA, rA, irA, RB, iRB, rB, irB);
    solveCores(pair);
    this.report(RA, iRA, rA, irA);
  }

  /** From the cores in the frame of A to the bodies in the world. */
  private report(R: Float64Array, iR: number, r: Float64Array, ir: number): void {
    const pair = this.pair;
    const { n, a } = pair;
    const axis = pair.A.axis;
    const jx = axis === 3 ? 0 : axis;
    const jy = axis === 3 ? 1 : axis === 1 ? 2 : 0;
    const jz = axis === 3 ? 2 : axis === 1 ? 0 : 1;
    const radius = pair.A.radius;
    const nx = n[0];
    const ny = n[1];
    const nz = n[2];
    const x = a[0] + radius * nx;
    const y = a[1] + radius * ny;
    const z = a[2] + radius * nz;
    const distance = pair.distance - radius - pair.B.radius;
    const sign = this.isSwapped ? -1 : 1;
    const near = this.isSwapped ? this.pointB : this.pointA;
    const far = this.isSwapped ? this.pointA : this.pointB;
    const normal = this.normal;
    for (let i = 0; i < 3; i++) {
      const k = iR + 3 * i;
      const Rx = R[k + jx];
      const Ry = R[k + jy];
      const Rz = R[k + jz];
      const component = Rx * nx + Ry * ny + Rz * nz;
      const point = r[ir + i] + (Rx * x + Ry * y + Rz * z);
      near[i] = point;
      far[i] = point + distance * component;
      normal[i] = sign * component;
    }
    this.distance = distance;
    this.bound = pair.bound;
    // cores may be apart while the bodies penetrate
    this.termination = pair.termination === 1 && distance < 0 ? 2 : pair.termination;
    this.iterations = pair.iterations;
  }
}

/** Boxes thinner than this part of the larger one are left to the search. */
const thin = 1e-6;

/** To rounding. */
const exactly: BoxTolerances = { better: 1e-14, rim: 1e-14, parallel: 1e-28, clear: 0.05 };

/** Whether two boxes that have a volume show their distance along one of the directions between them, with proof. */
function solveBoxes(pair: Pair): boolean {
  if (boxGap(pair, exactly) !== boxesShown || !proveAnswer(pair)) return false;
  pair.termination = pair.distance < 0 ? 2 : 1;
  return true;
}

function solveCores(pair: Pair): void {
  pair.iterations = 0;
  pair.bound = 0;
  pair.termination = 0;
  if (pair.areSolidBoxes && solveBoxes(pair)) return;
  if (pair.A.kind === corePoint && hasPointDistance(pair.B)) solvePoint(pair);
  else if (pair.A.kind === coreSegment && pair.B.kind === coreSegment) segmentDistance(pair);
  else solveIteratively(pair);
}

/** Whether the core is a box that has a volume, and is not a plate or a rod within rounding. */
function isSolidBox({ kind, size }: Core, large: number): boolean {
  return kind === coreBox && Math.min(size[0], size[1], size[2]) > thin * large;
}

function solveIteratively(pair: Pair): void {
  forgetAnswer(pair);
  let outcome = distanceByDescent(pair);
  if (outcome === undecided && isApart(pair)) outcome = descendAgain(pair);
  if (outcome === separated) {
    pair.termination = 1;
    return;
  }
  if (outcome === shallow) {
    pair.termination = 2;
    return;
  }
  if (outcome !== overlapping) {
    // separated for certain, though without proof of all digits
    if (isApart(pair)) {
      guessNormal(pair);
      combinePoints(pair);
      proveAnswer(pair);
      if (pair.distance - pair.bound > 0) {
        pair.termination = 3;
        return;
      }
    }
  }
  if (hasAxis(pair.A) && hasAxis(pair.B) && coaxialDepth(pair)) {
    pair.termination = 2;
    return;
  }
  const result = penetrationByExpansion(pair);
  pair.termination = result === expanded ? 2 : 3;
  if (result !== flat) return;
  pair.termination = 4;
  combinePoints(pair);
  pair.distance = 0;
}

/** Whether it is a hull of two discs about one axis. */
function hasAxis({ kind }: Core): boolean {
  return kind === coreSegment || kind === coreCylinder || kind === coreCone;
}

/** Whether the descent stopped at a simplex away from the origin. */
function isApart({ v, count, size }: Pair): boolean {
  return count < 4 && Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) > 1e-12 * size;
}

function solvePoint(pair: Pair): void {
  const { R, r, d, n, a, b, scratch } = pair;
  for (let k = 0; k < 3; k++) d[k] = -(R[k] * r[0] + R[3 + k] * r[1] + R[6 + k] * r[2]);
  pointDistance(scratch, pair.B, d);
  const s = scratch[6];
  for (let i = 0; i < 3; i++) {
    n[i] = -(R[3 * i] * scratch[3] + R[3 * i + 1] * scratch[4] + R[3 * i + 2] * scratch[5]);
    a[i] = 0;
    b[i] = s * n[i];
  }
  pair.distance = s;
}
