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
import { cylindrical } from "./kinds/cylindrical.ts";
import { free } from "./kinds/free.ts";
import type { JointTraits } from "./kinds/jointTraits.ts";
import { planar } from "./kinds/planar.ts";
import { prismatic } from "./kinds/prismatic.ts";
import { revolute } from "./kinds/revolute.ts";
import { screw } from "./kinds/screw.ts";
import { spherical } from "./kinds/spherical.ts";
import { universal } from "./kinds/universal.ts";

export type MovingJointKind = Exclude<JointKind, "fixed">;

export const jointKinds: Readonly<Record<MovingJointKind, JointTraits>> = {
  revolute,
  prismatic,
  screw,
  cylindrical,
  universal,
  planar,
  spherical,
  free,
};

export function degreesOfFreedom(kind: MovingJointKind): number {
  return jointKinds[kind].states.velocity.reduce((sum, { size }) => sum + Math.max(1, size), 0);
}

/** What a joint is to the Model3D around it. */
export interface JointElement {
  readonly kind: "joint";
  readonly joint: MovingJointKind;
  readonly hasFlange: boolean;
  /** A joint with flange that actions may lock: its equation has a mode. */
  readonly isLockable?: boolean;
  /** Coordinates and velocities that were given with init: they hold at the start, the others are guesses in loops. */
  readonly fixed: readonly string[];
  /** Those that were given in any way. */
  readonly given: readonly string[];
}
