/**
 * Two convex bodies in relative pose, and the memory that the narrow phase works in. Everything is in the frame of the core
 * of A: positions far from the world's origin cost no digits, and the support mapping of A needs no rotation.
 *
 * Legend   C = A ⊖ B = { a − b }   Minkowski difference of the cores; the origin is inside when they overlap
 *          R, r    v_A = R·v_B, origin of B in A
 *          n       unit vector from A to B;   δ signed distance;   b − a = δ·n
 *          size    reach of the larger body: the length that tolerances refer to
 */
import type { Core } from "../geometry/core.ts";
import { supportPoint } from "../geometry/support.ts";

/** Numbers per support point: w = a − b, a, b. */
export const stride = 9;

/** Most support points of one query; an expanding polytope gives up beyond. */
export const maximumVertices = 160;
export const maximumFaces = 2 * maximumVertices;

export class Pair {
  A: Core;
  B: Core;
  size = Number.NaN;
  /** Points inside the cores, each in its frame. */
  readonly centreA: Float64Array;
  readonly centreB: Float64Array;
  readonly R = new Float64Array(9);
  readonly r = new Float64Array(3);
  /** Both are boxes that have a volume. */
  areSolidBoxes = false;
  /** Distances above it need not be known. */
  reach = Number.POSITIVE_INFINITY;

  /**
   * Direction of a search: in A (0 … 2), turned to B (4 … 6); behind each, the angle within which a feature counts as met.
   * Numbers that change often are passed in arrays: as arguments they would be allocated.
   */
  readonly d = new Float64Array(8);

  /** Answer on the cores: distance, normal, closest points. */
  distance = Number.NaN;
  readonly n = new Float64Array(3);
  readonly a = new Float64Array(3);
  readonly b = new Float64Array(3);
  /** How it was found, an index into `terminations`. */
  termination = 0;
  /** Support points that were computed. */
  iterations = 0;
  /** The distance is exact up to this length: difference between an upper and a lower bound. */
  bound = Number.NaN;

  /** Support points: of the simplex (0 … 3), then of the expanding polytope. */
  readonly points = new Float64Array(stride * maximumVertices);
  /** The simplex at which the first descent stopped, with its weights and v. */
  readonly stopped = new Float64Array(3 * stride + 7);
  /** Number and weights of the points of the simplex. */
  count = 0;
  readonly weights = new Float64Array(4);
  /** Closest point of the simplex to the origin. */
  readonly v = new Float64Array(3);

  // expanding polytope
  readonly faceVertices = new Int32Array(3 * maximumFaces);
  readonly faceNeighbours = new Int32Array(3 * maximumFaces);
  readonly facePlanes = new Float64Array(4 * maximumFaces);
  readonly faceState = new Int32Array(maximumFaces);
  readonly visible = new Int32Array(maximumFaces);
  readonly fanOf = new Int32Array(maximumVertices);
  faceCount = 0;
  readonly search = new Float64Array(3);

  // features of both bodies
  /** Angle within which the guess of a normal is right. */
  readonly zone = new Float64Array(1);
  readonly codes = new Int32Array(12);
  readonly features = new Float64Array(54);
  /** λ of the conditions, those of A first (0 … 3), λ on trial (4, 5), and what counts as rounding of a place (8). */
  readonly places = new Float64Array(9);
  /** Two unit vectors across n, and the second derivatives along them. */
  readonly across = new Float64Array(9);
  readonly scratch = new Float64Array(32);

  constructor(A: Core, B: Core) {
    this.A = A;
    this.B = B;
    this.centreA = Float64Array.from(A.centre);
    this.centreB = Float64Array.from(B.centre);
  }
}

/** points[k…] ← support point of C along the direction in pair.d: w = a − b with a = s_A(d), b = s_B(−d). */
export function differenceSupport(pair: Pair, points: Float64Array, k: number): void {
  const R = pair.R;
  const r = pair.r;
  pair.iterations++;
  turnToB(pair);
  supportPoint(points, k + 3, pair.A, pair.d, 0);
  supportPoint(points, k + 6, pair.B, pair.d, 4);
  const x = points[k + 6];
  const y = points[k + 7];
  const z = points[k + 8];
  const bx = r[0] + R[0] * x + R[1] * y + R[2] * z;
  const by = r[1] + R[3] * x + R[4] * y + R[5] * z;
  const bz = r[2] + R[6] * x + R[7] * y + R[8] * z;
  points[k + 6] = bx;
  points[k + 7] = by;
  points[k + 8] = bz;
  points[k] = points[k + 3] - bx;
  points[k + 1] = points[k + 4] - by;
  points[k + 2] = points[k + 5] - bz;
}

/** d[4..6] ← the opposite of the direction d[0..2], in the frame of B. */
export function turnToB(pair: Pair): void {
  const d = pair.d;
  const R = pair.R;
  const x = d[0];
  const y = d[1];
  const z = d[2];
  d[4] = -(R[0] * x + R[3] * y + R[6] * z);
  d[5] = -(R[1] * x + R[4] * y + R[7] * z);
  d[6] = -(R[2] * x + R[5] * y + R[8] * z);
}

/** n ← n/‖n‖ */
export function normalise(n: Float64Array): void {
  const s = 1 / Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  n[0] *= s;
  n[1] *= s;
  n[2] *= s;
}

/** R, r ← pose of the core of B in that of A. */
export function locate(
  pair: Pair,
  RA: Float64Array,
  iRA: number,
  rA: Float64Array,
  irA: number,
  RB: Float64Array,
  iRB: number,
  rB: Float64Array,
  irB: number,
): void {
  const R = pair.R;
  const r = pair.r;
  const dx = rB[irB] - rA[irA];
  const dy = rB[irB + 1] - rA[irA + 1];
  const dz = rB[irB + 2] - rA[irA + 2];
  const axisA = pair.A.axis;
  const axisB = pair.B.axis;
  // columns of both rotations in the order x, y, z of the cores
  const b0 = iRB + (axisB === 3 ? 0 : axisB);
  const b1 = iRB + (axisB === 3 ? 1 : axisB === 1 ? 2 : 0);
  const b2 = iRB + (axisB === 3 ? 2 : axisB === 1 ? 0 : 1);
  for (let i = 0; i < 3; i++) {
    const j = axisA + i;
    const ka = iRA + (j < 3 ? j : j - 3);
    const ax = RA[ka];
    const ay = RA[ka + 3];
    const az = RA[ka + 6];
    r[i] = ax * dx + ay * dy + az * dz;
    R[3 * i] = ax * RB[b0] + ay * RB[b0 + 3] + az * RB[b0 + 6];
    R[3 * i + 1] = ax * RB[b1] + ay * RB[b1 + 3] + az * RB[b1 + 6];
    R[3 * i + 2] = ax * RB[b2] + ay * RB[b2 + 3] + az * RB[b2 + 6];
  }
}
