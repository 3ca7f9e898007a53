/**
 * Bodies that move freely, with none behind them, as states of their own: where they are, and how the states change under forces. What positions.ts,
 * velocities.ts, bodyLoads.ts and forwardDynamics.ts do for all joints is one pass over each body here, in its own axes, since neither the columns
 * of its joint nor its inertia in world axes is needed.
 *
 *     m·a_c = f + m·g        I·ω̇ = Rᵀ·n − c × Rᵀ·f − ω × I·ω        a = a_c − R·(ω̇ × c + ω × (ω × c))
 *
 * Layout   states x: position and quaternion of each body of the list, then velocity of its origin and angular velocity of each
 * Legend   ω, c, I   angular velocity, centre of mass and inertia about it, in the axes of the body
 *          f, n      force and moment about the origin of the body, in world axes
 * Limits   uniform gravity, no efforts in the joints
 */
import { matrixFromQuaternion, quaternionRate } from "../math/quaternion.ts";
import { type Mechanism, recursionCode } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

/** Whether a body moves freely, with none behind it. */
export function isSingle({ recursion }: Mechanism, b: number): boolean {
  return recursion[b] === recursionCode.single;
}

/** Numbers of positions and of velocities of a body. */
export const singlePositions = 7;
export const singleVelocities = 6;

/** state.q, state.v, state.motion ← x, for the bodies of the list; what follows from them for joints is left as it was. */
export function placeSingles(mechanism: Mechanism, state: MechanismState, x: Float64Array, bodies: Int32Array): void {
  const { qStart, vStart, r_PA_P } = mechanism;
  const { q, v } = state;
  const { position, rotation: R, velocity, angularVelocity } = state.motion;
  let i = 0;
  let j = singlePositions * bodies.length;
  state.isSettled = false;
  for (let place = 0; place < bodies.length; place++, i += singlePositions, j += singleVelocities) {
    const b = bodies[place];
    const k = 3 * b;
    const kR = 9 * b;
    const iq = qStart[b];
    const iv = vStart[b];
    for (let m = 0; m < singlePositions; m++) q[iq + m] = x[i + m];
    for (let m = 0; m < singleVelocities; m++) v[iv + m] = x[j + m];
    matrixFromQuaternion(R, kR, x, i + 3);
    position[k] = r_PA_P[k] + x[i];
    position[k + 1] = r_PA_P[k + 1] + x[i + 1];
    position[k + 2] = r_PA_P[k + 2] + x[i + 2];
    velocity[k] = x[j];
    velocity[k + 1] = x[j + 1];
    velocity[k + 2] = x[j + 2];
    const wx = x[j + 3];
    const wy = x[j + 4];
    const wz = x[j + 5];
    angularVelocity[k] = R[kR] * wx + R[kR + 1] * wy + R[kR + 2] * wz;
    angularVelocity[k + 1] = R[kR + 3] * wx + R[kR + 4] * wy + R[kR + 5] * wz;
    angularVelocity[k + 2] = R[kR + 6] * wx + R[kR + 7] * wy + R[kR + 8] * wz;
  }
}

/** dx ← rates of the states x under state.forces, after placeSingles(). Returns 0, or a body that has a direction without inertia. */
export function ratesOfSingles(
  dx: Float64Array,
  mechanism: Mechanism,
  state: MechanismState,
  x: Float64Array,
  bodies: Int32Array,
): number {
  const { inertia, inverseInertia: V, uniformGravity: g, centre } = mechanism;
  const { rotation: R } = state.motion;
  const { force, torque } = state.forces;
  let i = 0;
  let j = singlePositions * bodies.length;
  for (let place = 0; place < bodies.length; place++, i += singlePositions, j += singleVelocities) {
    const b = bodies[place];
    const k = 3 * b;
    const kR = 9 * b;
    const kI = 10 * b;
    const kV = 6 * b;
    const m = inertia[kI];
    if (!(m > 0 && V[kV] > 0)) return b;
    const r00 = R[kR];
    const r01 = R[kR + 1];
    const r02 = R[kR + 2];
    const r10 = R[kR + 3];
    const r11 = R[kR + 4];
    const r12 = R[kR + 5];
    const r20 = R[kR + 6];
    const r21 = R[kR + 7];
    const r22 = R[kR + 8];
    const fx = force[k];
    const fy = force[k + 1];
    const fz = force[k + 2];
    const wx = x[j + 3];
    const wy = x[j + 4];
    const wz = x[j + 5];
    // angular momentum about the origin, as long as the centre is there
    let Lx = inertia[kI + 4] * wx + inertia[kI + 5] * wy + inertia[kI + 6] * wz;
    let Ly = inertia[kI + 5] * wx + inertia[kI + 7] * wy + inertia[kI + 8] * wz;
    let Lz = inertia[kI + 6] * wx + inertia[kI + 8] * wy + inertia[kI + 9] * wz;
    const nx = torque[k];
    const ny = torque[k + 1];
    const nz = torque[k + 2];
    let mx = r00 * nx + r10 * ny + r20 * nz;
    let my = r01 * nx + r11 * ny + r21 * nz;
    let mz = r02 * nx + r12 * ny + r22 * nz;
    const cx = centre[k];
    const cy = centre[k + 1];
    const cz = centre[k + 2];
    const isCentred = cx === 0 && cy === 0 && cz === 0;
    let ux = 0;
    let uy = 0;
    let uz = 0;
    if (!isCentred) {
      // ω × c, and what the mass in the centre has of the angular momentum
      ux = wy * cz - wz * cy;
      uy = wz * cx - wx * cz;
      uz = wx * cy - wy * cx;
      Lx -= m * (cy * uz - cz * uy);
      Ly -= m * (cz * ux - cx * uz);
      Lz -= m * (cx * uy - cy * ux);
      const px = r00 * fx + r10 * fy + r20 * fz;
      const py = r01 * fx + r11 * fy + r21 * fz;
      const pz = r02 * fx + r12 * fy + r22 * fz;
      mx -= cy * pz - cz * py;
      my -= cz * px - cx * pz;
      mz -= cx * py - cy * px;
    }
    mx -= wy * Lz - wz * Ly;
    my -= wz * Lx - wx * Lz;
    mz -= wx * Ly - wy * Lx;
    const zx = V[kV] * mx + V[kV + 1] * my + V[kV + 2] * mz;
    const zy = V[kV + 1] * mx + V[kV + 3] * my + V[kV + 4] * mz;
    const zz = V[kV + 2] * mx + V[kV + 4] * my + V[kV + 5] * mz;
    let ax = fx / m + g[0];
    let ay = fy / m + g[1];
    let az = fz / m + g[2];
    if (!isCentred) {
      const sx = zy * cz - zz * cy + (wy * uz - wz * uy);
      const sy = zz * cx - zx * cz + (wz * ux - wx * uz);
      const sz = zx * cy - zy * cx + (wx * uy - wy * ux);
      ax -= r00 * sx + r01 * sy + r02 * sz;
      ay -= r10 * sx + r11 * sy + r12 * sz;
      az -= r20 * sx + r21 * sy + r22 * sz;
    }
    dx[i] = x[j];
    dx[i + 1] = x[j + 1];
    dx[i + 2] = x[j + 2];
    quaternionRate(dx, i + 3, x, i + 3, x, j + 3);
    dx[j] = ax;
    dx[j + 1] = ay;
    dx[j + 2] = az;
    dx[j + 3] = zx;
    dx[j + 4] = zy;
    dx[j + 5] = zz;
  }
  return 0;
}
