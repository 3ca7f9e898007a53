/**
 * Equation of motion of a group that one velocity moves, such as a crank with all that hangs on it: by the motion of its bodies, which takes
 * four passes less than wrenches and the mass matrix of its tree.
 *
 *     V = V_P + V_P,w × r + S·N        motion of a body per unit of the independent velocity, N = (1, T);   W = I·V
 *     NᵀMN = Σ V·W + Σ armature·N²
 *     b    = Σ N·tau − Σ (A·W + V·load)        A   acceleration of a body when that of the independent velocity is zero
 *     acceleration of a body                   A + V·u̇
 */
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import type { LoopGroup } from "./loopGroup.ts";

/** reduced, rightSide ← NᵀMN, b; inertias, loads and accelerations A must be up to date. */
export function reduceSingleFreedom(
  { parent, vStart }: Mechanism,
  { inertia, lever, S, armature, load, acceleration, tau }: MechanismState,
  group: LoopGroup,
): void {
  const { bodies, local, place, T, response: V, velocities, n } = group;
  let mass = 0;
  let effort = 0;
  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    const k = 6 * b;
    const p = 6 * parent[b];
    const r = 3 * b;
    let x = V[p];
    let y = V[p + 1];
    let z = V[p + 2];
    let vx = V[p + 3] + y * lever[r + 2] - z * lever[r + 1];
    let vy = V[p + 4] + z * lever[r] - x * lever[r + 2];
    let vz = V[p + 5] + x * lever[r + 1] - y * lever[r];
    const end = vStart[b + 1];
    for (let j = vStart[b], s = 6 * j; j < end; j++, s += 6) {
      const row = place[local[j]];
      const rate = row < 0 ? 1 : T[row];
      x += S[s] * rate;
      y += S[s + 1] * rate;
      z += S[s + 2] * rate;
      vx += S[s + 3] * rate;
      vy += S[s + 4] * rate;
      vz += S[s + 5] * rate;
    }
    V[k] = x;
    V[k + 1] = y;
    V[k + 2] = z;
    V[k + 3] = vx;
    V[k + 4] = vy;
    V[k + 5] = vz;
    const kI = 10 * b;
    const m = inertia[kI];
    const hx = inertia[kI + 1];
    const hy = inertia[kI + 2];
    const hz = inertia[kI + 3];
    const I01 = inertia[kI + 5];
    const I02 = inertia[kI + 6];
    const I12 = inertia[kI + 8];
    const nx = inertia[kI + 4] * x + I01 * y + I02 * z + hy * vz - hz * vy;
    const ny = I01 * x + inertia[kI + 7] * y + I12 * z + hz * vx - hx * vz;
    const nz = I02 * x + I12 * y + inertia[kI + 9] * z + hx * vy - hy * vx;
    const fx = m * vx - hy * z + hz * y;
    const fy = m * vy - hz * x + hx * z;
    const fz = m * vz - hx * y + hy * x;
    mass += nx * x + ny * y + nz * z + fx * vx + fy * vy + fz * vz;
    effort -=
      nx * acceleration[k] +
      ny * acceleration[k + 1] +
      nz * acceleration[k + 2] +
      fx * acceleration[k + 3] +
      fy * acceleration[k + 4] +
      fz * acceleration[k + 5] +
      x * load[k] +
      y * load[k + 1] +
      z * load[k + 2] +
      vx * load[k + 3] +
      vy * load[k + 4] +
      vz * load[k + 5];
  }
  for (let j = 0; j < n; j++) {
    const rate = place[j] < 0 ? 1 : T[place[j]];
    mass += armature[velocities[j]] * rate * rate;
    effort += tau[velocities[j]] * rate;
  }
  group.reduced[0] = mass;
  group.rightSide[0] = effort;
  group.acceleration = 0;
}

/** Accelerations of the bodies ← those for this acceleration of the independent velocity. */
export function accelerateSingleFreedom({ acceleration }: MechanismState, group: LoopGroup, rate: number): void {
  const { bodies, response: V } = group;
  const change = rate - group.acceleration;
  group.acceleration = rate;
  for (let i = 0; i < bodies.length; i++) {
    const end = 6 * bodies[i] + 6;
    for (let k = end - 6; k < end; k++) acceleration[k] += V[k] * change;
  }
}
