/** The part of a mechanism that moves when one of its objects is pulled: the joints that carry it, and all on loops and couplings with them. */
import { loopsOf } from "../../../src/scene/jointScrews.ts";
import type { Scene3D } from "../../../src/scene/scene3d.ts";
import { type LoopRow, rowsOfCut, rowsOfRods } from "./loopRows.ts";

export interface MovableTree {
  /** Numbers of the joints, those that carry come first. */
  readonly joints: readonly number[];
  readonly rows: readonly LoopRow[];
  /** Numbers of joints that close loops. */
  readonly cuts: readonly number[];
  readonly couplings: NonNullable<Scene3D["couplings"]>;
}

/** A sentence when it cannot be moved. */
export function movableTree(scene: Scene3D, object: number): MovableTree | string {
  const { joints, carriers = [], couplings = [], links = [] } = scene;
  if (carriers.length !== scene.objects.length) return "A rolling contact holds it: give its place in the text.";
  const wayFrom = (from: number): number[] => {
    const way: number[] = [];
    for (let joint = carriers[from]!; joint >= 0; joint = carriers[baseOf(scene, joint)]!) way.push(joint);
    return way;
  };
  const own = wayFrom(object);
  if (own.length === 0) return "It is fixed: no joint lets it move.";
  const moving = new Set(own);
  const loops = loopsOf(joints, carriers);
  const rods = links
    .filter(({ kind }) => kind === "rod")
    .map(({ object1, object2 }) => [...wayFrom(object1), ...wayFrom(object2)]);
  const groups = [...loops.map(({ way }) => way), ...rods, ...couplings.map(({ terms }) => terms.map((t) => t.joint))];
  for (let count = 0; count !== moving.size; ) {
    count = moving.size;
    for (const group of groups)
      if (group.some((joint) => moving.has(joint))) for (const joint of group) moving.add(joint);
  }
  const isTouched = (way: readonly number[]): boolean => way.some((joint) => moving.has(joint));
  const tied = couplings.filter(({ terms }) => terms.some(({ joint }) => moving.has(joint)));
  const cuts = loops.filter(({ way }) => isTouched(way)).map(({ cut }) => cut);
  if (tied.some(({ terms }) => terms.some(({ joint }) => cuts.includes(joint))))
    return "A coupling holds a joint that closes a loop: give its start in the form.";
  const depth = (joint: number): number => wayFrom(baseOf(scene, joint)).length;
  return {
    joints: [...moving].sort((a, b) => depth(a) - depth(b)),
    rows: [...cuts.flatMap((cut) => rowsOfCut(joints[cut]!)), ...rowsOfRods(scene)],
    cuts,
    couplings: tied,
  };
}

/** The object that a joint hangs on: it may carry its first object as well as its second. */
export function baseOf({ joints, carriers = [] }: Scene3D, joint: number): number {
  const { object, object2 = object } = joints[joint]!;
  return carriers[object] === joint ? object2 : object;
}
