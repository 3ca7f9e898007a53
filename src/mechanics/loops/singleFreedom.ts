/**
 * Inertia of a group that one velocity moves, such as a crank with all that hangs on it: by the motion of its bodies, which takes two passes
 * less than the mass matrix of its tree.
 *
 *     V = V_P + V_P,w × r + S·N        motion of a body per unit of the independent velocity, N = (1, T)
 *     NᵀMN = Σ V·I·V + Σ armature·N²
 */
import type { Mechanism } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import type { LoopGroup } from "./loopGroup.ts";

/** NᵀMN; inertias of the bodies in state.inertia, as computeLoads leaves them. */
export function inertiaOfSingleFreedom(
  { parent, vStart }: Mechanism,
  { inertia, lever, S, armature }: MechanismState,
  group: LoopGroup,
): number {
  const { bodies, local, place, T, response: V, velocities, n } = group;
  let sum = 0;
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
    const hx = inertia[kI + 1];
    const hy = inertia[kI + 2];
    const hz = inertia[kI + 3];
    // m·v² + 2·v·(w × h) + w·I·w
    sum +=
      inertia[kI] * (vx * vx + vy * vy + vz * vz) +
      2 * (vx * (y * hz - z * hy) + vy * (z * hx - x * hz) + vz * (x * hy - y * hx)) +
      inertia[kI + 4] * x * x +
      inertia[kI + 7] * y * y +
      inertia[kI + 9] * z * z +
      2 * (inertia[kI + 5] * x * y + inertia[kI + 6] * x * z + inertia[kI + 8] * y * z);
  }
  for (let j = 0; j < n; j++) {
    const rate = place[j] < 0 ? 1 : T[place[j]];
    sum += armature[velocities[j]] * rate * rate;
  }
  return sum;
}
