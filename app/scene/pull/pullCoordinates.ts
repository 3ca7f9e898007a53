/** The coordinates of a mechanism that is pulled, and the screws that belong to them wherever it is. */
import type { Animation } from "../../../src/scene/animation.ts";
import { coordinateNames, originOf, screwsOfJoint } from "../../../src/scene/jointScrews.ts";
import type { Screw } from "../../../src/scene/moveByScrews.ts";
import { baseOf, type MovableTree } from "./movableTree.ts";

/** A coordinate of a joint: a screw whose place depends on where things are. */
export interface Coordinate {
  readonly joint: number;
  readonly k: number;
  /** Of the signal; undefined for joints that turn in all directions. */
  readonly name: string | undefined;
  readonly isAngle: boolean;
  readonly sign: number;
}

/** Coordinates of the joints with the screw before each, and the last screw of each object; −1 for none. */
export function coordinatesOf(scene: Animation["scene"], { joints }: MovableTree) {
  const { carriers: jointOf = [] } = scene;
  const coordinates: Coordinate[] = [];
  const before: number[] = [];
  const last = new Map<number, number>();
  /** The last screw that carries what hangs on a joint, or stands on nothing that moves. */
  const lastOf = (joint: number): number => {
    if (joint < 0) return -1;
    return last.get(joint) ?? lastOf(jointOf[baseOf(scene, joint)]!);
  };
  for (const joint of joints) {
    const { path, kind, object } = scene.joints[joint]!;
    const isReversed = jointOf[object] === joint;
    const names = coordinateNames[kind];
    const count =
      kind === "spherical" ? 3 : kind === "free" ? 6 : scene.joints[joint]!.pitch !== undefined ? 1 : names.length;
    let previous = lastOf(jointOf[baseOf(scene, joint)]!);
    for (let i = 0; i < count; i++) {
      const k = isReversed ? count - 1 - i : i;
      const word = names[k];
      before.push(previous);
      previous = coordinates.length;
      coordinates.push({
        joint,
        k,
        name: word === undefined ? undefined : `${path}.${word}`,
        isAngle: word === undefined ? k < 3 : word.startsWith("phi"),
        sign: isReversed ? -1 : 1,
      });
    }
    last.set(joint, previous);
  }
  return { coordinates, before, carriers: jointOf.map(lastOf) };
}

const worldAxes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** The screws of a joint; those that turn in all directions turn about the axes of the world. */
export function screwLines(
  scene: Animation["scene"],
  joint: number,
  poses: Animation["poses"],
  positionOf: (name: string) => number | undefined,
): Omit<Screw, "before">[] {
  const { kind, object, object2 = object } = scene.joints[joint]!;
  if (kind !== "spherical" && kind !== "free") return screwsOfJoint(scene.joints[joint]!, poses, positionOf);
  const isReversed = (scene.carriers ?? [])[object] === joint;
  const point = originOf(poses[isReversed ? object : object2]!);
  const turns = worldAxes.map((axis) => ({ point, axis, turn: 1, shift: 0 }));
  return kind === "spherical" ? turns : [...turns, ...worldAxes.map((axis) => ({ point, axis, turn: 0, shift: 1 }))];
}
