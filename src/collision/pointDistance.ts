/**
 * Signed distance of a point from a core in closed form: spheres against everything but hulls.
 *
 * Source   [Ericson2005] sec. 5.1 (box, segment); [Eberly2013] (ellipsoid)
 * Result   out: nearest point c of the surface (3), outer unit normal m there (3); returned s with q = c + s·m, negative
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

/** Whether pointDistance has a formula for this core. */
export function hasPointDistance(core: Core): boolean {
  if (core.kind === coreEllipsoid) return Math.min(core.size[0], core.size[1], core.size[2]) > 0;
  return core.kind <= coreBeam;
}

/** Distance of the point q from the core, in the frame of the core. */
export function pointDistance(out: Float64Array, core: Core, x: number, y: number, z: number): number {
  const size = core.size;
  switch (core.kind) {
    case corePoint:
      return fromCentre(out, 0, 0, 0, x, y, z);
    case coreSegment: {
      const c = Math.max(-size[0], Math.min(size[0], z));
      return fromCentre(out, 0, 0, c, x, y, z - c);
    }
    case coreBox:
      return fromBox(out, size, x, y, z);
    case coreCylinder: {
      const across = Math.sqrt(x * x + y * y);
      const s = fromRectangle(out, size[0], size[1], across, z);
      return turnIntoSpace(out, x, y, across, s);
    }
    case coreCone: {
      const across = Math.sqrt(x * x + y * y);
      const s = fromTrapezium(out, size, across, z);
      return turnIntoSpace(out, x, y, across, s);
    }
    case coreEllipsoid:
      return fromEllipsoid(out, size, x, y, z);
    default: {
      // beam: the nearest point of its spine, then a cylinder of thickness y about it
      const spine = Math.max(-size[0], Math.min(size[0], z));
      const dz = z - spine;
      const across = Math.sqrt(x * x + dz * dz);
      const s = fromRectangle(out, size[1], size[2], across, y);
      turnIntoSpace(out, x, dz, across, s);
      const cy = out[2];
      out[2] = out[1] + spine;
      out[1] = cy;
      const my = out[5];
      out[5] = out[4];
      out[4] = my;
      return s;
    }
  }
}

/** Distance from the point c in the direction d = q − c. */
function fromCentre(out: Float64Array, cx: number, cy: number, cz: number, dx: number, dy: number, dz: number): number {
  const s = Math.sqrt(dx * dx + dy * dy + dz * dz);
  out[0] = cx;
  out[1] = cy;
  out[2] = cz;
  out[3] = s > 0 ? dx / s : 1;
  out[4] = s > 0 ? dy / s : 0;
  out[5] = s > 0 ? dz / s : 0;
  return s;
}

function fromBox(out: Float64Array, h: Float64Array, x: number, y: number, z: number): number {
  const ex = Math.abs(x) - h[0];
  const ey = Math.abs(y) - h[1];
  const ez = Math.abs(z) - h[2];
  const sx = x < 0 ? -1 : 1;
  const sy = y < 0 ? -1 : 1;
  const sz = z < 0 ? -1 : 1;
  if (ex <= 0 && ey <= 0 && ez <= 0) {
    const isX = ex >= ey && ex >= ez;
    const isY = !isX && ey >= ez;
    out[0] = isX ? sx * h[0] : x;
    out[1] = isY ? sy * h[1] : y;
    out[2] = isX || isY ? z : sz * h[2];
    out[3] = isX ? sx : 0;
    out[4] = isY ? sy : 0;
    out[5] = isX || isY ? 0 : sz;
    return isX ? ex : isY ? ey : ez;
  }
  const dx = ex > 0 ? sx * ex : 0;
  const dy = ey > 0 ? sy * ey : 0;
  const dz = ez > 0 ? sz * ez : 0;
  return fromCentre(out, ex > 0 ? sx * h[0] : x, ey > 0 ? sy * h[1] : y, ez > 0 ? sz * h[2] : z, dx, dy, dz);
}

/** Half plane (across ≥ 0, z) with the rectangle across ≤ r, |z| ≤ h: out ← c_across, –, c_z, m_across, –, m_z. */
function fromRectangle(out: Float64Array, r: number, h: number, across: number, z: number): number {
  const er = across - r;
  const ez = Math.abs(z) - h;
  const side = z < 0 ? -1 : 1;
  if (er <= 0 && ez <= 0) {
    const isSide = er >= ez;
    return inPlane(
      out,
      isSide ? r : across,
      isSide ? z : side * h,
      isSide ? 1 : 0,
      isSide ? 0 : side,
      Math.max(er, ez),
    );
  }
  const dr = Math.max(er, 0);
  const dz = side * Math.max(ez, 0);
  const s = Math.sqrt(dr * dr + dz * dz);
  return inPlane(out, er > 0 ? r : across, ez > 0 ? side * h : z, dr / s, dz / s, s);
}

/** The same for a trapezium with radius size[0] at z = size[2] and size[1] at z = size[3]. */
function fromTrapezium(out: Float64Array, size: Float64Array, across: number, z: number): number {
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
  if (below <= 0 && above <= 0 && beside <= 0 && across <= base) {
    if (beside >= below && beside >= above) {
      return inPlane(out, across - beside * mr, z - beside * mz, mr, mz, beside);
    }
    if (below >= above) return inPlane(out, across, low, 0, -1, below);
    return inPlane(out, across, high, 0, 1, above);
  }
  // outside: the nearest of base, side and top
  const along = Math.max(0, Math.min(slant, ((z - low) * dz - (across - base) * dr) / slant));
  let cr = base - (along * dr) / slant;
  let cz = low + (along * dz) / slant;
  // on the inside of a side the foot is exact to rounding of its normal: use that, since differences lose digits
  const isOnSide = along > 0 && along < slant && beside > 0;
  let square = (across - cr) ** 2 + (z - cz) ** 2;
  let isSideNearest = true;
  if (below > 0 && across <= base) {
    const d = below * below;
    if (d <= square) {
      cr = across;
      cz = low;
      square = d;
      isSideNearest = false;
    }
  }
  if (above > 0 && across <= top) {
    const d = above * above;
    if (d <= square) {
      cr = across;
      cz = high;
      square = d;
      isSideNearest = false;
    }
  }
  if (isSideNearest && isOnSide) return inPlane(out, across - beside * mr, z - beside * mz, mr, mz, beside);
  const s = Math.sqrt(square);
  return inPlane(out, cr, cz, (across - cr) / s, (z - cz) / s, s);
}

function inPlane(out: Float64Array, cr: number, cz: number, mr: number, mz: number, s: number): number {
  out[0] = cr;
  out[2] = cz;
  out[3] = mr;
  out[5] = mz;
  return s;
}

/** Turns a result in the half plane about z to the direction of (x, y). */
function turnIntoSpace(out: Float64Array, x: number, y: number, across: number, s: number): number {
  const ex = across > 0 ? x / across : 1;
  const ey = across > 0 ? y / across : 0;
  const cr = out[0];
  const mr = out[3];
  out[0] = cr * ex;
  out[1] = cr * ey;
  out[3] = mr * ex;
  out[4] = mr * ey;
  return s;
}

/**
 * Nearest point c_i = e_i²·q_i/(t + e_i²) with the largest root t of F(t) = Σ (e_i·q_i/(t + e_i²))² − 1. F falls and is
 * convex right of −e_min², so Newton from the left never overshoots.
 */
function fromEllipsoid(out: Float64Array, e: Float64Array, x: number, y: number, z: number): number {
  const a = e[0] * e[0];
  const b = e[1] * e[1];
  const c = e[2] * e[2];
  const ax = e[0] * Math.abs(x);
  const ay = e[1] * Math.abs(y);
  const az = e[2] * Math.abs(z);
  const smallest = Math.min(a, b, c);
  // left of the root: one of the terms alone is at least 1
  let t = Math.max(ax - a, ay - b, az - c);
  if (t <= -smallest || medial(ax, ay, az, a, b, c, smallest)) return onMedialPlane(out, e, x, y, z, smallest);
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
  const mx = x / (t + a);
  const my = y / (t + b);
  const mz = z / (t + c);
  return onEllipsoid(out, a * mx, b * my, c * mz, mx, my, mz, x, y, z);
}

/** Whether the root has left the domain: a point inside on the plane across the shortest axis. */
function medial(ax: number, ay: number, az: number, a: number, b: number, c: number, smallest: number): boolean {
  // the shortest axis has no component, and the other terms stay below 1 up to the pole
  let sum = 0;
  if (a > smallest) sum += (ax / (a - smallest)) ** 2;
  else if (ax > 0) return false;
  if (b > smallest) sum += (ay / (b - smallest)) ** 2;
  else if (ay > 0) return false;
  if (c > smallest) sum += (az / (c - smallest)) ** 2;
  else if (az > 0) return false;
  return sum <= 1;
}

function onMedialPlane(out: Float64Array, e: Float64Array, x: number, y: number, z: number, smallest: number): number {
  const a = e[0] * e[0];
  const b = e[1] * e[1];
  const c = e[2] * e[2];
  let mx = a > smallest ? x / (a - smallest) : 0;
  let my = b > smallest ? y / (b - smallest) : 0;
  let mz = c > smallest ? z / (c - smallest) : 0;
  const rest = Math.sqrt(Math.max(0, 1 - a * mx * mx - b * my * my - c * mz * mz));
  if (a === smallest) mx = rest / e[0];
  else if (b === smallest) my = rest / e[1];
  else mz = rest / e[2];
  return onEllipsoid(out, a * mx, b * my, c * mz, mx, my, mz, x, y, z);
}

function onEllipsoid(
  out: Float64Array,
  cx: number,
  cy: number,
  cz: number,
  mx: number,
  my: number,
  mz: number,
  x: number,
  y: number,
  z: number,
): number {
  const s = 1 / Math.sqrt(mx * mx + my * my + mz * mz);
  out[0] = cx;
  out[1] = cy;
  out[2] = cz;
  out[3] = mx * s;
  out[4] = my * s;
  out[5] = mz * s;
  return (x - cx) * out[3] + (y - cy) * out[4] + (z - cz) * out[5];
}
