/**
 * What a mechanism is made of, as plain data: rigid bodies in a tree of joints, and further joints that close loops.
 *
 * A joint connects frame A, fixed in its first body, to frame B, fixed in its second. Its coordinates q place B in A,
 * its velocities v move B relative to A:
 *
 *     kind          nq  nv   q                          v                            position of B in A
 *     fixed          0   0                                                           A
 *     revolute       1   1   phi                        phi'                         turned about n
 *     prismatic      1   1   s                          s'                           moved along n
 *     screw          1   1   phi                        phi'                         turned about n, moved by pitch·phi
 *     cylindrical    2   2   phi, s                     phi', s'                     turned about and moved along n
 *     universal      2   2   phi1, phi2                 phi1', phi2'                 about n, then about the turned n2
 *     planar         3   3   s1, s2, phi                s1', s2', phi'               moved along n2 and n × n2, turned about n
 *     spherical      4   3   quaternion q_AB            w_AB_B                       turned
 *     free           7   6   r_AB_A, quaternion q_AB    d/dt r_AB_A, w_AB_B          moved and turned
 *
 * Quaternions have the scalar last. A spherical or free joint that lies on a closed loop has three Cardan angles 1-2-3,
 * measured from an orientation that is chosen again at events, in place of its quaternion, and their rates in place of
 * the angular velocity (nq = nv = 3 and 6).
 */

/** Where a frame is fixed in a body: origin r and rotation matrix R_BodyFrame, nine numbers by rows. Default: the body frame. */
export interface Placement {
  /** m */
  readonly r?: ArrayLike<number>;
  readonly R?: ArrayLike<number>;
}

export type JointKind =
  | "fixed"
  | "revolute"
  | "prismatic"
  | "screw"
  | "cylindrical"
  | "universal"
  | "planar"
  | "spherical"
  | "free";

export interface JointDescription {
  /** Name for messages. */
  readonly path: string;
  readonly kind: JointKind;
  /** n, in frame A; any length but zero. Default z. */
  readonly axis?: ArrayLike<number>;
  /** universal: n2, in frame A at phi1 = 0, not parallel to n; planar: first direction, projected into the plane. Default: a direction normal to n. */
  readonly secondAxis?: ArrayLike<number>;
  /** screw: m/rad */
  readonly pitch?: number;
  readonly frameA?: Placement;
  readonly frameB?: Placement;
}

export interface TreeJointDescription extends JointDescription {
  /** Its accelerations are given from outside, its efforts are asked for. Joints with nq = nv only. Default false. */
  readonly hasFlange?: boolean;
}

export interface BodyDescription {
  /** Name for messages. */
  readonly path: string;
  /** Number of the parent: 0 is the world; the bodies of the list are 1, 2, …; a parent comes before its children. */
  readonly parent: number;
  /** From the parent (frame A) to this body (frame B). */
  readonly joint: TreeJointDescription;
  /** kg, ≥ 0 */
  readonly mass: number;
  /** m, in the body frame. Default 0. */
  readonly centre?: ArrayLike<number>;
  /** kg·m², about the centre of mass along the axes of the body frame: Ixx, Ixy, Ixz, Iyy, Iyz, Izz. Default 0. */
  readonly inertia?: ArrayLike<number>;
}

/** A joint between two bodies of the tree: it closes a loop and becomes constraints. */
export interface LoopJointDescription extends Omit<JointDescription, "kind"> {
  /**
   * rod: the origins of A and B keep their distance. rolling: a wheel about the origin of B rolls on the plane through that of A, normal to
   * `axis`. Both have no coordinates and are never in the tree.
   */
  readonly kind: JointKind | "rod" | "rolling";
  readonly bodyA: number;
  readonly bodyB: number;
  /** rod: m, > 0; rolling: radius, m, > 0 */
  readonly length?: number;
  /** rolling: axis of the wheel, in frame B. Default z. */
  readonly wheelAxis?: ArrayLike<number>;
  /** rolling: radius of the rounded rim, m, from 0 (a disc) to the radius (a ball). Default 0. */
  readonly rimRadius?: number;
}

/** Coordinates of joints of the tree that depend on each other as by gears: Σ factor·q = offset. */
export interface CouplingDescription {
  /** Name for messages. */
  readonly path: string;
  /** Coordinates that are numbers; `coordinate` is its place among those of the joint of the body. */
  readonly terms: readonly { readonly body: number; readonly coordinate: number; readonly factor: number }[];
  readonly offset: number;
  /** Whether the sum is a length; an angle otherwise. */
  readonly isLength: boolean;
}

export type GravityField =
  | { readonly kind: "none" }
  /** m/s², in world axes */
  | { readonly kind: "uniform"; readonly vector: ArrayLike<number> }
  /** Towards the origin of the world; mu = G·M in m³/s². Acts at the centre of mass of each body. */
  | { readonly kind: "point"; readonly mu: number };

export interface MechanismDescription {
  readonly bodies: readonly BodyDescription[];
  readonly loopJoints?: readonly LoopJointDescription[];
  readonly couplings?: readonly CouplingDescription[];
  /** Default: none. */
  readonly gravity?: GravityField;
}
