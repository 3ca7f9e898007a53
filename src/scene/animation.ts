/**
 * A scene in motion: where each object is at each time, and the contacts between them. Plain data, like the scene itself.
 *
 *  1. Times never decrease; an event has two of them, before and after it.
 *  2. A pose is seven numbers x y z qx qy qz qw: r_WB_W and q_WB (unit, scalar last). Consecutive quaternions have a positive
 *     scalar product, so that components may be interpolated.
 *  3. An object that does not exist at a time has NaN there.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Vector3 } from "../geometry/vectors.ts";
import type { Scene3D } from "./scene3d.ts";

/** Numbers of a pose. */
export const poseSize = 7;

/** One place where two objects touch, in world axes. */
export interface ContactMark {
  /** Numbers of the objects in the scene. */
  readonly obj1: number;
  readonly obj2: number;
  readonly point: Vector3;
  /** Unit vector from obj1 to obj2. */
  readonly normal: Vector3;
  /** On obj2, N; obj1 gets the opposite. */
  readonly force: Vector3;
  /** Packed corners of the area of contact, in order; empty or missing for a contact in a point. */
  readonly patch?: ArrayLike<number>;
}

/** The contacts from `time` until the next entry. */
export interface ContactsAt {
  readonly time: number;
  readonly contacts: readonly ContactMark[];
}

export interface AnimationEvent {
  readonly time: number;
  /** In the words of the model: "h < 0 became true". */
  readonly cause: string;
  /** true when the structure of the model changed. */
  readonly isNewSegment: boolean;
}

export interface Animation {
  readonly scene: Scene3D;
  /** s */
  readonly time: Float64Array;
  /** One per object of the scene: 7 numbers per time. */
  readonly poses: readonly Float64Array[];
  /** Of objects that change their size: factors along their own axes, 3 per time. Absent, and undefined, for those that do not. */
  readonly scales?: readonly (Float64Array | undefined)[];
  /** Of the loads of the scene: 3 numbers per time, in the axes that the load has. Absent where the result does not have them. */
  readonly loads?: readonly Float64Array[];
  readonly events: readonly AnimationEvent[];
  /** By increasing time. */
  readonly contacts: readonly ContactsAt[];
}

/**
 * Gives the quaternions of poses `from` to `to` − 1 norm 1 and the sign of their predecessor; a pose with a number that is not
 * finite becomes missing as a whole.
 */
export function alignQuaternions(poses: Float64Array, from: number, to: number): void {
  for (let row = from; row < to; row++) {
    const k = poseSize * row;
    let norm = 0;
    let along = 0;
    for (let i = 3; i < poseSize; i++) {
      norm += poses[k + i]! ** 2;
      if (row > 0) along += poses[k + i]! * poses[k + i - poseSize]!;
    }
    // a predecessor that does not exist gives NaN, which is not below zero
    const scale = (along < 0 ? -1 : 1) / Math.sqrt(norm);
    if (!Number.isFinite(poses[k]! + poses[k + 1]! + poses[k + 2]! + scale)) poses.fill(Number.NaN, k, k + poseSize);
    else for (let i = 3; i < poseSize; i++) poses[k + i]! *= scale;
  }
}

/** Times are finite and never decrease; `previous` is the one before the first. */
export function checkTimes(time: ArrayLike<number>, previous = -Infinity): void {
  for (let k = 0; k < time.length; k++) {
    const before = k === 0 ? previous : time[k - 1]!;
    if (Number.isFinite(time[k]!) && time[k]! >= before) continue;
    throw sizeError(`time[${k}]`, `${time[k]} is not a number, or comes after ${before}`);
  }
}

export function sizeError(path: string, because: string): RattlebackError {
  return new RattlebackError("E-ANIMATION", "The numbers do not make an animation.", {
    path,
    because,
    hint: "times that never decrease, and for every object of the scene seven numbers per time: x y z qx qy qz qw",
  });
}
