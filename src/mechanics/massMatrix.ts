/**
 * Mass matrix by composite rigid bodies.
 *
 * Source   [Featherstone2008] sec. 6.2, in world axes: an inertia moves to the parent's origin by a shift alone
 *
 *     m_P += m,   h_P += h + m·r,   I_P += I + 2·(r·h)·1 − r·hᵀ − h·rᵀ + m·(r·r·1 − r·rᵀ)
 *     M(i, j) = S_i · F,   F = I_composite·S_j carried from body j to body i
 */
import { computeLoads } from "./bodyLoads.ts";
import type { Mechanism } from "./mechanism.ts";
import type { MechanismState } from "./mechanismState.ts";

/** M ← mass matrix, nv × nv, column-major, both triangles; positions must be up to date. Overwrites state.inertia. */
export function massMatrix(M: Float64Array, mechanism: Mechanism, state: MechanismState): void {
  computeLoads(mechanism, state);
  addUpInertias(mechanism, state);
  fillMassMatrix(M, mechanism, state);
}

/** inertia ← inertia of each body with all that hangs on it, as if its joints were locked. */
function addUpInertias(mechanism: Mechanism, state: MechanismState): void {
  const { count, parent } = mechanism;
  const { inertia, lever } = state;
  for (let b = count - 1; b > 0; b--) {
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

function fillMassMatrix(M: Float64Array, mechanism: Mechanism, state: MechanismState): void {
  const { nv, parent, vStart, bodyOfVelocity } = mechanism;
  const { inertia, lever, S } = state;
  M.fill(0, 0, nv * nv);
  for (let j = 0; j < nv; j++) {
    let b = bodyOfVelocity[j];
    const k = 10 * b;
    const s = 6 * j;
    const hx = inertia[k + 1];
    const hy = inertia[k + 2];
    const hz = inertia[k + 3];
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

    let last = j; // of the own body only the velocities up to j: the rest comes with their own column
    while (true) {
      for (let i = vStart[b], t = 6 * i; i <= last; i++, t += 6) {
        const entry = S[t] * nx + S[t + 1] * ny + S[t + 2] * nz + S[t + 3] * fx + S[t + 4] * fy + S[t + 5] * fz;
        M[i + nv * j] = entry;
        M[j + nv * i] = entry;
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
