/**
 * The joints of the object graph and their coordinates. A joint places obj2 relative to obj1.
 *
 *     Revolute      phi, w                    turned about axis
 *     Prismatic     s, v                      moved along axis
 *     Screw         phi, w                    turned about axis, moved by pitch per revolution
 *     Cylindrical   phi, w, s, v              turned about and moved along axis
 *     Universal     phi1, w1, phi2, w2        about axis, then about the turned secondAxis
 *     Planar        s1, v1, s2, v2, phi, w    moved along secondAxis and axis × secondAxis, turned about axis
 *     Spherical     rotation, angularVelocity
 *     Free          translation, velocity, rotation, angularVelocity
 */
import type { JointKind } from "../../mechanics/mechanismDescription.ts";

export interface JointCoordinate {
  /** Name of position and velocity in the model and in results. */
  readonly position: string;
  readonly velocity: string;
  readonly isAngle: boolean;
}

const phi: JointCoordinate = { position: "phi", velocity: "w", isAngle: true };
const s: JointCoordinate = { position: "s", velocity: "v", isAngle: false };
const numbered = (name: "phi" | "s", k: number): JointCoordinate => ({
  position: `${name}${k}`,
  velocity: `${name === "phi" ? "w" : "v"}${k}`,
  isAngle: name === "phi",
});

/** Coordinates that are numbers; spherical and free joints have vectors instead. */
export const jointCoordinates: Readonly<Record<JointKind, readonly JointCoordinate[]>> = {
  fixed: [],
  revolute: [phi],
  prismatic: [s],
  screw: [phi],
  cylindrical: [phi, s],
  universal: [numbered("phi", 1), numbered("phi", 2)],
  planar: [numbered("s", 1), numbered("s", 2), phi],
  spherical: [],
  free: [],
};

/** What a joint is to the Model3D around it. */
export interface JointElement {
  readonly kind: "joint";
  readonly joint: JointKind;
  readonly hasFlange: boolean;
  /** A joint with flange that actions may lock: its equation has a mode. */
  readonly isLockable?: boolean;
  /** Coordinates and velocities that were given with init: they hold at the start, the others are guesses in loops. */
  readonly fixed: readonly string[];
  /** Those that were given in any way. */
  readonly given: readonly string[];
}

export function coordinateUnit({ isAngle }: JointCoordinate, isVelocity: boolean): string {
  return isAngle ? (isVelocity ? "rad/s" : "rad") : isVelocity ? "m/s" : "m";
}
