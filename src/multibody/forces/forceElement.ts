/**
 * What force elements, sensors and results of elements have to offer. An element is defined in the model by a component
 * with a `ForceDefinition`; at every start of a segment `create` makes it again for the present structure.
 *
 *     create     frames by name → body and pose in the body; numbers from the reader; places of the outputs
 *     apply      in every evaluation, positions and velocities known: adds to the forces, writes its outputs
 *     load       adds the forces of its inputs
 *     observe    where results are stored, accelerations known: writes outputs that need them
 *
 * Inputs are variables of the equations, which may depend on all results of elements, also on those that need accelerations: the
 * equations then solve for both. Forces are linear in them.
 */

import type { ContactTable } from "../../contact/contactTable.ts";
import type { SurfacePair } from "../../contact/polygonal/surfacePair.ts";
import type { LineLoad } from "../../forces/inputLoad.ts";
import type { LineMass } from "../../forces/lineMass.ts";
import type { Shape } from "../../geometry/registry.ts";
import type { BodyForces, BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { Reader } from "../reader.ts";

/** A frame of the model on the body that carries it. */
export interface BodyFrame {
  /** Path of the object. */
  readonly path: string;
  /** 0 is the world. */
  readonly body: number;
  /** r_BF_B: origin in the body frame. */
  readonly r: Float64Array;
  /** R_BF: v_B = R_BF·v_F, by rows. */
  readonly R: Float64Array;
  /** Of the Solid or Visual there, if any. */
  readonly shape?: Shape;
}

/** A coordinate of a joint: value, rate, and what an effort along it does. */
export interface JointCoordinateAccess {
  readonly bodies: readonly number[];
  /** After locate(). */
  readonly position: number;
  readonly velocity: number;
  locate(motion: BodyMotion): void;
  /** Adds an effort that acts towards larger values; after locate(). */
  add(forces: BodyForces, effort: number): void;
}

export interface ForceSetup {
  /** Path of the element, relative to the Model3D. */
  readonly path: string;
  readonly read: Reader;
  /** The frame that a name in the model means; the world for undefined. `owner` is for messages: "bushing.obj1". */
  frame(name: string | undefined, owner: string): BodyFrame;
  /** The i-th of the `coordinates` of the definition. */
  coordinate(i: number): JointCoordinateAccess;
  /** Place of a declared output in `context.outputs`. */
  output(name: string): number;
  /** Declares event functions; the place of the first. */
  eventFunctions(count: number, description: string): number;
}

/** The contacts of a run, as elements see them. */
export interface ContactLookup {
  /** undefined: nothing in the model collides. */
  readonly table: ContactTable | undefined;
  /** Number of an object, by its path relative to the Model3D; −1 when there is none. */
  numberOf(object: string): number;
  /** −1: the row of the table is the contact of object1 with object2, 1: of object2 with object1, 0: of others. */
  side(row: number, object1: number, object2: number): -1 | 0 | 1;
}

/** The present state of a run, as elements see it. */
export interface ForceContext {
  readonly time: number;
  readonly motion: BodyMotion;
  readonly forces: BodyForces;
  /** Places as given by `output`. */
  readonly outputs: Float64Array;
  /** Places as given by `eventFunctions`. */
  readonly eventFunctions: Float64Array;
  /** Values will be stored: outputs are wanted. */
  readonly isOutput: boolean;
  /** At an event modes may change. */
  readonly isEvent: boolean;
  /** With their forces. */
  readonly contacts: ContactLookup;
  hasCrossed(eventFunction: number): boolean;
  nextEventAt(time: number, cause?: string): void;
}

/** What results that follow from the motion are computed from, and where they go. */
export type MotionContext = Pick<ForceContext, "motion" | "outputs">;

/** Accelerations of all bodies in world axes, of the origin of the body frame. */
export interface BodyAccelerations {
  readonly acceleration: Float64Array;
  readonly angularAcceleration: Float64Array;
}

export interface ForceElement {
  /** Adds to `context.forces`. */
  apply?(context: ForceContext): void;
  /** Writes outputs that follow from the motion alone; called where they are stored or read. */
  show?(context: MotionContext): void;
  /** Adds the forces of the inputs u, from `first` on; linear in them. Follows `apply`. */
  load?(forces: BodyForces, u: ArrayLike<number>, first: number): void;
  /** A flange of its input: what moves with it takes part in impulses. */
  readonly flangeLoad?: LineLoad;
  /** Writes outputs that need accelerations. */
  observe?(context: MotionContext, accelerations: BodyAccelerations): void;
  /** Pairs of bodies that it couples, for the sparsity of the Jacobian. */
  readonly bodies: readonly number[];
  /** Masses that move with it and act on the inertia of the bodies; those of `endMasses` are in the bodies already. */
  readonly lineMasses?: readonly LineMass[];
  /** Times at which it changes abruptly: no step goes across them. */
  readonly timeEvents?: readonly number[];
  /** What a user's function gives at a time, for the motion of the last evaluation: looked at between steps for corners and jumps. */
  valuesAt?(time: number): ArrayLike<number>;
  /** What it holds for the motion, J: springs. */
  energy?(motion: BodyMotion): number;
  /** What the rows so far give cause to warn of. */
  warning?(): string | undefined;
  /** Surfaces whose contact the contact handler watches and whose forces it applies. */
  readonly surfaces?: SurfacePair;
}

/** A result of an element. */
export interface ForceOutput {
  readonly name: string;
  /** Length of a vector; a number when absent. */
  readonly size?: number;
  readonly unit?: string;
  readonly description?: string;
  /** true: written by `observe`, because accelerations must be known. */
  readonly needsAcceleration?: boolean;
}

export interface FlangeOfForce {
  readonly position: string;
  readonly velocity: string;
  readonly outputs: readonly [position: string, velocity: string, acceleration: string];
}

/** What a force element is to the Model3D around it. */
export interface ForceDefinition {
  readonly kind: "force";
  /** Parameters that name the objects it acts on or measures; it ends when one of them is deleted. */
  readonly objects?: readonly string[];
  /** Names of coordinates of joints that it acts on; it ends when an action locks or cuts one of them. */
  readonly coordinates?: readonly string[];
  /** Variables of the component that `load` applies, e.g. ["force[1]"]; numbers. */
  readonly inputs?: readonly string[];
  /** Variables of the component that are coordinate and velocity of a flange, with the outputs that they and the acceleration are. */
  readonly flange?: FlangeOfForce;
  /** Results `path.name`; equations may read them by these names. */
  readonly outputs?: readonly ForceOutput[];
  /** It has no forces, and its outputs follow from the motion: where no equation reads them, they are computed when somebody reads the result. */
  readonly onlyMeasures?: true;
  /** Class in documents, and options that are no parameters: functions, constants. */
  readonly document?: { readonly type: string; readonly options?: Readonly<Record<string, unknown>> };
  /** Point masses at the origins of its objects, which become masses of these objects: name of the parameter → kg. */
  endMasses?(read: Reader, path: string): Readonly<Record<string, number>>;
  create(setup: ForceSetup): ForceElement;
}
