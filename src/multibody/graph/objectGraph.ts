/**
 * The objects of a run and what connects them, with numbers: what the user wrote, not yet a mechanism. Changes of structure
 * during a run change this graph; the mechanism is rebuilt from it.
 */

import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Shape } from "../../geometry/registry.ts";
import type { Mesh } from "../../geometry/shapes/mesh.ts";
import type { GravityField } from "../../mechanics/mechanismDescription.ts";
import type { VisualMaterial } from "../../scene/visualMaterial.ts";
import type { Mass } from "../features/massProperties.ts";
import type { MovingJointKind } from "../joints/jointKinds.ts";
import type { SolidMaterialPalette } from "../materials/solidMaterial.ts";
import type { Pose } from "./pose.ts";

export interface CollisionProperties {
  readonly material: string;
  readonly friction?: number;
  readonly smoothingRadius: number;
  /** In place of the path of the object. */
  readonly name?: string;
  /** 0: from the shape. */
  readonly contactRadius: number;
  readonly model: "convex" | "polygonal";
  /** Convex parts that collide in place of the shape. */
  readonly parts?: readonly Mesh[];
}

export interface GraphObject {
  /** Relative to the Model3D. */
  readonly path: string;
  readonly isWorld: boolean;
  readonly mass: Mass | undefined;
  readonly shape: Shape | undefined;
  /** undefined: not drawn. */
  readonly visualMaterial: VisualMaterial | undefined;
  readonly isSolid: boolean;
  readonly collision: CollisionProperties | undefined;
  readonly isLockable: boolean;
  readonly isAssemblyRoot: boolean;
  /** Deleted during the run. */
  readonly isGone?: boolean;
}

/** Rigid connection: `child` at `pose` in `parent`. */
export interface RigidEdge {
  readonly parent: number;
  readonly child: number;
  readonly pose: Pose;
  /** Of the object with a parent, or of the Fix. */
  readonly path: string;
  /** Made by an action, which another action may undo. */
  readonly isLock?: boolean;
  /** In place of a joint that an action locked. */
  readonly isLockedJoint?: boolean;
}

/** Position and velocity of the coordinates at the start. */
export interface JointStart {
  /** Numbers in the order of the coordinates; for joints with an orientation translation and Cardan angles. */
  readonly position: readonly number[];
  /** Likewise; angular velocities in axes of object1. */
  readonly velocity: readonly number[];
  /** Which of them must hold when a loop is closed. */
  readonly isPositionFixed: readonly boolean[];
  readonly isVelocityFixed: readonly boolean[];
  /** Which shall hold if that is possible. */
  readonly isPositionPreferred?: readonly boolean[];
  readonly isVelocityPreferred?: readonly boolean[];
}

/**
 * How a joint with flange and the equations share the work:
 *
 *     coupled    coordinates are variables of the equations; tau = M·a + h
 *     early      coordinates are variables of the equations; tau is known before the accelerations are
 *     loaded     coordinates are variables of the equations; tau = base + slope·a of this joint alone, with both known before
 *     switched   the same piece by piece, as with dry friction: a = a₀ + a₁·x, tau = t₀ + t₁·x; x is computed
 *     observed   on a closed loop: coordinates follow from the independent ones of the loop; a = W·tau + b
 *     measured   the same, and tau is known before the accelerations are
 */
export type FlangeRole = "coupled" | "early" | "loaded" | "switched" | "observed" | "measured";

export interface GraphJoint {
  /** Relative to the Model3D. */
  readonly path: string;
  /** Prefix of its signals: its own path, that of the object for free objects. */
  readonly name: string;
  readonly kind: MovingJointKind;
  readonly object1: number;
  readonly object2: number;
  /** In axes of object1. */
  readonly axis: readonly number[];
  readonly secondAxis: readonly number[] | undefined;
  /** m/rad */
  readonly pitch: number;
  readonly hasFlange: boolean;
  readonly role?: FlangeRole;
  /** With flange: actions may lock it. */
  readonly isLockable?: boolean;
  readonly canCollide: boolean;
  /** A coupling names it: it must be in the tree. */
  readonly isCoupled?: boolean;
  readonly start: JointStart;
}

/** The origins of two objects keep their distance. */
export interface GraphRod {
  readonly path: string;
  readonly object1: number;
  readonly object2: number;
  /** m */
  readonly length: number;
}

/** A wheel about the origin of object2 rolls on the plane through the origin of object1. */
export interface GraphRolling {
  readonly path: string;
  readonly object1: number;
  readonly object2: number;
  /** Of the plane, in axes of object1. */
  readonly normal: readonly number[];
  /** Of the wheel, in axes of object2. */
  readonly axis: readonly number[];
  /** m */
  readonly radius: number;
  readonly rimRadius: number;
}

/** Σ factor·coordinate = offset. */
export interface GraphCoupling {
  readonly path: string;
  /** Paths of joints, and places among their coordinates. */
  readonly terms: readonly { readonly joint: string; readonly coordinate: number; readonly factor: number }[];
  readonly offset: number;
  readonly isLength: boolean;
}

export interface ObjectGraph {
  /** Prefix of full paths. */
  readonly prefix: string;
  readonly objects: readonly GraphObject[];
  readonly rigid: readonly RigidEdge[];
  readonly joints: readonly GraphJoint[];
  readonly rods: readonly GraphRod[];
  readonly rollings: readonly GraphRolling[];
  readonly couplings: readonly GraphCoupling[];
  readonly world: number;
  readonly gravity: GravityField;
  readonly solidMaterials: SolidMaterialPalette;
}

/** The object with the Scene; there is exactly one. */
export function findWorld(objects: readonly GraphObject[], full: (path: string) => string, owner: string): number {
  const worlds = objects.flatMap((object, k) => (object.isWorld ? [k] : []));
  if (worlds.length === 1) return worlds[0]!;
  const names = worlds.map((k) => full(objects[k]!.path));
  throw new RattlebackError(
    "E-SCENE-COUNT",
    worlds.length === 0
      ? "No object of the model has a Scene."
      : `${worlds.length} objects have a Scene: ${names.join(", ")}.`,
    {
      path: owner === "" ? "Model3D" : owner,
      because: "exactly one object is the world",
      hint: "world: Object3D({ feature: Scene() })",
      data: { names },
    },
  );
}

export function selfJoint(path: string, object: string): RattlebackError {
  return new RattlebackError("E-JOINT-SELF", `The joint "${path}" connects "${object}" with itself.`, {
    path,
    because: "obj1 and obj2 are the same object, or rigidly connected",
    hint: "two objects that can move relative to each other",
    data: { object },
  });
}
