/** One function from the object graph to the description of the mechanism that the kernel builds. */

import type {
  BodyDescription,
  JointDescription,
  LoopJointDescription,
  MechanismDescription,
} from "../../mechanics/mechanismDescription.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import { describeCouplings, describeRods, describeRollings } from "./describeConstraints.ts";
import type { GraphJoint, ObjectGraph } from "./objectGraph.ts";
import { isSamePose } from "./pose.ts";
import type { BodyTree, PreviousTree } from "./spanningTree.ts";
import type { CommonMass } from "./superObjects.ts";

export interface PreviousDescription extends PreviousTree {
  readonly description: MechanismDescription;
}

/** Bodies, joints and masses that `previous` has as well are the same objects in both descriptions: buildMechanism looks at that. */
export function describeMechanism(
  graph: ObjectGraph,
  tree: BodyTree,
  previous?: PreviousDescription,
): MechanismDescription {
  const { objects, joints, prefix, gravity } = graph;
  const { bodies, bodyOf, poses, cuts } = tree;
  const placed = (joint: GraphJoint, isReversed: boolean): JointDescription => {
    const [first, second] = isReversed ? [joint.object2, joint.object1] : [joint.object1, joint.object2];
    return {
      path: prefix + joint.path,
      kind: joint.kind,
      ...jointKinds[joint.kind].axes(joint.axis, joint.secondAxis, isReversed),
      pitch: joint.pitch,
      frameA: poses[first]!,
      frameB: poses[second]!,
    };
  };
  const described: BodyDescription[] = [];
  for (let b = 1; b < bodies.length; b++) {
    const { root, parent, joint, isReversed, mass } = bodies[b]!;
    const own = joints[joint]!;
    const before = previous === undefined ? undefined : sameJoint(previous, own, isReversed, root, tree);
    if (before !== undefined && before.parent === parent && hasMass(before, mass)) {
      described.push(before);
      continue;
    }
    described.push({
      path: before?.path ?? prefix + objects[root]!.path,
      parent,
      joint: before?.joint ?? {
        ...placed(own, isReversed),
        hasFlange: own.hasFlange && (own.role ?? "coupled") === "coupled",
      },
      mass: mass.mass,
      centre: mass.centre,
      inertia: mass.inertia,
    });
  }
  return {
    gravity,
    bodies: described,
    loopJoints: [
      ...cuts.map((k): LoopJointDescription => {
        const joint = joints[k]!;
        return { ...placed(joint, false), bodyA: bodyOf[joint.object1]!, bodyB: bodyOf[joint.object2]! };
      }),
      ...describeRods(graph, tree),
      ...describeRollings(graph, tree),
    ],
    couplings: describeCouplings(graph, tree),
  };
}

function hasMass({ mass, centre, inertia }: BodyDescription, own: CommonMass): boolean {
  return mass === own.mass && centre === own.centre && inertia === own.inertia;
}

/** The body of the previous description with the same joint in the same places. */
function sameJoint(
  { graph, tree, description }: PreviousDescription,
  joint: GraphJoint,
  isReversed: boolean,
  root: number,
  next: BodyTree,
): BodyDescription | undefined {
  const b = tree.bodyOf[root] ?? 0;
  if (b === 0) return undefined;
  const body = tree.bodies[b]!;
  const { object1, object2 } = joint;
  const isSame =
    body.root === root &&
    graph.joints[body.joint] === joint &&
    body.isReversed === isReversed &&
    isSamePose(tree.poses[object1]!, next.poses[object1]!) &&
    isSamePose(tree.poses[object2]!, next.poses[object2]!);
  return isSame ? description.bodies[b - 1] : undefined;
}
