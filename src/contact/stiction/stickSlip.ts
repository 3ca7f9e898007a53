/**
 * Dry friction with true standstill: a contact either sticks or slips, and changes at located events. A contact that can roll
 * has a third mode.
 *
 *     slipping   f = −μ_k·f_n·(w + v_0·e)/|w + v_0·e|
 *     sticking   f = −f_n·u,      u = u_0 + q/ℓ + σ·w
 *     rolling    none from here: friction is smoothed, by whoever owns the contact
 *
 * w and q are the velocity and the displacement of the contact in three coordinates: two along the surface, and the angle about
 * the normal times the radius ρ, so that the limit of friction is an ellipsoid in force and drilling torque. q is measured
 * between the poses now and when the contact began to stick, at the present point of the contact: nothing is integrated, so
 * nothing creeps, and a body that tips over an edge does not slip there. u_0 makes the force continuous when sticking begins.
 *
 *     sticking ends     where |u| exceeds 1.001·μ_s; e is then the direction of u, along which it begins to slip
 *     slipping ends     where w·e falls below −v_0/10. With |w| < v_0 the contact sticks; faster than that, it has turned
 *                       around, and e follows
 *
 * Rolling moves the contact over new points of both bodies, which q follows up to θ³·R/3 for a rolled angle θ. A sticking
 * contact has therefore rolled away where θ = (ℓ/100/R)^⅓, an error of 0.3 % of ℓ: when it then rolls faster than v_0 it
 * begins to roll, else q is measured from there on, without a jump of u. Slipping that ends on a body that rolls faster than v_0
 * goes over to rolling. Rolling ends where both slip and roll are slower than v_0.
 *
 * The term v_0·e keeps the direction of the force through standstill: it is what makes the change from sticking to slipping
 * continuous, and slip at constant μ_k exact as soon as it goes along e.
 *
 * Source   [Armstrong1994] for friction with bristles; [Goyal1991] for the limit surface
 * Legend   ℓ   m     length of the bristles: μ_s·ℓ is the displacement at which they give way
 *          σ   s/m   their damping, critical under the weight of what they carry: 2/√(g·ℓ)
 *          v_0 m/s   scale of standstill
 *          R   m     radius of rolling; its speed is R times the relative angular velocity across the normal
 * Why      Bristles rather than a constraint: several sticking contacts of one body would constrain it more often than it has
 *          freedoms, and the forces of rigid sticking would not be unique. Bristles share the load, as elastic bodies do.
 */

import * as elementary from "../../math/elementary.ts";
import type { StickSlipInput } from "./stickSlipInput.ts";

/** Standard gravity, for the damping of the bristles, m/s². */
const gravity = 9.81;
/** Sticking ends this part above μ_s: it begins with μ_k, which may be the same, and must not end at once. */
const tolerance = 1e-3;
/** w·e may fall below zero by this part of v_0 before slipping ends: it starts at zero. */
const overshoot = 0.1;
/** Cube of the rolled angle at which a sticking contact has rolled away, over ℓ/R. */
const rolledAway = 0.01;

export const modeSlip = 0;
export const modeStick = 1;
export const modeRoll = 2;

export interface StickSlipConstants {
  /** μ_k, μ_s */
  readonly friction: number;
  readonly staticFriction: number;
  /** ℓ, m */
  readonly bristleLength: number;
  /** v_0, m/s */
  readonly standstillSpeed: number;
}

export class StickSlip {
  mode = modeSlip;
  /** Friction on B, world, and its torque about the normal. */
  readonly force = new Float64Array(3);
  readonly torque = new Float64Array(3);
  /**
   * Positive while the contact may go on as it is: 1.001·μ_s − |u| when sticking, or what is left of the angle that it may roll;
   * w·e + v_0/10 when slipping; the speed above v_0 when rolling.
   */
  margin = 1;
  /** |w|, m/s */
  speed = 0;

  private readonly constants: StickSlipConstants;
  private readonly damping: number;
  /** R, m; 0 when the contact cannot roll. */
  private readonly radius: number;
  private readonly largestAngle: number;
  /** Speed of rolling, m/s, and the angle that it has rolled since it began to stick, as a part of the largest one. */
  private rollSpeed = 0;
  private rolled = 0;
  /** R_AB and r_AB_A where the contact began to stick. */
  private readonly R0 = new Float64Array(9);
  private readonly r0 = new Float64Array(3);
  /** u_0 or e: along the surface in the axes of A, then about the normal. */
  private readonly memory = new Float64Array(4);
  /** Of the last evaluation, world: w and u (or w + v_0·e), each along the surface and about the normal. */
  private readonly w = new Float64Array(4);
  private readonly u = new Float64Array(4);
  private readonly R_AB = new Float64Array(9);
  private readonly r_AB = new Float64Array(3);

  constructor(constants: StickSlipConstants, rollingRadius = 0) {
    this.constants = constants;
    this.damping = 2 / Math.sqrt(gravity * constants.bristleLength);
    this.radius = rollingRadius;
    // ∞ without a radius
    this.largestAngle = elementary.cbrt((rolledAway * constants.bristleLength) / rollingRadius);
  }

  get isSticking(): boolean {
    return this.mode === modeStick;
  }

  /** Whether friction is smoothed at present. */
  get isRolling(): boolean {
    return this.mode === modeRoll;
  }

  private get rollsFast(): boolean {
    return this.rollSpeed >= this.constants.standstillSpeed;
  }

  /** A contact begins: it sticks when it hardly moves. */
  begin(input: StickSlipInput): void {
    this.measureVelocity(input);
    if (this.rollsFast) this.mode = modeRoll;
    else if (this.speed < this.constants.standstillSpeed) this.stickAfresh(input);
    else this.slipAlong(input, this.w);
    this.evaluate(input);
  }

  /** Goes on as the same contact of another handler: the bristles are bent as they were. */
  adopt({ mode, rolled, R0, r0, memory }: StickSlip): void {
    this.mode = mode;
    this.rolled = rolled;
    this.R0.set(R0);
    this.r0.set(r0);
    this.memory.set(memory);
  }

  /** Sticks with bristles that are not bent. */
  private stickAfresh(input: StickSlipInput): void {
    for (let k = 0; k < 4; k++) this.u[k] = this.damping * this.w[k];
    this.stick(input);
  }

  /** Friction force, torque and margin. */
  evaluate(input: StickSlipInput): void {
    this.measureVelocity(input);
    if (this.mode === modeStick) this.evaluateStick(input);
    else if (this.mode === modeSlip) this.evaluateSlip(input);
    else {
      for (let k = 0; k < 3; k++) this.force[k] = this.torque[k] = 0;
      this.margin = Math.max(this.speed, this.rollSpeed) - this.constants.standstillSpeed;
    }
  }

  /** At an event: changes the mode as long as its margin is used up. Returns whether anything changed. */
  settle(input: StickSlipInput): boolean {
    this.evaluate(input);
    const isOver = this.margin <= 0;
    for (let round = 0; round < 3 && this.margin <= 0; round++) this.change(input);
    return isOver;
  }

  private change(input: StickSlipInput): void {
    const { standstillSpeed, friction } = this.constants;
    if (this.mode === modeRoll) this.stickAfresh(input);
    else if (this.mode === modeStick && this.rolled < 1) this.slipAlong(input, this.u);
    else if (this.rollsFast && (this.mode === modeStick || this.speed < standstillSpeed)) this.mode = modeRoll;
    else if (this.mode === modeStick) this.stick(input);
    else if (this.speed >= standstillSpeed) this.slipAlong(input, this.w);
    else {
      const { u } = this;
      const size = norm(u);
      for (let k = 0; k < 4; k++) u[k] *= size > 0 ? friction / size : 0;
      this.stick(input);
    }
    this.evaluate(input);
  }

  /** w ← slip velocity, across the normal and about it. */
  private measureVelocity(input: StickSlipInput): void {
    const { twist, normal: n, load } = input;
    const { w } = this;
    const vn = twist[0] * n[0] + twist[1] * n[1] + twist[2] * n[2];
    for (let k = 0; k < 3; k++) w[k] = twist[k] - vn * n[k];
    w[3] = load[1] * (twist[3] * n[0] + twist[4] * n[1] + twist[5] * n[2]);
    this.speed = norm(w);
    const x = twist[4] * n[2] - twist[5] * n[1];
    const y = twist[5] * n[0] - twist[3] * n[2];
    const z = twist[3] * n[1] - twist[4] * n[0];
    this.rollSpeed = this.radius * Math.sqrt(x * x + y * y + z * z);
  }

  private evaluateSlip(input: StickSlipInput): void {
    const { w, u, memory } = this;
    const { friction, standstillSpeed } = this.constants;
    this.turnMemory(input);
    const along = w[0] * u[0] + w[1] * u[1] + w[2] * u[2] + w[3] * memory[3];
    this.margin = along + overshoot * standstillSpeed;
    for (let k = 0; k < 3; k++) u[k] = w[k] + standstillSpeed * u[k];
    u[3] = w[3] + standstillSpeed * memory[3];
    const size = norm(u);
    this.react(input, size > 0 ? friction / size : 0);
  }

  private evaluateStick(input: StickSlipInput): void {
    const { w, u, memory, damping } = this;
    const { bristleLength, staticFriction } = this.constants;
    this.turnMemory(input);
    u[3] = memory[3];
    this.addDisplacement(input, 1 / bristleLength);
    for (let k = 0; k < 4; k++) u[k] += damping * w[k];
    this.margin = Math.min((1 + tolerance) * staticFriction - norm(u), 1 - this.rolled);
    this.react(input, 1);
  }

  /** u[0..2] ← the stored vector in world axes, across the normal. */
  private turnMemory(input: StickSlipInput): void {
    const { RA: R, iRA: i, normal: n } = input;
    const { u, memory } = this;
    for (let k = 0; k < 3; k++) {
      const q = i + 3 * k;
      u[k] = R[q] * memory[0] + R[q + 1] * memory[1] + R[q + 2] * memory[2];
    }
    const along = u[0] * n[0] + u[1] * n[1] + u[2] * n[2];
    for (let k = 0; k < 3; k++) u[k] -= along * n[k];
  }

  /** u += factor·q */
  private addDisplacement(input: StickSlipInput, factor: number): void {
    const { RA, iRA, rA, irA, point: p, normal: n, load } = input;
    const { u, R_AB: R, r_AB: r, R0, r0 } = this;
    this.measurePose(input);
    // in the axes of A: where the point of B that was at the contact point is now, d = r + R·R0ᵀ·(a − r0) − a
    const x = p[0] - rA[irA];
    const y = p[1] - rA[irA + 1];
    const z = p[2] - rA[irA + 2];
    const ax = RA[iRA] * x + RA[iRA + 3] * y + RA[iRA + 6] * z;
    const ay = RA[iRA + 1] * x + RA[iRA + 4] * y + RA[iRA + 7] * z;
    const az = RA[iRA + 2] * x + RA[iRA + 5] * y + RA[iRA + 8] * z;
    const cx = ax - r0[0];
    const cy = ay - r0[1];
    const cz = az - r0[2];
    const bx = R0[0] * cx + R0[3] * cy + R0[6] * cz;
    const by = R0[1] * cx + R0[4] * cy + R0[7] * cz;
    const bz = R0[2] * cx + R0[5] * cy + R0[8] * cz;
    const dx = r[0] + R[0] * bx + R[1] * by + R[2] * bz - ax;
    const dy = r[1] + R[3] * bx + R[4] * by + R[5] * bz - ay;
    const dz = r[2] + R[6] * bx + R[7] * by + R[8] * bz - az;
    // sine of the angle turned, as a vector: half the skew part of R·R0ᵀ
    const sx = 0.5 * (dot(R, 6, R0, 3) - dot(R, 3, R0, 6));
    const sy = 0.5 * (dot(R, 0, R0, 6) - dot(R, 6, R0, 0));
    const sz = 0.5 * (dot(R, 3, R0, 0) - dot(R, 0, R0, 3));
    let along = 0;
    let angle = 0;
    for (let k = 0; k < 3; k++) {
      const q = iRA + 3 * k;
      along += n[k] * (RA[q] * dx + RA[q + 1] * dy + RA[q + 2] * dz);
      angle += n[k] * (RA[q] * sx + RA[q + 1] * sy + RA[q + 2] * sz);
    }
    for (let k = 0; k < 3; k++) {
      const q = iRA + 3 * k;
      u[k] += factor * (RA[q] * dx + RA[q + 1] * dy + RA[q + 2] * dz - along * n[k]);
    }
    u[3] += factor * load[1] * angle;
    const across = sx * sx + sy * sy + sz * sz - angle * angle;
    this.rolled = across > 0 ? Math.sqrt(across) / this.largestAngle : 0;
  }

  /** R_AB, r_AB_A ← relative pose. */
  private measurePose(input: StickSlipInput): void {
    const { RA, iRA, rA, irA, RB, iRB, rB, irB } = input;
    const { R_AB, r_AB } = this;
    const dx = rB[irB] - rA[irA];
    const dy = rB[irB + 1] - rA[irA + 1];
    const dz = rB[irB + 2] - rA[irA + 2];
    for (let i = 0; i < 3; i++) {
      const x = RA[iRA + i];
      const y = RA[iRA + 3 + i];
      const z = RA[iRA + 6 + i];
      r_AB[i] = x * dx + y * dy + z * dz;
      for (let j = 0; j < 3; j++) R_AB[3 * i + j] = x * RB[iRB + j] + y * RB[iRB + 3 + j] + z * RB[iRB + 6 + j];
    }
  }

  /** Force and torque −f_n·factor·u. */
  private react(input: StickSlipInput, factor: number): void {
    const { load, normal: n } = input;
    const { u, force, torque } = this;
    const f = -load[0] * factor;
    for (let k = 0; k < 3; k++) {
      force[k] = f * u[k];
      torque[k] = f * load[1] * u[3] * n[k];
    }
  }

  /** From now on it sticks, with u as it is now. */
  private stick(input: StickSlipInput): void {
    const { u, w, damping, R0, r0, R_AB, r_AB } = this;
    this.mode = modeStick;
    this.measurePose(input);
    R0.set(R_AB);
    r0.set(r_AB);
    for (let k = 0; k < 4; k++) u[k] -= damping * w[k];
    this.remember(input, 1);
  }

  /** From now on it slips, along the given direction. */
  private slipAlong(input: StickSlipInput, direction: Float64Array): void {
    this.mode = modeSlip;
    const size = norm(direction);
    this.u.set(direction);
    this.remember(input, size > 0 ? 1 / size : 0);
  }

  /** memory ← factor·u, in the axes of A. */
  private remember(input: StickSlipInput, factor: number): void {
    const { RA: R, iRA: i } = input;
    const { u, memory } = this;
    for (let k = 0; k < 3; k++) memory[k] = factor * (R[i + k] * u[0] + R[i + 3 + k] * u[1] + R[i + 6 + k] * u[2]);
    memory[3] = factor * u[3];
  }
}

function norm(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
}

/** Product of row i of A and row j of B. */
function dot(A: Float64Array, i: number, B: Float64Array, j: number): number {
  return A[i] * B[j] + A[i + 1] * B[j + 1] + A[i + 2] * B[j + 2];
}
