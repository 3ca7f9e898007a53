/**
 * Bodies that move freely, with none behind them, as Newton and Euler see them: by the velocity of the centre of mass and the angular velocity, both in
 * world axes, which forces and moments change each for itself.
 *
 *     v_c = v + ω × c        ω_W = R·ω_B        a_c = a + ω̇ × c + ω × (ω × c)        m·a_c = f        I_c·ω̇ = n − …
 *
 * Legend   c   centre of mass from the origin of the body        v, a   of the origin, and ω_B in the axes of the body: as among the states
 */

import { matrixFromQuaternion } from "../math/quaternion.ts";
import type { BodyMotion } from "./bodyMotion.ts";
import type { Mechanism } from "./mechanism.ts";

/** Numbers of a body: where its centre of mass is, the inverse of its mass and that of its inertia about this centre (xx, xy, xz, yy, yz, zz). */
export const singleLength = 10;

export class SingleBodies {
  /** By body, those of the world, which does not move, are zero. */
  readonly values: Float64Array;
  private readonly mechanism: Mechanism;
  private readonly motion: BodyMotion;
  /** By body: from the origin to the centre of mass, world axes, where it was located last. */
  private readonly arms: Float64Array;
  private readonly turned = new Float64Array(9);

  constructor(mechanism: Mechanism, motion: BodyMotion) {
    this.mechanism = mechanism;
    this.motion = motion;
    this.values = new Float64Array(singleLength * mechanism.count);
    this.arms = new Float64Array(3 * mechanism.count);
  }

  /** The numbers of body b, where it is now. */
  locate(b: number): void {
    const { values, mechanism, arms } = this;
    const { position, rotation: R } = this.motion;
    const V = mechanism.inverseInertia;
    const o = 9 * b;
    const k = singleLength * b;
    const q = 6 * b;
    const cx = mechanism.centre[3 * b];
    const cy = mechanism.centre[3 * b + 1];
    const cz = mechanism.centre[3 * b + 2];
    for (let i = 0; i < 3; i++) {
      arms[3 * b + i] = R[o + 3 * i] * cx + R[o + 3 * i + 1] * cy + R[o + 3 * i + 2] * cz;
      values[k + i] = position[3 * b + i] + arms[3 * b + i];
    }
    values[k + 3] = 1 / mechanism.inertia[10 * b];
    let at = k + 4;
    for (let i = 0; i < 3; i++) {
      const x = R[o + 3 * i];
      const y = R[o + 3 * i + 1];
      const z = R[o + 3 * i + 2];
      const tx = V[q] * x + V[q + 1] * y + V[q + 2] * z;
      const ty = V[q + 1] * x + V[q + 3] * y + V[q + 4] * z;
      const tz = V[q + 2] * x + V[q + 4] * y + V[q + 5] * z;
      for (let j = i; j < 3; j++) values[at++] = tx * R[o + 3 * j] + ty * R[o + 3 * j + 1] + tz * R[o + 3 * j + 2];
    }
  }

  /** out[k..k+5] ← velocities of body b, once it is located. */
  readVelocities(out: Float64Array, k: number, b: number): void {
    const { arms } = this;
    const { velocity: v, angularVelocity: w } = this.motion;
    const q = 3 * b;
    out[k] = v[q] + w[q + 1] * arms[3 * b + 2] - w[q + 2] * arms[3 * b + 1];
    out[k + 1] = v[q + 1] + w[q + 2] * arms[3 * b] - w[q] * arms[3 * b + 2];
    out[k + 2] = v[q + 2] + w[q] * arms[3 * b + 1] - w[q + 1] * arms[3 * b];
    for (let i = 0; i < 3; i++) out[k + 3 + i] = w[q + i];
  }

  /** out[k..k+5] ← scale·(accelerations of body b, once it is located), from the rates of its states at x[j..j+5]. */
  readAccelerations(out: Float64Array, k: number, b: number, x: Float64Array, j: number, scale: number): void {
    const { arms } = this;
    const { rotation: R, angularVelocity: w } = this.motion;
    const o = 9 * b;
    const q = 3 * b;
    for (let i = 0; i < 3; i++) {
      out[k + 3 + i] = scale * (R[o + 3 * i] * x[j + 3] + R[o + 3 * i + 1] * x[j + 4] + R[o + 3 * i + 2] * x[j + 5]);
    }
    const ux = scale * (w[q + 1] * arms[3 * b + 2] - w[q + 2] * arms[3 * b + 1]);
    const uy = scale * (w[q + 2] * arms[3 * b] - w[q] * arms[3 * b + 2]);
    const uz = scale * (w[q] * arms[3 * b + 1] - w[q + 1] * arms[3 * b]);
    const zx = out[k + 3];
    const zy = out[k + 4];
    const zz = out[k + 5];
    out[k] = scale * x[j] + zy * arms[3 * b + 2] - zz * arms[3 * b + 1] + w[q + 1] * uz - w[q + 2] * uy;
    out[k + 1] = scale * x[j + 1] + zz * arms[3 * b] - zx * arms[3 * b + 2] + w[q + 2] * ux - w[q] * uz;
    out[k + 2] = scale * x[j + 2] + zx * arms[3 * b + 1] - zy * arms[3 * b] + w[q] * uy - w[q + 1] * ux;
  }

  /** x[j..j+5] ← velocities as among the states, of the velocities v[k..k+5] of body b, once it is located. */
  writeVelocities(x: Float64Array, j: number, b: number, v: Float64Array, k: number): void {
    const { arms } = this;
    const R = this.motion.rotation;
    const o = 9 * b;
    const wx = v[k + 3];
    const wy = v[k + 4];
    const wz = v[k + 5];
    x[j] = v[k] - (wy * arms[3 * b + 2] - wz * arms[3 * b + 1]);
    x[j + 1] = v[k + 1] - (wz * arms[3 * b] - wx * arms[3 * b + 2]);
    x[j + 2] = v[k + 2] - (wx * arms[3 * b + 1] - wy * arms[3 * b]);
    for (let i = 0; i < 3; i++) x[j + 3 + i] = R[o + i] * wx + R[o + 3 + i] * wy + R[o + 6 + i] * wz;
  }

  /**
   * x[j..j+2] ← velocity of the origin of body b, which has been turned to the quaternion x[q..q+3] and goes on with the velocity v[k..k+2] of
   * its centre of mass and with x[j+3..j+5], its angular velocity in its own axes.
   */
  keepCentre(x: Float64Array, j: number, b: number, v: Float64Array, k: number, q: number): void {
    const { turned: R } = this;
    const { centre: c } = this.mechanism;
    const o = 3 * b;
    const ux = x[j + 4] * c[o + 2] - x[j + 5] * c[o + 1];
    const uy = x[j + 5] * c[o] - x[j + 3] * c[o + 2];
    const uz = x[j + 3] * c[o + 1] - x[j + 4] * c[o];
    matrixFromQuaternion(R, 0, x, q);
    for (let i = 0; i < 3; i++) x[j + i] = v[k + i] - (R[3 * i] * ux + R[3 * i + 1] * uy + R[3 * i + 2] * uz);
  }

  /**
   * J[k..k+5] += sign·(speed of a point along a direction per velocity), Y[k..k+5] += sign·(change of the velocities per impulse along it). The
   * point is at p[q..q+2].
   */
  addRow(
    J: Float64Array,
    Y: Float64Array,
    k: number,
    b: number,
    p: Float64Array,
    q: number,
    direction: Float64Array,
    sign: number,
  ): void {
    const { values } = this;
    const o = singleLength * b;
    const x = p[q] - values[o];
    const y = p[q + 1] - values[o + 1];
    const z = p[q + 2] - values[o + 2];
    const fx = sign * direction[0];
    const fy = sign * direction[1];
    const fz = sign * direction[2];
    const nx = y * fz - z * fy;
    const ny = z * fx - x * fz;
    const nz = x * fy - y * fx;
    J[k] += fx;
    J[k + 1] += fy;
    J[k + 2] += fz;
    J[k + 3] += nx;
    J[k + 4] += ny;
    J[k + 5] += nz;
    Y[k] += values[o + 3] * fx;
    Y[k + 1] += values[o + 3] * fy;
    Y[k + 2] += values[o + 3] * fz;
    Y[k + 3] += values[o + 4] * nx + values[o + 5] * ny + values[o + 6] * nz;
    Y[k + 4] += values[o + 5] * nx + values[o + 7] * ny + values[o + 8] * nz;
    Y[k + 5] += values[o + 6] * nx + values[o + 8] * ny + values[o + 9] * nz;
  }
}
