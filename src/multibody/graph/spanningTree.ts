/**
 * Which joints carry the tree of bodies and which close loops, and in which direction the tree is run through.
 *
 * Joints are taken in the order of their rank: those whose coordinates are outside or coupled first, then those with start values that hold, then those
 * with few degrees of freedom, among these first the ones with a guess of where to start; a joint
 * between two groups that are connected already closes a loop. So the joints that are cut have many degrees of freedom and
 * few constraints, and coordinates that the equations know stay in the tree. From the world outwards, each further group
 * becomes a body whose frame is the object at which its joint arrives. A joint within one body idles: a door that is latched.
 */
import { listNames } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { degreesOfFreedom } from "../joints/jointKinds.ts";
import type { GraphJoint, ObjectGraph } from "./objectGraph.ts";
import { selfJoint } from "./objectGraph.ts";
import { compose, identityPose, invert, type Pose } from "./pose.ts";
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
  /** Rank of each joint. */
  readonly ranks: Uint8Array;
  /** Pairs of bodies whose shapes never collide: neighbours at a joint with canCollide = false. */
  readonly excluded: readonly (readonly [number, number])[];
}

export interface PreviousTree {
  readonly graph: ObjectGraph;
  readonly tree: BodyTree;
}

/** Values that must hold, and guesses, decide how a loop is closed: such joints are not cut if others can be. */
function rankOf({ hasFlange, role, isCoupled, kind, start }: GraphJoint): number {
  const isOutside = hasFlange && role !== "observed" && role !== "measured";
  if (isOutside || isCoupled === true) return 0;
  if (start.isPositionFixed.includes(true) || start.isVelocityFixed.includes(true)) return 1;
  if (start.isPositionPreferred?.includes(true) || start.isVelocityPreferred?.includes(true)) return 1;
  return 2 * degreesOfFreedom(kind) + (start.position.some((x) => x !== 0) ? 0 : 1);
}

const rankCount = 14;

/** Ranks of all joints; those of joints that `previous` has at the same place are taken from there. */
function ranksOf({ joints }: ObjectGraph, previous: PreviousTree | undefined): Uint8Array {
  const ranks = new Uint8Array(joints.length);
  for (let k = 0; k < joints.length; k++) {
    const joint = joints[k]!;
    ranks[k] = previous?.graph.joints[k] === joint ? previous.tree.ranks[k]! : rankOf(joint);
  }
  return ranks;
}

/** Numbers of the joints by rank, those of the same rank in their order. */
function byRank(ranks: Uint8Array): Int32Array {
  const next = new Int32Array(rankCount + 1);
  for (let k = 0; k < ranks.length; k++) next[ranks[k]! + 1]!++;
  for (let rank = 0; rank < rankCount; rank++) next[rank + 1]! += next[rank]!;
  const sorted = new Int32Array(ranks.length);
  for (let k = 0; k < ranks.length; k++) sorted[next[ranks[k]!]!++] = k;
  return sorted;
}

/** `previous`: the structure before a change; what it has in common with the new one is taken from there. */
export function buildTree(graph: ObjectGraph, previous?: PreviousTree): BodyTree {
  const { objects, joints, prefix } = graph;
  const groups = findGroups(graph, previous?.tree.groups);
  const count = groups.members.length;
  const ranks = ranksOf(graph, previous);
  const set = new Int32Array(count);
  for (let i = 0; i < count; i++) set[i] = i;
  const find = (i: number): number => {
    let at = i;
    while (set[at] !== at) {
      set[at] = set[set[at]!]!;
      at = set[at]!;
    }
    return at;
  };
  const isInTree = new Uint8Array(joints.length);
  const cuts: number[] = [];
  const sorted = byRank(ranks);
  for (let i = 0; i < sorted.length; i++) {
    const k = sorted[i]!;
    const { object1, object2, path } = joints[k]!;
    const a = groups.groupOf[object1]!;
    const b = groups.groupOf[object2]!;
    if (a === b) {
      if (previous === undefined) throw selfJoint(prefix + path, objects[object2]!.path);
      continue; // a change made its two sides one body
    }
    if (find(a) === find(b)) cuts.push(k);
    else {
      set[find(a)] = find(b);
      isInTree[k] = 1;
    }
  }
  const { start, list } = jointsOfGroups(graph, groups, isInTree);
  const bodies: TreeBody[] = [];
  const bodyOfGroup = new Int32Array(count).fill(-1);
  const poses = groups.poses.slice();
  const add = (group: number, root: number, parent: number, joint: number, isReversed: boolean): void => {
    const members = groups.members[group]!;
    bodyOfGroup[group] = bodies.length;
    const before = previous === undefined ? undefined : sameBody(previous, graph, groups, group, root);
    if (before !== undefined) {
      for (let i = 0; i < members.length; i++) poses[members[i]!] = previous!.tree.poses[members[i]!]!;
      const isSame = before.parent === parent && before.joint === joint && before.isReversed === isReversed;
      bodies.push(isSame ? before : { root, members, parent, joint, isReversed, mass: before.mass });
      return;
    }
    const toRoot = invert(groups.poses[root]!);
    for (const k of members) poses[k] = k === root ? identityPose : compose(toRoot, groups.poses[k]!);
    bodies.push({ root, members, parent, joint, isReversed, mass: commonMass(members, objects, (k) => poses[k]!) });
  };
  add(0, graph.world, -1, -1, false);
  const queue = new Int32Array(count);
  for (let next = 0; next < bodies.length; next++) {
    const group = queue[next]!;
    for (let i = start[group]!; i < start[group + 1]!; i++) {
      const k = list[i]!;
      const { object1, object2 } = joints[k]!;
      const isReversed = groups.groupOf[object2] === group;
      const arrival = isReversed ? object1 : object2;
      const other = groups.groupOf[arrival]!;
      if (bodyOfGroup[other] !== -1) continue;
      queue[bodies.length] = other;
      add(other, arrival, bodyOfGroup[group]!, k, isReversed);
    }
  }
  if (bodies.length < count) {
    const lost = groups.members.filter((_, group) => bodyOfGroup[group] === -1);
    throw notConnected(lost.map((members) => members.map((k) => prefix + objects[k]!.path)));
  }
  const bodyOf = new Int32Array(objects.length);
  for (let k = 0; k < objects.length; k++) bodyOf[k] = bodyOfGroup[groups.groupOf[k]!]!;
  const excluded: (readonly [number, number])[] = [];
  for (let k = 0; k < joints.length; k++) {
    const { canCollide, object1, object2 } = joints[k]!;
    if (!canCollide) excluded.push([bodyOf[object1]!, bodyOf[object2]!]);
  }
  return { bodies, bodyOf, poses, cuts, groups, ranks, excluded };
}

/** Numbers of the joints of each group that carry the tree, ascending: list[start[g]] … list[start[g + 1] − 1]. */
function jointsOfGroups(
  { joints }: ObjectGraph,
  { groupOf, members }: RigidGroups,
  isInTree: Uint8Array,
): { start: Int32Array; list: Int32Array } {
  const start = new Int32Array(members.length + 1);
  for (let k = 0; k < joints.length; k++) {
    if (isInTree[k] === 0) continue;
    start[groupOf[joints[k]!.object1]! + 1]!++;
    start[groupOf[joints[k]!.object2]! + 1]!++;
  }
  for (let g = 0; g < members.length; g++) start[g + 1]! += start[g]!;
  const list = new Int32Array(start[members.length]!);
  const at = start.slice();
  for (let k = 0; k < joints.length; k++) {
    if (isInTree[k] === 0) continue;
    list[at[groupOf[joints[k]!.object1]!]!++] = k;
    list[at[groupOf[joints[k]!.object2]!]!++] = k;
  }
  return { start, list };
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
  for (let i = 0; i < own.length; i++) {
    const k = own[i]!;
    if (objects[k] !== graph.objects[k] || poses[k] !== tree.groups.poses[k]) return undefined;
  }
  return body;
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
