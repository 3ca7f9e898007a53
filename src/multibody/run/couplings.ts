/**
 * Which hidden states depend on each other: those of one branch of the tree, of branches that share a loop or a force element. Branches
 * that hang on the world alone do not feel each other. Where two bodies touch, the accelerations of either branch depend on the states of
 * the other: a tower is a chain of blocks, not one full matrix.
 */
import type { CouplingBlock } from "../../language/predefined.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";

/** Blocks of places in the hidden states. `coupled` are lists of bodies that act on each other, `touching` pairs of them. */
export function stateCouplings(
  dynamics: MechanismDynamics,
  first: number,
  coupled: readonly (readonly number[])[],
  touching: readonly (readonly number[])[],
): CouplingBlock[] {
  const { mechanism, groups, fixedPositions, fixedVelocities, positionCount, hiddenCount } = dynamics;
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
  if (groups.length > 0) {
    for (const { bodies } of groups.slice(1)) join([groups[0]!.bodies[0]!, bodies[0]!]);
    for (let k = fixedPositions.length; k < positionCount; k++) add(groups[0]!.bodies[0]!, k);
    for (let k = positionCount + fixedVelocities.length; k < hiddenCount; k++) add(groups[0]!.bodies[0]!, k);
  }
  const merged = new Map<number, number[]>();
  for (const [key, list] of places) {
    const own = merged.get(find(key));
    if (own === undefined) merged.set(find(key), list);
    else own.push(...list);
  }
  const blocks: CouplingBlock[] = [...merged.values()].map((group) => ({ rows: group, columns: group }));
  const firstVelocity = first + positionCount;
  const linked = new Set<number>();
  for (const [one, other] of touching) {
    if (one === 0 || other === 0) continue;
    const [a, b] = [find(mechanism.branch[one!]!), find(mechanism.branch[other!]!)];
    const key = Math.min(a, b) * mechanism.count + Math.max(a, b);
    if (a === b || linked.has(key)) continue;
    linked.add(key);
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const rows = (merged.get(to) ?? []).filter((place) => place >= firstVelocity);
      blocks.push({ rows, columns: merged.get(from) ?? [] });
    }
  }
  return blocks;
}
