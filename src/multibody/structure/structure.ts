/** The structure of a 3-D model at one time: what the user sees, the tree made of it, and its mechanics. */
import { buildMechanism } from "../../mechanics/buildMechanism.ts";
import type { ObservedJoint } from "../../mechanics/loops/observedCoordinate.ts";
import type { MechanismDescription } from "../../mechanics/mechanismDescription.ts";
import { MechanismDynamics, type OutsideView } from "../../mechanics/mechanismDynamics.ts";
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
  const dynamics = new MechanismDynamics(buildMechanism(description, before), outsideView(graph, tree));
  return new MadeStructure(graph, tree, description, dynamics);
}

/** A class, as all that compiled code knows of a run, see mechanics/bodyMotion.ts. */
class MadeStructure implements Structure {
  readonly graph: ObjectGraph;
  readonly tree: BodyTree;
  readonly description: MechanismDescription;
  readonly dynamics: MechanismDynamics;
  readonly idle = noneIdle;

  constructor(graph: ObjectGraph, tree: BodyTree, description: MechanismDescription, dynamics: MechanismDynamics) {
    this.graph = graph;
    this.tree = tree;
    this.description = description;
    this.dynamics = dynamics;
  }
}

/** What the equations know of joints with flange. */
function outsideView({ joints }: ObjectGraph, tree: BodyTree): OutsideView {
  const outside = new Set<number>();
  const observed: ObservedJoint[] = [];
  joints.forEach(({ role }, k) => {
    if (role === "early" || role === "loaded" || role === "switched")
      outside.add(tree.bodies.findIndex(({ joint }) => joint === k));
    else if (role === "observed") observed.push(placeOfJoint(tree, k));
  });
  return { outside, observed };
}

/** Where a joint is in the mechanism: that of a body, or one that closes a loop. */
export function placeOfJoint({ bodies, cuts }: BodyTree, k: number): ObservedJoint {
  const body = bodies.findIndex(({ joint }) => joint === k);
  return body > 0 ? { body } : { loopJoint: cuts.indexOf(k) };
}

export const noneIdle: Structure["idle"] = new Map();
