/**
 * Efforts of all joints for given accelerations: recursive Newton–Euler.
 *
 * Source   [Featherstone2008] sec. 5.3, in world axes with the origin of each body as reference point
 *
 *     outwards   z = z_P + S_w·vdot + c_w,   a = a_P + z_P × r + S_v·vdot + c_v
 *     wrench     n = I·z + h × a + load_n,   f = m·a − h × z + load_f
 *     inwards    tau = S·(n, f),   n_P += n + r × f,   f_P += f
 */
import { computeLoads } from "./bodyLoads.ts";
import type { Mechanism } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

/**
 * tau ← M(q)·vdot + h(q, v, applied forces). Kinematics must be up to date. Leaves the accelerations of the bodies in
 * state.acceleration and what each joint transmits to its body in state.wrench.
 */
export function inverseDynamics(
  tau: Float64Array,
  mechanism: Mechanism,
  state: MechanismState,
  vdot: Float64Array,
  bodies: Int32Array = mechanism.bodies,
): void {
  computeLoads(mechanism, state, bodies);
  computeAccelerations(mechanism, state, vdot, bodies);
  computeWrenches(mechanism, state, bodies);
  projectWrenches(tau, mechanism, state, bodies);
}

/** acceleration ← bodies for given vdot; kinematics must be up to date. */
export function computeAccelerations(
  mechanism: Mechanism,
  state: MechanismState,
  vdot: Float64Array,
  bodies: Int32Array = mechanism.bodies,
): void {
  const { parent, vStart } = mechanism;
  const { acceleration, lever, bias, S } = state;
  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    const k = 6 * b;
    const p = 6 * parent[b];
    const r = 3 * b;
    const zx = acceleration[p];
    const zy = acceleration[p + 1];
    const zz = acceleration[p + 2];
    let x = zx + bias[k];
    let y = zy + bias[k + 1];
    let z = zz + bias[k + 2];
    let ax = acceleration[p + 3] + zy * lever[r + 2] - zz * lever[r + 1] + bias[k + 3];
    let ay = acceleration[p + 4] + zz * lever[r] - zx * lever[r + 2] + bias[k + 4];
    let az = acceleration[p + 5] + zx * lever[r + 1] - zy * lever[r] + bias[k + 5];
    const end = vStart[b + 1];
    for (let j = vStart[b], s = 6 * j; j < end; j++, s += 6) {
      const rate = vdot[j];
      x += S[s] * rate;
      y += S[s + 1] * rate;
      z += S[s + 2] * rate;
      ax += S[s + 3] * rate;
      ay += S[s + 4] * rate;
      az += S[s + 5] * rate;
    }
    acceleration[k] = x;
    acceleration[k + 1] = y;
    acceleration[k + 2] = z;
    acceleration[k + 3] = ax;
    acceleration[k + 4] = ay;
    acceleration[k + 5] = az;
  }
}

/** wrench ← what each joint transmits to its body, at the origin of the body; body 0: what the world must hold. */
export function computeWrenches(
  mechanism: Mechanism,
  state: MechanismState,
  bodies: Int32Array = mechanism.bodies,
): void {
  const { parent } = mechanism;
  const { acceleration, inertia, load, lever, wrench } = state;
  for (let i = 0; i < 6; i++) wrench[i] = 0;
  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    const k = 6 * b;
    const kI = 10 * b;
    const m = inertia[kI];
    const hx = inertia[kI + 1];
    const hy = inertia[kI + 2];
    const hz = inertia[kI + 3];
    const x = acceleration[k];
    const y = acceleration[k + 1];
    const z = acceleration[k + 2];
    const ax = acceleration[k + 3];
    const ay = acceleration[k + 4];
    const az = acceleration[k + 5];
    const I01 = inertia[kI + 5];
    const I02 = inertia[kI + 6];
    const I12 = inertia[kI + 8];
    wrench[k] = inertia[kI + 4] * x + I01 * y + I02 * z + hy * az - hz * ay + load[k];
    wrench[k + 1] = I01 * x + inertia[kI + 7] * y + I12 * z + hz * ax - hx * az + load[k + 1];
    wrench[k + 2] = I02 * x + I12 * y + inertia[kI + 9] * z + hx * ay - hy * ax + load[k + 2];
    wrench[k + 3] = m * ax - hy * z + hz * y + load[k + 3];
    wrench[k + 4] = m * ay - hz * x + hx * z + load[k + 4];
    wrench[k + 5] = m * az - hx * y + hy * x + load[k + 5];
  }
  for (let i = bodies.length - 1; i >= 0; i--) {
    const b = bodies[i];
    const k = 6 * b;
    const p = 6 * parent[b];
    const r = 3 * b;
    const fx = wrench[k + 3];
    const fy = wrench[k + 4];
    const fz = wrench[k + 5];
    wrench[p] += wrench[k] + lever[r + 1] * fz - lever[r + 2] * fy;
    wrench[p + 1] += wrench[k + 1] + lever[r + 2] * fx - lever[r] * fz;
    wrench[p + 2] += wrench[k + 2] + lever[r] * fy - lever[r + 1] * fx;
    wrench[p + 3] += fx;
    wrench[p + 4] += fy;
    wrench[p + 5] += fz;
  }
}

/** tau ← S·wrench, for the velocities of the bodies of the list. */
export function projectWrenches(
  tau: Float64Array,
  mechanism: Mechanism,
  state: MechanismState,
  bodies: Int32Array,
): void {
  const { vStart } = mechanism;
  const { S, wrench } = state;
  for (let i = 0; i < bodies.length; i++) {
    const k = 6 * bodies[i];
    const end = vStart[bodies[i] + 1];
    for (let j = vStart[bodies[i]], s = 6 * j; j < end; j++, s += 6) {
      tau[j] =
        S[s] * wrench[k] +
        S[s + 1] * wrench[k + 1] +
        S[s + 2] * wrench[k + 2] +
        S[s + 3] * wrench[k + 3] +
        S[s + 4] * wrench[k + 4] +
        S[s + 5] * wrench[k + 5];
    }
  }
}
