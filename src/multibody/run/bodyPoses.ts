/** Poses of objects in the world from those of their bodies; kernels over packed arrays. */
import { transpose33 } from "../../math/mat3.ts";
import { cardanFromRotation } from "../../math/rotation.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { BodyFrame } from "../forces/forceElement.ts";

/** out ← r_WF_W */
export function framePosition(out: Float64Array, k: number, motion: BodyMotion, { body, r }: BodyFrame): void {
  const R = motion.rotation;
  const m = 9 * body;
  for (let i = 0; i < 3; i++)
    out[k + i] =
      motion.position[3 * body + i]! + R[m + 3 * i]! * r[0]! + R[m + 3 * i + 1]! * r[1]! + R[m + 3 * i + 2]! * r[2]!;
}

/** out ← R_WF by rows: v_W = R_WF·v_F */
export function frameRotation(out: Float64Array, k: number, motion: BodyMotion, { body, R }: BodyFrame): void {
  const W = motion.rotation;
  const m = 9 * body;
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      out[k + 3 * i + j] = W[m + 3 * i]! * R[j]! + W[m + 3 * i + 1]! * R[3 + j]! + W[m + 3 * i + 2]! * R[6 + j]!;
}

/** out ← d/dt r_WF_W */
export function frameVelocity(out: Float64Array, k: number, motion: BodyMotion, frame: BodyFrame): void {
  const b = 3 * frame.body;
  const { position, velocity, angularVelocity: w } = motion;
  framePosition(out, k, motion, frame);
  const x = out[k]! - position[b]!;
  const y = out[k + 1]! - position[b + 1]!;
  const z = out[k + 2]! - position[b + 2]!;
  out[k] = velocity[b]! + w[b + 1]! * z - w[b + 2]! * y;
  out[k + 1] = velocity[b + 1]! + w[b + 2]! * x - w[b]! * z;
  out[k + 2] = velocity[b + 2]! + w[b]! * y - w[b + 1]! * x;
}

/** out ← R_FW by rows: world → object, as results show it. */
export function frameRotationFromWorld(out: Float64Array, k: number, motion: BodyMotion, frame: BodyFrame): void {
  frameRotation(out, k, motion, frame);
  transpose33(out, k, out, k);
}

/** out ← Cardan angles 1-2-3 of the object in the world; R has room for its rotation. */
export function frameCardan(
  out: Float64Array,
  k: number,
  motion: BodyMotion,
  frame: BodyFrame,
  R = new Float64Array(9),
): void {
  frameRotation(R, 0, motion, frame);
  cardanFromRotation(out, k, R, 0);
}
