/**
 * 3 × 3 matrices inside packed arrays, row-major: m(i, j) = m[im + 3·i + j], so that a row is a unit vector of the
 * outer frame and reading order on paper is storage order. (Larger matrices are column-major, see docs/notation.md.)
 * All entries are read before any is written, so `out` may be one of the inputs.
 */

/** out ← identity */
export function identity33(out: Float64Array, k: number): void {
  for (let i = 0; i < 9; i++) out[k + i] = i % 4 === 0 ? 1 : 0;
}

/** out ← M·v */
export function mulMV(out: Float64Array, k: number, M: Float64Array, iM: number, v: Float64Array, iv: number): void {
  const x = v[iv];
  const y = v[iv + 1];
  const z = v[iv + 2];

  const ox = M[iM] * x + M[iM + 1] * y + M[iM + 2] * z;
  const oy = M[iM + 3] * x + M[iM + 4] * y + M[iM + 5] * z;
  const oz = M[iM + 6] * x + M[iM + 7] * y + M[iM + 8] * z;

  out[k] = ox;
  out[k + 1] = oy;
  out[k + 2] = oz;
}

/** out ← Mᵀ·v */
export function mulMtV(out: Float64Array, k: number, M: Float64Array, iM: number, v: Float64Array, iv: number): void {
  const x = v[iv];
  const y = v[iv + 1];
  const z = v[iv + 2];

  const ox = M[iM] * x + M[iM + 3] * y + M[iM + 6] * z;
  const oy = M[iM + 1] * x + M[iM + 4] * y + M[iM + 7] * z;
  const oz = M[iM + 2] * x + M[iM + 5] * y + M[iM + 8] * z;

  out[k] = ox;
  out[k + 1] = oy;
  out[k + 2] = oz;
}

/** out ← r + M·p: the point p of frame B seen from frame A, for M = R_AB and r = r_AB_A. */
export function transformPoint(
  out: Float64Array,
  k: number,
  M: Float64Array,
  iM: number,
  r: Float64Array,
  ir: number,
  p: Float64Array,
  ip: number,
): void {
  const x = p[ip];
  const y = p[ip + 1];
  const z = p[ip + 2];

  const ox = r[ir] + M[iM] * x + M[iM + 1] * y + M[iM + 2] * z;
  const oy = r[ir + 1] + M[iM + 3] * x + M[iM + 4] * y + M[iM + 5] * z;
  const oz = r[ir + 2] + M[iM + 6] * x + M[iM + 7] * y + M[iM + 8] * z;

  out[k] = ox;
  out[k + 1] = oy;
  out[k + 2] = oz;
}

/** out ← A·B */
export function mulMM(out: Float64Array, k: number, A: Float64Array, iA: number, B: Float64Array, iB: number): void {
  product(out, k, A, iA, 3, 1, B, iB, 3, 1);
}

/** out ← Aᵀ·B */
export function mulMtM(out: Float64Array, k: number, A: Float64Array, iA: number, B: Float64Array, iB: number): void {
  product(out, k, A, iA, 1, 3, B, iB, 3, 1);
}

/** Product of two matrices whose rows and columns are `r` and `c` apart. */
function product(
  out: Float64Array,
  k: number,
  A: Float64Array,
  iA: number,
  rA: number,
  cA: number,
  B: Float64Array,
  iB: number,
  rB: number,
  cB: number,
): void {
  const b00 = B[iB];
  const b01 = B[iB + cB];
  const b02 = B[iB + 2 * cB];
  const b10 = B[iB + rB];
  const b11 = B[iB + rB + cB];
  const b12 = B[iB + rB + 2 * cB];
  const b20 = B[iB + 2 * rB];
  const b21 = B[iB + 2 * rB + cB];
  const b22 = B[iB + 2 * rB + 2 * cB];
  const a00 = A[iA];
  const a01 = A[iA + cA];
  const a02 = A[iA + 2 * cA];
  const a10 = A[iA + rA];
  const a11 = A[iA + rA + cA];
  const a12 = A[iA + rA + 2 * cA];
  const a20 = A[iA + 2 * rA];
  const a21 = A[iA + 2 * rA + cA];
  const a22 = A[iA + 2 * rA + 2 * cA];

  out[k] = a00 * b00 + a01 * b10 + a02 * b20;
  out[k + 1] = a00 * b01 + a01 * b11 + a02 * b21;
  out[k + 2] = a00 * b02 + a01 * b12 + a02 * b22;
  out[k + 3] = a10 * b00 + a11 * b10 + a12 * b20;
  out[k + 4] = a10 * b01 + a11 * b11 + a12 * b21;
  out[k + 5] = a10 * b02 + a11 * b12 + a12 * b22;
  out[k + 6] = a20 * b00 + a21 * b10 + a22 * b20;
  out[k + 7] = a20 * b01 + a21 * b11 + a22 * b21;
  out[k + 8] = a20 * b02 + a21 * b12 + a22 * b22;
}

/** out ← Mᵀ */
export function transpose33(out: Float64Array, k: number, M: Float64Array, iM: number): void {
  const m01 = M[iM + 1];
  const m02 = M[iM + 2];
  const m12 = M[iM + 5];
  out[k] = M[iM];
  out[k + 4] = M[iM + 4];
  out[k + 8] = M[iM + 8];
  out[k + 1] = M[iM + 3];
  out[k + 2] = M[iM + 6];
  out[k + 5] = M[iM + 7];
  out[k + 3] = m01;
  out[k + 6] = m02;
  out[k + 7] = m12;
}

/** out ← M⁻¹ by cofactors. Returns the determinant; 0 leaves infinite or undefined entries. */
export function inverse33(out: Float64Array, k: number, M: Float64Array, iM: number): number {
  const m00 = M[iM];
  const m01 = M[iM + 1];
  const m02 = M[iM + 2];
  const m10 = M[iM + 3];
  const m11 = M[iM + 4];
  const m12 = M[iM + 5];
  const m20 = M[iM + 6];
  const m21 = M[iM + 7];
  const m22 = M[iM + 8];

  const c00 = m11 * m22 - m12 * m21;
  const c01 = m12 * m20 - m10 * m22;
  const c02 = m10 * m21 - m11 * m20;
  const determinant = m00 * c00 + m01 * c01 + m02 * c02;
  const s = 1 / determinant;

  out[k] = s * c00;
  out[k + 1] = s * (m02 * m21 - m01 * m22);
  out[k + 2] = s * (m01 * m12 - m02 * m11);
  out[k + 3] = s * c01;
  out[k + 4] = s * (m00 * m22 - m02 * m20);
  out[k + 5] = s * (m02 * m10 - m00 * m12);
  out[k + 6] = s * c02;
  out[k + 7] = s * (m01 * m20 - m00 * m21);
  out[k + 8] = s * (m00 * m11 - m01 * m10);
  return determinant;
}
