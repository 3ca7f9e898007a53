// Runs inside the browser: a crowd of moving shapes with contacts, and a stopwatch for its pictures.
import { Box } from "../../src/geometry/shapes/box.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { animate } from "../../src/scene/animate.ts";
import type { ContactsAt } from "../../src/scene/animation.ts";
import { scene3D, sceneObject } from "../../src/scene/scene3d.ts";
import { VisualMaterial } from "../../src/scene/visualMaterial.ts";
import { type OverlayName, overlayNames } from "../../src/viewer/overlayNames.ts";
import { createViewer, type Viewer } from "../../src/viewer/viewer.ts";
import { drawCalls } from "../../test/viewer/drawCalls.ts";

/** Balls, boxes and cylinders that turn and move for ten seconds; every tenth touches its neighbour at every time. */
function crowd(count: number, samples: number) {
  const numbers = Array.from({ length: count }, (_, k) => k);
  const time = Array.from({ length: samples }, (_, i) => (10 * i) / (samples - 1));
  const shapes = [
    (size: number) => Sphere({ diameter: size }),
    (size: number) => Box({ lengthX: size, lengthY: 0.1, lengthZ: 0.2 }),
    (size: number) => Cylinder({ diameter: size, length: 0.2 }),
  ];
  const objects = numbers.map((k) => {
    const material = VisualMaterial({ color: [k % 256, (7 * k) % 256, 99] });
    return sceneObject(`part[${k}]`, shapes[k % 3]!(0.1 + 0.01 * (k % 10)), { material });
  });
  const place = (k: number, t: number): number[] => [
    0.3 * (k % 25) + 0.1 * Math.sin(t + k),
    0.3 * Math.floor(k / 25) + 0.1 * Math.cos(2 * t + k),
    0.5 * Math.sin(3 * t + 0.1 * k),
  ];
  const poses = numbers.map((k) => time.flatMap((t) => [...place(k, t), 0, 0, Math.sin(t + k), Math.cos(t + k)]));
  const contacts: ContactsAt[] = time.map((t) => ({
    time: t,
    contacts: numbers
      .filter((k) => k % 10 === 0)
      .map((k) => {
        const [x = 0, y = 0, z = 0] = place(k, t);
        const load = 1 + (k % 7);
        return { obj1: k, obj2: k + 1, point: [x, y, z], normal: [0, 0, 1], force: [0, load, 2 * load] };
      }),
  }));
  return animate(scene3D({ objects }), { time, poses, contacts });
}

let viewer: Viewer | undefined;

function open(count: number, samples: number, overlays: readonly OverlayName[]): void {
  viewer?.dispose();
  viewer = undefined;
  const show = Object.fromEntries(overlayNames.map((name) => [name, overlays.includes(name)]));
  viewer = createViewer(document.querySelector("canvas")!, crowd(count, samples), { show, maximumPixelRatio: 1 });
}

/** Milliseconds of script per picture: from setting the time until all commands are with the graphics driver. */
function scriptTimes(pictures: number): number[] {
  const driver = document.querySelector("canvas")!.getContext("webgl2")!;
  const pixel = new Uint8Array(4);
  return Array.from({ length: pictures }, (_, k) => {
    const before = performance.now();
    viewer!.seek((10 * k) / pictures);
    viewer!.render();
    const passed = performance.now() - before;
    // waits until the picture is drawn, so that the next one need not
    driver.readPixels(0, 0, 1, 1, driver.RGBA, driver.UNSIGNED_BYTE, pixel);
    return passed;
  });
}

/** Of one picture with its shadows. */
function drawCallsOfPicture(): number {
  viewer!.seek(5);
  return drawCalls(() => viewer!.render());
}

/** Pictures per second that the page shows while it plays. */
async function frameRate(seconds: number): Promise<number> {
  viewer!.loop = true;
  viewer!.play();
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < 1000 * seconds) {
    await new Promise(requestAnimationFrame);
    count++;
  }
  viewer!.pause();
  return count / ((performance.now() - start) / 1000);
}

const tools = { drawCallsOfPicture, frameRate, open, overlayNames, scriptTimes };

export type CrowdTools = typeof tools;

Object.assign(window, { crowd: tools });
