/**
 * Where features end: which one follows when a place λ leaves its range, or when a direction passes a condition; see
 * features.ts for codes and conditions.
 */

import { type Core, coreBeam, coreBox, coreCone, coreCylinder, coreHull, coreSegment } from "../geometry/core.ts";
import { supportVertex } from "../geometry/support.ts";
import * as elementary from "../math/elementary.ts";

/** Conditions that hold to this angle hold exactly. */
export const roundingAngle = 1e-14;

/**
 * Changes the code where the feature ends: λ beyond its range, so that the feature is left at that end. Returns whether
 * anything changed. λ are places[at], places[at + 1]; places[8] is the overshoot that counts as rounding.
 */
export function leaveAtEnds(code: Int32Array, k: number, core: Core, places: Float64Array, at: number): boolean {
  const size = core.size;
  const first = places[at];
  const second = places[at + 1];
  const slack = places[8];
  switch (core.kind) {
    case coreSegment:
      return end(code, k + 2, places, at, size, 0);
    case coreBox: {
      let changed = false;
      let j = at;
      for (let axis = 0; axis < 3; axis++) {
        if (code[k + axis] !== 0) continue;
        if (end(code, k + axis, places, j, size, axis)) changed = true;
        j = at + 1;
      }
      return changed;
    }
    case coreCylinder:
      if (code[k] === 0) return end(code, k + 2, places, at, size, 1);
      return leaveFlatEnd(code, k, Math.sqrt(first * first + second * second) > size[0] + slack);
    case coreCone: {
      if (code[k] === 0) {
        const slant = Math.sqrt(elementary.square(size[3] - size[2]) + elementary.square(size[0] - size[1]));
        if (first > slant + slack) code[k + 2] = 1;
        else if (first < -slack) code[k + 2] = -1;
        return code[k + 2] !== 0;
      }
      const radius = code[k + 2] > 0 ? size[1] : size[0];
      return leaveFlatEnd(code, k, Math.sqrt(first * first + second * second) > radius + slack);
    }
    case coreBeam: {
      if (code[k] === 1) {
        const past = Math.max(0, Math.abs(second) - size[0]);
        const isOutside = Math.sqrt(first * first + past * past) > size[1] + slack;
        if (isOutside) code[k + 2] = second > size[0] ? 1 : second < -size[0] ? -1 : 0;
        return leaveFlatEnd(code, k, isOutside);
      }
      let changed = false;
      let j = at;
      if (code[k + 1] === 0) {
        changed = end(code, k + 1, places, at, size, 2);
        j = at + 1;
      }
      if (code[k + 2] === 0 && end(code, k + 2, places, j, size, 0)) changed = true;
      return changed;
    }
    case coreHull:
      return leaveHullFeature(code, k, core, places, at);
  }
  return false;
}

/** The range of λ is ±size[is]. */
function end(code: Int32Array, at: number, places: Float64Array, j: number, size: Float64Array, is: number): boolean {
  const limit = size[is] + places[8];
  if (places[j] > limit) code[at] = 1;
  else if (places[j] < -limit) code[at] = -1;
  else return false;
  return true;
}

function leaveFlatEnd(code: Int32Array, k: number, isOutside: boolean): boolean {
  if (isOutside) code[k] = 0;
  return isOutside;
}

/** Drops the vertex with the most negative barycentric weight. */
function leaveHullFeature(code: Int32Array, k: number, core: Core, places: Float64Array, at: number): boolean {
  const first = places[at];
  const second = places[at + 1];
  const slack = places[8];
  const count = code[k];
  if (count < 2) return false;
  const p = core.hull.vertices;
  const v0 = 3 * code[k + 1];
  const v1 = 3 * code[k + 2];
  const length1 = Math.sqrt(
    elementary.square(p[v1] - p[v0]) +
      elementary.square(p[v1 + 1] - p[v0 + 1]) +
      elementary.square(p[v1 + 2] - p[v0 + 2]),
  );
  const w1 = first / length1;
  let w2 = 0;
  let tolerance = slack / length1;
  if (count === 3) {
    const v2 = 3 * code[k + 3];
    const length2 = Math.sqrt(
      elementary.square(p[v2] - p[v0]) +
        elementary.square(p[v2 + 1] - p[v0 + 1]) +
        elementary.square(p[v2 + 2] - p[v0 + 2]),
    );
    w2 = second / length2;
    tolerance = Math.max(tolerance, slack / length2);
  }
  const w0 = 1 - w1 - w2;
  if (w0 >= -tolerance && w1 >= -tolerance && w2 >= -tolerance) return false;
  const dropped = w0 <= w1 && w0 <= w2 ? 0 : w1 <= w2 || count === 2 ? 1 : 2;
  for (let j = dropped; j < count - 1; j++) code[k + 1 + j] = code[k + 2 + j];
  code[k] = count - 1;
  return true;
}

/**
 * Changes the code where the direction has passed over the edge of its feature: the condition there becomes one to fulfil.
 * Returns whether anything changed.
 */
export function meetConditions(code: Int32Array, k: number, core: Core, d: Float64Array, i: number): boolean {
  const size = core.size;
  const x = d[i];
  const y = d[i + 1];
  const z = d[i + 2];
  switch (core.kind) {
    case coreSegment:
      return meet(code, k + 2, d, i + 2);
    case coreBox: {
      let changed = false;
      if (meet(code, k, d, i)) changed = true;
      if (meet(code, k + 1, d, i + 1)) changed = true;
      if (meet(code, k + 2, d, i + 2)) changed = true;
      return changed;
    }
    case coreCylinder:
      return code[k] === 0 && meet(code, k + 2, d, i + 2);
    case coreCone: {
      if (code[k] === 1) return false;
      const dz = size[3] - size[2];
      const dr = size[0] - size[1];
      const excess = (z * dz - Math.sqrt(x * x + y * y) * dr) / Math.sqrt(dz * dz + dr * dr);
      if (excess * code[k + 2] >= -roundingAngle) return false;
      code[k + 2] = 0;
      return true;
    }
    case coreBeam: {
      let changed = meet(code, k + 1, d, i + 1);
      if (code[k] === 0 && meet(code, k + 2, d, i + 2)) changed = true;
      return changed;
    }
    case coreHull: {
      const p = core.hull.vertices;
      const v = supportVertex(core.hull, d, i);
      const v0 = 3 * code[k + 1];
      const excess = (p[3 * v] - p[v0]) * x + (p[3 * v + 1] - p[v0 + 1]) * y + (p[3 * v + 2] - p[v0 + 2]) * z;
      if (excess <= roundingAngle * core.reach) return false;
      if (code[k] === 3) {
        code[k] = 1;
        code[k + 1] = v;
        return true;
      }
      code[k]++;
      code[k + code[k]] = v;
      return true;
    }
  }
  return false;
}

function meet(code: Int32Array, at: number, d: Float64Array, i: number): boolean {
  if (d[i] * code[at] >= -roundingAngle) return false;
  code[at] = 0;
  return true;
}

/**
 * places[at…at + 1] ← nearest λ inside the feature. Features of hulls are left to the caller: false is returned when λ is
 * outside of one.
 */
export function clampPlaces(places: Float64Array, at: number, core: Core, code: Int32Array, k: number): boolean {
  const size = core.size;
  switch (core.kind) {
    case coreSegment:
      places[at] = clamp(places[at], -size[0], size[0]);
      return true;
    case coreBox: {
      let j = at;
      for (let axis = 0; axis < 3; axis++) {
        if (code[k + axis] !== 0 || j > at + 1) continue;
        places[j] = clamp(places[j], -size[axis], size[axis]);
        j++;
      }
      return true;
    }
    case coreCylinder:
      if (code[k] === 0) places[at] = clamp(places[at], -size[1], size[1]);
      else clampToDisc(places, at, size[0]);
      return true;
    case coreCone:
      if (code[k] === 0) {
        places[at] = clamp(
          places[at],
          0,
          Math.sqrt(elementary.square(size[3] - size[2]) + elementary.square(size[0] - size[1])),
        );
      } else {
        clampToDisc(places, at, code[k + 2] > 0 ? size[1] : size[0]);
      }
      return true;
    case coreBeam: {
      if (code[k] === 1) {
        const spine = clamp(places[at + 1], -size[0], size[0]);
        places[at + 1] -= spine;
        clampToDisc(places, at, size[1]);
        places[at + 1] += spine;
        return true;
      }
      let j = at;
      if (code[k + 1] === 0) places[j] = clamp(places[j++], -size[2], size[2]);
      if (code[k + 2] === 0) places[j] = clamp(places[j], -size[0], size[0]);
      return true;
    }
  }
  // a hull leaves the feature on a copy of the code
  for (let j = 0; j < 4; j++) code[spareCode + j] = code[k + j];
  return !leaveHullFeature(code, spareCode, core, places, at);
}

/** Behind the codes of both cores of a pair. */
const spareCode = 8;

function clamp(x: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, x));
}

function clampToDisc(places: Float64Array, at: number, radius: number): void {
  const length = Math.sqrt(places[at] * places[at] + places[at + 1] * places[at + 1]);
  if (length <= radius) return;
  places[at] *= radius / length;
  places[at + 1] *= radius / length;
}
