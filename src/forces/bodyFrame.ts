/**
 * A frame fixed in a body: where it is, how it moves, and forces applied there.
 *
 * Source   rigid-body kinematics
 *          r_F = r_B + R_WB·r_BF,   R_WF = R_WB·R_BF,   v_F = v_B + ω_B × R_WB·r_BF,   ω_F = ω_B
 *          a_F = a_B + ω̇_B × R_WB·r_BF + ω_B × (ω_B × R_WB·r_BF)
 * Legend   world axes throughout; force at F, moment about the origin of the body: (R_WB·r_BF) × f
 */
import { identity33, mulMM, mulMV } from "../math/mat3.ts";
import { add3, addCross3, cross3 } from "../math/vec3.ts";
import type { BodyForces, BodyMotion } from "../mechanics/bodyMotion.ts";

/** Accelerations of all bodies, world axes: of the origins, and angular. */
export interface BodyAccelerations {
  readonly acceleration: Float64Array;
  readonly angularAcceleration: Float64Array;
}

export class BodyFrame {
  readonly body: number;
  /** Fixed in the body: r_BF_B, R_BF. */
  readonly r: Float64Array;
  readonly R: Float64Array;
  /** Where it is and how it moves, after locate(): r_WF, R_WF, v_F, ω_F; accelerations after accelerate(). */
  readonly position = new Float64Array(3);
  readonly rotation = new Float64Array(9);
  readonly velocity = new Float64Array(3);
  readonly angularVelocity = new Float64Array(3);
  readonly acceleration = new Float64Array(3);
  readonly angularAcceleration = new Float64Array(3);
  /** R_WB·r_BF */
  private readonly arm = new Float64Array(3);
  private readonly scratch = new Float64Array(3);

  constructor(body: number, r?: ArrayLike<number>, R?: ArrayLike<number>) {
    this.body = body;
    this.r = Float64Array.from(r ?? [0, 0, 0]);
    this.R = new Float64Array(9);
    if (R === undefined) identity33(this.R, 0);
    else this.R.set(R);
  }

  locate(motion: BodyMotion): void {
    const { body, arm } = this;
    mulMV(arm, 0, motion.rotation, 9 * body, this.r, 0);
    add3(this.position, 0, motion.position, 3 * body, arm, 0);
    mulMM(this.rotation, 0, motion.rotation, 9 * body, this.R, 0);
    for (let k = 0; k < 3; k++) {
      this.velocity[k] = motion.velocity[3 * body + k];
      this.angularVelocity[k] = motion.angularVelocity[3 * body + k];
    }
    addCross3(this.velocity, 0, this.angularVelocity, 0, arm, 0);
  }

  /** After locate(). */
  accelerate(bodies: BodyAccelerations): void {
    const { body, arm, scratch } = this;
    for (let k = 0; k < 3; k++) {
      this.acceleration[k] = bodies.acceleration[3 * body + k];
      this.angularAcceleration[k] = bodies.angularAcceleration[3 * body + k];
    }
    addCross3(this.acceleration, 0, this.angularAcceleration, 0, arm, 0);
    cross3(scratch, 0, this.angularVelocity, 0, arm, 0);
    addCross3(this.acceleration, 0, this.angularVelocity, 0, scratch, 0);
  }

  /** A force in world axes that acts at the origin of the frame. */
  addForce(forces: BodyForces, x: number, y: number, z: number): void {
    const { arm } = this;
    const k = 3 * this.body;
    forces.force[k] += x;
    forces.force[k + 1] += y;
    forces.force[k + 2] += z;
    forces.torque[k] += arm[1] * z - arm[2] * y;
    forces.torque[k + 1] += arm[2] * x - arm[0] * z;
    forces.torque[k + 2] += arm[0] * y - arm[1] * x;
  }

  addTorque(forces: BodyForces, x: number, y: number, z: number): void {
    const k = 3 * this.body;
    forces.torque[k] += x;
    forces.torque[k + 1] += y;
    forces.torque[k + 2] += z;
  }
}
