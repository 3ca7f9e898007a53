/**
 * How much larger the convex hull of a mesh is than the mesh. A surface with holes encloses no volume; the cones over its faces, with their tips at
 * the centroid of the hull, stand for one: a small hole hardly counts, a bin without its lid lacks the cone over it.
 *
 *     V ≈ |Σ (p₀ − c)·((p₁ − c) × (p₂ − c))|/6
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { convexHull } from "./convexHull.ts";
import { polyhedralIntegrals } from "./polyhedralIntegrals.ts";
import { hullVolumeRatio, type Mesh } from "./shapes/mesh.ts";

export interface HullExcess {
  /** Volume of the hull / volume of the mesh: 1 for convex meshes and for those that are flat. */
  readonly ratio: number;
  /** The surface encloses a volume: it has no holes, and its faces look outwards. */
  readonly isSolid: boolean;
}

/** Of meshes without a volume. */
const surfaceCodes = ["E-MESH-OPEN", "E-MESH-INVERTED"];

export function hullExcess(mesh: Mesh): HullExcess {
  try {
    return { ratio: hullVolumeRatio(mesh), isSolid: true };
  } catch (error) {
    if (!(error instanceof RattlebackError && surfaceCodes.includes(error.code))) throw error;
    return { ratio: surfaceRatio(mesh), isSolid: false };
  }
}

function surfaceRatio({ vertices, triangles }: Mesh): number {
  const hull = convexHull(vertices);
  if (hull === undefined) return 1;
  const { volume, first } = polyhedralIntegrals(vertices, hull);
  const seen = vertices.map((x, i) => x - first[i % 3]! / volume);
  let cones = 0;
  for (let f = 0; f < triangles.length; f += 3) {
    const [a, b, c] = [3 * triangles[f]!, 3 * triangles[f + 1]!, 3 * triangles[f + 2]!];
    cones +=
      seen[a]! * (seen[b + 1]! * seen[c + 2]! - seen[b + 2]! * seen[c + 1]!) +
      seen[a + 1]! * (seen[b + 2]! * seen[c]! - seen[b]! * seen[c + 2]!) +
      seen[a + 2]! * (seen[b]! * seen[c + 1]! - seen[b + 1]! * seen[c]!);
  }
  return (6 * volume) / Math.abs(cones);
}
