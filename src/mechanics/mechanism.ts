/**
 * A mechanism as flat arrays: what never changes while it moves. Built once by buildMechanism, shared by all runs.
 *
 * The kernel in one view (each name is a file unless another one is given):
 *
 *     mechanismDescription   plain data: bodies, joints, loop joints, gravity, and the table of joint coordinates
 *     buildMechanism         description → Mechanism; all checks of the input happen here
 *     mechanismState         q, v, body motion, applied forces, workspace: one per run, nothing is allocated afterwards
 *     kinematics             q → positions; q, v → velocities and velocity-dependent accelerations
 *     inverseDynamics        q, v, vdot → joint efforts (recursive Newton–Euler)
 *     massMatrix             q → M(q) (composite rigid bodies)
 *     forwardDynamics        efforts → vdot in O(n) (articulated bodies); joints with flange: vdot given, effort asked for
 *     jacobians, energy, cutForces
 *     loops/                 loop joints: constraints, rank, independent coordinates, assembly, dynamics
 *     mechanismDynamics      all of it behind one face: hidden states x ↔ q, v; flanges; derivatives. Models use this.
 *
 * How a model uses it (class MechanismDynamics; one object per run, no allocation after construction):
 *
 *     const dynamics = new MechanismDynamics(mechanism);
 *     dynamics.state.q, .v            start values of all joints, guesses where loops decide
 *     dynamics.assemble()             closes the loops, chooses the independent coordinates; error names what stays open
 *     dynamics.hiddenCount            length of x = (positionCount positions, velocityCount velocities); the first of both are
 *                                     the entries fixedPositions of q and fixedVelocities of v, then come those of loops
 *     dynamics.flangeCount            nF; dynamics.flangeBodies: which body's joint each flange belongs to
 *     dynamics.writeHidden(x, ix)     x ← present q and v
 *     in each evaluation:
 *       dynamics.setStates(x, ix, phi, iphi, w, iw)    x and flange positions and speeds → q, v, all loops closed,
 *                                                      state.motion complete, state.forces and state.tau cleared
 *       … add to state.forces (world axes) and to state.tau (efforts of joints, one per velocity) …
 *       dynamics.flangeDynamics(M, h)                  tau_F = M·a_F + h, M column-major nF × nF, hidden joints eliminated
 *       dynamics.finish(a_F, ia, xdot, ixdot)          accelerations of everything (state.acceleration, state.vdot); xdot
 *     dynamics.partitionQuality()     1 good … 0 singular choice of independent coordinates; 1 without loops
 *     dynamics.repartition()          at an event: chooses again; then writeHidden (same length)
 *     dynamics.normalise(x, ix)       at an event: unit quaternions
 *
 * Bodies are numbered from 1, parents before children; 0 is the world. Everything in world axes refers to the origin of
 * the body frame. A spatial vector is (angular, linear), six numbers per body or per velocity.
 *
 * Legend   P   body frame of the parent        A   frame of the joint fixed in the parent
 *          B   body frame                      J   frame of the joint fixed in the body:   R_PB = R_PA·R_AJ(q)·R_JB
 */
import type { PackedArrays } from "../math/packedArrays.ts";
import { inertiaLength } from "../math/spatialInertia.ts";
import type { GravityField } from "./mechanismDescription.ts";

/**
 * Codes of the joints of the tree (what each means: jointMotions.ts); then spherical and free joints on closed loops; at last constraints without coordinates, which are
 * never in the tree.
 */
export const jointCode = {
  fixed: 0,
  revolute: 1,
  prismatic: 2,
  screw: 3,
  cylindrical: 4,
  universal: 5,
  planar: 6,
  spherical: 7,
  free: 8,
  sphericalAngles: 9,
  freeAngles: 10,
  rod: 11,
  coupling: 12,
  rolling: 13,
} as const;

/** Which recursion a body takes: by the shape of the motion that its joint allows, seen at the origin of the body. */
export const recursionCode = {
  /** Turns about an axis through the origin. */
  revolute: 0,
  /** Moves along an axis. */
  prismatic: 1,
  /** Any other joint with fewer than six velocities, none included. */
  general: 2,
  /** All six velocities: the motion of the parent does not matter. */
  free: 3,
  /** A free body on its own: joint frames equal to body and world frames up to a shift, nothing hangs on it. */
  single: 4,
} as const;

export class Mechanism {
  /** Movable bodies + 1. */
  declare readonly count: number;
  declare readonly nq: number;
  declare readonly nv: number;

  /** 1, 2, … count − 1: the recursions take such a list, parents before children. */
  declare readonly bodies: Int32Array;
  // per body; entries of body 0 are unused
  declare readonly bodyPaths: readonly string[];
  declare readonly jointPaths: readonly string[];
  declare readonly parent: Int32Array;
  declare readonly code: Uint8Array;
  declare readonly recursion: Uint8Array;
  /** Joint coordinates q[qStart[b]] … and velocities v[vStart[b]] … v[vStart[b + 1] − 1]; length count + 1. */
  declare readonly qStart: Int32Array;
  declare readonly vStart: Int32Array;
  /** 1: acceleration given, effort asked for. */
  declare readonly hasFlange: Uint8Array;
  /** 1: revolute recursion without flange: what the passes of the dynamics write out. */
  declare readonly isHinge: Uint8Array;
  /** Number of bodies that hang on it. */
  declare readonly childCount: Int32Array;
  /** First body of the branch from the world: bodies of one branch share inertia, others do not. */
  declare readonly branch: Int32Array;

  /** R_PA, r_PA_P: frame A in the parent. */
  declare readonly R_PA: Float64Array;
  declare readonly r_PA_P: Float64Array;
  /** R_JB, r_JB_B: the body frame seen from frame J. */
  declare readonly R_JB: Float64Array;
  declare readonly r_JB_B: Float64Array;
  /** R_PA·R_JB: orientation of the body in the parent when the joint has not turned; 1 in isStraight: it is the identity. */
  declare readonly R_P0: Float64Array;
  declare readonly isStraight: Uint8Array;
  /** 1: J and the body frame have different origins. */
  declare readonly hasOffset: Uint8Array;
  /** n and n2 in frame A (= J when the joint has not turned). */
  declare readonly axis_A: Float64Array;
  declare readonly secondAxis_A: Float64Array;
  /** n in the body frame, and which axis of the body frame it is: ±1, ±2, ±3, or 0 for any other direction. */
  declare readonly axis_B: Float64Array;
  declare readonly axisNumber: Int8Array;
  /** 1: revolute recursion, straight, along an axis of the body frame. */
  declare readonly isAligned: Uint8Array;
  declare readonly pitch: Float64Array;

  /** Ten numbers per body about the origin of the body frame, see spatialInertia. */
  declare readonly inertia: Float64Array;
  /** Centre of mass c_B and inverse of the inertia about it (six numbers; zero when it has none), for free bodies. */
  declare readonly centre: Float64Array;
  declare readonly inverseInertia: Float64Array;

  /** Body of each velocity. */
  declare readonly bodyOfVelocity: Int32Array;
  declare readonly gravity: GravityField;
  /** Uniform gravity, zero otherwise; mu of the point field, zero otherwise. */
  declare readonly uniformGravity: Float64Array;
  declare readonly mu: number;

  declare readonly loopJoints: readonly LoopJoint[];

  /** What follows from the joints alone is zero, as are numbers of bodies and joints: whoever builds it writes them. */
  constructor(known: KnownOfMechanism, packed: PackedArrays) {
    const { qStart, vStart, gravity } = known;
    const count = qStart.length - 1;
    this.count = count;
    this.nq = qStart[count];
    this.nv = vStart[count];
    this.bodies = new Int32Array(count - 1);
    for (let k = 1; k < count; k++) this.bodies[k - 1] = k;
    this.bodyPaths = known.bodyPaths;
    this.jointPaths = known.jointPaths;
    this.parent = known.parent;
    this.code = known.code;
    this.recursion = packed.bytes(count);
    this.qStart = qStart;
    this.vStart = vStart;
    this.hasFlange = packed.bytes(count);
    this.isHinge = packed.bytes(count);
    this.childCount = known.childCount;
    this.branch = known.branch;
    this.R_PA = packed.doubles(9 * count);
    this.r_PA_P = packed.doubles(3 * count);
    this.R_JB = packed.doubles(9 * count);
    this.r_JB_B = packed.doubles(3 * count);
    this.R_P0 = packed.doubles(9 * count);
    this.isStraight = packed.bytes(count);
    this.hasOffset = packed.bytes(count);
    this.axis_A = packed.doubles(3 * count);
    this.secondAxis_A = packed.doubles(3 * count);
    this.axis_B = packed.doubles(3 * count);
    this.axisNumber = new Int8Array(count);
    this.isAligned = packed.bytes(count);
    this.pitch = packed.doubles(count);
    this.inertia = packed.doubles(inertiaLength * count);
    this.centre = packed.doubles(3 * count);
    this.inverseInertia = packed.doubles(6 * count);
    this.bodyOfVelocity = known.bodyOfVelocity;
    this.gravity = gravity;
    this.uniformGravity = Float64Array.from(gravity.kind === "uniform" ? gravity.vector : [0, 0, 0]);
    this.mu = gravity.kind === "point" ? gravity.mu : 0;
    this.loopJoints = known.loopJoints;
  }
}

type KnownOfMechanism = Pick<
  Mechanism,
  | "bodyPaths"
  | "jointPaths"
  | "parent"
  | "code"
  | "qStart"
  | "vStart"
  | "childCount"
  | "branch"
  | "bodyOfVelocity"
  | "gravity"
  | "loopJoints"
>;

/** Σ factor·q = offset: places of the coordinates in q and in v. */
export interface Coupling {
  readonly q: Int32Array;
  readonly v: Int32Array;
  readonly factor: Float64Array;
  readonly offset: number;
  readonly isLength: boolean;
}

/** A wheel on a plane: its axis in frame B; radii of its ring and of its rounded rim, m. */
export interface Wheel {
  readonly axis_B: Float64Array;
  readonly ring: number;
  readonly rim: number;
}

/** A joint that closes a loop. The constraints are written in frame A with the axes n, e1, e2 (columns of axes_A). */
export interface LoopJoint {
  readonly path: string;
  readonly kind: string;
  readonly code: number;
  readonly bodyA: number;
  readonly bodyB: number;
  readonly r_A: Float64Array;
  readonly R_A: Float64Array;
  readonly r_B: Float64Array;
  readonly R_B: Float64Array;
  readonly axes_A: Float64Array;
  /** The same axes on both bodies when the joint is at zero: R_A·axes_A in the frame of body A, R_B·axes_A in that of body B. */
  readonly axesOnA: Float64Array;
  readonly axesOnB: Float64Array;
  /** universal: second axis, in frame B. */
  readonly secondAxis_B: Float64Array;
  readonly pitch: number;
  /** rod: m; rolling: radius of the wheel, m */
  readonly length: number;
  readonly coupling: Coupling | undefined;
  /** rolling: n of axes_A is the normal of the plane. */
  readonly wheel: Wheel | undefined;
  /** Bodies on the way from A and from B to their first common ancestor, which is left out. */
  readonly pathA: Int32Array;
  readonly pathB: Int32Array;
}
