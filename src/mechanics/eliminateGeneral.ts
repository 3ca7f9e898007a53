/**
 * One body of the inward pass whose joint has any number of velocities, or a flange. Equations: articulatedBodies.ts.
 *
 * The 6 × 6 articulated inertia is symmetric; it is held by rows in `IA`. D (at most 5 × 5; 6 × 6 for free bodies) is
 * factored as L·Lᵀ. A free body does not load its parent except by the efforts of its joint.
 */
import { type Mechanism, recursionCode } from "./mechanism.ts";
import { articulatedLength, type MechanismState } from "./mechanismState.ts";
import { factorCholesky, smallestInertia } from "./smallCholesky.ts";

const IA = new Float64Array(36);
const pA = new Float64Array(6);
const x = new Float64Array(6);
const w = new Float64Array(6);
const D = new Float64Array(36);
const work = new Float64Array(6);
const columns = new Float64Array(36);

/** Returns false when the joint has a direction without inertia. */
export function eliminateGeneral(mechanism: Mechanism, state: MechanismState, b: number, vdot: Float64Array): boolean {
  if (mechanism.recursion[b] === recursionCode.free) return eliminateFree(mechanism, state, b);
  loadArticulated(state, b);
  const { S, U, u, bias, tau, armature, factors } = state;
  const first = mechanism.vStart[b];
  const n = mechanism.vStart[b + 1] - first;
  for (let j = first; j < first + n; j++) {
    let bound = 0;
    for (let i = 0; i < 6; i++) {
      let sum = 0;
      for (let l = 0; l < 6; l++) sum += IA[6 * i + l] * S[6 * j + l];
      U[6 * j + i] = sum;
      bound += S[6 * j + i] * pA[i];
    }
    u[j] = tau[j] - bound;
  }
  if (mechanism.hasFlange[b] === 1 || (n === 1 && state.held[first] === 1)) {
    for (let i = 0; i < 6; i++) {
      x[i] = bias[6 * b + i];
      for (let j = first; j < first + n; j++) x[i] += S[6 * j + i] * vdot[j];
    }
  } else {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let l = 0; l < 6; l++) sum += S[6 * (first + i) + l] * U[6 * (first + j) + l];
        D[i * n + j] = sum;
      }
      D[i * n + i] += armature[first + i];
    }
    if (!hasInertia(S, first, n) || factorCholesky(factors, 36 * b, D, n) >= 0) return false;
    if (n === 1) state.inverseD[first] = 1 / D[0];
    // Ia = IA − Σ w·wᵀ and pA += Σ w·y, with the columns w of U·L⁻ᵀ and y = L⁻¹·u
    for (let j = 0; j < n; j++) {
      let y = u[first + j];
      for (let i = 0; i < 6; i++) w[i] = U[6 * (first + j) + i];
      for (let l = 0; l < j; l++) {
        const factor = factors[36 * b + j * n + l];
        y -= factor * work[l];
        for (let i = 0; i < 6; i++) w[i] -= factor * columns[6 * l + i];
      }
      const diagonal = factors[36 * b + j * n + j];
      work[j] = y / diagonal;
      for (let i = 0; i < 6; i++) {
        w[i] /= diagonal;
        columns[6 * j + i] = w[i];
        pA[i] += w[i] * work[j];
      }
      for (let i = 0; i < 6; i++) for (let l = 0; l < 6; l++) IA[6 * i + l] -= w[i] * w[l];
    }
    for (let i = 0; i < 6; i++) x[i] = bias[6 * b + i];
  }
  if (mechanism.parent[b] === 0) return true;
  for (let i = 0; i < 6; i++) {
    let sum = pA[i];
    for (let l = 0; l < 6; l++) sum += IA[6 * i + l] * x[l];
    w[i] = sum;
  }
  addToParent(mechanism, state, b);
  return true;
}

/** Each velocity moves more than what rounding leaves of the inertia around. */
function hasInertia(S: Float64Array, first: number, n: number): boolean {
  for (let i = 0; i < n; i++) {
    const k = 6 * (first + i);
    const turning = S[k] * S[k] + S[k + 1] * S[k + 1] + S[k + 2] * S[k + 2];
    const moving = S[k + 3] * S[k + 3] + S[k + 4] * S[k + 4] + S[k + 5] * S[k + 5];
    const around = turning * (IA[0] + IA[7] + IA[14]) + moving * (IA[21] + IA[28] + IA[35]);
    if (!(D[i * n + i] > smallestInertia * around)) return false;
  }
  return true;
}

/** Free body: the factors of IA (about the origin, 6 × 6) and, in u, −pA with the efforts of the joint. */
function eliminateFree(mechanism: Mechanism, state: MechanismState, b: number): boolean {
  const { tau, u, S, factors } = state;
  const first = mechanism.vStart[b];
  loadArticulated(state, b);
  if (factorCholesky(factors, 36 * b, IA, 6) >= 0) return false;
  let hasEfforts = false;
  for (let j = first; j < first + 6; j++) if (tau[j] !== 0) hasEfforts = true;
  w.fill(0);
  if (hasEfforts) jointWrench(w, S, tau, first);
  for (let i = 0; i < 6; i++) u[first + i] = w[i] - pA[i];
  if (!hasEfforts || mechanism.parent[b] === 0) return true;
  IA.fill(0);
  addToParent(mechanism, state, b);
  return true;
}

/** w ← wrench at the origin of the body with Sᵀ·w = tau, for the six velocities of a free joint. */
function jointWrench(out: Float64Array, S: Float64Array, tau: Float64Array, first: number): void {
  for (let i = 0; i < 6; i++) {
    for (let l = 0; l < 6; l++) D[6 * i + l] = S[6 * (first + i) + l];
    out[i] = tau[first + i];
  }
  // forces: the linear columns are orthonormal
  let fx = 0;
  let fy = 0;
  let fz = 0;
  for (let i = 0; i < 3; i++) {
    fx += D[6 * i + 3] * out[i];
    fy += D[6 * i + 4] * out[i];
    fz += D[6 * i + 5] * out[i];
  }
  // moments: s_w·n = tau − s_v·f for the three turning columns
  const r0 = out[3] - (D[21] * fx + D[22] * fy + D[23] * fz);
  const r1 = out[4] - (D[27] * fx + D[28] * fy + D[29] * fz);
  const r2 = out[5] - (D[33] * fx + D[34] * fy + D[35] * fz);
  const cx = D[25] * D[32] - D[26] * D[31];
  const cy = D[26] * D[30] - D[24] * D[32];
  const cz = D[24] * D[31] - D[25] * D[30];
  const scale = 1 / (D[18] * cx + D[19] * cy + D[20] * cz);
  const dx = D[31] * D[20] - D[32] * D[19];
  const dy = D[32] * D[18] - D[30] * D[20];
  const dz = D[30] * D[19] - D[31] * D[18];
  const ex = D[19] * D[26] - D[20] * D[25];
  const ey = D[20] * D[24] - D[18] * D[26];
  const ez = D[18] * D[25] - D[19] * D[24];
  out[0] = scale * (r0 * cx + r1 * dx + r2 * ex);
  out[1] = scale * (r0 * cy + r1 * dy + r2 * ey);
  out[2] = scale * (r0 * cz + r1 * dz + r2 * ez);
  out[3] = fx;
  out[4] = fy;
  out[5] = fz;
}

/** IA, pA ← own inertia and load of the body, and what its children added. */
function loadArticulated(state: MechanismState, b: number): void {
  const { inertia, load, articulated } = state;
  const kI = 10 * b;
  const k = articulatedLength * b;
  const hx = inertia[kI + 1];
  const hy = inertia[kI + 2];
  const hz = inertia[kI + 3];
  const m = inertia[kI];
  IA[0] = inertia[kI + 4] + articulated[k];
  IA[1] = inertia[kI + 5] + articulated[k + 1];
  IA[2] = inertia[kI + 6] + articulated[k + 2];
  IA[7] = inertia[kI + 7] + articulated[k + 3];
  IA[8] = inertia[kI + 8] + articulated[k + 4];
  IA[14] = inertia[kI + 9] + articulated[k + 5];
  IA[3] = articulated[k + 6];
  IA[4] = articulated[k + 7] - hz;
  IA[5] = articulated[k + 8] + hy;
  IA[9] = articulated[k + 9] + hz;
  IA[10] = articulated[k + 10];
  IA[11] = articulated[k + 11] - hx;
  IA[15] = articulated[k + 12] - hy;
  IA[16] = articulated[k + 13] + hx;
  IA[17] = articulated[k + 14];
  IA[21] = articulated[k + 15] + m;
  IA[22] = articulated[k + 16];
  IA[23] = articulated[k + 17];
  IA[28] = articulated[k + 18] + m;
  IA[29] = articulated[k + 19];
  IA[35] = articulated[k + 20] + m;
  for (let i = 1; i < 6; i++) for (let l = 0; l < i; l++) IA[6 * i + l] = IA[6 * l + i];
  for (let i = 0; i < 6; i++) pA[i] = load[6 * b + i] + articulated[k + 21 + i];
}

/** The parent receives IA and the bias force w, shifted to its origin. */
function addToParent(mechanism: Mechanism, state: MechanismState, b: number): void {
  const { articulated, lever } = state;
  const k = articulatedLength * mechanism.parent[b];
  const rx = lever[3 * b];
  const ry = lever[3 * b + 1];
  const rz = lever[3 * b + 2];
  // K = H + r×·M, by rows
  for (let l = 0; l < 3; l++) {
    const m0 = IA[21 + l];
    const m1 = IA[27 + l];
    const m2 = IA[33 + l];
    columns[l] = IA[3 + l] - rz * m1 + ry * m2;
    columns[3 + l] = IA[9 + l] + rz * m0 - rx * m2;
    columns[6 + l] = IA[15 + l] - ry * m0 + rx * m1;
  }
  articulated[k] += IA[0] - IA[4] * rz + IA[5] * ry - rz * columns[1] + ry * columns[2];
  articulated[k + 1] += IA[1] + IA[3] * rz - IA[5] * rx - rz * columns[4] + ry * columns[5];
  articulated[k + 2] += IA[2] - IA[3] * ry + IA[4] * rx - rz * columns[7] + ry * columns[8];
  articulated[k + 3] += IA[7] + IA[9] * rz - IA[11] * rx + rz * columns[3] - rx * columns[5];
  articulated[k + 4] += IA[8] - IA[9] * ry + IA[10] * rx + rz * columns[6] - rx * columns[8];
  articulated[k + 5] += IA[14] - IA[15] * ry + IA[16] * rx - ry * columns[6] + rx * columns[7];
  for (let i = 0; i < 9; i++) articulated[k + 6 + i] += columns[i];
  articulated[k + 15] += IA[21];
  articulated[k + 16] += IA[22];
  articulated[k + 17] += IA[23];
  articulated[k + 18] += IA[28];
  articulated[k + 19] += IA[29];
  articulated[k + 20] += IA[35];
  articulated[k + 21] += w[0] + ry * w[5] - rz * w[4];
  articulated[k + 22] += w[1] + rz * w[3] - rx * w[5];
  articulated[k + 23] += w[2] + rx * w[4] - ry * w[3];
  articulated[k + 24] += w[3];
  articulated[k + 25] += w[4];
  articulated[k + 26] += w[5];
}
