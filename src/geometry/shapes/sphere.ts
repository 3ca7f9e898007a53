/** Sphere about the origin of its frame. */

import { pointCore } from "../makeCore.ts";
import { checkLengths, withDefaults } from "../shapeChecks.ts";
import type { SolidGeometry } from "../solidGeometry.ts";
import { arcProfile, revolve } from "../turnedSurface.ts";
import { diagonal, zeroVector } from "../vectors.ts";

export interface Sphere {
  readonly kind: "Sphere";
  /** m */
  readonly diameter: number;
}

/** A sphere; diameter 1 m by default. */
export function Sphere(options: Partial<Omit<Sphere, "kind">> = {}): Sphere {
  const values = withDefaults("Sphere", { diameter: 1 }, options);
  checkLengths("Sphere", values);
  return { kind: "Sphere", ...values };
}

export const sphereGeometry: SolidGeometry<Sphere> = {
  volume: ({ diameter: d }) => (Math.PI / 6) * d * d * d,
  centroid: () => zeroVector,
  inertiaPerMass: ({ diameter: d }) => diagonal((d * d) / 10, (d * d) / 10, (d * d) / 10),
  contactRadius: ({ diameter }) => diameter / 2,
  isFlat: false,
  longestEdge: ({ diameter }) => diameter,
  smoothingLength: () => 0,
  core: ({ diameter }) => pointCore(diameter / 2),
  triangles: ({ diameter }, segments) => revolve(arcProfile(diameter / 2, 0, segments), segments, 3),
  unit: ({ diameter: d }) => ({ shape: Sphere(), scale: [d, d, d] }),
};
