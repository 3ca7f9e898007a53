/**
 * Spatial vectors: motions, forces, their change of frame and their cross products, on packed arrays.
 * All components are read before any is written, so `out` may be one of the inputs.
 *
 * Source   [Featherstone2008] ch. 2, appendix A
 * Legend   motion  (ω, v)   angular velocity, then velocity of the body point at the origin of the frame
 *          force   (n, f)   moment about the origin of the frame, then force
 *          R_AB    row-major, v_A = R_AB·v_B           r_AB_A   from the origin of A to that of B, in A
 *          X       B from A for motions:  m_B = X·m_A,  f_A = Xᵀ·f_B.   In the source: E = R_ABᵀ, r = r_AB_A
 */

/** out ← m_B = (Rᵀω, Rᵀ(v + ω × r)): a motion given in A, seen from B. */
export function motionToInner(
  out: Float64Array,
  k: number,
  R_AB: Float64Array,
  iR: number,
  r_AB_A: Float64Array,
  ir: number,
  m_A: Float64Array,
  im: number,
): void {
  const wx = m_A[im];
  const wy = m_A[im + 1];
  const wz = m_A[im + 2];
  const rx = r_AB_A[ir];
  const ry = r_AB_A[ir + 1];
  const rz = r_AB_A[ir + 2];
  const vx = m_A[im + 3] + wy * rz - wz * ry;
  const vy = m_A[im + 4] + wz * rx - wx * rz;
  const vz = m_A[im + 5] + wx * ry - wy * rx;

  turnBack(out, k, R_AB, iR, wx, wy, wz);
  turnBack(out, k + 3, R_AB, iR, vx, vy, vz);
}

/** out ← m_A = (R·ω, R·v + r × R·ω): a motion given in B, seen from A. */
export function motionToOuter(
  out: Float64Array,
  k: number,
  R_AB: Float64Array,
  iR: number,
  r_AB_A: Float64Array,
  ir: number,
  m_B: Float64Array,
  im: number,
): void {
  const vx = m_B[im + 3];
  const vy = m_B[im + 4];
  const vz = m_B[im + 5];
  turn(out, k, R_AB, iR, m_B[im], m_B[im + 1], m_B[im + 2]);
  turn(out, k + 3, R_AB, iR, vx, vy, vz);
  addMoment(out, k + 3, r_AB_A, ir, out, k);
}

/** out ← f_B = (Rᵀ(n − r × f), Rᵀf): a force given in A, seen from B. */
export function forceToInner(
  out: Float64Array,
  k: number,
  R_AB: Float64Array,
  iR: number,
  r_AB_A: Float64Array,
  ir: number,
  f_A: Float64Array,
  jf: number,
): void {
  const fx = f_A[jf + 3];
  const fy = f_A[jf + 4];
  const fz = f_A[jf + 5];
  const rx = r_AB_A[ir];
  const ry = r_AB_A[ir + 1];
  const rz = r_AB_A[ir + 2];
  const nx = f_A[jf] - ry * fz + rz * fy;
  const ny = f_A[jf + 1] - rz * fx + rx * fz;
  const nz = f_A[jf + 2] - rx * fy + ry * fx;

  turnBack(out, k, R_AB, iR, nx, ny, nz);
  turnBack(out, k + 3, R_AB, iR, fx, fy, fz);
}

/** out ← f_A = (R·n + r × R·f, R·f): a force given in B, seen from A. */
export function forceToOuter(
  out: Float64Array,
  k: number,
  R_AB: Float64Array,
  iR: number,
  r_AB_A: Float64Array,
  ir: number,
  f_B: Float64Array,
  jf: number,
): void {
  const fx = f_B[jf + 3];
  const fy = f_B[jf + 4];
  const fz = f_B[jf + 5];
  turn(out, k, R_AB, iR, f_B[jf], f_B[jf + 1], f_B[jf + 2]);
  turn(out, k + 3, R_AB, iR, fx, fy, fz);
  addMoment(out, k, r_AB_A, ir, out, k + 3);
}

/** out ← a × b = (ω_a × ω_b, ω_a × v_b + v_a × ω_b): rate of the motion b that is fixed in a frame moving with a. */
export function crossMotion(
  out: Float64Array,
  k: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const wx = a[ia];
  const wy = a[ia + 1];
  const wz = a[ia + 2];
  const vx = a[ia + 3];
  const vy = a[ia + 4];
  const vz = a[ia + 5];
  const bx = b[ib];
  const by = b[ib + 1];
  const bz = b[ib + 2];
  const ux = b[ib + 3];
  const uy = b[ib + 4];
  const uz = b[ib + 5];

  out[k] = wy * bz - wz * by;
  out[k + 1] = wz * bx - wx * bz;
  out[k + 2] = wx * by - wy * bx;
  out[k + 3] = wy * uz - wz * uy + vy * bz - vz * by;
  out[k + 4] = wz * ux - wx * uz + vz * bx - vx * bz;
  out[k + 5] = wx * uy - wy * ux + vx * by - vy * bx;
}

/** out ← a ×* f = (ω × n + v × f, ω × f): rate of the force f that is fixed in a frame moving with a. */
export function crossForce(
  out: Float64Array,
  k: number,
  a: Float64Array,
  ia: number,
  f: Float64Array,
  jf: number,
): void {
  const wx = a[ia];
  const wy = a[ia + 1];
  const wz = a[ia + 2];
  const vx = a[ia + 3];
  const vy = a[ia + 4];
  const vz = a[ia + 5];
  const nx = f[jf];
  const ny = f[jf + 1];
  const nz = f[jf + 2];
  const fx = f[jf + 3];
  const fy = f[jf + 4];
  const fz = f[jf + 5];

  out[k] = wy * nz - wz * ny + vy * fz - vz * fy;
  out[k + 1] = wz * nx - wx * nz + vz * fx - vx * fz;
  out[k + 2] = wx * ny - wy * nx + vx * fy - vy * fx;
  out[k + 3] = wy * fz - wz * fy;
  out[k + 4] = wz * fx - wx * fz;
  out[k + 5] = wx * fy - wy * fx;
}

/** m · f: power of a force on a motion, both in the same frame. */
export function spatialDot(m: Float64Array, im: number, f: Float64Array, jf: number): number {
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += m[im + i] * f[jf + i];
  return sum;
}

/** out ← R·(x, y, z) */
function turn(out: Float64Array, k: number, R: Float64Array, i: number, x: number, y: number, z: number): void {
  const ox = R[i] * x + R[i + 1] * y + R[i + 2] * z;
  const oy = R[i + 3] * x + R[i + 4] * y + R[i + 5] * z;
  const oz = R[i + 6] * x + R[i + 7] * y + R[i + 8] * z;
  out[k] = ox;
  out[k + 1] = oy;
  out[k + 2] = oz;
}

/** out ← Rᵀ·(x, y, z) */
function turnBack(out: Float64Array, k: number, R: Float64Array, i: number, x: number, y: number, z: number): void {
  const ox = R[i] * x + R[i + 3] * y + R[i + 6] * z;
  const oy = R[i + 1] * x + R[i + 4] * y + R[i + 7] * z;
  const oz = R[i + 2] * x + R[i + 5] * y + R[i + 8] * z;
  out[k] = ox;
  out[k + 1] = oy;
  out[k + 2] = oz;
}

/** out ← out + r × f */
function addMoment(out: Float64Array, k: number, r: Float64Array, ir: number, f: Float64Array, jf: number): void {
  const rx = r[ir];
  const ry = r[ir + 1];
  const rz = r[ir + 2];
  const fx = f[jf];
  const fy = f[jf + 1];
  const fz = f[jf + 2];
  out[k] += ry * fz - rz * fy;
  out[k + 1] += rz * fx - rx * fz;
  out[k + 2] += rx * fy - ry * fx;
}
