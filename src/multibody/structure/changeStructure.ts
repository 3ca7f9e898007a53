/**
 * The way from one structure to the next: a changed object graph becomes a new tree and a new
 * mechanism that begins where the old one is. Nothing is compiled.
 *
 * Source   [Neumayr2024] ch. 11
 */
import type { BodyForces } from "../../mechanics/bodyMotion.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import { carryCoordinates, type GivenMotion } from "./carriedCoordinates.ts";
import { idleJoints } from "./idleJoints.ts";
import { missingMomentum } from "./momentum.ts";
import { type Structure, structureOf } from "./structure.ts";

export interface ChangeOfStructure {
  readonly graph: ObjectGraph;
  /** Motion of objects that were not there before, by number. */
  readonly given?: ReadonlyMap<number, GivenMotion>;
  /** Velocities jump such that the momentum of all bodies is kept: parts are joined in motion. */
  readonly withImpulse?: boolean;
  /** Coordinates of joints that come back, by path. */
  readonly restored?: ReadonlyMap<string, readonly number[]>;
  /** A joint with flange that is locked, and stopped by an impulse. */
  readonly stopped?: string;
}

/** What acts in the instant of a change. */
export interface Instant {
  readonly impulse: BodyForces | undefined;
  /** Joints with flange that are stopped. */
  readonly stopped: readonly string[];
}

/** The structure with a changed graph; positions and velocities go on from the old one. */
export function changeStructure(
  old: Structure,
  { graph, given, withImpulse = false, restored, stopped }: ChangeOfStructure,
): { readonly structure: Structure; readonly instant: Instant | undefined } {
  const built = structureOf(graph, old);
  const structure = { ...built, idle: idleJoints(built, old) };
  carryCoordinates(old, structure, given, restored);
  structure.dynamics.assemble({ keepsQuaternions: true });
  const impulse = withImpulse ? missingMomentum(old, structure) : undefined;
  const idle = withImpulse ? [...structure.idle.keys()].filter((path) => !old.idle.has(path)) : [];
  const all = stopped === undefined ? idle : [...idle, stopped];
  const isInstant = impulse !== undefined || all.length > 0;
  return { structure, instant: isInstant ? { impulse, stopped: all } : undefined };
}
