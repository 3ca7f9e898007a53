/**
 * Cone or frustum of a cone. The origin of its frame is the centre of the base; the body extends along +axis.
 *
 * Legend   d, t   diameters of base and top;  L  length;  q = d² + d·t + t²
 *          volume        V = π/12·L·q
 *          centroid      h = L/4·(d² + 2·d·t + 3·t²)/q
 *          inertia/mass  axial   3/40·(d⁴ + d³t + d²t² + dt³ + t⁴)/q
 *                        across  axial/2 + ⟨z²⟩ − h²,   ⟨z²⟩ = L²/10·(d² + 3·d·t + 6·t²)/q
 *          These are ∫ over discs of diameter d + (t − d)·z/L; no difference of two cones, so no cancellation at t → d.
 *          inner body    base radius R − ρ·(S + Δ)/L at z = ρ; top radius R_t − ρ·(S − Δ)/L at z = L − ρ, or the apex at
 *                        z = (R·L − ρ·S)/Δ where that is negative;   Δ = R − R_t,  S = √(Δ² + L²)
 */

import * as elementary from "../../math/elementary.ts";
import { alongAxis, axisymmetricInertia } from "../axisymmetric.ts";
import { coneCore, cylinderCore } from "../makeCore.ts";
import { type Axis, checkAxis, checkLengths, checkRelation, withDefaults } from "../shapeChecks.ts";
import { type SolidGeometry, scaleAlong } from "../solidGeometry.ts";
import { revolve } from "../turnedSurface.ts";

export interface Cone {
  readonly kind: "Cone";
  readonly axis: Axis;
  /** Of the base, m. */
  readonly diameter: number;
  readonly length: number;
  /** 0 for a cone with an apex. */
  readonly topDiameter: number;
}

/** A cone along axis 3 by default, with base diameter and length 1 m. */
export function Cone(options: Partial<Omit<Cone, "kind">> = {}): Cone {
  const defaults: Omit<Cone, "kind"> = { axis: 3, diameter: 1, length: 1, topDiameter: 0 };
  const values = withDefaults("Cone", defaults, options);
  const { axis, diameter, length, topDiameter } = values;
  checkAxis("Cone", axis);
  checkLengths("Cone", { diameter, length, topDiameter });
  const isTopSmaller = topDiameter < diameter || (topDiameter === 0 && diameter === 0);
  checkRelation("Cone", "topDiameter", topDiameter, isTopSmaller, "topDiameter < diameter");
  return { kind: "Cone", ...values };
}

const quadratic = ({ diameter: d, topDiameter: t }: Cone) => d * d + d * t + t * t;

const centroidHeight = (cone: Cone) => {
  const { diameter: d, topDiameter: t, length } = cone;
  return ((length / 4) * (d * d + 2 * d * t + 3 * t * t)) / quadratic(cone);
};

export const coneGeometry: SolidGeometry<Cone> = {
  volume: (cone) => (Math.PI / 12) * cone.length * quadratic(cone),
  centroid: (cone) => alongAxis(cone.axis, quadratic(cone) > 0 ? centroidHeight(cone) : cone.length / 4),
  inertiaPerMass: (cone) => {
    const { diameter: d, topDiameter: t, length } = cone;
    const q = quadratic(cone);
    const axial =
      ((3 / 40) *
        (elementary.pow(d, 4) +
          elementary.pow(d, 3) * t +
          d * d * t * t +
          d * elementary.pow(t, 3) +
          elementary.pow(t, 4))) /
      q;
    const meanSquare = ((length * length) / 10) * ((d * d + 3 * d * t + 6 * t * t) / q);
    return axisymmetricInertia(cone.axis, axial, axial / 2 + meanSquare - elementary.square(centroidHeight(cone)));
  },
  contactRadius: ({ diameter, topDiameter }) => (diameter + topDiameter) / 4,
  isFlat: false,
  longestEdge: ({ diameter, length }) => Math.max(diameter, length),
  smoothingLength: ({ diameter, length }) => Math.min(diameter, length),
  core: ({ axis, diameter, topDiameter, length }, r) => {
    const base = diameter / 2;
    const top = topDiameter / 2;
    if (length === 0) return cylinderCore(axis, base, 0, 0); // a disc
    if (r === 0) return coneCore(axis, base, top, 0, length, 0);
    const narrowing = base - top;
    const slant = elementary.hypot(narrowing, length);
    const innerBase = base - (r * (slant + narrowing)) / length;
    const innerTop = top - (r * (slant - narrowing)) / length;
    if (innerTop > 0) return coneCore(axis, innerBase, innerTop, r, length - r, r);
    return coneCore(axis, innerBase, 0, r, (base * length - r * slant) / narrowing, r);
  },
  triangles: ({ axis, diameter, topDiameter, length }, segments) => {
    const [r, rt] = [diameter / 2, topDiameter / 2];
    return revolve([[0, 0], [r, 0], [rt, length], [0, length]], segments, axis); // biome-ignore format: a picture
  },
  unit: ({ axis, diameter, topDiameter, length }) => ({
    shape: Cone({ axis, topDiameter: diameter > 0 ? topDiameter / diameter : 0 }),
    scale: scaleAlong(axis, diameter, length),
  }),
};
