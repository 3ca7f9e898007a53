/**
 * The picture of a robot of which nothing else can be drawn, since its file has no shapes or its meshes are missing: on each body, rods from its
 * origin to its joints.
 */
import { Capsule } from "../geometry/shapes/capsule.ts";
import { Sphere } from "../geometry/shapes/sphere.ts";
import type { ModelDefinition } from "../language/model.ts";
import * as elementary from "../math/elementary.ts";
import { Visual } from "../multibody/features/visual.ts";
import { Object3D } from "../multibody/object3D.ts";
import { VisualMaterial } from "../scene/visualMaterial.ts";
import type { Triple } from "./urdfRobot.ts";

/** Thickness of rods as part of the longest one, and that of robots without any. */
const thickness = 0.06;
const thicknessOfPoints = 0.05;
const material = VisualMaterial({ color: [190, 190, 190] });

/** `ends`: by the names of bodies in the model, places of their joints. */
export function stickFigure(ends: ReadonlyMap<string, readonly Triple[]>): Record<string, ModelDefinition> {
  const lengths = [...ends.values()].flatMap((places) => places.map((place) => elementary.norm(place)));
  const longest = Math.max(0, ...lengths);
  const diameter = longest === 0 ? thicknessOfPoints : thickness * longest;
  const parts: Record<string, ModelDefinition> = {};
  for (const [body, places] of ends) {
    parts[`${body}_knot`] = Object3D({
      parent: body,
      feature: Visual({ shape: Sphere({ diameter: 1.5 * diameter }), visualMaterial: material }),
    });
    places.forEach((place, k) => {
      const length = elementary.norm(place);
      if (length < diameter) return;
      parts[`${body}_stick${k + 1}`] = Object3D({
        parent: body,
        translation: place.map((x) => x / 2),
        rotation: cardanAlong(place),
        feature: Visual({ shape: Capsule({ axis: 3, diameter, length }), visualMaterial: material }),
      });
    });
  }
  return parts;
}

/** Cardan angles 1-2-3 that turn the axis z into a direction. */
function cardanAlong([x, y, z]: Triple): number[] {
  return [elementary.atan2(-y, z), elementary.atan2(x, elementary.hypot(y, z)), 0];
}
