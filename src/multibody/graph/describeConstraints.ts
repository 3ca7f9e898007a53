/** Rods, rolling wheels and couplings of the object graph as constraints of the mechanism. */

import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { CouplingDescription, LoopJointDescription } from "../../mechanics/mechanismDescription.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import type { ObjectGraph } from "./objectGraph.ts";
import type { BodyTree } from "./spanningTree.ts";

/** Rods whose ends an action made one body, or deleted, do nothing. */
export function describeRods(
  { objects, rods, prefix }: ObjectGraph,
  { bodyOf, poses }: BodyTree,
): LoopJointDescription[] {
  return rods.flatMap(({ path, object1, object2, length }) => {
    const isGone = objects[object1]!.isGone === true || objects[object2]!.isGone === true;
    const [bodyA, bodyB] = [bodyOf[object1]!, bodyOf[object2]!];
    if (isGone || bodyA === bodyB) return [];
    const frames = { frameA: poses[object1]!, frameB: poses[object2]! };
    return [{ path: prefix + path, kind: "rod" as const, length, bodyA, bodyB, ...frames }];
  });
}

/** The same for wheels. */
export function describeRollings(
  { objects, rollings, prefix }: ObjectGraph,
  { bodyOf, poses }: BodyTree,
): LoopJointDescription[] {
  return rollings.flatMap(({ path, object1, object2, normal, axis, radius, rimRadius }) => {
    const isGone = objects[object1]!.isGone === true || objects[object2]!.isGone === true;
    const [bodyA, bodyB] = [bodyOf[object1]!, bodyOf[object2]!];
    if (isGone || bodyA === bodyB) return [];
    const frames = { frameA: poses[object1]!, frameB: poses[object2]! };
    const wheel = { axis: normal, wheelAxis: axis, length: radius, rimRadius };
    return [{ path: prefix + path, kind: "rolling" as const, ...wheel, bodyA, bodyB, ...frames }];
  });
}

export function describeCouplings({ joints, couplings, prefix }: ObjectGraph, tree: BodyTree): CouplingDescription[] {
  return couplings.map(({ path, terms, offset, isLength }) => ({
    path: prefix + path,
    offset,
    isLength,
    terms: terms.map(({ joint: name, coordinate, factor }) => {
      const body = tree.bodies.findIndex(({ joint }) => joint >= 0 && joints[joint]!.path === name);
      if (body < 0) throw notInTree(prefix + path, prefix + name);
      const { joint, isReversed } = tree.bodies[body]!;
      if (!isReversed) return { body, coordinate, factor };
      const place = jointKinds[joints[joint]!.kind].backwards.place(coordinate);
      if (place === undefined) throw reversedPlanar(prefix + path, prefix + name);
      return { body, coordinate: place.coordinate, factor: place.sign * factor };
    }),
  }));
}

function notInTree(owner: string, joint: string): RattlebackError {
  return new RattlebackError(
    "E-COUPLING-JOINT",
    `"${owner}" couples "${joint}", which has no coordinates of its own here.`,
    {
      path: owner,
      because: "the joint closes a loop of joints that are all coupled or have flanges, or an action locked or cut it",
      hint: "couple another joint of the loop; joints that actions lock or cut cannot be coupled",
      data: { joint },
    },
  );
}

function reversedPlanar(owner: string, joint: string): RattlebackError {
  return new RattlebackError(
    "E-COUPLING-JOINT",
    `"${owner}" couples a position of "${joint}", which leads towards the world.`,
    {
      path: owner,
      because: "s1 and s2 of a planar joint are measured in axes of obj1, which here is the side that moves",
      hint: "exchange obj1 and obj2 of the joint",
      data: { joint },
    },
  );
}
