/** Cylinder about the origin of its frame, perhaps with a bore. In collisions the bore is closed: shapes are convex there. */

import { axisymmetricInertia } from "../axisymmetric.ts";
import { cylinderCore } from "../makeCore.ts";
import { type Axis, checkAxis, checkLengths, checkRelation, withDefaults } from "../shapeChecks.ts";
import { type SolidGeometry, scaleAlong } from "../solidGeometry.ts";
import { type Profile, revolve } from "../turnedSurface.ts";
import { zeroVector } from "../vectors.ts";

export interface Cylinder {
  readonly kind: "Cylinder";
  readonly axis: Axis;
  /** m */
  readonly diameter: number;
  readonly length: number;
  readonly innerDiameter: number;
}

/** A cylinder along axis 3 by default, with diameter and length 1 m and no bore. */
export function Cylinder(options: Partial<Omit<Cylinder, "kind">> = {}): Cylinder {
  const defaults: Omit<Cylinder, "kind"> = { axis: 3, diameter: 1, length: 1, innerDiameter: 0 };
  const values = withDefaults("Cylinder", defaults, options);
  const { axis, diameter, length, innerDiameter } = values;
  checkAxis("Cylinder", axis);
  checkLengths("Cylinder", { diameter, length, innerDiameter });
  const isBoreInside = innerDiameter === 0 || innerDiameter < diameter;
  checkRelation("Cylinder", "innerDiameter", innerDiameter, isBoreInside, "innerDiameter < diameter");
  return { kind: "Cylinder", ...values };
}

/** Sum of the squares of both radii. */
const radiiSquared = ({ diameter: d, innerDiameter: di }: Cylinder) => (d * d + di * di) / 4;

export const cylinderGeometry: SolidGeometry<Cylinder> = {
  volume: ({ diameter: d, innerDiameter: di, length }) => (Math.PI / 4) * (d - di) * (d + di) * length,
  centroid: () => zeroVector,
  inertiaPerMass: (cylinder) => {
    const r2 = radiiSquared(cylinder);
    return axisymmetricInertia(cylinder.axis, r2 / 2, (3 * r2 + cylinder.length * cylinder.length) / 12);
  },
  contactRadius: ({ diameter, length }) => Math.min(diameter, length) / 2,
  isFlat: false,
  longestEdge: ({ diameter, length }) => Math.max(diameter, length),
  smoothingLength: ({ diameter, length }) => Math.min(diameter, length),
  core: ({ axis, diameter, length }, r) => cylinderCore(axis, diameter / 2 - r, length / 2 - r, r),
  triangles: ({ axis, diameter, innerDiameter, length }, segments) => {
    const [r, ri, h] = [diameter / 2, innerDiameter / 2, length / 2];
    // with a bore the profile is a closed rectangle
    const profile: Profile = ri > 0 ? [[ri, -h], [r, -h], [r, h], [ri, h], [ri, -h]] : [[0, -h], [r, -h], [r, h], [0, h]]; // biome-ignore format: a picture
    return revolve(profile, segments, axis);
  },
  unit: ({ axis, diameter, innerDiameter, length }) => ({
    shape: Cylinder({ axis, innerDiameter: diameter > 0 ? innerDiameter / diameter : 0 }),
    scale: scaleAlong(axis, diameter, length),
  }),
};
