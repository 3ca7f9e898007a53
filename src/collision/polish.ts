/**
 * From a good guess of the normal to the answer with all digits: Newton's method on the features that meet, with the set of
 * active conditions corrected on the way, and a proof at the end.
 *
 * Wanted   n and points a, b with b − a = δ·n, both points farthest along ±n: a stationary point of the distance between
 *          the supporting planes, g(n) = n·d(n), d(n) = b(n) − a(n). Its derivative on the unit sphere is the tangential
 *          part of d, its second derivative −(H_A + H_B + δ·I), see features.ts.
 *   no condition        (H_A + H_B + δ·I)·η = d_t in the plane across n,  n ← (n + η)/‖n + η‖
 *   one condition       n on the circle n·k = c, n = c·k + ρ·e_r(θ):  θ ← θ + d·e_φ / (ρ·e_φᵀ(H_A + H_B)e_φ + d·e_r)
 *   two conditions      n = α·k₁ + β·k₂ ± γ·k₁ × k₂ at once
 *   then                d = δ·n + Σ λ_j·τ_j gives δ and the places λ_j on the features (τ = t on A, −t on B)
 * Proof    δ is an upper bound of g(n) by construction; the support mappings give g(n) itself. Their difference is `bound`:
 *          for separated cores the distance is exact to that length; for overlapping ones the depth is a local minimum.
 * Converges quadratically: the last step is below 1e-8, so the error of n is below 1e-15.
 */
import {
  clampPlaces,
  classify,
  conditionLength,
  evaluateFeature,
  featureLength,
  firstCondition,
  leaveAtEnds,
  meetConditions,
} from "./features.ts";
import { differenceSupport, maximumVertices, type Pair, stride } from "./pair.ts";

const maximumIterations = 20;
/** Largest turn of the normal in one step, rad. */
const maximumTurn = 0.5;
/** Conditions that hold to this angle hold exactly. */
const roundingAngle = 1e-14;
/** Last slot of the points, kept free for the proof. */
const proofSlot = stride * (maximumVertices - 1);

/** Rounding of a signed distance relative to the size of the pair: what a proof must reach. */
export const provenBound = 2e-14;

/** Improves the answer whose normal is pair.n. Returns false, with the answer undefined, when no proof is found. */
export function polish(pair: Pair, zone: number): boolean {
  const n = pair.n;
  const R = pair.R;
  const code = pair.codes;
  classify(code, 0, pair.A, n[0], n[1], n[2], zone);
  classify(
    code,
    4,
    pair.B,
    -(R[0] * n[0] + R[3] * n[1] + R[6] * n[2]),
    -(R[1] * n[0] + R[4] * n[1] + R[7] * n[2]),
    -(R[2] * n[0] + R[5] * n[1] + R[8] * n[2]),
    zone,
  );
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    let counts = evaluateBoth(pair);
    let mA = counts & 3;
    let mB = counts >> 2;
    if (mA + mB > 2) {
      if (!dropParallel(pair, mA)) return false;
      counts = evaluateBoth(pair);
      mA = counts & 3;
      mB = counts >> 2;
    }
    const m = mA + mB;
    let isParallel = m > 2;
    let turn = 0;
    if (m === 0) {
      turn = stepFree(pair);
    } else if (m === 1) {
      turn = stepOnCircle(pair, mA === 1 ? firstCondition : featureLength + firstCondition);
    } else if (m === 2) {
      const second = mA === 2 ? firstCondition + conditionLength : featureLength + firstCondition;
      const first = mA > 0 ? firstCondition : featureLength + firstCondition;
      turn = crossing(pair, first, mB === 2 ? second + conditionLength : second);
      isParallel = turn === parallel;
      if (isParallel) turn = stepOnCircle(pair, firstCondition);
    }
    if (!(turn >= 0)) return false;
    if (turn > 1e-8) continue;

    evaluateBoth(pair);
    if (isParallel) return placeParallel(pair, mA, mB) && prove(pair, mA, mB);
    if (!correctConditions(pair, mA, mB)) return prove(pair, mA, mB);
  }
  return false;
}

/** Features of both bodies at n, those of B in the frame of A; numbers of conditions as mA + 4·mB. */
function evaluateBoth(pair: Pair): number {
  const n = pair.n;
  const R = pair.R;
  const f = pair.features;
  const o = featureLength;
  const mA = evaluateFeature(f, 0, pair.A, pair.codes, 0, n[0], n[1], n[2]);
  const mB = evaluateFeature(
    f,
    o,
    pair.B,
    pair.codes,
    4,
    -(R[0] * n[0] + R[3] * n[1] + R[6] * n[2]),
    -(R[1] * n[0] + R[4] * n[1] + R[7] * n[2]),
    -(R[2] * n[0] + R[5] * n[1] + R[8] * n[2]),
  );
  rotate(f, o, R, 1);
  for (let k = 0; k < 3; k++) f[o + k] += pair.r[k];
  rotateHessian(f, o + 3, R);
  for (let j = 0; j < mB; j++) {
    const at = o + firstCondition + conditionLength * j;
    rotate(f, at, R, -1); // n·k = c is asked of the direction −n
    rotate(f, at + 4, R, 1);
  }
  return mA + 4 * mB;
}

function rotate(f: Float64Array, i: number, R: Float64Array, s: number): void {
  const x = s * f[i];
  const y = s * f[i + 1];
  const z = s * f[i + 2];
  f[i] = R[0] * x + R[1] * y + R[2] * z;
  f[i + 1] = R[3] * x + R[4] * y + R[5] * z;
  f[i + 2] = R[6] * x + R[7] * y + R[8] * z;
}

/** H ← R·H·Rᵀ */
function rotateHessian(f: Float64Array, i: number, R: Float64Array): void {
  const a = f[i];
  const b = f[i + 1];
  const c = f[i + 2];
  const d = f[i + 3];
  const e = f[i + 4];
  const g = f[i + 5];
  if (a === 0 && d === 0 && g === 0) return; // a corner: H = 0
  const x0 = R[0] * a + R[1] * b + R[2] * c;
  const y0 = R[0] * b + R[1] * d + R[2] * e;
  const z0 = R[0] * c + R[1] * e + R[2] * g;
  const x1 = R[3] * a + R[4] * b + R[5] * c;
  const y1 = R[3] * b + R[4] * d + R[5] * e;
  const z1 = R[3] * c + R[4] * e + R[5] * g;
  const x2 = R[6] * a + R[7] * b + R[8] * c;
  const y2 = R[6] * b + R[7] * d + R[8] * e;
  const z2 = R[6] * c + R[7] * e + R[8] * g;
  f[i] = x0 * R[0] + y0 * R[1] + z0 * R[2];
  f[i + 1] = x0 * R[3] + y0 * R[4] + z0 * R[5];
  f[i + 2] = x0 * R[6] + y0 * R[7] + z0 * R[8];
  f[i + 3] = x1 * R[3] + y1 * R[4] + z1 * R[5];
  f[i + 4] = x1 * R[6] + y1 * R[7] + z1 * R[8];
  f[i + 5] = x2 * R[6] + y2 * R[7] + z2 * R[8];
}

/** uᵀ(H_A + H_B)v */
function curvature(f: Float64Array, ux: number, uy: number, uz: number, vx: number, vy: number, vz: number): number {
  const o = featureLength;
  const a = f[3] + f[o + 3];
  const b = f[4] + f[o + 4];
  const c = f[5] + f[o + 5];
  const d = f[6] + f[o + 6];
  const e = f[7] + f[o + 7];
  const g = f[8] + f[o + 8];
  return ux * (a * vx + b * vy + c * vz) + uy * (b * vx + d * vy + e * vz) + uz * (c * vx + e * vy + g * vz);
}

/** Newton step on the sphere. Returns the turn, or −1 when both bodies are corners that meet. */
function stepFree(pair: Pair): number {
  const f = pair.features;
  const n = pair.n;
  const o = featureLength;
  const dx = f[o] - f[0];
  const dy = f[o + 1] - f[1];
  const dz = f[o + 2] - f[2];
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  const delta = dx * nx + dy * ny + dz * nz;

  // two unit vectors across n
  const isSteep = Math.abs(nx) > 0.6;
  let ux = isSteep ? -nz : 0;
  let uy = isSteep ? 0 : nz;
  let uz = isSteep ? nx : -ny;
  const s = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= s;
  uy *= s;
  uz *= s;
  const vx = ny * uz - nz * uy;
  const vy = nz * ux - nx * uz;
  const vz = nx * uy - ny * ux;

  const du = dx * ux + dy * uy + dz * uz;
  const dv = dx * vx + dy * vy + dz * vz;
  let huu = curvature(f, ux, uy, uz, ux, uy, uz) + delta;
  const huv = curvature(f, ux, uy, uz, vx, vy, vz);
  let hvv = curvature(f, vx, vy, vz, vx, vy, vz) + delta;
  // a saddle, or a valley as between coaxial bodies: shifted until the step leads uphill
  const spread = Math.sqrt(0.25 * (huu - hvv) * (huu - hvv) + huv * huv);
  const lower = 0.5 * (huu + hvv) - spread;
  const scale = Math.abs(lower) + 2 * spread;
  if (!(scale > 0)) return -1;
  if (lower < 1e-9 * scale) {
    const shift = 1e-3 * scale - lower;
    huu += shift;
    hvv += shift;
  }
  const determinant = huu * hvv - huv * huv;
  let p = (du * hvv - dv * huv) / determinant;
  let q = (dv * huu - du * huv) / determinant;
  const turn = Math.sqrt(p * p + q * q);
  if (turn > maximumTurn) {
    p *= maximumTurn / turn;
    q *= maximumTurn / turn;
  }
  setUnit(n, nx + p * ux + q * vx, ny + p * uy + q * vy, nz + p * uz + q * vz);
  return turn;
}

/** Newton step on the circle n·k = c of the condition at `at`. Returns the turn, or −1. */
function stepOnCircle(pair: Pair, at: number): number {
  const f = pair.features;
  const n = pair.n;
  const kx = f[at];
  const ky = f[at + 1];
  const kz = f[at + 2];
  const c = f[at + 3];
  const rho = Math.sqrt(1 - c * c);
  const along = n[0] * kx + n[1] * ky + n[2] * kz;
  let rx = n[0] - along * kx;
  let ry = n[1] - along * ky;
  let rz = n[2] - along * kz;
  const length = Math.sqrt(rx * rx + ry * ry + rz * rz);
  if (!(length > 1e-8)) return -1;
  rx /= length;
  ry /= length;
  rz /= length;
  setUnit(n, c * kx + rho * rx, c * ky + rho * ry, c * kz + rho * rz);
  evaluateBoth(pair);

  const px = ky * rz - kz * ry;
  const py = kz * rx - kx * rz;
  const pz = kx * ry - ky * rx;
  const o = featureLength;
  const dx = f[o] - f[0];
  const dy = f[o + 1] - f[1];
  const dz = f[o + 2] - f[2];
  const slope = dx * px + dy * py + dz * pz;
  const bend = rho * curvature(f, px, py, pz, px, py, pz) + dx * rx + dy * ry + dz * rz;
  if (bend === 0 && slope !== 0) return -1;
  // the sign of the slope leads uphill even where the bend has the wrong one
  const turn = slope === 0 ? 0 : slope / Math.abs(bend);
  const step = Math.max(-maximumTurn, Math.min(maximumTurn, turn));
  // e_r turned by the step; the first order is enough where steps are small, and any point of the circle will do elsewhere
  const qx = rx + step * px;
  const qy = ry + step * py;
  const qz = rz + step * pz;
  const s = rho / Math.sqrt(1 + step * step);
  setUnit(n, c * kx + s * qx, c * ky + s * qy, c * kz + s * qz);
  return Math.abs(turn);
}

/** Two lines of the bodies have one direction, to rounding. */
const parallel = -2;

/** n ← direction that fulfils both conditions, on the side of the present one. Returns 0, −1 when there is none, `parallel`. */
function crossing(pair: Pair, first: number, second: number): number {
  const f = pair.features;
  const n = pair.n;
  const ax = f[first];
  const ay = f[first + 1];
  const az = f[first + 2];
  const bx = f[second];
  const by = f[second + 1];
  const bz = f[second + 2];
  const cx = ay * bz - az * by;
  const cy = az * bx - ax * bz;
  const cz = ax * by - ay * bx;
  const square = cx * cx + cy * cy + cz * cz;
  if (!(square > 1e-20)) return parallel;
  const x = ax * bx + ay * by + az * bz;
  const alpha = (f[first + 3] - x * f[second + 3]) / square;
  const beta = (f[second + 3] - x * f[first + 3]) / square;
  const rest = 1 - alpha * f[first + 3] - beta * f[second + 3];
  if (!(rest >= 0)) return -1;
  const side = cx * n[0] + cy * n[1] + cz * n[2] >= 0 ? 1 : -1;
  const gamma = side * Math.sqrt(rest / square);
  setUnit(
    n,
    alpha * ax + beta * bx + gamma * cx,
    alpha * ay + beta * by + gamma * cy,
    alpha * az + beta * bz + gamma * cz,
  );
  return 0;
}

/** A flat face fixes n alone: the other body keeps only the conditions that hold for it to rounding. */
function dropParallel(pair: Pair, mA: number): boolean {
  const isA = mA === 2;
  const at = isA ? firstCondition : featureLength + firstCondition;
  if (crossing(pair, at, at + conditionLength) < 0) return false;
  const n = pair.n;
  const R = pair.R;
  if (isA) {
    const x = -(R[0] * n[0] + R[3] * n[1] + R[6] * n[2]);
    const y = -(R[1] * n[0] + R[4] * n[1] + R[7] * n[2]);
    const z = -(R[2] * n[0] + R[5] * n[1] + R[8] * n[2]);
    classify(pair.codes, 4, pair.B, x, y, z, roundingAngle);
  } else {
    classify(pair.codes, 0, pair.A, n[0], n[1], n[2], roundingAngle);
  }
  return true;
}

/** Solves d = δ·n + Σ λ·τ, leaves features at their ends, meets conditions that were passed. Returns whether any changed. */
function correctConditions(pair: Pair, mA: number, mB: number): boolean {
  const n = pair.n;
  const R = pair.R;
  const code = pair.codes;
  const lambda = pair.scratch;
  solvePlaces(pair, mA, mB);
  const slack = 1e-13 * pair.size;
  let changed = false;
  if (mA > 0 && leaveAtEnds(code, 0, pair.A, lambda[0], lambda[1], slack)) changed = true;
  if (mB > 0 && leaveAtEnds(code, 4, pair.B, lambda[mA], lambda[mA + 1], slack)) changed = true;
  if (changed) return true;
  const x = -(R[0] * n[0] + R[3] * n[1] + R[6] * n[2]);
  const y = -(R[1] * n[0] + R[4] * n[1] + R[7] * n[2]);
  const z = -(R[2] * n[0] + R[5] * n[1] + R[8] * n[2]);
  if (meetConditions(code, 0, pair.A, n[0], n[1], n[2], 1e-14)) changed = true;
  if (meetConditions(code, 4, pair.B, x, y, z, 1e-14)) changed = true;
  return changed;
}

/**
 * Parallel features meet in more than a point: scratch ← λ of one common point, found by projecting the middle of the feature
 * of B to and fro. Returns whether they have one.
 */
function placeParallel(pair: Pair, mA: number, mB: number): boolean {
  const f = pair.features;
  const n = pair.n;
  const lambda = pair.scratch;
  const o = featureLength;
  const slack = 1e-14 * pair.size;
  for (let j = 0; j < 4; j++) lambda[j] = 0;
  for (let round = 0; round < 50; round++) {
    // across n: point of A nearest to that of B, then point of B nearest to that of A
    let moved = 0;
    for (let side = 0; side < 2; side++) {
      const m = side === 0 ? mA : mB;
      const at = side === 0 ? 0 : mA;
      const own = side === 0 ? 0 : o;
      let dx = f[o - own] - f[own];
      let dy = f[o - own + 1] - f[own + 1];
      let dz = f[o - own + 2] - f[own + 2];
      for (let j = 0; j < (side === 0 ? mB : mA); j++) {
        const t = o - own + firstCondition + conditionLength * j + 4;
        const l = lambda[(side === 0 ? mA : 0) + j];
        dx += l * f[t];
        dy += l * f[t + 1];
        dz += l * f[t + 2];
      }
      const along = dx * n[0] + dy * n[1] + dz * n[2];
      dx -= along * n[0];
      dy -= along * n[1];
      dz -= along * n[2];
      const t = own + firstCondition + 4;
      const p = dx * f[t] + dy * f[t + 1] + dz * f[t + 2];
      let first = p;
      let second = 0;
      if (m === 2) {
        const u = t + conditionLength;
        const q = dx * f[u] + dy * f[u + 1] + dz * f[u + 2];
        const x = f[t] * f[u] + f[t + 1] * f[u + 1] + f[t + 2] * f[u + 2];
        first = (p - x * q) / (1 - x * x);
        second = (q - x * p) / (1 - x * x);
      }
      lambda[4] = first;
      lambda[5] = second;
      if (m > 0 && !clampPlaces(lambda, 4, side === 0 ? pair.A : pair.B, pair.codes, side === 0 ? 0 : 4)) return false;
      moved = m > 0 ? Math.abs(lambda[4] - first) + Math.abs(lambda[5] - second) : 0;
      if (m > 0) lambda[at] = lambda[4];
      if (m > 1) lambda[at + 1] = lambda[5];
      if (moved <= slack) return true;
    }
  }
  return false;
}

/** scratch[0…1] ← λ of the conditions, those of A first. */
function solvePlaces(pair: Pair, mA: number, mB: number): void {
  const f = pair.features;
  const lambda = pair.scratch;
  const o = featureLength;
  const dx = f[o] - f[0];
  const dy = f[o + 1] - f[1];
  const dz = f[o + 2] - f[2];
  lambda[0] = lambda[1] = 0;
  const m = mA + mB;
  if (m === 0) return;
  const first = (mA > 0 ? 0 : o) + firstCondition + 4;
  const s1 = mA > 0 ? 1 : -1;
  const p = s1 * (dx * f[first] + dy * f[first + 1] + dz * f[first + 2]);
  if (m === 1) {
    lambda[0] = p;
    return;
  }
  const second = (mA === 2 ? conditionLength : o + (mB === 2 ? conditionLength : 0)) + firstCondition + 4;
  const s2 = mA === 2 ? 1 : -1;
  const q = s2 * (dx * f[second] + dy * f[second + 1] + dz * f[second + 2]);
  const x = s1 * s2 * (f[first] * f[second] + f[first + 1] * f[second + 1] + f[first + 2] * f[second + 2]);
  const determinant = 1 - x * x;
  lambda[0] = (p - x * q) / determinant;
  lambda[1] = (q - x * p) / determinant;
}

/** Writes the answer and compares it with the supporting planes. */
function prove(pair: Pair, mA: number, mB: number): boolean {
  const f = pair.features;
  const lambda = pair.scratch;
  const a = pair.a;
  const b = pair.b;
  const o = featureLength;
  for (let k = 0; k < 3; k++) {
    a[k] = f[k];
    b[k] = f[o + k];
  }
  for (let j = 0; j < mA; j++) {
    for (let k = 0; k < 3; k++) a[k] += lambda[j] * f[firstCondition + conditionLength * j + 4 + k];
  }
  for (let j = 0; j < mB; j++) {
    for (let k = 0; k < 3; k++) b[k] += lambda[mA + j] * f[o + firstCondition + conditionLength * j + 4 + k];
  }
  return proveAnswer(pair);
}

/** Computes distance and bound of the answer pair.n, pair.a, pair.b. Returns whether it is proven. */
export function proveAnswer(pair: Pair): boolean {
  const n = pair.n;
  const a = pair.a;
  const b = pair.b;
  const p = pair.points;
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const dz = b[2] - a[2];
  const delta = dx * n[0] + dy * n[1] + dz * n[2];
  const tx = dx - delta * n[0];
  const ty = dy - delta * n[1];
  const tz = dz - delta * n[2];
  differenceSupport(pair, p, proofSlot, n[0], n[1], n[2]);
  const lower = -(p[proofSlot] * n[0] + p[proofSlot + 1] * n[1] + p[proofSlot + 2] * n[2]);
  const tangential = Math.sqrt(tx * tx + ty * ty + tz * tz);
  pair.distance = delta;
  pair.bound = Math.abs(delta - lower);
  const scale = pair.size + Math.abs(delta);
  return pair.bound <= provenBound * scale && tangential <= 5 * provenBound * scale;
}

export function setUnit(n: Float64Array, x: number, y: number, z: number): void {
  const s = 1 / Math.sqrt(x * x + y * y + z * z);
  n[0] = x * s;
  n[1] = y * s;
  n[2] = z * s;
}
