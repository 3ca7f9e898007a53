/**
 * The way from one structure to the next: a changed object graph becomes a new tree and a new
 * mechanism that begins where the old one is. Nothing is compiled.
 *
 * Source   [Neumayr2023] ch. 11
 */
import { buildMechanism } from "../../mechanics/buildMechanism.ts";
import { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { describeMechanism } from "../graph/describeMechanism.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import { buildTree } from "../graph/spanningTree.ts";
import { setCoordinates } from "../run/jointState.ts";
import { carriedCoordinates, type GivenMotion } from "./carriedCoordinates.ts";
import { shareMomentum } from "./momentum.ts";
import type { Structure } from "./structure.ts";

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
  const tree = buildTree(graph);
  const dynamics = new MechanismDynamics(buildMechanism(describeMechanism(graph, tree)));
  const next = { graph, tree, dynamics };
  setCoordinates(graph, tree, dynamics, carriedCoordinates(old, graph, tree, given, restored));
  dynamics.assemble();
  if (withImpulse) shareMomentum(old, next);
  return next;
}
