/** Boxes around objects, at a time and over a whole animation. */
import type { Vector3 } from "../geometry/vectors.ts";
import { type Animation, poseSize } from "./animation.ts";
import { drawShape } from "./drawShape.ts";
import { interpolatePose, sampleBefore } from "./poseAt.ts";
import type { Scene3D } from "./scene3d.ts";

/** Along the axes x, y, z. */
export interface BoundingBox {
  readonly low: Vector3;
  readonly high: Vector3;
}

export interface BoundingBall {
  readonly center: Vector3;
  readonly radius: number;
}

/** Boxes around the pictures of all objects, each in its own axes; undefined for a mere frame. */
export function sceneBoxes({ objects }: Scene3D): (BoundingBox | undefined)[] {
  const known = new Map<string, BoundingBox>();
  return objects.map(({ shape }) => {
    if (shape === undefined) return undefined;
    const corners = drawShape(shape, 16).flatMap(({ key, build, scale, offset }) => {
      const box = known.get(key) ?? boxOf(build().positions);
      known.set(key, box);
      return [box.low, box.high].map((corner) => corner.map((value, i) => value * scale[i]! + offset[i]!));
    });
    return corners.length > 0 ? boxOf(corners.flat()) : undefined;
  });
}

/** Around packed points. */
function boxOf(points: ArrayLike<number>): BoundingBox {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < points.length; k++) {
    low[k % 3] = Math.min(low[k % 3]!, points[k]!);
    high[k % 3] = Math.max(high[k % 3]!, points[k]!);
  }
  return { low, high };
}

/** Box along the world axes around a box that is turned and moved by a pose. */
export function worldBox(box: BoundingBox, pose: ArrayLike<number>): BoundingBox {
  const ends = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  includeBox(ends, box, pose);
  return { low: [ends[0]!, ends[1]!, ends[2]!], high: [ends[3]!, ends[4]!, ends[5]!] };
}

/** Widens packed lowest and highest coordinates to a box that is turned and moved: |R|·half lengths about the moved centre. */
function includeBox(ends: Float64Array, { low, high }: BoundingBox, pose: ArrayLike<number>): void {
  const x = pose[3]!;
  const y = pose[4]!;
  const z = pose[5]!;
  const w = pose[6]!;
  for (let i = 0; i < 3; i++) {
    const a = i === 0 ? 1 - 2 * (y * y + z * z) : i === 1 ? 2 * (x * y + w * z) : 2 * (x * z - w * y);
    const b = i === 0 ? 2 * (x * y - w * z) : i === 1 ? 1 - 2 * (x * x + z * z) : 2 * (y * z + w * x);
    const c = i === 0 ? 2 * (x * z + w * y) : i === 1 ? 2 * (y * z - w * x) : 1 - 2 * (x * x + y * y);
    const center = pose[i]! + (a * (low[0] + high[0]) + b * (low[1] + high[1]) + c * (low[2] + high[2])) / 2;
    const half =
      (Math.abs(a) * (high[0] - low[0]) + Math.abs(b) * (high[1] - low[1]) + Math.abs(c) * (high[2] - low[2])) / 2;
    ends[i] = Math.min(ends[i]!, center - half);
    ends[3 + i] = Math.max(ends[3 + i]!, center + half);
  }
}

/** Times that are looked at for the bounds of an animation. */
const looks = 60;

/** Box around everything that is drawn, over all times or at one; a cube of 1 m when nothing is. `boxes`: see sceneBoxes. */
export function animationBox(
  animation: Animation,
  boxes: readonly (BoundingBox | undefined)[],
  at?: number,
): BoundingBox {
  return drawnBox(animation, boxes, at) ?? { low: [-0.5, -0.5, -0.5], high: [0.5, 0.5, 0.5] };
}

/** undefined when nothing is drawn; static objects may be left out. */
function drawnBox(
  animation: Animation,
  boxes: readonly (BoundingBox | undefined)[],
  at?: number,
  isMovingOnly = false,
): BoundingBox | undefined {
  const { scene, time } = animation;
  const ends = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const pose = new Float64Array(poseSize);
  const count = at === undefined ? Math.min(looks, time.length) : Math.min(1, time.length);
  for (let look = 0; look < count; look++) {
    const t = at ?? time[Math.round((look * (time.length - 1)) / Math.max(1, count - 1))]!;
    const sample = sampleBefore(time, t);
    for (let k = 0; k < scene.objects.length; k++) {
      const { isStatic } = scene.objects[k]!;
      const isLeftOut = isStatic ? look > 0 || isMovingOnly : isMovingOnly && boxes[k] === undefined;
      if (!isLeftOut && interpolatePose(pose, animation, k, t, sample)) includeBox(ends, boxes[k] ?? pointBox, pose);
    }
  }
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = ends;
  return x0 <= x1 ? { low: [x0, y0, z0], high: [x1, y1, z1] } : undefined;
}

const pointBox: BoundingBox = { low: [0, 0, 0], high: [0, 0, 0] };

/** The run is looked at from its start when things fly further apart than this many times their first extent. */
const farApart = 4;

/** What a picture of the run should show: everything over all times, or at the start when things fly far apart. */
export function overviewBox(
  animation: Animation,
  boxes: readonly (BoundingBox | undefined)[] = sceneBoxes(animation.scene),
): BoundingBox {
  const { start, whole, isFarApart } = boundsOf(animation, boxes);
  return isFarApart ? start : whole;
}

/** Boxes at the start and over all times, and whether the one is far beyond the other. */
export function boundsOf(animation: Animation, boxes: readonly (BoundingBox | undefined)[]) {
  const start = animationBox(animation, boxes, animation.time[0] ?? 0);
  const whole = animationBox(animation, boxes);
  return { start, whole, isFarApart: ballAround(whole).radius > farApart * ballAround(start).radius };
}

/**
 * Number of the object that a camera goes with when things fly far apart: of those that move the one that exists longest, and of
 * these the first. undefined when everything stays in the picture.
 */
export function leadObject(
  animation: Animation,
  boxes: readonly (BoundingBox | undefined)[] = sceneBoxes(animation.scene),
  isFarApart = boundsOf(animation, boxes).isFarApart,
): number | undefined {
  const { scene, poses } = animation;
  if (!isFarApart) return undefined;
  let [lead, longest]: [number | undefined, number] = [undefined, 0];
  scene.objects.forEach(({ isStatic }, k) => {
    if (isStatic || boxes[k] === undefined) return;
    let count = 0;
    for (let at = 0; at < poses[k]!.length; at += poseSize) if (!Number.isNaN(poses[k]![at]!)) count++;
    if (count > longest) [lead, longest] = [k, count];
  });
  return lead;
}

/** Of what stands still this much is shown around what moves, in radii of the latter: sideways, and above and below. */
const surroundings = { across: 0.6, along: 0.2 };

/** Everything is shown when it is at most this many times as large as what moves. */
const stillNear = 3;

/** What a camera looks at: the overview, without the parts of large floors and walls that are far from everything that moves. */
export function focusBox(
  animation: Animation,
  boxes: readonly (BoundingBox | undefined)[] = sceneBoxes(animation.scene),
  whole = overviewBox(animation, boxes),
): BoundingBox {
  const moving = drawnBox(animation, boxes, undefined, true);
  if (moving === undefined) return whole;
  const { radius } = ballAround(moving);
  if (ballAround(whole).radius <= stillNear * radius) return whole;
  const around = (axis: number): number =>
    radius * (animation.scene.up[axis] === 0 ? surroundings.across : surroundings.along);
  const low = whole.low.map((value, i) => Math.max(value, moving.low[i]! - around(i)));
  const high = whole.high.map((value, i) => Math.min(value, moving.high[i]! + around(i)));
  return { low: [low[0]!, low[1]!, low[2]!], high: [high[0]!, high[1]!, high[2]!] };
}

export function ballAround({ low, high }: BoundingBox): BoundingBall {
  const radius = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
  const center: Vector3 = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  return { center, radius: radius > 0 ? radius : 0.5 };
}
