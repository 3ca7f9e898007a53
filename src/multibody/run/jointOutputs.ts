/** Declares the results of a joint that are no states as outputs. */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import { resultsOf } from "./jointResults.ts";

/** Place of the first output, and which of the results (counted by numbers) are stored from there on. */
export interface JointOutputPlaces {
  readonly place: number;
  readonly kept: readonly number[];
}

/** Full names and options of the results of a joint. */
interface NamedOutput {
  readonly name: string;
  readonly length: number;
  readonly options: { readonly size?: number; readonly unit: string };
}

/** Joints stay the same objects over changes of structure. */
const known = new WeakMap<object, readonly NamedOutput[]>();

function outputsOf(joint: Pick<GraphJoint, "name" | "kind">): readonly NamedOutput[] {
  let outputs = known.get(joint);
  if (outputs === undefined) {
    outputs = resultsOf(joint).map(({ name, size, unit }) => ({
      name: `${joint.name}.${name}`,
      length: Math.max(1, size),
      options: size > 0 ? { size, unit } : { unit },
    }));
    known.set(joint, outputs);
  }
  return outputs;
}

export function declareJointOutputs(
  joint: Pick<GraphJoint, "name" | "kind">,
  stateNames: ReadonlySet<string>,
  declare: SegmentDeclarations,
): JointOutputPlaces {
  let place = -1;
  const kept: number[] = [];
  let at = 0;
  for (const { name, length, options } of outputsOf(joint)) {
    if (!stateNames.has(name)) {
      const { offset } = declare.output(name, options);
      if (place < 0) place = offset;
      for (let i = 0; i < length; i++) kept.push(at + i);
    }
    at += length;
  }
  return { place, kept };
}
