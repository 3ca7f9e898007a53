/**
 * Mass matrix by composite rigid bodies.
 *
 * Source   [Featherstone2008] sec. 6.2, in world axes: an inertia moves to the parent's origin by a shift alone
 *
 *     m_P += m,   h_P += h + m·r,   I_P += I + 2·(r·h)·1 − r·hᵀ − h·rᵀ + m·(r·r·1 − r·rᵀ)
 *     M(i, j) = S_i · F,   F = I_composite·S_j carried from body j to body i
 */
import { computeInertias } from "./bodyLoads.ts";
import type { Mechanism } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

/**
 * M ← mass matrix, column-major, both triangles; positions must be up to date. Overwrites state.inertia. Bodies may be
 * whole branches only; M then has the velocities of these bodies, in their order.
 */
export function massMatrix(
  M: Float64Array,
  mechanism: Mechanism,
  state: MechanismState,
  bodies: Int32Array = mechanism.bodies,
): void {
  computeInertias(mechanism, state, bodies);
  addUpInertias(mechanism, state, bodies);
  fillMassMatrix(M, mechanism, state, bodies);
}

/** inertia ← inertia of each body with all that hangs on it, as if its joints were locked. */
function addUpInertias(mechanism: Mechanism, state: MechanismState, bodies: Int32Array): void {
  const { parent } = mechanism;
  const { inertia, lever } = state;
  for (let i = bodies.length - 1; i >= 0; i--) {
    const b = bodies[i];
    if (parent[b] === 0) continue;
    const k = 10 * b;
    const p = 10 * parent[b];
    const rx = lever[3 * b];
    const ry = lever[3 * b + 1];
    const rz = lever[3 * b + 2];
    const m = inertia[k];
    const hx = inertia[k + 1];
    const hy = inertia[k + 2];
    const hz = inertia[k + 3];
    // h + m·r/2, so that the terms with h and with m become one
    const gx = hx + 0.5 * m * rx;
    const gy = hy + 0.5 * m * ry;
    const gz = hz + 0.5 * m * rz;

    inertia[p] += m;
    inertia[p + 1] += hx + m * rx;
    inertia[p + 2] += hy + m * ry;
    inertia[p + 3] += hz + m * rz;
    inertia[p + 4] += inertia[k + 4] + 2 * (ry * gy + rz * gz);
    inertia[p + 5] += inertia[k + 5] - rx * gy - gx * ry;
    inertia[p + 6] += inertia[k + 6] - rx * gz - gx * rz;
    inertia[p + 7] += inertia[k + 7] + 2 * (rx * gx + rz * gz);
    inertia[p + 8] += inertia[k + 8] - ry * gz - gy * rz;
    inertia[p + 9] += inertia[k + 9] + 2 * (rx * gx + ry * gy);
  }
}

function fillMassMatrix(M: Float64Array, mechanism: Mechanism, state: MechanismState, bodies: Int32Array): void {
  const { parent, vStart } = mechanism;
  const { inertia, lever, S, place } = state;
  let size = 0;
  for (let i = 0; i < bodies.length; i++) {
    place[bodies[i]] = size;
    size += vStart[bodies[i] + 1] - vStart[bodies[i]];
  }
  M.fill(0, 0, size * size);
  for (let i = 0; i < bodies.length; i++) {
    const k = 10 * bodies[i];
    const hx = inertia[k + 1];
    const hy = inertia[k + 2];
    const hz = inertia[k + 3];
    const first = vStart[bodies[i]];
    const end = vStart[bodies[i] + 1];
    for (let j = first; j < end; j++) {
      let b = bodies[i];
      const s = 6 * j;
      const x = S[s];
      const y = S[s + 1];
      const z = S[s + 2];
      const ax = S[s + 3];
      const ay = S[s + 4];
      const az = S[s + 5];
      let nx = inertia[k + 4] * x + inertia[k + 5] * y + inertia[k + 6] * z + hy * az - hz * ay;
      let ny = inertia[k + 5] * x + inertia[k + 7] * y + inertia[k + 8] * z + hz * ax - hx * az;
      let nz = inertia[k + 6] * x + inertia[k + 8] * y + inertia[k + 9] * z + hx * ay - hy * ax;
      const fx = inertia[k] * ax - hy * z + hz * y;
      const fy = inertia[k] * ay - hz * x + hx * z;
      const fz = inertia[k] * az - hx * y + hy * x;

      const column = place[b] + j - first;
      const columnStart = size * column;
      let last = j; // of the own body only the velocities up to j: the rest comes with their own column
      while (true) {
        for (let l = vStart[b], t = 6 * l, row = place[b]; l <= last; l++, t += 6, row++) {
          const turning = S[t] * nx + S[t + 1] * ny + S[t + 2] * nz;
          const entry = turning + (S[t + 3] * fx + S[t + 4] * fy + S[t + 5] * fz);
          M[columnStart + row] = entry;
          M[size * row + column] = entry;
        }
        const r = 3 * b;
        b = parent[b];
        if (b === 0) break;
        nx += lever[r + 1] * fz - lever[r + 2] * fy;
        ny += lever[r + 2] * fx - lever[r] * fz;
        nz += lever[r] * fy - lever[r + 1] * fx;
        last = vStart[b + 1] - 1;
      }
    }
  }
}
