/**
 * Sums over the surface of B inside of A, polygon by polygon, in the frame of A: integrals of powers of the linear depth, and
 * where friction and damping are sampled. What is summed is in overlap.ts.
 */
import type { Polygon } from "./clip.ts";
import type { Polytope } from "./polytope.ts";
import { meanPowers } from "./triangleMoments.ts";

/** Numbers per triangle: three corners, h at the corners, n_B, area. */
export const triangleLength = 16;
/** Numbers per sample: centre of pressure, ∫ h^m dA, n_B. */
export const sampleLength = 7;

/** Polygons that look at the nearest face of A within 60° are kept as triangles, others and small ones as single samples. */
const facingLimit = 0.5;

export class SurfaceSums {
  /** T, G and M as in overlap.ts, of the last call. */
  content = 0;
  readonly gradient = new Float64Array(3);
  readonly moment = new Float64Array(3);
  /** 9: ∫ h^m·x⊗n_B dA, and 3: ∫ n_B dA, over ∂B∩A. */
  readonly firstMoments = new Float64Array(9);
  readonly vectorArea = new Float64Array(3);
  /** ∂B∩A in triangles with linear h, in the frame of A; and samples of what lies across the nearest face. */
  triangleCount = 0;
  triangles = new Float64Array(64 * triangleLength);
  sampleCount = 0;
  samples = new Float64Array(64 * sampleLength);

  /** Largest depth of the surface of B inside of A. */
  deepest = 0;

  /** Planes of B in the frame of A. */
  protected planes = new Float64Array(0);
  protected power = 1;
  /** Faces of B that may be kept as triangles. */
  protected firstLong = 0;
  protected lastLong = 0;
  /** h at the corners of the polygon at hand. */
  protected depths = new Float64Array(0);
  /** −n_A·n_B of the polygon at hand, and area of the triangle last added: fields, since numbers that leave a function take room. */
  private facing = 0;
  private area = 0;
  /** Sums over one face of B: area, ∫ h^m dA, ∫ h^m·x dA. */
  private readonly face = new Float64Array(5);
  private readonly means = new Float64Array(4);

  protected clear(power: number): void {
    const { gradient, firstMoments, vectorArea } = this;
    this.content = 0;
    for (let k = 0; k < 3; k++) gradient[k] = vectorArea[k] = 0;
    for (let k = 0; k < 9; k++) firstMoments[k] = 0;
    this.triangleCount = 0;
    this.sampleCount = 0;
    this.deepest = 0;
    this.power = power;
  }

  /** M from the tensor of first moments. */
  protected finish(): void {
    const { firstMoments: Q, moment } = this;
    moment[0] = Q[7] - Q[5];
    moment[1] = Q[2] - Q[6];
    moment[2] = Q[3] - Q[1];
  }

  protected beginFace(): void {
    const { face } = this;
    for (let k = 0; k < 5; k++) face[k] = 0;
  }

  /** Adds the sums over face f of B: all of it has one normal. */
  protected addFace(f: number): void {
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

  /** Adds the integrals over a polygon on face f of B, to which face i of A is the nearest. */
  protected addPolygon(A: Polytope, polygon: Polygon, i: number, f: number): void {
    const p = polygon.points;
    const o = 3 * polygon.count;
    const n = A.planes;
    const m = this.planes;
    const { depths, face } = this;
    const nx = n[4 * i];
    const ny = n[4 * i + 1];
    const nz = n[4 * i + 2];
    const d = n[4 * i + 3];
    this.facing = -(nx * m[4 * f] + ny * m[4 * f + 1] + nz * m[4 * f + 2]);
    let deepest = this.deepest;
    for (let c = 0, q = 0; q < o; c++, q += 3) {
      const h = d - (nx * p[q] + ny * p[q + 1] + nz * p[q + 2]);
      depths[c] = Math.max(h, 0);
      deepest = Math.max(deepest, h);
    }
    this.deepest = deepest;
    if (this.facing > facingLimit && f >= this.firstLong && f <= this.lastLong) {
      this.addFan(A, polygon, i, f);
      return;
    }
    const area = face[0];
    const pressure = face[1];
    const x = face[2];
    const y = face[3];
    const z = face[4];
    for (let q = 3; q + 3 < o; q += 3) this.addTriangle(f, p, 0, q, q + 3);
    const weight = face[1] - pressure;
    if (!(face[0] > area && weight > 0)) return;
    if ((this.sampleCount + 1) * sampleLength > this.samples.length) this.samples = grown(this.samples);
    const t = this.samples;
    const k = sampleLength * this.sampleCount++;
    t[k] = (face[2] - x) / weight;
    t[k + 1] = (face[3] - y) / weight;
    t[k + 2] = (face[4] - z) / weight;
    t[k + 3] = weight;
    for (let q = 0; q < 3; q++) t[k + 4 + q] = m[4 * f + q];
  }

  /**
   * Adds a polygon as a fan about its centroid, which is kept behind the corners: friction of a turning patch changes its
   * direction there. What friction and damping are sampled at moves continuously that way: a corner that appears or vanishes
   * does so with a triangle of no area.
   */
  private addFan(A: Polytope, polygon: Polygon, i: number, f: number): void {
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
    const n = A.planes;
    const h = n[4 * i + 3] - (n[4 * i] * p[o] + n[4 * i + 1] * p[o + 1] + n[4 * i + 2] * p[o + 2]);
    this.depths[polygon.count] = Math.max(h, 0);
    for (let q = 0; q < o; q += 3) {
      const next = q + 3 < o ? q + 3 : 0;
      if (this.addTriangle(f, p, o, q, next)) this.keepTriangle(f, p, o, q, next);
    }
  }

  /** Adds the triangle with corners at o, a, b of p to the sums of its face and to T; false when it has no area. */
  private addTriangle(f: number, p: Float64Array, o: number, a: number, b: number): boolean {
    const m = this.planes;
    const ox = p[o];
    const oy = p[o + 1];
    const oz = p[o + 2];
    const ux = p[a] - ox;
    const uy = p[a + 1] - oy;
    const uz = p[a + 2] - oz;
    const wx = p[b] - ox;
    const wy = p[b + 1] - oy;
    const wz = p[b + 2] - oz;
    const x = uy * wz - uz * wy;
    const y = uz * wx - ux * wz;
    const z = ux * wy - uy * wx;
    const area = 0.5 * (m[4 * f] * x + m[4 * f + 1] * y + m[4 * f + 2] * z);
    if (!(area > 0)) return false;
    this.area = area;
    const { means, power, face, depths } = this;
    const h0 = depths[o / 3];
    const h1 = depths[a / 3];
    const h2 = depths[b / 3];
    meanPowers(means, power, h0, h1, h2);
    face[0] += area;
    face[1] += area * means[0];
    const s0 = area * means[1];
    const s1 = area * means[2];
    const s2 = area * means[3];
    face[2] += s0 * ox + s1 * p[a] + s2 * p[b];
    face[3] += s0 * oy + s1 * p[a + 1] + s2 * p[b + 1];
    face[4] += s0 * oz + s1 * p[a + 2] + s2 * p[b + 2];
    // h = Σ h_corner·λ_corner, so this is ∫ h^(m+1) dA
    this.content += (this.facing / (power + 1)) * (s0 * h0 + s1 * h1 + s2 * h2);
    return true;
  }

  private keepTriangle(f: number, p: Float64Array, o: number, a: number, b: number): void {
    if ((this.triangleCount + 1) * triangleLength > this.triangles.length) this.triangles = grown(this.triangles);
    const { triangles: t, depths, planes: m } = this;
    const k = triangleLength * this.triangleCount++;
    for (let q = 0; q < 3; q++) {
      t[k + q] = p[o + q];
      t[k + 3 + q] = p[a + q];
      t[k + 6 + q] = p[b + q];
      t[k + 12 + q] = m[4 * f + q];
    }
    t[k + 9] = depths[o / 3];
    t[k + 10] = depths[a / 3];
    t[k + 11] = depths[b / 3];
    t[k + 15] = this.area;
  }
}

function grown(old: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * old.length);
  larger.set(old);
  return larger;
}
