/**
 * Where the coordinates of a mechanism are in a run, and the states with the names that users know.
 *
 *     joints outside loops   hidden states with the names of the coordinates
 *     joints with flange     variables of the equations
 *     joints on loops        hidden states loops.q and loops.qd are the independent ones, which may change at events; the
 *                            coordinates of all joints are outputs
 */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import { anchoredAt } from "../../mechanics/jointMotions.ts";
import { rememberedCount } from "../../mechanics/loops/loopMemory.ts";
import type { Mechanism } from "../../mechanics/mechanism.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { GraphJoint, ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { jointKinds } from "../joints/jointKinds.ts";

/** How q is found again in a stored row. */
export interface CoordinatePlaces {
  /** Place of the first hidden state. */
  readonly first: number;
  /** Per q: place in the hidden states from `first` on, or −1. */
  readonly state: Int32Array;
  /** Per q: number of the flange in the order of the model, or −1. */
  readonly flange: Int32Array;
  /**
   * Place of the first stored coordinate of loops among the outputs: q of loopPositions, then the anchors of anchoredBodies; what else the
   * loops remember, and last the number of the choice of independent coordinates.
   */
  readonly stored: number;
  readonly loopPositions: Int32Array;
  readonly anchoredBodies: Int32Array;
}

interface NamedState {
  readonly name: string;
  /** 0: a number. */
  readonly size: number;
  /** The same object in every segment; init is filled in before it is used. */
  readonly options: {
    init: number | Float64Array;
    readonly unit: string;
    readonly derivative: string;
    readonly isGuess: boolean;
  };
}

function namedState(prefix: string, name: string, unit: string, size: number, isGuess: boolean): NamedState {
  const init = size === 0 ? 0 : new Float64Array(size);
  return { name: prefix + name, size, options: { init, unit, derivative: `${prefix}der(${name})`, isGuess } };
}

/** By joint: positions and velocities forwards, then both backwards. Joints stay the same objects over changes of structure. */
const known = new WeakMap<GraphJoint, (readonly NamedState[] | undefined)[]>();

/** States of the joint of a body in the order of its q, or of its v. */
function statesOf(joint: GraphJoint, isReversed: boolean, isVelocity: boolean): readonly NamedState[] {
  let lists = known.get(joint);
  if (lists === undefined) {
    lists = [undefined, undefined, undefined, undefined];
    known.set(joint, lists);
  }
  const which = (isReversed ? 2 : 0) + (isVelocity ? 1 : 0);
  lists[which] ??= nameStates(joint, isReversed, isVelocity);
  return lists[which];
}

function nameStates(
  { kind, name, start }: GraphJoint,
  isReversed: boolean,
  isVelocity: boolean,
): readonly NamedState[] {
  const { states, backwards } = jointKinds[kind];
  const prefix = `${name}.${hasPlainStates(kind, isReversed) ? "" : "reverse_"}`;
  const isFixed = isVelocity ? start.isVelocityFixed : start.isPositionFixed;
  const named = (isVelocity ? states.velocity : states.position).map((own, k) =>
    namedState(prefix, own.name, own.unit, own.size, own.size === 0 && isFixed[k] !== true),
  );
  return isReversed ? named.map((_, i) => named[backwards.place(i)?.coordinate ?? i]!) : named;
}

/** Joints whose coordinates keep their meaning when the tree runs through them backwards. */
export function hasPlainStates(kind: GraphJoint["kind"], isReversed: boolean): boolean {
  return !isReversed || jointKinds[kind].backwards.keepsCoordinates;
}

/** Bodies whose joints have hidden states of their own. */
export function bodiesWithStates({ mechanism, fixedVelocities }: MechanismDynamics): number[] {
  const bodies: number[] = [];
  let last = -1;
  for (let k = 0; k < fixedVelocities.length; k++) {
    const b = mechanism.bodyOfVelocity[fixedVelocities[k]!]!;
    if (b !== last) bodies.push(b);
    last = b;
  }
  return bodies;
}

/** Names of the states of a joint in the tree. */
export function stateNamesOf(joint: GraphJoint, isReversed: boolean): string[] {
  return [...statesOf(joint, isReversed, false), ...statesOf(joint, isReversed, true)].map(({ name }) => name);
}

export function declareCoordinates(
  graph: ObjectGraph,
  tree: BodyTree,
  dynamics: MechanismDynamics,
  flangeOf: ReadonlyMap<string, number>,
  declare: SegmentDeclarations,
): CoordinatePlaces {
  const { mechanism } = dynamics;
  const x = new Float64Array(dynamics.hiddenCount);
  dynamics.writeHidden(x, 0);
  let first = -1;
  let at = 0;
  const add = ({ name, size, options }: NamedState): void => {
    const { init } = options;
    if (typeof init === "number") options.init = x[at]!;
    else for (let i = 0; i < size; i++) init[i] = x[at + i]!;
    const { offset } = declare.state(name, options);
    if (first < 0) first = offset;
    at += Math.max(1, size);
  };
  const hiddenBodies = bodiesWithStates(dynamics);
  const state = new Int32Array(mechanism.nq).fill(-1);
  for (const isVelocity of [false, true]) {
    for (const b of hiddenBodies) {
      const { joint, isReversed } = tree.bodies[b]!;
      const begin = at;
      for (const item of statesOf(graph.joints[joint]!, isReversed, isVelocity)) add(item);
      if (!isVelocity) for (let i = begin; i < at; i++) state[mechanism.qStart[b]! + i - begin] = i;
    }
    const onLoops = (isVelocity ? dynamics.hiddenCount : dynamics.positionCount) - at;
    if (onLoops > 0)
      add(namedState("loops.", isVelocity ? "qd" : "q", "1", onLoops, isFree(graph, tree, hiddenBodies)));
  }
  const flange = new Int32Array(mechanism.nq).fill(-1);
  for (const b of dynamics.outsideBodies) {
    const k = flangeOf.get(graph.joints[tree.bodies[b]!.joint]!.path);
    if (k !== undefined) flange[mechanism.qStart[b]!] = k;
  }
  const onLoop: number[] = [];
  for (let i = 0; i < state.length; i++) if (state[i]! < 0 && flange[i]! < 0) onLoop.push(i);
  const loopPositions = new Int32Array(onLoop);
  const anchoredBodies = mechanism.bodies.filter((b) => hasAnchor(mechanism, b));
  const remembered = dynamics.groups.length === 0 ? 0 : rememberedCount(dynamics.groups) + 1;
  const storedCount = loopPositions.length + 4 * anchoredBodies.length + remembered;
  const stored =
    storedCount === 0 ? -1 : declare.output("loops.coordinates", { size: storedCount, hideResult: true }).offset;
  return { first: Math.max(0, first), state, flange, stored, loopPositions, anchoredBodies };
}

/** No start value of a joint on a loop must hold. */
function isFree({ joints }: ObjectGraph, { bodies }: BodyTree, withStates: readonly number[]): boolean {
  const inTree = new Set(withStates.map((b) => bodies[b]!.joint));
  return joints.every(
    ({ hasFlange, start }, k) =>
      hasFlange || inTree.has(k) || ![...start.isPositionFixed, ...start.isVelocityFixed].includes(true),
  );
}

export function hasAnchor({ code }: Mechanism, b: number): boolean {
  return anchoredAt[code[b]!]! >= 0;
}
