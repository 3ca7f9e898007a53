/**
 * Joint coordinates → where the bodies are and along which directions their joints move.
 *
 * Source   [Featherstone2008] ch. 4 (joint models). Deviation: world axes throughout, each body's origin as reference
 *          point, so that no inertia and no force has to be turned on its way to the parent.
 * Method   The most frequent joint, a hinge through the origin along an axis of its body whose frame at rest is parallel to
 *          the parent's, is written out in the loop; all others are placed by functions.
 * Legend   see mechanism.ts;   n   axis of the joint;   S   see mechanismState.ts
 */

import { cosineAndSine } from "../math/elementary/trigonometric.ts";
import * as elementary from "../math/elementary.ts";
import { mulMM, mulMV } from "../math/mat3.ts";
import { matrixFromQuaternion } from "../math/quaternion.ts";
import { type Mechanism, recursionCode } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";
import { placeGeneral } from "./placeGeneral.ts";

/** motion.position, motion.rotation, lever, offset and S ← q, for the bodies of the list. */
export function computePositions(
  mechanism: Mechanism,
  state: MechanismState,
  bodies: Int32Array = mechanism.bodies,
): void {
  const { parent, recursion, isAligned, qStart, vStart, r_PA_P, axisNumber } = mechanism;
  const { q, turns, lever, S } = state;
  const { position, rotation } = state.motion;

  state.isSettled = false;
  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    if (isAligned[b] === 0) {
      if (recursion[b] === recursionCode.single) placeSingle(mechanism, state, b);
      else if (recursion[b] <= recursionCode.prismatic) placeOneAxis(mechanism, state, b);
      else placeGeneral(mechanism, state, b);
      continue;
    }
    const k = 3 * b;
    const kR = 9 * b;
    const p = 3 * parent[b];
    const pR = 9 * parent[b];
    const s = 6 * vStart[b];
    const rx = r_PA_P[k];
    const ry = r_PA_P[k + 1];
    const rz = r_PA_P[k + 2];
    // columns x, y, z of R_WP
    const x0 = rotation[pR];
    const y0 = rotation[pR + 1];
    const z0 = rotation[pR + 2];
    const x1 = rotation[pR + 3];
    const y1 = rotation[pR + 4];
    const z1 = rotation[pR + 5];
    const x2 = rotation[pR + 6];
    const y2 = rotation[pR + 7];
    const z2 = rotation[pR + 8];
    const lx = x0 * rx + y0 * ry + z0 * rz;
    const ly = x1 * rx + y1 * ry + z1 * rz;
    const lz = x2 * rx + y2 * ry + z2 * rz;
    lever[k] = lx;
    lever[k + 1] = ly;
    lever[k + 2] = lz;
    position[k] = position[p] + lx;
    position[k + 1] = position[p + 1] + ly;
    position[k + 2] = position[p + 2] + lz;

    // two columns mix, the third stays and is ± the axis
    const number = axisNumber[b];
    const sign = number > 0 ? 1 : -1;
    const iq = qStart[b];
    if (turns[3 * iq] !== q[iq]) takeTurn(turns, q, iq);
    const cosine = turns[3 * iq + 1];
    const sine = sign * turns[3 * iq + 2];
    if (number === 3 || number === -3) {
      S[s] = sign * z0;
      S[s + 1] = sign * z1;
      S[s + 2] = sign * z2;
      rotation[kR] = cosine * x0 + sine * y0;
      rotation[kR + 1] = cosine * y0 - sine * x0;
      rotation[kR + 2] = z0;
      rotation[kR + 3] = cosine * x1 + sine * y1;
      rotation[kR + 4] = cosine * y1 - sine * x1;
      rotation[kR + 5] = z1;
      rotation[kR + 6] = cosine * x2 + sine * y2;
      rotation[kR + 7] = cosine * y2 - sine * x2;
      rotation[kR + 8] = z2;
    } else if (number === 2 || number === -2) {
      S[s] = sign * y0;
      S[s + 1] = sign * y1;
      S[s + 2] = sign * y2;
      rotation[kR] = cosine * x0 - sine * z0;
      rotation[kR + 1] = y0;
      rotation[kR + 2] = cosine * z0 + sine * x0;
      rotation[kR + 3] = cosine * x1 - sine * z1;
      rotation[kR + 4] = y1;
      rotation[kR + 5] = cosine * z1 + sine * x1;
      rotation[kR + 6] = cosine * x2 - sine * z2;
      rotation[kR + 7] = y2;
      rotation[kR + 8] = cosine * z2 + sine * x2;
    } else {
      S[s] = sign * x0;
      S[s + 1] = sign * x1;
      S[s + 2] = sign * x2;
      rotation[kR] = x0;
      rotation[kR + 1] = cosine * y0 + sine * z0;
      rotation[kR + 2] = cosine * z0 - sine * y0;
      rotation[kR + 3] = x1;
      rotation[kR + 4] = cosine * y1 + sine * z1;
      rotation[kR + 5] = cosine * z1 - sine * y1;
      rotation[kR + 6] = x2;
      rotation[kR + 7] = cosine * y2 + sine * z2;
      rotation[kR + 8] = cosine * z2 - sine * y2;
    }
  }
}

/** Cosine and sine of a coordinate that has changed. */
export function takeTurn(turns: Float64Array, q: Float64Array, iq: number): void {
  turns[3 * iq] = q[iq];
  cosineAndSine(turns, 3 * iq + 1, q, iq);
}

/** One body that turns about any axis through its origin, or slides. */
function placeOneAxis(mechanism: Mechanism, state: MechanismState, b: number): void {
  const { axis_B, r_JB_B } = mechanism;
  const { q, S, lever } = state;
  const { rotation, position } = state.motion;
  const k = 3 * b;
  const kR = 9 * b;
  const s = 6 * mechanism.vStart[b];
  const p = 3 * mechanism.parent[b];
  const pR = 9 * mechanism.parent[b];
  const iq = mechanism.qStart[b];
  mulMV(lever, k, rotation, pR, mechanism.r_PA_P, k);
  mulMM(rotation, kR, rotation, pR, mechanism.R_P0, kR);
  if (mechanism.recursion[b] === recursionCode.revolute) {
    turnAboutAxis(rotation, kR, axis_B, k, q, iq, S, s, state.turns);
  } else {
    mulMV(S, s + 3, rotation, kR, axis_B, k);
    for (let i = 0; i < 3; i++) {
      const R = kR + 3 * i;
      lever[k + i] += S[s + 3 + i] * q[iq];
      lever[k + i] += rotation[R] * r_JB_B[k] + rotation[R + 1] * r_JB_B[k + 1] + rotation[R + 2] * r_JB_B[k + 2];
    }
  }
  for (let i = 0; i < 3; i++) position[k + i] = position[p + i] + lever[k + i];
}

function placeSingle(mechanism: Mechanism, state: MechanismState, b: number): void {
  const { q, S, lever } = state;
  const { position, rotation } = state.motion;
  const k = 3 * b;
  const kR = 9 * b;
  const iq = mechanism.qStart[b];
  const s = 6 * mechanism.vStart[b] + 18;
  matrixFromQuaternion(rotation, kR, q, iq + 3);
  for (let i = 0; i < 3; i++) {
    const x = mechanism.r_PA_P[k + i] + q[iq + i];
    lever[k + i] = x;
    position[k + i] = x;
    S[s + i] = rotation[kR + 3 * i];
    S[s + 6 + i] = rotation[kR + 3 * i + 1];
    S[s + 12 + i] = rotation[kR + 3 * i + 2];
  }
}

/** R ← R·Rot(n, phi): each row x becomes c·x − s·(n × x) + (1 − c)·(n·x)·n. S ← n in the world. */
function turnAboutAxis(
  R: Float64Array,
  k: number,
  n: Float64Array,
  j: number,
  q: Float64Array,
  iq: number,
  S: Float64Array,
  iS: number,
  turns: Float64Array,
): void {
  const nx = n[j];
  const ny = n[j + 1];
  const nz = n[j + 2];
  if (turns[3 * iq] !== q[iq]) takeTurn(turns, q, iq);
  const c = turns[3 * iq + 1];
  const s = turns[3 * iq + 2];
  const half = elementary.sin(0.5 * q[iq]);
  const versine = 2 * half * half;
  for (let row = 0; row < 3; row++) {
    const i = k + 3 * row;
    const x = R[i];
    const y = R[i + 1];
    const z = R[i + 2];
    const inWorld = nx * x + ny * y + nz * z;
    const along = versine * inWorld;
    R[i] = c * x - s * (ny * z - nz * y) + along * nx;
    R[i + 1] = c * y - s * (nz * x - nx * z) + along * ny;
    R[i + 2] = c * z - s * (nx * y - ny * x) + along * nz;
    S[iS + row] = inWorld;
  }
}
