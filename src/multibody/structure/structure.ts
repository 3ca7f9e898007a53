/** The structure of a 3-D model at one time: what the user sees, the tree made of it, and its mechanics. */
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";

export interface Structure {
  readonly graph: ObjectGraph;
  readonly tree: BodyTree;
  readonly dynamics: MechanismDynamics;
}
