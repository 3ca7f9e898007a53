/** Attaching assemblies: what must hold before, and the graph after. */

import type { AttachCommand, AttachLimits, FlipChainCommand } from "../../actions/commands.ts";
import * as elementary from "../../math/elementary.ts";
import { norm3 } from "../../math/vec3.ts";
import type { ObjectGraph, RigidEdge } from "../graph/objectGraph.ts";
import { multiply, transpose } from "../graph/pose.ts";
import {
  type Assembly,
  actionError,
  assemblyOf,
  carryingEdges,
  carryingJoints,
  lockableFrame,
  permanentGroup,
  reachable,
} from "./assemblies.ts";
import { objectMotion, relativePose } from "./carriedCoordinates.ts";
import { setFree } from "./release.ts";
import type { Structure } from "./structure.ts";

/** Limits that hold when a command gives none; the distance is the `gap` of the scene. */
export const defaultLimits = { angle: Number.POSITIVE_INFINITY, velocity: 0.05, angularVelocity: 0.1 } as const;

export interface Mismatch {
  readonly quantity: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
}

/** The first of distance, angle, velocity and angular velocity that is beyond its limit. */
export function findMismatch(
  structure: Structure,
  frame: number,
  to: number,
  limits: Required<AttachLimits>,
  withImpulse: boolean,
): Mismatch | undefined {
  const [a, b] = [objectMotion(structure, frame), objectMotion(structure, to)];
  const way = new Float64Array(3);
  const difference = (x: ArrayLike<number>, y: ArrayLike<number>): number => {
    for (let i = 0; i < 3; i++) way[i] = x[i]! - y[i]!;
    return norm3(way, 0);
  };
  const R = multiply(transpose(b.R), a.R);
  const sine = 0.5 * elementary.hypot(R[7]! - R[5]!, R[2]! - R[6]!, R[3]! - R[1]!);
  const angle = elementary.atan2(sine, 0.5 * (R[0]! + R[4]! + R[8]! - 1));
  const checks: Mismatch[] = [
    { quantity: "distance", value: difference(a.r, b.r), limit: limits.distance, unit: "m" },
    { quantity: "angle", value: angle, limit: limits.angle, unit: "rad" },
  ];
  if (!withImpulse) {
    checks.push(
      { quantity: "velocity", value: difference(a.v, b.v), limit: limits.velocity, unit: "m/s" },
      { quantity: "angularVelocity", value: difference(a.w, b.w), limit: limits.angularVelocity, unit: "rad/s" },
    );
  }
  return checks.find(({ value, limit }) => !(value <= limit));
}

/** What a command that attaches means in the present structure. */
export interface AttachPlan {
  readonly frame: number;
  readonly to: number;
  readonly assembly: Assembly;
}

export function planAttach(
  { graph }: Structure,
  command: AttachCommand | FlipChainCommand,
  text: string,
  time: number,
): AttachPlan {
  const frame = lockableFrame(graph, command.frame, text, time);
  const to = lockableFrame(graph, command.to, text, time);
  const assembly = assemblyOf(graph, frame, text, time);
  if (permanentGroup(graph, to).has(assembly.root)) {
    throw actionError("E-ACTION-SELF", "An assembly cannot be attached to itself.", graph, text, time, {
      path: graph.prefix + command.frame,
      because: `"${command.frame}" and "${command.to}" belong to the same part`,
      hint: "frames of two different parts",
    });
  }
  if (command.kind === "releaseAndAttach" && carryingEdges(graph, assembly).length === 0) {
    throw actionError("E-ACTION-FREE", `"${command.frame}" is not attached to anything.`, graph, text, time, {
      path: graph.prefix + command.frame,
      hint: "act.attach for an assembly that moves freely",
    });
  }
  return { frame, to, assembly };
}

/** The graph with the assembly on its new carrier, in its present place relative to it. */
export function attachedGraph(structure: Structure, plan: AttachPlan, text: string, time: number): ObjectGraph {
  const { graph } = structure;
  const { frame, to, assembly } = plan;
  const old = new Set<RigidEdge>(carryingEdges(graph, assembly));
  const free = new Set(carryingJoints(graph, assembly));
  const changed = locked(
    structure,
    {
      ...graph,
      rigid: graph.rigid.filter((edge) => !old.has(edge)),
      joints: graph.joints.filter((joint) => !free.has(joint)),
    },
    frame,
    to,
  );
  if (reachable(changed)(assembly.root)) return changed;
  throw actionError("E-ACTION-SELF", "The carrier hangs on the part that it is to carry.", graph, text, time, {
    path: graph.prefix + graph.objects[frame]!.path,
    because: `"${graph.objects[to]!.path}" is attached to "${graph.objects[assembly.root]!.path}"`,
    hint: "attach one of them to a third part first",
  });
}

function locked(structure: Structure, graph: ObjectGraph, frame: number, to: number): ObjectGraph {
  const pose = relativePose(objectMotion(structure, to), objectMotion(structure, frame));
  const path = `${graph.objects[frame]!.path} on ${graph.objects[to]!.path}`;
  return { ...graph, rigid: [...graph.rigid, { parent: to, child: frame, pose, path, isLock: true }] };
}

/** The chain held at its other end: the old end is set free, the new one locked. */
export function flippedGraph(
  structure: Structure,
  { frame, to, assembly }: AttachPlan,
  old: string,
  text: string,
  time: number,
): { readonly graph: ObjectGraph; readonly end: number } {
  const { graph } = structure;
  const end = assemblyOf(graph, lockableFrame(graph, old, text, time), text, time);
  const holding = carryingEdges(graph, end);
  if (holding.length === 0) {
    throw actionError("E-ACTION-FREE", `"${old}" is not attached to anything.`, graph, text, time, {
      path: graph.prefix + old,
      hint: "the third frame of flipChain is the end that holds the chain now",
    });
  }
  const gone = new Set<RigidEdge>([...holding, ...carryingEdges(graph, assembly)]);
  const loose = { ...graph, rigid: graph.rigid.filter((edge) => !gone.has(edge)) };
  if (!isConnected(loose, assembly.root, end.root)) {
    throw actionError("E-ACTION-CHAIN", "The two ends do not belong to one chain.", graph, text, time, {
      path: graph.prefix + graph.objects[frame]!.path,
      because: `no joints lead from "${graph.objects[frame]!.path}" to "${old}"`,
      hint: "two ends of the same chain; act.attach for a part that is not connected with the other",
    });
  }
  return { graph: setFree(locked(structure, loose, frame, to), end.root), end: end.root };
}

/** Whether joints and rigid connections lead from one object to the other, not over the world. */
function isConnected({ rigid, joints, world }: ObjectGraph, from: number, to: number): boolean {
  const found = new Set([from]);
  const pairs = [
    ...rigid.map(({ parent, child }) => [parent, child] as const),
    ...joints.map(({ object1, object2 }) => [object1, object2] as const),
  ].filter(([a, b]) => a !== world && b !== world);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [a, b] of pairs) {
      if (found.has(a)) found.add(b);
      else if (found.has(b)) found.add(a);
    }
  }
  return found.has(to);
}
