/**
 * Rotation matrices, row-major, from and to axis and angle, Cardan angles, and two directions.
 *
 * Source   [Shuster1993] (axis and angle, Cardan angles)
 * Legend   R_AB   v_A = R_AB·v_B: the columns are the axes of B in A; B is A turned by the rotation
 *          n, φ   axis and angle: R = cos φ·I + sin φ·(n ×) + (1 − cos φ)·n·nᵀ
 *          φ₁ φ₂ φ₃   Cardan angles 1-2-3: R = R_x(φ₁)·R_y(φ₂)·R_z(φ₃): about x, then the new y, then the new z
 *                     ⎡  c₂c₃           −c₂s₃            s₂   ⎤
 *                 R = ⎢  c₁s₃ + s₁s₂c₃   c₁c₃ − s₁s₂s₃  −s₁c₂ ⎥
 *                     ⎣  s₁s₃ − c₁s₂c₃   s₁c₃ + c₁s₂s₃   c₁c₂ ⎦
 */
import * as elementary from "./elementary.ts";
import { cross3, dot3, normalise3 } from "./vec3.ts";

/** R ← rotation about the unit vector n by the angle phi. */
export function rotationFromAxisAngle(R: Float64Array, k: number, n: Float64Array, i: number, phi: number): void {
  const x = n[i];
  const y = n[i + 1];
  const z = n[i + 2];
  const s = elementary.sin(phi);
  const half = elementary.sin(0.5 * phi);
  const v = 2 * half * half; // 1 − cos φ without cancellation

  R[k] = 1 - v * (y * y + z * z);
  R[k + 1] = v * x * y - s * z;
  R[k + 2] = v * x * z + s * y;
  R[k + 3] = v * x * y + s * z;
  R[k + 4] = 1 - v * (x * x + z * z);
  R[k + 5] = v * y * z - s * x;
  R[k + 6] = v * x * z - s * y;
  R[k + 7] = v * y * z + s * x;
  R[k + 8] = 1 - v * (x * x + y * y);
}

/** R ← R_x(φ₁)·R_y(φ₂)·R_z(φ₃) */
export function rotationFromCardan(R: Float64Array, k: number, phi: Float64Array, i: number): void {
  const s1 = elementary.sin(phi[i]);
  const c1 = elementary.cos(phi[i]);
  const s2 = elementary.sin(phi[i + 1]);
  const c2 = elementary.cos(phi[i + 1]);
  const s3 = elementary.sin(phi[i + 2]);
  const c3 = elementary.cos(phi[i + 2]);

  R[k] = c2 * c3;
  R[k + 1] = -c2 * s3;
  R[k + 2] = s2;
  R[k + 3] = c1 * s3 + s1 * s2 * c3;
  R[k + 4] = c1 * c3 - s1 * s2 * s3;
  R[k + 5] = -s1 * c2;
  R[k + 6] = s1 * s3 - c1 * s2 * c3;
  R[k + 7] = s1 * c3 + c1 * s2 * s3;
  R[k + 8] = c1 * c2;
}

/**
 * phi ← Cardan angles of R, with −π/2 ≤ φ₂ ≤ π/2. At φ₂ = ±π/2 only φ₁ ± φ₃ is defined; whatever φ₁ rounding leaves
 * there, φ₃ is computed from R after that φ₁, so the three angles always give R back.
 */
export function cardanFromRotation(phi: Float64Array, i: number, R: Float64Array, k: number): void {
  const phi1 = elementary.atan2(-R[k + 5], R[k + 8]);
  const phi2 = elementary.atan2(R[k + 2], Math.sqrt(R[k] * R[k] + R[k + 1] * R[k + 1]));
  // second row of R_x(φ₁)ᵀ·R = R_y·R_z is (s₃, c₃, 0)
  const s1 = elementary.sin(phi1);
  const c1 = elementary.cos(phi1);
  const s3 = c1 * R[k + 3] + s1 * R[k + 6];
  const c3 = c1 * R[k + 4] + s1 * R[k + 7];

  phi[i] = phi1;
  phi[i + 1] = phi2;
  phi[i + 2] = elementary.atan2(s3, c3);
}

/**
 * R ← the frame whose x axis has the direction x and whose y axis lies in the half-plane of y. Returns false, and leaves R
 * alone, when a direction is zero or both are parallel (sine of the angle below 1e-10).
 */
export function rotationFromXY(
  R: Float64Array,
  k: number,
  x: Float64Array,
  ix: number,
  y: Float64Array,
  iy: number,
): boolean {
  const axes = new Float64Array(9);
  if (!(normalise3(axes, 0, x, ix) > 0 && normalise3(axes, 3, y, iy) > 0)) return false;
  cross3(axes, 6, axes, 0, axes, 3);
  if (!(normalise3(axes, 6, axes, 6) > 1e-10)) return false;
  cross3(axes, 3, axes, 6, axes, 0);
  for (let i = 0; i < 3; i++) {
    R[k + 3 * i] = axes[i];
    R[k + 3 * i + 1] = axes[3 + i];
    R[k + 3 * i + 2] = axes[6 + i];
  }
  return true;
}

/** Largest deviation of R·Rᵀ from the identity and of its orientation from a right-handed one: 0 for a rotation. */
export function rotationDefect(R: Float64Array, k: number): number {
  let defect = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      const product = dot3(R, k + 3 * i, R, k + 3 * j);
      defect = Math.max(defect, Math.abs(product - (i === j ? 1 : 0)));
    }
  }
  const third = new Float64Array(3);
  cross3(third, 0, R, k, R, k + 3);
  return Math.max(defect, Math.abs(dot3(third, 0, R, k + 6) - 1));
}
