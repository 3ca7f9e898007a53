/**
 * Mass and inertia of a shape whose mass is all in its surface, as MuJoCo has it for `shellinertia` of a geom and `inertia="shell"` of a mesh; a
 * density is then one per area.
 *
 * Source   [MJCF] body/geom "shellinertia". Second moments ∫x·xᵀ dA of surfaces with the area A about their centre:
 *            triangle a, b, c       A/12·(a·aᵀ + b·bᵀ + c·cᵀ + s·sᵀ), s = a + b + c
 *            sphere                 A·r²/3 along every axis
 *            wall of a cylinder     A·r²/2 across, A·h²/12 along its axis
 *            disk                   A·r²/4 across
 *            half-sphere            about the centre of its sphere A·r²/3 along every axis, its centroid is r/2 away
 */
import type { SolidShape } from "../geometry/registry.ts";
import type { Mesh } from "../geometry/shapes/mesh.ts";
import type { Symmetric3, Vector3 } from "../geometry/vectors.ts";
import * as elementary from "../math/elementary.ts";

export interface Weighed {
  readonly mass: number;
  readonly centreOfMass: Vector3;
  /** Ixx, Ixy, Ixz, Iyy, Iyz, Izz about the centre of mass. */
  readonly inertia: Symmetric3;
}

/** Area, centroid, and second moments about the centroid: xx xy xz yy yz zz. */
interface Surface {
  readonly area: number;
  readonly centre: Vector3;
  readonly second: readonly number[];
}

/** undefined for shapes whose surface is not known, and for those without one. */
export function shellMass(
  shape: SolidShape,
  given: { readonly density: number } | { readonly mass: number },
): Weighed | undefined {
  const surface = surfaceOf(shape);
  if (surface === undefined || !(surface.area > 0)) return undefined;
  const mass = "mass" in given ? given.mass : given.density * surface.area;
  const [xx, xy, xz, yy, yz, zz] = surface.second.map((sum) => (mass * sum) / surface.area);
  const inertia = [yy! + zz!, 0 - xy!, 0 - xz!, xx! + zz!, 0 - yz!, xx! + yy!] as const;
  return { mass, centreOfMass: surface.centre, inertia };
}

function surfaceOf(shape: SolidShape): Surface | undefined {
  switch (shape.kind) {
    case "Mesh":
      return surfaceOfMesh(shape);
    case "Sphere": {
      const r = shape.diameter / 2;
      const area = 4 * Math.PI * r * r;
      return centred(area, (area * r * r) / 3, (area * r * r) / 3, (area * r * r) / 3);
    }
    case "Box": {
      const sides = [shape.lengthX, shape.lengthY, shape.lengthZ] as const;
      const faces = sides.map((side) => (2 * sides[0] * sides[1] * sides[2]) / side);
      const along = sides.map((side, k) =>
        faces.reduce((sum, area, normal) => sum + (area * side * side) / (normal === k ? 4 : 12), 0),
      );
      return centred(faces[0]! + faces[1]! + faces[2]!, along[0]!, along[1]!, along[2]!);
    }
    case "Cylinder":
    case "Capsule": {
      const { length: h } = shape;
      const r = shape.diameter / 2;
      const [wall, end] = [2 * Math.PI * r * h, (shape.kind === "Cylinder" ? 1 : 2) * Math.PI * r * r];
      // of one end: across the axis, and along it from the middle of the cylinder
      const across = shape.kind === "Cylinder" ? (end * r * r) / 4 : (end * r * r) / 3;
      const along = shape.kind === "Cylinder" ? (end * h * h) / 4 : end * ((r * r) / 3 + (r * h) / 2 + (h * h) / 4);
      const x = (wall * r * r) / 2 + 2 * across;
      // geoms are round about z
      return centred(wall + 2 * end, x, x, (wall * h * h) / 12 + 2 * along);
    }
    default:
      return undefined;
  }
}

function centred(area: number, xx: number, yy: number, zz: number): Surface {
  return { area, centre: [0, 0, 0], second: [xx, 0, 0, yy, 0, zz] };
}

function surfaceOfMesh({ vertices, triangles }: Mesh): Surface {
  let area = 0;
  const first: [number, number, number] = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0];
  const at = (corner: number): number[] => [0, 1, 2].map((k) => vertices[3 * triangles[corner]! + k]!);
  for (let f = 0; f < triangles.length; f += 3) {
    const [a, b, c] = [at(f), at(f + 1), at(f + 2)];
    const [u, v] = [b.map((x, k) => x - a[k]!), c.map((x, k) => x - a[k]!)];
    const own =
      elementary.hypot(u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!) / 2;
    const s = a.map((x, k) => x + b[k]! + c[k]!);
    area += own;
    for (let k = 0; k < 3; k++) first[k]! += (own * s[k]!) / 3;
    for (let i = 0, n = 0; i < 3; i++)
      for (let j = i; j < 3; j++, n++)
        second[n]! += (own / 12) * (a[i]! * a[j]! + b[i]! * b[j]! + c[i]! * c[j]! + s[i]! * s[j]!);
  }
  const centre = first.map((sum) => sum / area) as unknown as Vector3;
  for (let i = 0, n = 0; i < 3; i++) for (let j = i; j < 3; j++, n++) second[n]! -= area * centre[i]! * centre[j]!;
  return { area, centre, second };
}
