/** Ellipsoid about the origin of its frame, with its principal axes along x, y, z. */

import { ellipsoidCore, pointCore } from "../makeCore.ts";
import { checkLengths, withDefaults } from "../shapeChecks.ts";
import type { SolidGeometry } from "../solidGeometry.ts";
import { arcProfile, revolve } from "../turnedSurface.ts";
import { diagonal, zeroVector } from "../vectors.ts";
import { Sphere } from "./sphere.ts";

export interface Ellipsoid {
  readonly kind: "Ellipsoid";
  /** Full lengths of the axes, m. */
  readonly lengthX: number;
  readonly lengthY: number;
  readonly lengthZ: number;
}

/** An ellipsoid; the axes have the full length 1 m by default. */
export function Ellipsoid(options: Partial<Omit<Ellipsoid, "kind">> = {}): Ellipsoid {
  const values = withDefaults("Ellipsoid", { lengthX: 1, lengthY: 1, lengthZ: 1 }, options);
  checkLengths("Ellipsoid", values);
  return { kind: "Ellipsoid", ...values };
}

export const ellipsoidGeometry: SolidGeometry<Ellipsoid, Sphere> = {
  volume: ({ lengthX: x, lengthY: y, lengthZ: z }) => (Math.PI / 6) * x * y * z,
  centroid: () => zeroVector,
  inertiaPerMass: ({ lengthX: x, lengthY: y, lengthZ: z }) =>
    diagonal((y * y + z * z) / 20, (x * x + z * z) / 20, (x * x + y * y) / 20),
  contactRadius: ({ lengthX, lengthY, lengthZ }) => Math.min(lengthX, lengthY, lengthZ) / 2,
  isFlat: false,
  longestEdge: ({ lengthX, lengthY, lengthZ }) => Math.max(lengthX, lengthY, lengthZ),
  smoothingLength: () => 0,
  core: ({ lengthX: x, lengthY: y, lengthZ: z }) =>
    x === y && y === z ? pointCore(x / 2) : ellipsoidCore(x / 2, y / 2, z / 2),
  triangles: ({ lengthX, lengthY, lengthZ }, segments) => {
    const ball = revolve(arcProfile(0.5, 0, segments), segments, 3);
    const scale = [lengthX, lengthY, lengthZ];
    return { ...ball, vertices: ball.vertices.map((value, i) => value * scale[i % 3]!) };
  },
  unit: ({ lengthX, lengthY, lengthZ }) => ({
    shape: Sphere(),
    scale: [lengthX, lengthY, lengthZ],
  }),
};
