/** Contacts as objects of the scene, for files that know objects alone: balls that come, move and go. */
import { Sphere } from "../geometry/shapes/sphere.ts";
import { type Animation, poseSize } from "./animation.ts";
import { sceneBoxes } from "./bounds.ts";
import { contactsAt } from "./contactsAt.ts";
import { helperSizes } from "./helperSizes.ts";
import { sceneObject } from "./scene3d.ts";
import { VisualMaterial } from "./visualMaterial.ts";

/** The same animation with a red ball at every contact; as many balls as there are contacts at once. */
export function withContactMarkers(animation: Animation): Animation {
  const { scene, time, poses, contacts } = animation;
  const marks = Array.from(time, (t) => contactsAt(contacts, t));
  const count = Math.max(0, ...marks.map(({ length }) => length));
  const { contactDiameter } = helperSizes(scene, sceneBoxes(scene), 0);
  const shape = Sphere({ diameter: contactDiameter });
  const material = VisualMaterial({ color: [255, 0, 0], reflectsLight: false, shadowMask: "NoShadows" });
  const names = Array.from({ length: count }, (_, k) => `contact ${k + 1}`);
  const balls = names.map((name) => sceneObject(name, shape, { material, isSolid: false }));
  const paths = names.map((_, k) => {
    const values = new Float64Array(poseSize * time.length).fill(Number.NaN);
    marks.forEach((now, row) => {
      if (now[k] !== undefined) values.set([...now[k].point, 0, 0, 0, 1], poseSize * row);
    });
    return values;
  });
  return { ...animation, scene: { ...scene, objects: [...scene.objects, ...balls] }, poses: [...poses, ...paths] };
}
