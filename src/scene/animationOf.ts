/**
 * The animation of a result. A three-dimensional model leaves a SceneAttachment among the attachments of the result; the poses
 * come from the signals `<object>.r_abs` (position in the world) and `<object>.R_abs` (world → object) of all its objects.
 */
import { guarded } from "../errors/boundary.ts";
import { suggestName } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { quaternionFromMatrix } from "../math/quaternion.ts";
import { type Catalogue, columnsOf, type ScalarColumn } from "../results/catalogue.ts";
import { readColumns } from "../results/recording.ts";
import { checkResult, type Result, recordingOf } from "../results/result.ts";
import { type Animation, type AnimationEvent, alignQuaternions, type ContactsAt, poseSize } from "./animation.ts";
import { type ModelicaShapes, moveShapes } from "./modelicaShapes.ts";
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
  /** The animation of an earlier part of the same run: what it has is not read again. */
  readonly previous?: Animation;
}

/** Poses, events and contacts of a run. */
export function animationOf(result: Result, options: AnimationOfOptions = {}): Animation {
  return guarded("animationOf", () => {
    checkOptionNames(options, ["path", "previous"], "animationOf");
    checkResult(result);
    const found = findScene(result, options.path);
    const starts = new Set(result.segments.slice(1).map(({ startTime }) => startTime));
    const events: AnimationEvent[] = result.events
      .filter(({ kind }) => kind !== "initial")
      .map(({ time, cause, kind }) => ({ time, cause, isNewSegment: kind === "restart" && starts.has(time) }));
    const { time } = result;
    if (found.kind === "modelicaShapes") return { ...moveShapes(result, found), time, events };
    const { scene, contacts = [] } = found;
    const previous = usable(options.previous, scene, time);
    const loads = readLoads(result, scene, previous);
    return {
      scene,
      time,
      poses: readPoses(result, scene, previous),
      ...(loads !== undefined && { loads }),
      events,
      contacts,
    };
  });
}

/** An earlier part of the same run, by its objects and its last time. */
function usable(previous: Animation | undefined, scene: Scene3D, time: Float64Array): Animation | undefined {
  const count = previous?.time.length ?? 0;
  const isPart =
    previous?.scene.objects.length === scene.objects.length && previous.time[count - 1] === time[count - 1];
  return isPart ? previous : undefined;
}

type AnyScene = SceneAttachment | (ModelicaShapes & { readonly path: string });

function scenesOf(result: Result): AnyScene[] {
  return [...result.attachments].flatMap(([path, value]): AnyScene[] => {
    const { kind } = (value ?? {}) as { kind?: unknown };
    if (kind === "modelicaShapes") return [{ ...(value as ModelicaShapes), path }];
    return kind === "scene3D" ? [value as SceneAttachment] : [];
  });
}

function pathOf(scene: AnyScene): string {
  return scene.kind === "scene3D" ? scene.scene.path : scene.path;
}

function findScene(result: Result, path: string | undefined): AnyScene {
  const all = scenesOf(result);
  const found = path === undefined ? all[0] : all.find((scene) => pathOf(scene) === path);
  if (found !== undefined) return found;
  if (all.length === 0) {
    throw new RattlebackError("E-SCENE-NONE", `The result of "${result.model}" has nothing to draw.`, {
      path: result.model,
      because: "the model has no three-dimensional part, or its file holds some of the signals only",
      hint: "a model made with Model3D, and the result of its run",
    });
  }
  const paths = all.map(pathOf);
  throw new RattlebackError("E-SCENE-NONE", `There is no three-dimensional model "${path}".`, {
    path: path ?? "",
    because: `the result has ${paths.map((name) => `"${name}"`).join(", ")}`,
    hint: suggestName(path ?? "", paths, "one of these"),
    data: { paths },
  });
}

/** Signals of an object: position, then rotation by rows. */
const signalCount = 12;

/** Of the catalogues that were asked for: while a run goes on, its catalogue is asked again and again. */
const knownColumns = new WeakMap<
  Catalogue,
  { readonly objects: Scene3D["objects"]; readonly columns: ScalarColumn[] }
>();

function poseColumns(catalogue: Catalogue, objects: Scene3D["objects"]): ScalarColumn[] {
  const known = knownColumns.get(catalogue);
  if (known?.objects === objects) return known.columns;
  const columns = objects.flatMap(({ path }) =>
    [`${path}.r_abs`, `${path}.R_abs`].flatMap((name) => columnsOf(catalogue.select(name).entry)),
  );
  knownColumns.set(catalogue, { objects, columns });
  return columns;
}

/**
 * All objects in one pass over the rows, since the result may compute each row when it is read; and from the rows on that
 * `previous` does not have.
 */
function readPoses(result: Result, { objects }: Scene3D, previous: Animation | undefined): Float64Array[] {
  const recording = recordingOf(result);
  const from = previous?.time.length ?? 0;
  const values = readColumns(recording, poseColumns(recording.catalogue, objects), from);
  const R_WB = new Float64Array(9);
  return objects.map((_, object) => {
    const own = values.slice(signalCount * object, signalCount * (object + 1));
    const poses = extended(previous?.poses[object], poseSize * recording.rowCount);
    for (let row = from; row < recording.rowCount; row++) {
      const k = poseSize * row;
      for (let i = 0; i < 3; i++) {
        poses[k + i] = own[i]![row - from]!;
        // R_abs maps from the world to the object
        for (let j = 0; j < 3; j++) R_WB[3 * i + j] = own[3 + 3 * j + i]![row - from]!;
      }
      quaternionFromMatrix(poses, k + 3, R_WB, 0);
    }
    alignQuaternions(poses, from, recording.rowCount);
    return poses;
  });
}

/** Forces and torques that act on objects; undefined when there are none, or the result was stored without them. */
function readLoads(
  result: Result,
  { loads = [] }: Scene3D,
  previous: Animation | undefined,
): Float64Array[] | undefined {
  const recording = recordingOf(result);
  if (loads.length === 0 || !loads.every(({ signal }) => result.has(signal))) return undefined;
  const columns = loads.flatMap(({ signal }) => columnsOf(recording.catalogue.select(signal).entry));
  const from = previous?.loads === undefined ? 0 : previous.time.length;
  const values = readColumns(recording, columns, from);
  return loads.map((_, load) => {
    const packed = extended(previous?.loads?.[load], 3 * recording.rowCount);
    for (let row = from; row < recording.rowCount; row++)
      for (let i = 0; i < 3; i++) packed[3 * row + i] = values[3 * load + i]![row - from]!;
    return packed;
  });
}

/** Numbers in use of buffers that have room for more. */
const inUse = new WeakMap<ArrayBufferLike, number>();

/**
 * `length` numbers that begin with those given. They share memory as long as there is room behind what was given and nobody else has
 * taken it, so that a run in many parts is copied a few times only.
 */
function extended(given: Float64Array | undefined, length: number): Float64Array {
  if (given === undefined) return new Float64Array(length);
  const { buffer } = given;
  const isFree = inUse.get(buffer) === given.length && given.byteOffset === 0;
  if (isFree && 8 * length <= buffer.byteLength) {
    inUse.set(buffer, length);
    return new Float64Array(buffer, 0, length);
  }
  const larger = new Float64Array(Math.max(length, 2 * given.length));
  larger.set(given);
  inUse.set(larger.buffer, length);
  return larger.subarray(0, length);
}
