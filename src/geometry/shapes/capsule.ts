/**
 * Capsule about the origin of its frame: a cylinder with half-spheres at both ends.
 *
 * Legend   r, L   radius and length of the cylindrical part; shares of the volume: cylinder c, both half-spheres s = 1 − c
 *          inertia/mass  axial   c·r²/2 + s·2/5·r²
 *                        across  c·(r²/4 + L²/12) + s·(2/5·r² + L²/4 + 3/8·r·L)
 */

import { axisymmetricInertia } from "../axisymmetric.ts";
import { segmentCore } from "../makeCore.ts";
import { type Axis, checkAxis, checkLengths, withDefaults } from "../shapeChecks.ts";
import type { SolidGeometry } from "../solidGeometry.ts";
import { arcProfile, revolve } from "../turnedSurface.ts";
import { zeroVector } from "../vectors.ts";

export interface Capsule {
  readonly kind: "Capsule";
  readonly axis: Axis;
  /** m */
  readonly diameter: number;
  /** Of the cylindrical part; the whole capsule is longer by the diameter. */
  readonly length: number;
}

/** A capsule along axis 3 by default, with diameter 1 m and a cylindrical part of 1 m. */
export function Capsule(options: Partial<Omit<Capsule, "kind">> = {}): Capsule {
  const defaults: Omit<Capsule, "kind"> = { axis: 3, diameter: 1, length: 1 };
  const values = withDefaults("Capsule", defaults, options);
  const { axis, diameter, length } = values;
  checkAxis("Capsule", axis);
  checkLengths("Capsule", { diameter, length });
  return { kind: "Capsule", ...values };
}

export const capsuleGeometry: SolidGeometry<Capsule> = {
  volume: ({ diameter: d, length }) => (Math.PI / 12) * d * d * (3 * length + 2 * d),
  centroid: () => zeroVector,
  inertiaPerMass: ({ axis, diameter, length: L }) => {
    const r = diameter / 2;
    const c = (3 * L) / (3 * L + 4 * r);
    const s = (4 * r) / (3 * L + 4 * r);
    const axial = c * (r * r * 0.5) + s * (r * r * 0.4);
    const across = c * ((r * r) / 4 + (L * L) / 12) + s * (0.4 * r * r + (L * L) / 4 + (3 / 8) * r * L);
    return axisymmetricInertia(axis, axial, across);
  },
  contactRadius: ({ diameter }) => diameter / 2,
  isFlat: false,
  longestEdge: ({ diameter, length }) => length + diameter,
  smoothingLength: () => 0,
  core: ({ axis, diameter, length }) => segmentCore(axis, length / 2, diameter / 2),
  triangles: ({ axis, diameter, length }, segments) =>
    revolve(arcProfile(diameter / 2, length / 2, segments), segments, axis),
  unit: ({ axis, diameter: d, length }) => ({
    shape: Capsule({ axis, diameter: 1, length: d > 0 ? length / d : 0 }),
    scale: [d, d, d],
  }),
};
