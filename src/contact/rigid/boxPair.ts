/**
 * Two boxes: how far they are apart, or inside each other, along the best of the fifteen directions that decide it, normals of faces and
 * crossings of edges.
 *
 * Along any direction boxes are at most as far apart as they are, so the largest gap is the distance wherever two points show it: a
 * corner over a face, or edges that cross. Where none does, the nearest points lie otherwise, and somebody else has to find them.
 * Boxes that overlap are as deep as the largest gap says.
 *
 * Source   [Gottschalk1996] (the fifteen directions), [Ericson2005] sec. 4.4.1, 5.1.9 (nearest points of two lines)
 */
import type { Core } from "../../geometry/core.ts";
import type { ShapePoses } from "../shapePoses.ts";

/** Edges more parallel than this (square of the sine) have no direction of their own. */
const parallel = 1e-6;
/** A crossing of edges is taken where it is better than all faces by this part of the larger box. */
const better = 1e-9;
/** Corners may be so far beyond the rim of a face, in parts of the larger box. */
const rim = 1e-9;

export class BoxPair {
  /** m, negative when penetrating. */
  distance = Number.NaN;
  /** Unit vector from A to B. */
  readonly normal = new Float64Array(3);
  readonly pointA = new Float64Array(3);
  readonly pointB = new Float64Array(3);
  /** Whether pointA and pointB show the distance. */
  isShown = false;

  private readonly a = new Float64Array(9);
  private readonly b = new Float64Array(9);
  private readonly C = new Float64Array(9);
  private readonly size = new Float64Array(6);
  private readonly tA = new Float64Array(3);
  private readonly tB = new Float64Array(3);

  /** False where the boxes are farther apart than `reach`; nothing else is known then. */
  evaluate(poses: ShapePoses, a: number, b: number, reach: number): boolean {
    const { position: r } = poses;
    const { C, tA, tB, size } = this;
    readAxes(this.a, size, 0, poses.rotation, 9 * a, poses.cores[a]!);
    readAxes(this.b, size, 3, poses.rotation, 9 * b, poses.cores[b]!);
    const dx = r[3 * b] - r[3 * a];
    const dy = r[3 * b + 1] - r[3 * a + 1];
    const dz = r[3 * b + 2] - r[3 * a + 2];
    let best = Number.NEGATIVE_INFINITY;
    let which = 0;
    for (let i = 0; i < 3; i++) {
      const x = this.a[3 * i];
      const y = this.a[3 * i + 1];
      const z = this.a[3 * i + 2];
      for (let j = 0; j < 3; j++) C[3 * i + j] = x * this.b[3 * j] + y * this.b[3 * j + 1] + z * this.b[3 * j + 2];
      tA[i] = x * dx + y * dy + z * dz;
      tB[i] = this.b[3 * i] * dx + this.b[3 * i + 1] * dy + this.b[3 * i + 2] * dz;
      const other = size[3] * Math.abs(C[3 * i]) + size[4] * Math.abs(C[3 * i + 1]) + size[5] * Math.abs(C[3 * i + 2]);
      const gap = Math.abs(tA[i]) - size[i] - other;
      if (gap <= best) continue;
      best = gap;
      which = i;
    }
    if (best > reach) return false;
    for (let j = 0; j < 3; j++) {
      const other = size[0] * Math.abs(C[j]) + size[1] * Math.abs(C[3 + j]) + size[2] * Math.abs(C[6 + j]);
      const gap = Math.abs(tB[j]) - size[3 + j] - other;
      if (gap <= best) continue;
      best = gap;
      which = 3 + j;
    }
    if (best > reach) return false;
    const large = Math.max(poses.reach[a], poses.reach[b]);
    best += better * large;
    let hasCrossing = false;
    for (let i = 0; i < 3; i++) {
      const i1 = i === 2 ? 0 : i + 1;
      const i2 = i1 === 2 ? 0 : i1 + 1;
      for (let j = 0; j < 3; j++) {
        const square = 1 - C[3 * i + j] * C[3 * i + j];
        if (square < parallel) continue;
        const j1 = j === 2 ? 0 : j + 1;
        const j2 = j1 === 2 ? 0 : j1 + 1;
        const along = Math.abs(tA[i2] * C[3 * i1 + j] - tA[i1] * C[3 * i2 + j]);
        const own = size[i1] * Math.abs(C[3 * i2 + j]) + size[i2] * Math.abs(C[3 * i1 + j]);
        const other = size[3 + j1] * Math.abs(C[3 * i + j2]) + size[3 + j2] * Math.abs(C[3 * i + j1]);
        const gap = (along - own - other) / Math.sqrt(square);
        if (gap <= best) continue;
        best = gap;
        which = 6 + 3 * i + j;
        hasCrossing = true;
      }
    }
    this.distance = hasCrossing ? best : best - better * large;
    if (this.distance > reach) return false;
    if (which < 3) this.showCorner(r, 3 * a, 3 * b, this.a, this.b, which, 0, this.pointA, this.pointB, 1, rim * large);
    else if (which < 6)
      this.showCorner(r, 3 * b, 3 * a, this.b, this.a, which - 3, 3, this.pointB, this.pointA, -1, rim * large);
    else this.showCrossing(r, 3 * a, 3 * b, Math.floor((which - 6) / 3), which % 3, rim * large);
    return true;
  }

  /** The deepest corner of the other box, over face i of one: `own` and the sizes from k on are those of the face, sign 1 where it belongs to A. */
  private showCorner(
    r: Float64Array,
    one: number,
    another: number,
    own: Float64Array,
    other: Float64Array,
    i: number,
    k: number,
    onFace: Float64Array,
    corner: Float64Array,
    sign: number,
    slack: number,
  ): void {
    const { size, normal } = this;
    const t = sign * (k === 0 ? this.tA[i] : this.tB[i]);
    const side = t < 0 ? -1 : 1;
    const nx = side * own[3 * i];
    const ny = side * own[3 * i + 1];
    const nz = side * own[3 * i + 2];
    normal[0] = sign * nx;
    normal[1] = sign * ny;
    normal[2] = sign * nz;
    for (let c = 0; c < 3; c++) corner[c] = r[another + c];
    for (let j = 0; j < 3; j++) {
      const x = other[3 * j];
      const y = other[3 * j + 1];
      const z = other[3 * j + 2];
      const half = nx * x + ny * y + nz * z > 0 ? -size[3 - k + j] : size[3 - k + j];
      corner[0] += half * x;
      corner[1] += half * y;
      corner[2] += half * z;
    }
    onFace[0] = corner[0] - this.distance * nx;
    onFace[1] = corner[1] - this.distance * ny;
    onFace[2] = corner[2] - this.distance * nz;
    this.isShown = true;
    for (let j = 0; j < 3; j++) {
      if (j === i) continue;
      let along = 0;
      for (let c = 0; c < 3; c++) along += own[3 * j + c] * (corner[c] - r[one + c]);
      if (Math.abs(along) > size[k + j] + slack) this.isShown = false;
    }
  }

  /** The nearest points of edge i of A and edge j of B, those that look at each other. */
  private showCrossing(r: Float64Array, one: number, another: number, i: number, j: number, slack: number): void {
    const { a, b, size, normal, pointA, pointB } = this;
    let nx = a[3 * i + 1] * b[3 * j + 2] - a[3 * i + 2] * b[3 * j + 1];
    let ny = a[3 * i + 2] * b[3 * j] - a[3 * i] * b[3 * j + 2];
    let nz = a[3 * i] * b[3 * j + 1] - a[3 * i + 1] * b[3 * j];
    const towards =
      nx * (r[another] - r[one]) + ny * (r[another + 1] - r[one + 1]) + nz * (r[another + 2] - r[one + 2]);
    const scale = (towards < 0 ? -1 : 1) / Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx *= scale;
    ny *= scale;
    nz *= scale;
    normal[0] = nx;
    normal[1] = ny;
    normal[2] = nz;
    for (let c = 0; c < 3; c++) {
      pointA[c] = r[one + c];
      pointB[c] = r[another + c];
    }
    for (let m = 0; m < 3; m++) {
      const up = a[3 * m] * nx + a[3 * m + 1] * ny + a[3 * m + 2] * nz > 0 ? size[m] : -size[m];
      const down = b[3 * m] * nx + b[3 * m + 1] * ny + b[3 * m + 2] * nz > 0 ? -size[3 + m] : size[3 + m];
      for (let c = 0; c < 3; c++) {
        if (m !== i) pointA[c] += up * a[3 * m + c];
        if (m !== j) pointB[c] += down * b[3 * m + c];
      }
    }
    // s·a_i from the middle of one edge, t·b_j from that of the other
    let alongA = 0;
    let alongB = 0;
    for (let c = 0; c < 3; c++) {
      const d = pointB[c] - pointA[c];
      alongA += a[3 * i + c] * d;
      alongB += b[3 * j + c] * d;
    }
    const cosine = this.C[3 * i + j];
    const square = 1 - cosine * cosine;
    const s = (alongA - cosine * alongB) / square;
    const t = (cosine * alongA - alongB) / square;
    this.isShown = Math.abs(s) <= size[i] + slack && Math.abs(t) <= size[3 + j] + slack;
    for (let c = 0; c < 3; c++) {
      pointA[c] += s * a[3 * i + c];
      pointB[c] += t * b[3 * j + c];
    }
  }
}

/** out ← the axes of a box in the world, one after the other; size[k..k+2] ← its half lengths. */
function readAxes(out: Float64Array, size: Float64Array, k: number, R: Float64Array, o: number, core: Core): void {
  const half = core.size;
  for (let i = 0, column = core.axis === 3 ? 0 : core.axis; i < 3; i++, column = column === 2 ? 0 : column + 1) {
    out[3 * i] = R[o + column];
    out[3 * i + 1] = R[o + column + 3];
    out[3 * i + 2] = R[o + column + 6];
    size[k + i] = half[i];
  }
}
