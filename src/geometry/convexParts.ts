/**
 * A concave mesh as a list of convex ones, for collisions: approximate convex decomposition.
 *
 * Source   [Mamou2009], V-HACD as the optional package @dimforge/rapier3d-compat offers it, loaded when it is needed first; any
 *          other method can be given as a function
 * Limits   The parts are those of a voxel grid: they overlap or leave gaps of the size of a voxel, and stand out of the mesh by
 *          as much. Mass properties are those of the mesh, never of the parts.
 */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { convexHull } from "./convexHull.ts";
import { polyhedralIntegrals } from "./polyhedralIntegrals.ts";
import { hullVolumeRatio, Mesh } from "./shapes/mesh.ts";

export interface DecompositionSettings {
  /** Most parts; 32 by default. */
  readonly maximumParts: number;
  /** Voxels along the longest edge of the mesh; 64 by default. Time grows with its third power. */
  readonly resolution: number;
  /** A part is not divided further when the volume missing to its hull is below this share of the whole; 0.01 by default. */
  readonly concavity: number;
}

/** Takes a mesh apart: gives packed points, whose convex hulls are the parts. */
export type Decomposer = (
  vertices: Float64Array,
  triangles: Int32Array,
  settings: DecompositionSettings,
) => Promise<readonly ArrayLike<number>[]>;

export interface ConvexPartsOptions extends Partial<DecompositionSettings> {
  readonly decomposer?: Decomposer;
}

export interface ConvexParts {
  /** Convex meshes in the frame of the mesh; the mesh itself when it is convex. */
  readonly parts: readonly Mesh[];
  /** Sum of the volumes of the parts / volume of the mesh. */
  readonly volumeRatio: number;
  /** Volume of the convex hull / volume of the mesh: what one convex body in place of the parts would be. */
  readonly hullVolumeRatio: number;
}

/** A mesh whose hull is larger by less than this share is convex. */
const convexEnough = 1e-6;

/** Takes a closed mesh apart into convex parts. */
export async function convexParts(mesh: Mesh, options: ConvexPartsOptions = {}): Promise<ConvexParts> {
  checkOptionNames(options, ["maximumParts", "resolution", "concavity", "decomposer"], "convexParts()");
  const { maximumParts = 32, resolution = 64, concavity = 0.01, decomposer = rapierDecomposer() } = options;
  checkSetting("maximumParts", maximumParts, Number.isInteger(maximumParts) && maximumParts >= 1, "a whole number ≥ 1");
  checkSetting("resolution", resolution, resolution >= 8 && resolution <= 1024, "a number from 8 to 1024");
  checkSetting("concavity", concavity, concavity >= 0 && concavity <= 1, "a number from 0 to 1");
  const hullRatio = hullVolumeRatio(mesh);
  if (hullRatio < 1 + convexEnough) return { parts: [mesh], volumeRatio: 1, hullVolumeRatio: hullRatio };

  const settings = { maximumParts, resolution, concavity };
  const found = await decomposer(mesh.vertices, mesh.triangles, settings);
  const parts = found.flatMap((points) => {
    const vertices = Float64Array.from(points);
    const triangles = convexHull(vertices);
    return triangles === undefined ? [] : [keepUsed(vertices, triangles)]; // parts without volume fill no gap
  });
  if (parts.length === 0) throw decomposerError("the library found no parts", "it gave no part with a volume");
  const volumeOf = ({ vertices, triangles }: Mesh) => polyhedralIntegrals(vertices, triangles).volume;
  const volume = parts.reduce((sum, part) => sum + volumeOf(part), 0);
  return { parts, volumeRatio: volume / volumeOf(mesh), hullVolumeRatio: hullRatio };
}

function keepUsed(points: Float64Array, triangles: Int32Array): Mesh {
  const used = [...new Set(triangles)].sort((a, b) => a - b);
  const place = new Map(used.map((vertex, i) => [vertex, i]));
  const vertices = used.flatMap((i) => [points[3 * i], points[3 * i + 1], points[3 * i + 2]]);
  return Mesh({ vertices, triangles: Array.from(triangles, (i) => place.get(i)!) });
}

const packageName: string = "@dimforge/rapier3d-compat";

/**
 * V-HACD of the package @dimforge/rapier3d-compat. It computes in single precision, so the mesh is moved and scaled to size 1.
 * Bundlers see the package when `load` names it: `rapierDecomposer(() => import("@dimforge/rapier3d-compat"))`.
 */
export function rapierDecomposer(
  load: () => Promise<unknown> = () => import(/* @vite-ignore */ packageName),
): Decomposer {
  return async (vertices, triangles, { maximumParts, resolution, concavity }) => {
    const { default: rapier } = (await load().catch((cause: unknown) => {
      throw decomposerError(
        "the library for convex decomposition is missing",
        "@dimforge/rapier3d-compat is not installed",
        cause,
      );
    })) as { readonly default: Rapier };
    await rapier.init();
    const low = [0, 1, 2].map((k) =>
      vertices.reduce((least, x, i) => (i % 3 === k ? Math.min(least, x) : least), Infinity),
    );
    const size = vertices.reduce((most, x, i) => Math.max(most, x - low[i % 3]!), 0);
    const shape = rapier.ColliderDesc.convexDecomposition(
      Float32Array.from(vertices, (x, i) => (x - low[i % 3]!) / size),
      Uint32Array.from(triangles),
      { maxConvexHulls: maximumParts, resolution, concavity },
    )?.shape;
    const found = shape?.shapes ?? [shape];
    return found.flatMap((part) =>
      part?.vertices === undefined ? [] : [Float64Array.from(part.vertices, (x, i) => low[i % 3]! + size * x)],
    );
  };
}

/** What is used of the package: nothing of it is needed to compile. */
interface Rapier {
  init(): Promise<void>;
  readonly ColliderDesc: {
    convexDecomposition(
      vertices: Float32Array,
      triangles: Uint32Array,
      settings: { readonly maxConvexHulls: number; readonly resolution: number; readonly concavity: number },
    ): { readonly shape: RapierShape } | null;
  };
}

/** A compound shape, or one of the convex polyhedra in it. */
interface RapierShape {
  readonly shapes?: readonly RapierShape[];
  readonly vertices?: Float32Array;
}

function checkSetting(name: string, value: number, isPossible: boolean, hint: string): void {
  if (isPossible) return;
  throw new RattlebackError("E-OPTION-VALUE", `The option ${name} = ${String(value)} makes no sense.`, {
    path: `options.${name}`,
    hint,
    data: { [name]: value },
  });
}

function decomposerError(what: string, because: string, cause?: unknown): RattlebackError {
  return new RattlebackError("E-MESH-DECOMPOSER", `The mesh cannot be taken apart: ${what}.`, {
    path: "convexParts()",
    because,
    hint: "npm install @dimforge/rapier3d-compat, or give a function as the option decomposer",
    data: { cause: cause === undefined ? undefined : String(cause) },
  });
}
