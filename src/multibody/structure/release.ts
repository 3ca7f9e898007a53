/** Releasing, deleting and creating parts, and joints that are locked or cut. */
import type { CreateCommand } from "../../actions/commands.ts";
import type { GraphJoint, GraphObject, ObjectGraph, RigidEdge } from "../graph/objectGraph.ts";

import { type Assembly, actionError, carryingEdges, carryingJoints, permanentGroup, reachable } from "./assemblies.ts";
import { type GivenMotion, motionOfNumbers, objectMotion, relativePose } from "./carriedCoordinates.ts";
import type { Structure } from "./structure.ts";

/** A joint with six degrees of freedom; its start values come from the motion. */
function freeJoint(graph: ObjectGraph, object: number): GraphJoint {
  const { path } = graph.objects[object]!;
  return {
    path,
    name: path,
    kind: "free",
    object1: graph.world,
    object2: object,
    axis: [0, 0, 1],
    secondAxis: undefined,
    pitch: 0,
    hasFlange: false,
    canCollide: true,
    start: {
      position: [0, 0, 0, 0, 0, 0],
      velocity: [0, 0, 0, 0, 0, 0],
      isPositionFixed: [],
      isVelocityFixed: [],
    },
  };
}

/** The graph with a free joint to `object` where nothing else connects it with the world. */
export function setFree(graph: ObjectGraph, object: number): ObjectGraph {
  return reachable(graph)(object) ? graph : { ...graph, joints: [...graph.joints, freeJoint(graph, object)] };
}

export function releasedGraph(structure: Structure, assembly: Assembly, text: string, time: number): ObjectGraph {
  const { graph } = structure;
  const holding = new Set<RigidEdge>(carryingEdges(graph, assembly));
  if (holding.size === 0) {
    const path = graph.objects[assembly.root]!.path;
    throw actionError("E-ACTION-FREE", `"${path}" is not attached to anything.`, graph, text, time, {
      path: graph.prefix + path,
      because: "it moves freely, or only joints hold it",
      hint: "release what was attached before",
    });
  }
  return setFree({ ...graph, rigid: graph.rigid.filter((edge) => !holding.has(edge)) }, assembly.root);
}

/** The graph without the assembly: its objects stay where they are, without mass, contacts and looks. */
export function deletedGraph(structure: Structure, assembly: Assembly, text: string, time: number): ObjectGraph {
  const { graph } = structure;
  const { members, root } = assembly;
  const holding = new Set<RigidEdge>(carryingEdges(graph, assembly));
  const placing = new Set(carryingJoints(graph, assembly));
  const joints = graph.joints.filter((joint) => !placing.has(joint));
  const others = joints.find(({ object1, object2 }) => members.has(object1) || members.has(object2));
  const carried = graph.rigid.find(
    ({ parent, child, isLockedJoint }) =>
      members.has(parent) !== members.has(child) && (members.has(parent) || isLockedJoint === true),
  );
  if (others !== undefined || carried !== undefined) {
    const path = graph.objects[root]!.path;
    const joint = others?.path ?? (carried?.isLockedJoint === true ? carried.path.replace(/ locked$/, "") : undefined);
    throw actionError("E-ACTION-CARRIER", `"${path}" cannot be deleted.`, graph, text, time, {
      path: graph.prefix + path,
      because:
        joint === undefined
          ? `"${graph.objects[carried!.child]!.path}" is attached to it`
          : `the joint "${joint}" hangs on it`,
      hint: "release what it carries, cut its joints first",
    });
  }
  const objects = graph.objects.map(
    (object, k): GraphObject =>
      members.has(k)
        ? { ...object, mass: undefined, collision: undefined, isLockable: false, isAssemblyRoot: false, isGone: true }
        : object,
  );
  const pose = relativePose(objectMotion(structure, graph.world), objectMotion(structure, root));
  const place: RigidEdge = { parent: graph.world, child: root, pose, path: `${graph.objects[root]!.path} deleted` };
  return { ...graph, objects, joints, rigid: [...graph.rigid.filter((edge) => !holding.has(edge)), place] };
}

/** A copy of the assembly of the pattern under another name, with the given motion. */
export function createdGraph(
  structure: Structure,
  command: CreateCommand,
  pattern: number,
  takenNames: ReadonlySet<string>,
  text: string,
  time: number,
): { graph: ObjectGraph; given: Map<number, GivenMotion> } {
  const { graph } = structure;
  const { name } = command;
  const isTaken =
    takenNames.has(name) || graph.objects.some(({ path }) => path === name || path.startsWith(`${name}.`));
  if (!/^[A-Za-z_]\w*$/.test(name) || isTaken) {
    throw actionError("E-ACTION-NAME", `"${name}" cannot be the name of a new object.`, graph, text, time, {
      path: name,
      because: "it is taken, or is not a name",
      hint: "letters, digits and _, e.g. part3",
    });
  }
  const members = [...permanentGroup(graph, pattern)];
  if (members.includes(graph.world)) {
    throw actionError("E-ACTION-ASSEMBLY", `"${command.pattern}" cannot be copied.`, graph, text, time, {
      path: graph.prefix + command.pattern,
      because: "it is fixed to the world for good",
      hint: "a free object, or one with assemblyRoot: true",
    });
  }
  const first = graph.objects.length;
  const patternPath = graph.objects[pattern]!.path;
  const scope = patternPath.slice(0, patternPath.lastIndexOf(".") + 1);
  const rename = (k: number): string => {
    const { path } = graph.objects[k]!;
    return k === pattern ? name : `${name}.${path.startsWith(scope) ? path.slice(scope.length) : path}`;
  };
  const numbers = new Map(members.map((k, i) => [k, first + i]));
  const copies = members.map(
    (k): GraphObject => ({ ...graph.objects[k]!, path: rename(k), isAssemblyRoot: k === pattern }),
  );
  const inner = graph.rigid.filter(
    ({ parent, child, isLock }) => isLock !== true && numbers.has(parent) && numbers.has(child),
  );
  const edges = inner.map(
    (edge): RigidEdge => ({
      ...edge,
      parent: numbers.get(edge.parent)!,
      child: numbers.get(edge.child)!,
      path: rename(edge.child),
    }),
  );
  const objects = [...graph.objects, ...copies];
  const root = numbers.get(pattern)!;
  const changed = { ...graph, objects, rigid: [...graph.rigid, ...edges] };
  const here = objectMotion(structure, pattern);
  const placed = motionOfNumbers(
    command.translation ?? [...here.r],
    command.rotation ?? [0, 0, 0],
    command.velocity ?? [0, 0, 0],
    command.angularVelocity ?? [0, 0, 0],
  );
  const motion = command.rotation === undefined ? { ...placed, R: here.R } : placed;
  return {
    graph: { ...changed, joints: [...changed.joints, freeJoint(changed, root)] },
    given: new Map([[root, motion]]),
  };
}

/** The graph with a joint made rigid in its present position. */
export function lockedJointGraph(structure: Structure, joint: GraphJoint): ObjectGraph {
  const { graph } = structure;
  const pose = relativePose(objectMotion(structure, joint.object1), objectMotion(structure, joint.object2));
  const path = `${joint.path} locked`;
  const edge: RigidEdge = { parent: joint.object1, child: joint.object2, pose, path, isLockedJoint: true };
  return { ...graph, joints: graph.joints.filter((other) => other !== joint), rigid: [...graph.rigid, edge] };
}

export function unlockedJointGraph({ graph }: Structure, joint: GraphJoint): ObjectGraph {
  const path = `${joint.path} locked`;
  return { ...graph, joints: [...graph.joints, joint], rigid: graph.rigid.filter((edge) => edge.path !== path) };
}

/** The graph without a joint; what hung on it moves freely. */
export function cutJointGraph(graph: ObjectGraph, joint: GraphJoint): ObjectGraph {
  const changed = { ...graph, joints: graph.joints.filter((other) => other !== joint) };
  const isFound = reachable(changed);
  const lost = [joint.object2, joint.object1].find((object) => !isFound(object));
  if (lost === undefined) return changed;
  const root =
    [...permanentGroup(graph, lost)].find((object) => graph.objects[object]!.isAssemblyRoot) ?? outermost(graph, lost);
  return { ...changed, joints: [...changed.joints, freeJoint(changed, root)] };
}

/** The object that carries `object`, over parents of parents. */
function outermost(graph: ObjectGraph, object: number): number {
  let at = object;
  for (;;) {
    const edge = graph.rigid.find(({ child, path }) => child === at && path === graph.objects[at]!.path);
    if (edge === undefined) return at;
    at = edge.parent;
  }
}
