/**
 * Signed distance of a point from a core in closed form: spheres against everything but hulls.
 *
 * Source   [Ericson2005] sec. 5.1 (box, segment); [Eberly2013] (ellipsoid)
 * Layout   out: nearest point c of the surface (0 … 2), outer unit normal m there (3 … 5), s with q = c + s·m (6), negative
 *          inside. Where several points are nearest, one is chosen by a fixed rule.
 */

import {
  type Core,
  coreBeam,
  coreBox,
  coreCone,
  coreCylinder,
  coreEllipsoid,
  corePoint,
  coreSegment,
} from "../geometry/core.ts";
import * as elementary from "../math/elementary.ts";

/** Whether pointDistance has a formula for this core. */
export function hasPointDistance(core: Core): boolean {
  if (core.kind === coreEllipsoid) return Math.min(core.size[0], core.size[1], core.size[2]) > 0;
  return core.kind <= coreBeam;
}

/** out ← nearest point, normal and distance of the point q[0…2] from the core, in the frame of the core. */
export function pointDistance(out: Float64Array, core: Core, q: Float64Array): void {
  const size = core.size;
  const x = q[0];
  const y = q[1];
  const z = q[2];
  switch (core.kind) {
    case corePoint:
      out[0] = out[1] = out[2] = 0;
      leaveFrom(out, q);
      return;
    case coreSegment:
      out[0] = out[1] = 0;
      out[2] = Math.max(-size[0], Math.min(size[0], z));
      leaveFrom(out, q);
      return;
    case coreBox:
      fromBox(out, size, q);
      return;
    case coreCylinder:
      out[7] = Math.sqrt(x * x + y * y);
      out[8] = z;
      fromRectangle(out, size, 0, 1);
      turnIntoSpace(out, q, 0, 1, 2);
      return;
    case coreCone:
      out[7] = Math.sqrt(x * x + y * y);
      out[8] = z;
      fromTrapezium(out, size);
      turnIntoSpace(out, q, 0, 1, 2);
      return;
    case coreEllipsoid:
      fromEllipsoid(out, size, q);
      return;
    default: {
      // beam: the nearest point of its spine, then a cylinder of thickness y about it
      const spine = Math.max(-size[0], Math.min(size[0], z));
      q[2] = z - spine;
      out[7] = Math.sqrt(x * x + q[2] * q[2]);
      out[8] = y;
      fromRectangle(out, size, 1, 2);
      turnIntoSpace(out, q, 0, 2, 1);
      out[2] += spine;
      q[2] = z;
    }
  }
}

/** The nearest point is out[0…2], and q is outside: normal and distance lead from there to q. */
function leaveFrom(out: Float64Array, q: Float64Array): void {
  const dx = q[0] - out[0];
  const dy = q[1] - out[1];
  const dz = q[2] - out[2];
  const s = Math.sqrt(dx * dx + dy * dy + dz * dz);
  out[3] = s > 0 ? dx / s : 1;
  out[4] = s > 0 ? dy / s : 0;
  out[5] = s > 0 ? dz / s : 0;
  out[6] = s;
}

function fromBox(out: Float64Array, h: Float64Array, q: Float64Array): void {
  let inside = 0;
  let nearest = 0;
  let depth = -Infinity;
  for (let i = 0; i < 3; i++) {
    const excess = Math.abs(q[i]) - h[i];
    out[i] = Math.max(-h[i], Math.min(h[i], q[i]));
    if (excess <= 0) inside++;
    if (excess > depth) {
      depth = excess;
      nearest = i;
    }
  }
  if (inside < 3) {
    leaveFrom(out, q);
    return;
  }
  const side = q[nearest] < 0 ? -1 : 1;
  out[3] = out[4] = out[5] = 0;
  out[nearest] = side * h[nearest];
  out[3 + nearest] = side;
  out[6] = depth;
}

/**
 * In the half plane (ρ, z) = out[7], out[8] with the rectangle ρ ≤ size[ir], |z| ≤ size[ih]:
 * out ← c_ρ (0), c_z (2), m_ρ (3), m_z (5), s (6).
 */
function fromRectangle(out: Float64Array, size: Float64Array, ir: number, ih: number): void {
  const r = size[ir];
  const h = size[ih];
  const across = out[7];
  const z = out[8];
  const er = across - r;
  const ez = Math.abs(z) - h;
  const side = z < 0 ? -1 : 1;
  if (er <= 0 && ez <= 0) {
    const isSide = er >= ez;
    out[0] = isSide ? r : across;
    out[2] = isSide ? z : side * h;
    out[3] = isSide ? 1 : 0;
    out[5] = isSide ? 0 : side;
    out[6] = Math.max(er, ez);
    return;
  }
  const dr = Math.max(er, 0);
  const dz = side * Math.max(ez, 0);
  const s = Math.sqrt(dr * dr + dz * dz);
  out[0] = er > 0 ? r : across;
  out[2] = ez > 0 ? side * h : z;
  out[3] = dr / s;
  out[5] = dz / s;
  out[6] = s;
}

/** The same for a trapezium with radius size[0] at z = size[2] and size[1] at z = size[3]. */
function fromTrapezium(out: Float64Array, size: Float64Array): void {
  const across = out[7];
  const z = out[8];
  const base = size[0];
  const top = size[1];
  const low = size[2];
  const high = size[3];
  const dr = base - top;
  const dz = high - low;
  const slant = Math.sqrt(dr * dr + dz * dz);
  const mr = dz / slant;
  const mz = dr / slant;
  const below = low - z;
  const above = z - high;
  const beside = (across - base) * mr + (z - low) * mz;
  const along = ((z - low) * dz - (across - base) * dr) / slant;
  const isInside = below <= 0 && above <= 0 && beside <= 0 && across <= base;
  if (isInside ? beside >= below && beside >= above : beside > 0 && along > 0 && along < slant) {
    // the side, by its normal: differences of points would lose digits
    out[0] = across - beside * mr;
    out[2] = z - beside * mz;
    out[3] = mr;
    out[5] = mz;
    out[6] = beside;
    return;
  }
  if (isInside || (below > 0 && across <= base) || (above > 0 && across <= top)) {
    const isBase = below >= above;
    out[0] = across;
    out[2] = isBase ? low : high;
    out[3] = 0;
    out[5] = isBase ? -1 : 1;
    out[6] = isBase ? below : above;
    return;
  }
  // one of the rims
  const isLower = along <= 0;
  out[0] = isLower ? base : top;
  out[2] = isLower ? low : high;
  const er = across - out[0];
  const ez = z - out[2];
  const s = Math.sqrt(er * er + ez * ez);
  out[3] = s > 0 ? er / s : 1;
  out[5] = s > 0 ? ez / s : 0;
  out[6] = s;
}

/** Turns a result in the half plane to the direction of the components i, j of q; the axis is component k. */
function turnIntoSpace(out: Float64Array, q: Float64Array, i: number, j: number, k: number): void {
  const across = out[7];
  const ex = across > 0 ? q[i] / across : 1;
  const ey = across > 0 ? q[j] / across : 0;
  const cr = out[0];
  const cz = out[2];
  const mr = out[3];
  const mz = out[5];
  out[i] = cr * ex;
  out[j] = cr * ey;
  out[k] = cz;
  out[3 + i] = mr * ex;
  out[3 + j] = mr * ey;
  out[3 + k] = mz;
}

/**
 * Nearest point c_i = e_i²·q_i/(t + e_i²) with the largest root t of F(t) = Σ (e_i·q_i/(t + e_i²))² − 1. F falls and is
 * convex right of −e_min², so Newton from the left never overshoots.
 */
function fromEllipsoid(out: Float64Array, e: Float64Array, point: Float64Array): void {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const a = e[0] * e[0];
  const b = e[1] * e[1];
  const c = e[2] * e[2];
  const ax = e[0] * Math.abs(x);
  const ay = e[1] * Math.abs(y);
  const az = e[2] * Math.abs(z);
  const smallest = Math.min(a, b, c);
  // left of the root: one of the terms alone is at least 1
  let t = Math.max(ax - a, ay - b, az - c);
  if (t <= -smallest || isMedial(e, point)) {
    onMedialPlane(out, e, point);
    return;
  }
  for (let iteration = 0; iteration < 200; iteration++) {
    const p = ax / (t + a);
    const q = ay / (t + b);
    const r = az / (t + c);
    const value = p * p + q * q + r * r - 1;
    const slope = (p * p) / (t + a) + (q * q) / (t + b) + (r * r) / (t + c);
    // far left of the root the function is like a pole of second order: the step for 1/√(F + 1) converges there at once
    const scale = Math.sqrt(value + 1);
    const step = (scale * scale * (scale - 1)) / slope;
    const next = t + step;
    if (!(Math.abs(step) > 1e-16 * Math.abs(t + smallest)) || next === t) break;
    t = next;
  }
  out[3] = x / (t + a);
  out[4] = y / (t + b);
  out[5] = z / (t + c);
  landOnEllipsoid(out, e, point);
}

/** Whether the root has left the domain: a point inside on the plane across the shortest axis. */
function isMedial(e: Float64Array, point: Float64Array): boolean {
  const smallest = Math.min(e[0], e[1], e[2]);
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    // the shortest axis has no component, and the other terms stay below 1 up to the pole
    const gap = (e[i] - smallest) * (e[i] + smallest);
    if (gap > 0) sum += elementary.square((e[i] * point[i]) / gap);
    else if (point[i] !== 0) return false;
  }
  return sum <= 1;
}

function onMedialPlane(out: Float64Array, e: Float64Array, point: Float64Array): void {
  const smallest = Math.min(e[0], e[1], e[2]);
  let shortest = 0;
  let rest = 1;
  for (let i = 0; i < 3; i++) {
    const gap = (e[i] - smallest) * (e[i] + smallest);
    out[3 + i] = gap > 0 ? point[i] / gap : 0;
    rest -= e[i] * e[i] * out[3 + i] * out[3 + i];
    if (gap === 0) shortest = i;
  }
  out[3 + shortest] = Math.sqrt(Math.max(0, rest)) / e[shortest];
  landOnEllipsoid(out, e, point);
}

/** From the vector c_i/e_i² in out[3…5] to the point, the unit normal and the distance. */
function landOnEllipsoid(out: Float64Array, e: Float64Array, point: Float64Array): void {
  const s = 1 / Math.sqrt(out[3] * out[3] + out[4] * out[4] + out[5] * out[5]);
  out[6] = 0;
  for (let i = 0; i < 3; i++) {
    out[i] = e[i] * e[i] * out[3 + i];
    out[3 + i] *= s;
    out[6] += (point[i] - out[i]) * out[3 + i];
  }
}
