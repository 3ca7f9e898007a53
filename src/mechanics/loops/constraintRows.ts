/**
 * Constraints of the loop joints: gaps, their rates and accelerations.
 *
 * Source   [Featherstone2008] sec. 8.3 (constraint of a joint on relative motion); [Haug1989] ch. 9 (kinds of joints)
 *
 *     each row   ew·w_rel + ev·v_rel = 0        (ew, ev) fixed in frame A, but for the universal joint
 *     w_rel = ω_B − ω_A,   v_rel = v_B − v_A − ω_A × r,   r = r_B − r_A
 *     rate       ew·α_rel + ev·a_rel = 0,   α_rel = z_B − z_A − ω_A × w_rel,
 *                a_rel = a_B − a_A − z_A × r − ω_A × (ω_A × r) − 2·ω_A × v_rel
 *
 *     translation along e     ev = e                    gap   e·r
 *     tilt about e            ew = e                    gap   e·(n_A × n_B) / cos(θ/2), size 2·sin(θ/2) of the angle between the axes
 *     rotation about e        ew = e                    gap   2·e·(vector of the quaternion q_AB)
 *     universal               ew = n2 × n               gap   n·n2 − its value in the design
 *     screw                   ev = n, ew = −pitch·n     gap   n·r − pitch·phi, phi followed over turns
 *     rod                     ev = r/|r|                gap   |r| − length;   its direction moves: + |v_rel across it|²/|r|
 *     rolling                 ev = n, e1, e2 at the point of contact, see rolling.ts; the last two have no gap
 *     coupling                Σ factor·q = offset       no direction: its row of G are the factors
 *
 * The rows are the exact derivatives of the gaps where the gaps are zero; that is enough for Newton's quadratic convergence.
 *
 * Legend   A, B   frames of the loop joint;   n, e1, e2   columns of axes_A in world axes
 * Length   gap, direction and rate of a row are one formula differentiated twice, and stand beside each other
 */
import * as elementary from "../../math/elementary.ts";
import { mulMM, mulMtM, mulMV, transformPoint } from "../../math/mat3.ts";
import { quaternionFromMatrix } from "../../math/quaternion.ts";
import { jointCode, type LoopJoint, type Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import type { LoopGroup } from "./loopGroup.ts";
import { placeContact, turningOfContact } from "./rolling.ts";

/** Bits 1, 2, 4: translation along n, e1, e2. */
const translations: readonly number[] = [7, 7, 6, 6, 6, 7, 1, 7, 0];
const acrossN = 6;
/** 0 none, 1 tilt about e1 and e2, 2 all rotations, 3 universal. */
const rotations: readonly number[] = [2, 1, 2, 1, 1, 3, 1, 0, 0];

const R_WA = new Float64Array(9);
const R_WB = new Float64Array(9);
const R_rel = new Float64Array(9);
const axes_W = new Float64Array(9);
const axesB_W = new Float64Array(9);
const q_AB = new Float64Array(4);
const r_A = new Float64Array(3);
const r_B = new Float64Array(3);
const second = new Float64Array(3);
const point = new Float64Array(3);

/** What a row is about, for messages. */
export function describeRow(joint: LoopJoint, row: number): "translation" | "rotation" {
  if (joint.coupling !== undefined) return joint.coupling.isLength ? "translation" : "rotation";
  if (joint.code === jointCode.rod || joint.code === jointCode.rolling) return "translation";
  let count = 0;
  for (let i = 0; i < 3; i++) if ((translations[joint.code] & (1 << i)) !== 0) count++;
  return row < count || (joint.code === jointCode.screw && row === 4) ? "translation" : "rotation";
}

/** direction and residual ← all rows of the group that change; positions must be up to date. */
export function computeRows(state: MechanismState, group: LoopGroup): void {
  const { joints, rowStart } = group;
  for (let i = 0; i < joints.length; i++) rowsOfJoint(state, group, joints[i], i, rowStart[i]);
}

function rowsOfJoint(state: MechanismState, group: LoopGroup, joint: LoopJoint, number: number, start: number): void {
  const { direction, residual } = group;
  if (joint.coupling !== undefined) {
    const { q, factor, offset } = joint.coupling;
    residual[start] = -offset;
    for (let i = 0; i < q.length; i++) residual[start] += factor[i] * state.q[q[i]];
    return;
  }
  placeFrames(state, joint);
  const rx = r_B[0] - r_A[0];
  const ry = r_B[1] - r_A[1];
  const rz = r_B[2] - r_A[2];
  const isPlanar = group.planarRow[number] >= 0;
  let row = isPlanar ? group.planarRow[number] : start;
  if (joint.code === jointCode.rod) {
    const d = Math.sqrt(rx * rx + ry * ry + rz * rz);
    const k = 6 * row + 3;
    // points that coincide have no direction: any will do
    direction[k] = d > 0 ? rx / d : 1;
    direction[k + 1] = d > 0 ? ry / d : 0;
    direction[k + 2] = d > 0 ? rz / d : 0;
    residual[row] = d - joint.length;
    return;
  }
  if (joint.code === jointCode.rolling) {
    placeB(state, joint);
    residual[row] = placeContact(group.contact, 3 * number, R_WB, axes_W, r_A, r_B, joint);
    for (let i = 0; i < 3; i++) setDirection(direction, row + i, 0, 1, i);
    return;
  }
  for (let i = 0; i < 3; i++) {
    if (((isPlanar ? acrossN : translations[joint.code]) & (1 << i)) === 0) continue;
    setDirection(direction, row, 0, 1, i);
    residual[row] = axes_W[i] * rx + axes_W[3 + i] * ry + axes_W[6 + i] * rz;
    row++;
  }
  if (isPlanar) return;
  const nx = axes_W[0];
  const ny = axes_W[3];
  const nz = axes_W[6];
  if (rotations[joint.code] === 1) {
    mulMM(axesB_W, 0, state.motion.rotation, 9 * joint.bodyB, joint.axesOnB, 0);
    const bx = axesB_W[0];
    const by = axesB_W[3];
    const bz = axesB_W[6];
    const cosine = nx * bx + ny * by + nz * bz;
    const half = Math.sqrt(Math.max(0.5 * (1 + cosine), 1e-12));
    const tx = (ny * bz - nz * by) / half;
    const ty = (nz * bx - nx * bz) / half;
    const tz = (nx * by - ny * bx) / half;
    for (let i = 1; i < 3; i++) {
      setDirection(direction, row, 1, 0, i);
      residual[row] = axes_W[i] * tx + axes_W[3 + i] * ty + axes_W[6 + i] * tz;
      // exactly opposite axes have no direction of turning back: any will do
      if (half < 1e-5 && i === 1) residual[row] = 2;
      row++;
    }
  } else if (rotations[joint.code] === 2) {
    mulMM(R_WA, 0, state.motion.rotation, 9 * joint.bodyA, joint.R_A, 0);
    placeB(state, joint);
    mulMtM(R_rel, 0, R_WA, 0, R_WB, 0);
    quaternionFromMatrix(q_AB, 0, R_rel, 0);
    for (let i = 0; i < 3; i++) {
      setDirection(direction, row, 1, 0, i);
      const a = joint.axes_A;
      residual[row] = 2 * (a[i] * q_AB[0] + a[3 + i] * q_AB[1] + a[6 + i] * q_AB[2]);
      row++;
    }
  } else if (rotations[joint.code] === 3) {
    placeB(state, joint);
    mulMV(second, 0, R_WB, 0, joint.secondAxis_B, 0);
    const k = 6 * row;
    direction[k] = second[1] * nz - second[2] * ny;
    direction[k + 1] = second[2] * nx - second[0] * nz;
    direction[k + 2] = second[0] * ny - second[1] * nx;
    direction[k + 3] = 0;
    direction[k + 4] = 0;
    direction[k + 5] = 0;
    const a = joint.axes_A;
    const b = joint.secondAxis_B;
    const design = a[0] * b[0] + a[3] * b[1] + a[6] * b[2];
    residual[row] = nx * second[0] + ny * second[1] + nz * second[2] - design;
    row++;
  }
  if (joint.code === jointCode.screw) {
    setDirection(direction, row, -joint.pitch, 1, 0);
    const angle = followAngle(group.screwAngle[number]);
    residual[row] = nx * rx + ny * ry + nz * rz - joint.pitch * angle;
  }
}

/** Angle of B about n, nearest to the one before. axesB_W is that of the joint. */
function followAngle(before: number): number {
  const c = axes_W[1] * axesB_W[1] + axes_W[4] * axesB_W[4] + axes_W[7] * axesB_W[7];
  const s = axes_W[2] * axesB_W[1] + axes_W[5] * axesB_W[4] + axes_W[8] * axesB_W[7];
  const angle = elementary.atan2(s, c);
  return angle + 2 * Math.PI * Math.round((before - angle) / (2 * Math.PI));
}

/** Notes the angles that are followed: the next closure goes on from here. */
export function noteScrewAngles(state: MechanismState, group: LoopGroup): void {
  for (let i = 0; i < group.joints.length; i++) {
    if (group.isFollowed[i] === 0) continue;
    placeFrames(state, group.joints[i]);
    mulMM(axesB_W, 0, state.motion.rotation, 9 * group.joints[i].bodyB, group.joints[i].axesOnB, 0);
    group.screwAngle[i] = followAngle(group.screwAngle[i]);
  }
}

/** G ← rows times the motion of each velocity on the loops. */
export function computeJacobian(mechanism: Mechanism, state: MechanismState, group: LoopGroup): void {
  const { joints, rowStart, G, n, columnStart, columns } = group;
  group.isClosedByChains = false;
  for (let i = 0; i < joints.length; i++) {
    const joint = joints[i];
    if (joint.coupling !== undefined) {
      const { v, factor } = joint.coupling;
      const row = rowStart[i];
      for (let k = columnStart[row]; k < columnStart[row + 1]; k++) G[row * n + columns[k]] = 0;
      for (let k = 0; k < v.length; k++) G[row * n + group.local[v[k]]] += factor[k];
      continue;
    }
    if (joint.code === jointCode.rolling) contactOf(group, i);
    else pointOf(r_B, state, joint.bodyB, joint.r_B);
    const first = group.planarRow[i];
    const from = first >= 0 ? first : rowStart[i];
    const to = first >= 0 ? first + 2 : rowStart[i + 1];
    writeColumns(mechanism, state, group, joint.pathA, -1, from, to, n);
    writeColumns(mechanism, state, group, joint.pathB, 1, from, to, n);
  }
}

/** The two paths of a joint have no body in common: each entry is written once, all others are zero for ever. */
function writeColumns(
  mechanism: Mechanism,
  state: MechanismState,
  group: LoopGroup,
  path: Int32Array,
  sign: number,
  from: number,
  to: number,
  n: number,
): void {
  const { S } = state;
  const { position } = state.motion;
  const { G, direction, local } = group;
  for (let i = 0; i < path.length; i++) {
    const b = path[i];
    const dx = r_B[0] - position[3 * b];
    const dy = r_B[1] - position[3 * b + 1];
    const dz = r_B[2] - position[3 * b + 2];
    const end = mechanism.vStart[b + 1];
    for (let j = mechanism.vStart[b]; j < end; j++) {
      const wx = sign * S[6 * j];
      const wy = sign * S[6 * j + 1];
      const wz = sign * S[6 * j + 2];
      const vx = sign * S[6 * j + 3] + wy * dz - wz * dy;
      const vy = sign * S[6 * j + 4] + wz * dx - wx * dz;
      const vz = sign * S[6 * j + 5] + wx * dy - wy * dx;
      for (let row = from; row < to; row++) {
        const k = 6 * row;
        G[row * n + local[j]] =
          direction[k] * wx +
          direction[k + 1] * wy +
          direction[k + 2] * wz +
          direction[k + 3] * vx +
          direction[k + 4] * vy +
          direction[k + 5] * vz;
      }
    }
  }
}

/** gamma ← −(rate of G)·v, of rows that change: the accelerations of the bodies in state must be those for vdot = 0. */
export function computeGamma(state: MechanismState, group: LoopGroup): void {
  const { joints, rowStart, planarRow, direction, gamma } = group;
  const { angularVelocity } = state.motion;
  const { acceleration } = state;
  for (let i = 0; i < joints.length; i++) {
    const joint = joints[i];
    if (joint.coupling !== undefined) {
      gamma[rowStart[i]] = 0;
      continue;
    }
    if (joint.code === jointCode.rolling) {
      gammaOfRolling(state, group, joint, i);
      continue;
    }
    relativeMotion(state, joint);
    const a = 3 * joint.bodyA;
    const wx = angularVelocity[a];
    const wy = angularVelocity[a + 1];
    const wz = angularVelocity[a + 2];
    const k = 6 * joint.bodyA;
    // α_rel
    const alphaX = acceleration[6 * joint.bodyB] - acceleration[k] - (wy * w_rel[2] - wz * w_rel[1]);
    const alphaY = acceleration[6 * joint.bodyB + 1] - acceleration[k + 1] - (wz * w_rel[0] - wx * w_rel[2]);
    const alphaZ = acceleration[6 * joint.bodyB + 2] - acceleration[k + 2] - (wx * w_rel[1] - wy * w_rel[0]);
    // a_rel
    pointAcceleration(point, state, joint.bodyB, r_B);
    pointAcceleration(a_A, state, joint.bodyA, r_A);
    const rx = r_B[0] - r_A[0];
    const ry = r_B[1] - r_A[1];
    const rz = r_B[2] - r_A[2];
    const tx = wy * rz - wz * ry;
    const ty = wz * rx - wx * rz;
    const tz = wx * ry - wy * rx;
    const zx = acceleration[k];
    const zy = acceleration[k + 1];
    const zz = acceleration[k + 2];
    const ax = point[0] - a_A[0] - (zy * rz - zz * ry) - (wy * tz - wz * ty) - 2 * (wy * v_rel[2] - wz * v_rel[1]);
    const ay = point[1] - a_A[1] - (zz * rx - zx * rz) - (wz * tx - wx * tz) - 2 * (wz * v_rel[0] - wx * v_rel[2]);
    const az = point[2] - a_A[2] - (zx * ry - zy * rx) - (wx * ty - wy * tx) - 2 * (wx * v_rel[1] - wy * v_rel[0]);
    const isPlanar = planarRow[i] >= 0;
    const end = isPlanar ? planarRow[i] + 2 : rowStart[i + 1];
    for (let row = isPlanar ? planarRow[i] : rowStart[i]; row < end; row++) {
      const d = 6 * row;
      gamma[row] = -(
        direction[d] * alphaX +
        direction[d + 1] * alphaY +
        direction[d + 2] * alphaZ +
        direction[d + 3] * ax +
        direction[d + 4] * ay +
        direction[d + 5] * az
      );
    }
    if (joint.code === jointCode.rod) gamma[rowStart[i]] -= rodTerm(direction, 6 * rowStart[i] + 3, rx, ry, rz);
    if (joint.code === jointCode.universal) gamma[rowStart[i + 1] - 1] -= universalTerm(state, joint);
  }
}

/** gamma of the three rows: −e·(a_B − a_A + w_rel × δ), both bodies at the point of contact, which moves by δ against them. */
function gammaOfRolling(state: MechanismState, group: LoopGroup, joint: LoopJoint, number: number): void {
  const { angularVelocity: w } = state.motion;
  placeFrames(state, joint);
  placeB(state, joint);
  const [a, b] = [3 * joint.bodyA, 3 * joint.bodyB];
  turningOfContact(point, group.contact, 3 * number, state, joint, R_WB, axes_W, r_B);
  for (let i = 0; i < 3; i++) w_rel[i] = w[b + i] - w[a + i];
  const x = w_rel[1] * point[2] - w_rel[2] * point[1];
  const y = w_rel[2] * point[0] - w_rel[0] * point[2];
  const z = w_rel[0] * point[1] - w_rel[1] * point[0];
  contactOf(group, number);
  pointAcceleration(point, state, joint.bodyB, r_B);
  pointAcceleration(a_A, state, joint.bodyA, r_B);
  for (let row = group.rowStart[number]; row < group.rowStart[number + 1]; row++) {
    const d = 6 * row + 3;
    group.gamma[row] = -(
      group.direction[d] * (point[0] - a_A[0] + x) +
      group.direction[d + 1] * (point[1] - a_A[1] + y) +
      group.direction[d + 2] * (point[2] - a_A[2] + z)
    );
  }
}

/** r_B ← point of contact of a rolling joint. */
function contactOf({ contact }: LoopGroup, number: number): void {
  for (let i = 0; i < 3; i++) r_B[i] = contact[3 * number + i];
}

/** |v_rel across the rod|²/|r|: its direction moves with its ends. */
function rodTerm(direction: Float64Array, k: number, rx: number, ry: number, rz: number): number {
  const along = direction[k] * v_rel[0] + direction[k + 1] * v_rel[1] + direction[k + 2] * v_rel[2];
  const square = v_rel[0] * v_rel[0] + v_rel[1] * v_rel[1] + v_rel[2] * v_rel[2];
  return (square - along * along) / Math.sqrt(rx * rx + ry * ry + rz * rz);
}

/** w_rel·((w_rel × n2) × n): the direction of the universal row moves with B. */
function universalTerm(state: MechanismState, joint: LoopJoint): number {
  placeFrames(state, joint);
  placeB(state, joint);
  mulMV(second, 0, R_WB, 0, joint.secondAxis_B, 0);
  const tx = w_rel[1] * second[2] - w_rel[2] * second[1];
  const ty = w_rel[2] * second[0] - w_rel[0] * second[2];
  const tz = w_rel[0] * second[1] - w_rel[1] * second[0];
  const nx = axes_W[0];
  const ny = axes_W[3];
  const nz = axes_W[6];
  return w_rel[0] * (ty * nz - tz * ny) + w_rel[1] * (tz * nx - tx * nz) + w_rel[2] * (tx * ny - ty * nx);
}

const w_rel = new Float64Array(3);
const v_rel = new Float64Array(3);
const a_A = new Float64Array(3);

/** w_rel, v_rel, r_A, r_B of the loop joint; velocities must be up to date. */
function relativeMotion(state: MechanismState, joint: LoopJoint): void {
  const { position, velocity, angularVelocity } = state.motion;
  pointOf(r_A, state, joint.bodyA, joint.r_A);
  pointOf(r_B, state, joint.bodyB, joint.r_B);
  const a = 3 * joint.bodyA;
  const b = 3 * joint.bodyB;
  for (let i = 0; i < 3; i++) {
    const j = i === 2 ? 0 : i + 1;
    const l = i === 0 ? 2 : i - 1;
    w_rel[i] = angularVelocity[b + i] - angularVelocity[a + i];
    // both frames at the place of B: v_A + ω_A × (r_B − p_A)
    v_rel[i] =
      velocity[b + i] +
      angularVelocity[b + j] * (r_B[l] - position[b + l]) -
      angularVelocity[b + l] * (r_B[j] - position[b + j]) -
      velocity[a + i] -
      angularVelocity[a + j] * (r_B[l] - position[a + l]) +
      angularVelocity[a + l] * (r_B[j] - position[a + j]);
  }
}

/** out ← acceleration of the point p_W of the body. */
function pointAcceleration(out: Float64Array, state: MechanismState, body: number, p_W: Float64Array): void {
  const { acceleration } = state;
  const { position, angularVelocity } = state.motion;
  const k = 6 * body;
  const dx = p_W[0] - position[3 * body];
  const dy = p_W[1] - position[3 * body + 1];
  const dz = p_W[2] - position[3 * body + 2];
  const wx = angularVelocity[3 * body];
  const wy = angularVelocity[3 * body + 1];
  const wz = angularVelocity[3 * body + 2];
  const tx = wy * dz - wz * dy;
  const ty = wz * dx - wx * dz;
  const tz = wx * dy - wy * dx;
  out[0] = acceleration[k + 3] + acceleration[k + 1] * dz - acceleration[k + 2] * dy + wy * tz - wz * ty;
  out[1] = acceleration[k + 4] + acceleration[k + 2] * dx - acceleration[k] * dz + wz * tx - wx * tz;
  out[2] = acceleration[k + 5] + acceleration[k] * dy - acceleration[k + 1] * dx + wx * ty - wy * tx;
}

/** axes_W, r_A, r_B of the loop joint. */
function placeFrames(state: MechanismState, joint: LoopJoint): void {
  mulMM(axes_W, 0, state.motion.rotation, 9 * joint.bodyA, joint.axesOnA, 0);
  pointOf(r_A, state, joint.bodyA, joint.r_A);
  pointOf(r_B, state, joint.bodyB, joint.r_B);
}

/** R_WB of the loop joint. */
function placeB(state: MechanismState, joint: LoopJoint): void {
  mulMM(R_WB, 0, state.motion.rotation, 9 * joint.bodyB, joint.R_B, 0);
}

function pointOf(out: Float64Array, state: MechanismState, body: number, r: Float64Array): void {
  const { position, rotation } = state.motion;
  transformPoint(out, 0, rotation, 9 * body, position, 3 * body, r, 0);
}

/** (ew, ev) ← (angular·e, linear·e), e the column of axes_W. */
function setDirection(direction: Float64Array, row: number, angular: number, linear: number, column: number): void {
  const k = 6 * row;
  for (let i = 0; i < 3; i++) {
    const e = axes_W[3 * i + column];
    direction[k + i] = angular * e;
    direction[k + 3 + i] = linear * e;
  }
}
