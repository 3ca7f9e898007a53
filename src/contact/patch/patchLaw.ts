/**
 * From the overlap of two bodies to the pressure between them.
 *
 * Half-space law (default)      E = C·E*·√T,   T = ∫_{A∩B} h³ dV          pressure  p = ½·C·E*·h³/√T
 * Elastic foundation            E = k·T,       T = ∫_{A∩B} h dV           pressure  p = k·h
 *
 * E is the stored energy and forces are its gradient: elastic contacts conserve energy, on whatever way the bodies move.
 * The half-space law has the exponents of elasticity for every shape of the patch. C = 8/15·√(10/π) makes it Hertz' law
 * F = 4/3·E*·√R·δ^1.5 for paraboloids, so that a patch that shrinks to a point joins the point contact. With this C
 *
 *     flat punch of area S         F = 0.952·E*·√S·δ                  circular punch on a half-space: 1.128
 *     rocking of that punch        3 × the moment that uniform stiffness per area would give; on a half-space 8/3 × 1.19
 *     cone, opening tan ψ = t      F = 0.653·E*·t·δ²                  half-space: 2/π = 0.637
 *
 * The stiffness per area of a flat patch is 0.952·E* / √S: the larger, the softer, as in a half-space.
 *
 * Source   [Johnson1985] sec. 3.5 (punch), 4.2 (Hertz), 5.2 (cone); [Sneddon1965]
 * Legend   h  depth in the body that gives the field (overlap.ts)     E* = 1/((1 − ν₁²)/E₁ + (1 − ν₂²)/E₂)
 *          k  N/m³, stiffness per area of a layer; (1 − ν)/((1 + ν)·(1 − 2·ν))·E/b for a layer of depth b on a rigid base
 */

export interface PatchStiffness {
  /** E*, times the reduction factor; Pa. Used unless a foundation is given. */
  readonly modulus: number;
  /** k of an elastic foundation, N/m³; 0 for the half-space law. */
  readonly foundation: number;
}

/** C: makes the law that of Hertz for paraboloids. */
export const halfSpaceFactor = (8 / 15) * Math.sqrt(10 / Math.PI);

/** Power m of h in T. */
export function depthPower({ foundation }: PatchStiffness): 1 | 3 {
  return foundation > 0 ? 1 : 3;
}

/** p/h^m for the content T of the overlap, T > 0. */
export function pressureFactor({ modulus, foundation }: PatchStiffness, content: number): number {
  return foundation > 0 ? foundation : (0.5 * halfSpaceFactor * modulus) / Math.sqrt(content);
}

export function storedEnergy({ modulus, foundation }: PatchStiffness, content: number): number {
  return foundation > 0 ? foundation * content : halfSpaceFactor * modulus * Math.sqrt(content);
}
