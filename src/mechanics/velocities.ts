/**
 * Joint velocities → velocities of the bodies, and the part of their accelerations that velocities alone cause.
 *
 *     ω = ω_P + ω_r                      v = v_P + ω_P × r + v_r                     (ω_r, v_r) = Σ S·v
 *     c = ( ω_P × ω_r + α,   ω_P × (ω_P × r) + 2·ω_P × v_r + α × d + ω_r × (ω_r × d) )
 *
 * Legend   r   lever from the parent        d   r_JB, zero for joints whose frame is the body frame
 *          α   what turns the axes of the joint itself, seen from A: universal joints and Cardan angles
 */
import { turnAt, turnCounts } from "./jointMotions.ts";
import { type Mechanism, recursionCode } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

/** motion.velocity, motion.angularVelocity and bias ← v; positions must be up to date. */
export function computeVelocities(
  mechanism: Mechanism,
  state: MechanismState,
  bodies: Int32Array = mechanism.bodies,
): void {
  const { parent, recursion, vStart } = mechanism;
  const { v, lever, S, bias } = state;
  const { velocity, angularVelocity } = state.motion;

  state.isSettled = false;
  for (let place = 0; place < bodies.length; place++) {
    const b = bodies[place];
    const k = 3 * b;
    const p = 3 * parent[b];
    const c = 6 * b;
    const j = vStart[b];
    const s = 6 * j;
    const wx = angularVelocity[p];
    const wy = angularVelocity[p + 1];
    const wz = angularVelocity[p + 2];
    const rx = lever[k];
    const ry = lever[k + 1];
    const rz = lever[k + 2];
    // ω_P × r and ω_P × (ω_P × r)
    const tx = wy * rz - wz * ry;
    const ty = wz * rx - wx * rz;
    const tz = wx * ry - wy * rx;
    const ax = wy * tz - wz * ty;
    const ay = wz * tx - wx * tz;
    const az = wx * ty - wy * tx;

    if (recursion[b] === recursionCode.revolute) {
      const rate = v[j];
      const ux = S[s] * rate;
      const uy = S[s + 1] * rate;
      const uz = S[s + 2] * rate;
      angularVelocity[k] = wx + ux;
      angularVelocity[k + 1] = wy + uy;
      angularVelocity[k + 2] = wz + uz;
      velocity[k] = velocity[p] + tx;
      velocity[k + 1] = velocity[p + 1] + ty;
      velocity[k + 2] = velocity[p + 2] + tz;
      bias[c] = wy * uz - wz * uy;
      bias[c + 1] = wz * ux - wx * uz;
      bias[c + 2] = wx * uy - wy * ux;
      bias[c + 3] = ax;
      bias[c + 4] = ay;
      bias[c + 5] = az;
      continue;
    }

    if (recursion[b] === recursionCode.single) {
      for (let i = 0; i < 3; i++) {
        velocity[k + i] = v[j + i];
        angularVelocity[k + i] = S[s + 18 + i] * v[j + 3] + S[s + 24 + i] * v[j + 4] + S[s + 30 + i] * v[j + 5];
      }
      continue;
    }

    let ux = 0;
    let uy = 0;
    let uz = 0;
    let vx = 0;
    let vy = 0;
    let vz = 0;
    const end = vStart[b + 1];
    for (let i = j, t = s; i < end; i++, t += 6) {
      const rate = v[i];
      ux += S[t] * rate;
      uy += S[t + 1] * rate;
      uz += S[t + 2] * rate;
      vx += S[t + 3] * rate;
      vy += S[t + 4] * rate;
      vz += S[t + 5] * rate;
    }
    angularVelocity[k] = wx + ux;
    angularVelocity[k + 1] = wy + uy;
    angularVelocity[k + 2] = wz + uz;
    velocity[k] = velocity[p] + tx + vx;
    velocity[k + 1] = velocity[p + 1] + ty + vy;
    velocity[k + 2] = velocity[p + 2] + tz + vz;
    bias[c] = wy * uz - wz * uy;
    bias[c + 1] = wz * ux - wx * uz;
    bias[c + 2] = wx * uy - wy * ux;
    bias[c + 3] = ax + 2 * (wy * vz - wz * vy);
    bias[c + 4] = ay + 2 * (wz * vx - wx * vz);
    bias[c + 5] = az + 2 * (wx * vy - wy * vx);
    if (recursion[b] === recursionCode.general || recursion[b] === recursionCode.free)
      addJointTerms(mechanism, state, b, ux, uy, uz);
  }
}

/** bias ← bias + (α, α × d + ω_r × (ω_r × d)) */
function addJointTerms(
  mechanism: Mechanism,
  state: MechanismState,
  b: number,
  ux: number,
  uy: number,
  uz: number,
): void {
  const { v, S, bias, offset } = state;
  const c = 6 * b;
  const code = mechanism.code[b];
  let x = 0;
  let y = 0;
  let z = 0;
  if (turnCounts[code] > 1) {
    const first = mechanism.vStart[b] + turnAt[code];
    const last = first + turnCounts[code] - 1;
    // each further axis is carried by the turns before it
    let cx = S[6 * first] * v[first];
    let cy = S[6 * first + 1] * v[first];
    let cz = S[6 * first + 2] * v[first];
    for (let i = first + 1; i <= last; i++) {
      const nx = S[6 * i] * v[i];
      const ny = S[6 * i + 1] * v[i];
      const nz = S[6 * i + 2] * v[i];
      x += cy * nz - cz * ny;
      y += cz * nx - cx * nz;
      z += cx * ny - cy * nx;
      cx += nx;
      cy += ny;
      cz += nz;
    }
    bias[c] += x;
    bias[c + 1] += y;
    bias[c + 2] += z;
  }
  if (mechanism.hasOffset[b] === 0) return;
  const dx = offset[3 * b];
  const dy = offset[3 * b + 1];
  const dz = offset[3 * b + 2];
  const tx = uy * dz - uz * dy;
  const ty = uz * dx - ux * dz;
  const tz = ux * dy - uy * dx;
  bias[c + 3] += y * dz - z * dy + uy * tz - uz * ty;
  bias[c + 4] += z * dx - x * dz + uz * tx - ux * tz;
  bias[c + 5] += x * dy - y * dx + ux * ty - uy * tx;
}
