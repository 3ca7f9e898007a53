/** Start values with which a run begins where a mechanism was pulled to, and how they get into the text. */

import { cross, originOf, turned } from "../../../src/scene/jointScrews.ts";
import type { Scene3D } from "../../../src/scene/scene3d.ts";
import { angleText, numberText } from "../../document/numberText.ts";
import * as edits from "../../document/sceneEdits.ts";
import type { Studio } from "../../session/studio.ts";
import { placementIn, poseFrom } from "../scenePoses.ts";
import { dot, minus } from "./loopRows.ts";

type Poses = readonly ArrayLike<number>[];
type Triple = readonly [number, number, number];

export interface PulledStart {
  /** Of the joint, and of its start value: "rev1", "phi". */
  readonly joint: string;
  readonly key: string;
  /** Angles in rad. */
  readonly value: number | readonly number[];
  readonly isAngle: boolean;
  /** It follows from others: written only where the text has a value already. */
  readonly isGuess: boolean;
}

/** Of joints that close loops: what they are now. */
export function startsOfCuts(scene: Scene3D, cuts: readonly number[], poses: Poses): PulledStart[] {
  return cuts.flatMap((cut) => {
    const { path: joint, kind, object, object2 = object, axes } = scene.joints[cut]!;
    const axis = axes[0];
    if (axis === undefined || (kind !== "revolute" && kind !== "prismatic")) return [];
    const [one, other] = [poses[object]!, poses[object2]!];
    const along = turned(one, axis);
    const isAngle = kind === "revolute";
    const key = isAngle ? "phi" : "s";
    const value = isAngle ? angleAbout(axis, one, other) : dot(along, minus(originOf(other), originOf(one)));
    return [{ joint, key, value, isAngle, isGuess: true }];
  });
}

/** Of joints that turn in all directions, and of free ones. */
export function startsOfOrientations(scene: Scene3D, joints: readonly number[], poses: Poses): PulledStart[] {
  return joints.flatMap((k) => {
    const { path: joint, kind, object, object2 = object } = scene.joints[k]!;
    const pose = (at: number) => poseFrom(Float64Array.from(poses[at]!));
    const { translation, rotation } = placementIn(pose(object), pose(object2));
    const vector = (key: string, value: ArrayLike<number>, isAngle: boolean) => ({
      joint,
      key,
      value: Array.from(value),
      isAngle,
      isGuess: false,
    });
    const turn = vector("rotation", rotation, true);
    return kind === "free" ? [vector("translation", translation, false), turn] : [turn];
  });
}

/** A mechanism that was pulled begins there: by its text, and by values of the form where the text computes them. Says so. */
export function startAt(studio: Studio, starts: readonly PulledStart[]): string {
  const before = studio.file?.source ?? "";
  const { text, left } = writeStarts(before, starts);
  const names = starts.filter(({ isGuess }) => !isGuess).map(({ joint, key }) => `${joint}.${key}`);
  for (const { joint, key, value } of left) studio.setChange(`${joint}.${key}`, value);
  if (left.length > 0) studio.emit("parameters");
  if (text === before) studio.previewSoon();
  else studio.restore(text);
  const where = left.length === 0 ? "" : "; what the text computes was put into Parameters";
  return `It starts here: ${names.slice(0, 4).join(", ")}${names.length > 4 ? " …" : ""}${where}`;
}

/** The text with these start values, and those that it computes or that belong to components. */
export function writeStarts(
  text: string,
  starts: readonly PulledStart[],
): { readonly text: string; readonly left: readonly PulledStart[] } {
  let result = text;
  const left: PulledStart[] = [];
  for (const start of starts) {
    const { joint, key, value, isAngle, isGuess } = start;
    const path = [joint, key];
    if (isGuess && edits.startValue(result, path) === undefined) continue;
    const write = isAngle ? angleText : numberText;
    const next =
      edits.partAt(result, [joint]) === undefined
        ? undefined
        : typeof value === "number"
          ? edits.setStart(result, path, write(value))
          : edits.setVector(result, path, value, write);
    if (next !== undefined) result = next;
    else if (!isGuess) left.push(start);
  }
  return { text: result, left };
}

function angleAbout(axis: Triple, one: ArrayLike<number>, other: ArrayLike<number>): number {
  const across = axis.map(Math.abs);
  const least = across.indexOf(Math.min(...across));
  const u = cross(
    axis,
    [0, 1, 2].map((k) => (k === least ? 1 : 0)),
  );
  const [a, b] = [turned(one, u), turned(other, u)];
  return Math.atan2(dot(cross(a, b), turned(one, axis)), dot(a, b));
}
