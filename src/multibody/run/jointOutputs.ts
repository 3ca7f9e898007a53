/** Declares the results of a joint that are no states as outputs. */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import { resultsOf } from "./jointResults.ts";

/** Place of the first output, and which of the results (counted by numbers) are stored from there on. */
export interface JointOutputPlaces {
  readonly place: number;
  readonly kept: readonly number[];
}

export function declareJointOutputs(
  { name, kind }: Pick<GraphJoint, "name" | "kind">,
  stateNames: ReadonlySet<string>,
  declare: SegmentDeclarations,
): JointOutputPlaces {
  let place = -1;
  const kept: number[] = [];
  let at = 0;
  for (const { name: own, size, unit } of resultsOf({ kind })) {
    const length = Math.max(1, size);
    if (!stateNames.has(`${name}.${own}`)) {
      const { offset } = declare.output(`${name}.${own}`, { ...(size > 0 && { size }), unit });
      if (place < 0) place = offset;
      for (let i = 0; i < length; i++) kept.push(at + i);
    }
    at += length;
  }
  return { place, kept };
}
