/** What an action program can ask for. A command is plain data; `Act` makes them, `ActionProgram` carries them out. */

/** What happens when the frames of an attach are too far apart or too fast: stop with an error, or warn and change nothing. */
export type OnMismatch = "error" | "warn";

/** How far two locking frames may be apart when they are attached to each other. */
export interface AttachLimits {
  /** Distance of the origins, m; the `gap` of the scene by default. */
  readonly distance?: number;
  /** Angle between the frames, rad; any by default. */
  readonly angle?: number;
  /** Relative speed of the origins, m/s. */
  readonly velocity?: number;
  /** Relative angular speed, rad/s. */
  readonly angularVelocity?: number;
}

export interface ChangeOptions {
  /** Time until the next command, s. */
  readonly waitingPeriod?: number;
  /** Contact detection of the whole model from now on; as before when absent. */
  readonly enableContactDetection?: boolean;
}

export interface AttachOptions extends ChangeOptions {
  readonly limits?: AttachLimits;
  readonly onMismatch?: OnMismatch;
  /** Attach in motion: an inelastic impulse that conserves linear and angular momentum; velocities need not agree. */
  readonly withImpulse?: boolean;
}

export interface AttachCommand extends AttachOptions {
  readonly kind: "attach" | "releaseAndAttach";
  readonly frame: string;
  readonly to: string;
}

export interface ReleaseCommand extends ChangeOptions {
  readonly kind: "release" | "delete";
  readonly frame: string;
}

export interface FlipChainCommand extends AttachOptions {
  readonly kind: "flipChain";
  /** The end that is fixed from now on. */
  readonly frame: string;
  readonly to: string;
  /** The end that is set free. */
  readonly old: string;
}

/** Joints that become rigid, movable again, or are cut. */
export interface JointCommand extends ChangeOptions {
  readonly kind: "lock" | "unlock" | "cut";
  readonly joint: string;
  /** Lock in motion, by an impulse. */
  readonly withImpulse?: boolean;
}

/** A new free object, made after the pattern of an existing one. */
export interface CreateCommand extends ChangeOptions {
  readonly kind: "create";
  readonly name: string;
  readonly pattern: string;
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly velocity?: readonly number[];
  readonly angularVelocity?: readonly number[];
}

export interface ContactCommand {
  readonly kind: "enableContactDetection";
  readonly on: boolean;
}

/** Commands that change the structure: carried out by the 3-D model. */
export type StructuralCommand =
  | AttachCommand
  | ReleaseCommand
  | FlipChainCommand
  | JointCommand
  | CreateCommand
  | ContactCommand;

export interface ReferencePathOptions {
  readonly names: readonly string[];
  /** Start of the path; zero by default. */
  readonly position?: readonly number[];
  /** Limits of speed and acceleration: one number for all, or one each; 1 by default. */
  readonly v_max?: number | readonly number[];
  readonly a_max?: number | readonly number[];
}

export type Command =
  | StructuralCommand
  | { readonly kind: "wait" | "eventAfter"; readonly period: number }
  | { readonly kind: "until"; readonly condition: string; readonly timeout: number }
  | ({ readonly kind: "referencePath" } & ReferencePathOptions)
  | { readonly kind: "ptpJointSpace"; readonly positions: readonly (readonly number[])[] };

/** What a `yield` gives back to the program. */
export interface Outcome {
  /** false when a change was refused with a warning, or a condition did not come before its timeout. */
  readonly isDone: boolean;
  /** Numbers about a change of structure: degrees of freedom and kinetic energy before and after, impulses. */
  readonly report: Readonly<Record<string, number>> | undefined;
}

/** A command as the program wrote it, for messages and the event log. */
export function commandText(command: Command): string {
  switch (command.kind) {
    case "attach":
    case "releaseAndAttach":
      return `${command.kind}("${command.frame}", "${command.to}")`;
    case "flipChain":
      return `flipChain("${command.frame}", "${command.to}", "${command.old}")`;
    case "release":
    case "delete":
      return `${command.kind}("${command.frame}")`;
    case "lock":
    case "unlock":
    case "cut":
      return `${command.kind}("${command.joint}")`;
    case "create":
      return `create("${command.name}", "${command.pattern}")`;
    case "enableContactDetection":
      return `enableContactDetection(${command.on})`;
    case "wait":
    case "eventAfter":
      return `${command.kind}(${command.period})`;
    case "until":
      return `until("${command.condition}")`;
    case "referencePath":
      return `referencePath(${command.names.join(", ")})`;
    case "ptpJointSpace":
      return `ptpJointSpace(${command.positions.length} points)`;
  }
}
