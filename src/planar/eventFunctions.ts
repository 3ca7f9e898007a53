/**
 * Event functions of the collision configuration, from the separations (6): one per initiator and target.
 *
 * Source   [SchockLanglois] sec. 4, flag 3; the functions below are ours.
 *
 * The source hands every separation to the root finder. Most of their sign changes mean nothing: a point that passes
 * the prolonged line of an edge far away stops the solver. One function per initiator says it all, positive as long as
 * the configuration stays what it is:
 *
 *     no collision                g = max_i s_i                                        contact when g ≤ 0
 *     in collision with c ∈ C     g = min_c min( −s_c, end at the start, end at the end )
 *                                 end = a                  where c may hand on at that corner
 *                                 end = max( a, −max_i s_i )  elsewhere: leaving the range only counts outside
 *     minimum translation, c      g = min( −max_i s_i, min_{i≠c} s_c − s_i )
 *
 * Legend   s_i  m  separation from surface i       a  m  distance of the projection from the end, positive on range
 *
 * A surface releases at s_c > 0, not at 0: exact zeros of a kept configuration count as positive.
 */
import type { CollisionConfiguration } from "./collisionConfiguration.ts";
import { isObtuseAfter, type SurfaceRule } from "./corners.ts";
import { advance, largestSeparation, type Outline, remainder, separation, tieTolerance } from "./outline.ts";

/** Value of the event function of initiator j at the point (x, y), for its configuration at the reference. */
export function eventValue(
  outline: Outline,
  configuration: CollisionConfiguration,
  rule: SurfaceRule,
  handsOn: boolean,
  j: number,
  x: number,
  y: number,
): number {
  const largest = largestSeparation(outline, x, y);
  let kept = Number.POSITIVE_INFINITY;
  for (let i = 0; i < outline.count; i++) {
    if (!configuration.collidesAtReference(i, j)) continue;
    const value =
      rule === "nearest" ? keptAsNearest(outline, i, largest, x, y) : keptByHistory(outline, i, largest, handsOn, x, y);
    if (value < kept) kept = value;
  }
  if (kept === Number.POSITIVE_INFINITY) return largest;
  return kept === 0 ? Number.MIN_VALUE : kept;
}

function keptByHistory(outline: Outline, c: number, largest: number, handsOn: boolean, x: number, y: number): number {
  const before = c > 0 ? c - 1 : outline.count - 1;
  let start = advance(outline, c, x, y);
  if (!(handsOn && isObtuseAfter(outline, before))) start = Math.max(start, -largest);
  let end = remainder(outline, c, x, y);
  if (!(handsOn && isObtuseAfter(outline, c))) end = Math.max(end, -largest);
  return Math.min(-separation(outline, c, x, y), start, end);
}

function keptAsNearest(outline: Outline, c: number, largest: number, x: number, y: number): number {
  const own = separation(outline, c, x, y);
  let kept = -largest;
  for (let i = 0; i < outline.count; i++) {
    if (i === c) continue;
    const lead = own - separation(outline, i, x, y) + tieTolerance * Math.abs(own);
    if (lead < kept) kept = lead;
  }
  return kept;
}
