/**
 * Parts that are joined in motion: an inelastic impulse that keeps the momentum of every direction in which the new mechanism can
 * move.
 *
 *     M·(v⁺ − v) = Σ J_kᵀ·(p_k − p_k(v))      p_k momentum of part k before, J_k its Jacobian in the new mechanism
 *
 * v are the velocities as they are carried over. The left side is what accelerations answer to forces, so the run finds v⁺ − v as
 * accelerations under forces p_k − p_k(v), of the bodies together with the drives behind joints with flange.
 */
import { addForceAtPoint, type BodyForces } from "../../mechanics/bodyMotion.ts";
import { kineticEnergy, momentum } from "../../mechanics/energy.ts";
import { multiply, rotate, transpose } from "../graph/pose.ts";
import { objectMotion } from "./carriedCoordinates.ts";
import type { Structure } from "./structure.ts";

/** Linear momentum and angular momentum about the origin of the world, and kinetic energy. */
export interface MomentumReport {
  readonly linear: readonly number[];
  readonly angular: readonly number[];
  readonly kineticEnergy: number;
}

interface PartMomentum {
  readonly object: number;
  /** Centre of mass in the world. */
  readonly centre: Float64Array;
  readonly p: Float64Array;
  /** About the centre of mass. */
  readonly L: Float64Array;
}

/** Momenta of all objects with mass. */
function parts(structure: Structure): PartMomentum[] {
  return structure.graph.objects.flatMap((object, k) => {
    const { mass: own } = object;
    if (own === undefined || own.mass === 0) return [];
    const { r, R, v, w } = objectMotion(structure, k);
    const arm = rotate(R, own.centre);
    const centre = Float64Array.from(r, (x, i) => x + arm[i]!);
    const speed = [
      v[0]! + w[1]! * arm[2]! - w[2]! * arm[1]!,
      v[1]! + w[2]! * arm[0]! - w[0]! * arm[2]!,
      v[2]! + w[0]! * arm[1]! - w[1]! * arm[0]!,
    ];
    const [xx, xy, xz, yy, yz, zz] = own.inertia as [number, number, number, number, number, number];
    const I = multiply(multiply(R, Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz)), transpose(R));
    const L = rotate(I, w);
    const p = Float64Array.from(speed, (x) => own.mass * x);
    return [{ object: k, centre, p, L }];
  });
}

export function momentumOf({ dynamics: { mechanism, state } }: Structure): MomentumReport {
  const all = new Float64Array(6);
  momentum(all, mechanism, state);
  return {
    angular: [all[0]!, all[1]!, all[2]!],
    linear: [all[3]!, all[4]!, all[5]!],
    kineticEnergy: kineticEnergy(mechanism, state),
  };
}

/**
 * What is missing in the new mechanism, with velocities as they were carried over, to the momentum of its bodies before: impulses on
 * its bodies, moments about their origins. The equations answer to them together with the drives behind the joints with flange.
 */
export function missingMomentum(old: Structure, next: Structure): BodyForces {
  const { tree, dynamics } = next;
  const { motion } = dynamics.state;
  const impulse = { force: new Float64Array(3 * motion.count), torque: new Float64Array(3 * motion.count) };
  const now = new Map(parts(next).map((part) => [part.object, part]));
  for (const { object, centre, p, L } of parts(old)) {
    const body = tree.bodyOf[object]!;
    const left = now.get(object);
    if (body === 0 || left === undefined) continue;
    for (let i = 0; i < 3; i++) {
      p[i]! -= left.p[i]!;
      L[i]! -= left.L[i]!;
    }
    addForceAtPoint(impulse, motion, body, centre, 0, p, 0, L, 0);
  }
  return impulse;
}
