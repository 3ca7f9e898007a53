/**
 * Motion of one frame relative to another one that may move itself, in axes of the first.
 *
 *     r = R₁ᵀ·(r₂ − r₁),   v = R₁ᵀ·(v₂ − v₁ − ω₁ × (r₂ − r₁)) = dr/dt,   R = R₁ᵀ·R₂,   w = R₁ᵀ·(ω₂ − ω₁)
 */
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { BodyFrame } from "../forces/forceElement.ts";
import { identityPose } from "../graph/pose.ts";
import { framePosition, frameRotation, frameVelocity } from "./bodyPoses.ts";

export interface RelativeMotion {
  readonly r: Float64Array;
  /** R₁₂ by rows. */
  readonly R: Float64Array;
  readonly v: Float64Array;
  /** In axes of the first frame. */
  readonly w: Float64Array;
  /** Cardan angles 1-2-3, of joints that show their orientation so. */
  readonly angles: Float64Array;
  /** Positions, velocities and rotations of both frames in the world. */
  readonly work: Readonly<Record<"p1" | "p2" | "v1" | "v2" | "R1" | "R2", Float64Array>>;
}

export function createRelativeMotion(): RelativeMotion {
  return {
    r: new Float64Array(3),
    R: new Float64Array(9),
    v: new Float64Array(3),
    w: new Float64Array(3),
    angles: new Float64Array(3),
    work: {
      p1: new Float64Array(3),
      p2: new Float64Array(3),
      v1: new Float64Array(3),
      v2: new Float64Array(3),
      R1: new Float64Array(9),
      R2: new Float64Array(9),
    },
  };
}

export function relativeMotion(out: RelativeMotion, motion: BodyMotion, first: BodyFrame, second: BodyFrame): void {
  if (first.body === 0 && first.R === identityPose.R && second.R === identityPose.R) {
    ofBodyInWorld(out, motion, second.body);
    return;
  }
  const { p1, p2, v1, v2, R1, R2 } = out.work;
  framePosition(p1, 0, motion, first);
  framePosition(p2, 0, motion, second);
  frameVelocity(v1, 0, motion, first);
  frameVelocity(v2, 0, motion, second);
  frameRotation(R1, 0, motion, first);
  frameRotation(R2, 0, motion, second);
  const w = motion.angularVelocity;
  const a = 3 * first.body;
  const b = 3 * second.body;
  const dx = p2[0]! - p1[0]!;
  const dy = p2[1]! - p1[1]!;
  const dz = p2[2]! - p1[2]!;
  const ux = v2[0]! - v1[0]! - (w[a + 1]! * dz - w[a + 2]! * dy);
  const uy = v2[1]! - v1[1]! - (w[a + 2]! * dx - w[a]! * dz);
  const uz = v2[2]! - v1[2]! - (w[a]! * dy - w[a + 1]! * dx);
  const sx = w[b]! - w[a]!;
  const sy = w[b + 1]! - w[a + 1]!;
  const sz = w[b + 2]! - w[a + 2]!;
  for (let i = 0; i < 3; i++) {
    out.r[i] = R1[i]! * dx + R1[3 + i]! * dy + R1[6 + i]! * dz;
    out.v[i] = R1[i]! * ux + R1[3 + i]! * uy + R1[6 + i]! * uz;
    out.w[i] = R1[i]! * sx + R1[3 + i]! * sy + R1[6 + i]! * sz;
    for (let j = 0; j < 3; j++) out.R[3 * i + j] = R1[i]! * R2[j]! + R1[3 + i]! * R2[3 + j]! + R1[6 + i]! * R2[6 + j]!;
  }
}

/** The same for the frame of a body relative to the world. */
function ofBodyInWorld(out: RelativeMotion, motion: BodyMotion, body: number): void {
  const { position, rotation, velocity, angularVelocity } = motion;
  for (let i = 0; i < 3; i++) {
    out.r[i] = position[3 * body + i]!;
    out.v[i] = velocity[3 * body + i]!;
    out.w[i] = angularVelocity[3 * body + i]!;
  }
  for (let i = 0; i < 9; i++) out.R[i] = rotation[9 * body + i]!;
}
