/** One command of an action program on the present structure: checks, the next structure, and a report of what it changed. */

import { commandText, type JointCommand, type StructuralCommand } from "../../actions/commands.ts";
import { suggestName } from "../../errors/nearestName.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import { movesFreely } from "../joints/kinds/free.ts";
import { presentCoordinates } from "../run/jointState.ts";
import { actionError, assemblyOf, objectNamed, partNamed } from "./assemblies.ts";
import { attachedGraph, defaultLimits, findMismatch, flippedGraph, type Mismatch, planAttach } from "./attach.ts";
import { observedCoordinates } from "./carriedCoordinates.ts";
import type { ChangeOfStructure } from "./changeStructure.ts";
import {
  createdGraph,
  cutJointGraph,
  deletedGraph,
  lockedJointGraph,
  releasedGraph,
  unlockedJointGraph,
} from "./release.ts";
import type { Structure } from "./structure.ts";

/** Joints that actions locked, with their coordinates, by path. */
export type LockedJoints = Map<string, { readonly joint: GraphJoint; readonly q: readonly number[] }>;

export interface CommandContext {
  readonly structure: Structure;
  readonly time: number;
  /** Largest distance of locking frames, m. */
  readonly gap: number;
  readonly locked: LockedJoints;
  /** Names of the model that new objects cannot have. */
  readonly takenNames: ReadonlySet<string>;
}

export type Performed =
  /** With the paths of the assemblies or joints that it concerns. */
  | { readonly change: ChangeOfStructure; readonly parts: readonly string[] }
  /** Refused with a warning. */
  | { readonly mismatch: Mismatch };

type GraphCommand = Exclude<StructuralCommand, { readonly kind: "enableContactDetection" }>;

/** What a command makes of the structure; errors when its conditions do not hold. */
export function performCommand(command: GraphCommand, context: CommandContext): Performed {
  const { structure, time, gap, takenNames } = context;
  const { graph } = structure;
  const text = commandText(command);
  const pathOf = (object: number): string => graph.objects[object]!.path;
  switch (command.kind) {
    case "attach":
    case "releaseAndAttach":
    case "flipChain": {
      const plan = planAttach(structure, command, text, time);
      const withImpulse = command.withImpulse === true;
      const limits = { distance: gap, ...defaultLimits, ...command.limits };
      const mismatch = findMismatch(structure, plan.frame, plan.to, limits, withImpulse);
      if (mismatch !== undefined && command.onMismatch === "warn") return { mismatch };
      if (mismatch !== undefined) throw mismatchError(structure, command.frame, command.to, mismatch, text, time);
      const parts = [pathOf(plan.assembly.root)];
      if (command.kind !== "flipChain")
        return { change: { graph: attachedGraph(structure, plan, text, time), withImpulse }, parts };
      const { graph: flipped, end } = flippedGraph(structure, plan, command.old, text, time);
      return { change: { graph: flipped, withImpulse }, parts: [...parts, pathOf(end)] };
    }
    case "release":
    case "delete": {
      const frame = partNamed(graph, command.frame, text, time);
      const assembly = assemblyOf(graph, frame, text, time);
      const make = command.kind === "release" ? releasedGraph : deletedGraph;
      return { change: { graph: make(structure, assembly, text, time) }, parts: [pathOf(assembly.root)] };
    }
    case "create": {
      const pattern = objectNamed(graph, command.pattern, text, time);
      const change = createdGraph(structure, command, pattern, takenNames, text, time);
      return { change, parts: [command.name] };
    }
    default:
      return { change: changeJoint(command, context, text), parts: [command.joint] };
  }
}

function changeJoint(command: JointCommand, context: CommandContext, text: string): ChangeOfStructure {
  const { structure, locked, time } = context;
  const { graph, tree, dynamics } = structure;
  if (command.kind === "unlock") {
    const found = locked.get(command.joint);
    if (found === undefined) {
      throw actionError("E-ACTION-JOINT", `The joint "${command.joint}" is not locked.`, graph, text, time, {
        path: graph.prefix + command.joint,
        hint: suggestName(command.joint, locked.keys(), "lock it before"),
      });
    }
    locked.delete(command.joint);
    if (found.joint.hasFlange) return { graph };
    return { graph: unlockedJointGraph(structure, found.joint), restored: new Map([[command.joint, found.q]]) };
  }
  const held = locked.get(command.joint);
  if (command.kind === "cut" && held !== undefined) {
    locked.delete(command.joint);
    const movable = held.joint.hasFlange ? graph : unlockedJointGraph(structure, held.joint);
    return { graph: cutJointGraph(movable, held.joint) };
  }
  const joint = jointNamed(context, command, text);
  if (command.kind === "cut" && movesFreely(joint) && joint.object1 === graph.world) {
    throw actionError(
      "E-ACTION-JOINT",
      `"${command.joint}" moves freely, and has no joint to cut.`,
      graph,
      text,
      time,
      {
        path: graph.prefix + command.joint,
        hint: "act.delete takes it out of the model",
      },
    );
  }
  if (command.kind === "cut") return { graph: cutJointGraph(graph, joint) };
  const body = tree.bodies.findIndex(({ joint: k }) => graph.joints[k] === joint);
  const { backwards } = jointKinds[joint.kind];
  // a joint with one coordinate, or run through forwards
  const isPlain = body > 0 && (!tree.bodies[body]!.isReversed || backwards.place(0)?.coordinate === 0);
  const coordinates = isPlain ? presentCoordinates(dynamics, body) : observedCoordinates(structure, joint);
  const speed = Math.max(0, ...coordinates.v.map(Math.abs));
  if (command.withImpulse !== true && speed > defaultLimits.velocity) {
    const mismatch = { quantity: "velocity", value: speed, limit: defaultLimits.velocity, unit: "rad/s or m/s" };
    throw mismatchError(structure, graph.objects[joint.object1]!.path, joint.path, mismatch, text, time);
  }
  locked.set(joint.path, { joint, q: coordinates.q });
  // its coordinate stays a variable of the equations, which get a mode
  if (joint.hasFlange) return { graph, ...(command.withImpulse === true && { stopped: joint.path }) };
  return { graph: lockedJointGraph(structure, joint), withImpulse: command.withImpulse === true };
}

function jointNamed({ structure, locked, time }: CommandContext, command: JointCommand, text: string): GraphJoint {
  const { graph } = structure;
  const { joint: name, kind } = command;
  const joint = graph.joints.find(({ path }) => path === name);
  const fail = (what: string, because: string | undefined, hint: string): Error =>
    actionError("E-ACTION-JOINT", what, graph, text, time, {
      path: graph.prefix + name,
      ...(because !== undefined && { because }),
      hint,
    });
  if (locked.has(name)) throw fail(`The joint "${name}" is locked already.`, undefined, "unlock it first");
  if (joint === undefined) {
    const names = graph.joints.map(({ path }) => path);
    throw fail(`The joint "${name}" does not exist.`, undefined, suggestName(name, names, "the name of a joint"));
  }
  if (joint.hasFlange && kind === "lock" && joint.isLockable !== true) {
    throw fail(
      `The joint "${name}" has a flange and is not lockable.`,
      "its angle is a variable of the equations, and they have no mode for that",
      "lockable: true for the joint; or a Clutch or Brake of the 1-D library on its flange",
    );
  }
  return joint;
}

function mismatchError(structure: Structure, a: string, b: string, mismatch: Mismatch, text: string, time: number) {
  const { quantity, value, limit, unit } = mismatch;
  const isMotion = quantity === "velocity" || quantity === "angularVelocity";
  return actionError("E-ACTION-MISMATCH", `"${a}" and "${b}" do not fit together.`, structure.graph, text, time, {
    path: structure.graph.prefix + a,
    because: `their ${quantity} is ${value.toPrecision(4)} ${unit}, allowed are ${limit.toPrecision(4)} ${unit}`,
    hint: isMotion
      ? "come to rest first, raise limits, or withImpulse: true to join them in motion"
      : "bring them together first, or raise limits (distance: the gap of the Scene by default)",
    data: { ...mismatch },
  });
}
