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
 * where the last integrals run over the planes that part the regions of two faces.
 * Limits   Faces of A that share no edge are not parted: B must not reach deeper than half the thickness of A.
 */
import { clipEmpty, clipPart, clipPolygon, Polygon } from "./clip.ts";
import type { Polytope } from "./polytope.ts";
import { meanNextPower, meanPowers } from "./triangleMoments.ts";

/** Numbers per triangle: three corners, h at the corners, n_B, area. */
export const triangleLength = 16;

export class Overlap {
  /** T, G and M as above, of the last call. */
  content = 0;
  readonly gradient = new Float64Array(3);
  readonly moment = new Float64Array(3);
  /** 9: ∫ h^m·x⊗n_B dA, and 3: ∫ n_B dA, over ∂B∩A. */
  readonly firstMoments = new Float64Array(9);
  readonly vectorArea = new Float64Array(3);
  /** ∂B∩A in triangles with linear h, in the frame of A, without those that lie across the nearest face. */
  triangleCount = 0;
  triangles = new Float64Array(64 * triangleLength);
  /** Largest depth that the polytopes can have: of the vertices of B below the least deep face. */
  depth = 0;

  private vertices = new Float64Array(0);
  /** Planes of B in the frame of A. */
  private planes = new Float64Array(0);
  /** Numbers of the faces of A that cut B, then of the others that may be nearest to a point of the overlap. */
  private near = new Int32Array(0);
  private isNear = new Uint8Array(0);
  private lowest = new Float64Array(0);
  private cutting = 0;
  private nearCount = 0;
  private power = 1;
  private chosen = new Int32Array(0);
  private chosenCount = 0;
  /** Sums over one face of B: area, ∫ h^m dA, ∫ h^m·x dA. */
  private readonly face = new Float64Array(5);
  private readonly polygons = [new Polygon(), new Polygon(), new Polygon(), new Polygon()];
  private readonly plane = new Float64Array(4);
  private readonly means = new Float64Array(4);

  /** Computes the overlap of A with B at r + R·x, in the frame of A, for m = power = 1 or 3. Returns whether there is one. */
  measure(A: Polytope, B: Polytope, R: Float64Array, r: Float64Array, power: number): boolean {
    this.content = 0;
    this.gradient.fill(0);
    this.firstMoments.fill(0);
    this.vectorArea.fill(0);
    this.triangleCount = 0;
    this.power = power;
    this.reserve(A, B);
    this.placeVertices(B, R, r);
    if (!this.findNearFaces(A, B)) return false;
    this.placePlanes(B, R, r);
    for (let f = 0; f < B.faceCount; f++) this.cutFace(A, B, f);
    this.finish();
    if (this.nearCount > 1) for (let e = 0; e < A.edgeCount; e++) this.addParting(A, B, e);
    return this.triangleCount > 0 && this.content > 0;
  }

  /** M from the tensor of first moments. */
  private finish(): void {
    const { firstMoments: Q, moment } = this;
    moment[0] = Q[7] - Q[5];
    moment[1] = Q[2] - Q[6];
    moment[2] = Q[3] - Q[1];
  }

  private reserve(A: Polytope, B: Polytope): void {
    if (this.vertices.length < B.vertices.length) this.vertices = new Float64Array(B.vertices.length);
    if (this.planes.length < B.planes.length) this.planes = new Float64Array(B.planes.length);
    const faces = A.planes.length / 4;
    if (this.near.length < faces) {
      this.near = new Int32Array(faces);
      this.chosen = new Int32Array(faces);
      this.isNear = new Uint8Array(faces);
      this.lowest = new Float64Array(faces);
    }
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
    const p = this.vertices;
    const planes = A.planes;
    let bound = Infinity; // no point of the overlap is deeper
    for (let i = 0; i < A.faceCount; i++) {
      const nx = planes[4 * i];
      const ny = planes[4 * i + 1];
      const nz = planes[4 * i + 2];
      const d = planes[4 * i + 3];
      let least = Infinity;
      let most = -Infinity;
      for (let v = 0; v < 3 * B.vertexCount; v += 3) {
        const depth = d - (nx * p[v] + ny * p[v + 1] + nz * p[v + 2]);
        if (depth < least) least = depth;
        if (depth > most) most = depth;
      }
      if (!(most > 0)) return false;
      this.lowest[i] = least;
      if (most < bound) bound = most;
    }
    let n = 0;
    for (let i = 0; i < A.faceCount; i++) if (this.lowest[i] < 0) this.near[n++] = i;
    this.cutting = n;
    for (let i = 0; i < A.faceCount; i++) if (this.lowest[i] >= 0 && this.lowest[i] <= bound) this.near[n++] = i;
    for (let i = 0; i < A.faceCount; i++) this.isNear[i] = this.lowest[i] <= bound ? 1 : 0;
    this.nearCount = n;
    this.depth = bound;
    return true;
  }

  private cutFace(A: Polytope, B: Polytope, f: number): void {
    const p = this.vertices;
    let polygon = this.polygons[0]!;
    let other = this.polygons[1]!;
    const start = B.faceStart[f];
    polygon.count = B.faceStart[f + 1] - start;
    for (let q = 0; q < polygon.count; q++) {
      const v = 3 * B.faceVertices[start + q];
      polygon.points[3 * q] = p[v];
      polygon.points[3 * q + 1] = p[v + 1];
      polygon.points[3 * q + 2] = p[v + 2];
    }
    for (let c = 0; c < this.cutting; c++) {
      const found = clipPolygon(other, polygon, A.planes, 4 * this.near[c]);
      if (found === clipEmpty) return;
      if (found === clipPart) {
        const swap = polygon;
        polygon = other;
        other = swap;
      }
    }
    this.face.fill(0);
    if (this.nearCount === 1) {
      this.addPolygon(A, polygon, this.near[0], f);
    } else {
      this.choose(A, polygon);
      for (let c = 0; c < this.chosenCount; c++) {
        const part = this.clipToRegion(A, polygon, this.chosen[c], -1);
        if (part !== undefined) this.addPolygon(A, part, this.chosen[c], f);
      }
    }
    this.addFace(f);
  }

  /** Faces of A that may be nearest to a point of the polygon: those that are nowhere deeper than the least deep one is at most. */
  private choose(A: Polytope, polygon: Polygon): void {
    const { near, nearCount, chosen, lowest } = this;
    const p = polygon.points;
    const planes = A.planes;
    let bound = Infinity;
    for (let c = 0; c < nearCount; c++) {
      const i = 4 * near[c];
      let least = Infinity;
      let most = -Infinity;
      for (let q = 0; q < 3 * polygon.count; q += 3) {
        const depth = planes[i + 3] - (planes[i] * p[q] + planes[i + 1] * p[q + 1] + planes[i + 2] * p[q + 2]);
        if (depth < least) least = depth;
        if (depth > most) most = depth;
      }
      lowest[c] = least;
      if (most < bound) bound = most;
    }
    let n = 0;
    for (let c = 0; c < nearCount; c++) if (lowest[c] <= bound) chosen[n++] = near[c];
    this.chosenCount = n;
  }

  /** Adds the sums over face f of B: all of it has one normal. */
  private addFace(f: number): void {
    const { face, planes, gradient, firstMoments: Q, vectorArea } = this;
    for (let k = 0; k < 3; k++) {
      const n = planes[4 * f + k];
      vectorArea[k] += face[0] * n;
      gradient[k] -= face[1] * n;
      Q[k] += face[2] * n;
      Q[3 + k] += face[3] * n;
      Q[6 + k] += face[4] * n;
    }
  }

  /** The part of the polygon to which face i of A is the nearest of the chosen but `except`; works in the polygons 2 and 3. */
  private clipToRegion(A: Polytope, polygon: Polygon, i: number, except: number): Polygon | undefined {
    const { plane } = this;
    const planes = A.planes;
    let part = polygon;
    for (let c = 0; c < this.chosenCount; c++) {
      const j = this.chosen[c];
      if (j === i || j === except) continue;
      for (let k = 0; k < 4; k++) plane[k] = planes[4 * j + k] - planes[4 * i + k];
      // a polygon that lies in the parting plane belongs to one of the two
      if (j < i && !isAnyBelow(part, plane)) return undefined;
      const target = part === this.polygons[2] ? this.polygons[3]! : this.polygons[2]!;
      const found = clipPolygon(target, part, plane, 0);
      if (found === clipEmpty) return undefined;
      if (found === clipPart) part = target;
    }
    return part;
  }

  /**
   * Adds the integrals over a polygon on face f of B, to which face i of A is the nearest: a fan about its centroid, which is
   * kept behind the corners. Friction of a turning patch changes its direction there. What friction and damping are sampled at
   * moves continuously that way: a corner that appears or vanishes does so with a triangle of no area.
   */
  private addPolygon(A: Polytope, polygon: Polygon, i: number, f: number): void {
    const p = polygon.points;
    const o = 3 * polygon.count;
    const m = this.planes;
    const nx = m[4 * f];
    const ny = m[4 * f + 1];
    const nz = m[4 * f + 2];
    const ox = p[0];
    const oy = p[1];
    const oz = p[2];
    let x = 0;
    let y = 0;
    let z = 0;
    let sum = 0;
    let ux = p[3] - ox;
    let uy = p[4] - oy;
    let uz = p[5] - oz;
    for (let q = 6; q < o; q += 3) {
      const wx = p[q] - ox;
      const wy = p[q + 1] - oy;
      const wz = p[q + 2] - oz;
      const area = nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx);
      sum += area;
      x += area * (ux + wx);
      y += area * (uy + wy);
      z += area * (uz + wz);
      ux = wx;
      uy = wy;
      uz = wz;
    }
    if (!(sum > 0)) return;
    const s = 1 / (3 * sum);
    p[o] = ox + s * x;
    p[o + 1] = oy + s * y;
    p[o + 2] = oz + s * z;
    for (let q = 0; q < o; q += 3) this.addTriangle(A, i, f, p, o, q, q + 3 < o ? q + 3 : 0);
  }

  private addTriangle(A: Polytope, i: number, f: number, p: Float64Array, o: number, a: number, b: number): void {
    const m = this.planes;
    const bx = m[4 * f];
    const by = m[4 * f + 1];
    const bz = m[4 * f + 2];
    const ox = p[o];
    const oy = p[o + 1];
    const oz = p[o + 2];
    const ux = p[a] - ox;
    const uy = p[a + 1] - oy;
    const uz = p[a + 2] - oz;
    const wx = p[b] - ox;
    const wy = p[b + 1] - oy;
    const wz = p[b + 2] - oz;
    const area = 0.5 * (bx * (uy * wz - uz * wy) + by * (uz * wx - ux * wz) + bz * (ux * wy - uy * wx));
    if (!(area > 0)) return;

    const nx = A.planes[4 * i];
    const ny = A.planes[4 * i + 1];
    const nz = A.planes[4 * i + 2];
    const d = A.planes[4 * i + 3];
    const h0 = Math.max(0, d - (nx * ox + ny * oy + nz * oz));
    const h1 = Math.max(0, d - (nx * p[a] + ny * p[a + 1] + nz * p[a + 2]));
    const h2 = Math.max(0, d - (nx * p[b] + ny * p[b + 1] + nz * p[b + 2]));
    const { means, power, face } = this;
    meanPowers(means, power, h0, h1, h2);
    face[0] += area;
    face[1] += area * means[0];
    face[2] += area * (means[1] * ox + means[2] * p[a] + means[3] * p[b]);
    face[3] += area * (means[1] * oy + means[2] * p[a + 1] + means[3] * p[b + 1]);
    face[4] += area * (means[1] * oz + means[2] * p[a + 2] + means[3] * p[b + 2]);
    const facing = -(nx * bx + ny * by + nz * bz);
    this.content += (area * facing * meanNextPower(power, h0, h1, h2)) / (power + 1);

    if (Math.abs(facing) < 1e-12) return; // friction and damping have no share in it
    if ((this.triangleCount + 1) * triangleLength > this.triangles.length) this.grow();
    const t = this.triangles;
    const k = triangleLength * this.triangleCount++;
    t[k] = ox;
    t[k + 1] = oy;
    t[k + 2] = oz;
    for (let q = 0; q < 3; q++) {
      t[k + 3 + q] = p[a + q];
      t[k + 6 + q] = p[b + q];
    }
    t[k + 9] = h0;
    t[k + 10] = h1;
    t[k + 11] = h2;
    t[k + 12] = bx;
    t[k + 13] = by;
    t[k + 14] = bz;
    t[k + 15] = area;
  }

  /** Adds to T the integral over the plane that parts the regions of the two faces at edge e of A. */
  private addParting(A: Polytope, B: Polytope, e: number): void {
    const i = A.edges[4 * e];
    const j = A.edges[4 * e + 1];
    if (this.isNear[i] === 0 || this.isNear[j] === 0) return;
    const planes = A.planes;
    const p = A.vertices;
    const cosine =
      planes[4 * i] * planes[4 * j] + planes[4 * i + 1] * planes[4 * j + 1] + planes[4 * i + 2] * planes[4 * j + 2];
    if (1 + cosine < 1e-9) return;
    let polygon = this.polygons[0]!;
    let other = this.polygons[1]!;
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
    for (let f = 0; f < B.faceCount; f++) {
      const found = clipPolygon(other, polygon, this.planes, 4 * f);
      if (found === clipEmpty) return;
      if (found === clipPart) {
        const swap = polygon;
        polygon = other;
        other = swap;
      }
    }
    this.choose(A, polygon);
    const part = this.clipToRegion(A, polygon, i, j);
    if (part === undefined) return;
    const step = Math.sqrt(Math.max(0, 2 - 2 * cosine));
    const q = part.points;
    const h0 = depthBelow(planes, i, q, 0);
    for (let c = 1; c + 1 < part.count; c++) {
      const mean = meanNextPower(this.power, h0, depthBelow(planes, i, q, 3 * c), depthBelow(planes, i, q, 3 * c + 3));
      this.content += (step * triangleArea(q, 0, 3 * c, 3 * c + 3) * mean) / (this.power + 1);
    }
  }

  private grow(): void {
    const larger = new Float64Array(2 * this.triangles.length);
    larger.set(this.triangles);
    this.triangles = larger;
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

/** Whether some corner has n·x < d. */
function isAnyBelow(polygon: Polygon, plane: Float64Array): boolean {
  const p = polygon.points;
  for (let q = 0; q < 3 * polygon.count; q += 3) {
    if (plane[0] * p[q] + plane[1] * p[q + 1] + plane[2] * p[q + 2] < plane[3]) return true;
  }
  return false;
}
