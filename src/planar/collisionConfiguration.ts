/**
 * What a collision configuration of one target and its initiators is, whichever way it is computed.
 *
 * Source   [SchockLanglois] secs. 3.2–3.5 and 4
 *
 *     P(t)   p_ij = 1 when initiator j is not separated from surface i                                     (7), (8)
 *     Δ      P(t) − P(t0): 1 separation lost, −1 separation gained                                       (11), (12)
 *     S(t)   s_ij = 1 when the projection of initiator j lies on surface i                               (16), (17)
 *     C(t)   c_ij = 1 when surface i pushes initiator j                                        (13)–(15), (18), (19)
 *
 * Rule     inside(j): p_ij = 1 for all i                                                                        (9)
 *          not in collision at t0          c_ij(t) = inside(j) ∧ δ_ij = 1                                      (14)
 *          in collision at t0, inside      c_ij(t) = c_ij(t0)                                                  (15)
 *          in collision at t0, outside     c_ij(t) = c_ij(t0) ∧ s_ij = 1 ∧ δ_ij = 0                       (16)–(19)
 *
 * The source contradicts itself in four places; the rule above is the reading in which text, equations and both
 * algorithms fit together (docs/planar.md gives the reasons):
 *
 *  - s is 1 on range. (17) prints the two cases the other way round; the pseudo-code and the text about sliding off a
 *    surface need it this way.
 *  - Inside, c keeps its value of t0. Lines 5–6 of algorithm 1 set it to 1 for every surface, against (15).
 *  - A point that is in collision opens no new one. (15) taken alone would add the far surface when a point that was
 *    pushed through comes back inside; the guards of algorithm 2 and the text about them forbid it.
 *  - Each surface is kept or released for itself, as in algorithm 1. Line 5 of algorithm 2 wants exactly one retained
 *    surface and then keeps all of the column, so that a surface could stay although its separation is regained.
 */
import type { Outline } from "./outline.ts";

/** The three ways in which a configuration is used while a solver advances, sec. 4; the fourth is in eventFunctions.ts. */
export interface CollisionConfiguration {
  /** Number of surfaces, the rows of all matrices. */
  readonly surfaces: number;
  /** Number of initiators, the columns. */
  readonly initiators: number;
  /** Flag 0: the reference becomes the present penetration, with no collision. */
  initialise(outline: Outline, points: Float64Array, first: number): void;
  /** Flag 2: P(t) and C(t) for a trial state. The reference stays as it is. */
  evaluate(outline: Outline, points: Float64Array, first: number): void;
  /**
   * Flag 1: evaluates and makes the result the reference. Only for states that the solver has accepted.
   * Returns whether C has changed.
   */
  accept(outline: Outline, points: Float64Array, first: number): boolean;
  /** p_ij(t) of the last evaluation. */
  penetrates(i: number, j: number): boolean;
  /** c_ij(t) of the last evaluation. */
  collides(i: number, j: number): boolean;
  /** c_ij(t0). */
  collidesAtReference(i: number, j: number): boolean;
  /** Sets c_ij(t0), for points that start inside and for surfaces that hand a point on. */
  setReference(i: number, j: number, collides: boolean): void;
}
