/**
 * The animation of a result. A three-dimensional model leaves a SceneAttachment among the attachments of the result; the poses
 * come from the signals `<object>.r_abs` (position in the world) and `<object>.R_abs` (world → object) of all its objects.
 */
import { suggestName } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { quaternionFromMatrix } from "../math/quaternion.ts";
import type { Result } from "../results/result.ts";
import { type Animation, type AnimationEvent, animate, type ContactsAt, poseSize } from "./animation.ts";
import type { Scene3D } from "./scene3d.ts";

/** What a three-dimensional model attaches to its result. */
export interface SceneAttachment {
  readonly kind: "scene3D";
  readonly scene: Scene3D;
  /** By increasing time. */
  readonly contacts?: readonly ContactsAt[];
}

export interface AnimationOfOptions {
  /** Path of the three-dimensional model, when the result has several; the first by default. */
  readonly path?: string;
}

/** Poses, events and contacts of a run. */
export function animationOf(result: Result, options: AnimationOfOptions = {}): Animation {
  checkOptionNames(options, ["path"], "animationOf");
  const { scene, contacts = [] } = findScene(result, options.path);
  const starts = new Set(result.segments.slice(1).map(({ startTime }) => startTime));
  const events: AnimationEvent[] = result.events
    .filter(({ kind }) => kind !== "initial")
    .map(({ time, cause, kind }) => ({ time, cause, isNewSegment: kind === "restart" && starts.has(time) }));
  const poses = scene.objects.map(({ path }) => readPoses(result, path));
  return animate(scene, { time: result.time, poses, events, contacts });
}

/** true when the result has something to draw. */
export function hasAnimation(result: Result): boolean {
  return scenesOf(result).length > 0;
}

function scenesOf(result: Result): SceneAttachment[] {
  return [...result.attachments.values()].filter(isSceneAttachment);
}

function isSceneAttachment(value: unknown): value is SceneAttachment {
  return typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "scene3D";
}

function findScene(result: Result, path: string | undefined): SceneAttachment {
  const all = scenesOf(result);
  const found = path === undefined ? all[0] : all.find(({ scene }) => scene.path === path);
  if (found !== undefined) return found;
  if (all.length === 0) {
    throw new RattlebackError("E-SCENE-NONE", `The result of "${result.model}" has nothing to draw.`, {
      path: result.model,
      because: "the model has no three-dimensional part, or the result was read from a file",
      hint: "a model made with Model3D, and the result of its run",
    });
  }
  const paths = all.map(({ scene }) => scene.path);
  throw new RattlebackError("E-SCENE-NONE", `There is no three-dimensional model "${path}".`, {
    path: path ?? "",
    because: `the result has ${paths.map((name) => `"${name}"`).join(", ")}`,
    hint: suggestName(path ?? "", paths, "one of these"),
    data: { paths },
  });
}

function readPoses(result: Result, path: string): Float64Array {
  const positions = result.signal<number[][]>(`${path}.r_abs`).values;
  const rotations = result.signal<number[][][]>(`${path}.R_abs`).values;
  const poses = new Float64Array(poseSize * positions.length);
  const R_WB = new Float64Array(9);
  positions.forEach((position, row) => {
    poses.set(position, poseSize * row);
    const R_BW = rotations[row]!;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) R_WB[3 * i + j] = R_BW[j]![i]!;
    quaternionFromMatrix(poses, poseSize * row + 3, R_WB, 0);
  });
  return poses;
}
