/**
 * Which joints carry the tree of bodies and which close loops, and in which direction the tree is run through.
 *
 * Joints are taken in the order of their rank: those with a flange first, then those with start values that must hold, then those
 * with few degrees of freedom, among these first the ones with a guess of where to start; a joint
 * between two groups that are connected already closes a loop. So the joints that are cut have many degrees of freedom and
 * few constraints, and coordinates that the equations know stay in the tree. From the world outwards, each further group
 * becomes a body whose frame is the object at which its joint arrives.
 */
import { listNames } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { GraphJoint, ObjectGraph } from "./objectGraph.ts";
import { compose, identityPose, invert, type Pose } from "./pose.ts";
import { selfJoint } from "./readGraph.ts";
import { type CommonMass, commonMass, findGroups, isSameList, type RigidGroups } from "./superObjects.ts";

/** A rigid body of the tree. */
export interface TreeBody {
  /** Object whose frame is the body frame. */
  readonly root: number;
  readonly members: readonly number[];
  readonly parent: number;
  /** Joint from the parent; −1 for the world. */
  readonly joint: number;
  /** true: the joint arrives at its object1. */
  readonly isReversed: boolean;
  readonly mass: CommonMass;
}

export interface BodyTree {
  /** Body 0 is the world; parents come before children. */
  readonly bodies: readonly TreeBody[];
  /** Body of each object and its pose in the body frame. */
  readonly bodyOf: Int32Array;
  readonly poses: readonly Pose[];
  /** Joints that close loops. */
  readonly cuts: readonly number[];
  readonly groups: RigidGroups;
  /** Pairs of bodies whose shapes never collide: neighbours at a joint with canCollide = false. */
  readonly excluded: readonly (readonly [number, number])[];
}

export interface PreviousTree {
  readonly graph: ObjectGraph;
  readonly tree: BodyTree;
}

const degreesOfFreedom: Readonly<Record<GraphJoint["kind"], number>> = {
  revolute: 1,
  prismatic: 1,
  screw: 1,
  cylindrical: 2,
  universal: 2,
  planar: 3,
  spherical: 3,
  free: 6,
};

/** `previous`: the structure before a change; what it has in common with the new one is taken from there. */
/** Values that must hold, and guesses, decide how a loop is closed: such joints are not cut if others can be. */
function rankOf({ hasFlange, kind, start }: GraphJoint): number {
  if (hasFlange) return 0;
  if (start.isPositionFixed.includes(true) || start.isVelocityFixed.includes(true)) return 1;
  return 2 * degreesOfFreedom[kind] + (start.position.some((x) => x !== 0) ? 0 : 1);
}

export function buildTree(graph: ObjectGraph, previous?: PreviousTree): BodyTree {
  const { objects, joints, prefix } = graph;
  const groups = findGroups(graph, previous?.tree.groups);
  const count = groups.members.length;
  const ranks: number[][] = Array.from({ length: 14 }, () => []);
  joints.forEach((joint, k) => {
    ranks[rankOf(joint)]!.push(k);
  });
  const set = Int32Array.from({ length: count }, (_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (set[at] !== at) {
      set[at] = set[set[at]!]!;
      at = set[at]!;
    }
    return at;
  };
  const edges: number[][] = Array.from({ length: count }, () => []);
  const cuts: number[] = [];
  for (const list of ranks) {
    for (const k of list) {
      const { object1, object2, path } = joints[k]!;
      const a = groups.groupOf[object1]!;
      const b = groups.groupOf[object2]!;
      if (a === b) throw selfJoint(prefix + path, objects[object2]!.path);
      if (find(a) === find(b)) cuts.push(k);
      else {
        set[find(a)] = find(b);
        edges[a]!.push(k);
        edges[b]!.push(k);
      }
    }
  }
  const bodies: TreeBody[] = [];
  const bodyOfGroup = new Int32Array(count).fill(-1);
  const poses = groups.poses.slice();
  const add = (group: number, root: number, parent: number, joint: number, isReversed: boolean): void => {
    const members = groups.members[group]!;
    bodyOfGroup[group] = bodies.length;
    const before = previous === undefined ? undefined : sameBody(previous, graph, groups, group, root);
    if (before !== undefined) {
      for (const k of members) poses[k] = previous!.tree.poses[k]!;
      bodies.push({ root, members, parent, joint, isReversed, mass: before.mass });
      return;
    }
    const toRoot = invert(groups.poses[root]!);
    for (const k of members) poses[k] = k === root ? identityPose : compose(toRoot, groups.poses[k]!);
    bodies.push({ root, members, parent, joint, isReversed, mass: commonMass(members, objects, (k) => poses[k]!) });
  };
  add(0, graph.world, -1, -1, false);
  const queue = [0];
  for (let next = 0; next < queue.length; next++) {
    const group = queue[next]!;
    for (const k of edges[group]!.sort((a, b) => a - b)) {
      const { object1, object2 } = joints[k]!;
      const isReversed = groups.groupOf[object2] === group;
      const arrival = isReversed ? object1 : object2;
      const other = groups.groupOf[arrival]!;
      if (bodyOfGroup[other] !== -1) continue;
      add(other, arrival, bodyOfGroup[group]!, k, isReversed);
      queue.push(other);
    }
  }
  const lost = groups.members.filter((_, group) => bodyOfGroup[group] === -1);
  if (lost.length > 0) throw notConnected(lost.map((members) => members.map((k) => prefix + objects[k]!.path)));
  const bodyOf = groups.groupOf.map((group) => bodyOfGroup[group]!);
  const excluded = joints
    .filter(({ canCollide }) => !canCollide)
    .map(({ object1, object2 }) => [bodyOf[object1]!, bodyOf[object2]!] as const);
  return { bodies, bodyOf, poses, cuts, groups, excluded };
}

/** The body of the previous tree with the same objects in the same places, seen from the same root. */
function sameBody(
  { graph: { objects }, tree }: PreviousTree,
  graph: ObjectGraph,
  { members, poses }: RigidGroups,
  group: number,
  root: number,
): TreeBody | undefined {
  const body = tree.bodies[tree.bodyOf[root] ?? -1];
  const own = members[group]!;
  if (body === undefined || body.root !== root || !isSameList(body.members, own)) return undefined;
  const isSame = own.every((k) => objects[k] === graph.objects[k] && poses[k] === tree.groups.poses[k]);
  return isSame ? body : undefined;
}

function notConnected(groups: readonly (readonly string[])[]): RattlebackError {
  const names = groups.map((members) => members[0]!);
  const what =
    names.length === 1
      ? `"${names[0]}" has no parent, no joint that leads to the world, and no Scene.`
      : `${names.length} objects or groups of objects are not connected with the world: ${listNames(names, 8)}.`;
  return new RattlebackError("E-OBJECT-ROOT", what, {
    path: names[0]!,
    because: "only the object with the Scene may be without parent",
    hint: 'parent: "world" (with fixedToParent: false for a free object), or a joint',
    data: { groups },
  });
}
