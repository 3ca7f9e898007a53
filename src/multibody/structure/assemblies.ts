/**
 * Assemblies: parts that actions move. An assembly is an object with `assemblyRoot: true` and what is rigidly fixed to it. What
 * fixes the root to its parent, and what an action locked, can be taken apart again; all other rigid connections cannot.
 */

import { listNames, suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { ObjectGraph, RigidEdge } from "../graph/objectGraph.ts";
import { movesFreely } from "../joints/kinds/free.ts";

export interface Assembly {
  readonly root: number;
  readonly members: ReadonlySet<number>;
}

/** Made by an action, or the place of an assembly on its parent. */
function isBreakable({ objects }: ObjectGraph, { isLock, child, path }: RigidEdge): boolean {
  return isLock === true || (objects[child]!.isAssemblyRoot && path === objects[child]!.path);
}

/** Objects that are rigidly connected for good, not by actions. */
export function permanentGroup(graph: ObjectGraph, object: number): Set<number> {
  const members = new Set([object]);
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const edge of graph.rigid) {
      if (edge.isLockedJoint === true || isBreakable(graph, edge)) continue;
      if (members.has(edge.parent)) members.add(edge.child);
      else if (members.has(edge.child)) members.add(edge.parent);
    }
  }
  return members;
}

/** The assembly that a locking frame belongs to. */
export function assemblyOf(graph: ObjectGraph, frame: number, command: string, time: number): Assembly {
  const members = permanentGroup(graph, frame);
  const roots = [...members].filter((k) => graph.objects[k]!.isAssemblyRoot);
  if (roots.length === 1) return { root: roots[0]!, members };
  const path = graph.prefix + graph.objects[frame]!.path;
  if (roots.length > 1) {
    const names = roots.map((k) => graph.prefix + graph.objects[k]!.path);
    throw actionError("E-ACTION-ASSEMBLY", `"${path}" is part of ${roots.length} assemblies.`, graph, command, time, {
      path,
      because: `${listNames(names, 8)} are rigidly connected for good, so that none of them can be moved alone`,
      hint: "assemblyRoot: true for one of them, or a joint or an attach in place of the Fix between them",
    });
  }
  throw actionError("E-ACTION-ASSEMBLY", `"${path}" is not part of an assembly.`, graph, command, time, {
    path,
    because: "only what hangs on an object with assemblyRoot: true can be attached, released or deleted",
    hint: "assemblyRoot: true for the object that carries the frame",
  });
}

/** The connections that carry an assembly: locks and the place on its parent. */
export function carryingEdges(graph: ObjectGraph, { members }: Assembly): RigidEdge[] {
  return graph.rigid.filter((edge) => isBreakable(graph, edge) && members.has(edge.child) && !members.has(edge.parent));
}

/** Free joints that place an assembly. */
export function carryingJoints(graph: ObjectGraph, { members }: Assembly): ObjectGraph["joints"] {
  return graph.joints.filter(
    (joint) => movesFreely(joint) && members.has(joint.object2) && !members.has(joint.object1),
  );
}

/** Number of the object that a command names. */
export function objectNamed(graph: ObjectGraph, name: string, command: string, time: number): number {
  const index = graph.objects.findIndex(({ path }) => path === name);
  if (index < 0) {
    const known = graph.objects.filter(({ isGone }) => isGone !== true).map(({ path }) => path);
    throw actionError("E-ACTION-NAME", `The object "${name}" does not exist.`, graph, command, time, {
      path: name,
      hint: suggestName(name, known, `one of ${listNames(known, 8)}`),
    });
  }
  if (graph.objects[index]!.isGone !== true) return index;
  throw actionError("E-ACTION-GONE", `The object "${name}" was deleted before.`, graph, command, time, {
    path: name,
    hint: "nothing can be done with it any more",
  });
}

/** The frame that a command attaches, or to which it does. */
export function lockableFrame(graph: ObjectGraph, name: string, command: string, time: number): number {
  const frame = objectNamed(graph, name, command, time);
  return checkLockable(graph, frame, graph.objects[frame]!.isLockable, command, time);
}

/** What a command releases or deletes: a locking frame, or the root of an assembly. */
export function partNamed(graph: ObjectGraph, name: string, command: string, time: number): number {
  const object = objectNamed(graph, name, command, time);
  const { isLockable, isAssemblyRoot } = graph.objects[object]!;
  if (!isLockable && !isAssemblyRoot) assemblyOf(graph, object, command, time);
  return checkLockable(graph, object, isLockable || isAssemblyRoot, command, time);
}

function checkLockable(graph: ObjectGraph, frame: number, isOne: boolean, command: string, time: number): number {
  if (isOne) return frame;
  const name = graph.objects[frame]!.path;
  const lockable = graph.objects.filter(({ isLockable }) => isLockable).map(({ path }) => path);
  throw actionError("E-ACTION-LOCKABLE", `The object "${name}" is not a locking frame.`, graph, command, time, {
    path: graph.prefix + name,
    because: lockable.length === 0 ? "no object of the model is" : `locking frames are ${listNames(lockable, 8)}`,
    hint: "lockable: true for the object",
  });
}

/** Tells which objects can be reached from the world, over rigid connections and joints. */
export function reachable({ objects, rigid, joints, world }: ObjectGraph): (object: number) => boolean {
  const set = new Int32Array(objects.length);
  for (let k = 0; k < set.length; k++) set[k] = k;
  const find = (k: number): number => {
    let at = k;
    while (set[at] !== at) {
      set[at] = set[set[at]!]!;
      at = set[at]!;
    }
    return at;
  };
  for (const { parent, child } of rigid) set[find(parent)] = find(child);
  for (const { object1, object2 } of joints) set[find(object1)] = find(object2);
  return (object) => find(object) === find(world);
}

export function actionError(
  code: string,
  what: string,
  { prefix }: Pick<ObjectGraph, "prefix">,
  command: string,
  time: number,
  details: { readonly path?: string; readonly because?: string; readonly hint: string; readonly data?: object },
): RattlebackError {
  return new RattlebackError(code, what, {
    path: details.path ?? prefix.replace(/\.$/, ""),
    where: `${command} at t = ${time} s`,
    ...(details.because !== undefined && { because: details.because }),
    hint: details.hint,
    data: { time, command, ...details.data },
  });
}
