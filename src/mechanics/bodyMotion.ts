/**
 * Where the bodies are, how they move, and which forces act on them: the arrays that dynamics, force elements and
 * contacts share. Everything is in world axes; body 0 is the world and does not move.
 *
 * Legend   r_WB_W   position of the origin of the body frame B
 *          R_WB     v_W = R_WB·v_B, row-major
 */
import { PackedArrays } from "../math/packedArrays.ts";
import { clear } from "../math/shortArrays.ts";

/** Motion of all bodies. Written by the kinematics of a mechanism, read by everybody else. */
export interface BodyMotion {
  /** Movable bodies + 1. */
  readonly count: number;
  /** 3·count: r_WB_W, the origin of the body frame. */
  readonly position: Float64Array;
  /** 9·count: R_WB. */
  readonly rotation: Float64Array;
  /** 3·count: velocity of the origin. */
  readonly velocity: Float64Array;
  /** 3·count: angular velocity. */
  readonly angularVelocity: Float64Array;
}

/** Forces on the bodies, moments about the origin of the body. Cleared by the caller, added to by force elements and contacts. */
export interface BodyForces {
  readonly force: Float64Array;
  readonly torque: Float64Array;
}

/** What holds for the motion of each body at every time of an interval. */
export interface BodyMotionBounds {
  /** Acceleration of the origin, m/s². */
  readonly acceleration: Float64Array;
  /** |ω|, rad/s, and |dω/dt|, rad/s². */
  readonly turning: Float64Array;
  readonly angularAcceleration: Float64Array;
  /** 3·count: how fast the axes x, y, z of the body frame turn, rad/s. */
  readonly axisTurning: Float64Array;
}

/** Numbers per body in a motion, and in forces. */
export const motionLength = 18;
export const forcesLength = 6;

export function createBodyMotion(count: number, arrays = new PackedArrays(motionLength * count)): BodyMotion {
  return new MotionArrays(count, arrays);
}

/**
 * A class, as all that compiled code knows of a run: V8 throws such code away where an object literal is made for the second time, at the begin of the
 * second run. Fields that are declared are not defined twice.
 */
class MotionArrays implements BodyMotion {
  declare readonly count: number;
  declare readonly position: Float64Array;
  declare readonly rotation: Float64Array;
  declare readonly velocity: Float64Array;
  declare readonly angularVelocity: Float64Array;

  constructor(count: number, arrays: PackedArrays) {
    this.count = count;
    this.rotation = arrays.doubles(9 * count);
    for (let i = 0; i < 9 * count; i += 9) {
      this.rotation[i] = 1;
      this.rotation[i + 4] = 1;
      this.rotation[i + 8] = 1;
    }
    this.position = arrays.doubles(3 * count);
    this.velocity = arrays.doubles(3 * count);
    this.angularVelocity = arrays.doubles(3 * count);
  }
}

export function createBodyForces(count: number, arrays = new PackedArrays(forcesLength * count)): BodyForces {
  return new ForceArrays(count, arrays);
}

class ForceArrays implements BodyForces {
  declare readonly force: Float64Array;
  declare readonly torque: Float64Array;

  constructor(count: number, arrays: PackedArrays) {
    this.force = arrays.doubles(3 * count);
    this.torque = arrays.doubles(3 * count);
  }
}

export function clearBodyForces(forces: BodyForces): void {
  clear(forces.force);
  clear(forces.torque);
}

/** Adds the force f_W, acting at the world point p_W, and the moment n_W to the body. */
export function addForceAtPoint(
  forces: BodyForces,
  motion: BodyMotion,
  body: number,
  p_W: Float64Array,
  ip: number,
  f_W: Float64Array,
  jf: number,
  n_W: Float64Array,
  jn: number,
): void {
  const k = 3 * body;
  const rx = p_W[ip] - motion.position[k];
  const ry = p_W[ip + 1] - motion.position[k + 1];
  const rz = p_W[ip + 2] - motion.position[k + 2];
  const fx = f_W[jf];
  const fy = f_W[jf + 1];
  const fz = f_W[jf + 2];

  forces.force[k] += fx;
  forces.force[k + 1] += fy;
  forces.force[k + 2] += fz;
  forces.torque[k] += n_W[jn] + ry * fz - rz * fy;
  forces.torque[k + 1] += n_W[jn + 1] + rz * fx - rx * fz;
  forces.torque[k + 2] += n_W[jn + 2] + rx * fy - ry * fx;
}
