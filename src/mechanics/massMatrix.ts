/**
 * Mass matrix by composite rigid bodies.
 *
 * Source   [Featherstone2008] sec. 6.2, in world axes: an inertia moves to the parent's origin by a shift alone
 *
 *     m_P += m,   h_P += h + m·r,   I_P += I + 2·(r·h)·1 − r·hᵀ − h·rᵀ + m·(r·r·1 − r·rᵀ)
 *     M(i, j) = S_i · F,   F = I_composite·S_j carried from body j to body i
 *
 * Method   One pass inwards: a body is complete when its turn comes, since its children come later in the list. Its columns are
 *          filled and its inertia is given to the parent while the numbers are at hand. Hinges are written out.
 */
import { computeInertias } from "./bodyLoads.ts";
import { type Mechanism, recursionCode } from "./mechanism.ts";
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
  compositeMassMatrix(M, mechanism, state, bodies);
}

/** The same with the inertias of the bodies in state.inertia, as computeLoads leaves them; `isClear`: nobody else ever wrote into M. */
export function compositeMassMatrix(
  M: Float64Array,
  mechanism: Mechanism,
  state: MechanismState,
  bodies: Int32Array,
  isClear = false,
): void {
  const { parent, recursion, vStart } = mechanism;
  const { inertia, lever, S, place } = state;
  const size = placeVelocities(mechanism, state, bodies);
  // in a chain every joint moves every later body: no entry stays zero
  if (!isClear && !isChain(parent, bodies)) M.fill(0, 0, size * size);
  for (let i = bodies.length - 1; i >= 0; i--) {
    const b = bodies[i];
    const above = parent[b];
    if (recursion[b] !== recursionCode.revolute) {
      fillColumns(M, size, mechanism, state, b);
      if (above !== 0) addToParent(inertia, lever, b, above);
      continue;
    }
    const k = 10 * b;
    const m = inertia[k];
    const hx = inertia[k + 1];
    const hy = inertia[k + 2];
    const hz = inertia[k + 3];
    const Ixx = inertia[k + 4];
    const Ixy = inertia[k + 5];
    const Ixz = inertia[k + 6];
    const Iyy = inertia[k + 7];
    const Iyz = inertia[k + 8];
    const Izz = inertia[k + 9];
    const s = 6 * vStart[b];
    const x = S[s];
    const y = S[s + 1];
    const z = S[s + 2];
    let nx = Ixx * x + Ixy * y + Ixz * z;
    let ny = Ixy * x + Iyy * y + Iyz * z;
    let nz = Ixz * x + Iyz * y + Izz * z;
    const column = place[b];
    const start = size * column;
    M[start + column] = x * nx + y * ny + z * nz;
    if (above === 0) continue;

    const rx = lever[3 * b];
    const ry = lever[3 * b + 1];
    const rz = lever[3 * b + 2];
    // h + m·r/2, so that the terms with h and with m become one
    const gx = hx + 0.5 * m * rx;
    const gy = hy + 0.5 * m * ry;
    const gz = hz + 0.5 * m * rz;
    const p = 10 * above;
    inertia[p] += m;
    inertia[p + 1] += hx + m * rx;
    inertia[p + 2] += hy + m * ry;
    inertia[p + 3] += hz + m * rz;
    inertia[p + 4] += Ixx + 2 * (ry * gy + rz * gz);
    inertia[p + 5] += Ixy - rx * gy - gx * ry;
    inertia[p + 6] += Ixz - rx * gz - gx * rz;
    inertia[p + 7] += Iyy + 2 * (rx * gx + rz * gz);
    inertia[p + 8] += Iyz - ry * gz - gy * rz;
    inertia[p + 9] += Izz + 2 * (rx * gx + ry * gy);

    const fx = hz * y - hy * z;
    const fy = hx * z - hz * x;
    const fz = hy * x - hx * y;
    nx += ry * fz - rz * fy;
    ny += rz * fx - rx * fz;
    nz += rx * fy - ry * fx;
    let c = above;
    while (true) {
      if (recursion[c] === recursionCode.revolute) {
        const t = 6 * vStart[c];
        const row = place[c];
        const entry = S[t] * nx + S[t + 1] * ny + S[t + 2] * nz;
        M[start + row] = entry;
        M[size * row + column] = entry;
      } else {
        project(M, size, column, mechanism, state, c, vStart[c + 1], nx, ny, nz, fx, fy, fz);
      }
      const r = 3 * c;
      c = parent[c];
      if (c === 0) break;
      nx += lever[r + 1] * fz - lever[r + 2] * fy;
      ny += lever[r + 2] * fx - lever[r] * fz;
      nz += lever[r] * fy - lever[r + 1] * fx;
    }
  }
}

/** place ← first row of each body; returns the number of rows. */
function placeVelocities(mechanism: Mechanism, state: MechanismState, bodies: Int32Array): number {
  const { vStart } = mechanism;
  const { place } = state;
  let size = 0;
  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    place[b] = size;
    size += vStart[b + 1] - vStart[b];
  }
  return size;
}

function isChain(parent: Int32Array, bodies: Int32Array): boolean {
  for (let i = 1; i < bodies.length; i++) if (parent[bodies[i]] !== bodies[i - 1]) return false;
  return true;
}

/** Columns of the velocities of body b, whatever its joint. */
function fillColumns(M: Float64Array, size: number, mechanism: Mechanism, state: MechanismState, b: number): void {
  const { parent, vStart } = mechanism;
  const { inertia, lever, S, place } = state;
  const k = 10 * b;
  const hx = inertia[k + 1];
  const hy = inertia[k + 2];
  const hz = inertia[k + 3];
  const first = vStart[b];
  const end = vStart[b + 1];
  for (let j = first; j < end; j++) {
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
    // of the own body only the velocities up to j: the rest comes with their own column
    project(M, size, column, mechanism, state, b, j + 1, nx, ny, nz, fx, fy, fz);
    for (let c = b; parent[c] !== 0; ) {
      const r = 3 * c;
      nx += lever[r + 1] * fz - lever[r + 2] * fy;
      ny += lever[r + 2] * fx - lever[r] * fz;
      nz += lever[r] * fy - lever[r + 1] * fx;
      c = parent[c];
      project(M, size, column, mechanism, state, c, vStart[c + 1], nx, ny, nz, fx, fy, fz);
    }
  }
}

/** Entries of the column in the rows of body c, up to the velocity `end`; (n, f) at the origin of c. */
function project(
  M: Float64Array,
  size: number,
  column: number,
  mechanism: Mechanism,
  state: MechanismState,
  c: number,
  end: number,
  nx: number,
  ny: number,
  nz: number,
  fx: number,
  fy: number,
  fz: number,
): void {
  const { S } = state;
  let row = state.place[c];
  for (let l = mechanism.vStart[c], t = 6 * l; l < end; l++, t += 6, row++) {
    const turning = S[t] * nx + S[t + 1] * ny + S[t + 2] * nz;
    const entry = turning + (S[t + 3] * fx + S[t + 4] * fy + S[t + 5] * fz);
    M[size * column + row] = entry;
    M[size * row + column] = entry;
  }
}

/** inertia of the parent ← + inertia of b, moved to the parent's origin. */
function addToParent(inertia: Float64Array, lever: Float64Array, b: number, parent: number): void {
  const k = 10 * b;
  const p = 10 * parent;
  const rx = lever[3 * b];
  const ry = lever[3 * b + 1];
  const rz = lever[3 * b + 2];
  const m = inertia[k];
  const hx = inertia[k + 1];
  const hy = inertia[k + 2];
  const hz = inertia[k + 3];
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
