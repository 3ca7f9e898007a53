/** Cores of the shapes given by formulae. */

import * as elementary from "../math/elementary.ts";
import { Core, coreBeam, coreBox, coreCone, coreCylinder, coreEllipsoid, corePoint, coreSegment } from "./core.ts";
import { emptyHull } from "./hull.ts";
import type { Axis } from "./shapeChecks.ts";
import type { Vector3 } from "./vectors.ts";

function make(
  kind: number,
  size: readonly number[],
  radius: number,
  axis: Axis,
  reach: number,
  centre: Vector3 = [0, 0, 0],
): Core {
  const packed = new Float64Array(4);
  packed.set(size);
  return new Core(kind, packed, radius, axis, centre, reach + radius, emptyHull);
}

export function pointCore(radius: number): Core {
  return make(corePoint, [], radius, 3, 0);
}

export function segmentCore(axis: Axis, halfLength: number, radius: number): Core {
  return make(coreSegment, [halfLength], radius, axis, halfLength);
}

export function boxCore(x: number, y: number, z: number, radius: number): Core {
  return make(coreBox, [x, y, z], radius, 3, elementary.hypot(x, y, z));
}

export function ellipsoidCore(x: number, y: number, z: number): Core {
  return make(coreEllipsoid, [x, y, z], 0, 3, Math.max(x, y, z));
}

export function cylinderCore(axis: Axis, cylinderRadius: number, halfLength: number, radius: number): Core {
  return make(coreCylinder, [cylinderRadius, halfLength], radius, axis, elementary.hypot(cylinderRadius, halfLength));
}

/** The frustum between z = low (larger radius) and z = high. */
export function coneCore(
  axis: Axis,
  lowRadius: number,
  highRadius: number,
  low: number,
  high: number,
  radius: number,
): Core {
  const middle = low + 0.25 * (high - low);
  const reach = Math.max(elementary.hypot(lowRadius, middle - low), elementary.hypot(highRadius, high - middle));
  return make(coreCone, [lowRadius, highRadius, low, high], radius, axis, reach, [0, 0, middle]);
}

export function beamCore(
  axis: Axis,
  halfLength: number,
  endRadius: number,
  halfThickness: number,
  radius: number,
): Core {
  const reach = elementary.hypot(halfLength + endRadius, halfThickness);
  return make(coreBeam, [halfLength, endRadius, halfThickness], radius, axis, reach);
}
