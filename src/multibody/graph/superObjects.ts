/**
 * Super-objects: groups of rigidly connected objects, found by a depth-first search over the rigid connections. Every group is
 * one body of the mechanism, with common mass, centre of mass and inertia.
 *
 * Source   [Neumayr2024] sec. 3.2.4
 *
 *     m = Σ m_k,    m·c = Σ m_k·c_k,    I_O = Σ R_k·I_k·R_kᵀ + m_k·(c_k·c_k·1 − c_k·c_kᵀ)      about the origin of the group
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { GraphObject, ObjectGraph, RigidEdge } from "./objectGraph.ts";
import { selfJoint } from "./objectGraph.ts";
import { compose, identityPose, invert, multiply, type Pose, rotate, transpose } from "./pose.ts";

export interface RigidGroups {
  /** Group of each object. */
  readonly groupOf: Int32Array;
  /** Objects of each group, in the order in which the search met them. */
  readonly members: readonly (readonly number[])[];
  /** Rigid connections within each group, in the same order. */
  readonly edges: readonly (readonly RigidEdge[])[];
  /** Pose of each object in the frame of the first member of its group. */
  readonly poses: readonly Pose[];
}

/** Groups all objects; the first group is that of the world. Poses of groups that `previous` has as well are taken from there. */
export function findGroups(graph: ObjectGraph, previous?: RigidGroups): RigidGroups {
  const { objects, rigid, world, prefix } = graph;
  // what an action changes cannot make a cycle of parents
  if (previous === undefined) checkParents(graph);
  const { start, list } = edgesOfObjects(graph);
  const groupOf = new Int32Array(objects.length).fill(-1);
  const poses: Pose[] = objects.map(() => identityPose);
  const members: (readonly number[])[] = [];
  const edges: (readonly RigidEdge[])[] = [];
  const isUsed = new Uint8Array(rigid.length);
  // of the present group: objects in the order of the search, numbers of its edges, the object from which each edge is reached
  const found = new Int32Array(objects.length);
  const used = new Int32Array(rigid.length);
  const from = new Int32Array(rigid.length);
  const stack = new Int32Array(objects.length);
  const collect = (root: number): void => {
    const group = members.length;
    let [foundCount, usedCount, height] = [0, 0, 1];
    stack[0] = root;
    groupOf[root] = group;
    while (height > 0) {
      const object = stack[--height]!;
      found[foundCount++] = object;
      for (let k = start[object]!; k < start[object + 1]!; k++) {
        const number = list[k]!;
        if (isUsed[number] === 1) continue;
        isUsed[number] = 1;
        const edge = rigid[number]!;
        const next = edge.parent === object ? edge.child : edge.parent;
        if (groupOf[next] === group) {
          if (previous === undefined) throw selfJoint(prefix + edge.path, objects[next]!.path);
          continue; // two actions hold the same part
        }
        groupOf[next] = group;
        used[usedCount] = number;
        from[usedCount++] = object;
        stack[height++] = next;
      }
    }
    const before = previous?.groupOf[root] ?? -1;
    if (before >= 0 && isGroup(previous!, before, rigid, found, foundCount, used, usedCount)) {
      const own = previous!.members[before]!;
      members.push(own);
      edges.push(previous!.edges[before]!);
      for (let k = 0; k < own.length; k++) poses[own[k]!] = previous!.poses[own[k]!]!;
      return;
    }
    members.push(Array.from(found.subarray(0, foundCount)));
    edges.push(Array.from(used.subarray(0, usedCount), (number) => rigid[number]!));
    for (let k = 0; k < usedCount; k++) {
      const { parent, child, pose } = rigid[used[k]!]!;
      if (parent === from[k]) poses[child] = compose(poses[parent]!, pose);
      else poses[parent] = compose(poses[child]!, invert(pose));
    }
  };
  collect(world);
  for (let k = 0; k < objects.length; k++) if (groupOf[k] === -1) collect(k);
  return { groupOf, members, edges, poses };
}

/** Numbers of the rigid connections of each object: list[start[k]] … list[start[k + 1] − 1]. */
function edgesOfObjects({ objects, rigid }: ObjectGraph): { start: Int32Array; list: Int32Array } {
  const start = new Int32Array(objects.length + 1);
  for (const { parent, child } of rigid) {
    start[parent + 1]!++;
    start[child + 1]!++;
  }
  for (let k = 0; k < objects.length; k++) start[k + 1]! += start[k]!;
  const list = new Int32Array(2 * rigid.length);
  const at = start.slice();
  rigid.forEach(({ parent, child }, edge) => {
    list[at[parent]!++] = edge;
    list[at[child]!++] = edge;
  });
  return { start, list };
}

/** Whether a group has the given objects and rigid connections, in the same order. */
function isGroup(
  groups: RigidGroups,
  group: number,
  rigid: readonly RigidEdge[],
  found: Int32Array,
  foundCount: number,
  used: Int32Array,
  usedCount: number,
): boolean {
  const members = groups.members[group]!;
  const edges = groups.edges[group]!;
  if (members.length !== foundCount || edges.length !== usedCount) return false;
  for (let k = 0; k < foundCount; k++) if (members[k] !== found[k]) return false;
  for (let k = 0; k < usedCount; k++) if (edges[k] !== rigid[used[k]!]) return false;
  return true;
}

/** Whether two lists have the same elements in the same order. */
export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** Parents must not form a cycle; joints may. */
function checkParents({ objects, rigid, joints, prefix }: ObjectGraph): void {
  const parentOf = new Int32Array(objects.length).fill(-1);
  for (const { parent, child, path } of rigid) if (path === objects[child]!.path) parentOf[child] = parent;
  for (const { object1, object2, path } of joints) if (path === objects[object2]!.path) parentOf[object2] = object1;
  const state = new Uint8Array(objects.length);
  for (let k = 0; k < objects.length; k++) {
    const way: number[] = [];
    let at = k;
    while (at !== -1 && state[at] === 0) {
      state[at] = 1;
      way.push(at);
      at = parentOf[at]!;
    }
    if (at !== -1 && state[at] === 1) {
      const cycle = way.slice(way.indexOf(at)).map((i) => prefix + objects[i]!.path);
      throw new RattlebackError("E-OBJECT-CYCLE", `The parents of ${cycle.length} objects form a cycle.`, {
        path: cycle[0]!,
        because: `${[...cycle, cycle[0]].join(" → ")}`,
        hint: "parents must lead to the world; connect objects in a loop by joints",
        data: { cycle },
      });
    }
    for (const i of way) state[i] = 2;
  }
}

export interface CommonMass {
  readonly mass: number;
  readonly centre: Float64Array;
  /** About the centre: Ixx, Ixy, Ixz, Iyy, Iyz, Izz, along the axes of the body frame. */
  readonly inertia: Float64Array;
}

/** Mass of a group in a frame in which its objects have the given poses. */
export function commonMass(
  members: readonly number[],
  objects: readonly GraphObject[],
  poseOf: (object: number) => Pose,
): CommonMass {
  let mass = 0;
  const moment = new Float64Array(3);
  const parts: { mass: number; centre: Float64Array; I: Float64Array }[] = [];
  for (const k of members) {
    const own = objects[k]!.mass;
    if (own === undefined) continue;
    const { r, R } = poseOf(k);
    const centre = rotate(R, own.centre);
    for (let i = 0; i < 3; i++) {
      centre[i]! += r[i]!;
      moment[i]! += own.mass * centre[i]!;
    }
    const [xx, xy, xz, yy, yz, zz] = own.inertia as [number, number, number, number, number, number];
    const I = multiply(multiply(R, Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz)), transpose(R));
    mass += own.mass;
    parts.push({ mass: own.mass, centre, I });
  }
  const centre = Float64Array.from(moment, (x) => (mass > 0 ? x / mass : 0));
  const inertia = new Float64Array(6);
  for (const part of parts) {
    const [x, y, z] = Array.from(part.centre, (value, i) => value - centre[i]!) as [number, number, number];
    const { I, mass: m } = part;
    inertia[0]! += I[0]! + m * (y * y + z * z);
    inertia[1]! += I[1]! - m * x * y;
    inertia[2]! += I[2]! - m * x * z;
    inertia[3]! += I[4]! + m * (x * x + z * z);
    inertia[4]! += I[5]! - m * y * z;
    inertia[5]! += I[8]! + m * (x * x + y * y);
  }
  return { mass, centre, inertia };
}
