/** Motion of one body against another, as the kernels of patches need it. */
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";

/**
 * out[k..k+5] ← velocity of body S against body F at the origin r_WO of a frame O, then the relative angular velocity, both in
 * the axes of O; R = R_WO, row-major.
 */
export function relativeTwist(
  out: Float64Array,
  k: number,
  motion: BodyMotion,
  bodyF: number,
  bodyS: number,
  R: Float64Array,
  r_WO: Float64Array,
): void {
  const { position: r, velocity: v, angularVelocity: w } = motion;
  const F = 3 * bodyF;
  const S = 3 * bodyS;
  const fx = r_WO[0] - r[F];
  const fy = r_WO[1] - r[F + 1];
  const fz = r_WO[2] - r[F + 2];
  const sx = r_WO[0] - r[S];
  const sy = r_WO[1] - r[S + 1];
  const sz = r_WO[2] - r[S + 2];
  const vx = v[S] + w[S + 1] * sz - w[S + 2] * sy - (v[F] + w[F + 1] * fz - w[F + 2] * fy);
  const vy = v[S + 1] + w[S + 2] * sx - w[S] * sz - (v[F + 1] + w[F + 2] * fx - w[F] * fz);
  const vz = v[S + 2] + w[S] * sy - w[S + 1] * sx - (v[F + 2] + w[F] * fy - w[F + 1] * fx);
  const wx = w[S] - w[F];
  const wy = w[S + 1] - w[F + 1];
  const wz = w[S + 2] - w[F + 2];
  for (let i = 0; i < 3; i++) {
    out[k + i] = R[i] * vx + R[3 + i] * vy + R[6 + i] * vz;
    out[k + 3 + i] = R[i] * wx + R[3 + i] * wy + R[6 + i] * wz;
  }
}
