/** Frames of the model on the bodies of the mechanism. */

import { findObject, type ObjectNames } from "../findObject.ts";
import type { BodyFrame, ForceSetup } from "../forces/forceElement.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";

export function frameOf(graph: ObjectGraph, tree: BodyTree, object: number): BodyFrame {
  const { r, R } = tree.poses[object]!;
  const { path, shape } = graph.objects[object]!;
  const body = tree.bodyOf[object]!;
  return shape === undefined ? { path, body, r, R } : { path, body, r, R, shape };
}

/** How a component in `scope` finds frames by name. */
export function frameFinder(
  graph: ObjectGraph,
  tree: BodyTree,
  names: ObjectNames,
  scope: string,
): ForceSetup["frame"] {
  return (name, owner) =>
    frameOf(graph, tree, name === undefined || name === "" ? graph.world : findObject(names, scope, name, owner));
}
