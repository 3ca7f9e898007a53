/**
 * How force and moment of a patch between two bodies with flat faces change with their relative motion, exactly: one pass over the points at
 * which friction and damping are sampled.
 *
 * The surface of B is carried along rigidly by a displacement u(x) = δ + θ × x, and h^m vanishes where it ends: what changes at a point of
 * it are its depth, by −n_i·u, its direction and its velocity. With W = (F, M) the whole wrench on B, elastic, of damping and of friction,
 *
 *     ∂W/∂(δ, θ)·(δ, θ) = −Σ ∂W_k/∂h·n_i·u(x_k) + ½·W·(G·δ + M_T·θ)/T
 *                         + (θ × F, δ × F + θ × M) + ∂W/∂n·(dn − θ × n) + ∂W/∂τ·(ω × δ − θ × v, ω × θ)
 *
 * The second term is there for the half-space law, whose pressure goes with 1/√T (patchLaw.ts). The rest is what W would do if it turned
 * with B, as a function of n and of the twist, which do not.
 *
 * Holds    Points where friction is not linear in their place follow the surface of B here, while those of patchDissipation.ts follow its outline:
 *          what differs is the error of quadrature of patches that turn about a point of their own.
 * Legend   A gives the field, everything is in its frame and about its origin; G, M_T, T as in overlap.ts; n = G/|G|
 *          τ = (v, ω)  velocity of B against A at the origin, relative angular velocity      n_i  normal of the nearest face of A
 */
import { regularisedSlope, regularisedSpeed } from "../regularisation.ts";
import { DerivativePoints, groupLength } from "./derivativePoints.ts";
import type { Overlap } from "./overlap.ts";
import type { PatchDamping } from "./patchDissipation.ts";
import { PointSlopes } from "./pointSlopes.ts";
import { SampleSlopes } from "./sampleSlopes.ts";
import { sampleLength } from "./surfaceSums.ts";

export class PatchDerivatives {
  /** Force (3) and moment (3) on B. */
  readonly wrench = new Float64Array(6);
  /** 6 × 6, column by column: the wrench by displacement (3) and turning (3) of B, where the components of the twist stay. */
  readonly byPose = new Float64Array(36);
  /** 6 × 6, column by column: the wrench by the components of the twist. */
  readonly byTwist: Float64Array;
  /** 3 × 6, column by column: n by displacement and turning. */
  readonly normalByPose = new Float64Array(18);

  private readonly points = new DerivativePoints();
  private readonly slopes = new PointSlopes();
  private readonly sample = new SampleSlopes();
  private readonly turned = new Float64Array(3);

  constructor() {
    this.byTwist = this.slopes.byTwist;
  }

  /** Without contact. */
  clear(): void {
    const { wrench, byPose, byTwist, normalByPose } = this;
    wrench.fill(0);
    byPose.fill(0);
    byTwist.fill(0);
    normalByPose.fill(0);
  }

  /** `planes` of A; motion as for dissipate(), whose sums are given. */
  evaluate(
    overlap: Overlap,
    planes: Float64Array,
    power: number,
    motion: Float64Array,
    law: PatchDamping,
    sums: Float64Array,
  ): void {
    const { wrench, byPose, slopes, points, normalByPose } = this;
    const factor = motion[9];
    const { gradient, moment } = overlap;
    for (let k = 0; k < 3; k++) {
      wrench[k] = factor * gradient[k] + sums[k];
      wrench[3 + k] = factor * moment[k] + sums[3 + k];
    }
    byPose.fill(0);
    normalByPose.fill(0);
    slopes.clear();
    points.place(overlap, power, factor);
    this.addPoints(planes, motion, law);
    this.addSamples(overlap, planes, power, motion, law);
    if (power === 3) this.addFactor(overlap);
    if (overlap.nearCount > 1) this.turnNormal(overlap, motion);
    else normalByPose.fill(0); // the direction is that of the only face
    this.addTurning(motion);
  }

  /** Points of the regions of all faces of A, one region after the other. */
  private addPoints(planes: Float64Array, motion: Float64Array, law: PatchDamping): void {
    const { points, slopes } = this;
    const { groups, groupCount } = points;
    for (let from = 0; from < groupCount; ) {
      const near = groups[groupLength * from + 3];
      let to = from + 1;
      while (to < groupCount && groups[groupLength * to + 3] === near) to++;
      slopes.add(points, from, to, motion, law);
      this.addDepth(slopes.byDepth, slopes.elasticByDepth, planes, near);
      from = to;
    }
  }

  private addSamples(
    overlap: Overlap,
    planes: Float64Array,
    power: number,
    motion: Float64Array,
    law: PatchDamping,
  ): void {
    const { sample } = this;
    const { samples, sampleCount } = overlap;
    let first = 0;
    for (let k = 0; k < sampleCount; k++) {
      sample.evaluate(overlap, k, first, power, motion, law);
      this.addDepth(sample.byDepth, sample.elasticByDepth, planes, samples[sampleLength * k + 7]);
      first = samples[sampleLength * k + 8];
    }
  }

  /** The change with depths below face i of A: h changes by −(n_i·δ + (x × n_i)·θ). */
  private addDepth(byDepth: Float64Array, elasticByDepth: Float64Array, planes: Float64Array, i: number): void {
    subtractDepth(this.byPose, byDepth, 6, planes, i);
    subtractDepth(this.normalByPose, elasticByDepth, 3, planes, i);
  }

  /** The pressure of the half-space law changes by −½·dT/T of itself everywhere. */
  private addFactor({ gradient, moment, content }: Overlap): void {
    const { wrench, byPose } = this;
    const s = 0.5 / content;
    for (let c = 0; c < 3; c++) {
      const moved = s * gradient[c];
      const turned = s * moment[c];
      for (let r = 0; r < 6; r++) {
        byPose[6 * c + r] += wrench[r] * moved;
        byPose[18 + 6 * c + r] += wrench[r] * turned;
      }
    }
  }

  /** normalByPose, which holds the change of the elastic force with depths, ← that of its direction. */
  private turnNormal({ gradient: G }: Overlap, motion: Float64Array): void {
    const { normalByPose: D, turned } = this;
    const s = 1 / (motion[9] * Math.sqrt(G[0] * G[0] + G[1] * G[1] + G[2] * G[2]));
    for (let c = 0; c < 6; c++) {
      const o = 3 * c;
      for (let i = 0; i < 3; i++) D[o + i] *= s;
      if (c >= 3) {
        crossAxis(turned, c - 3, motion, 0);
        for (let i = 0; i < 3; i++) D[o + i] += turned[i];
      }
      const along = D[o] * motion[0] + D[o + 1] * motion[1] + D[o + 2] * motion[2];
      for (let i = 0; i < 3; i++) D[o + i] -= along * motion[i];
    }
  }

  /** What turns with B, and what does not. */
  private addTurning(motion: Float64Array): void {
    const { byPose: P, byTwist: V, wrench: W, normalByPose: D, turned: u } = this;
    const N = this.slopes.byNormal;
    for (let e = 0; e < 3; e++) {
      const moved = 6 * e;
      const spun = 18 + 6 * e;
      crossAxis(u, e, W, 0);
      for (let i = 0; i < 3; i++) {
        P[moved + 3 + i] += u[i];
        P[spun + i] += u[i];
      }
      crossAxis(u, e, W, 3);
      for (let i = 0; i < 3; i++) P[spun + 3 + i] += u[i];
      // e × ω = −ω × e
      crossAxis(u, e, motion, 6);
      for (let r = 0; r < 6; r++) {
        P[moved + r] -= V[r] * u[0] + V[6 + r] * u[1] + V[12 + r] * u[2];
        P[spun + r] -= V[18 + r] * u[0] + V[24 + r] * u[1] + V[30 + r] * u[2];
      }
      crossAxis(u, e, motion, 3);
      for (let r = 0; r < 6; r++) P[spun + r] -= V[r] * u[0] + V[6 + r] * u[1] + V[12 + r] * u[2];
      const d = 3 * e;
      for (let r = 0; r < 6; r++) P[moved + r] += N[r] * D[d] + N[6 + r] * D[d + 1] + N[12 + r] * D[d + 2];
      crossAxis(u, e, motion, 0);
      for (let i = 0; i < 3; i++) u[i] = D[9 + d + i] - u[i];
      for (let r = 0; r < 6; r++) P[spun + r] += N[r] * u[0] + N[6 + r] * u[1] + N[12 + r] * u[2];
    }
  }

  /** Adds a moment −resistance·N·ω/reg(|ω|) for the normal force N = n·F, behind evaluate(). */
  addResistance(motion: Float64Array, resistance: number, smallRate: number): void {
    const { wrench: W, byPose: P, byTwist: V, normalByPose: D } = this;
    const nx = motion[0];
    const ny = motion[1];
    const nz = motion[2];
    const N = nx * W[0] + ny * W[1] + nz * W[2];
    const rate = Math.sqrt(motion[6] * motion[6] + motion[7] * motion[7] + motion[8] * motion[8]);
    const inverse = 1 / regularisedSpeed(rate, smallRate);
    const s = resistance * inverse;
    for (let c = 0; c < 6; c++) {
      const o = 6 * c;
      const byPose =
        nx * P[o] + ny * P[o + 1] + nz * P[o + 2] + (W[0] * D[3 * c] + W[1] * D[3 * c + 1] + W[2] * D[3 * c + 2]);
      const byTwist = nx * V[o] + ny * V[o + 1] + nz * V[o + 2];
      for (let i = 0; i < 3; i++) {
        P[o + 3 + i] -= s * byPose * motion[6 + i];
        V[o + 3 + i] -= s * byTwist * motion[6 + i];
      }
    }
    const bend = s * N * inverse * regularisedSlope(rate, smallRate);
    for (let j = 0; j < 3; j++) {
      V[6 * (3 + j) + 3 + j] -= s * N;
      for (let i = 0; i < 3; i++) V[6 * (3 + j) + 3 + i] += bend * motion[6 + i] * motion[6 + j];
      W[3 + j] -= s * N * motion[6 + j];
    }
  }
}

/** out (rows × 6, column by column) −= Σ_x S(1, x)·(n·δ + (x × n)·θ) for the rows S(1), S(x) of `byDepth` and the normal n of face i. */
function subtractDepth(out: Float64Array, byDepth: Float64Array, rows: number, planes: Float64Array, i: number): void {
  const nx = planes[4 * i];
  const ny = planes[4 * i + 1];
  const nz = planes[4 * i + 2];
  for (let r = 0; r < rows; r++) {
    const s = byDepth[4 * r];
    const x = byDepth[4 * r + 1];
    const y = byDepth[4 * r + 2];
    const z = byDepth[4 * r + 3];
    out[r] -= s * nx;
    out[rows + r] -= s * ny;
    out[2 * rows + r] -= s * nz;
    out[3 * rows + r] -= y * nz - z * ny;
    out[4 * rows + r] -= z * nx - x * nz;
    out[5 * rows + r] -= x * ny - y * nx;
  }
}

/** out ← e × v for the unit vector along an axis and the vector at v[k]. */
function crossAxis(out: Float64Array, axis: number, v: Float64Array, k: number): void {
  out[0] = axis === 1 ? v[k + 2] : axis === 2 ? -v[k + 1] : 0;
  out[1] = axis === 2 ? v[k] : axis === 0 ? -v[k + 2] : 0;
  out[2] = axis === 0 ? v[k + 1] : axis === 1 ? -v[k] : 0;
}
