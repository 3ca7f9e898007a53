/** The structure of a 3-D model at one time: what the user sees, the tree made of it, and its mechanics. */
import { buildMechanism } from "../../mechanics/buildMechanism.ts";
import type { MechanismDescription } from "../../mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { describeMechanism } from "../graph/describeMechanism.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import { type BodyTree, buildTree } from "../graph/spanningTree.ts";
import { forwardCoordinates } from "./carriedCoordinates.ts";

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
  return {
    graph,
    tree,
    description,
    dynamics,
    idle: previous === undefined ? noneIdle : idleJoints(graph, tree, previous),
  };
}

const noneIdle: ReadonlyMap<string, readonly number[]> = new Map();

/** Joints that the change made idle, where they were, and those that idle still. */
function idleJoints({ joints }: ObjectGraph, { bodies, cuts }: BodyTree, previous: Structure): Structure["idle"] {
  if (bodies.length - 1 + cuts.length === joints.length) return noneIdle;
  const moving = new Set([...bodies.map(({ joint }) => joint), ...cuts]);
  const found = new Map<string, readonly number[]>();
  joints.forEach(({ path }, k) => {
    if (moving.has(k)) return;
    const body = previous.tree.bodies.findIndex(({ joint }) => previous.graph.joints[joint]?.path === path);
    const q = body > 0 ? forwardCoordinates(previous, body).q : previous.idle.get(path);
    if (q !== undefined) found.set(path, q);
  });
  return found;
}
