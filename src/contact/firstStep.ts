/**
 * The step that a solver should begin with when a contact begins: there the contact has no force yet, so nothing tells how short
 * it will be.
 *
 * Source   [Johnson1985] (11.24)
 * Law      δ_max = (5·m·v²/(4·K))^(2/5),   T = 2.943·δ_max/v,   1/m = 1/m_A + 1/m_B
 */
import * as elementary from "../math/elementary.ts";
import type { ContactStartData } from "./contactTable.ts";
import type { ShapePoses } from "./shapePoses.ts";

const hertzDuration = 2.943275;
/** Part of T that a first step may take, and, without masses, part of the smaller shape that may be moved over. */
const firstPart = 0.01;
const firstMovement = 1e-4;
/** Contacts that begin at rest are taken as this fast, m/s. */
const slowestStart = 1e-3;

/** s; ∞ for contacts without force. `bodyMass` by body, the world at 0. */
export function firstStepOf(
  { a, b, stiffness, startSpeed, material }: ContactStartData,
  poses: ShapePoses,
  bodyMass: ArrayLike<number> | undefined,
): number {
  if (material.kind !== "ElasticContactPairMaterial") return Number.POSITIVE_INFINITY;
  const speed = Math.max(startSpeed, slowestStart);
  const inverse = (body: number): number => (body === 0 || bodyMass === undefined ? 0 : 1 / bodyMass[body]!);
  const inverseMass = inverse(poses.body[a]) + inverse(poses.body[b]);
  if (!(inverseMass > 0 && inverseMass < Infinity))
    return (firstMovement * Math.min(poses.reach[a], poses.reach[b])) / speed;
  const depth = elementary.pow((1.25 * speed * speed) / (inverseMass * stiffness), 0.4);
  return (firstPart * hertzDuration * depth) / speed;
}
