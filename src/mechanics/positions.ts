/**
 * Joint coordinates → where the bodies are and along which directions their joints move.
 *
 * Source   [Featherstone2008] ch. 4 (joint models). Deviation: world axes throughout, each body's origin as reference
 *          point, so that no inertia and no force has to be turned on its way to the parent.
 * Method   Turning joints with an axis through the origin, and sliding joints, have loops of their own below; the
 *          remaining joints are placed by placeGeneral.
 * Legend   see mechanism.ts;   n   axis of the joint;   S   see mechanismState.ts
 */
import { mulMM } from "../math/mat3.ts";
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
  const { parent, recursion, qStart, vStart, r_PA_P, R_P0, isStraight, axis_B, axisNumber } = mechanism;
  const { q, lever, S } = state;
  const { position, rotation } = state.motion;

  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    if (recursion[b] > recursionCode.prismatic) {
      if (recursion[b] === recursionCode.single) placeSingle(mechanism, state, b);
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
    let lx = rotation[pR] * rx + rotation[pR + 1] * ry + rotation[pR + 2] * rz;
    let ly = rotation[pR + 3] * rx + rotation[pR + 4] * ry + rotation[pR + 5] * rz;
    let lz = rotation[pR + 6] * rx + rotation[pR + 7] * ry + rotation[pR + 8] * rz;

    let from = rotation;
    let f = pR;
    if (isStraight[b] === 0) {
      mulMM(rotation, kR, rotation, pR, R_P0, kR);
      from = rotation;
      f = kR;
    }
    if (recursion[b] === recursionCode.revolute) {
      const number = axisNumber[b];
      if (number === 0) {
        turnAboutAxis(rotation, kR, from, f, axis_B, k, q[qStart[b]]);
        const nx = axis_B[k];
        const ny = axis_B[k + 1];
        const nz = axis_B[k + 2];
        S[s] = rotation[kR] * nx + rotation[kR + 1] * ny + rotation[kR + 2] * nz;
        S[s + 1] = rotation[kR + 3] * nx + rotation[kR + 4] * ny + rotation[kR + 5] * nz;
        S[s + 2] = rotation[kR + 6] * nx + rotation[kR + 7] * ny + rotation[kR + 8] * nz;
      } else {
        turnAboutNumber(rotation, kR, from, f, number, q[qStart[b]], S, s);
      }
    } else {
      if (f !== kR) for (let l = 0; l < 9; l++) rotation[kR + l] = from[f + l];
      const nx = rotation[kR] * axis_B[k] + rotation[kR + 1] * axis_B[k + 1] + rotation[kR + 2] * axis_B[k + 2];
      const ny = rotation[kR + 3] * axis_B[k] + rotation[kR + 4] * axis_B[k + 1] + rotation[kR + 5] * axis_B[k + 2];
      const nz = rotation[kR + 6] * axis_B[k] + rotation[kR + 7] * axis_B[k + 1] + rotation[kR + 8] * axis_B[k + 2];
      S[s + 3] = nx;
      S[s + 4] = ny;
      S[s + 5] = nz;
      const distance = q[qStart[b]];
      lx += nx * distance;
      ly += ny * distance;
      lz += nz * distance;
      if (mechanism.hasOffset[b] === 1) {
        const { r_JB_B } = mechanism;
        lx += rotation[kR] * r_JB_B[k] + rotation[kR + 1] * r_JB_B[k + 1] + rotation[kR + 2] * r_JB_B[k + 2];
        ly += rotation[kR + 3] * r_JB_B[k] + rotation[kR + 4] * r_JB_B[k + 1] + rotation[kR + 5] * r_JB_B[k + 2];
        lz += rotation[kR + 6] * r_JB_B[k] + rotation[kR + 7] * r_JB_B[k + 1] + rotation[kR + 8] * r_JB_B[k + 2];
      }
    }
    lever[k] = lx;
    lever[k + 1] = ly;
    lever[k + 2] = lz;
    position[k] = position[p] + lx;
    position[k + 1] = position[p + 1] + ly;
    position[k + 2] = position[p + 2] + lz;
  }
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

/** out ← R·Rot(±axis, phi): two columns mix, the third stays and is ±axis. `number` is ±1, ±2, ±3. */
function turnAboutNumber(
  out: Float64Array,
  k: number,
  R: Float64Array,
  i: number,
  number: number,
  phi: number,
  S: Float64Array,
  iS: number,
): void {
  const c = Math.cos(phi);
  const sign = number > 0 ? 1 : -1;
  const s = sign * Math.sin(phi);
  // columns u → c·u + s·w and w → c·w − s·u, with (u, w) = (y, z), (z, x), (x, y)
  const n = sign * number - 1;
  const ju = n === 2 ? 0 : n + 1;
  const jw = n === 0 ? 2 : n - 1;
  const u0 = R[i + ju];
  const u1 = R[i + 3 + ju];
  const u2 = R[i + 6 + ju];
  const w0 = R[i + jw];
  const w1 = R[i + 3 + jw];
  const w2 = R[i + 6 + jw];
  const n0 = R[i + n];
  const n1 = R[i + 3 + n];
  const n2 = R[i + 6 + n];

  out[k + n] = n0;
  out[k + 3 + n] = n1;
  out[k + 6 + n] = n2;
  S[iS] = sign * n0;
  S[iS + 1] = sign * n1;
  S[iS + 2] = sign * n2;
  out[k + ju] = c * u0 + s * w0;
  out[k + 3 + ju] = c * u1 + s * w1;
  out[k + 6 + ju] = c * u2 + s * w2;
  out[k + jw] = c * w0 - s * u0;
  out[k + 3 + jw] = c * w1 - s * u1;
  out[k + 6 + jw] = c * w2 - s * u2;
}

/** out ← R·Rot(n, phi): each row x becomes c·x − s·(n × x) + (1 − c)·(n·x)·n. */
function turnAboutAxis(
  out: Float64Array,
  k: number,
  R: Float64Array,
  i: number,
  n: Float64Array,
  j: number,
  phi: number,
): void {
  const nx = n[j];
  const ny = n[j + 1];
  const nz = n[j + 2];
  const c = Math.cos(phi);
  const s = Math.sin(phi);
  const half = Math.sin(0.5 * phi);
  const versine = 2 * half * half;
  for (let row = 0; row < 9; row += 3) {
    const x = R[i + row];
    const y = R[i + row + 1];
    const z = R[i + row + 2];
    const along = versine * (nx * x + ny * y + nz * z);
    out[k + row] = c * x - s * (ny * z - nz * y) + along * nx;
    out[k + row + 1] = c * y - s * (nz * x - nx * z) + along * ny;
    out[k + row + 2] = c * z - s * (nx * y - ny * x) + along * nz;
  }
}
