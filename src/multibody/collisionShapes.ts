/** The collision shapes of the objects of a model: one per object, or one per convex part of it. */

import type { CollisionShape } from "../contact/collisionShape.ts";
import { convexBody } from "../geometry/convexBody.ts";
import { type HullExcess, hullExcess } from "../geometry/hullExcess.ts";
import { polyhedralIntegrals } from "../geometry/polyhedralIntegrals.ts";
import { geometryOf, type SolidShape } from "../geometry/registry.ts";
import type { Mesh } from "../geometry/shapes/mesh.ts";
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
    const { parts, smoothingRadius, name = graph.prefix + path } = collision;
    let cores = knownCores.get(object);
    if (cores === undefined) {
      cores = (parts ?? [solid]).map((part) => convexBody(part, { smoothingRadius }));
      knownCores.set(object, cores);
    }
    cores.forEach((core, i) => {
      objectOf.push(k);
      shapes.push({
        path: parts === undefined ? name : `${name}.part${i + 1}`,
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
/** Above this, a number says nothing more. */
const largeExcess = 100;
const excesses = new WeakMap<Mesh, HullExcess>();

/** What users should know of concave meshes that collide as their hulls. */
export function hullWarnings(graph: ObjectGraph): string[] {
  const warnings: string[] = [];
  for (const { path, shape, collision } of graph.objects) {
    if (collision?.model !== "convex" || shape?.kind !== "Mesh") continue;
    const { name = graph.prefix + path } = collision;
    const { ratio, isSolid } = excessOf(shape);
    if (ratio < 1 + smallExcess) continue;
    if (!isSolid) {
      if (collision.parts !== undefined) continue;
      const size = ratio > largeExcess ? `more than ${largeExcess}` : `about ${ratio.toFixed(2)}`;
      warnings.push(
        `W-CONTACT-HULL  "${name}" collides as its convex hull, which is ${size} times as large as what the mesh encloses: its surface has holes, or faces that look inwards. Where these are mended, Solid({ convexParts: await convexParts(mesh) }) divides it.`,
      );
      continue;
    }
    const { parts } = collision;
    if (parts !== undefined) {
      const volume = parts.reduce((sum, part) => sum + volumeOf(part), 0) / volumeOf(shape);
      if (volume > (1 - smallExcess) * ratio)
        warnings.push(
          `W-CONTACT-HULL  "${name}" collides as ${parts.length === 1 ? "one convex part" : `${parts.length} convex parts`} of ${volume.toFixed(2)} times the volume of the mesh, its convex hull has ${ratio.toFixed(2)} times: dividing it gained nothing. A larger resolution or maximumParts of convexParts divides it further, contactModel: "polygonal" takes the surface as it is.`,
        );
      continue;
    }
    warnings.push(
      `W-CONTACT-HULL  "${name}" collides as its convex hull, which is ${ratio.toFixed(2)} times as large as the mesh. Solid({ convexParts: await convexParts(mesh) }) divides it, contactModel: "polygonal" takes the surface as it is.`,
    );
  }
  return warnings;
}

const volumeOf = ({ vertices, triangles }: Mesh): number => polyhedralIntegrals(vertices, triangles).volume;

function excessOf(mesh: Mesh): HullExcess {
  let excess = excesses.get(mesh);
  if (excess === undefined) {
    excess = hullExcess(mesh);
    excesses.set(mesh, excess);
  }
  return excess;
}
