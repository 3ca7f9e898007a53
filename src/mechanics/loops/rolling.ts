/**
 * A wheel that rolls on a plane without slip: where it touches, and how that point moves.
 *
 * Source   [Neimark1972] ch. III (rolling of a disc, a torus and a ball on a plane)
 *
 *     p = c + a·u − ρ·n,   u = −(n − κ·e)/s,   κ = n·e,   s = √(1 − κ²)
 *     gap = n·(c − r_A) − a·s − ρ                          its rate is n·v_rel(p), since p is the lowest point
 *     v_rel(p) = v_B(p) − v_A(p) = 0                       rolling: n for the gap, two directions across for the rates alone
 *     rate of v_rel = a_B(p) − a_A(p) + w_rel × δ,         a of the points of the bodies;   δ = p' − v_B(p) = p' − v_A(p)
 *
 * Legend   c   centre of the wheel, origin of frame B     e   its axis     n   normal of the plane through the origin of frame A
 *          a   radius of the ring that the centres of the rounded rim form; ρ of the rim: a disc has ρ = 0, a ball a = 0
 */
import { mulMV } from "../../math/mat3.ts";
import type { LoopJoint } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";

/** Sine of the lean of a disc below which it lies flat: every point of its edge touches, and nothing says which one rolls. */
const flatLean = 1e-6;

const e = new Float64Array(3);

/** contact[at …] ← point of contact for frames in world axes; n is the first column of axes. Returns the gap, NaN for a disc that lies flat. */
export function placeContact(
  contact: Float64Array,
  at: number,
  R_WB: Float64Array,
  axes: Float64Array,
  r_A: Float64Array,
  c: Float64Array,
  joint: LoopJoint,
): number {
  const { axis_B, ring, rim } = joint.wheel!;
  mulMV(e, 0, R_WB, 0, axis_B, 0);
  const cosine = axes[0] * e[0] + axes[3] * e[1] + axes[6] * e[2];
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  let gap = ring > 0 && sine < flatLean ? Number.NaN : -ring * sine - rim;
  for (let i = 0; i < 3; i++) {
    const n = axes[3 * i];
    const u = sine > 0 ? (cosine * e[i] - n) / sine : 0;
    contact[at + i] = c[i] + ring * u - rim * n;
    gap += n * (c[i] - r_A[i]);
  }
  return gap;
}

/** out ← δ: velocity of the point of contact relative to the point of the wheel that is there. */
export function turningOfContact(
  out: Float64Array,
  contact: Float64Array,
  at: number,
  state: MechanismState,
  { bodyA, bodyB, wheel }: LoopJoint,
  R_WB: Float64Array,
  axes: Float64Array,
  c: Float64Array,
): void {
  const { angularVelocity: w } = state.motion;
  const { axis_B, ring, rim } = wheel!;
  mulMV(e, 0, R_WB, 0, axis_B, 0);
  const [a, b] = [3 * bodyA, 3 * bodyB];
  const cosine = axes[0] * e[0] + axes[3] * e[1] + axes[6] * e[2];
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  let cosineRate = 0;
  for (let i = 0; i < 3; i++) {
    const [j, l] = [(i + 1) % 3, (i + 2) % 3];
    cosineRate += (w[b + i] - w[a + i]) * (e[j] * axes[3 * l] - e[l] * axes[3 * j]);
  }
  for (let i = 0; i < 3; i++) {
    const [j, l] = [(i + 1) % 3, (i + 2) % 3];
    const n = axes[3 * i];
    const nRate = w[a + j] * axes[3 * l] - w[a + l] * axes[3 * j];
    const eRate = w[b + j] * e[l] - w[b + l] * e[j];
    // u' from u·s = κ·e − n
    const uRate =
      sine > 0
        ? (cosineRate * e[i] + cosine * eRate - nRate + ((cosine * e[i] - n) * cosine * cosineRate) / (sine * sine)) /
          sine
        : 0;
    const carried = w[b + j] * (contact[at + l] - c[l]) - w[b + l] * (contact[at + j] - c[j]);
    out[i] = ring * uRate - rim * nRate - carried;
  }
}
