/** The structure of a 3-D model at one time: what the user sees, the tree made of it, and its mechanics. */
import { buildMechanism } from "../../mechanics/buildMechanism.ts";
import type { MechanismDescription } from "../../mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { describeMechanism } from "../graph/describeMechanism.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import { type BodyTree, buildTree } from "../graph/spanningTree.ts";

export interface Structure {
  readonly graph: ObjectGraph;
  readonly tree: BodyTree;
  readonly description: MechanismDescription;
  readonly dynamics: MechanismDynamics;
  /** Coordinates of joints whose two sides are one body at present, by path. */
  readonly idle: ReadonlyMap<string, readonly number[]>;
}

/** The mechanics of a graph, without coordinates yet. What `previous` has in common with it is not made again. */
export function structureOf(graph: ObjectGraph, previous?: Structure): Structure {
  const tree = buildTree(graph, previous);
  const description = describeMechanism(graph, tree, previous);
  const before = previous && { description: previous.description, mechanism: previous.dynamics.mechanism };
  const dynamics = new MechanismDynamics(buildMechanism(description, before));
  return { graph, tree, description, dynamics, idle: noneIdle };
}

export const noneIdle: Structure["idle"] = new Map();
