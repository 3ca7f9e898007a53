/** Small planar worlds that several tests share. */
import type { Point } from "../../src/planar/convexPolygon.ts";
import type { PlanarResult } from "../../src/planar/planarResult.ts";
import type { BodyDefinition, ContactDefinition, PlanarWorld } from "../../src/planar/world.ts";

/** Clockwise from the lower left corner: left 0, top 1, right 2, bottom 3. */
export function box(width: number, height: number, x = 0, y = 0): Point[] {
  const [w, h] = [width / 2, height / 2];
  return [
    [x - w, y - h],
    [x - w, y + h],
    [x + w, y + h],
    [x + w, y - h],
  ];
}

/** Its top is at y = 0. */
export const floor = { outline: box(20, 1, 0, -0.5) };

/** A point of 1 kg above the floor. */
export function ball(body: Partial<BodyDefinition>, contact: Partial<ContactDefinition>): PlanarWorld {
  return {
    bodies: { ball: { mass: 1, inertia: 1, ...body } },
    targets: { floor },
    contacts: [{ target: "floor", initiators: "ball", stiffness: 1e5, ...contact }],
  };
}

/** Largest magnitude of a signal. */
export function largest(result: PlanarResult, name: string): number {
  return result.signal(name).values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
