/** The surface of a solid shape as triangles, for formats that do not know the shape. */

import type { SolidShape } from "../geometry/registry.ts";
import { Mesh } from "../geometry/shapes/mesh.ts";
import { drawShape } from "../scene/drawShape.ts";
import type { Surface } from "../scene/surface.ts";

/** Vertices that the picture has once per face are merged. */
export function drawnMesh(shape: SolidShape): Mesh {
  if (shape.kind === "Mesh") return shape;
  const [{ build, scale, offset }] = drawShape(shape) as [ReturnType<typeof drawShape>[number]];
  const { positions, indices } = build() as Surface; // solids are never drawn as lines
  const axis = (k: number): 0 | 1 | 2 => (k % 3) as 0 | 1 | 2;
  const vertices = Array.from(positions, (x, k) => x * scale[axis(k)] + offset[axis(k)]);
  return Mesh({ vertices, triangles: indices });
}
