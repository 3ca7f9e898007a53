/**
 * Contacts of solids with `contactModel: "polygonal"`: each of them with everything that collides, as surfaces of triangles.
 *
 * Law      Both bodies are elastic layers of half the depth of their smallest extent, so that
 *          c_i = k_red·(1 − ν)/((1 + ν)·(1 − 2·ν))·E/b_i,   b_i = contact radius;  ν at most 0.45
 *          friction and restitution from the pair material.
 */
import type { CollisionShape } from "../contact/collisionShape.ts";
import type { ContactMaterials } from "../contact/contactMaterials.ts";
import { PolygonalContact } from "../contact/polygonal/polygonalContact.ts";
import { polygonalLaw } from "../contact/polygonal/polygonalLaw.ts";
import { makeSurface } from "../contact/polygonal/surface.ts";
import { type NumberedPair, type SurfacePair, surfacePairs } from "../contact/polygonal/surfacePair.ts";
import { convexBody } from "../geometry/convexBody.ts";
import { geometryOf, type SolidShape } from "../geometry/registry.ts";
import { Mesh } from "../geometry/shapes/mesh.ts";
import { tessellate } from "../geometry/tessellate.ts";
import type { ObjectGraph } from "./graph/objectGraph.ts";
import type { BodyTree } from "./graph/spanningTree.ts";
import { surfaceWarnings } from "./surfaceWarnings.ts";

/** Triangles around shapes that are no meshes. */
const segments = 32;
/** Deepest penetration that is looked for, as part of the smaller contact radius. */
const deepest = 0.5;
const largestPoissonsRatio = 0.45;

/** Of a model in which some solid is polygonal. */
export function polygonalPairs(
  graph: ObjectGraph,
  tree: BodyTree,
  excluded: BodyTree["excluded"],
  materials: ContactMaterials,
  reduction: number,
): { readonly pairs: readonly SurfacePair[]; readonly warnings: readonly string[] } {
  const colliding = graph.objects.flatMap(({ collision }, k) => (collision === undefined ? [] : [k]));
  const shapes = colliding.map((k) => collisionShape(graph, tree, k));
  const isExcluded = (a: number, b: number) =>
    a === b || excluded.some(([p, q]) => (p === a && q === b) || (p === b && q === a));
  const pairs: NumberedPair[] = [];
  const warnings: string[] = [];
  const touching = new Set<number>();
  for (let a = 0; a < shapes.length; a++) {
    for (let b = a + 1; b < shapes.length; b++) {
      const [first, second] = [graph.objects[colliding[a]!]!, graph.objects[colliding[b]!]!];
      if (first.collision!.model !== "polygonal" && second.collision!.model !== "polygonal") continue;
      if (isExcluded(shapes[a]!.body, shapes[b]!.body)) continue;
      const contact = makeContact(
        shapes[a]!,
        meshOf(first.shape),
        shapes[b]!,
        meshOf(second.shape),
        materials,
        reduction,
      );
      if (contact === undefined) continue;
      pairs.push({ a, b, contact });
      touching.add(a).add(b);
      const material = materials.pair(shapes[a]!.material, shapes[b]!.material);
      if (material?.kind === "ElasticContactPairMaterial" && material.stiction !== undefined)
        warnings.push(
          `W-CONTACT-STICTION  "${shapes[a]!.path}" and "${shapes[b]!.path}" touch by polygons: their friction is smoothed, and stiction of their materials has no effect. contactModel: "convex", with convexParts for hollows, has it.`,
        );
    }
  }
  for (const k of touching) {
    const { shape } = graph.objects[colliding[k]!]!;
    if (shape?.kind === "Mesh") warnings.push(...surfaceWarnings(shapes[k]!.path, shape));
  }
  return { pairs: surfacePairs(shapes, pairs), warnings };
}

function collisionShape(graph: ObjectGraph, tree: BodyTree, k: number): CollisionShape {
  const { path, shape, collision } = graph.objects[k]!;
  const solid = shape as SolidShape; // a Solid has no other shapes
  const { r, R } = tree.poses[k]!;
  return {
    path: graph.prefix + path,
    core: convexBody(solid),
    body: tree.bodyOf[k]!,
    position: r,
    rotation: R,
    material: collision!.material,
    ...(collision!.friction !== undefined && { friction: collision!.friction }),
    contactRadius: collision!.contactRadius > 0 ? collision!.contactRadius : geometryOf(solid).contactRadius(solid),
    isFlat: false,
  };
}

function meshOf(shape: ObjectGraph["objects"][number]["shape"]): Mesh {
  const solid = shape as SolidShape; // a Solid has no other shapes
  return solid.kind === "Mesh" ? solid : Mesh(tessellate(solid, segments));
}

function makeContact(
  A: CollisionShape,
  meshA: Mesh,
  B: CollisionShape,
  meshB: Mesh,
  materials: ContactMaterials,
  reduction: number,
): PolygonalContact | undefined {
  const pair = materials.between(A, B);
  if (pair === undefined) throw materials.missingPair(A.path, A.material, B.path, B.material);
  if (pair.kind !== "ElasticContactPairMaterial") return undefined;
  const [first, second] = [
    materials.elasticConstants(A.material, A.path),
    materials.elasticConstants(B.material, B.path),
  ];
  const law = polygonalLaw({
    maxPenetration: deepest * Math.min(A.contactRadius, B.contactRadius),
    bodyE_YoungsModulus: reduction * first.YoungsModulus,
    bodyE_PoissonsRatio: Math.min(first.PoissonsRatio, largestPoissonsRatio),
    bodyE_LayerDepth: A.contactRadius,
    bodyF_YoungsModulus: reduction * second.YoungsModulus,
    bodyF_PoissonsRatio: Math.min(second.PoissonsRatio, largestPoissonsRatio),
    bodyF_LayerDepth: B.contactRadius,
    frictionCoefficient: pair.slidingFrictionCoefficient,
    frictionRegularizationVelocity: pair.vsmall,
  });
  const e = pair.coefficientOfRestitution;
  const [E, F] = [meshA, meshB].map((mesh) => makeSurface(mesh, law.maxPenetration));
  return new PolygonalContact(E!, F!, { ...law, loss: (1 - e * e) / (1 + e * e) });
}
