/**
 * What of a core touches a supporting plane: the face, edge or point that a contact rests on.
 *
 *     feature = polygon of `count` corners ⊕ disc(radius) in the plane of the feature
 *
 *   count 1, radius 0   a corner, or a point of a rim or of a smooth surface
 *   count 1, radius R   the flat end of a cylinder or cone
 *   count 2, radius 0   an edge, or the line of a cylinder's or cone's side
 *   count 2, radius R   the flat side of a beam: a rectangle with half-discs at its ends
 *   count ≥ 3           a flat face, corners counter-clockwise about its normal
 *
 * A feature counts as met when the direction is within a given angle of its normals. Of several, the larger one is taken:
 * face before edge before point. Body = core ⊕ ball: on the surface of the body, the feature lies core.radius further along
 * its normal.
 */
import * as elementary from "../math/elementary.ts";
import {
  type Core,
  coreBeam,
  coreBox,
  coreCone,
  coreCylinder,
  coreEllipsoid,
  coreHull,
  corePoint,
  coreSegment,
} from "./core.ts";
import { supportPoint, supportVertex } from "./support.ts";

/** Result of `supportFeature`, made once per core by `createSupportFeature`. Vectors are in the frame of the core. */
export interface SupportFeature {
  count: number;
  radius: number;
  /** Corners, packed. */
  readonly points: Float64Array;
  /** Outer unit normal: that of a face; for edges and points the direction asked for, made perpendicular to the edge. */
  readonly normal: Float64Array;
  /** 0 point, 1 line, 2 area. */
  dimension: number;
}

/** Room for every feature of the core. */
export function createSupportFeature(core: Core): SupportFeature {
  const corners = Math.max(4, core.hull.faces.mostCorners);
  return { count: 0, radius: 0, points: new Float64Array(3 * corners), normal: new Float64Array(3), dimension: 0 };
}

/** out ← feature of the core that the unit direction d[i..i+2], in the frame of the core, meets within `angle` (rad, small). */
export function supportFeature(out: SupportFeature, core: Core, d: Float64Array, i: number, angle: number): void {
  const { size, kind } = core;
  const { points: p, normal: n } = out;
  n[0] = d[i];
  n[1] = d[i + 1];
  n[2] = d[i + 2];
  out.radius = 0;
  out.count = 1;
  out.dimension = 0;
  switch (kind) {
    case corePoint:
    case coreEllipsoid:
      supportPoint(p, 0, core, d, i);
      return;
    case coreSegment:
      supportPoint(p, 0, core, d, i);
      if (Math.abs(d[i + 2]) <= angle && size[0] > 0) lineAlong(out, 2, size[0]);
      return;
    case coreBox:
      boxFeature(out, core, d, i, angle);
      return;
    case coreCylinder: {
      const across = Math.sqrt(d[i] * d[i] + d[i + 1] * d[i + 1]);
      supportPoint(p, 0, core, d, i);
      if (across <= angle) disc(out, 2, size[0]);
      else if (Math.abs(d[i + 2]) <= angle && size[1] > 0) lineAlong(out, 2, size[1]);
      return;
    }
    case coreCone:
      coneFeature(out, core, d, i, angle);
      return;
    case coreBeam:
      beamFeature(out, core, d, i, angle);
      return;
    case coreHull:
      hullFeature(out, core, d, i, angle);
  }
}

/** The point becomes the segment of ±half along an axis; n is made perpendicular to it. */
function lineAlong(out: SupportFeature, axis: number, half: number): void {
  const { points: p, normal: n } = out;
  out.count = 2;
  out.dimension = 1;
  for (let k = 0; k < 3; k++) p[3 + k] = p[k];
  p[axis] = -half;
  p[3 + axis] = half;
  n[axis] = 0;
  normalise(n);
}

/** The point becomes the disc about the axis; n is along it. */
function disc(out: SupportFeature, axis: number, radius: number): void {
  const { points: p, normal: n } = out;
  out.radius = radius;
  out.dimension = radius > 0 ? 2 : 0;
  for (let k = 0; k < 3; k++) {
    if (k === axis) continue;
    p[k] = 0;
    n[k] = 0;
  }
  n[axis] = n[axis] >= 0 ? 1 : -1;
}

function boxFeature(out: SupportFeature, core: Core, d: Float64Array, i: number, angle: number): void {
  const { points: p, normal: n } = out;
  const size = core.size;
  supportPoint(p, 0, core, d, i);
  // an axis is free when the direction is perpendicular to it and the box extends along it
  let free = 0;
  let first = -1;
  let second = -1;
  for (let k = 0; k < 3; k++) {
    if (Math.abs(d[i + k]) > angle || !(size[k] > 0)) continue;
    if (free === 0) first = k;
    else if (free === 1) second = k;
    free++;
  }
  if (free === 0) return;
  if (free === 1) {
    lineAlong(out, first, size[first]);
    return;
  }
  const k = 3 - first - second;
  const isEven = (first + 1) % 3 === second; // first × second = k
  const sign = d[i + k] >= 0 ? 1 : -1;
  const u = isEven === sign > 0 ? first : second;
  const v = first + second - u;
  for (let c = 0; c < 4; c++) {
    p[3 * c + k] = p[k];
    p[3 * c + u] = c === 1 || c === 2 ? size[u] : -size[u];
    p[3 * c + v] = c >= 2 ? size[v] : -size[v];
  }
  n[u] = n[v] = 0;
  n[k] = sign;
  out.count = 4;
  out.dimension = 2;
}

function coneFeature(out: SupportFeature, core: Core, d: Float64Array, i: number, angle: number): void {
  const { points: p, normal: n } = out;
  const size = core.size;
  const across = Math.sqrt(d[i] * d[i] + d[i + 1] * d[i + 1]);
  supportPoint(p, 0, core, d, i);
  if (across <= angle && (d[i + 2] < 0 || size[1] > 0)) {
    disc(out, 2, d[i + 2] < 0 ? size[0] : size[1]);
    return;
  }
  const dz = size[3] - size[2];
  const dr = size[0] - size[1];
  const slant = Math.sqrt(dz * dz + dr * dr);
  if (!(slant > 0) || !(across > 0) || Math.abs(d[i + 2] * dz - across * dr) > angle * slant) return;
  const x = d[i] / across;
  const y = d[i + 1] / across;
  p[0] = size[0] * x;
  p[1] = size[0] * y;
  p[2] = size[2];
  p[3] = size[1] * x;
  p[4] = size[1] * y;
  p[5] = size[3];
  n[0] = (dz / slant) * x;
  n[1] = (dz / slant) * y;
  n[2] = dr / slant;
  out.count = 2;
  out.dimension = 1;
}

/** Of the beam: flat sides ±y are stadiums, flat sides ±x rectangles, round ends have lines along y. */
function beamFeature(out: SupportFeature, core: Core, d: Float64Array, i: number, angle: number): void {
  const { points: p, normal: n } = out;
  const half = core.size[0];
  const radius = core.size[1];
  const thickness = core.size[2];
  const across = Math.sqrt(d[i] * d[i] + d[i + 2] * d[i + 2]);
  supportPoint(p, 0, core, d, i);
  if (across <= angle) {
    disc(out, 1, radius);
    if (half > 0) {
      out.count = 2;
      for (let k = 0; k < 3; k++) p[3 + k] = p[k];
      p[2] = -half;
      p[5] = half;
      out.dimension = radius > 0 ? 2 : 1;
    }
    return;
  }
  const isThick = Math.abs(d[i + 1]) <= angle && thickness > 0;
  const isStraight = Math.abs(d[i + 2]) <= angle && half > 0;
  if (isThick && isStraight) {
    const sign = d[i] >= 0 ? 1 : -1;
    for (let c = 0; c < 4; c++) {
      p[3 * c] = sign * radius;
      p[3 * c + 1] = sign * (c === 1 || c === 2 ? thickness : -thickness);
      p[3 * c + 2] = c >= 2 ? half : -half;
    }
    n[0] = sign;
    n[1] = n[2] = 0;
    out.count = 4;
    out.dimension = 2;
  } else if (isThick) {
    lineAlong(out, 1, thickness);
  } else if (isStraight) {
    // the point of the rim belongs to n without its part along the line
    const sign = d[i] >= 0 ? 1 : -1;
    p[0] = sign * radius;
    lineAlong(out, 2, half);
  }
}

function hullFeature(out: SupportFeature, core: Core, d: Float64Array, i: number, angle: number): void {
  const hull = core.hull;
  const faces = hull.faces;
  const p = hull.vertices;
  const n = out.normal;
  const v = supportVertex(hull, d, i);
  takeVertex(out, 0, p, v);
  let best = -1;
  let largest = elementary.cos(angle);
  if (faces.count > 0) {
    for (let q = faces.aroundStart[v]; q < faces.aroundStart[v + 1]; q++) {
      const f = 3 * faces.around[q];
      const cosine = faces.normals[f] * d[i] + faces.normals[f + 1] * d[i + 1] + faces.normals[f + 2] * d[i + 2];
      if (cosine < largest) continue;
      largest = cosine;
      best = faces.around[q];
    }
  }
  if (best >= 0) {
    out.count = faces.start[best + 1] - faces.start[best];
    for (let c = 0; c < out.count; c++) takeVertex(out, c, p, faces.corners[faces.start[best] + c]);
    for (let k = 0; k < 3; k++) n[k] = faces.normals[3 * best + k];
    out.dimension = 2;
    return;
  }
  let least = angle;
  for (let q = hull.start[v]; q < hull.start[v + 1]; q++) {
    const j = 3 * hull.neighbours[q];
    const x = p[j] - p[3 * v];
    const y = p[j + 1] - p[3 * v + 1];
    const z = p[j + 2] - p[3 * v + 2];
    const sine = Math.abs(x * d[i] + y * d[i + 1] + z * d[i + 2]) / Math.sqrt(x * x + y * y + z * z);
    if (sine > least) continue;
    least = sine;
    best = hull.neighbours[q];
  }
  if (best < 0) return;
  takeVertex(out, 1, p, best);
  out.count = 2;
  out.dimension = 1;
  makePerpendicular(n, out.points);
}

function takeVertex(out: SupportFeature, c: number, vertices: Float64Array, v: number): void {
  for (let k = 0; k < 3; k++) out.points[3 * c + k] = vertices[3 * v + k];
}

/** n ← n without its part along the segment of the first two points */
function makePerpendicular(n: Float64Array, p: Float64Array): void {
  const x = p[3] - p[0];
  const y = p[4] - p[1];
  const z = p[5] - p[2];
  const t = (n[0] * x + n[1] * y + n[2] * z) / (x * x + y * y + z * z);
  n[0] -= t * x;
  n[1] -= t * y;
  n[2] -= t * z;
  normalise(n);
}

function normalise(n: Float64Array): void {
  const s = 1 / Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  n[0] *= s;
  n[1] *= s;
  n[2] *= s;
}
