/**
 * Penetrations of one surface (base) by another (target): for every triangle of the base, the line from its barycentre inwards,
 * and the first triangle of the target that it meets.
 *
 * The base point is inside of the target when that triangle faces the base triangle; when it looks the same way, the target
 * begins only there, and the element is free.
 *
 * The search through the trees finds all pairs of line and triangle that are closer than a margin. While the target has moved
 * by less than that, only these pairs are looked at: which search found a pair never changes what comes out.
 *
 * Source   [Hippmann2004]; [Ericson2005] sec. 4.4.1 for the test of boxes, [MollerTrumbore1997] for line and triangle
 */
import * as elementary from "../../math/elementary.ts";
import type { Surface } from "./surface.ts";

/** Lines that pass a triangle at this part of its size still meet it: neighbours must not leave a gap. */
const slack = 1e-12;

/** Margin of the search, relative to the size of the triangles of the target. */
const marginFactor = 0.1;

export class Penetrations {
  /** Elements that penetrate, and their depths. */
  count = 0;
  readonly elements: Int32Array;
  readonly depths: Float64Array;
  /** What the last call did: pairs of boxes, and of line and triangle. */
  boxChecks = 0;
  lineChecks = 0;

  private readonly base: Surface;
  private readonly target: Surface;
  /** Depth so far per element of the base, negative where the first meeting is not a penetration; and who has one. */
  private readonly first: Float64Array;
  private readonly met: Int32Array;
  private metCount = 0;
  private stack = new Int32Array(512);
  /** Pairs of the last search, 2 each, and the pose of the target then. */
  private pairs = new Int32Array(1024);
  private pairCount = -1;
  private readonly margin: number;
  private readonly reach: number;
  private readonly R0 = new Float64Array(9);
  private readonly r0 = new Float64Array(3);
  private readonly absolute = new Float64Array(9);

  constructor(base: Surface, target: Surface) {
    this.base = base;
    this.target = target;
    this.elements = new Int32Array(base.count);
    this.depths = new Float64Array(base.count);
    this.first = new Float64Array(base.count).fill(Infinity);
    this.met = new Int32Array(base.count);
    let area = 0;
    let square = 0;
    for (let t = 0; t < target.count; t++) area += target.areas[t];
    for (let k = 0; k < target.corners.length; k += 3)
      square = Math.max(
        square,
        elementary.square(target.corners[k]) +
          elementary.square(target.corners[k + 1]) +
          elementary.square(target.corners[k + 2]),
      );
    this.margin = marginFactor * Math.sqrt(area / Math.max(1, target.count));
    this.reach = Math.sqrt(square);
  }

  /** Finds all penetrations, for the target at r + R·x in the frame of the base. */
  find(R: Float64Array, r: Float64Array, maxPenetration: Float64Array): void {
    const { first, met } = this;
    this.metCount = 0;
    this.boxChecks = 0;
    this.lineChecks = 0;
    if (this.hasMoved(R, r)) this.search(R, r);
    const { pairs } = this;
    for (let q = 0; q < this.pairCount; q++) this.test(pairs[2 * q], pairs[2 * q + 1], R, r, maxPenetration);
    let n = 0;
    for (let q = 0; q < this.metCount; q++) {
      const e = met[q];
      const depth = first[e];
      first[e] = Infinity;
      if (!(depth > 0)) continue;
      this.elements[n] = e;
      this.depths[n++] = depth;
    }
    this.count = n;
  }

  /** Whether a point of the target may have moved by more than the margin since the last search. */
  private hasMoved(R: Float64Array, r: Float64Array): boolean {
    if (this.pairCount < 0) return true;
    const { R0, r0 } = this;
    let turned = 0;
    for (let k = 0; k < 9; k++) turned += (R[k] - R0[k]) * (R[k] - R0[k]);
    const x = r[0] - r0[0];
    const y = r[1] - r0[1];
    const z = r[2] - r0[2];
    return !(Math.sqrt(x * x + y * y + z * z) + this.reach * Math.sqrt(turned) < this.margin);
  }

  /** Finds the pairs of line and triangle whose boxes are closer than the margin. */
  private search(R: Float64Array, r: Float64Array): void {
    const { absolute, R0, r0 } = this;
    for (let k = 0; k < 9; k++) {
      absolute[k] = Math.abs(R[k]);
      R0[k] = R[k];
    }
    for (let k = 0; k < 3; k++) r0[k] = r[k];
    this.pairCount = 0;
    const samples = this.base.samples;
    const faces = this.target.faces;
    let stack = this.stack;
    let top = 0;
    stack[top++] = 0;
    stack[top++] = 0;
    while (top > 0) {
      const j = stack[--top];
      const i = stack[--top];
      if (this.areApart(i, j, R, r)) continue;
      const a = samples.left[i];
      const b = faces.left[j];
      if (a < 0 && b < 0) {
        if (2 * this.pairCount + 2 > this.pairs.length) this.pairs = grown(this.pairs);
        this.pairs[2 * this.pairCount] = -1 - a;
        this.pairs[2 * this.pairCount++ + 1] = -1 - b;
        continue;
      }
      if (top + 4 > stack.length) this.stack = stack = grown(stack);
      // the larger box is opened
      if (b < 0 || (a >= 0 && extent(samples.boxes, i) >= extent(faces.boxes, j))) {
        stack[top++] = a;
        stack[top++] = j;
        stack[top++] = a + 1;
        stack[top++] = j;
      } else {
        stack[top++] = i;
        stack[top++] = b;
        stack[top++] = i;
        stack[top++] = b + 1;
      }
    }
  }

  /** Whether a face of one of the boxes parts them by the margin: axes of both; the nine cross products are not worth their time. */
  private areApart(i: number, j: number, R: Float64Array, r: Float64Array): boolean {
    this.boxChecks++;
    const A = this.base.samples.boxes;
    const B = this.target.faces.boxes;
    const Q = this.absolute;
    const m = this.margin;
    const a = 6 * i;
    const b = 6 * j;
    const bx = B[b];
    const by = B[b + 1];
    const bz = B[b + 2];
    const hx = B[b + 3] + m;
    const hy = B[b + 4] + m;
    const hz = B[b + 5] + m;
    const x = r[0] + R[0] * bx + R[1] * by + R[2] * bz - A[a];
    if (Math.abs(x) > A[a + 3] + Q[0] * hx + Q[1] * hy + Q[2] * hz) return true;
    const y = r[1] + R[3] * bx + R[4] * by + R[5] * bz - A[a + 1];
    if (Math.abs(y) > A[a + 4] + Q[3] * hx + Q[4] * hy + Q[5] * hz) return true;
    const z = r[2] + R[6] * bx + R[7] * by + R[8] * bz - A[a + 2];
    if (Math.abs(z) > A[a + 5] + Q[6] * hx + Q[7] * hy + Q[8] * hz) return true;
    const gx = A[a + 3];
    const gy = A[a + 4];
    const gz = A[a + 5];
    if (Math.abs(R[0] * x + R[3] * y + R[6] * z) > hx + Q[0] * gx + Q[3] * gy + Q[6] * gz) return true;
    if (Math.abs(R[1] * x + R[4] * y + R[7] * z) > hy + Q[1] * gx + Q[4] * gy + Q[7] * gz) return true;
    return Math.abs(R[2] * x + R[5] * y + R[8] * z) > hz + Q[2] * gx + Q[5] * gy + Q[8] * gz;
  }

  /** Line of base element e against triangle t of the target. */
  private test(e: number, t: number, R: Float64Array, r: Float64Array, maxPenetration: Float64Array): void {
    this.lineChecks++;
    const { centres, normals } = this.base;
    // in the frame of the target
    const cx = centres[3 * e] - r[0];
    const cy = centres[3 * e + 1] - r[1];
    const cz = centres[3 * e + 2] - r[2];
    const ox = R[0] * cx + R[3] * cy + R[6] * cz;
    const oy = R[1] * cx + R[4] * cy + R[7] * cz;
    const oz = R[2] * cx + R[5] * cy + R[8] * cz;
    const mx = normals[3 * e];
    const my = normals[3 * e + 1];
    const mz = normals[3 * e + 2];
    const dx = -(R[0] * mx + R[3] * my + R[6] * mz);
    const dy = -(R[1] * mx + R[4] * my + R[7] * mz);
    const dz = -(R[2] * mx + R[5] * my + R[8] * mz);

    const p = this.target.corners;
    const k = 9 * t;
    const ux = p[k + 3] - p[k];
    const uy = p[k + 4] - p[k + 1];
    const uz = p[k + 5] - p[k + 2];
    const vx = p[k + 6] - p[k];
    const vy = p[k + 7] - p[k + 1];
    const vz = p[k + 8] - p[k + 2];
    const qx = dy * vz - dz * vy;
    const qy = dz * vx - dx * vz;
    const qz = dx * vy - dy * vx;
    const determinant = ux * qx + uy * qy + uz * qz;
    const area = this.target.areas[t];
    if (Math.abs(determinant) <= slack * area) return;
    const s = 1 / determinant;
    const sx = ox - p[k];
    const sy = oy - p[k + 1];
    const sz = oz - p[k + 2];
    const first = s * (sx * qx + sy * qy + sz * qz);
    if (first < -slack || first > 1 + slack) return;
    const wx = sy * uz - sz * uy;
    const wy = sz * ux - sx * uz;
    const wz = sx * uy - sy * ux;
    const second = s * (dx * wx + dy * wy + dz * wz);
    if (second < -slack || first + second > 1 + slack) return;
    const depth = s * (vx * wx + vy * wy + vz * wz);
    if (!(depth > 0 && depth <= maxPenetration[0])) return;
    // the determinant is −2·area·(n_t·d): negative where the line leaves the target
    const known = this.first[e];
    if (known === Infinity) this.met[this.metCount++] = e;
    if (depth < Math.abs(known)) this.first[e] = determinant < 0 ? depth : -depth;
  }
}

function extent(boxes: Float64Array, n: number): number {
  return boxes[6 * n + 3] + boxes[6 * n + 4] + boxes[6 * n + 5];
}

function grown(old: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * old.length);
  larger.set(old);
  return larger;
}
