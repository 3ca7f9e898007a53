/** Which object is under a point of the canvas, and what is known about it. */
import { Raycaster, Vector2 } from "three";
import type { Vector3 } from "../geometry/vectors.ts";
import type { Animation, ContactMark } from "../scene/animation.ts";
import { poseAt, type Velocity, velocityAt } from "../scene/poseAt.ts";
import type { ObjectBatches } from "./objectBatches.ts";
import { contactsAt } from "./overlays.ts";
import type { Stage } from "./stage.ts";

/** An object at a time. */
export interface ObjectState {
  readonly path: string;
  readonly time: number;
  /** In the world, m; undefined when the object does not exist at the time. */
  readonly position: Vector3 | undefined;
  /** q_WB, scalar last. */
  readonly quaternion: readonly [number, number, number, number] | undefined;
  /** From the recorded poses; undefined when there are not enough of them. */
  readonly velocity: Velocity | undefined;
  /** Contacts of the object at the time. */
  readonly contacts: readonly ObjectContact[];
}

export interface ObjectContact {
  /** Path of the other object. */
  readonly with: string;
  readonly point: Vector3;
  /** On the object, N, in world axes. */
  readonly force: Vector3;
}

export interface PickedObject extends ObjectState {
  /** Where the object was hit, in the world. */
  readonly point: Vector3;
}

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

export function stateOf(animation: Animation, object: number, time: number): ObjectState {
  const pose = poseAt(animation, object, time);
  const marks = contactsAt(animation.contacts, time);
  return {
    path: animation.scene.objects[object]!.path,
    time,
    position: pose && [pose[0]!, pose[1]!, pose[2]!],
    quaternion: pose && [pose[3]!, pose[4]!, pose[5]!, pose[6]!],
    velocity: velocityAt(animation, object, time),
    contacts: marks.flatMap((mark) => contactOf(animation, mark, object)),
  };
}

function contactOf({ scene }: Animation, mark: ContactMark, object: number): ObjectContact[] {
  const { objectA, objectB, point, force } = mark;
  if (object !== objectA && object !== objectB) return [];
  const isB = object === objectB;
  const other = scene.objects[isB ? objectA : objectB]!.path;
  return [{ with: other, point, force: isB ? force : [-force[0], -force[1], -force[2]] }];
}
