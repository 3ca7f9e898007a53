/** Which joints lie on closed loops: whichever of them are cut, it is the same ones. Rods between two objects close loops as well. */
import type { BodyTree } from "./spanningTree.ts";

/** Numbers of the joints. `objectsOf`: the two objects of a joint. `rods`: pairs of objects. */
export function jointsOnLoops(
  { bodies, bodyOf, cuts }: Pick<BodyTree, "bodies" | "bodyOf" | "cuts">,
  objectsOf: (joint: number) => readonly [number, number],
  rods: readonly (readonly [number, number])[],
): Set<number> {
  const found = new Set(cuts);
  const wayOut = (object: number): number[] => {
    const way: number[] = [];
    for (let b = bodyOf[object]!; b > 0; b = bodies[b]!.parent) way.push(bodies[b]!.joint);
    return way;
  };
  for (const [first, second] of [...cuts.map(objectsOf), ...rods]) {
    const [a, b] = [wayOut(first), wayOut(second)];
    for (const joint of a) if (!b.includes(joint)) found.add(joint);
    for (const joint of b) if (!a.includes(joint)) found.add(joint);
  }
  return found;
}
