/** What a planar world consists of, as users write it: plain objects, SI units, angles in radians. */
import type { BeamShape } from "./beamStructure.ts";
import type { ConvexPolygon, Point } from "./convexPolygon.ts";
import type { SurfaceRule } from "./corners.ts";

export interface PlanarWorld {
  /** m/s². Default [0, −9.81]. */
  readonly gravity?: Point;
  /** Rigid bodies, by name. */
  readonly bodies?: Readonly<Record<string, BodyDefinition>>;
  /** Beam structures, by name. */
  readonly beams?: Readonly<Record<string, BeamDefinition>>;
  /** Targets with a given motion, by name. */
  readonly targets?: Readonly<Record<string, TargetDefinition>>;
  readonly contacts?: readonly ContactDefinition[];
}

export interface BodyDefinition {
  /** kg. */
  readonly mass: number;
  /** About the centre of mass, kg·m². */
  readonly inertia: number;
  /** Centre of mass at the start. Default [0, 0]. */
  readonly position?: Point;
  readonly angle?: number;
  readonly velocity?: Point;
  readonly angularVelocity?: number;
  /** Convex outline relative to the centre of mass: makes the body a target. */
  readonly outline?: ConvexPolygon | readonly Point[];
  /** Initiators relative to the centre of mass. Default: the corners of the outline, or the centre of mass. */
  readonly points?: readonly Point[];
  readonly load?: LoadFunction;
}

/**
 * load ← force and torque (F_x, F_y, M) at the centre of mass, for the motion (x, y, φ and their rates) at time t.
 * It must be smooth; give times at which it is not as `timeEvents`.
 */
export type LoadFunction = (t: number, motion: Readonly<Float64Array>, load: Float64Array) => void;

export interface BeamDefinition extends BeamShape {
  /** Nodes that are clamped to a body, or to "world", by index. */
  readonly attach?: Readonly<Record<number, string>>;
  /** Velocity of the free nodes at the start. Default: they move with the body that the beam is attached to. */
  readonly velocity?: Point;
}

export interface TargetDefinition {
  readonly outline: ConvexPolygon | readonly Point[];
  /** Default: at rest at the origin. */
  readonly motion?: MotionFunction;
}

/** pose ← x, y, φ and their rates at time t. Rates must be the derivatives: work and friction are computed with them. */
export type MotionFunction = (t: number, pose: Float64Array) => void;

export interface ContactDefinition {
  /** A target, or a body with an outline. */
  readonly target: string;
  /** A body, whose points touch, or a beam, whose nodes touch. */
  readonly initiators: string;
  /** Which of the points or nodes, by index. Default: all. */
  readonly select?: readonly number[];
  /** Two bodies with outlines: corners of either against the surfaces of the other. Default false. */
  readonly bothWays?: boolean;
  /** N/mⁿ. */
  readonly stiffness: number;
  /** n in k·δⁿ. Default 1. */
  readonly exponent?: number;
  /** Damping d of the law f = k·δⁿ·(1 + d·δ'), s/m. Default 0. */
  readonly damping?: number;
  /** Coefficient of friction. Default 0. */
  readonly friction?: number;
  /** Sliding speed at which friction is nearly developed, m/s. Default 1e-3. */
  readonly slipSpeed?: number;
  /** Default "lastSeparation"; "nearest" is the minimum-translation choice, for comparison. */
  readonly rule?: SurfaceRule;
}
