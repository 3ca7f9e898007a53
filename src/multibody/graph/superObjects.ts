/**
 * Super-objects: groups of rigidly connected objects, found by a depth-first search over the rigid connections. Every group is
 * one body of the mechanism, with common mass, centre of mass and inertia.
 *
 * Source   [Neumayr2023] sec. 3.2.4
 *
 *     m = Σ m_k,    m·c = Σ m_k·c_k,    I_O = Σ R_k·I_k·R_kᵀ + m_k·(c_k·c_k·1 − c_k·c_kᵀ)      about the origin of the group
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { GraphObject, ObjectGraph } from "./objectGraph.ts";
import { compose, identityPose, invert, multiply, type Pose, rotate, transpose } from "./pose.ts";
import { selfJoint } from "./readGraph.ts";

export interface RigidGroups {
  /** Group of each object. */
  readonly groupOf: Int32Array;
  /** Objects of each group, in the order in which the search met them. */
  readonly members: readonly (readonly number[])[];
  /** Pose of each object in the frame of the first member of its group. */
  readonly poses: readonly Pose[];
}

interface Neighbour {
  readonly object: number;
  readonly pose: Pose;
  readonly edge: number;
}

/** Groups all objects; the first group is that of the world. */
export function findGroups(graph: ObjectGraph): RigidGroups {
  const { objects, rigid, world, prefix } = graph;
  checkParents(graph);
  const neighbours: Neighbour[][] = objects.map(() => []);
  rigid.forEach(({ parent, child, pose }, edge) => {
    neighbours[parent]!.push({ object: child, pose, edge });
    neighbours[child]!.push({ object: parent, pose: invert(pose), edge });
  });
  const groupOf = new Int32Array(objects.length).fill(-1);
  const poses: Pose[] = objects.map(() => identityPose);
  const members: number[][] = [];
  const isUsed = new Uint8Array(rigid.length);
  const collect = (root: number): void => {
    const group = members.length;
    const found: number[] = [];
    members.push(found);
    const stack = [root];
    groupOf[root] = group;
    while (stack.length > 0) {
      const object = stack.pop()!;
      found.push(object);
      for (const { object: next, pose, edge } of neighbours[object]!) {
        if (isUsed[edge] === 1) continue;
        isUsed[edge] = 1;
        if (groupOf[next] === group) throw selfJoint(prefix + rigid[edge]!.path, objects[next]!.path);
        groupOf[next] = group;
        poses[next] = compose(poses[object]!, pose);
        stack.push(next);
      }
    }
  };
  collect(world);
  for (let k = 0; k < objects.length; k++) if (groupOf[k] === -1) collect(k);
  return { groupOf, members, poses };
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
