/**
 * Impulsive response: the velocities jump at the event, for one isolated contact between two bodies.
 *
 * Source   [Pfeiffer1996] ch. 8, Newton's hypothesis with Coulomb friction
 * Law      v⁺ = v⁻ + W·J,   v_n⁺ = −cor·v_n⁻
 *          sticking   v_t⁺ = 0, if |J_t| ≤ μ·J_n
 *          sliding    J_t = −μ·J_n·v_t⁻/|v_t⁻|
 * Legend   J    impulse on B in N·s, −J on A, at the contact point
 *          W    3 × 3: change of the relative velocity at the point per impulse
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import { factorDenseLU, solveDenseLU } from "../math/denseLU.ts";
import * as elementary from "../math/elementary.ts";
import type { BodyMotion } from "../mechanics/bodyMotion.ts";
import { relativeVelocity } from "./contactForces.ts";
import type { ImpulsiveContactPairMaterial } from "./contactPairMaterial.ts";
import type { ContactTable } from "./contactTable.ts";

/** The mechanics behind an impact; joints and masses are known there. */
export interface ImpactDynamics {
  /** out ← change of the velocity of B relative to A at the point, for the impulse +e on B and −e on A. */
  response(out: Float64Array, bodyA: number, bodyB: number, point: Float64Array, e: Float64Array): void;
  /** Changes the velocities of everything by the impulse +J on B and −J on A at the point. */
  apply(bodyA: number, bodyB: number, point: Float64Array, J: Float64Array): void;
}

/** Slower rebounds count as coming to rest, m/s. */
const minimumRebound = 1e-3;

/**
 * Applies the impulse of row k, an impact of two bodies that touch nothing else. `refuse` makes the error; its second argument is the row
 * of another contact that is the reason, or −1.
 */
export function applyImpact(
  table: ContactTable,
  row: number,
  material: ImpulsiveContactPairMaterial,
  motion: BodyMotion,
  dynamics: ImpactDynamics | undefined,
  refuse: (because: string, other: number) => RattlebackError,
): void {
  const { coefficientOfRestitution, slidingFrictionCoefficient } = material;
  const bodyA = table.bodyA[row];
  const bodyB = table.bodyB[row];
  if (dynamics === undefined) throw refuse("the mechanics of this model knows no impulses: joints have flanges", -1);
  for (let other = 0; other < table.count; other++) {
    if (other === row) continue;
    const bodies = [table.bodyA[other], table.bodyB[other]];
    if (bodies.some((body) => body !== 0 && (body === bodyA || body === bodyB)))
      throw refuse("are in contact at the same time: the outcome of simultaneous impacts is not unique", other);
  }
  const approach = table.rate[row];
  if (!(approach > 0)) throw refuse("the shapes touch without approaching each other: they rest on each other", -1);
  const rebound = approach * coefficientOfRestitution;
  if (rebound < minimumRebound)
    throw refuse(
      `the shapes would part with ${rebound.toExponential(2)} m/s, below ${minimumRebound} m/s: they come to rest on each other`,
      -1,
    );
  const point = table.point.slice(3 * row, 3 * row + 3);
  const n = table.normal.slice(3 * row, 3 * row + 3);
  const relative = new Float64Array(6);
  relativeVelocity(relative, motion, bodyA, bodyB, point, 0);
  const v = relative.slice(0, 3);
  const W = new Float64Array(9);
  const column = new Float64Array(3);
  const e = new Float64Array(3);
  for (let j = 0; j < 3; j++) {
    e.fill(0);
    e[j] = 1;
    dynamics.response(column, bodyA, bodyB, point, e);
    for (let i = 0; i < 3; i++) W[3 * i + j] = column[i];
  }
  const J = new Float64Array(3);
  impactImpulse(J, W, v, n, coefficientOfRestitution, slidingFrictionCoefficient);
  dynamics.apply(bodyA, bodyB, point, J);
}

/** J ← impulse of the impact with relative velocity v (B minus A) and normal n from A to B. */
function impactImpulse(
  J: Float64Array,
  W: Float64Array,
  v: Float64Array,
  n: Float64Array,
  restitution: number,
  friction: number,
): void {
  const normalSpeed = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
  if (friction > 0 && stick(J, W, v, n, normalSpeed, restitution, friction)) return;
  const t = [v[0] - normalSpeed * n[0], v[1] - normalSpeed * n[1], v[2] - normalSpeed * n[2]];
  const sliding = elementary.hypot(t[0]!, t[1]!, t[2]!);
  const scale = sliding > 0 ? friction / sliding : 0;
  const direction = [n[0] - scale * t[0]!, n[1] - scale * t[1]!, n[2] - scale * t[2]!];
  let compliance = 0;
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) compliance += n[i] * W[3 * i + j] * direction[j]!;
  const size = (-(1 + restitution) * normalSpeed) / compliance;
  for (let i = 0; i < 3; i++) J[i] = size * direction[i]!;
}

/** The impulse that stops all sliding; false when friction does not suffice for it. */
function stick(
  J: Float64Array,
  W: Float64Array,
  v: Float64Array,
  n: Float64Array,
  normalSpeed: number,
  restitution: number,
  friction: number,
): boolean {
  const lu = new Float64Array(9);
  const pivots = new Int32Array(3);
  // by columns, as the factorisation wants them
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) lu[i + 3 * j] = W[3 * i + j];
  if (factorDenseLU(lu, pivots, 3) >= 0) return false;
  for (let i = 0; i < 3; i++) J[i] = -restitution * normalSpeed * n[i] - v[i];
  solveDenseLU(J, lu, pivots, 3);
  const pressure = J[0] * n[0] + J[1] * n[1] + J[2] * n[2];
  const across = elementary.hypot(J[0] - pressure * n[0], J[1] - pressure * n[1], J[2] - pressure * n[2]);
  return pressure >= 0 && across <= friction * pressure;
}

export function impactRefused(obj1: string, obj2: string, time: number, because: string): RattlebackError {
  return new RattlebackError(
    "E-CONTACT-IMPULSE",
    `The impulsive response cannot treat the contact of "${obj1}" and "${obj2}" at t = ${time}.`,
    {
      path: obj1,
      where: obj2,
      because,
      hint: "an ElasticContactPairMaterial for this pair: it treats resting and simultaneous contacts",
      data: { time, objects: [obj1, obj2] },
    },
  );
}
