/** The collision shapes of the objects of a model: one per object, or one per convex part of it. */

import type { CollisionShape } from "../contact/collisionShape.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { convexBody } from "../geometry/convexBody.ts";
import { polyhedralIntegrals } from "../geometry/polyhedralIntegrals.ts";
import { geometryOf, type SolidShape } from "../geometry/registry.ts";
import { hullVolumeRatio, type Mesh } from "../geometry/shapes/mesh.ts";
import type { GraphObject, ObjectGraph } from "./graph/objectGraph.ts";
import type { BodyTree } from "./graph/spanningTree.ts";

export interface ModelShapes {
  readonly shapes: readonly CollisionShape[];
  /** Number of the object of each shape. */
  readonly objectOf: Int32Array;
}

/** Objects stay the same over changes of structure, and so do their shapes. */
const knownCores = new WeakMap<GraphObject, readonly CollisionShape["core"][]>();

export function collisionShapes(graph: ObjectGraph, tree: BodyTree): ModelShapes {
  const shapes: CollisionShape[] = [];
  const objectOf: number[] = [];
  graph.objects.forEach((object, k) => {
    const { path, shape, collision } = object;
    if (collision?.model !== "convex") return;
    const solid = shape as SolidShape; // a Solid has no other shapes
    const geometry = geometryOf(solid);
    const { r, R } = tree.poses[k]!;
    const { parts, smoothingRadius } = collision;
    let cores = knownCores.get(object);
    if (cores === undefined) {
      cores = (parts ?? [solid]).map((part) => convexBody(part, { smoothingRadius }));
      knownCores.set(object, cores);
    }
    cores.forEach((core, i) => {
      objectOf.push(k);
      shapes.push({
        path: graph.prefix + (parts === undefined ? path : `${path}.part${i + 1}`),
        core,
        body: tree.bodyOf[k]!,
        position: r,
        rotation: R,
        material: collision.material,
        ...(collision.friction !== undefined && { friction: collision.friction }),
        contactRadius: collision.contactRadius > 0 ? collision.contactRadius : geometry.contactRadius(solid),
        isFlat: geometry.isFlat,
      });
    });
  });
  return { shapes, objectOf: Int32Array.from(objectOf) };
}

/** A hull that is larger than its mesh by less than this share is not worth a word. */
const smallExcess = 0.01;
const ratios = new WeakMap<Mesh, number>();

/** What users should know of concave meshes that collide as their hulls. */
export function hullWarnings(graph: ObjectGraph): string[] {
  const warnings: string[] = [];
  for (const { path, shape, collision } of graph.objects) {
    if (collision?.model !== "convex" || shape?.kind !== "Mesh") continue;
    const ratio = ratioOf(shape);
    if (ratio < 1 + smallExcess) continue;
    const { parts } = collision;
    if (parts !== undefined) {
      const volume = parts.reduce((sum, part) => sum + volumeOf(part), 0) / volumeOf(shape);
      if (volume > (1 - smallExcess) * ratio)
        warnings.push(
          `W-CONTACT-HULL  "${graph.prefix + path}" collides as ${parts.length === 1 ? "one convex part" : `${parts.length} convex parts`} of ${volume.toFixed(2)} times the volume of the mesh, its convex hull has ${ratio.toFixed(2)} times: dividing it gained nothing. A larger resolution or maximumParts of convexParts divides it further, contactModel: "polygonal" takes the surface as it is.`,
        );
      continue;
    }
    warnings.push(
      `W-CONTACT-HULL  "${graph.prefix + path}" collides as its convex hull, which is ${ratio.toFixed(2)} times as large as the mesh. Solid({ convexParts: await convexParts(mesh) }) divides it, contactModel: "polygonal" takes the surface as it is.`,
    );
  }
  return warnings;
}

const volumeOf = ({ vertices, triangles }: Mesh): number => polyhedralIntegrals(vertices, triangles).volume;

/** Of meshes without a volume. */
const surfaceCodes = ["E-MESH-OPEN", "E-MESH-INVERTED"];

/** Volume of the hull / volume of the mesh; 1 for surfaces that enclose none. */
function ratioOf(mesh: Mesh): number {
  let ratio = ratios.get(mesh);
  if (ratio === undefined) {
    try {
      ratio = hullVolumeRatio(mesh);
    } catch (error) {
      if (!(error instanceof RattlebackError && surfaceCodes.includes(error.code))) throw error;
      ratio = 1;
    }
    ratios.set(mesh, ratio);
  }
  return ratio;
}
