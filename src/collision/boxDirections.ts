/**
 * Two boxes along the best of the fifteen directions that decide their distance: normals of faces, and crossings of edges.
 *
 * Along any direction boxes are at most as far apart as they are, so the largest gap is the distance wherever two points show it: a
 * corner over a face, or edges that cross. Where none does, the nearest points lie otherwise, and somebody else has to find them.
 * Boxes that overlap are as deep as the largest gap says.
 *
 * Source   [Gottschalk1996] (the fifteen directions), [Ericson2005] sec. 4.4.1, 5.1.9 (nearest points of two lines)
 * Frame    that of A, as in pair.ts: column j of R is axis j of B
 */
import type { Pair } from "./pair.ts";

/** Lengths are parts of the larger box. */
export interface BoxTolerances {
  /** A crossing of edges is taken where it is better than all faces by so much. */
  readonly better: number;
  /** Points may be so far beyond the rim of a face, or beyond the end of an edge. */
  readonly rim: number;
  /** Edges more parallel than this (square of the sine) have no direction of their own. */
  readonly parallel: number;
  /** Where the sine is smaller than this, overlapping boxes are left to others unless rounding does not matter. */
  readonly clear: number;
}

/** Of a product of two lengths, in parts of the larger box: rounding. */
const rounding = 2e-15;

/** What boxGap() found. */
export const boxesFar = 0;
/** The largest gap is that of pair.n. */
const boxesDirected = 1;
/** … and pair.a, pair.b show that it is the distance. */
export const boxesShown = 2;
/** Rounding hides which direction is best. */
const boxesUnclear = 3;

/** pair.distance, n ← the largest gap of two boxes and its direction; `boxesFar` where it is above pair.reach, and nothing else is known then. */
export function boxGap(pair: Pair, tolerances: BoxTolerances): number {
  const { R, r, n, size } = pair;
  const a = pair.A.size;
  const b = pair.B.size;
  let best = Number.NEGATIVE_INFINITY;
  let which = 0;
  for (let i = 0; i < 3; i++) {
    const other = b[0] * Math.abs(R[3 * i]) + b[1] * Math.abs(R[3 * i + 1]) + b[2] * Math.abs(R[3 * i + 2]);
    const gap = Math.abs(r[i]) - a[i] - other;
    if (gap <= best) continue;
    best = gap;
    which = i;
  }
  if (best > pair.reach) return boxesFar;
  for (let j = 0; j < 3; j++) {
    const other = a[0] * Math.abs(R[j]) + a[1] * Math.abs(R[3 + j]) + a[2] * Math.abs(R[6 + j]);
    const gap = Math.abs(R[j] * r[0] + R[3 + j] * r[1] + R[6 + j] * r[2]) - b[j] - other;
    if (gap <= best) continue;
    best = gap;
    which = 3 + j;
  }
  if (best > pair.reach) return boxesFar;
  const face = best;
  best += tolerances.better * size;
  for (let i = 0; i < 3; i++) {
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    for (let j = 0; j < 3; j++) {
      const j1 = j === 2 ? 0 : j + 1;
      const j2 = j === 0 ? 2 : j - 1;
      const u = R[3 * i1 + j];
      const v = R[3 * i2 + j];
      const own = a[i1] * Math.abs(v) + a[i2] * Math.abs(u);
      const other = b[j1] * Math.abs(R[3 * i + j2]) + b[j2] * Math.abs(R[3 * i + j1]);
      // gap times sine: it is no better where this is not
      const product = Math.abs(r[i2] * u - r[i1] * v) - own - other;
      if (product + rounding * size <= Math.min(best, 0)) continue;
      const square = u * u + v * v;
      if (square < tolerances.parallel) continue;
      const sine = Math.sqrt(square);
      if (best < 0 && sine < tolerances.clear && Math.abs(product - best * sine) < rounding * size) return boxesUnclear;
      const gap = product / sine;
      if (gap <= best) continue;
      best = gap;
      which = 6 + 3 * i + j;
    }
  }
  const distance = which < 6 ? face : best;
  pair.distance = distance;
  if (distance > pair.reach) return boxesFar;
  const i = which < 6 ? -1 : Math.floor((which - 6) / 3);
  const j = which < 6 ? -1 : which % 3;
  point(n, pair, which, i, j);
  meet(pair, i, j);
  if (which >= 6) cross(pair, i, j);
  else if (which < 3) for (let k = 0; k < 3; k++) pair.a[k] = pair.b[k] - distance * n[k];
  else for (let k = 0; k < 3; k++) pair.b[k] = pair.a[k] + distance * n[k];
  return areInside(pair, tolerances.rim * size) ? boxesShown : boxesDirected;
}

/** n ← the direction: a face of A (0 … 2) or of B (3 … 5), or the crossing of edge i of A and edge j of B; from A to B. */
function point(n: Float64Array, { R, r }: Pair, which: number, i: number, j: number): void {
  for (let k = 0; k < 3; k++) n[k] = which < 3 ? (k === which ? 1 : 0) : R[3 * k + which - 3];
  if (which >= 6) {
    const i1 = (i + 1) % 3;
    const i2 = (i + 2) % 3;
    const u = R[3 * i1 + j];
    const v = R[3 * i2 + j];
    const sine = Math.sqrt(u * u + v * v);
    n[i] = 0;
    n[i1] = -v / sine;
    n[i2] = u / sine;
  }
  const side = n[0] * r[0] + n[1] * r[1] + n[2] * r[2] < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) n[k] *= side;
}

/** a, b ← corners that look at each other along n, but middles of edges i and j, and of what is level to rounding. */
function meet({ A, B, R, r, n, a, b, size }: Pair, i: number, j: number): void {
  for (let k = 0; k < 3; k++) {
    a[k] = k === i ? 0 : end(n[k], A.size[k], size);
    b[k] = r[k];
  }
  for (let m = 0; m < 3; m++) {
    const half = m === j ? 0 : end(n[0] * R[m] + n[1] * R[3 + m] + n[2] * R[6 + m], B.size[m], size);
    for (let k = 0; k < 3; k++) b[k] -= half * R[3 * k + m];
  }
}

/** The upper end of a length from −half to half with this slope. */
function end(slope: number, half: number, size: number): number {
  return Math.abs(slope) * half <= rounding * size ? 0 : slope > 0 ? half : -half;
}

/** From the middles of two edges to their nearest points. */
function cross({ R, a, b }: Pair, i: number, j: number): void {
  let across = 0;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    if (k === i) continue;
    across += R[3 * k + j] * (b[k] - a[k]);
    square += R[3 * k + j] * R[3 * k + j];
  }
  for (let k = 0; k < 3; k++) b[k] -= (across / square) * R[3 * k + j];
  a[i] = b[i];
}

function areInside({ A, B, R, r, a, b }: Pair, slack: number): boolean {
  for (let k = 0; k < 3; k++) {
    const along = R[k] * (b[0] - r[0]) + R[3 + k] * (b[1] - r[1]) + R[6 + k] * (b[2] - r[2]);
    if (Math.abs(a[k]) > A.size[k] + slack || Math.abs(along) > B.size[k] + slack) return false;
  }
  return true;
}
