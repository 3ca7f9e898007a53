/**
 * Derivatives of a patch that knows them (patch/patchDerivatives.ts), in world axes and about the origins of both bodies: by the motion of
 * the body that dips in.
 *
 *     moved         ξ = (δ, 0),             dτ = (−ω_S × δ, 0)
 *     turned        ξ = (θ × c, θ),         dτ = 0
 *     velocities    ξ = 0,                  dτ = (v + ω × c, ω)
 *     force         dF = ∂F/∂(δ, θ)·ξ + ∂F/∂τ·dτ      about the origin O of the field; likewise its moment M
 *     moments       dM_S = dM + c × dF − δ × F,   dM_F = −(dM + b × dF)
 *
 * Legend   ξ, τ  relative displacement and twist at O       c = O − r_S,  b = O − r_F  from the origins of the bodies
 */
import type { BodyMotion } from "../mechanics/bodyMotion.ts";
import type { FieldPass } from "./patch/fieldPass.ts";

/** Numbers of force and moment on both bodies. */
const n = 12;

export class FlatDerivatives {
  /** World axes: wrench on S about O, and its derivatives by pose and twist as in PatchDerivatives. */
  private readonly wrench = new Float64Array(6);
  private readonly byPose = new Float64Array(36);
  private readonly byTwist = new Float64Array(36);
  private readonly c = new Float64Array(3);
  private readonly b = new Float64Array(3);
  private readonly spin = new Float64Array(3);
  private readonly column = new Float64Array(6);

  /**
   * W ← forces and moments on both bodies, D (12 × 12, column by column) ← their derivatives by position, turning, velocity and angular
   * velocity of body S. Rows of S begin at `first`, 0 or 6, those of F at the other.
   */
  evaluate(
    W: Float64Array,
    D: Float64Array,
    first: number,
    { derivatives, R_WF: R, r_WF }: FieldPass,
    motion: BodyMotion,
    bodyS: number,
    bodyF: number,
  ): void {
    const { wrench, byPose, byTwist, c, b, spin, column } = this;
    turnWrenches(wrench, derivatives!.wrench, 1, R);
    turnMatrix(byPose, derivatives!.byPose, R);
    turnMatrix(byTwist, derivatives!.byTwist, R);
    const { position, angularVelocity } = motion;
    for (let i = 0; i < 3; i++) {
      c[i] = r_WF[i] - position[3 * bodyS + i];
      b[i] = r_WF[i] - position[3 * bodyF + i];
      spin[i] = angularVelocity[3 * bodyS + i];
    }
    for (let i = 0; i < 6; i++) column[i] = wrench[i];
    this.write(W, 0, first);
    for (let e = 0; e < 3; e++) {
      this.combine(byPose, e, byTwist, spin, e);
      this.write(D, n * e, first);
      const o = n * e + first + 3;
      const j = (e + 1) % 3;
      const k = (e + 2) % 3;
      // − e × F
      D[o + j] += wrench[k];
      D[o + k] -= wrench[j];
      this.combine(byPose, 3 + e, byPose, c, e);
      this.write(D, n * (3 + e), first);
      for (let r = 0; r < 6; r++) column[r] = byTwist[6 * e + r];
      this.write(D, n * (6 + e), first);
      this.combine(byTwist, 3 + e, byTwist, c, e);
      this.write(D, n * (9 + e), first);
    }
  }

  /** column ← column number k of A, plus the first three of B times e × v for the unit vector along an axis. */
  private combine(A: Float64Array, k: number, B: Float64Array, v: Float64Array, axis: number): void {
    const { column } = this;
    const p = (axis + 1) % 3;
    const q = (axis + 2) % 3;
    for (let r = 0; r < 6; r++) column[r] = A[6 * k + r] + v[p] * B[6 * q + r] - v[q] * B[6 * p + r];
  }

  /** out[k..k+11] ← `column`, a wrench on S about O, as forces and moments on both bodies. */
  private write(out: Float64Array, k: number, first: number): void {
    const { column: w, c, b } = this;
    const s = k + first;
    const f = k + 6 - first;
    for (let i = 0; i < 3; i++) {
      out[s + i] = w[i];
      out[f + i] = -w[i];
    }
    out[s + 3] = w[3] + (c[1] * w[2] - c[2] * w[1]);
    out[s + 4] = w[4] + (c[2] * w[0] - c[0] * w[2]);
    out[s + 5] = w[5] + (c[0] * w[1] - c[1] * w[0]);
    out[f + 3] = -(w[3] + (b[1] * w[2] - b[2] * w[1]));
    out[f + 4] = -(w[4] + (b[2] * w[0] - b[0] * w[2]));
    out[f + 5] = -(w[5] + (b[0] * w[1] - b[1] * w[0]));
  }
}

/** out ← `count` wrenches, turned by R. */
function turnWrenches(out: Float64Array, wrenches: Float64Array, count: number, R: Float64Array): void {
  for (let k = 0; k < 6 * count; k += 3) {
    const x = wrenches[k];
    const y = wrenches[k + 1];
    const z = wrenches[k + 2];
    out[k] = R[0] * x + R[1] * y + R[2] * z;
    out[k + 1] = R[3] * x + R[4] * y + R[5] * z;
    out[k + 2] = R[6] * x + R[7] * y + R[8] * z;
  }
}

/** out ← wrenches by vectors (6 × 6, column by column), both turned by R. */
function turnMatrix(out: Float64Array, M: Float64Array, R: Float64Array): void {
  turnWrenches(out, M, 6, R);
  for (let k = 0; k < 36; k += 18) {
    for (let r = k; r < k + 6; r++) {
      const x = out[r];
      const y = out[r + 6];
      const z = out[r + 12];
      out[r] = R[0] * x + R[1] * y + R[2] * z;
      out[r + 6] = R[3] * x + R[4] * y + R[5] * z;
      out[r + 12] = R[6] * x + R[7] * y + R[8] * z;
    }
  }
}
