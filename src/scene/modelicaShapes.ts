/**
 * Shapes and vectors of a model in Modelica (`ModelicaServices.Animation.Shape`, `.Vector`) as a scene in motion. Where a shape is and how large it is are signals of the
 * result: frame `r`, `R.T` (world → frame), then `r_shape`, `lengthDirection` and `widthDirection` in the frame, `length`, `width`, `height`.
 * The shape begins in r_shape and extends along its length.
 */
import type { Shape } from "../geometry/registry.ts";
import { ModelicaShape, modelicaShapeTypes } from "../geometry/shapes/visualShapes.ts";
import type { Vector3 } from "../geometry/vectors.ts";
import { quaternionFromMatrix } from "../math/quaternion.ts";
import { columnsOf } from "../results/catalogue.ts";
import { readColumns } from "../results/recording.ts";
import { type Result, recordingOf } from "../results/result.ts";
import { type Animation, alignQuaternions, type ContactsAt, poseSize } from "./animation.ts";
import { sceneBoxes } from "./bounds.ts";
import type { Rgb } from "./color.ts";
import { arrowOf, type ModelicaVector, vectorCount, vectorSignals } from "./modelicaVectors.ts";
import { type Scene3D, type SceneObject, scene3D, sceneObject, upAgainst } from "./scene3d.ts";
import { VisualMaterial } from "./visualMaterial.ts";

/** What a model in Modelica attaches to its result. */
export interface ModelicaShapes {
  readonly kind: "modelicaShapes";
  /** Paths of the shapes, and their `shapeType`. */
  readonly shapes: readonly { readonly path: string; readonly type: string }[];
  readonly vectors?: readonly ModelicaVector[];
  /** Solids that keep their shape, in the frames that the signals `path.r_0` and `path.R.T` tell. */
  readonly solids?: readonly { readonly path: string; readonly shape: Shape; readonly material: VisualMaterial }[];
  /** By increasing time; their numbers count in `touching`, the paths of what is drawn. */
  readonly contacts?: readonly ContactsAt[];
  readonly touching?: readonly string[];
  /** Path of the world, with `n` along gravity and `nominalLength`; "" without one. */
  readonly world: string;
}

const signals = ["R.T", "r", "r_shape", "lengthDirection", "widthDirection", "length", "width", "height"];
/** Numbers of a shape in this order. */
const [r, shape, along, across, sizes, count] = [9, 12, 15, 18, 21, 24];

/** Lengths below this are drawn as if they were it, m. */
const smallest = 1e-9;

export function moveShapes(
  result: Result,
  {
    shapes,
    vectors = [],
    solids = [],
    contacts = [],
    touching = [],
    world,
    path,
  }: ModelicaShapes & { readonly path: string },
): Pick<Animation, "scene" | "poses" | "scales" | "contacts"> {
  const recording = recordingOf(result);
  const prefix = path === "" ? "" : `${path}.`;
  const columns = (name: string) => columnsOf(recording.catalogue.select(prefix + name).entry);
  const first = (name: string): number[] => readColumns(recording, columns(name), 0, 1).map((values) => values[0]!);
  const known = (name: string, otherwise: readonly number[]): readonly number[] =>
    result.has(prefix + name) ? first(name) : otherwise;
  const read = (items: readonly { path: string }[], names: readonly string[]): readonly Float64Array[] =>
    readColumns(
      recording,
      items.flatMap((item) => names.flatMap((name) => columns(`${item.path}.${name}`))),
    );
  const values = read(shapes, signals);
  const vectorValues = read(vectors, vectorSignals);
  const solidValues = read(solids, ["R.T", "r_0"]);
  const colorOf = (item: string): Rgb =>
    first(`${item}.color`).map((level) => Math.min(255, Math.max(0, level))) as unknown as Rgb;
  const [nominalLength] = known(`${world}.nominalLength`, [1]);
  const [diameter] = known(`${world}.defaultArrowDiameter`, [nominalLength! / 40]);
  const perMetre = (quantity: string): number => {
    if (quantity === "RelativePosition") return 1;
    const scale = quantity === "Force" ? "defaultN_to_m" : quantity === "Torque" ? "defaultNm_to_m" : undefined;
    return scale === undefined ? 1 / nominalLength! : known(`${world}.${scale}`, [1000])[0]!;
  };
  const drawnItems = [
    ...shapes.map((item, k) => ({
      ...item,
      extra: first(`${item.path}.extra`)[0]!,
      color: colorOf(item.path),
      values: values.slice(count * k, count * (k + 1)),
    })),
    ...vectors.flatMap((item, k) => {
      const own = vectorValues.slice(vectorCount * k, vectorCount * (k + 1));
      return arrowOf(item.path, own, perMetre(item.quantity), diameter!).map((part) => ({
        ...part,
        extra: 0,
        color: colorOf(item.path),
      }));
    }),
  ];
  const objects = drawnItems.map((item): SceneObject => {
    const [length, width, height] = [0, 1, 2].map((i) => sizeOf(item.values[sizes + i]![0]!));
    return sceneObject(prefix + item.path, drawn(item.type, [length!, width!, height!], item.extra), {
      material: VisualMaterial({ color: item.color }),
      isSolid: false,
    });
  });
  const scene: Scene3D = scene3D({
    path,
    objects: [
      ...objects,
      ...solids.map((item) => sceneObject(prefix + item.path, item.shape, { material: item.material })),
    ],
    nominalLength: nominalLength!,
    up: upAgainst(known(`${world}.n`, [0, -1, 0]) as Vector3),
  });
  const boxes = sceneBoxes(scene);
  const moved = drawnItems.map((item, k) => motionOf(item.values, boxes[k]?.low[2] ?? 0, recording.rowCount));
  const scales = moved.map((item) => item.scales);
  const numbers = touching.map((item) => scene.objects.findIndex((object) => object.path === prefix + item));
  return {
    scene,
    poses: [
      ...moved.map(({ poses }) => poses),
      ...solids.map((_, k) => solidPoses(solidValues.slice(shape * k, shape * (k + 1)), recording.rowCount)),
    ],
    ...(scales.some((item) => item !== undefined) && { scales }),
    contacts: contacts.map((now) => ({
      time: now.time,
      contacts: now.contacts.map((mark) => ({ ...mark, obj1: numbers[mark.obj1]!, obj2: numbers[mark.obj2]! })),
    })),
  };
}

/** From orientation and position of a frame. */
function solidPoses(values: readonly Float64Array[], rows: number): Float64Array {
  const poses = new Float64Array(poseSize * rows);
  const R = new Float64Array(9);
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < 3; i++) {
      poses[poseSize * row + i] = values[r + i]![row]!;
      for (let j = 0; j < 3; j++) R[3 * i + j] = values[3 * j + i]![row]!;
    }
    quaternionFromMatrix(poses, poseSize * row + 3, R, 0);
  }
  alignQuaternions(poses, 0, rows);
  return poses;
}

function sizeOf(length: number): number {
  return Math.abs(length) > smallest ? Math.abs(length) : 1;
}

/** A shape with its length on z, its width on x and its height on y. */
function drawn(type: string, [length, width, height]: readonly [number, number, number], extra: number) {
  const lengths = { lengthX: width, lengthY: height, lengthZ: length };
  const number = (name: (typeof modelicaShapeTypes)[number]): number => modelicaShapeTypes.indexOf(name) + 1;
  switch (type) {
    case "cone":
      return ModelicaShape({ ...lengths, type: number("cone"), extra: [extra, 0, 0] });
    case "pipe":
    case "pipecylinder":
      return ModelicaShape({ ...lengths, type: number("pipe"), extra: [0, extra, 0] });
    case "gearwheel":
      return ModelicaShape({ ...lengths, type: number("gearwheel"), extra: [0, Math.abs(extra), 0] });
    case "spring":
      // its height is twice the width of the coil
      return ModelicaShape({ ...lengths, lengthY: width, type: number("spring"), extra: [extra, height / 4, 0] });
    case "sphere":
    case "cylinder":
    case "beam":
      return ModelicaShape({ ...lengths, type: number(type) });
    default:
      // shapes of files are boxes of their sizes
      return ModelicaShape({ ...lengths, type: number("box") });
  }
}

/** Poses of one shape, whose lowest point along its length is at `low` in its own axes, and factors of its size when that changes. */
function motionOf(
  values: readonly Float64Array[],
  low: number,
  rows: number,
): { poses: Float64Array; scales: Float64Array | undefined } {
  const poses = new Float64Array(poseSize * rows);
  const scales = new Float64Array(3 * rows);
  const base = [1, 2, 0].map((i) => sizeOf(values[sizes + i]![0]!));
  const R = new Float64Array(9);
  for (let row = 0; row < rows; row++) {
    const at = (i: number): number => values[i]![row]!;
    // length on z, width on x, height on y; a spring is as high as it is wide
    [1, 2, 0].forEach((i, axis) => {
      scales[3 * row + axis] = Math.abs(at(sizes + i)) / base[axis]!;
    });
    const z = unit([at(along), at(along + 1), at(along + 2)], [1, 0, 0]);
    const wide: Vector3 = [at(across), at(across + 1), at(across + 2)];
    const y = unit(cross(z, wide), cross(z, Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    const x = cross(unit(y, [0, 1, 0]), z);
    const start = -low * scales[3 * row + 2]! * Math.sign(at(sizes) || 1);
    for (let i = 0; i < 3; i++) {
      // T maps from the world to the frame
      const turned = (v: Vector3): number => at(i) * v[0] + at(3 + i) * v[1] + at(6 + i) * v[2];
      R[3 * i] = turned(x);
      R[3 * i + 1] = turned(unit(y, [0, 1, 0]));
      R[3 * i + 2] = turned(z);
      poses[poseSize * row + i] = at(r + i) + turned([at(shape), at(shape + 1), at(shape + 2)]) + start * R[3 * i + 2]!;
    }
    quaternionFromMatrix(poses, poseSize * row + 3, R, 0);
  }
  alignQuaternions(poses, 0, rows);
  return { poses, scales: scales.some((value) => Math.abs(value - 1) > 1e-9) ? scales : undefined };
}

function cross([a, b, c]: Vector3, [d, e, f]: Vector3): Vector3 {
  return [b * f - c * e, c * d - a * f, a * e - b * d];
}

/** The direction of a vector; of another one for a vector without direction. */
function unit(v: Vector3, otherwise: Vector3): Vector3 {
  const size = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return size > 1e-12 ? [v[0] / size, v[1] / size, v[2] / size] : unit(otherwise, [1, 0, 0]);
}
