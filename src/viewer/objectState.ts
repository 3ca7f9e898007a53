/** What is known about an object at a time. */
import type { Vector3 } from "../geometry/vectors.ts";
import type { Animation, ContactMark } from "../scene/animation.ts";
import { contactsAt } from "../scene/contactsAt.ts";
import { poseAt, type Velocity, velocityAt } from "../scene/poseAt.ts";

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
  const { obj1, obj2, point, force } = mark;
  if (object !== obj1 && object !== obj2) return [];
  const isB = object === obj2;
  const other = scene.objects[isB ? obj1 : obj2]!.path;
  return [{ with: other, point, force: isB ? force : [-force[0], -force[1], -force[2]] }];
}
