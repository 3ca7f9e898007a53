/** What an MJCF file says, as data: lengths in metres, angles in radians, masses in kilograms. */

import type { Pose } from "../multibody/graph/pose.ts";
import type { Triple } from "../urdf/urdfRobot.ts";
import type { MeshInertia } from "./meshMass.ts";

export interface MjcfJoint {
  readonly name: string;
  readonly type: "hinge" | "slide" | "ball";
  /** In the frame of the body. */
  readonly pos: Triple;
  readonly axis: Triple;
  readonly range: readonly [number, number] | undefined;
  /** Value of the coordinate in the position in which the file shows the body. */
  readonly ref: number;
  readonly stiffness: number;
  readonly springRef: number;
  readonly damping: number;
  readonly armature: number;
  readonly friction: number;
  readonly line: number;
}

export const geomTypes = [
  "plane",
  "sphere",
  "capsule",
  "ellipsoid",
  "cylinder",
  "box",
  "mesh",
  "hfield",
  "sdf",
] as const;

export interface MjcfGeom {
  readonly name: string | undefined;
  readonly type: (typeof geomTypes)[number];
  readonly pose: Pose;
  readonly size: readonly number[];
  readonly mesh: string | undefined;
  readonly mass: number | undefined;
  readonly density: number;
  /** The mass is in the surface. */
  readonly isShell: boolean;
  readonly group: number;
  readonly colour: readonly [number, number, number, number];
  readonly collides: boolean;
  readonly line: number;
}

export interface MjcfInertial {
  readonly pose: Pose;
  readonly mass: number;
  /** Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the centre of mass, in the axes of the pose. */
  readonly inertia: readonly number[];
}

export interface MjcfSite {
  readonly name: string;
  readonly pose: Pose;
}

export interface MjcfBody {
  readonly name: string;
  readonly pose: Pose;
  readonly isFree: boolean;
  readonly freeName: string | undefined;
  /** Damping of its free joint, along and about all axes. */
  readonly freeDamping: number;
  readonly joints: readonly MjcfJoint[];
  readonly inertial: MjcfInertial | undefined;
  /** The share of its weight that is held by itself. */
  readonly weightHeld: number;
  readonly geoms: readonly MjcfGeom[];
  readonly sites: readonly MjcfSite[];
  readonly bodies: readonly MjcfBody[];
  readonly line: number;
}

export interface MjcfMesh {
  readonly file: string | undefined;
  /** How it is weighed. */
  readonly inertia: MeshInertia;
  readonly scale: Triple;
  /** Frame in which the corners are meant. */
  readonly reference: Pose;
  /** Corners written in the file itself, three numbers each; their hull is meant where there are no faces. */
  readonly vertices: readonly number[];
  readonly faces: readonly number[];
}

/** length = Σ coefficient·q */
export interface MjcfTendon {
  readonly name: string;
  readonly joints: readonly { readonly joint: string; readonly coefficient: number }[];
  /** The two ends of one that is straight between sites. */
  readonly sites: readonly [string, string] | undefined;
  readonly stiffness: number;
  readonly damping: number;
  /** The lengths between which the spring is slack; undefined: that in the position in which the springs of all joints rest. */
  readonly restLengths: readonly [number, number] | undefined;
  readonly line: number;
}

/** force = (gain₀ + gain₁·length + gain₂·velocity)·ctrl + bias₀ + bias₁·length + bias₂·velocity, on gear·q of a joint or tendon. */
export interface MjcfActuator {
  readonly name: string;
  readonly joint: string | undefined;
  readonly tendon: string | undefined;
  readonly gear: number;
  readonly gain: Triple;
  readonly bias: Triple;
  readonly controlRange: readonly [number, number] | undefined;
  readonly forceRange: readonly [number, number] | undefined;
  readonly line: number;
}

export type MjcfEquality =
  | {
      readonly kind: "connect";
      readonly name: string;
      readonly body1: string;
      readonly body2: string;
      readonly anchor: Triple;
    }
  | {
      readonly kind: "connectSites" | "weldSites";
      readonly name: string;
      readonly site1: string;
      readonly site2: string;
    }
  | {
      readonly kind: "weld";
      readonly name: string;
      readonly body1: string;
      readonly body2: string;
      readonly relative: Pose | undefined;
    }
  | {
      readonly kind: "joint";
      readonly name: string;
      readonly joint1: string;
      readonly joint2: string;
      readonly offset: number;
      readonly factor: number;
    };

export interface MjcfKeyframe {
  readonly name: string;
  readonly time: number;
  readonly position: readonly number[] | undefined;
  readonly velocity: readonly number[] | undefined;
  readonly control: readonly number[] | undefined;
}

/** Limits that <compiler> sets: kg, kg·m². */
export interface MassRules {
  readonly smallestMass: number;
  readonly smallestInertia: number;
  readonly isBalanced: boolean;
  readonly totalMass: number | undefined;
}

export interface MjcfModel {
  readonly name: string;
  readonly gravity: Triple;
  readonly inertiaFromGeoms: "auto" | "true" | "false";
  /** Groups of geoms that have mass. */
  readonly massGroups: readonly [number, number];
  readonly massRules: MassRules;
  readonly world: MjcfBody;
  readonly meshes: ReadonlyMap<string, MjcfMesh>;
  readonly tendons: readonly MjcfTendon[];
  readonly actuators: readonly MjcfActuator[];
  readonly equalities: readonly MjcfEquality[];
  readonly exclusions: readonly (readonly [string, string])[];
  readonly keyframes: readonly MjcfKeyframe[];
  /** What the file says and nothing uses: one line per cause. */
  readonly ignored: readonly string[];
}
