/**
 * What a law of the normal force must answer. All laws have the form
 *
 *     f = max(0, K·δ^1.5·(1 + d·δ̇)),   K = k_red·4/3·E*·√R_geo
 *
 * or one that the user writes; they differ in how the damping d follows from the wanted restitution and the speed at which
 * the contact began.
 *
 * Legend   δ   penetration depth, m, ≥ 0        δ̇   its rate, m/s, positive while compressing
 *          d   damping coefficient, s/m, fixed when the contact begins
 */
import { integralFromZero } from "../../math/gaussIntegral.ts";

export interface NormalLaw {
  readonly name: string;
  /** The force has the common form above, which has a counterpart for areas: flat shapes touch in patches. Default false. */
  readonly hasAreas?: boolean;
  /** d of a contact that begins with the given speed. */
  damping(start: ContactStart): number;
  /** Normal force in N, ≥ 0. */
  force(stiffness: number, damping: number, depth: number, rate: number): number;
  /** Energy in J that the contact holds at this depth; absent: the integral of the force at rest. */
  energy?(stiffness: number, depth: number): number;
}

export interface ContactStart {
  /** Speed of approach along the normal, m/s, ≥ 0. */
  readonly speed: number;
  /** Wanted coefficient of restitution, 0 … 1. */
  readonly restitution: number;
  /** Below this speed bounces are damped away, m/s. */
  readonly smallSpeed: number;
  /** Upper limit of d, s/m. */
  readonly maximumDamping: number;
}

/** The common form of the force. */
export function hertzForce(stiffness: number, damping: number, depth: number, rate: number): number {
  if (depth <= 0) return 0;
  const factor = 1 + damping * rate;
  return factor <= 0 ? 0 : stiffness * depth * Math.sqrt(depth) * factor;
}

/** ∫ K·δ^1.5 dδ = 0.4·K·δ^2.5, J. */
export function hertzEnergy(stiffness: number, depth: number): number {
  return 0.4 * stiffness * depth * depth * Math.sqrt(depth);
}

/** What a contact of the law holds, J. */
export function storedEnergy(law: NormalLaw, stiffness: number, damping: number, depth: number): number {
  if (!(depth > 0)) return 0;
  return law.energy?.(stiffness, depth) ?? integralFromZero((x) => law.force(stiffness, damping, x, 0), depth);
}
