/**
 * The way from one structure to the next: a changed object graph becomes a new tree and a new
 * mechanism that begins where the old one is. Nothing is compiled.
 *
 * Source   [Neumayr2024] ch. 11
 */
import type { ObjectGraph } from "../graph/objectGraph.ts";
import { carryCoordinates, type GivenMotion } from "./carriedCoordinates.ts";
import { shareMomentum } from "./momentum.ts";
import { type Structure, structureOf } from "./structure.ts";

export interface ChangeOfStructure {
  readonly graph: ObjectGraph;
  /** Motion of objects that were not there before, by number. */
  readonly given?: ReadonlyMap<number, GivenMotion>;
  /** Velocities jump such that the momentum of all bodies is kept: parts are joined in motion. */
  readonly withImpulse?: boolean;
  /** Coordinates of joints that come back, by path. */
  readonly restored?: ReadonlyMap<string, readonly number[]>;
}

/** The structure with a changed graph; positions and velocities go on from the old one. */
export function changeStructure(
  old: Structure,
  { graph, given, withImpulse = false, restored }: ChangeOfStructure,
): Structure {
  const next = structureOf(graph, old);
  carryCoordinates(old, next, given, restored);
  next.dynamics.assemble({ keepsQuaternions: true });
  if (withImpulse) shareMomentum(old, next);
  return next;
}
