/**
 * A coordinate of a joint on a closed loop that equations outside look at and act on: its value follows from whatever independent
 * coordinates the loop uses. The joint may be one of the tree or one that closes the loop.
 *
 *     closes the loop   turning   w = n·(ω_B − ω_A),   z = n·(z_B − z_A)               n   axis, fixed in frame A
 *                       moving    s = n·r,   v = n·v_rel,   a = n·a_rel                r   from A to B; relative motion seen from A
 *     row g             w = g·v over the velocities of the group; the effort acts on them as gᵀ·τ
 */
import * as elementary from "../../math/elementary.ts";
import { mulMM, mulMV } from "../../math/mat3.ts";
import { clear } from "../../math/shortArrays.ts";
import { addForceAtPoint } from "../bodyMotion.ts";
import { turnCounts } from "../jointMotions.ts";
import type { LoopJoint, Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import type { CoordinateOnLoop, LoopGroup } from "./loopGroup.ts";

/** Which joint: that of a body of the tree, or a number in mechanism.loopJoints. */
export type ObservedJoint = { readonly body: number } | { readonly loopJoint: number };

export class ObservedCoordinate implements CoordinateOnLoop {
  private readonly mechanism: Mechanism;
  private readonly joint: LoopJoint | undefined;
  private readonly isTurning: boolean;
  private readonly q: number = -1;
  /** Its velocity in the tree; −1 for a joint that closes a loop. */
  readonly velocityIndex: number = -1;
  /** Angles of the loop joints of the group, followed over turns, and the number of this one. */
  private readonly angles: Float64Array | undefined;
  private readonly number: number = -1;
  /** Axes of the joint on both bodies in the world, their places, and the axis. */
  private readonly axes = new Float64Array(9);
  private readonly axesB = new Float64Array(9);
  private readonly r_A = new Float64Array(3);
  private readonly r_B = new Float64Array(3);
  private readonly n = new Float64Array(3);
  private readonly force = new Float64Array(3);
  private readonly moment = new Float64Array(3);
  /** The effort that was applied last. */
  private effort = 0;

  constructor(mechanism: Mechanism, groups: readonly LoopGroup[], which: ObservedJoint) {
    this.mechanism = mechanism;
    if ("body" in which) {
      this.q = mechanism.qStart[which.body];
      this.velocityIndex = mechanism.vStart[which.body];
      this.isTurning = true;
    } else {
      const joint = mechanism.loopJoints[which.loopJoint];
      const group = groups.find(({ joints }) => joints.includes(joint))!;
      this.joint = joint;
      this.isTurning = turnCounts[joint.code] === 1;
      this.number = group.joints.indexOf(joint);
      this.angles = group.screwAngle;
      if (this.isTurning) group.isFollowed[this.number] = 1;
    }
  }

  /** An angle counts from here on as the one nearest to `angle`. */
  follow(state: MechanismState, angle: number): void {
    const { angles, number } = this;
    if (angles === undefined || !this.isTurning) return;
    angles[number] = angle;
    angles[number] = this.position(state);
  }

  position(state: MechanismState): number {
    const { joint, axes, axesB, r_A, r_B, n } = this;
    if (joint === undefined) return state.q[this.q];
    this.place(state, joint);
    if (!this.isTurning) return n[0] * (r_B[0] - r_A[0]) + n[1] * (r_B[1] - r_A[1]) + n[2] * (r_B[2] - r_A[2]);
    mulMM(axesB, 0, state.motion.rotation, 9 * joint.bodyB, joint.axesOnB, 0);
    const c = axes[1] * axesB[1] + axes[4] * axesB[4] + axes[7] * axesB[7];
    const s = axes[2] * axesB[1] + axes[5] * axesB[4] + axes[8] * axesB[7];
    const angle = elementary.atan2(s, c);
    return angle + 2 * Math.PI * Math.round((this.angles![this.number] - angle) / (2 * Math.PI));
  }

  velocity(state: MechanismState): number {
    const { joint, n, r_B } = this;
    if (joint === undefined) return state.v[this.velocityIndex];
    this.place(state, joint);
    const { angularVelocity: w } = state.motion;
    const [a, b] = [3 * joint.bodyA, 3 * joint.bodyB];
    let sum = 0;
    if (this.isTurning) {
      for (let i = 0; i < 3; i++) sum += n[i] * (w[b + i] - w[a + i]);
      return sum;
    }
    for (let i = 0; i < 3; i++) sum += n[i] * relativeVelocity(state, joint, r_B, i);
    return sum;
  }

  /** Accelerations of bodies and joints must be up to date. */
  acceleration(state: MechanismState): number {
    const { joint, n, r_B } = this;
    if (joint === undefined) return state.vdot[this.velocityIndex];
    this.place(state, joint);
    const { acceleration } = state;
    const [a, b] = [6 * joint.bodyA, 6 * joint.bodyB];
    let sum = 0;
    if (this.isTurning) {
      for (let i = 0; i < 3; i++) sum += n[i] * (acceleration[b + i] - acceleration[a + i]);
      return sum;
    }
    const { angularVelocity: w } = state.motion;
    for (let i = 0; i < 3; i++) {
      const [j, l] = [(i + 1) % 3, (i + 2) % 3];
      const coriolis =
        w[3 * joint.bodyA + j] * relativeVelocity(state, joint, r_B, l) -
        w[3 * joint.bodyA + l] * relativeVelocity(state, joint, r_B, j);
      // both bodies at the place of B
      sum +=
        n[i] *
        (pointAcceleration(state, joint.bodyB, r_B, i) - pointAcceleration(state, joint.bodyA, r_B, i) - 2 * coriolis);
    }
    return sum;
  }

  /** Adds the effort to what acts on the mechanism. */
  apply(state: MechanismState, effort: number): void {
    const { joint, n, r_B, force, moment } = this;
    if (joint === undefined) {
      state.tau[this.velocityIndex] += effort;
      return;
    }
    this.effort = effort;
    this.place(state, joint);
    for (const [body, sign] of [
      [joint.bodyB, 1],
      [joint.bodyA, -1],
    ] as const) {
      for (let i = 0; i < 3; i++) {
        moment[i] = this.isTurning ? sign * effort * n[i] : 0;
        force[i] = this.isTurning ? 0 : sign * effort * n[i];
      }
      addForceAtPoint(state.forces, state.motion, body, r_B, 0, force, 0, moment, 0);
    }
  }

  /** wrench ← wrench + what the effort is to body B of a joint that closes a loop: torque and force at the origin of frame B, in world axes. */
  addWrench(wrench: Float64Array): void {
    if (this.joint === undefined) return;
    const first = this.isTurning ? 0 : 3;
    for (let i = 0; i < 3; i++) wrench[first + i] += this.effort * this.n[i];
  }

  /** out[at …] ← the velocity per unit of each independent velocity of the group, loops closed. */
  reducedRow(out: Float64Array, at: number, state: MechanismState, group: LoopGroup): void {
    const { independent, independentCount, dependent, rank, T, rowFrom, rowTo, local, vector } = group;
    const row = vector;
    clear(row);
    if (this.joint === undefined) row[local[this.velocityIndex]] = 1;
    else {
      this.place(state, this.joint);
      this.addColumns(row, state, group, this.joint.pathA, -1);
      this.addColumns(row, state, group, this.joint.pathB, 1);
    }
    for (let j = 0; j < independentCount; j++) out[at + j] = row[independent[j]];
    for (let i = 0; i < rank; i++) {
      const factor = row[dependent[i]];
      if (factor === 0) continue;
      for (let j = rowFrom[i]; j < rowTo[i]; j++) out[at + j] += factor * T[i * independentCount + j];
    }
  }

  private addColumns(row: Float64Array, state: MechanismState, group: LoopGroup, path: Int32Array, sign: number): void {
    const { n, r_B } = this;
    const { S } = state;
    const { position } = state.motion;
    const { vStart } = this.mechanism;
    for (let k = 0; k < path.length; k++) {
      const b = path[k];
      for (let j = vStart[b]; j < vStart[b + 1]; j++) {
        for (let i = 0; i < 3; i++) {
          const [m, l] = [(i + 1) % 3, (i + 2) % 3];
          const motion = this.isTurning
            ? S[6 * j + i]
            : S[6 * j + 3 + i] +
              S[6 * j + m] * (r_B[l] - position[3 * b + l]) -
              S[6 * j + l] * (r_B[m] - position[3 * b + m]);
          row[group.local[j]] += sign * n[i] * motion;
        }
      }
    }
  }

  /** axes, n, r_A, r_B of the joint in the world. */
  private place(state: MechanismState, { bodyA, bodyB, axesOnA, r_A: a, r_B: b }: LoopJoint): void {
    const { axes, r_A, r_B, n } = this;
    const { rotation, position } = state.motion;
    mulMM(axes, 0, rotation, 9 * bodyA, axesOnA, 0);
    mulMV(r_A, 0, rotation, 9 * bodyA, a, 0);
    mulMV(r_B, 0, rotation, 9 * bodyB, b, 0);
    for (let i = 0; i < 3; i++) {
      n[i] = axes[3 * i];
      r_A[i] += position[3 * bodyA + i];
      r_B[i] += position[3 * bodyB + i];
    }
  }
}

/** Velocity of the point r of body B relative to that of body A, element i. */
function relativeVelocity(state: MechanismState, { bodyA, bodyB }: LoopJoint, r: Float64Array, i: number): number {
  return pointVelocity(state, bodyB, r, i) - pointVelocity(state, bodyA, r, i);
}

function pointVelocity({ motion }: MechanismState, body: number, r: Float64Array, i: number): number {
  const { position, velocity, angularVelocity: w } = motion;
  const k = 3 * body;
  const [j, l] = [(i + 1) % 3, (i + 2) % 3];
  return velocity[k + i] + w[k + j] * (r[l] - position[k + l]) - w[k + l] * (r[j] - position[k + j]);
}

/** a + z × d + ω × (ω × d), element i, d from the origin of the body to r. */
function pointAcceleration({ acceleration, motion }: MechanismState, body: number, r: Float64Array, i: number): number {
  const { position, angularVelocity: w } = motion;
  const k = 3 * body;
  const [j, l] = [(i + 1) % 3, (i + 2) % 3];
  const d = (m: number): number => r[m] - position[k + m];
  const along = w[k] * d(0) + w[k + 1] * d(1) + w[k + 2] * d(2);
  const square = w[k] * w[k] + w[k + 1] * w[k + 1] + w[k + 2] * w[k + 2];
  return (
    acceleration[6 * body + 3 + i] +
    acceleration[6 * body + j] * d(l) -
    acceleration[6 * body + l] * d(j) +
    w[k + i] * along -
    square * d(i)
  );
}
