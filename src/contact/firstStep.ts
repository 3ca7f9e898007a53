/**
 * The step that a solver should begin with when a contact begins: there the contact has no force yet, so nothing tells how short
 * it will be.
 *
 * Source   [Johnson1985] (11.24)
 * Law      δ_max = (5·m·v²/(4·K))^(2/5),   T = 2.943·δ_max/v,   1/m = 1/m_A + 1/m_B
 *          δ_max = (3·m·v²/(2·π·c·R))^(1/3)     for surfaces of triangles: a ball of radius R on a layer of c N/m³
 */
import * as elementary from "../math/elementary.ts";
import type { ConvexContactStart } from "./contactTable.ts";
import type { SurfacePair } from "./polygonal/surfacePair.ts";
import type { ShapePoses } from "./shapePoses.ts";

/** Part of the depth of an impact that the first step of two surfaces may move over. */
const firstDepth = 0.02;
const hertzDuration = 2.943275;
/** Part of T that a first step may take, and, without masses, part of the smaller shape that may be moved over. */
const firstPart = 0.01;
const firstMovement = 1e-4;
/** Contacts that begin at rest are taken as this fast, m/s. */
const slowestStart = 1e-3;

/** s; ∞ for contacts without force. `bodyMass` by body, the world at 0. */
export function firstStepOf(
  { a, b, stiffness, startSpeed, material }: ConvexContactStart,
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

/** Of surfaces that approach each other with this speed, m/s. */
export function firstStepOfSurfaces(
  { contact, bodyE, bodyF, reachE, reachF }: SurfacePair,
  normalVelocity: number,
  bodyMass: ArrayLike<number> | undefined,
): number {
  const speed = Math.max(Math.abs(normalVelocity), slowestStart);
  const inverse = (body: number): number => (body === 0 || bodyMass === undefined ? 0 : 1 / bodyMass[body]!);
  const { stiffness, maxPenetration } = contact.law;
  const radius = Math.min(reachE, reachF);
  const compliance = Math.PI * stiffness * radius * (inverse(bodyE) + inverse(bodyF));
  const depth = elementary.cbrt((1.5 * speed * speed) / compliance);
  return (firstDepth * Math.min(depth, maxPenetration)) / speed;
}
