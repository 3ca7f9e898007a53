/**
 * Surface of triangles. Its mass properties are exact for closed, outwards oriented surfaces. In collisions a mesh is its
 * convex hull.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { convexHull } from "../convexHull.ts";
import { hullCore } from "../makeHull.ts";
import { mergeVertices } from "../mergeVertices.ts";
import { checkMeshData, checkSolid } from "../meshChecks.ts";
import { polyhedralIntegrals } from "../polyhedralIntegrals.ts";
import { withDefaults } from "../shapeChecks.ts";
import type { SolidGeometry } from "../solidGeometry.ts";
import type { Vector3 } from "../vectors.ts";

export interface Mesh {
  readonly kind: "Mesh";
  /** Packed x, y, z of the vertices, m. */
  readonly vertices: Float64Array;
  /** Packed triples of vertex numbers, counter-clockwise seen from outside. */
  readonly triangles: Int32Array;
}

export interface MeshOptions {
  readonly vertices: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  /** Factors of x, y, z; 1 by default. */
  readonly scale?: Vector3;
}

/**
 * A mesh from packed vertices and triangles, as `parseObj` and `parseStl` give them. Equal vertices are merged; where the surface is then
 * not closed, also those that differ by rounding. A scale with one or three negative factors mirrors.
 */
export function Mesh(options: MeshOptions): Mesh {
  const { vertices, triangles, scale } = withDefaults(
    "Mesh",
    { vertices: [] as ArrayLike<number>, triangles: [] as ArrayLike<number>, scale: [1, 1, 1] as Vector3 },
    options,
  );
  checkMeshData(vertices, triangles, scale);
  const scaled = Float64Array.from(vertices, (value, i) => value * scale[(i % 3) as 0 | 1 | 2] + 0); // + 0 turns −0 into 0
  const ordered = scale[0] * scale[1] * scale[2] > 0 ? triangles : turnedOver(triangles);
  const merged = mergeVertices(scaled, Int32Array.from(ordered));
  return { kind: "Mesh", ...merged };
}

function turnedOver(triangles: ArrayLike<number>): Int32Array {
  const turned = Int32Array.from(triangles);
  for (let f = 0; f < turned.length; f += 3) [turned[f + 1], turned[f + 2]] = [turned[f + 2]!, turned[f + 1]!];
  return turned;
}

/** How much larger the convex hull is than the mesh: volume of the hull / volume of the mesh, 1 for a convex mesh. */
export function hullVolumeRatio(mesh: Mesh): number {
  checkMeshData(mesh?.vertices, mesh?.triangles, [1, 1, 1]);
  const hull = convexHull(mesh.vertices);
  const { volume } = integrals(mesh);
  return hull === undefined ? 1 : polyhedralIntegrals(mesh.vertices, hull).volume / volume;
}

function integrals(mesh: Mesh) {
  checkSolid(mesh.vertices, mesh.triangles);
  const result = polyhedralIntegrals(mesh.vertices, mesh.triangles);
  if (result.volume > 0) return result;
  throw new RattlebackError(
    "E-MESH-INVERTED",
    "The triangles of the mesh look inwards: its volume is negative or zero.",
    {
      path: "Mesh.triangles",
      because: `the volume comes out as ${result.volume} m³`,
      hint: "exchange two vertices of every triangle, so that they are counter-clockwise seen from outside",
      data: { volume: result.volume },
    },
  );
}

/** Smallest and largest of the extents along x, y, z. */
function extents({ vertices }: Mesh): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  vertices.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3]!, value);
    high[i % 3] = Math.max(high[i % 3]!, value);
  });
  return high.map((value, k) => value - low[k]!).sort((a, b) => a - b);
}

export const meshGeometry: SolidGeometry<Mesh> = {
  volume: (mesh) => integrals(mesh).volume,
  centroid: (mesh) => {
    const { volume, first } = integrals(mesh);
    return [first[0] / volume, first[1] / volume, first[2] / volume];
  },
  inertiaPerMass: (mesh) => {
    const { volume, secondAboutCentroid } = integrals(mesh);
    const [xx, xy, xz, yy, yz, zz] = secondAboutCentroid.map((moment) => moment / volume) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return [yy + zz, -xy, -xz, xx + zz, -yz, xx + yy];
  },
  contactRadius: (mesh) => extents(mesh)[0]! / 2,
  isFlat: false,
  longestEdge: (mesh) => extents(mesh)[2]!,
  smoothingLength: (mesh) => extents(mesh)[0]!,
  core: (mesh, smoothing) => hullCore(mesh.vertices, smoothing),
  triangles: ({ vertices, triangles }) => ({ vertices: [...vertices], triangles: [...triangles] }),
};
