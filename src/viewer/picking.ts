/** Which object is under a point of the canvas. */
import { Raycaster, Vector2 } from "three";
import type { Vector3 } from "../geometry/vectors.ts";
import type { ObjectBatches } from "./objectBatches.ts";
import type { Stage } from "./stage.ts";

/** The foremost object at a point of the canvas, in pixels of the page from its upper left corner. */
export function hitObject(
  stage: Stage,
  batches: ObjectBatches,
  x: number,
  y: number,
): { readonly object: number; readonly point: Vector3 } | undefined {
  const { clientWidth, clientHeight } = stage.renderer.domElement;
  const place = new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight);
  const caster = new Raycaster();
  caster.setFromCamera(place, stage.camera);
  for (const mesh of batches.meshes) mesh.boundingSphere = null; // of other poses
  for (const { object: mesh, instanceId, point } of caster.intersectObjects([...batches.meshes], false)) {
    const object = batches.objectOf(mesh, instanceId ?? -1);
    if (object !== undefined) return { object, point: [point.x, point.y, point.z] };
  }
  return undefined;
}
