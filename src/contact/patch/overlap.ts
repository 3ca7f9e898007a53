/**
 * How two convex polytopes overlap: integrals of the depth below the surface of A over the surface of B inside of A.
 *
 *     h(x)  = min_i (d_i − n_i·x)                depth of x in A: distance to the nearest face
 *     T     = ∫_{A∩B} h^m dV                     what a potential is made of
 *     G     = −∫_{∂B∩A} h^m·n_B dA               −∂T/∂x_B: direction in which B must move to reduce T
 *     M     = −∫_{∂B∩A} h^m·x × n_B dA           the same for rotations, about the origin of A
 *
 * h vanishes on the surface of A and is continuous inside, so G, M and T are continuous in the pose of B whatever the
 * features that touch, and (G, M) is exactly the gradient of T. On a region where face i is the nearest, h is linear: the
 * surface of B is cut into polygons, and everything is closed form. With the divergence theorem
 *
 *     (m + 1)·T = −Σ ∫_{∂B, nearest i} h^(m+1)·n_i·n_B dA + Σ_{edges ij of A} ∫ h^(m+1)·|n_j − n_i| dA
 *
 * where the last integrals run over the planes that part the regions of two faces; of faces that share a corner only, see cornerPartings.ts.
 * Limits   Other faces of A than parallel ones that share neither edge nor corner are not parted: B must not reach deeper than half the
 *          thickness of A between them, nor than faces that are smaller than that are wide.
 */
import { clipEmpty, clipPart, clipPolygon } from "./clip.ts";
import type { Polytope } from "./polytope.ts";
import { RegionSums } from "./regionSums.ts";
import { meanNextPower } from "./triangleMoments.ts";

/** Place of the last bit of the marks of vertices. */
const lastBit = 30;

export class Overlap extends RegionSums {
  private vertices = new Float64Array(0);
  /** Depth of each vertex of B below each face of A, face by face. */
  private vertexDepths = new Float64Array(0);
  /** Per vertex of B: bit c is set where it is above cutting face c of A; the last bit stands for all further ones. */
  private outside = new Int32Array(0);
  private isNear = new Uint8Array(0);
  /** Numbers of faces that cut B. */
  private cutting = 0;
  /** Faces of B that cut a parting plane. */
  private crossed = new Int32Array(0);
  private crossedCount = 0;
  /** There is room for these, with faces of B of so many corners. */
  private reservedA: Polytope | undefined;
  private reservedB: Polytope | undefined;
  private reservedCorners = 0;

  /** Computes the overlap of A with B at r + R·x, in the frame of A, for m = power = 1 or 3. Returns whether there is one. */
  measure(A: Polytope, B: Polytope, R: Float64Array, r: Float64Array, power: number): boolean {
    this.clear(power);
    this.reserve(A, B);
    this.firstLong = B.firstLong;
    this.lastLong = B.lastLong;
    this.placeVertices(B, R, r);
    if (!this.findNearFaces(A, B)) return false;
    this.placePlanes(B, R, r);
    for (let f = 0; f < B.faceCount; f++) this.cutFace(A, B, f);
    this.finish();
    if (this.nearCount > 1) {
      for (let e = 0; e < A.edgeCount; e++) this.addEdge(A, B, e);
      for (let c = 0; c < A.corners.length; c += 3) this.addCorner(A, B, c);
      for (let c = 0; c < A.opposites.length; c += 2) this.addMiddle(A, B, c);
    }
    return this.content > 0;
  }

  /** Room for what polytopes with as many faces and vertices need. */
  private reserve(A: Polytope, B: Polytope): void {
    if (A === this.reservedA && B === this.reservedB && B.mostCorners <= this.reservedCorners) return;
    this.reservedA = A;
    this.reservedB = B;
    this.reservedCorners = B.mostCorners;
    if (this.vertices.length < B.vertices.length) {
      this.vertices = new Float64Array(B.vertices.length);
      this.outside = new Int32Array(B.vertices.length / 3);
    }
    if (this.planes.length < B.planes.length) {
      this.planes = new Float64Array(B.planes.length);
      this.crossed = new Int32Array(B.planes.length / 4);
    }
    const faces = A.planes.length / 4;
    const depths = (faces * B.vertices.length) / 3;
    if (this.vertexDepths.length < depths) this.vertexDepths = new Float64Array(depths);
    if (this.isNear.length < faces) this.isNear = new Uint8Array(faces);
    // every plane adds one corner at most
    this.reserveRegions(faces, B.mostCorners + faces + B.planes.length / 4 + 4);
  }

  private placeVertices(B: Polytope, R: Float64Array, r: Float64Array): void {
    const from = B.vertices;
    const to = this.vertices;
    for (let v = 0; v < 3 * B.vertexCount; v += 3) {
      const x = from[v];
      const y = from[v + 1];
      const z = from[v + 2];
      to[v] = r[0] + (R[0] * x + R[1] * y + R[2] * z);
      to[v + 1] = r[1] + (R[3] * x + R[4] * y + R[5] * z);
      to[v + 2] = r[2] + (R[6] * x + R[7] * y + R[8] * z);
    }
  }

  private placePlanes(B: Polytope, R: Float64Array, r: Float64Array): void {
    const from = B.planes;
    const to = this.planes;
    for (let f = 0; f < 4 * B.faceCount; f += 4) {
      const x = R[0] * from[f] + R[1] * from[f + 1] + R[2] * from[f + 2];
      const y = R[3] * from[f] + R[4] * from[f + 1] + R[5] * from[f + 2];
      const z = R[6] * from[f] + R[7] * from[f + 1] + R[8] * from[f + 2];
      to[f] = x;
      to[f + 1] = y;
      to[f + 2] = z;
      to[f + 3] = from[f + 3] + x * r[0] + y * r[1] + z * r[2];
    }
  }

  /** Faces of A by which B is cut, and faces that may be nearest; false when a face of A parts the two. */
  private findNearFaces(A: Polytope, B: Polytope): boolean {
    const { vertices: p, vertexDepths: depths, lowest, near, isNear } = this;
    const planes = A.planes;
    const count = A.faceCount;
    const end = 3 * B.vertexCount;
    let bound = Infinity; // no point of the overlap is deeper
    let first = 0;
    for (let i = 0; i < count; i++) {
      const nx = planes[4 * i];
      const ny = planes[4 * i + 1];
      const nz = planes[4 * i + 2];
      const d = planes[4 * i + 3];
      let least = Infinity;
      let most = -Infinity;
      for (let v = 0, k = i * B.vertexCount; v < end; v += 3, k++) {
        const depth = d - (nx * p[v] + ny * p[v + 1] + nz * p[v + 2]);
        depths[k] = depth;
        least = Math.min(least, depth);
        most = Math.max(most, depth);
      }
      if (!(most > 0)) return false;
      lowest[i] = least;
      if (most < bound) {
        bound = most;
        first = i;
      }
    }
    let n = 0;
    if (lowest[first] < 0) near[n++] = first;
    for (let i = 0; i < count; i++) if (lowest[i] < 0 && i !== first) near[n++] = i;
    this.cutting = n;
    for (let i = 0; i < count; i++) {
      isNear[i] = lowest[i] <= bound ? 1 : 0;
      if (lowest[i] >= 0 && lowest[i] <= bound) near[n++] = i;
    }
    this.nearCount = n;
    this.depth = bound;
    this.markOutside(B);
    return true;
  }

  private markOutside(B: Polytope): void {
    const { vertexDepths: depths, near, outside } = this;
    const count = B.vertexCount;
    for (let v = 0; v < count; v++) outside[v] = 0;
    for (let c = 0; c < this.cutting; c++) {
      const bit = 1 << Math.min(c, lastBit);
      for (let v = 0, k = near[c] * count; v < count; v++, k++) if (depths[k] <= 0) outside[v] |= bit;
    }
  }

  private cutFace(A: Polytope, B: Polytope, f: number): void {
    const { vertices: p, outside } = this;
    const { faceVertices } = B;
    const start = B.faceStart[f];
    const end = B.faceStart[f + 1];
    let all = -1;
    let some = 0;
    for (let q = start; q < end; q++) {
      const bits = outside[faceVertices[q]];
      all &= bits;
      some |= bits;
    }
    if ((all & ~(1 << lastBit)) !== 0) return; // one face of A is below all of it
    let polygon = this.polygons[0]!;
    let other = this.polygons[1]!;
    polygon.count = end - start;
    const to = polygon.points;
    for (let q = start, k = 0; q < end; q++, k += 3) {
      const v = 3 * faceVertices[q];
      to[k] = p[v];
      to[k + 1] = p[v + 1];
      to[k + 2] = p[v + 2];
    }
    for (let c = 0; c < this.cutting; c++) {
      if ((some & (1 << Math.min(c, lastBit))) === 0) continue;
      const found = clipPolygon(other, polygon, A.planes, 4 * this.near[c]);
      if (found === clipEmpty) return;
      if (found === clipPart) {
        const swap = polygon;
        polygon = other;
        other = swap;
      }
    }
    this.beginFace();
    if (this.nearCount === 1) this.addPolygon(A, polygon, this.near[0], f);
    else this.addRegions(A, polygon, f);
    this.addFace(f);
  }

  /**
   * Faces of B that cut the parallelogram with these corners, which parts the regions of faces i and j of A; false when one of them is below
   * all of it, or lies in it and is counted on the side on which B is.
   */
  private findCrossed(p: Float64Array, faceCount: number, A: Polytope, i: number, j: number): boolean {
    const { planes, crossed, plane } = this;
    this.setParting(A.planes, i, j);
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const wx = p[9] - p[0];
    const wy = p[10] - p[1];
    const wz = p[11] - p[2];
    // what is farther from a face does not lie in it
    const slack =
      1e-12 * (Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]) + Math.abs(p[6]) + Math.abs(p[7]) + Math.abs(p[8]));
    let n = 0;
    for (let f = 0, k = 0; f < faceCount; f++, k += 4) {
      const nx = planes[k];
      const ny = planes[k + 1];
      const nz = planes[k + 2];
      const h = planes[k + 3] - (nx * p[0] + ny * p[1] + nz * p[2]);
      const u = nx * ux + ny * uy + nz * uz;
      const w = nx * wx + ny * wy + nz * wz;
      const least = h - Math.max(u, 0) - Math.max(w, 0);
      const most = h - Math.min(u, 0) - Math.min(w, 0);
      if (least > slack) continue;
      if (most < -slack) return false;
      if (this.liesIn(A.planes, i, j, f)) {
        const along = nx * plane[0] + ny * plane[1] + nz * plane[2];
        if (along * (j - i) > 0) return false;
        continue;
      }
      if (most < 0) return false;
      if (least < 0) crossed[n++] = f;
    }
    this.crossedCount = n;
    return true;
  }

  /** Adds to T the integral over the plane that parts the regions of the two faces at edge e of A. */
  private addEdge(A: Polytope, B: Polytope, e: number): void {
    const i = A.edges[4 * e];
    const j = A.edges[4 * e + 1];
    if (this.isNear[i] === 0 || this.isNear[j] === 0) return;
    const planes = A.planes;
    const p = A.vertices;
    const cosine =
      planes[4 * i] * planes[4 * j] + planes[4 * i + 1] * planes[4 * j + 1] + planes[4 * i + 2] * planes[4 * j + 2];
    if (1 + cosine < 1e-9) return;
    const polygon = this.polygons[0]!;
    polygon.count = 4;
    for (let k = 0; k < 3; k++) {
      const inwards = (-this.depth * (planes[4 * i + k] + planes[4 * j + k])) / (1 + cosine);
      const v = p[3 * A.edges[4 * e + 2] + k];
      const w = p[3 * A.edges[4 * e + 3] + k];
      polygon.points[k] = v;
      polygon.points[3 + k] = w;
      polygon.points[6 + k] = w + inwards;
      polygon.points[9 + k] = v + inwards;
    }
    this.addParting(A, B, i, j);
  }

  /** The same for two faces of A that share a corner and no edge; their numbers are at c of A.corners. */
  private addCorner(A: Polytope, B: Polytope, c: number): void {
    const i = A.corners[c];
    const j = A.corners[c + 1];
    if (this.isNear[i] === 0 || this.isNear[j] === 0) return;
    const polygon = this.polygons[0]!;
    polygon.count = 3;
    for (let k = 0; k < 3; k++) {
      const v = A.vertices[3 * A.corners[c + 2] + k];
      polygon.points[k] = v;
      polygon.points[3 + k] = v + this.depth * A.cornerWays[2 * c + k];
      // the last corner once more: faces of B are compared with a parallelogram
      polygon.points[6 + k] = polygon.points[9 + k] = v + this.depth * A.cornerWays[2 * c + 3 + k];
    }
    this.addParting(A, B, i, j);
  }

  /** The same for two parallel faces of A, whose numbers are at c of A.opposites: B reaches further than midway between them. */
  private addMiddle(A: Polytope, B: Polytope, c: number): void {
    const i = A.opposites[c];
    const j = A.opposites[c + 1];
    if (0.5 * (A.planes[4 * i + 3] + A.planes[4 * j + 3]) >= this.depth) return;
    const polygon = this.polygons[0]!;
    polygon.count = 4;
    for (let k = 0; k < 12; k++) polygon.points[k] = A.middles[6 * c + k];
    this.addParting(A, B, i, j);
  }

  /** Adds to T the integral over the part of the first polygon, which parts the regions of faces i and j of A, that is in B and between them. */
  private addParting(A: Polytope, B: Polytope, i: number, j: number): void {
    const planes = A.planes;
    let polygon = this.polygons[0]!;
    let other = this.polygons[1]!;
    if (!this.findCrossed(polygon.points, B.faceCount, A, i, j)) return;
    for (let c = 0; c < this.crossedCount; c++) {
      const found = clipPolygon(other, polygon, this.planes, 4 * this.crossed[c]);
      if (found === clipEmpty) return;
      if (found === clipPart) {
        const swap = polygon;
        polygon = other;
        other = swap;
      }
    }
    const part = this.clipParting(A, polygon, i, j);
    if (part === undefined) return;
    const cosine =
      planes[4 * i] * planes[4 * j] + planes[4 * i + 1] * planes[4 * j + 1] + planes[4 * i + 2] * planes[4 * j + 2];
    const step = Math.sqrt(Math.max(0, 2 - 2 * cosine));
    const q = part.points;
    const h0 = depthBelow(planes, i, q, 0);
    for (let c = 1; c + 1 < part.count; c++) {
      const mean = meanNextPower(this.power, h0, depthBelow(planes, i, q, 3 * c), depthBelow(planes, i, q, 3 * c + 3));
      this.content += (step * triangleArea(q, 0, 3 * c, 3 * c + 3) * mean) / (this.power + 1);
    }
  }
}

function depthBelow(planes: Float64Array, i: number, p: Float64Array, k: number): number {
  const height = planes[4 * i] * p[k] + planes[4 * i + 1] * p[k + 1] + planes[4 * i + 2] * p[k + 2];
  return Math.max(0, planes[4 * i + 3] - height);
}

function triangleArea(p: Float64Array, a: number, b: number, c: number): number {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const wx = p[c] - p[a];
  const wy = p[c + 1] - p[a + 1];
  const wz = p[c + 2] - p[a + 2];
  const x = uy * wz - uz * wy;
  const y = uz * wx - ux * wz;
  const z = ux * wy - uy * wx;
  return 0.5 * Math.sqrt(x * x + y * y + z * z);
}
