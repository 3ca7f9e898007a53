// Runs inside the browser: what the tests of the viewer need, as names of the window.
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import type { Vector3 } from "../../src/geometry/vectors.ts";
import { animate } from "../../src/scene/animate.ts";
import { GrowingAnimation } from "../../src/scene/growingAnimation.ts";
import { scene3D, sceneObject } from "../../src/scene/scene3d.ts";
import { VisualMaterial } from "../../src/scene/visualMaterial.ts";
import { overlayNames } from "../../src/viewer/overlayNames.ts";
import { createViewer, type Viewer } from "../../src/viewer/viewer.ts";
import { billiards, everyShape, everyShapeAnimation } from "../scene/everyShape.ts";
import { drawCalls, withoutDriver } from "./drawCalls.ts";

const still = [0, 0, 0, 0, 0, 0, 1];

/** One object at the origin, for ten seconds. */
function single(name: string) {
  const material = VisualMaterial({ color: "DarkOrange" });
  const scene = scene3D({ objects: [sceneObject(name, everyShape[name], { material })] });
  return animate(scene, { time: [0, 10], poses: [[...still, ...still]] });
}

/** A red ball above a blue box, with the given direction up. */
function ballOverBox(up: Vector3) {
  const objects = [
    sceneObject("ball", Sphere({ diameter: 0.5 }), { material: VisualMaterial({ color: "Red" }) }),
    sceneObject("box", Box({ lengthX: 0.5, lengthY: 0.5, lengthZ: 0.5 })),
  ];
  const at = (height: number) => [...up.map((value) => value * height), 0, 0, 0, 1];
  return animate(scene3D({ objects, up }), { time: [0], poses: [at(1), at(-1)] });
}

/** Balls and boxes of many sizes and colours, all in motion. */
function manyShapes(count: number) {
  const time = [0, 1];
  const numbers = Array.from({ length: count }, (_, k) => k);
  const objects = numbers.map((k) => {
    const size = 0.1 + 0.01 * (k % 10);
    const shape = k % 2 === 0 ? Sphere({ diameter: size }) : Box({ lengthX: size, lengthY: 0.1, lengthZ: 0.2 });
    return sceneObject(`part[${k}]`, shape, { material: VisualMaterial({ color: [k % 256, (7 * k) % 256, 99] }) });
  });
  const poses = numbers.map((k) => time.flatMap((t) => [0.3 * (k % 25), 0.3 * Math.floor(k / 25), t, 0, 0, 0, 1]));
  return animate(scene3D({ objects }), { time, poses });
}

/** A ball that travels 100 m. */
function traveller() {
  const scene = scene3D({ objects: [sceneObject("ball", Sphere()), sceneObject("origin", Box(), { isStatic: true })] });
  const poses = [
    [0, 3, 0, 0, 0, 0, 1, 100, 3, 0, 0, 0, 0, 1],
    [...still, ...still],
  ];
  return animate(scene, { time: [0, 1], poses });
}

let viewer: Viewer | undefined;

/** A viewer in the canvas of the page, in place of the one before. */
function open(...[animation, options]: [Parameters<typeof createViewer>[1], Parameters<typeof createViewer>[2]?]) {
  viewer?.dispose();
  viewer = undefined;
  viewer = createViewer(document.querySelector("canvas")!, animation, {
    shadows: false,
    ...options,
    maximumPixelRatio: 1,
  });
  return viewer;
}

function current(): Viewer {
  return viewer!;
}

/** Pixels of the picture, four bytes each. */
function pixels(): Uint8ClampedArray {
  const canvas = document.querySelector("canvas")!;
  const copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext("2d")!;
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, copy.width, copy.height).data;
}

function differing(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let count = 0;
  for (let k = 0; k < a.length; k += 4) {
    const change = Math.abs(a[k]! - b[k]!) + Math.abs(a[k + 1]! - b[k + 1]!) + Math.abs(a[k + 2]! - b[k + 2]!);
    if (change > 24) count++;
  }
  return count;
}

/** The picture at a time. */
function pixelsAt(time: number): Uint8ClampedArray {
  viewer!.seek(time);
  viewer!.render();
  return pixels();
}

/** Mean row of the pixels that are much redder, or bluer, than the others; from the top. */
function meanRow(channel: 0 | 2): number {
  const data = pixels();
  const width = document.querySelector("canvas")!.width;
  let sum = 0;
  let count = 0;
  for (let k = 0; k < data.length; k += 4) {
    if (data[k + channel]! > 60 && data[k + channel]! > 1.8 * data[k + 2 - channel]!) {
      sum += Math.floor(k / 4 / width);
      count++;
    }
  }
  return sum / count;
}

/** Code and hint of the error that an action throws. */
function failure(action: () => unknown): [string, string | undefined] | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return [error.code, error.hint];
    throw error;
  }
  return undefined;
}

const tools = {
  billiards,
  ballOverBox,
  createViewer,
  current,
  differing,
  drawCalls,
  everyShape,
  everyShapeAnimation,
  failure,
  GrowingAnimation,
  manyShapes,
  meanRow,
  open,
  overlayNames,
  pixels,
  pixelsAt,
  single,
  traveller,
  withoutDriver,
};

export type PageTools = typeof tools;

Object.assign(window, { tools });
