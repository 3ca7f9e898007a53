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
  size = 1;
  readonly R = new Float64Array(9);
  readonly r = new Float64Array(3);

  /** Answer on the cores: distance, normal, closest points. */
  distance = 0;
  readonly n = new Float64Array(3);
  readonly a = new Float64Array(3);
  readonly b = new Float64Array(3);
  /** How it was found, an index into `terminations`. */
  termination = 0;
  /** Support points that were computed. */
  iterations = 0;
  /** The distance is exact up to this length: difference between an upper and a lower bound. */
  bound = 0;

  /** Support points: of the simplex (0 … 3), then of the expanding polytope. */
  readonly points = new Float64Array(stride * maximumVertices);
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

  // features of both bodies
  readonly codes = new Int32Array(8);
  readonly features = new Float64Array(54);
  readonly scratch = new Float64Array(32);

  constructor(A: Core, B: Core) {
    this.A = A;
    this.B = B;
  }
}

/** points[k…] ← support point of C along d: w = a − b with a = s_A(d), b = s_B(−d). */
export function differenceSupport(
  pair: Pair,
  points: Float64Array,
  k: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const R = pair.R;
  const r = pair.r;
  pair.iterations++;
  supportPoint(points, k + 3, pair.A, dx, dy, dz);
  supportPoint(
    points,
    k + 6,
    pair.B,
    -(R[0] * dx + R[3] * dy + R[6] * dz),
    -(R[1] * dx + R[4] * dy + R[7] * dz),
    -(R[2] * dx + R[5] * dy + R[8] * dz),
  );
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
  const dx = rB[irB] - rA[irA];
  const dy = rB[irB + 1] - rA[irA + 1];
  const dz = rB[irB + 2] - rA[irA + 2];
  for (let i = 0; i < 3; i++) {
    const ka = iRA + ((pair.A.axis + i) % 3);
    const ax = RA[ka];
    const ay = RA[ka + 3];
    const az = RA[ka + 6];
    pair.r[i] = ax * dx + ay * dy + az * dz;
    for (let j = 0; j < 3; j++) {
      const kb = iRB + ((pair.B.axis + j) % 3);
      pair.R[3 * i + j] = ax * RB[kb] + ay * RB[kb + 3] + az * RB[kb + 6];
    }
  }
}
