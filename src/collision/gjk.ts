/**
 * Euclidean distance of separated cores: descent on the Minkowski difference, finished by polish.ts as soon as its features
 * can be told.
 *
 * Source   [GilbertJohnsonKeerthi1988]; bounds as in [Bergen2003] sec. 4.3.4
 * Legend   v   point of a simplex in C closest to the origin: ‖v‖ is an upper bound of the distance
 *          w   support point of C along −v: v·w/‖v‖ is a lower bound
 */
import { coreBox, coreHull, corePoint, coreSegment } from "../geometry/core.ts";
import { keepAnswer } from "./bestAnswer.ts";
import { isShortestWay } from "./interiorBall.ts";
import { differenceSupport, normalise, type Pair, stride } from "./pair.ts";
import { polish } from "./polish.ts";
import { proveAnswer, proveBySupport } from "./proof.ts";
import { closestOnSimplex } from "./simplex.ts";

export const separated = 1;
export const overlapping = 2;
/** Overlapping, and the answer is proven. */
export const shallow = 4;
/** The distance is below rounding, or the descent came to a stop before its proof. */
export const undecided = 3;

const maximumIterations = 100;
/** First difference of the bounds, relative to the size, at which the finish is tried; then smaller by the factor. */
const firstTrial = 0.05;
const nextTrial = 0.03;

function isPolytope(kind: number): boolean {
  return kind === corePoint || kind === coreSegment || kind === coreBox || kind === coreHull;
}

/** Runs from the direction between the centres. For `separated` and `shallow` the answer of the pair is set and proven. */
export function distanceByDescent(pair: Pair): number {
  startDirection(pair);
  return descend(pair);
}

/** Angles by which the search is turned when it starts over. */
const turns = [0, 1e-3, -1e-3, 0.1, -0.1, 0.7, -0.7];

/**
 * The descent again, from where it came to a stop and from directions around: slivers that cost a simplex its digits depend on the way to
 * them. Without a proof the first simplex stays.
 */
export function descendAgain(pair: Pair): number {
  const { v } = pair;
  copySimplex(pair, true);
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const x = v[0] / length;
  const y = v[1] / length;
  const z = v[2] / length;
  // two directions across
  const least = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  const ux = least === 0 ? 0 : least === 1 ? z : -y;
  const uy = least === 0 ? -z : least === 1 ? 0 : x;
  const uz = least === 0 ? y : least === 1 ? -x : 0;
  for (let i = 0; i < 2 * turns.length - 1; i++) {
    const turn = turns[i >> 1];
    const isSecond = i % 2 === 1;
    v[0] = x + turn * (isSecond ? y * uz - z * uy : ux);
    v[1] = y + turn * (isSecond ? z * ux - x * uz : uy);
    v[2] = z + turn * (isSecond ? x * uy - y * ux : uz);
    const outcome = descend(pair);
    if (outcome === separated || outcome === shallow) return outcome;
  }
  copySimplex(pair, false);
  return undecided;
}

/** Keeps the simplex of the pair, or brings it back. */
function copySimplex(pair: Pair, isKept: boolean): void {
  const { points, weights, v, stopped } = pair;
  const size = 3 * stride;
  if (isKept) {
    for (let k = 0; k < size; k++) stopped[k] = points[k];
    for (let k = 0; k < 3; k++) stopped[size + k] = weights[k];
    for (let k = 0; k < 3; k++) stopped[size + 3 + k] = v[k];
    stopped[size + 6] = pair.count;
    return;
  }
  for (let k = 0; k < size; k++) points[k] = stopped[k];
  for (let k = 0; k < 3; k++) weights[k] = stopped[size + k];
  for (let k = 0; k < 3; k++) v[k] = stopped[size + 3 + k];
  pair.count = stopped[size + 6];
}

/** Runs from the direction v. */
function descend(pair: Pair): number {
  const p = pair.points;
  const v = pair.v;
  const curved = !(isPolytope(pair.A.kind) && isPolytope(pair.B.kind));
  const tiny = 1e-14 * pair.size;
  let trial = firstTrial * pair.size;
  let previous = Infinity;
  searchAgainst(pair);
  differenceSupport(pair, p, 0);
  pair.count = 1;
  closestOnSimplex(pair);
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    const square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    const length = Math.sqrt(square);
    if (length <= tiny) return undecided;
    const slot = stride * pair.count;
    searchAgainst(pair);
    differenceSupport(pair, p, slot);
    const vw = v[0] * p[slot] + v[1] * p[slot + 1] + v[2] * p[slot + 2];
    const gap = (square - vw) / length;
    if (curved && gap < trial) {
      trial *= nextTrial;
      guessNormal(pair);
      // a normal guessed with the difference `gap` is wrong by up to √(2·gap/(δ + radius of curvature))
      pair.zone[0] = Math.min(0.2, 2 * Math.sqrt(Math.max(gap, 0) / pair.size) + 1e-9);
      if (polish(pair)) {
        if (pair.distance > tiny) return separated;
        if (isShortestWay(pair)) return shallow;
        keepAnswer(pair); // the expansion will see whether there is a shorter way out
        return overlapping;
      }
    }
    if (gap <= 2 * tiny || square >= previous || isKnown(pair, slot)) return finish(pair, slot);
    previous = square;
    pair.count++;
    if (closestOnSimplex(pair)) return overlapping;
  }
  return undecided;
}

/** d ← −v */
function searchAgainst(pair: Pair): void {
  pair.d[0] = -pair.v[0];
  pair.d[1] = -pair.v[1];
  pair.d[2] = -pair.v[2];
}

/** The simplex is final: its own points are the answer, or features near its normal, when slivers have cost it digits. */
function finish(pair: Pair, slot: number): number {
  const isAlongV = guessNormal(pair);
  combinePoints(pair);
  if (isAlongV ? proveBySupport(pair, slot) : proveAnswer(pair)) return separated;
  for (let zone = 1e-9; zone < 0.1; zone *= 100) {
    guessNormal(pair);
    pair.zone[0] = zone;
    if (polish(pair)) return pair.distance > 1e-14 * pair.size ? separated : undecided;
  }
  return undecided;
}

/** v ← from the centre of B to that of A; some direction when they coincide. */
function startDirection(pair: Pair): void {
  const v = pair.v;
  const R = pair.R;
  const a = pair.centreA;
  const b = pair.centreB;
  v[0] = a[0] - (pair.r[0] + R[0] * b[0] + R[1] * b[1] + R[2] * b[2]);
  v[1] = a[1] - (pair.r[1] + R[3] * b[0] + R[4] * b[1] + R[5] * b[2]);
  v[2] = a[2] - (pair.r[2] + R[6] * b[0] + R[7] * b[1] + R[8] * b[2]);
  if (v[0] === 0 && v[1] === 0 && v[2] === 0) v[0] = 1;
}

/**
 * n ← −v/‖v‖, or the normal of the simplex when that is a triangle and v is so short that cancellation has taken digits of
 * its direction. Returns whether it is −v.
 */
export function guessNormal(pair: Pair): boolean {
  const v = pair.v;
  const p = pair.points;
  const n = pair.n;
  n[0] = -v[0];
  n[1] = -v[1];
  n[2] = -v[2];
  normalise(n);
  const short = 1e-3 * pair.size;
  if (pair.count !== 3 || v[0] * v[0] + v[1] * v[1] + v[2] * v[2] > short * short) return true;
  const ux = p[stride] - p[0];
  const uy = p[stride + 1] - p[1];
  const uz = p[stride + 2] - p[2];
  const wx = p[2 * stride] - p[0];
  const wy = p[2 * stride + 1] - p[1];
  const wz = p[2 * stride + 2] - p[2];
  const x = uy * wz - uz * wy;
  const y = uz * wx - ux * wz;
  const z = ux * wy - uy * wx;
  if (!(x * x + y * y + z * z > 0)) return true;
  const side = x * n[0] + y * n[1] + z * n[2] < 0 ? -1 : 1;
  n[0] = side * x;
  n[1] = side * y;
  n[2] = side * z;
  normalise(n);
  return false;
}

/** a, b ← the points of the bodies that the weights of the simplex mean. */
export function combinePoints(pair: Pair): void {
  const { a, b, points, weights } = pair;
  for (let k = 0; k < 3; k++) {
    let sumA = 0;
    let sumB = 0;
    for (let i = 0; i < pair.count; i++) {
      sumA += weights[i] * points[stride * i + 3 + k];
      sumB += weights[i] * points[stride * i + 6 + k];
    }
    a[k] = sumA;
    b[k] = sumB;
  }
}

function isKnown(pair: Pair, slot: number): boolean {
  const p = pair.points;
  for (let i = 0; i < pair.count; i++) {
    const k = stride * i;
    if (p[k] === p[slot] && p[k + 1] === p[slot + 1] && p[k + 2] === p[slot + 2]) return true;
  }
  return false;
}
