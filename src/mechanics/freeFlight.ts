/**
 * Bodies that nothing but uniform gravity acts on, each for itself, from a formula: centres of mass move on parabolas, and what has an axis
 * of symmetry turns about it and, with it, about its angular momentum, which stays.
 *
 *     ω = L/λ + σ·e        σ = (1 − I_e/λ)·ω_e        q(t) = q ∘ exp(½·t·L/λ) ∘ exp(½·t·σ·e)        ω_B(t) = Rot(e, −σ·t)·ω_B
 *
 * Source   [Landau1976] § 33, 35 (the symmetrical top), 36 (Euler's equations, for all others: steps of order 4)
 * Legend   λ   moment of inertia across the axis e, I_e along it        L   angular momentum about the centre of mass
 *          q, ω_B in the axes of the body, other vectors in those of the world
 */
import * as elementary from "../math/elementary.ts";
import { matrixFromQuaternion, quaternionRate } from "../math/quaternion.ts";
import { type Mechanism, recursionCode } from "./mechanism.ts";

/** Steps of bodies without symmetry turn them by no more than this, rad: the error of one is below 1e-11. */
const farthestTurn = 0.02;
/** Moments of inertia that differ by less than this part are equal. */
const same = 1e-12;
const noAxis = -1;

/** Coordinates and velocities of a body among the states. */
const coordinates = 7;
const velocities = 6;

/** Whether the formula holds for all bodies of the mechanism while nothing else acts on them. */
export function fliesFreely({ count, recursion, inertia, inverseInertia, mu }: Mechanism): boolean {
  for (let b = 1; b < count; b++) {
    if (recursion[b] !== recursionCode.single) return false;
    if (!(inertia[10 * b] > 0 && inverseInertia[6 * b] > 0)) return false;
  }
  return mu === 0;
}

export class FreeFlight {
  private readonly mechanism: Mechanism;
  private readonly bodyCount: number;
  /** Axis of symmetry of each body. */
  private readonly axis: Int8Array;
  /** Moments and products of inertia about the centre of mass, six of each body. */
  private readonly inertia: Float64Array;
  private readonly isCentred: Uint8Array;
  private readonly R = new Float64Array(9);
  private readonly rates = new Float64Array(28);
  private readonly between = new Float64Array(7);

  constructor(mechanism: Mechanism) {
    const { count, centre } = mechanism;
    this.mechanism = mechanism;
    this.bodyCount = count - 1;
    this.axis = new Int8Array(count);
    this.isCentred = new Uint8Array(count);
    this.inertia = new Float64Array(6 * count);
    for (let b = 1; b < count; b++) {
      const cx = centre[3 * b];
      const cy = centre[3 * b + 1];
      const cz = centre[3 * b + 2];
      const I = mechanism.inertia.subarray(10 * b, 10 * b + 10);
      const m = I[0];
      this.inertia.set(
        [
          I[4] - m * (cy * cy + cz * cz),
          I[5] + m * cx * cy,
          I[6] + m * cx * cz,
          I[7] - m * (cx * cx + cz * cz),
          I[8] + m * cy * cz,
          I[9] - m * (cx * cx + cy * cy),
        ],
        6 * b,
      );
      this.isCentred[b] = cx === 0 && cy === 0 && cz === 0 ? 1 : 0;
      this.axis[b] = axisOfSymmetry(this.inertia.subarray(6 * b, 6 * b + 6));
    }
  }

  get size(): number {
    return (coordinates + velocities) * this.bodyCount;
  }

  /** out[k …] ← states a time behind x[k …]. */
  move(out: Float64Array, x: Float64Array, k: number, time: number): void {
    for (let b = 1; b <= this.bodyCount; b++) this.moveBody(b, out, x, k, time);
  }

  private moveBody(b: number, out: Float64Array, x: Float64Array, k: number, time: number): void {
    const { uniformGravity: g } = this.mechanism;
    const r = k + coordinates * (b - 1);
    const v = k + coordinates * this.bodyCount + velocities * (b - 1);
    if (this.isCentred[b] === 0) this.shift(b, out, x, r, v, 1);
    const from = this.isCentred[b] === 0 ? out : x;
    for (let i = 0; i < 3; i++) {
      const speed = from[v + i];
      out[r + i] = from[r + i] + time * (speed + 0.5 * time * g[i]);
      out[v + i] = speed + time * g[i];
    }
    if (this.axis[b] === noAxis) this.turnBySteps(b, out, x, r + 3, v + 3, time);
    else this.turnAboutAxis(b, out, x, r + 3, v + 3, time);
    if (this.isCentred[b] === 0) this.shift(b, out, out, r, v, -1);
  }

  /** Position and velocity ← those of the centre of mass (sign 1) instead of the origin, or back (−1). */
  private shift(b: number, out: Float64Array, x: Float64Array, r: number, v: number, sign: number): void {
    const { R } = this;
    const { centre } = this.mechanism;
    const c = 3 * b;
    matrixFromQuaternion(R, 0, x, r + 3);
    const ux = sign * (x[v + 4] * centre[c + 2] - x[v + 5] * centre[c + 1]);
    const uy = sign * (x[v + 5] * centre[c] - x[v + 3] * centre[c + 2]);
    const uz = sign * (x[v + 3] * centre[c + 1] - x[v + 4] * centre[c]);
    for (let i = 0; i < 3; i++) {
      const a = R[3 * i];
      const d = R[3 * i + 1];
      const e = R[3 * i + 2];
      out[r + i] = x[r + i] + sign * (a * centre[c] + d * centre[c + 1] + e * centre[c + 2]);
      out[v + i] = x[v + i] + (a * ux + d * uy + e * uz);
    }
  }

  /** Quaternion at q, angular velocity at w. */
  private turnAboutAxis(b: number, out: Float64Array, x: Float64Array, q: number, w: number, time: number): void {
    const i = this.axis[b];
    const j = i === 2 ? 0 : i + 1;
    const k = j === 2 ? 0 : j + 1;
    const along = this.inertia[6 * b + diagonal[i]];
    const across = this.inertia[6 * b + diagonal[j]];
    const spin = x[w + i];
    const wj = x[w + j];
    const wk = x[w + k];
    const ratio = along / across;
    // half the angle of the turn about L, and its sine over its rate
    const rate = Math.sqrt(ratio * spin * (ratio * spin) + wj * wj + wk * wk);
    const half = 0.5 * time * rate;
    const c = elementary.cos(half);
    const s = rate === 0 ? 0 : elementary.sin(half) / rate;
    const ei = s * ratio * spin;
    const ej = s * wj;
    const ek = s * wk;
    const x0 = x[q + i];
    const y0 = x[q + j];
    const z0 = x[q + k];
    const w0 = x[q + 3];
    const x1 = w0 * ei + x0 * c + y0 * ek - z0 * ej;
    const y1 = w0 * ej + y0 * c + z0 * ei - x0 * ek;
    const z1 = w0 * ek + z0 * c + x0 * ej - y0 * ei;
    const w1 = w0 * c - x0 * ei - y0 * ej - z0 * ek;
    const slip = (1 - ratio) * spin * time;
    if (slip === 0) {
      out[q + i] = x1;
      out[q + j] = y1;
      out[q + k] = z1;
      out[q + 3] = w1;
      out[w + i] = spin;
      out[w + j] = wj;
      out[w + k] = wk;
      return;
    }
    const C = elementary.cos(0.5 * slip);
    const S = elementary.sin(0.5 * slip);
    out[q + i] = w1 * S + x1 * C;
    out[q + j] = y1 * C + z1 * S;
    out[q + k] = z1 * C - y1 * S;
    out[q + 3] = w1 * C - x1 * S;
    const cosine = C * C - S * S;
    const sine = 2 * S * C;
    out[w + i] = spin;
    out[w + j] = cosine * wj + sine * wk;
    out[w + k] = cosine * wk - sine * wj;
  }

  private turnBySteps(b: number, out: Float64Array, x: Float64Array, q: number, w: number, time: number): void {
    const { rates, between } = this;
    const speed = Math.sqrt(x[w] * x[w] + x[w + 1] * x[w + 1] + x[w + 2] * x[w + 2]);
    const steps = Math.max(1, Math.ceil((speed * Math.abs(time)) / farthestTurn));
    const h = time / steps;
    for (let i = 0; i < 4; i++) out[q + i] = x[q + i];
    for (let i = 0; i < 3; i++) out[w + i] = x[w + i];
    for (let n = 0; n < steps; n++) {
      this.turnRates(b, rates, 0, out, q, out, w);
      for (let stage = 1; stage < 4; stage++) {
        const part = stage === 3 ? h : 0.5 * h;
        const last = 7 * (stage - 1);
        for (let i = 0; i < 4; i++) between[i] = out[q + i] + part * rates[last + i];
        for (let i = 0; i < 3; i++) between[4 + i] = out[w + i] + part * rates[last + 4 + i];
        this.turnRates(b, rates, 7 * stage, between, 0, between, 4);
      }
      for (let i = 0; i < 7; i++) {
        const change = (h / 6) * (rates[i] + 2 * (rates[7 + i] + rates[14 + i]) + rates[21 + i]);
        if (i < 4) out[q + i] += change;
        else out[w + i - 4] += change;
      }
    }
  }

  /** out[k..k+6] ← rates of the quaternion and of the angular velocity. */
  private turnRates(
    b: number,
    out: Float64Array,
    k: number,
    x: Float64Array,
    q: number,
    y: Float64Array,
    w: number,
  ): void {
    const { inertia } = this;
    const { inverseInertia: V } = this.mechanism;
    const o = 6 * b;
    const wx = y[w];
    const wy = y[w + 1];
    const wz = y[w + 2];
    const Lx = inertia[o] * wx + inertia[o + 1] * wy + inertia[o + 2] * wz;
    const Ly = inertia[o + 1] * wx + inertia[o + 3] * wy + inertia[o + 4] * wz;
    const Lz = inertia[o + 2] * wx + inertia[o + 4] * wy + inertia[o + 5] * wz;
    const nx = wz * Ly - wy * Lz;
    const ny = wx * Lz - wz * Lx;
    const nz = wy * Lx - wx * Ly;
    quaternionRate(out, k, x, q, y, w);
    out[k + 4] = V[o] * nx + V[o + 1] * ny + V[o + 2] * nz;
    out[k + 5] = V[o + 1] * nx + V[o + 3] * ny + V[o + 4] * nz;
    out[k + 6] = V[o + 2] * nx + V[o + 4] * ny + V[o + 5] * nz;
  }

  /** out[k …] ← derivatives of the states x[k …]. */
  derivatives(out: Float64Array, x: Float64Array, k: number): void {
    const { mechanism, rates, R } = this;
    const { uniformGravity: g, centre } = mechanism;
    for (let b = 1; b <= this.bodyCount; b++) {
      const r = k + coordinates * (b - 1);
      const v = k + coordinates * this.bodyCount + velocities * (b - 1);
      this.turnRates(b, rates, 0, x, r + 3, x, v + 3);
      for (let i = 0; i < 3; i++) {
        out[r + i] = x[v + i];
        out[v + i] = g[i];
        out[v + 3 + i] = rates[4 + i];
      }
      for (let i = 0; i < 4; i++) out[r + 3 + i] = rates[i];
      if (this.isCentred[b] === 1) continue;
      // the origin goes around the centre of mass: −ω̇ × c − ω × (ω × c)
      const cx = centre[3 * b];
      const cy = centre[3 * b + 1];
      const cz = centre[3 * b + 2];
      const wx = x[v + 3];
      const wy = x[v + 4];
      const wz = x[v + 5];
      const zx = rates[4];
      const zy = rates[5];
      const zz = rates[6];
      const ux = wy * cz - wz * cy;
      const uy = wz * cx - wx * cz;
      const uz = wx * cy - wy * cx;
      const ax = zy * cz - zz * cy + wy * uz - wz * uy;
      const ay = zz * cx - zx * cz + wz * ux - wx * uz;
      const az = zx * cy - zy * cx + wx * uy - wy * ux;
      matrixFromQuaternion(R, 0, x, r + 3);
      for (let i = 0; i < 3; i++) out[v + i] -= R[3 * i] * ax + R[3 * i + 1] * ay + R[3 * i + 2] * az;
    }
  }
}

/** Places of the moments of inertia among the six numbers. */
const diagonal = [0, 3, 5];

/** Number of an axis about which the other two moments are equal, where the axes are principal ones. */
function axisOfSymmetry(I: Float64Array): number {
  const most = same * Math.max(I[0], I[3], I[5]);
  if (Math.max(Math.abs(I[1]), Math.abs(I[2]), Math.abs(I[4])) > most) return noAxis;
  for (let i = 0; i < 3; i++) {
    if (Math.abs(I[diagonal[(i + 1) % 3]] - I[diagonal[(i + 2) % 3]]) <= most) return i;
  }
  return noAxis;
}
