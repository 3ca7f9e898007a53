/**
 * Inertia of each body in world axes, and the wrench that keeps it moving without acceleration.
 *
 *     I_W = R·I_B·Rᵀ,   h_W = R·h_B
 *     load = ( ω × I_W·ω − h_W × g − n,   ω × (ω × h_W) − m·g − f )
 *
 * Legend   m, h, I   inertia about the origin of the body, see spatialInertia
 *          f, n      applied force and moment;   g   gravity at the centre of mass
 */
import type { Mechanism } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

/** inertia and load ← motion and forces. */
export function computeLoads(mechanism: Mechanism, state: MechanismState, bodies: Int32Array = mechanism.bodies): void {
  const { mu } = mechanism;
  const body = mechanism.inertia;
  const { inertia, load } = state;
  const { rotation, position, angularVelocity } = state.motion;
  const { force, torque } = state.forces;
  const uniform = mechanism.uniformGravity;
  let gx = uniform[0];
  let gy = uniform[1];
  let gz = uniform[2];

  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    const k = 3 * b;
    const kR = 9 * b;
    const kI = 10 * b;
    const kL = 6 * b;
    turnInertia(inertia, body, kI, rotation, kR);
    const m = inertia[kI];
    const hx = inertia[kI + 1];
    const hy = inertia[kI + 2];
    const hz = inertia[kI + 3];
    const J01 = inertia[kI + 5];
    const J02 = inertia[kI + 6];
    const J12 = inertia[kI + 8];

    const wx = angularVelocity[k];
    const wy = angularVelocity[k + 1];
    const wz = angularVelocity[k + 2];
    const Lx = inertia[kI + 4] * wx + J01 * wy + J02 * wz;
    const Ly = J01 * wx + inertia[kI + 7] * wy + J12 * wz;
    const Lz = J02 * wx + J12 * wy + inertia[kI + 9] * wz;
    const ux = wy * hz - wz * hy;
    const uy = wz * hx - wx * hz;
    const uz = wx * hy - wy * hx;
    if (mu !== 0 && m > 0) {
      const x = position[k] + hx / m;
      const y = position[k + 1] + hy / m;
      const z = position[k + 2] + hz / m;
      const square = x * x + y * y + z * z;
      const pull = -mu / (square * Math.sqrt(square));
      gx = pull * x;
      gy = pull * y;
      gz = pull * z;
    }

    load[kL] = wy * Lz - wz * Ly - (hy * gz - hz * gy) - torque[k];
    load[kL + 1] = wz * Lx - wx * Lz - (hz * gx - hx * gz) - torque[k + 1];
    load[kL + 2] = wx * Ly - wy * Lx - (hx * gy - hy * gx) - torque[k + 2];
    load[kL + 3] = wy * uz - wz * uy - m * gx - force[k];
    load[kL + 4] = wz * ux - wx * uz - m * gy - force[k + 1];
    load[kL + 5] = wx * uy - wy * ux - m * gz - force[k + 2];
  }
}

/** inertia ← positions alone; load stays as it is. */
export function computeInertias(mechanism: Mechanism, state: MechanismState, bodies: Int32Array): void {
  const { inertia, motion } = state;
  for (let i = 0; i < bodies.length; i++)
    turnInertia(inertia, mechanism.inertia, 10 * bodies[i], motion.rotation, 9 * bodies[i]);
}

/** out[k …] ← body[k …] in world axes, for the rotation R_WB at kR. */
function turnInertia(out: Float64Array, body: Float64Array, k: number, rotation: Float64Array, kR: number): void {
  const r00 = rotation[kR];
  const r01 = rotation[kR + 1];
  const r02 = rotation[kR + 2];
  const r10 = rotation[kR + 3];
  const r11 = rotation[kR + 4];
  const r12 = rotation[kR + 5];
  const r20 = rotation[kR + 6];
  const r21 = rotation[kR + 7];
  const r22 = rotation[kR + 8];
  const hx = body[k + 1];
  const hy = body[k + 2];
  const hz = body[k + 3];
  const Ixx = body[k + 4];
  const Ixy = body[k + 5];
  const Ixz = body[k + 6];
  const Iyy = body[k + 7];
  const Iyz = body[k + 8];
  const Izz = body[k + 9];
  const t00 = r00 * Ixx + r01 * Ixy + r02 * Ixz;
  const t01 = r00 * Ixy + r01 * Iyy + r02 * Iyz;
  const t02 = r00 * Ixz + r01 * Iyz + r02 * Izz;
  const t10 = r10 * Ixx + r11 * Ixy + r12 * Ixz;
  const t11 = r10 * Ixy + r11 * Iyy + r12 * Iyz;
  const t12 = r10 * Ixz + r11 * Iyz + r12 * Izz;
  const t20 = r20 * Ixx + r21 * Ixy + r22 * Ixz;
  const t21 = r20 * Ixy + r21 * Iyy + r22 * Iyz;
  const t22 = r20 * Ixz + r21 * Iyz + r22 * Izz;

  out[k] = body[k];
  out[k + 1] = r00 * hx + r01 * hy + r02 * hz;
  out[k + 2] = r10 * hx + r11 * hy + r12 * hz;
  out[k + 3] = r20 * hx + r21 * hy + r22 * hz;
  out[k + 4] = t00 * r00 + t01 * r01 + t02 * r02;
  out[k + 5] = t00 * r10 + t01 * r11 + t02 * r12;
  out[k + 6] = t00 * r20 + t01 * r21 + t02 * r22;
  out[k + 7] = t10 * r10 + t11 * r11 + t12 * r12;
  out[k + 8] = t10 * r20 + t11 * r21 + t12 * r22;
  out[k + 9] = t20 * r20 + t21 * r21 + t22 * r22;
}
