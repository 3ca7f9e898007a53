/** The joints that users write. Each connects obj1 and obj2; see jointKinds for the coordinates. */

import { checkOptionNames } from "../../errors/optionNames.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import type { Scalar, StartValue, VectorStart } from "../quantities.ts";
import { vectorParameter } from "../quantities.ts";
import { type AxisInput, type JointOptions, makeJoint } from "./makeJoint.ts";

type Options<Keys extends string, Value> = JointOptions & { readonly [Name in Keys]?: Value };
type Loose = JointOptions & Readonly<Record<string, unknown>>;

export type RevoluteOptions = Options<"phi" | "w", StartValue> & { readonly axis?: AxisInput };
export type PrismaticOptions = Options<"s" | "v", StartValue> & { readonly axis?: AxisInput };

/** Turns about an axis; z by default. */
export function Revolute(options: RevoluteOptions): ModelDefinition {
  return makeJoint({ name: "Revolute", joint: "revolute", axis: 3 }, options as Loose);
}

export interface FlangeOptions {
  /** Actions may lock the joint. Default false. */
  readonly lockable?: boolean;
}

/** Turns about an axis, with a flange: motors, gears, springs and prescribed motion of the 1-D library drive it. */
export function RevoluteWithFlange(options: RevoluteOptions & FlangeOptions): ModelDefinition {
  return makeJoint({ name: "RevoluteWithFlange", joint: "revolute", axis: 3, hasFlange: true }, options as Loose);
}

/** Moves along an axis; x by default. */
export function Prismatic(options: PrismaticOptions): ModelDefinition {
  return makeJoint({ name: "Prismatic", joint: "prismatic", axis: 1 }, options as Loose);
}

/** Moves along an axis, with a flange. */
export function PrismaticWithFlange(options: PrismaticOptions & FlangeOptions): ModelDefinition {
  return makeJoint({ name: "PrismaticWithFlange", joint: "prismatic", axis: 1, hasFlange: true }, options as Loose);
}

/** Turns about an axis and moves along it, independently. */
export function Cylindrical(
  options: Options<"phi" | "w" | "s" | "v", StartValue> & { readonly axis?: AxisInput },
): ModelDefinition {
  return makeJoint({ name: "Cylindrical", joint: "cylindrical", axis: 1 }, options as Loose);
}

/** Turns about an axis and moves by `pitch` (m) per revolution. */
export function Screw(
  options: Options<"phi" | "w", StartValue> & { readonly axis?: AxisInput; readonly pitch?: Scalar },
): ModelDefinition {
  return makeJoint({ name: "Screw", joint: "screw", axis: 1, numbers: [["pitch", 0.01, "m"]] }, options as Loose);
}

/** Cardan joint: turns about `axis` of obj1, then about the turned `secondAxis`. */
export function Universal(
  options: Options<"phi1" | "w1" | "phi2" | "w2", StartValue> & {
    readonly axis?: AxisInput;
    readonly secondAxis?: AxisInput;
  },
): ModelDefinition {
  return makeJoint({ name: "Universal", joint: "universal", axis: 1, secondAxis: 2 }, options as Loose);
}

/** Moves in the plane normal to `axis`, along `secondAxis` (s1) and across (s2), and turns about `axis` (phi). */
export function Planar(
  options: Options<"s1" | "v1" | "s2" | "v2" | "phi" | "w", StartValue> & {
    readonly axis?: AxisInput;
    readonly secondAxis?: AxisInput;
  },
): ModelDefinition {
  return makeJoint({ name: "Planar", joint: "planar", axis: 3, secondAxis: 1 }, options as Loose);
}

export interface SphericalOptions extends JointOptions {
  /** Cardan angles 1-2-3 from obj1 to obj2 at the start, rad. */
  readonly rotation?: VectorStart;
  /** Of obj2 relative to obj1 at the start, in axes of obj1, rad/s. */
  readonly angularVelocity?: VectorStart;
}

/** Ball joint: turns about any axis, without singular positions. */
export function Spherical(options: SphericalOptions): ModelDefinition {
  const vectors = [
    ["rotation", "rad"],
    ["angularVelocity", "rad/s"],
  ] as const;
  return makeJoint({ name: "Spherical", joint: "spherical", vectors }, options as unknown as Loose);
}

export interface FreeOptions extends SphericalOptions {
  /** Origin of obj2 in axes of obj1 at the start, m. */
  readonly translation?: VectorStart;
  /** der(translation) at the start, m/s. */
  readonly velocity?: VectorStart;
}

/** Six degrees of freedom of obj2 relative to obj1, which may move itself. Results are named after obj2. */
export function Free(options: FreeOptions): ModelDefinition {
  const vectors = [
    ["translation", "m"],
    ["rotation", "rad"],
    ["velocity", "m/s"],
    ["angularVelocity", "rad/s"],
  ] as const;
  return makeJoint({ name: "Free", joint: "free", vectors }, options as unknown as Loose);
}

export interface FixOptions {
  readonly obj1: string;
  readonly obj2: string;
  /** From obj1 to obj2, in axes of obj1, m. */
  readonly translation?: VectorStart;
  /** Cardan angles 1-2-3 from obj1 to obj2, rad. */
  readonly rotation?: VectorStart;
}

/** Connects two objects rigidly. */
export function Fix(options: FixOptions): ModelDefinition {
  checkOptionNames(options, ["obj1", "obj2", "translation", "rotation"], "Fix");
  return Model({
    obj1: options.obj1,
    obj2: options.obj2,
    translation: vectorParameter(options.translation ?? [0, 0, 0], "m", "Fix", "translation"),
    rotation: vectorParameter(options.rotation ?? [0, 0, 0], "rad", "Fix", "rotation"),
    [elementTag]: { kind: "fix" },
  });
}
