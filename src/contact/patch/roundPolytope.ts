/**
 * Cylinders, cones and beams as polytopes whose facets follow the contact: the vertices of their rims crowd around the
 * direction in which the other body lies, so that facets are small where they touch, and a rolling cylinder does not bump.
 *
 * Legend   φ_0  direction of the contact about the axis; φ_k and τ as in crowding.ts
 *          ψ    half the angle of the rim that dips in:  δ = R·σ·(1 − cos ψ),  σ the sine of the angle between axis and contact
 * Beams    crowd from directions that are fixed in the body, φ_k = φ_0 + 2·atan(τ·tan((θ_k − φ_0)/2)): the outline of a beam that lies
 *          on its face must not turn with φ_0, which has no meaning there; that of a circle may, it stays the same.
 * Ends     Where the contact is on a flat end, its direction about the axis is that of the point of contact: elsewhere both are the same. A
 *          direction that is nothing but rounding would turn the facets, and with them the force, from one evaluation to the next.
 * Holds    φ_k depend continuously on direction, point and depth; without a direction (σ = 0) all of the rim dips in, and τ = 1.
 *          Vertices lie on the true rim, one of them at φ_0 (of beams next to it, at a distance of τ²): a contact begins
 *          where the true shapes touch. The area of a full
 *          circle is 0.4 % too small against flat faces, 1.6 % against another round body.
 */

import { type Core, coreBeam, coreCylinder } from "../../geometry/core.ts";
import * as elementary from "../../math/elementary.ts";
import { crowding, tangentsOf } from "./crowding.ts";
import { Polytope } from "./polytope.ts";
import type { RoundBody } from "./roundBody.ts";

/** Vertices of a rim against flat faces, and against another round body, where facets meet facets. */
const rimVertices = 40;
const rimVerticesToRound = 20;

/** Vertices of a rim that are nearer to each other than this, in radians, count as one. */
const samePlace = 1e-7;

const tangents = tangentsOf(rimVertices);
const tangentsToRound = tangentsOf(rimVerticesToRound);
const nowhere = new Float64Array(6);
/** A shorter part of a unit vector across the axis is no direction. */
const rounding = 1e-13;
const halvesOfAngles = halfAngles(rimVertices);
const halvesToRound = halfAngles(rimVerticesToRound);

/** Two outlines in planes across the axis of a prism, as (radius of the arc, shift of the arcs apart, height). */
interface Rims {
  readonly lowRadius: number;
  readonly highRadius: number;
  /** Half distance of the two half circles; 0 for a circle. */
  readonly shift: number;
  readonly low: number;
  readonly high: number;
  /** Component of the frame of the core along the prism, and the two across it. */
  readonly axis: 0 | 1 | 2;
  readonly u: 0 | 1 | 2;
  readonly v: 0 | 1 | 2;
}

/** Cylinder, cone or beam, sharp-edged. */
export class PrismBody implements RoundBody {
  readonly rims: Rims;
  readonly polytope = new Polytope(2 * rimVertices + 8, rimVertices + 6);
  readonly hasRoundEnds = false;
  /** Cosine and sine of each vertex of a rim. */
  readonly directions = new Float64Array(2 * rimVertices + 8);

  constructor(rims: Rims) {
    this.rims = rims;
    const { lowRadius, highRadius, shift, low, high, axis, u, v } = rims;
    if (highRadius === 0) return;
    // the ends are the first two faces
    const radius = Math.max(lowRadius, highRadius);
    const middles = new Float64Array(12);
    [[-1, -1], [1, -1], [1, 1], [-1, 1]].forEach(([x, y], k) => {
      middles[3 * k + u] = x! * (radius + shift);
      middles[3 * k + v] = y! * radius;
      middles[3 * k + axis] = 0.5 * (low + high);
    }); // biome-ignore format: a list
    this.polytope.opposites = Int32Array.of(0, 1);
    this.polytope.middles = middles;
  }

  place(d: Float64Array, i: number, depth: number, isToRound: boolean, p: Float64Array = nowhere): void {
    placeFacets(this, d, i, depth, isToRound, p);
  }

  get axis(): 0 | 1 | 2 {
    return this.rims.axis;
  }

  rolls(parts: Float64Array, n: Float64Array, i: number, depth: number): void {
    const { shift, lowRadius, highRadius, u, v } = this.rims;
    const sigma = Math.sqrt(n[i + u] * n[i + u] + n[i + v] * n[i + v]);
    // the part of the radius from the contact to the other side of the rim, or to where the straight part of a beam begins
    const free = shift > 0 ? sigma - Math.abs(n[i + v]) : 2 * sigma;
    const room = Math.max(lowRadius, highRadius) * free;
    parts[0] = depth < room ? 1 - depth / room : 0;
    parts[1] = 0;
  }

  support(d: Float64Array, i: number): number {
    const { rims } = this;
    const x = d[i + rims.u];
    const y = d[i + rims.v];
    const z = d[i + rims.axis];
    const across = Math.sqrt(x * x + y * y);
    const low = rims.lowRadius * across + z * rims.low;
    const high = rims.highRadius * across + z * rims.high;
    return rims.shift * Math.abs(x) + Math.max(low, high);
  }
}

/** The body of a cylinder, cone or beam. */
export function prismBody(core: Core): PrismBody {
  return new PrismBody(rimsOf(core));
}

function rimsOf({ kind, size, radius: r }: Core): Rims {
  if (kind === coreCylinder) {
    const [R, h] = [size[0] + r, size[1] + r];
    return { lowRadius: R, highRadius: R, shift: 0, low: -h, high: h, axis: 2, u: 0, v: 1 };
  }
  if (kind === coreBeam) {
    const [R, h] = [size[1] + r, size[2] + r];
    return { lowRadius: R, highRadius: R, shift: size[0], low: -h, high: h, axis: 1, u: 2, v: 0 };
  }
  const slope = (size[0] - size[1]) / (size[3] - size[2]);
  const outwards = r * Math.sqrt(1 + slope * slope);
  const isPointed = size[1] === 0;
  const low = size[2] - r;
  const high = isPointed ? size[3] + outwards / slope : size[3] + r;
  const lowRadius = size[0] + slope * r + outwards;
  const highRadius = isPointed ? 0 : size[1] - slope * r + outwards;
  return { lowRadius, highRadius, shift: 0, low, high, axis: 2, u: 0, v: 1 };
}

function placeFacets(
  body: PrismBody,
  d: Float64Array,
  i: number,
  depth: number,
  isToRound: boolean,
  p: Float64Array,
): void {
  const { rims, polytope } = body;
  const tan = isToRound ? tangentsToRound : tangents;
  const halves = isToRound ? halvesToRound : halvesOfAngles;
  const x = d[i + rims.u];
  const y = d[i + rims.v];
  const sigma = Math.sqrt(x * x + y * y);
  const radius = Math.max(rims.lowRadius, rims.highRadius);
  // the point of a circle has the same direction about the axis, and has it also where the normal has none
  const towardsX = rims.shift > 0 ? x : x + p[i + rims.u] / radius;
  const towardsY = rims.shift > 0 ? y : y + p[i + rims.v] / radius;
  const towards = Math.sqrt(towardsX * towardsX + towardsY * towardsY);
  const cos0 = towards > rounding ? towardsX / towards : 1;
  const sin0 = towards > rounding ? towardsY / towards : 0;
  // without a direction no number below 2: all of the rim dips in
  const tau = crowding(Math.max(0, depth) / (radius * sigma));

  let n = 0;
  const halfCos0 = Math.sqrt(0.5 * Math.max(0, 1 + cos0));
  const halfSin0 = (sin0 < 0 ? -1 : 1) * Math.sqrt(0.5 * Math.max(0, 1 - cos0));
  for (let k = 0; k < tan.length; k++) {
    // tangent of half the angle from φ_0 to the vertex, as u/w
    let u = k > 0 ? tau * tan[k] : 1;
    let w = k > 0 ? 1 : 0;
    if (rims.shift > 0) {
      const ck = halves[2 * k];
      const sk = halves[2 * k + 1];
      u = tau * (sk * halfCos0 - ck * halfSin0);
      w = ck * halfCos0 + sk * halfSin0;
    }
    const s = 1 / (u * u + w * w);
    const cosine = (w * w - u * u) * s;
    const sine = 2 * u * w * s;
    const c = cos0 * cosine - sin0 * sine;
    // the straight part has vertices there already, and two in one place would make a face that lies in another one
    if (rims.shift > 0 && Math.abs(c) < samePlace) continue;
    const z = sin0 * cosine + cos0 * sine;
    if (rims.shift > 0 && n > 0) n = addStraights(body, n, c, z);
    n = addVertex(body, n, c, z, c >= 0 ? rims.shift : -rims.shift);
  }
  if (rims.shift > 0) n = n > 0 ? addStraights(body, n, body.directions[0], body.directions[1]) : addBoth(body, 0, 1);
  connect(polytope, rims, body.directions, n);
}

/** Cosine and sine of θ_k/2, with θ_k equidistant in [−π, π). */
function halfAngles(count: number): Float64Array {
  const angles = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    angles[2 * k] = elementary.cos(Math.PI * (k / count - 0.5));
    angles[2 * k + 1] = elementary.sin(Math.PI * (k / count - 0.5));
  }
  return angles;
}

/**
 * The straight parts of a beam's outline between its last vertex and the next one, at the angle with cosine c and sine s: one where they are on
 * different half circles, both where all of the other half circle lies between them, as behind vertices that crowd on one.
 */
function addStraights(body: PrismBody, n: number, c: number, s: number): number {
  const { directions } = body;
  const from = directions[2 * n - 2] >= 0 ? 1 : -1;
  if (c >= 0 !== from > 0) return addStraight(body, n, from);
  const turn = directions[2 * n - 2] * s - directions[2 * n - 1] * c;
  return turn > 0 ? n : addBoth(body, n, from);
}

function addBoth(body: PrismBody, n: number, from: number): number {
  return addStraight(body, addStraight(body, n, from), -from);
}

/** A straight part: from one half circle to the other. */
function addStraight(body: PrismBody, n: number, from: number): number {
  const { shift } = body.rims;
  // counter-clockwise, the half circle with cos φ ≥ 0 ends at φ = π/2, the other one at −π/2
  const next = addVertex(body, n, 0, from, from * shift);
  return addVertex(body, next, 0, from, -from * shift);
}

/** Vertex n of both rims, at the angle with cosine c and sine s. */
function addVertex(body: PrismBody, n: number, c: number, s: number, shift: number): number {
  const { rims, polytope, directions } = body;
  const p = polytope.vertices;
  directions[2 * n] = c;
  directions[2 * n + 1] = s;
  const low = 6 * n;
  const high = low + 3;
  p[low + rims.u] = rims.lowRadius * c + shift;
  p[low + rims.v] = rims.lowRadius * s;
  p[low + rims.axis] = rims.low;
  p[high + rims.u] = rims.highRadius * c + shift;
  p[high + rims.v] = rims.highRadius * s;
  p[high + rims.axis] = rims.high;
  return n + 1;
}

/** Faces: low end, high end unless it is a point, and the sides between neighbouring vertices; low = 2·k, high = 2·k + 1. */
function connect(polytope: Polytope, rims: Rims, directions: Float64Array, n: number): void {
  const { faceStart, faceVertices, planes, edges, vertices: p } = polytope;
  const ends = rims.highRadius > 0 ? 2 : 1;
  polytope.vertexCount = 2 * n;
  polytope.mostCorners = n;
  polytope.faceCount = n + ends;
  for (let k = 0; k < n; k++) {
    faceVertices[n - 1 - k] = 2 * k;
    // where there is no high end, sides take its place
    faceVertices[n + k] = 2 * k + 1;
  }
  faceStart[1] = n;
  faceStart[2] = 2 * n;
  for (let f = 0; f < ends; f++) {
    planes[4 * f + rims.axis] = f === 0 ? -1 : 1;
    planes[4 * f + 3] = f === 0 ? -rims.low : rims.high;
  }

  let e = 0;
  const dz = rims.high - rims.low;
  for (let k = 0; k < n; k++) {
    const next = k + 1 < n ? k + 1 : 0;
    const f = ends + k;
    const q = faceStart[f];
    faceVertices[q] = 2 * k;
    faceVertices[q + 1] = 2 * next;
    faceVertices[q + 2] = 2 * next + 1;
    faceVertices[q + 3] = 2 * k + 1;
    faceStart[f + 1] = q + 4;

    // across the chord, and tilted by the slope of the facet: its middle is nearer to the axis than the rim is
    const du = p[6 * next + rims.u] - p[6 * k + rims.u];
    const dv = p[6 * next + rims.v] - p[6 * k + rims.v];
    const chord = Math.sqrt(du * du + dv * dv);
    const meanU = directions[2 * k] + directions[2 * next];
    const meanV = directions[2 * k + 1] + directions[2 * next + 1];
    const mean = Math.sqrt(meanU * meanU + meanV * meanV);
    // short chords have no digits for a direction: midway between the directions of both is the same
    const isLong = mean < 1;
    const nu = isLong ? dv / chord : meanU / mean;
    const nv = isLong ? -du / chord : meanV / mean;
    const reach = nu * p[6 * k + rims.u] + nv * p[6 * k + rims.v];
    const shifted = reach - (nu * p[6 * k + 3 + rims.u] + nv * p[6 * k + 3 + rims.v]);
    const tilt = shifted / dz;
    const s = 1 / Math.sqrt(1 + tilt * tilt);
    planes[4 * f + rims.u] = nu * s;
    planes[4 * f + rims.v] = nv * s;
    planes[4 * f + rims.axis] = tilt * s;
    planes[4 * f + 3] = s * (reach + tilt * rims.low);

    e = addEdge(edges, e, f, 0, 2 * k, 2 * next);
    if (ends === 2) e = addEdge(edges, e, f, 1, 2 * k + 1, 2 * next + 1);
    e = addEdge(edges, e, f, ends + (k > 0 ? k - 1 : n - 1), 2 * k, 2 * k + 1);
  }
  polytope.edgeCount = e;
}

function addEdge(edges: Int32Array, e: number, f: number, g: number, v: number, w: number): number {
  edges[4 * e] = f;
  edges[4 * e + 1] = g;
  edges[4 * e + 2] = v;
  edges[4 * e + 3] = w;
  return e + 1;
}
