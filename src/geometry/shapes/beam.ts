/**
 * Beam about the origin of its frame: a box with half-cylinders at both ends of its length.
 *
 * Directions   (length, width, thickness): axis 1 → (x, y, z);  axis 2 → (y, z, x);  axis 3 → (z, x, y)
 * Legend   L, w, t  length of the box part, width, thickness;  r = w/2;  shares of the volume: box b, half-cylinders s = 1 − b
 *          second moments per mass about the centre
 *          ⟨l²⟩ = b·L²/12 + s·(r²/4 + L²/4 + 4·r·L/(3π)),   ⟨w²⟩ = b·w²/12 + s·r²/4,   ⟨t²⟩ = t²/12
 */

import { beamCore } from "../makeCore.ts";
import { type Axis, checkAxis, checkLengths, withDefaults } from "../shapeChecks.ts";
import type { SolidGeometry } from "../solidGeometry.ts";
import { extrude, onAxis, stadium } from "../turnedSurface.ts";
import { diagonal, zeroVector } from "../vectors.ts";

export interface Beam {
  readonly kind: "Beam";
  readonly axis: Axis;
  /** Of the box part, m; the whole beam is longer by the width. */
  readonly length: number;
  readonly width: number;
  readonly thickness: number;
}

/** A beam along axis 3 by default, 1 m long, 0.2 m wide and 0.1 m thick. */
export function Beam(options: Partial<Omit<Beam, "kind">> = {}): Beam {
  const defaults: Omit<Beam, "kind"> = { axis: 3, length: 1, width: 0.2, thickness: 0.1 };
  const values = withDefaults("Beam", defaults, options);
  const { axis, length, width, thickness } = values;
  checkAxis("Beam", axis);
  checkLengths("Beam", { length, width, thickness });
  return { kind: "Beam", ...values };
}

const shortest = ({ length, width, thickness }: Beam) => Math.min(length, width, thickness);

export const beamGeometry: SolidGeometry<Beam> = {
  volume: ({ length, width, thickness }) => (length * width + (Math.PI / 4) * width * width) * thickness,
  centroid: () => zeroVector,
  inertiaPerMass: ({ axis, length: L, width: w, thickness: t }) => {
    const r = w / 2;
    const b = (2 * L) / (2 * L + Math.PI * r);
    const s = (Math.PI * r) / (2 * L + Math.PI * r);
    const ll = (b * L * L) / 12 + s * ((r * r) / 4 + (L * L) / 4 + (4 * r * L) / (3 * Math.PI));
    const ww = (b * w * w) / 12 + (s * r * r) / 4;
    const tt = (t * t) / 12;
    const [x, y, z] = axis === 1 ? [ll, ww, tt] : axis === 2 ? [tt, ll, ww] : [ww, tt, ll];
    return diagonal(y + z, x + z, x + y);
  },
  contactRadius: (beam) => shortest(beam) / 2,
  isFlat: true,
  longestEdge: ({ length, width, thickness }) => Math.max(length + width, thickness),
  smoothingLength: shortest,
  core: ({ axis, length, width, thickness }, r) => beamCore(axis, length / 2, width / 2 - r, thickness / 2 - r, r),
  triangles: ({ axis, length, width, thickness }, segments) =>
    extrude(stadium(length / 2, width / 2, segments), thickness / 2, (l, w, t) => onAxis(axis, w, t, l)),
};
