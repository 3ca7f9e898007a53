/** Declares the results of a joint that are no states as outputs. */

import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import { stateNamesOf } from "./hiddenCoordinates.ts";

/** Place of the first output, and which of the results (counted by numbers) are stored from there on. */
export interface JointOutputPlaces {
  readonly place: number;
  readonly kept: readonly number[];
}

/** Full names and options of some results of a joint. */
interface NamedOutputs {
  readonly kept: readonly number[];
  readonly items: readonly {
    readonly name: string;
    readonly options: { readonly size?: number; readonly unit: string };
  }[];
}

/** All results, those beside the states of the tree, and those beside the states of the tree run through backwards. */
interface OutputsOfJoint {
  all?: NamedOutputs;
  forwards?: NamedOutputs;
  backwards?: NamedOutputs;
}

/** Joints stay the same objects over changes of structure. */
const known = new WeakMap<GraphJoint, OutputsOfJoint>();

function nameOutputs(joint: GraphJoint, states: readonly string[]): NamedOutputs {
  const kept: number[] = [];
  const items: NamedOutputs["items"][number][] = [];
  let at = 0;
  for (const { name: own, size, unit } of jointKinds[joint.kind].results) {
    const name = `${joint.name}.${own}`;
    const length = Math.max(1, size);
    if (!states.includes(name)) {
      items.push({ name, options: size > 0 ? { size, unit } : { unit } });
      for (let i = 0; i < length; i++) kept.push(at + i);
    }
    at += length;
  }
  return { kept, items };
}

/** `way`: how the tree runs through the joint when its coordinates are states. */
function outputsOf(joint: GraphJoint, way: "all" | "forwards" | "backwards"): NamedOutputs {
  let own = known.get(joint);
  if (own === undefined) {
    own = {};
    known.set(joint, own);
  }
  own[way] ??= nameOutputs(joint, way === "all" ? [] : stateNamesOf(joint, way === "backwards"));
  return own[way];
}

export function declareJointOutputs(
  joint: GraphJoint,
  way: "all" | "forwards" | "backwards",
  declare: SegmentDeclarations,
): JointOutputPlaces {
  const { kept, items } = outputsOf(joint, way);
  let place = -1;
  for (const { name, options } of items) {
    const { offset } = declare.output(name, options);
    if (place < 0) place = offset;
  }
  return { place, kept };
}
