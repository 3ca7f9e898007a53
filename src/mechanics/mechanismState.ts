/**
 * Everything about a mechanism that changes while it moves: coordinates, motion, forces, and the workspace of the
 * recursions. One per run; made once, nothing is allocated afterwards.
 *
 * Legend   per body b: positions in arrays are k·b;   per velocity j: k·j
 *          (angular, linear) at the origin of the body, world axes, wherever six numbers belong to a body
 */
import { PackedArrays } from "../math/packedArrays.ts";
import {
  type BodyForces,
  type BodyMotion,
  createBodyForces,
  createBodyMotion,
  forcesLength,
  motionLength,
} from "./bodyMotion.ts";
import { quaternionAt } from "./jointMotions.ts";
import { type Mechanism, recursionCode } from "./mechanism.ts";

/** Numbers per body in `articulated`: J (6), H (9, by rows), M (6), pA (6). */
export const articulatedLength = 27;
/** Numbers per body and per velocity in all arrays of a state. */
const numbersPerBody = motionLength + forcesLength + 6 + 4 + 3 + 3 + 6 + 10 + 6 + articulatedLength + 36 + 6;
const numbersPerVelocity = 5 + 6 + 6 + 3;

export class MechanismState {
  /** Joint coordinates, velocities, accelerations, efforts. */
  declare readonly q: Float64Array;
  declare readonly v: Float64Array;
  declare readonly vdot: Float64Array;
  declare readonly tau: Float64Array;
  /** Inertia along each velocity that belongs to no body: the rotor of a drive, as the joint feels it. */
  declare readonly armature: Float64Array;
  /** 1: the joint has this acceleration at present, as one that friction holds, whatever effort it takes. Outside loops. */
  declare readonly held: Float64Array;
  declare readonly motion: BodyMotion;
  /** Applied forces, without gravity. */
  declare readonly forces: BodyForces;
  /** (z, a) of each body: angular acceleration, acceleration of the origin. */
  declare readonly acceleration: Float64Array;
  /** Quaternion per body: orientation R_AJ from which the angles of a joint on a loop count. */
  declare readonly anchor: Float64Array;

  /** Of each coordinate: the angle of its last turn, cosine and sine of it. */
  declare readonly turns: Float64Array;
  /** r_PB: from the origin of the parent to the origin of the body. */
  declare readonly lever: Float64Array;
  /** r_JB: from the origin of the joint frame J to the origin of the body. */
  declare readonly offset: Float64Array;
  /** Motion (angular, linear) of the body per unit of each velocity, the parent at rest. */
  declare readonly S: Float64Array;
  /** c: acceleration (angular, linear) of the body when the parent's acceleration and vdot are zero. */
  declare readonly bias: Float64Array;
  /** Inertia of each body about its origin, world axes, ten numbers. */
  declare readonly inertia: Float64Array;
  /** (moment, force) per body that keeps it on its way without acceleration: gyroscopic terms − gravity − applied forces. */
  declare readonly load: Float64Array;
  /** What the children add to the articulated inertia and bias force of a body. */
  declare readonly articulated: Float64Array;
  /** U = IA·S per velocity; u and 1/D for joints with one velocity; factors of D for others (36 numbers per body). */
  declare readonly U: Float64Array;
  declare readonly u: Float64Array;
  declare readonly inverseD: Float64Array;
  declare readonly factors: Float64Array;
  /** Position of a body's first velocity in the mass matrix. */
  declare readonly place: Int32Array;
  /** Efforts that joints with flange need, per velocity. */
  declare readonly flangeEffort: Float64Array;
  /** (moment, force) per body that its joint transmits to it. */
  declare readonly wrench: Float64Array;
  /** Positions and velocities of all bodies belong together, with closed loops, and nobody has computed others since. */
  isSettled = false;

  constructor(mechanism: Mechanism) {
    const { count, nq, nv } = mechanism;
    const arrays = new PackedArrays(4 * nq + numbersPerVelocity * nv + numbersPerBody * count, 4 * count + 4);
    const q = arrays.doubles(nq);
    const anchor = arrays.doubles(4 * count);
    for (let b = 1; b < count; b++) {
      anchor[4 * b + 3] = 1;
      const at = quaternionAt[mechanism.code[b]];
      if (at >= 0) q[mechanism.qStart[b] + at + 3] = 1;
    }
    const S = arrays.doubles(6 * nv);
    for (let b = 1; b < count; b++) {
      // what the directions of a single body never change
      if (mechanism.recursion[b] !== recursionCode.single) continue;
      for (let i = 0; i < 3; i++) S[6 * (mechanism.vStart[b] + i) + 3 + i] = 1;
    }
    this.q = q;
    this.v = arrays.doubles(nv);
    this.vdot = arrays.doubles(nv);
    this.tau = arrays.doubles(nv);
    this.armature = arrays.doubles(nv);
    this.held = arrays.doubles(nv);
    this.motion = createBodyMotion(count, arrays);
    this.forces = createBodyForces(count, arrays);
    this.acceleration = arrays.doubles(6 * count);
    this.anchor = anchor;
    this.turns = arrays.doubles(3 * nq).fill(Number.NaN);
    this.lever = arrays.doubles(3 * count);
    this.offset = arrays.doubles(3 * count);
    this.S = S;
    this.bias = arrays.doubles(6 * count);
    this.inertia = arrays.doubles(10 * count);
    this.load = arrays.doubles(6 * count);
    this.articulated = arrays.doubles(articulatedLength * count);
    this.U = arrays.doubles(6 * nv);
    this.u = arrays.doubles(nv);
    this.inverseD = arrays.doubles(nv);
    this.factors = arrays.doubles(36 * count);
    this.place = arrays.integers(count);
    this.flangeEffort = arrays.doubles(nv);
    this.wrench = arrays.doubles(6 * count);
  }
}
