/**
 * What a model in space knows about a kind of joint: one file per kind beside this one, a line in `jointKinds.ts`, and no other file
 * names it. A joint places obj2 relative to obj1.
 */
import type { JointDescription } from "../../../mechanics/mechanismDescription.ts";
import type { JointKind as DrawnKind } from "../../../scene/scene3d.ts";
import type { RelativeMotion } from "../../run/relativeMotion.ts";

export interface JointCoordinate {
  /** Name of position and velocity in the model and in results. */
  readonly position: string;
  readonly velocity: string;
  readonly isAngle: boolean;
}

/** A name, how many numbers it has (0: it is a number itself), and their unit. */
export interface NamedValue {
  readonly name: string;
  readonly size: number;
  readonly unit: string;
}

/** q and v of a joint in the kernel, in its order. */
export interface KernelCoordinates {
  readonly q: readonly number[];
  readonly v: readonly number[];
}

/** Start values as a model gives them, on the way from obj1 to obj2. */
export interface GivenStart {
  readonly position: readonly number[];
  readonly velocity: readonly number[];
}

/** The motion of obj2 relative to obj1, seen along the axes of the joint. */
export interface JointSight {
  readonly relative: RelativeMotion;
  /** Unit vectors in axes of obj1: n along the axis, e1 along what of the second axis is normal to it, e2 = n × e1. */
  readonly n: Float64Array;
  readonly e1: Float64Array;
  readonly e2: Float64Array;
  /** The second axis as it was given, of length 1. */
  readonly secondAxis: Float64Array;
  /** An angle as number `which` of the joint, without jumps by 2π since the last time. */
  continued(which: number, angle: number): number;
}

type Axes = Pick<JointDescription, "axis" | "secondAxis">;
type Vector = readonly number[];

export interface JointTraits {
  /** Coordinates that are numbers, in the order of the model; joints with an orientation have none. */
  readonly coordinates: readonly JointCoordinate[];
  /** Results, in the order in which `observe` writes them. */
  readonly results: readonly NamedValue[];
  /** States in the order of q and of v. */
  readonly states: { readonly position: readonly NamedValue[]; readonly velocity: readonly NamedValue[] };
  /** Results from the motion of the frames, for joints that close loops and for orientations. */
  observe(sight: JointSight, out: Float64Array, k: number): void;
  /** The direction in axes of obj1 that a coordinate turns about or moves along. */
  direction(sight: Pick<JointSight, "n" | "e1" | "e2">, coordinate: number): Float64Array;
  /** n ← the direction of an effort that has power with this coordinate only; n2 is the second axis on obj2, where it is now. */
  readonly separate?: (n: Float64Array, n2: Float64Array, coordinate: number) => void;
  /** q and v at the start; from obj2 to obj1 where the tree runs through the joint backwards. */
  start(given: GivenStart, isReversed: boolean): KernelCoordinates;
  /** Where the tree runs through the joint from obj2 to obj1. */
  readonly backwards: BackwardsJoint;
  /** Axes in the kernel. */
  axes(axis: Vector, secondAxis: Vector | undefined, isReversed: boolean): Axes;
  /** Of joints with an orientation. */
  readonly orientation?: OrientationTraits;
  readonly drawnAs: DrawnKind;
}

export interface BackwardsJoint {
  /** Coordinates are the same numbers, perhaps in another order. */
  readonly keepsCoordinates: boolean;
  /** Number and sign of a coordinate in the kernel; undefined where it is none of them alone. */
  place(coordinate: number): { readonly coordinate: number; readonly sign: number } | undefined;
  /** q and v of the inverse motion. */
  convert(coordinates: KernelCoordinates): KernelCoordinates;
}

/** A pose, or an orientation alone, as a quaternion. */
export interface OrientationTraits {
  /** Vectors of the model that hold the start: their names. */
  readonly positions: readonly string[];
  readonly velocities: readonly string[];
  /** Results bear the name of obj2, which the joint leaves free. */
  readonly isNamedAfterObject: boolean;
  /** Position, quaternion, velocity and angular velocity in axes of the second frame as coordinates. */
  coordinates(r: Vector, quaternion: Vector, v: Vector, w: Vector): KernelCoordinates;
}
