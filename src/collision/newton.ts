/**
 * Newton's method for the normal, on the features that meet.
 *
 * Wanted   stationary points of the distance between the supporting planes, g(n) = n·d(n), d(n) = b(n) − a(n). Its derivative on
 *          the unit sphere is the tangential part d_t of d, its second derivative −(H_A + H_B + δ·I), see features.ts.
 *   no condition        (H_A + H_B + δ·I)·η = d_t in the plane across n,  n ← (n + η)/‖n + η‖
 *   one condition       n on the circle n·k = c, n = c·k + ρ·e_r(θ):  θ ← θ + d·e_φ / (ρ·e_φᵀ(H_A + H_B)e_φ + d·e_r)
 *   two conditions      n = α·k₁ + β·k₂ ± γ·k₁ × k₂ at once
 * Converges quadratically: the last step is below 1e-8, so the error of n is below 1e-15.
 */
import { featureLength } from "./features.ts";
import { normalise, type Pair } from "./pair.ts";
import { evaluateBoth } from "./pairFeatures.ts";

export const arrived = 0;
export const moving = 1;
export const impossible = 2;
/** Two lines of the bodies have one direction, to rounding. */
export const parallel = 3;

/** Largest turn of the normal in one step, rad. */
const maximumTurn = 0.5;
/** Directions this close to the circle are on it. */
const onCircle = 1e-15;
/** A turn below this is the last one, rad. */
const smallTurn = 1e-8;

/** across[6…8] ← uᵀHu, uᵀHv, vᵀHv with H = H_A + H_B and u, v = across[0…2], across[3…5]. */
function curvature(across: Float64Array, f: Float64Array): void {
  const o = featureLength;
  const a = f[3] + f[o + 3];
  const b = f[4] + f[o + 4];
  const c = f[5] + f[o + 5];
  const d = f[6] + f[o + 6];
  const e = f[7] + f[o + 7];
  const g = f[8] + f[o + 8];
  const ux = across[0];
  const uy = across[1];
  const uz = across[2];
  const vx = across[3];
  const vy = across[4];
  const vz = across[5];
  const hx = a * ux + b * uy + c * uz;
  const hy = b * ux + d * uy + e * uz;
  const hz = c * ux + e * uy + g * uz;
  across[6] = ux * hx + uy * hy + uz * hz;
  across[7] = vx * hx + vy * hy + vz * hz;
  across[8] = vx * (a * vx + b * vy + c * vz) + vy * (b * vx + d * vy + e * vz) + vz * (c * vx + e * vy + g * vz);
}

/** n ← Newton step on the sphere. Returns `moving`, `arrived`, or `impossible` when both bodies are corners that meet. */
export function stepFree(pair: Pair): number {
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
  const across = pair.across;
  across[0] = ux;
  across[1] = uy;
  across[2] = uz;
  across[3] = vx;
  across[4] = vy;
  across[5] = vz;
  curvature(across, f);
  let huu = across[6] + delta;
  const huv = across[7];
  let hvv = across[8] + delta;
  // a saddle, or a valley as between coaxial bodies: shifted until the step leads uphill
  const spread = Math.sqrt(0.25 * (huu - hvv) * (huu - hvv) + huv * huv);
  const lower = 0.5 * (huu + hvv) - spread;
  const scale = Math.abs(lower) + 2 * spread;
  if (!(scale > 0)) return impossible;
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
  n[0] = nx + p * ux + q * vx;
  n[1] = ny + p * uy + q * vy;
  n[2] = nz + p * uz + q * vz;
  normalise(n);
  return turn > smallTurn ? moving : arrived;
}

/** n ← Newton step on the circle n·k = c of the condition at `at`. Returns `moving`, `arrived` or `impossible`. */
export function stepOnCircle(pair: Pair, at: number): number {
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
  if (!(length > 1e-8)) return impossible;
  rx /= length;
  ry /= length;
  rz /= length;
  // the features were evaluated at n: again only if it was not on the circle
  if (Math.abs(along - c) > onCircle) {
    n[0] = c * kx + rho * rx;
    n[1] = c * ky + rho * ry;
    n[2] = c * kz + rho * rz;
    evaluateBoth(pair);
  }

  const px = ky * rz - kz * ry;
  const py = kz * rx - kx * rz;
  const pz = kx * ry - ky * rx;
  const o = featureLength;
  const dx = f[o] - f[0];
  const dy = f[o + 1] - f[1];
  const dz = f[o + 2] - f[2];
  const slope = dx * px + dy * py + dz * pz;
  const across = pair.across;
  across[0] = px;
  across[1] = py;
  across[2] = pz;
  curvature(across, f);
  const bend = rho * across[6] + dx * rx + dy * ry + dz * rz;
  if (bend === 0 && slope !== 0) return impossible;
  // the other body is a corner, so d turns with n about k alone, and tan θ = slope/bend is the solution
  const isExact = bend > 0 && isCorner(f, at < o ? o : 0);
  // the sign of the slope leads uphill even where the bend has the wrong one
  const turn = slope === 0 ? 0 : slope / Math.abs(bend);
  const step = isExact ? turn : Math.max(-maximumTurn, Math.min(maximumTurn, turn));
  // e_r turned by the step; the first order is enough where steps are small, and any point of the circle will do elsewhere
  const qx = rx + step * px;
  const qy = ry + step * py;
  const qz = rz + step * pz;
  const s = rho / Math.sqrt(1 + step * step);
  n[0] = c * kx + s * qx;
  n[1] = c * ky + s * qy;
  n[2] = c * kz + s * qz;
  normalise(n);
  return isExact || Math.abs(turn) <= smallTurn ? arrived : moving;
}

/** Whether the feature at i does not move with n: H = 0. */
function isCorner(f: Float64Array, i: number): boolean {
  return f[i + 3] === 0 && f[i + 6] === 0 && f[i + 8] === 0;
}

/** n ← direction that fulfils both conditions, on the side of the present one. Returns `arrived`, `impossible`, `parallel`. */
export function crossing(pair: Pair, first: number, second: number): number {
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
  if (!(rest >= 0)) return impossible;
  const side = cx * n[0] + cy * n[1] + cz * n[2] >= 0 ? 1 : -1;
  const gamma = side * Math.sqrt(rest / square);
  n[0] = alpha * ax + beta * bx + gamma * cx;
  n[1] = alpha * ay + beta * by + gamma * cy;
  n[2] = alpha * az + beta * bz + gamma * cz;
  normalise(n);
  return arrived;
}
