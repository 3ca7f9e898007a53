/** What importUrdf is told, and what it gives. */
import type { ModelDefinition } from "../language/model.ts";
import type { SelfCollisionOptions } from "../multibody/constraints/selfCollision.ts";
import type { StopOptions } from "./jointElements.ts";
import type { MeshFiles } from "./urdfMeshes.ts";
import type { UrdfLimit } from "./urdfRobot.ts";

export interface UrdfOptions extends MeshFiles {
  /** Object that the root link stands on. Default "world". */
  readonly parent?: string;
  /** The root link moves freely. Default false. */
  readonly isFree?: boolean;
  /** Revolute and prismatic joints get flanges for motors: connect to `robot.<joint>_flange`. Default true. */
  readonly withFlanges?: boolean;
  /** Elastic stops where the description has limits; needs flanges. Default: none. */
  readonly stops?: StopOptions;
  /** Collision shapes take part in contacts, with this material. Default: they do not. */
  readonly contactMaterial?: string;
  /**
   * Which links may touch each other when collision shapes collide: "separated" (default), all but neighbours and those that overlap at
   * the start; "none"; or a list of pairs of links.
   */
  readonly selfCollision?: SelfCollisionOptions["pairs"];
  /**
   * Every joint with one degree of freedom gets a motor, `robot.<joint>_motor`: `u` is what a controller asks for, limits of effort and
   * velocity and the reduction of a simple transmission are kept. Default false: these limits are only told in `limits`.
   */
  readonly motors?: boolean;
  /** Positions at the start by the names of joints in the file, rad or m; 0 for all others. */
  readonly positions?: Readonly<Record<string, number>>;
  /** Collision shapes are drawn too, transparent. Default false: only where there is nothing visual. */
  readonly showCollisions?: boolean;
  /** The masses of links are drawn as ellipsoids of even density with the same inertia, transparent. Default false. */
  readonly showInertias?: boolean;
  /** Coefficients of friction of links (`mu1` for Gazebo, `mu` of SDFormat) are used in contacts, see `frictionCoefficient` of `Solid`. Default true. */
  readonly surfaceFriction?: boolean;
  /** Dry friction of joints (`<dynamics friction>`) is used. Default true. */
  readonly friction?: boolean;
  /**
   * Links that a joint moves without any inertia get 10⁻⁶ kg and 10⁻⁹ kg·m², of which the report tells. Default: those that need it where the
   * robot starts. true: also those that move only together with heavier ones, for positions in which they do not. false: none; a model
   * with such a link has no unique motion and is refused where it is to move.
   */
  readonly negligibleInertia?: boolean;
}

export interface UrdfImport {
  /** Component for a Model3D: `Model3D({ world: …, robot: importUrdf(text).model })`. */
  readonly model: ModelDefinition;
  readonly name: string;
  /** Names in the model of the joints that can move. */
  readonly joints: readonly string[];
  /** Limits of joints in the file, by their names in the model: rad or m, N·m or N, rad/s or m/s. */
  readonly limits: Readonly<Record<string, UrdfLimit>>;
  /** Coefficients of friction that the file has for Gazebo (`mu1`), by the names of links in the model. */
  readonly friction: Readonly<Record<string, number>>;
  /** What was not used, renamed or mended, one line per cause. */
  readonly report: readonly string[];
}

export const robotOptionNames = [
  "readFile",
  "packages",
  "mendMeshes",
  "parent",
  "isFree",
  "withFlanges",
  "stops",
  "contactMaterial",
  "selfCollision",
  "motors",
  "positions",
  "showCollisions",
  "showInertias",
  "friction",
  "surfaceFriction",
  "negligibleInertia",
];
