/**
 * The part of a core that touches a supporting plane, as formulae that Newton's method can work with.
 *
 * Near a direction n the support mapping is   s(n) + Σ λ_j·t_j   with one condition n·k_j = c_j for each free λ_j:
 *   a corner, a rim, a smooth surface   no condition; s changes with n by its Hessian H = ∂s/∂n
 *   an edge, the side of a cylinder     one condition: n is perpendicular to it (for a cone: n·z = sin φ)
 *   a flat face                         two conditions: n is its normal
 * t_j is perpendicular to n.
 *
 * A feature is named by a code of three integers (box: sign of n along x, y, z, with 0 for "perpendicular, λ is free";
 * cylinder, cone, beam: the same for z, and y of the beam, and x = 1 for a flat end; hull: numbers of up to three vertices
 * after their count).
 *
 * Layout of a feature: s (3), H (6, upper triangle by rows), then per condition k (3), c, t (3), length of t's range.
 */
import {
  type Core,
  coreBeam,
  coreBox,
  coreCone,
  coreCylinder,
  coreEllipsoid,
  coreHull,
  coreSegment,
} from "../geometry/core.ts";
import { supportVertex } from "../geometry/support.ts";

export const featureLength = 27;
export const conditionLength = 9;
export const firstCondition = 9;

/** Sign of d[i], 0 within ±d[zone]. */
function sign(d: Float64Array, i: number, zone: number): number {
  return d[i] > d[zone] ? 1 : d[i] < -d[zone] ? -1 : 0;
}

/** code ← feature that the unit direction d[i..i+2] meets; conditions that hold within the angle d[i + 3] count as fulfilled. */
export function classify(code: Int32Array, k: number, core: Core, d: Float64Array, i: number): void {
  const size = core.size;
  const x = d[i];
  const y = d[i + 1];
  const z = d[i + 2];
  const zone = d[i + 3];
  code[k] = code[k + 1] = code[k + 2] = code[k + 3] = 0;
  switch (core.kind) {
    case coreSegment:
      code[k + 2] = sign(d, i + 2, i + 3);
      return;
    case coreBox:
      code[k] = sign(d, i, i + 3);
      code[k + 1] = sign(d, i + 1, i + 3);
      code[k + 2] = sign(d, i + 2, i + 3);
      return;
    case coreCylinder:
      code[k + 2] = sign(d, i + 2, i + 3);
      code[k] = Math.sqrt(x * x + y * y) <= zone ? 1 : 0;
      return;
    case coreCone: {
      const across = Math.sqrt(x * x + y * y);
      const dz = size[3] - size[2];
      const dr = size[0] - size[1];
      const excess = (z * dz - across * dr) / Math.sqrt(dz * dz + dr * dr);
      code[k + 2] = excess > zone ? 1 : excess < -zone ? -1 : 0;
      code[k] = across <= zone && (z < 0 || size[1] > 0) ? 1 : 0;
      if (code[k] === 1) code[k + 2] = z < 0 ? -1 : 1;
      return;
    }
    case coreBeam:
      code[k + 1] = sign(d, i + 1, i + 3);
      code[k + 2] = sign(d, i + 2, i + 3);
      code[k] = Math.sqrt(x * x + z * z) <= zone ? 1 : 0;
      return;
    case coreHull:
      classifyVertices(code, k, core, d, i);
      return;
  }
}

/** The support vertex, and the ends of up to two edges from it that are most nearly perpendicular to the direction. */
function classifyVertices(code: Int32Array, k: number, core: Core, d: Float64Array, i: number): void {
  const hull = core.hull;
  const p = hull.vertices;
  const x = d[i];
  const y = d[i + 1];
  const z = d[i + 2];
  const zone = d[i + 3];
  const v = supportVertex(hull, d, i);
  const isClimbing = hull.entry.length > 0;
  const from = isClimbing ? hull.start[v] : 0;
  const to = isClimbing ? hull.start[v + 1] : hull.count;
  code[k] = 1;
  code[k + 1] = v;
  let least = zone;
  let second = zone;
  for (let q = from; q < to; q++) {
    const j = isClimbing ? hull.neighbours[q] : q;
    const dx = p[3 * v] - p[3 * j];
    const dy = p[3 * v + 1] - p[3 * j + 1];
    const dz = p[3 * v + 2] - p[3 * j + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(length > 0)) continue;
    const sine = (dx * x + dy * y + dz * z) / length;
    if (sine < least) {
      second = least;
      code[k + 3] = code[k + 2];
      least = sine;
      code[k + 2] = j;
      if (code[k] < 3) code[k]++;
    } else if (sine < second) {
      second = sine;
      code[k + 3] = j;
      code[k] = 3;
    }
  }
}

/** f[i…] ← feature with the given code at the unit direction d[id..id+2]. Returns the number of conditions. */
export function evaluateFeature(
  f: Float64Array,
  i: number,
  core: Core,
  code: Int32Array,
  k: number,
  d: Float64Array,
  id: number,
): number {
  const size = core.size;
  const x = d[id];
  const y = d[id + 1];
  const z = d[id + 2];
  for (let q = 0; q < 9; q++) f[i + q] = 0;
  switch (core.kind) {
    case coreSegment:
      f[i + 2] = code[k + 2] * size[0];
      return code[k + 2] === 0 ? axisCondition(f, i, 0, 2) : 0;
    case coreBox: {
      let m = 0;
      for (let axis = 0; axis < 3; axis++) {
        f[i + axis] = code[k + axis] * size[axis];
        if (code[k + axis] === 0 && m < 2) m = axisCondition(f, i, m, axis);
      }
      return m;
    }
    case coreEllipsoid: {
      const a = size[0] * size[0];
      const b = size[1] * size[1];
      const c = size[2] * size[2];
      const h = Math.sqrt(a * x * x + b * y * y + c * z * z);
      const w = h > 0 ? 1 / h : 0;
      const sx = a * x * w;
      const sy = b * y * w;
      const sz = c * z * w;
      f[i] = sx;
      f[i + 1] = sy;
      f[i + 2] = sz;
      f[i + 3] = (a - sx * sx) * w;
      f[i + 4] = -sx * sy * w;
      f[i + 5] = -sx * sz * w;
      f[i + 6] = (b - sy * sy) * w;
      f[i + 7] = -sy * sz * w;
      f[i + 8] = (c - sz * sz) * w;
      return 0;
    }
    case coreCylinder: {
      f[i + 2] = code[k + 2] * size[1];
      if (code[k] === 1) return flatEnd(f, i, 0, 1);
      rim(f, i, size, 0, d, id);
      return code[k + 2] === 0 ? axisCondition(f, i, 0, 2) : 0;
    }
    case coreCone: {
      const isUpper = code[k + 2] > 0;
      f[i + 2] = isUpper ? size[3] : size[2];
      if (code[k] === 1) return flatEnd(f, i, 0, 1);
      rim(f, i, size, isUpper ? 1 : 0, d, id);
      if (code[k + 2] !== 0) return 0;
      const dz = size[3] - size[2];
      const dr = size[0] - size[1];
      const slant = Math.sqrt(dz * dz + dr * dr);
      const across = Math.sqrt(x * x + y * y);
      const q = axisCondition(f, i, 0, 2);
      const at = i + firstCondition;
      f[at + 3] = dr / slant;
      f[at + 4] = across > 0 ? (-dr * x) / (slant * across) : -dr / slant;
      f[at + 5] = across > 0 ? (-dr * y) / (slant * across) : 0;
      f[at + 6] = dz / slant;
      return q;
    }
    case coreBeam: {
      f[i + 1] = code[k + 1] * size[2];
      if (code[k] === 1) return flatEnd(f, i, 0, 2);
      const across = Math.sqrt(x * x + z * z);
      const s = across > 0 ? size[1] / across : 0;
      f[i] = x * s;
      f[i + 2] = z * s + code[k + 2] * size[0];
      if (code[k + 2] !== 0) {
        const w = across > 0 ? s / (across * across) : 0;
        f[i + 3] = z * z * w;
        f[i + 5] = -x * z * w;
        f[i + 8] = x * x * w;
      }
      let m = 0;
      if (code[k + 1] === 0) m = axisCondition(f, i, m, 1);
      if (code[k + 2] === 0) m = axisCondition(f, i, m, 2);
      return m;
    }
    case coreHull: {
      const p = core.hull.vertices;
      const v0 = 3 * code[k + 1];
      for (let q = 0; q < 3; q++) f[i + q] = p[v0 + q];
      for (let j = 1; j < code[k]; j++) {
        const vj = 3 * code[k + 1 + j];
        const dx = p[vj] - p[v0];
        const dy = p[vj + 1] - p[v0 + 1];
        const dz = p[vj + 2] - p[v0 + 2];
        const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
        const at = i + firstCondition + conditionLength * (j - 1);
        f[at] = f[at + 4] = dx / length;
        f[at + 1] = f[at + 5] = dy / length;
        f[at + 2] = f[at + 6] = dz / length;
        f[at + 3] = 0;
        f[at + 7] = length;
      }
      return code[k] - 1;
    }
  }
  return 0;
}

/** Condition number m: n is perpendicular to the axis, λ runs along it. Returns m + 1. */
function axisCondition(f: Float64Array, i: number, m: number, axis: number): number {
  const at = i + firstCondition + conditionLength * m;
  for (let q = 0; q < 8; q++) f[at + q] = 0;
  f[at + axis] = 1;
  f[at + 4 + axis] = 1;
  return m + 1;
}

function flatEnd(f: Float64Array, i: number, first: number, second: number): number {
  return axisCondition(f, i, axisCondition(f, i, 0, first), second);
}

/** s ← point of a circle about z; H ← (R/ρ)·e_φ e_φᵀ with ρ = ‖(x, y)‖ */
function rim(f: Float64Array, i: number, size: Float64Array, which: number, d: Float64Array, id: number): void {
  const x = d[id];
  const y = d[id + 1];
  const across = Math.sqrt(x * x + y * y);
  if (!(across > 0)) return;
  const s = size[which] / across;
  const w = s / (across * across);
  f[i] = x * s;
  f[i + 1] = y * s;
  f[i + 3] = y * y * w;
  f[i + 4] = -x * y * w;
  f[i + 6] = x * x * w;
}
