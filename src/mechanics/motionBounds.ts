/**
 * How far the bodies of a mechanism can leave straight, uniform motion over a step of the solver: bounds that hold at every time of it.
 *
 * Dense output makes polynomials of the joint coordinates. Their values at the nodes of the degree bound the motion in each joint
 * (polynomialBounds.ts, turningBounds.ts); these add up from the world outwards. With the motion of the body in its parent,
 *
 *     |r_PB| ≤ L,  |v| ≤ V,  |a| ≤ A,  |ω| ≤ w,  |dω/dt| ≤ e        in the axes of the parent
 *
 *     A_B ≤ A_P + (e_P + w_P²)·L + 2·w_P·V + A,     w_B ≤ w_P + w,     e_B ≤ e_P + e + w_P·w
 *
 * A body whose joint turns it about an axis of its own frame turns that axis no faster than its parent.
 */
import * as elementary from "../math/elementary.ts";
import { boundVector, type PolynomialGrid, polynomialGrid, secondDerivativeGrid } from "../math/polynomialBounds.ts";
import type { BodyMotionBounds } from "./bodyMotion.ts";
import { isFree, isScrew, lengthAt, lengthCounts, quaternionAt, turnAt, turnCounts } from "./jointMotions.ts";
import { type Mechanism, recursionCode } from "./mechanism.ts";
import { boundTurning } from "./turningBounds.ts";

/** Largest degree of dense output. */
const largestDegree = 12;

export class MotionBounds implements BodyMotionBounds {
  readonly acceleration: Float64Array;
  readonly turning: Float64Array;
  readonly angularAcceleration: Float64Array;
  readonly axisTurning: Float64Array;
  /** Joint coordinates at node j: samples[j·nq + i]. To be filled before compute(). */
  readonly samples: Float64Array;

  private readonly mechanism: Mechanism;
  /** 1: only the way of its origin is asked for, and how it turns does not matter for that. */
  private readonly isPoint: Uint8Array;
  /** Of each joint: from the parent to its frame, and from there to the body. */
  private readonly arm: Float64Array;
  private readonly offset: Float64Array;
  private readonly turned = new Float64Array(5);
  /** Whether the parent of the body at hand turns: only then L and V matter. */
  private isCarried = false;
  // relative motion of the body at hand, see above
  private L = 0;
  private V = 0;
  private A = 0;
  private w = 0;
  private e = 0;

  /** `isPoint`: bodies of which only the way of the origin is asked for; how they turn is left open if nothing hangs on them. */
  constructor(mechanism: Mechanism, isPoint: (body: number) => boolean) {
    const { count, childCount, code, hasOffset, r_PA_P, r_JB_B } = mechanism;
    this.mechanism = mechanism;
    this.acceleration = new Float64Array(count);
    this.turning = new Float64Array(count);
    this.angularAcceleration = new Float64Array(count);
    this.axisTurning = new Float64Array(3 * count);
    this.samples = new Float64Array((largestDegree + 1) * mechanism.nq);
    this.isPoint = Uint8Array.from({ length: count }, (_, b) =>
      isPoint(b) && childCount[b] === 0 && isFree[code[b]] === 1 && hasOffset[b] === 0 ? 1 : 0,
    );
    const length = (r: Float64Array, b: number): number => elementary.hypot(r[3 * b], r[3 * b + 1], r[3 * b + 2]);
    this.arm = Float64Array.from({ length: count }, (_, b) => length(r_PA_P, b));
    this.offset = Float64Array.from({ length: count }, (_, b) => length(r_JB_B, b));
  }

  /** Of joint coordinates, one by one: whether samples of it are read. */
  reads(position: number, body: number): boolean {
    const { code, qStart } = this.mechanism;
    return this.isPoint[body] === 0 || position < qStart[body] + quaternionAt[code[body]];
  }

  /** Bounds over a step of length h from the samples at the nodes of the degree, for the bodies of the list. */
  compute(degree: number, h: number, bodies: Int32Array = this.mechanism.bodies): void {
    const { mechanism, turning: w, angularAcceleration: e, acceleration: a } = this;
    const grid = polynomialGrid(degree);
    for (let i = 0; i < bodies.length; i++) {
      const b = bodies[i];
      const p = mechanism.recursion[b] === recursionCode.single ? 0 : mechanism.parent[b];
      this.isCarried = w[p] > 0 || e[p] > 0;
      this.boundJoint(b, grid, h);
      a[b] = a[p] + (e[p] + w[p] * w[p]) * this.L + 2 * w[p] * this.V + this.A;
      w[b] = w[p] + this.w;
      e[b] = e[p] + this.e + w[p] * this.w;
      this.boundAxes(b, p);
    }
  }

  private boundAxes(b: number, p: number): void {
    const { mechanism, axisTurning, turning: w, turned } = this;
    const isSingle = mechanism.recursion[b] === recursionCode.single;
    const about = turnCounts[mechanism.code[b]] === 1 ? Math.abs(mechanism.axisNumber[b]) - 1 : -1;
    for (let k = 0; k < 3; k++) axisTurning[3 * b + k] = isSingle ? turned[2 + k] : k === about ? w[p] : w[b];
  }

  /** L, V, A, w, e of the joint of body b. */
  private boundJoint(b: number, grid: PolynomialGrid, h: number): void {
    const { mechanism } = this;
    const iq = mechanism.qStart[b];
    this.L = this.V = this.A = this.w = this.e = 0;
    const code = mechanism.code[b];
    const factor = isScrew[code] === 1 ? Math.abs(mechanism.pitch[b]) : 1;
    if (lengthCounts[code] > 0) this.addTranslation(iq + lengthAt[code], lengthCounts[code], factor, grid, h);
    this.addAngles(iq + turnAt[code], turnCounts[code], grid, h);
    const at = quaternionAt[code];
    if (at >= 0 && this.isPoint[b] === 0) this.addQuaternion(iq + at, grid.degree, h);
    // what turns with the body, and what is fixed in the parent
    const offset = this.offset[b];
    this.L += this.arm[b] + offset;
    this.V += this.w * offset;
    this.A += (this.e + this.w * this.w) * offset;
  }

  private addTranslation(iq: number, size: number, factor: number, grid: PolynomialGrid, h: number): void {
    const { samples, mechanism } = this;
    const { nq } = mechanism;
    const bent = secondDerivativeGrid(grid.degree);
    if (this.isCarried) {
      let start = 0;
      for (let i = iq; i < iq + size; i++) start += samples[i] * samples[i];
      this.L += factor * (Math.sqrt(start) + boundVector(grid, grid.value, samples, nq, iq, size));
      this.V += (factor * boundVector(grid, grid.first, samples, nq, iq, size)) / h;
    }
    this.A += (factor * boundVector(bent, bent.second, samples, nq, iq, size)) / (h * h);
  }

  /** Turns about axes, each carried by those before it. */
  private addAngles(iq: number, size: number, grid: PolynomialGrid, h: number): void {
    const { samples, mechanism } = this;
    const bent = secondDerivativeGrid(grid.degree);
    for (let i = iq; i < iq + size; i++) {
      const rate = boundVector(grid, grid.first, samples, mechanism.nq, i, 1) / h;
      this.e += boundVector(bent, bent.second, samples, mechanism.nq, i, 1) / (h * h) + this.w * rate;
      this.w += rate;
    }
  }

  private addQuaternion(iq: number, degree: number, h: number): void {
    const { turned } = this;
    boundTurning(turned, degree, h, this.samples, this.mechanism.nq, iq);
    this.w = turned[0];
    this.e = turned[1];
  }
}
