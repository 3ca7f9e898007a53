/** What a URDF file says, as data: lengths in metres, angles in radians, masses in kilograms. */

export type Triple = readonly [number, number, number];

/** A frame in its parent: translation, and roll, pitch, yaw about the fixed axes x, y, z of the parent. */
export interface UrdfOrigin {
  readonly xyz: Triple;
  readonly rpy: Triple;
}

export type UrdfGeometry =
  | { readonly kind: "box"; readonly size: Triple }
  | { readonly kind: "cylinder" | "capsule"; readonly radius: number; readonly length: number }
  | { readonly kind: "sphere"; readonly radius: number }
  | { readonly kind: "ellipsoid"; readonly radii: Triple }
  | { readonly kind: "mesh"; readonly filename: string; readonly scale: Triple };

export interface UrdfInertial {
  readonly origin: UrdfOrigin;
  readonly mass: number;
  /** Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the centre of mass, in the axes of the origin. */
  readonly inertia: readonly [number, number, number, number, number, number];
}

/** Red, green, blue, alpha from 0 to 1. */
export type UrdfColour = readonly [number, number, number, number];

export interface UrdfShape {
  readonly name: string | undefined;
  readonly origin: UrdfOrigin;
  readonly geometry: UrdfGeometry;
  readonly colour: UrdfColour | undefined;
  readonly line: number;
}

export interface UrdfLink {
  readonly name: string;
  readonly inertial: UrdfInertial | undefined;
  readonly visuals: readonly UrdfShape[];
  readonly collisions: readonly UrdfShape[];
  /** Where a link stands that no joint leads to; absent: where the robot stands. */
  readonly start?: { readonly origin: UrdfOrigin; readonly isFree: boolean };
  readonly line: number;
}

export const urdfJointTypes = [
  "revolute",
  "continuous",
  "prismatic",
  "fixed",
  "floating",
  "planar",
  "spherical",
] as const;

/** The last two occur in other formats. */
export type UrdfJointType = (typeof urdfJointTypes)[number] | "universal" | "screw";

/** What stands between a motor and its joint. */
export interface UrdfTransmission {
  readonly joint: string;
  /** Turns of the motor per turn of the joint. */
  readonly reduction: number;
}

export interface UrdfLimit {
  /** −∞ and ∞ where there is no bound. */
  readonly lower: number;
  readonly upper: number;
  readonly effort: number | undefined;
  readonly velocity: number | undefined;
}

export interface UrdfMimic {
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

export interface UrdfJoint {
  readonly name: string;
  readonly type: UrdfJointType;
  readonly origin: UrdfOrigin;
  readonly parent: string;
  readonly child: string;
  /** The frame of the joint in the child; absent: it is the child's own. */
  readonly childFrame?: UrdfOrigin;
  /** In the frame of the joint. */
  readonly axis: Triple;
  /** Of universal joints. */
  readonly secondAxis?: Triple;
  /** Of screws, m per revolution. */
  readonly pitch?: number;
  readonly spring?: { readonly stiffness: number; readonly reference: number };
  readonly limit: UrdfLimit | undefined;
  readonly damping: number;
  readonly friction: number;
  readonly mimic: UrdfMimic | undefined;
  readonly line: number;
}

export interface UrdfRobot {
  readonly name: string;
  readonly links: readonly UrdfLink[];
  readonly joints: readonly UrdfJoint[];
  readonly transmissions: readonly UrdfTransmission[];
  /** Coefficients of friction of links, from `<gazebo reference=…><mu1>`. */
  readonly friction: ReadonlyMap<string, number>;
  /** The link that no joint has as its child. */
  readonly root: string;
  /** What the file says and the importer does not use, or understands in its own way: one line per cause. */
  readonly ignored: readonly string[];
}
