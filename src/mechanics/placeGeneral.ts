/**
 * Placement of a body by a joint of any kind: position, orientation, and the motion per unit of each velocity.
 *
 *     R_WJ = R_WA·R_AJ(q),   R_WB = R_WJ·R_JB,   r_PB = R_WP·r_PA + R_WA·t(q) + R_WB·r_JB
 *
 * Each velocity turns the body about an axis through the origin of J, or moves it:   S = (n, l + n × r_JB)
 */
import * as elementary from "../math/elementary.ts";
import { mulMM, mulMV } from "../math/mat3.ts";
import { matrixFromQuaternion } from "../math/quaternion.ts";
import { rotationFromAxisAngle, rotationFromCardan } from "../math/rotation.ts";
import { jointCode, type Mechanism } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

// Overwritten by each call before they are read.
const R_WA = new Float64Array(9);
const R_AJ = new Float64Array(9);
const R_WJ = new Float64Array(9);
const turn = new Float64Array(9);
const t_A = new Float64Array(3);
const t_W = new Float64Array(3);
const angles = new Float64Array(3);
const axis = new Float64Array(3);

export function placeGeneral(mechanism: Mechanism, state: MechanismState, b: number): void {
  const { rotation, position } = state.motion;
  const { q, lever, offset } = state;
  const k = 3 * b;
  const kR = 9 * b;
  const p = 3 * mechanism.parent[b];
  const pR = 9 * mechanism.parent[b];
  const iq = mechanism.qStart[b];

  mulMM(R_WA, 0, rotation, pR, mechanism.R_PA, kR);
  jointRotation(R_AJ, mechanism, state, b);
  mulMM(R_WJ, 0, R_WA, 0, R_AJ, 0);
  mulMM(rotation, kR, R_WJ, 0, mechanism.R_JB, kR);

  jointTranslation(t_A, mechanism, q, iq, b);
  mulMV(t_W, 0, R_WA, 0, t_A, 0);
  mulMV(lever, k, rotation, pR, mechanism.r_PA_P, k);
  mulMV(offset, k, rotation, kR, mechanism.r_JB_B, k);
  for (let i = 0; i < 3; i++) {
    lever[k + i] += t_W[i] + offset[k + i];
    position[k + i] = position[p + i] + lever[k + i];
  }
  fillDirections(mechanism, state, b);
}

/** R ← R_AJ(q) */
export function jointRotation(R: Float64Array, mechanism: Mechanism, state: MechanismState, b: number): void {
  const { q } = state;
  const iq = mechanism.qStart[b];
  switch (mechanism.code[b]) {
    case jointCode.revolute:
    case jointCode.screw:
    case jointCode.cylindrical:
      rotationFromAxisAngle(R, 0, mechanism.axis_A, 3 * b, q[iq]);
      return;
    case jointCode.planar:
      rotationFromAxisAngle(R, 0, mechanism.axis_A, 3 * b, q[iq + 2]);
      return;
    case jointCode.universal:
      rotationFromAxisAngle(turn, 0, mechanism.axis_A, 3 * b, q[iq]);
      rotationFromAxisAngle(R, 0, mechanism.secondAxis_A, 3 * b, q[iq + 1]);
      mulMM(R, 0, turn, 0, R, 0);
      return;
    case jointCode.spherical:
      matrixFromQuaternion(R, 0, q, iq);
      return;
    case jointCode.free:
      matrixFromQuaternion(R, 0, q, iq + 3);
      return;
    case jointCode.sphericalAngles:
    case jointCode.freeAngles: {
      const from = mechanism.code[b] === jointCode.freeAngles ? iq + 3 : iq;
      for (let i = 0; i < 3; i++) angles[i] = q[from + i];
      rotationFromCardan(R, 0, angles, 0);
      matrixFromQuaternion(turn, 0, state.anchor, 4 * b);
      mulMM(R, 0, turn, 0, R, 0);
      return;
    }
    default:
      for (let i = 0; i < 9; i++) R[i] = i % 4 === 0 ? 1 : 0;
  }
}

/** t ← r_AJ_A(q) */
function jointTranslation(t: Float64Array, mechanism: Mechanism, q: Float64Array, iq: number, b: number): void {
  const n = mechanism.axis_A;
  const k = 3 * b;
  switch (mechanism.code[b]) {
    case jointCode.prismatic:
      for (let i = 0; i < 3; i++) t[i] = q[iq] * n[k + i];
      return;
    case jointCode.screw:
      for (let i = 0; i < 3; i++) t[i] = mechanism.pitch[b] * q[iq] * n[k + i];
      return;
    case jointCode.cylindrical:
      for (let i = 0; i < 3; i++) t[i] = q[iq + 1] * n[k + i];
      return;
    case jointCode.planar: {
      const e = mechanism.secondAxis_A;
      t[0] = q[iq] * e[k] + q[iq + 1] * (n[k + 1] * e[k + 2] - n[k + 2] * e[k + 1]);
      t[1] = q[iq] * e[k + 1] + q[iq + 1] * (n[k + 2] * e[k] - n[k] * e[k + 2]);
      t[2] = q[iq] * e[k + 2] + q[iq + 1] * (n[k] * e[k + 1] - n[k + 1] * e[k]);
      return;
    }
    case jointCode.free:
    case jointCode.freeAngles:
      for (let i = 0; i < 3; i++) t[i] = q[iq + i];
      return;
    default:
      t.fill(0);
  }
}

/** S ← columns of the joint; R_WA, R_WJ and `turn` are those of this body. */
function fillDirections(mechanism: Mechanism, state: MechanismState, b: number): void {
  const s = 6 * mechanism.vStart[b];
  const k = 3 * b;
  const n = mechanism.axis_A;
  switch (mechanism.code[b]) {
    case jointCode.revolute:
      mulMV(axis, 0, R_WA, 0, n, k);
      setTurning(state, s, k, axis);
      return;
    case jointCode.prismatic:
      mulMV(axis, 0, R_WA, 0, n, k);
      setMoving(state, s, axis);
      return;
    case jointCode.screw:
      mulMV(axis, 0, R_WA, 0, n, k);
      setTurning(state, s, k, axis);
      for (let i = 0; i < 3; i++) state.S[s + 3 + i] += mechanism.pitch[b] * axis[i];
      return;
    case jointCode.cylindrical:
      mulMV(axis, 0, R_WA, 0, n, k);
      setTurning(state, s, k, axis);
      setMoving(state, s + 6, axis);
      return;
    case jointCode.universal:
      mulMV(axis, 0, R_WA, 0, n, k);
      setTurning(state, s, k, axis);
      // the second axis is fixed in J: what its own rotation leaves alone
      mulMV(axis, 0, R_WJ, 0, mechanism.secondAxis_A, k);
      setTurning(state, s + 6, k, axis);
      return;
    case jointCode.planar: {
      const e = mechanism.secondAxis_A;
      mulMV(axis, 0, R_WA, 0, e, k);
      setMoving(state, s, axis);
      angles[0] = n[k + 1] * e[k + 2] - n[k + 2] * e[k + 1];
      angles[1] = n[k + 2] * e[k] - n[k] * e[k + 2];
      angles[2] = n[k] * e[k + 1] - n[k + 1] * e[k];
      mulMV(axis, 0, R_WA, 0, angles, 0);
      setMoving(state, s + 6, axis);
      mulMV(axis, 0, R_WA, 0, n, k);
      setTurning(state, s + 12, k, axis);
      return;
    }
    case jointCode.spherical:
      for (let i = 0; i < 3; i++) setTurningColumn(state, s + 6 * i, k, R_WJ, i);
      return;
    case jointCode.free:
      for (let i = 0; i < 3; i++) setMovingColumn(state, s + 6 * i, R_WA, i);
      for (let i = 0; i < 3; i++) setTurningColumn(state, s + 18 + 6 * i, k, R_WJ, i);
      return;
    case jointCode.sphericalAngles:
      fillCardanAxes(state, s, k);
      return;
    case jointCode.freeAngles:
      for (let i = 0; i < 3; i++) setMovingColumn(state, s + 6 * i, R_WA, i);
      fillCardanAxes(state, s + 18, k);
      return;
  }
}

/** Axes of the Cardan angles: x of the anchor, y after the first turn, z after the second (= z of J). */
function fillCardanAxes(state: MechanismState, s: number, k: number): void {
  mulMM(R_WA, 0, R_WA, 0, turn, 0);
  setTurningColumn(state, s, k, R_WA, 0);
  const c = elementary.cos(angles[0]);
  const sine = elementary.sin(angles[0]);
  for (let i = 0; i < 3; i++) axis[i] = c * R_WA[3 * i + 1] + sine * R_WA[3 * i + 2];
  setTurning(state, s + 6, k, axis);
  setTurningColumn(state, s + 12, k, R_WJ, 2);
}

function setTurningColumn(state: MechanismState, s: number, k: number, R: Float64Array, column: number): void {
  for (let i = 0; i < 3; i++) axis[i] = R[3 * i + column];
  setTurning(state, s, k, axis);
}

function setMovingColumn(state: MechanismState, s: number, R: Float64Array, column: number): void {
  for (let i = 0; i < 3; i++) axis[i] = R[3 * i + column];
  setMoving(state, s, axis);
}

/** S ← (n, n × r_JB) */
function setTurning(state: MechanismState, s: number, k: number, n: Float64Array): void {
  const { S, offset } = state;
  const dx = offset[k];
  const dy = offset[k + 1];
  const dz = offset[k + 2];
  S[s] = n[0];
  S[s + 1] = n[1];
  S[s + 2] = n[2];
  S[s + 3] = n[1] * dz - n[2] * dy;
  S[s + 4] = n[2] * dx - n[0] * dz;
  S[s + 5] = n[0] * dy - n[1] * dx;
}

/** S ← (0, n) */
function setMoving(state: MechanismState, s: number, n: Float64Array): void {
  const { S } = state;
  S[s] = 0;
  S[s + 1] = 0;
  S[s + 2] = 0;
  S[s + 3] = n[0];
  S[s + 4] = n[1];
  S[s + 5] = n[2];
}
