/**
 * Sliding past an obtuse corner: the surface hands the point on to its neighbour.
 *
 * Source   [SchockLanglois] sec. 3.4 names the case as open; the rule is ours.
 *
 * Inside an obtuse corner a point can leave the range of its surface c and still be inside; below a thin target it can
 * leave the range although the target goes on with the next surface. By the rule of the source the point then is pushed
 * along the wrong normal until it drops out, and what it had stored in the contact is lost at once. Here it is handed
 * on when its projection passes the corner:
 *
 *     c → d     when the projection leaves c at the corner shared with d,  s_c ≤ 0,  and the corner is obtuse (e_c·e_d > 0)
 *
 * There s_d = s_c · cos θ with the turn θ of the corner, so the point is never separated from d and the stored energy
 * never grows. Passing back needs the projection on d to leave d: the two places differ by |s_c| sin θ, a hysteresis that
 * cannot chatter. A point that only sinks in near the corner, without sliding past it, keeps its surface; that is the
 * difference from minimum translation.
 */
import type { CollisionConfiguration } from "./collisionConfiguration.ts";
import { advance, isPenetrated, type Outline, remainder } from "./outline.ts";

/** Which surface pushes: the last one to lose separation, or the nearest one (minimum translation). */
export type SurfaceRule = "lastSeparation" | "nearest";

/** Whether the interior angle between surface i and the next one exceeds 90°. */
export function isObtuseAfter(outline: Outline, i: number): boolean {
  const next = i + 1 < outline.count ? i + 1 : 0;
  return outline.ex[i] * outline.ex[next] + outline.ey[i] * outline.ey[next] > 0;
}

/** Hands initiator j on from every surface whose range it has left past an obtuse corner. Returns whether one did. */
export function handOn(
  outline: Outline,
  configuration: CollisionConfiguration,
  j: number,
  x: number,
  y: number,
): boolean {
  let hasHandedOn = false;
  for (let c = 0; c < outline.count; c++) {
    if (!configuration.collidesAtReference(c, j) || !isPenetrated(outline, c, x, y)) continue;
    const receiver = receiverOf(outline, c, x, y);
    if (receiver < 0) continue;
    configuration.setReference(c, j, false);
    configuration.setReference(receiver, j, true);
    hasHandedOn = true;
  }
  return hasHandedOn;
}

/** The neighbour that takes the point over from surface c, −1 when c keeps it. */
function receiverOf(outline: Outline, c: number, x: number, y: number): number {
  const before = c > 0 ? c - 1 : outline.count - 1;
  const after = c + 1 < outline.count ? c + 1 : 0;
  if (advance(outline, c, x, y) < 0 && isObtuseAfter(outline, before)) return before;
  if (remainder(outline, c, x, y) < 0 && isObtuseAfter(outline, c)) return after;
  return -1;
}
