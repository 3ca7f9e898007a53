/**
 * Bodies whose speeds answer together to an impulse on one of them.
 *
 *     single   one body that nothing holds
 *     tree     a branch of joints: the mechanism answers, with the inertia that drives add to joints of their own
 *     loops    branches that loops tie together, flanges of which have known efforts at most
 *     model    all that equations tie together: joints whose accelerations they relate, bodies on which their forces act, and masses on lines
 */
import type { LoopGroup } from "../../mechanics/loops/loopGroup.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { isSingle } from "../../mechanics/singleStates.ts";

export interface ImpulseUnit {
  readonly kind: "single" | "tree" | "loops" | "model";
  /** Parents before children. */
  readonly bodies: Int32Array;
  /** Place of its first speed in the order of the units, and how many it has. */
  readonly place: number;
  readonly count: number;
  readonly isSingle: boolean;
  /** Of its first speed among the hidden states of velocities, where it is single. */
  readonly state: number;
  /** Of loops. */
  readonly group: LoopGroup | undefined;
  /** The instant for which it was prepared. */
  instant: number;
}

/** The units of a mechanism, and the place of each speed of a joint in their order; `felt`: bodies that equations act on. */
export function impulseUnits(
  dynamics: MechanismDynamics,
  felt: Iterable<number>,
): { units: ImpulseUnit[]; placeOf: Int32Array } {
  const { mechanism, groups } = dynamics;
  const { branch, vStart, hasFlange } = mechanism;
  // by branch: its own number, all that equations tie together, or a group of loops
  const ofModel = mechanism.count;
  const unitOf = Int32Array.from(branch);
  const isModel = (b: number): void => {
    unitOf[branch[b]!] = ofModel;
  };
  for (const b of mechanism.bodies) if (hasFlange[b] === 1) isModel(b);
  for (const b of felt) if (b !== 0) isModel(b);
  groups.forEach((group, g) => {
    const isTied = group.observed.length > 0 || group.bodies.some((b) => unitOf[branch[b]!] === ofModel);
    for (const b of group.bodies) unitOf[branch[b]!] = isTied ? ofModel : ofModel + 1 + g;
  });
  const bodiesOf = new Map<number, number[]>();
  for (const b of mechanism.bodies) {
    const key = unitOf[branch[b]!]!;
    const list = bodiesOf.get(key);
    if (list === undefined) bodiesOf.set(key, [b]);
    else list.push(b);
  }
  const stateOf = new Int32Array(mechanism.nv).fill(-1);
  dynamics.fixedVelocities.forEach((j, k) => {
    stateOf[j] = k;
  });
  const placeOf = new Int32Array(mechanism.nv);
  let place = 0;
  const units = [...bodiesOf].map(([key, list]): ImpulseUnit => {
    const begin = place;
    for (const b of list) for (let j = vStart[b]!; j < vStart[b + 1]!; j++) placeOf[j] = place++;
    const isAlone = key < ofModel && list.length === 1 && isSingle(mechanism, list[0]!);
    return {
      kind: isAlone ? "single" : key < ofModel ? "tree" : key === ofModel ? "model" : "loops",
      bodies: Int32Array.from(list),
      place: begin,
      count: place - begin,
      isSingle: isAlone,
      state: stateOf[vStart[list[0]!]!]!,
      group: key > ofModel ? groups[key - ofModel - 1] : undefined,
      instant: 0,
    };
  });
  return { units, placeOf };
}
