/**
 * Wires: where a joint holds a body beside all of its shapes, something must be between them. A line from the joint to the nearest shape
 * of the body shows it; the ball of a pendulum does not float.
 */
import { type Animation, poseSize } from "./animation.ts";
import type { BoundingBox } from "./bounds.ts";
import type { SceneLink } from "./scene3d.ts";

/** Parts of the size of the scene by which a joint may miss a shape. */
const tolerance = 1e-3;

/** By the first poses of the animation; `boxes` in the axes of the objects. What belongs to the world has none. */
export function wiresOf({ scene, poses }: Animation, boxes: readonly (BoundingBox | undefined)[]): SceneLink[] {
  const { joints, carriers = [], objects, nominalLength } = scene;
  if (carriers.length !== objects.length) return [];
  const shapesOf = new Map<number, number[]>();
  carriers.forEach((carrier, object) => {
    if (carrier < 0 || boxes[object] === undefined || !(poses[object]!.length >= poseSize)) return;
    if (!shapesOf.has(carrier)) shapesOf.set(carrier, []);
    shapesOf.get(carrier)!.push(object);
  });
  const wires: SceneLink[] = [];
  for (const { path, object, object2 = object } of joints)
    for (const end of new Set([object, object2])) {
      const shapes = shapesOf.get(carriers[end]!) ?? [];
      if (shapes.length === 0 || !(poses[end]!.length >= poseSize)) continue;
      const distances = shapes.map((shape) => distanceTo(boxes[shape]!, poses[shape]!, poses[end]!));
      const nearest = Math.min(...distances);
      if (nearest > tolerance * nominalLength)
        wires.push({ path, kind: "wire", object1: end, object2: shapes[distances.indexOf(nearest)]! });
    }
  return wires;
}

/** From a box that is turned and moved to the origin of another pose. */
function distanceTo({ low, high }: BoundingBox, box: ArrayLike<number>, point: ArrayLike<number>): number {
  const [x, y, z, w] = [box[3]!, box[4]!, box[5]!, box[6]!];
  const d = [0, 1, 2].map((i) => point[i]! - box[i]!);
  // into the axes of the box: by the conjugate quaternion
  const a = z * d[1]! - y * d[2]! + w * d[0]!;
  const b = x * d[2]! - z * d[0]! + w * d[1]!;
  const c = y * d[0]! - x * d[1]! + w * d[2]!;
  const inside = [d[0]! + 2 * (z * b - y * c), d[1]! + 2 * (x * c - z * a), d[2]! + 2 * (y * a - x * b)];
  const out = inside.map((value, i) => Math.max(low[i]! - value, 0, value - high[i]!));
  return Math.hypot(...out);
}
