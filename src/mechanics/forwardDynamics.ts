/**
 * Accelerations for given efforts in a time proportional to the number of bodies: articulated bodies.
 *
 * Source   [Featherstone2008] sec. 7.3 (forward dynamics), 9.2 (hybrid dynamics: some accelerations given)
 *
 *     a' = (z_P, a_P + z_P × r) + c,   vdot = D⁻¹·(u − Uᵀ·a'),   (z, a) = a' + S·vdot
 *     flange, or held     vdot given,   tau = Uᵀ·(z, a) − u
 *     free       (z, a) = IA⁻¹·(w − pA), whatever the parent does;   S·vdot = (z, a) − a'
 */
import { eliminateJoints } from "./articulatedBodies.ts";
import { computeLoads } from "./bodyLoads.ts";
import { type Mechanism, recursionCode } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";
import { solveCholesky } from "./smallCholesky.ts";

/**
 * state.vdot, state.acceleration ← state.tau, state.forces and, for joints with flange, their entries of state.vdot;
 * state.flangeEffort ← efforts of those. Kinematics must be up to date; loop joints do not act. Returns 0, or the body
 * whose joint has a direction without inertia: nothing is computed then.
 */
export function forwardDynamics(
  mechanism: Mechanism,
  state: MechanismState,
  bodies: Int32Array = mechanism.bodies,
): number {
  computeLoads(mechanism, state, bodies);
  const body = eliminateJoints(mechanism, state, state.vdot, bodies);
  return body === 0 ? accelerate(mechanism, state, bodies) : body;
}

/** The outward pass. */
export function accelerate(mechanism: Mechanism, state: MechanismState, bodies: Int32Array): number {
  const { parent, recursion, vStart, isHinge } = mechanism;
  const { acceleration, lever, bias, S, U, u, inverseD, vdot, held } = state;
  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    if (recursion[b] === recursionCode.single) {
      if (!accelerateSingle(mechanism, state, b)) return b;
      continue;
    }
    const k = 6 * b;
    const p = 6 * parent[b];
    const r = 3 * b;
    const rx = lever[r];
    const ry = lever[r + 1];
    const rz = lever[r + 2];
    const zx = acceleration[p];
    const zy = acceleration[p + 1];
    const zz = acceleration[p + 2];
    const x = zx + bias[k];
    const y = zy + bias[k + 1];
    const z = zz + bias[k + 2];
    const ax = acceleration[p + 3] + bias[k + 3] + (zy * rz - zz * ry);
    const ay = acceleration[p + 4] + bias[k + 4] + (zz * rx - zx * rz);
    const az = acceleration[p + 5] + bias[k + 5] + (zx * ry - zy * rx);
    acceleration[k + 3] = ax;
    acceleration[k + 4] = ay;
    acceleration[k + 5] = az;
    if (isHinge[b] === 1 && held[vStart[b]] === 0) {
      const j = vStart[b];
      const s = 6 * j;
      // in pairs: this sum is the longest chain of operations that cannot overlap
      const reaction = U[s] * x + U[s + 1] * y + (U[s + 2] * z + U[s + 3] * ax) + (U[s + 4] * ay + U[s + 5] * az);
      const rate = inverseD[j] * (u[j] - reaction);
      vdot[j] = rate;
      acceleration[k] = x + S[s] * rate;
      acceleration[k + 1] = y + S[s + 1] * rate;
      acceleration[k + 2] = z + S[s + 2] * rate;
    } else {
      acceleration[k] = x;
      acceleration[k + 1] = y;
      acceleration[k + 2] = z;
      if (recursion[b] === recursionCode.free) accelerateFree(mechanism, state, b);
      else accelerateGeneral(mechanism, state, b);
    }
  }
  return 0;
}

/** vdot of the joint, and acceleration ← acceleration + S·vdot. */
function accelerateGeneral(mechanism: Mechanism, state: MechanismState, b: number): void {
  const { acceleration, S, U, u, vdot, flangeEffort } = state;
  const k = 6 * b;
  const first = mechanism.vStart[b];
  const end = mechanism.vStart[b + 1];
  const isGiven = mechanism.hasFlange[b] === 1 || (end === first + 1 && state.held[first] === 1);
  if (!isGiven) {
    for (let j = first; j < end; j++) {
      let sum = u[j];
      for (let i = 0; i < 6; i++) sum -= U[6 * j + i] * acceleration[k + i];
      vdot[j] = sum;
    }
    if (end === first + 1) vdot[first] *= state.inverseD[first];
    else solveCholesky(vdot, first, state.factors, 36 * b, end - first);
  }
  for (let j = first; j < end; j++) {
    for (let i = 0; i < 6; i++) acceleration[k + i] += S[6 * j + i] * vdot[j];
  }
  if (!isGiven) return;
  for (let j = first; j < end; j++) {
    let sum = -u[j];
    for (let i = 0; i < 6; i++) sum += U[6 * j + i] * acceleration[k + i];
    flangeEffort[j] = sum;
  }
}

/** On entry a' is in acceleration. */
function accelerateFree(mechanism: Mechanism, state: MechanismState, b: number): void {
  const { acceleration, S, u, vdot } = state;
  const k = 6 * b;
  const first = mechanism.vStart[b];
  for (let i = 0; i < 6; i++) difference[i] = u[first + i];
  solveCholesky(difference, 0, state.factors, 36 * b, 6);
  for (let i = 0; i < 6; i++) {
    const a = difference[i];
    difference[i] = a - acceleration[k + i];
    acceleration[k + i] = a;
  }
  velocitiesOfFreeJoint(vdot, first, S, 6 * first, difference);
}

const difference = new Float64Array(6);

/** v ← velocities of a free joint that give the body the motion m: three turning columns by Cramer's rule, then the linear ones. */
function velocitiesOfFreeJoint(v: Float64Array, iv: number, S: Float64Array, s: number, m: Float64Array): void {
  const e = s + 18;
  const cx = S[e + 7] * S[e + 14] - S[e + 8] * S[e + 13];
  const cy = S[e + 8] * S[e + 12] - S[e + 6] * S[e + 14];
  const cz = S[e + 6] * S[e + 13] - S[e + 7] * S[e + 12];
  const dx = S[e + 13] * S[e + 2] - S[e + 14] * S[e + 1];
  const dy = S[e + 14] * S[e] - S[e + 12] * S[e + 2];
  const dz = S[e + 12] * S[e + 1] - S[e + 13] * S[e];
  const fx = S[e + 1] * S[e + 8] - S[e + 2] * S[e + 7];
  const fy = S[e + 2] * S[e + 6] - S[e] * S[e + 8];
  const fz = S[e] * S[e + 7] - S[e + 1] * S[e + 6];
  const scale = 1 / (S[e] * cx + S[e + 1] * cy + S[e + 2] * cz);
  const w0 = scale * (cx * m[0] + cy * m[1] + cz * m[2]);
  const w1 = scale * (dx * m[0] + dy * m[1] + dz * m[2]);
  const w2 = scale * (fx * m[0] + fy * m[1] + fz * m[2]);
  const ax = m[3] - S[e + 3] * w0 - S[e + 9] * w1 - S[e + 15] * w2;
  const ay = m[4] - S[e + 4] * w0 - S[e + 10] * w1 - S[e + 16] * w2;
  const az = m[5] - S[e + 5] * w0 - S[e + 11] * w1 - S[e + 17] * w2;

  v[iv] = S[s + 3] * ax + S[s + 4] * ay + S[s + 5] * az;
  v[iv + 1] = S[s + 9] * ax + S[s + 10] * ay + S[s + 11] * az;
  v[iv + 2] = S[s + 15] * ax + S[s + 16] * ay + S[s + 17] * az;
  v[iv + 3] = w0;
  v[iv + 4] = w1;
  v[iv + 5] = w2;
}

/** Euler's equations about the centre of mass, in the axes of the body, with the inverse inertia that never changes. */
function accelerateSingle(mechanism: Mechanism, state: MechanismState, b: number): boolean {
  const { inertia, load, acceleration, tau, vdot } = state;
  const R = state.motion.rotation;
  const inverse = mechanism.inverseInertia;
  const k = 6 * b;
  const kR = 9 * b;
  const j = mechanism.vStart[b];
  const m = inertia[10 * b];
  if (!(m > 0 && inverse[k] > 0)) return false;
  const cx = inertia[10 * b + 1] / m;
  const cy = inertia[10 * b + 2] / m;
  const cz = inertia[10 * b + 3] / m;
  // the effort of the joint is a force in world axes and a moment in body axes
  const fx = tau[j] - load[k + 3];
  const fy = tau[j + 1] - load[k + 4];
  const fz = tau[j + 2] - load[k + 5];
  const nx = -load[k] - (cy * fz - cz * fy);
  const ny = -load[k + 1] - (cz * fx - cx * fz);
  const nz = -load[k + 2] - (cx * fy - cy * fx);
  const bx = R[kR] * nx + R[kR + 3] * ny + R[kR + 6] * nz + tau[j + 3];
  const by = R[kR + 1] * nx + R[kR + 4] * ny + R[kR + 7] * nz + tau[j + 4];
  const bz = R[kR + 2] * nx + R[kR + 5] * ny + R[kR + 8] * nz + tau[j + 5];
  const wx = inverse[k] * bx + inverse[k + 1] * by + inverse[k + 2] * bz;
  const wy = inverse[k + 1] * bx + inverse[k + 3] * by + inverse[k + 4] * bz;
  const wz = inverse[k + 2] * bx + inverse[k + 4] * by + inverse[k + 5] * bz;
  const zx = R[kR] * wx + R[kR + 1] * wy + R[kR + 2] * wz;
  const zy = R[kR + 3] * wx + R[kR + 4] * wy + R[kR + 5] * wz;
  const zz = R[kR + 6] * wx + R[kR + 7] * wy + R[kR + 8] * wz;
  const ax = fx / m + cy * zz - cz * zy;
  const ay = fy / m + cz * zx - cx * zz;
  const az = fz / m + cx * zy - cy * zx;

  vdot[j] = ax;
  vdot[j + 1] = ay;
  vdot[j + 2] = az;
  vdot[j + 3] = wx;
  vdot[j + 4] = wy;
  vdot[j + 5] = wz;
  acceleration[k] = zx;
  acceleration[k + 1] = zy;
  acceleration[k + 2] = zz;
  acceleration[k + 3] = ax;
  acceleration[k + 4] = ay;
  acceleration[k + 5] = az;
  return true;
}
