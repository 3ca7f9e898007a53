/**
 * Which hidden states depend on each other: those of one branch of the tree, of branches that share a loop, a force element or
 * possible contacts. Branches that hang on the world alone do not feel each other.
 */
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";

/** Groups of places in the hidden states. `coupled` are lists of bodies that act on each other. */
export function stateCouplings(
  dynamics: MechanismDynamics,
  first: number,
  coupled: readonly (readonly number[])[],
): number[][] {
  const { mechanism, groups, fixedPositions, fixedVelocities, positionCount } = dynamics;
  const root = Int32Array.from({ length: mechanism.count }, (_, b) => mechanism.branch[b]!);
  const find = (branch: number): number => {
    let at = branch;
    while (root[at] !== at) at = root[at]!;
    return at;
  };
  const join = (bodies: ArrayLike<number>): void => {
    let one = -1;
    for (let k = 0; k < bodies.length; k++) {
      if (bodies[k] === 0) continue;
      const branch = find(mechanism.branch[bodies[k]!]!);
      if (one < 0) one = branch;
      else if (branch !== one) root[branch] = one;
    }
  };
  for (const { bodies } of groups) join(bodies);
  for (const bodies of coupled) join(bodies);
  const places = new Map<number, number[]>();
  const add = (body: number, place: number): void => {
    const key = find(mechanism.branch[body]!);
    const list = places.get(key);
    if (list === undefined) places.set(key, [first + place]);
    else list.push(first + place);
  };
  const bodyOfPosition = new Int32Array(mechanism.nq);
  for (const b of mechanism.bodies) bodyOfPosition.fill(b, mechanism.qStart[b]!, mechanism.qStart[b + 1]!);
  fixedPositions.forEach((i, k) => add(bodyOfPosition[i]!, k));
  fixedVelocities.forEach((j, k) => add(mechanism.bodyOfVelocity[j]!, positionCount + k));
  // states on loops follow those of the tree, group by group
  const onLoops = positionCount - fixedPositions.length;
  if (onLoops > 0) {
    for (const { bodies } of groups.slice(1)) join([groups[0]!.bodies[0]!, bodies[0]!]);
    for (let k = 0; k < onLoops; k++) {
      add(groups[0]!.bodies[0]!, fixedPositions.length + k);
      add(groups[0]!.bodies[0]!, positionCount + fixedVelocities.length + k);
    }
  }
  const merged = new Map<number, number[]>();
  for (const [key, list] of places) {
    const own = merged.get(find(key));
    if (own === undefined) merged.set(find(key), list);
    else own.push(...list);
  }
  return [...merged.values()];
}
