/** Surfaces of turned and of extruded bodies as triangles, counter-clockwise seen from outside; corners lie on the true surface. */
import * as elementary from "../math/elementary.ts";
import type { TriangleData } from "./parseObj.ts";
import type { Axis } from "./shapeChecks.ts";

/** Points (radius, height) of a profile that is turned about the z axis, from the lower pole to the upper one. */
export type Profile = readonly (readonly [number, number])[];

/** Components in the frame of a shape from those with the axis on z; see core.ts. */
export function onAxis(axis: Axis, x: number, y: number, z: number): number[] {
  return axis === 1 ? [z, x, y] : axis === 2 ? [y, z, x] : [x, y, z];
}

/** Half a circle, with its ends moved apart along the axis. */
export function arcProfile(radius: number, halfLength: number, segments: number): Profile {
  const half = Math.max(2, segments >> 1);
  const quarter = Math.max(1, half >> 1);
  const lower = Array.from({ length: quarter + 1 }, (_, i) => {
    const angle = (0.5 * Math.PI * i) / quarter;
    return [radius * elementary.sin(angle), -halfLength - radius * elementary.cos(angle)] as const;
  });
  return [...lower, ...lower.map(([r, z]) => [r, -z] as const).reverse()];
}

/** Outline of a beam in its plane of length and width, counter-clockwise. */
export function stadium(halfLength: number, radius: number, segments: number): [number, number][] {
  const half = Math.max(2, segments >> 1);
  const outline: [number, number][] = [];
  for (const side of [1, -1]) {
    for (let i = 0; i <= half; i++) {
      const angle = (Math.PI * i) / half - Math.PI / 2;
      outline.push([side * (halfLength + radius * elementary.cos(angle)), side * radius * elementary.sin(angle)]);
    }
  }
  return outline;
}

export function revolve(profile: Profile, segments: number, axis: Axis): TriangleData {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const [radius, height] of profile) {
    for (let i = 0; i < segments; i++) {
      const angle = (2 * Math.PI * i) / segments;
      vertices.push(...onAxis(axis, radius * elementary.cos(angle), radius * elementary.sin(angle), height));
    }
  }
  for (let ring = 0; ring + 1 < profile.length; ring++) {
    for (let i = 0; i < segments; i++) {
      const a = ring * segments + i;
      const b = ring * segments + ((i + 1) % segments);
      // at a pole one of the two triangles has no area
      if (profile[ring]![0] > 0) triangles.push(a, b, a + segments);
      if (profile[ring + 1]![0] > 0) triangles.push(b, b + segments, a + segments);
    }
  }
  return { vertices, triangles };
}

/** Prism over a convex outline in the u–v plane, counter-clockwise, from −h to h along w. */
export function extrude(
  outline: readonly (readonly [number, number])[],
  h: number,
  place: (u: number, v: number, w: number) => number[],
): TriangleData {
  const n = outline.length;
  const vertices = [-h, h].flatMap((w) => outline.flatMap(([u, v]) => place(u, v, w)));
  const triangles: number[] = [];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    triangles.push(i, j, n + j, i, n + j, n + i);
    if (i > 0 && j > 0) triangles.push(0, j, i, n, n + i, n + j);
  }
  return { vertices, triangles };
}
