/**
 * What a mesh of an MJCF file weighs, as MuJoCo sees it by the attribute `inertia` of the mesh.
 *
 *     exact     the volume within the surface, which must be closed
 *     convex    that of the hull
 *     legacy    Σ |V_f| of the pyramids over the faces, their apex first in the centroid of the surface, then in the centre that follows; the default,
 *               also for surfaces with holes. Of a part with hollows it is more than the volume
 *     shell     the surface itself
 *
 * Source   [MJCF] asset/mesh "inertia". A pyramid over p, q, r has ∫x·xᵀ dV = V/20·(p·pᵀ + q·qᵀ + r·rᵀ + s·sᵀ), s = p + q + r
 */
import { convexHull } from "../geometry/convexHull.ts";
import { massProperties } from "../geometry/massProperties.ts";
import { Mesh } from "../geometry/shapes/mesh.ts";
import type { Vector3 } from "../geometry/vectors.ts";
import { shellMass, type Weighed } from "./shellMass.ts";

export type MeshInertia = "exact" | "convex" | "legacy" | "shell";

/** undefined for a mesh without volume. */
export function meshMass(
  mesh: Mesh,
  kind: MeshInertia,
  given: { readonly density: number } | { readonly mass: number },
): Weighed | undefined {
  if (kind === "exact") return massProperties(mesh, given);
  if (kind === "shell") return shellMass(mesh, given);
  if (kind === "convex") {
    const triangles = convexHull(mesh.vertices);
    return triangles === undefined ? undefined : massProperties(Mesh({ vertices: mesh.vertices, triangles }), given);
  }
  const { first, volume } = pyramids(mesh, surfaceCentre(mesh));
  if (!(volume > 0)) return undefined;
  const centre = first.map((sum) => sum / volume) as unknown as Vector3;
  const around = pyramids(mesh, centre);
  const mass = "mass" in given ? given.mass : given.density * around.volume;
  const [xx, xy, xz, yy, yz, zz] = around.second.map((sum) => (mass * sum) / around.volume);
  const inertia = [yy! + zz!, 0 - xy!, 0 - xz!, xx! + zz!, 0 - yz!, xx! + yy!] as const;
  return { mass, centreOfMass: centre, inertia };
}

/** Σ V, Σ ∫x dV and Σ ∫x·xᵀ dV about the apex, xx xy xz yy yz zz; the first moment about the origin. */
function pyramids(mesh: Mesh, apex: Vector3): { volume: number; first: Vector3; second: number[] } {
  let volume = 0;
  const first: [number, number, number] = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0];
  eachFace(mesh, (p, q, r) => {
    const [a, b, c] = [p, q, r].map((corner) => corner.map((x, k) => x - apex[k]!)) as [number[], number[], number[]];
    const n = cross(b, c);
    const V = Math.abs(a[0]! * n[0]! + a[1]! * n[1]! + a[2]! * n[2]!) / 6;
    const s = [0, 1, 2].map((k) => a[k]! + b[k]! + c[k]!);
    volume += V;
    for (let k = 0; k < 3; k++) first[k]! += V * (apex[k]! + s[k]! / 4);
    let at = 0;
    for (let i = 0; i < 3; i++)
      for (let j = i; j < 3; j++)
        second[at++]! += (V / 20) * (a[i]! * a[j]! + b[i]! * b[j]! + c[i]! * c[j]! + s[i]! * s[j]!);
  });
  return { volume, first, second };
}

function surfaceCentre(mesh: Mesh): Vector3 {
  let area = 0;
  const sum: [number, number, number] = [0, 0, 0];
  eachFace(mesh, (p, q, r) => {
    const n = cross(
      q.map((x, k) => x - p[k]!),
      r.map((x, k) => x - p[k]!),
    );
    const own = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!);
    area += own;
    for (let k = 0; k < 3; k++) sum[k]! += (own * (p[k]! + q[k]! + r[k]!)) / 3;
  });
  return area === 0 ? [0, 0, 0] : (sum.map((x) => x / area) as unknown as Vector3);
}

function eachFace(
  { vertices, triangles }: Mesh,
  visit: (p: readonly number[], q: readonly number[], r: readonly number[]) => void,
): void {
  const corner = (k: number): number[] => {
    const at = 3 * triangles[k]!;
    return [vertices[at]!, vertices[at + 1]!, vertices[at + 2]!];
  };
  for (let f = 0; f < triangles.length; f += 3) visit(corner(f), corner(f + 1), corner(f + 2));
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}
