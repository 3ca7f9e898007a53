/**
 * Surfaces of the solid shapes as triangles, for drawing and as an independent way to mass properties. Corners lie on the true
 * surface, so volumes converge from below with the square of the number of segments.
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import * as elementary from "../math/elementary.ts";
import type { TriangleData } from "./parseObj.ts";
import type { SolidShape } from "./registry.ts";
import type { Axis } from "./shapeChecks.ts";

/** Points (radius, height) of a profile that is turned about the z axis, from the lower pole to the upper one. */
type Profile = readonly (readonly [number, number])[];

/** Triangles, counter-clockwise seen from outside, with the given number of segments around. */
export function tessellate(shape: SolidShape, segments = 32): TriangleData {
  if (!Number.isInteger(segments) || segments < 3 || segments > 4096) {
    throw new RattlebackError("E-SHAPE-VALUE", `A surface cannot have segments = ${String(segments)}.`, {
      path: "segments",
      because: "it is not a whole number from 3 to 4096",
      hint: "32 for drawing",
      data: { segments },
    });
  }
  switch (shape.kind) {
    case "Sphere":
      return revolve(arcProfile(shape.diameter / 2, 0, segments), segments, 3);
    case "Ellipsoid": {
      const ball = revolve(arcProfile(0.5, 0, segments), segments, 3);
      const scale = [shape.lengthX, shape.lengthY, shape.lengthZ];
      return { ...ball, vertices: ball.vertices.map((value, i) => value * scale[i % 3]!) };
    }
    case "Capsule":
      return revolve(arcProfile(shape.diameter / 2, shape.length / 2, segments), segments, shape.axis);
    case "Cylinder": {
      const [r, ri, h] = [shape.diameter / 2, shape.innerDiameter / 2, shape.length / 2];
      // with a bore the profile is a closed rectangle
      const profile: Profile = ri > 0 ? [[ri, -h], [r, -h], [r, h], [ri, h], [ri, -h]] : [[0, -h], [r, -h], [r, h], [0, h]]; // biome-ignore format: a picture
      return revolve(profile, segments, shape.axis);
    }
    case "Cone": {
      const [r, rt] = [shape.diameter / 2, shape.topDiameter / 2];
      return revolve([[0, 0], [r, 0], [rt, shape.length], [0, shape.length]], segments, shape.axis); // biome-ignore format: a picture
    }
    case "Box": {
      const [x, y, z] = [shape.lengthX / 2, shape.lengthY / 2, shape.lengthZ / 2];
      return extrude([[x, y], [-x, y], [-x, -y], [x, -y]], z, (u, v, w) => [u, v, w]); // biome-ignore format: a picture
    }
    case "Beam":
      return extrude(stadium(shape.length / 2, shape.width / 2, segments), shape.thickness / 2, (l, w, t) =>
        onAxis(shape.axis, w, t, l),
      );
    case "Mesh":
      return { vertices: [...shape.vertices], triangles: [...shape.triangles] };
  }
}

/** Components in the frame of a shape from those with the axis on z; see core.ts. */
function onAxis(axis: Axis, x: number, y: number, z: number): number[] {
  return axis === 1 ? [z, x, y] : axis === 2 ? [y, z, x] : [x, y, z];
}

/** Half a circle, with its ends moved apart along the axis. */
function arcProfile(radius: number, halfLength: number, segments: number): Profile {
  const half = Math.max(2, segments >> 1);
  const quarter = Math.max(1, half >> 1);
  const lower = Array.from({ length: quarter + 1 }, (_, i) => {
    const angle = (0.5 * Math.PI * i) / quarter;
    return [radius * elementary.sin(angle), -halfLength - radius * elementary.cos(angle)] as const;
  });
  return [...lower, ...lower.map(([r, z]) => [r, -z] as const).reverse()];
}

/** Outline of a beam in its plane of length and width, counter-clockwise. */
function stadium(halfLength: number, radius: number, segments: number): [number, number][] {
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

function revolve(profile: Profile, segments: number, axis: Axis): TriangleData {
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
function extrude(
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
