/** Joints whose two sides are one body: what they remember until they move again. */
import { forwardCoordinates } from "./carriedCoordinates.ts";
import { noneIdle, type Structure } from "./structure.ts";

/** Joints that the change made idle, where they were, and those that idle still. */
export function idleJoints(
  { graph: { joints }, tree: { bodies, cuts } }: Structure,
  previous: Structure,
): Structure["idle"] {
  if (bodies.length - 1 + cuts.length === joints.length) return noneIdle;
  const moving = new Set([...bodies.map(({ joint }) => joint), ...cuts]);
  const found = new Map<string, readonly number[]>();
  joints.forEach(({ path }, k) => {
    if (moving.has(k)) return;
    const body = previous.tree.bodies.findIndex(({ joint }) => previous.graph.joints[joint]?.path === path);
    const q = body > 0 ? forwardCoordinates(previous, body).q : previous.idle.get(path);
    if (q !== undefined) found.set(path, q);
  });
  return found;
}
