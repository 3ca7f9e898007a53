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

/** Box along the world axes around a box that is turned and moved by a pose: |R|·half lengths about the moved centre. */
export function worldBox({ low, high }: BoundingBox, pose: ArrayLike<number>): BoundingBox {
  const [qx, qy, qz, qw] = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
  const R = [
    [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy - qw * qz), 2 * (qx * qz + qw * qy)],
    [2 * (qx * qy + qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz - qw * qx)],
    [2 * (qx * qz - qw * qy), 2 * (qy * qz + qw * qx), 1 - 2 * (qx * qx + qy * qy)],
  ];
  const ends = R.map((row, i) => {
    let center = pose[i]!;
    let half = 0;
    for (let j = 0; j < 3; j++) {
      center += (row[j]! * (low[j]! + high[j]!)) / 2;
      half += (Math.abs(row[j]!) * (high[j]! - low[j]!)) / 2;
    }
    return [center - half, center + half];
  });
  return { low: [ends[0]![0]!, ends[1]![0]!, ends[2]![0]!], high: [ends[0]![1]!, ends[1]![1]!, ends[2]![1]!] };
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
  const points: number[] = [];
  const pose = new Float64Array(poseSize);
  const count = at === undefined ? Math.min(looks, time.length) : Math.min(1, time.length);
  scene.objects.forEach(({ isStatic }, k) => {
    if (isMovingOnly && (isStatic || boxes[k] === undefined)) return;
    const box = boxes[k] ?? { low: [0, 0, 0], high: [0, 0, 0] };
    for (let look = 0; look < (isStatic ? Math.min(1, count) : count); look++) {
      const t = at ?? time[Math.round((look * (time.length - 1)) / Math.max(1, count - 1))]!;
      if (!interpolatePose(pose, animation, k, t, sampleBefore(time, t))) continue;
      const { low, high } = worldBox(box, pose);
      points.push(...low, ...high);
    }
  });
  return points.length > 0 ? boxOf(points) : undefined;
}

/** The run is looked at from its start when things fly further apart than this many times their first extent. */
const farApart = 4;

/** What a picture of the run should show: everything over all times, or at the start when things fly far apart. */
export function overviewBox(
  animation: Animation,
  boxes: readonly (BoundingBox | undefined)[] = sceneBoxes(animation.scene),
): BoundingBox {
  const start = animationBox(animation, boxes, animation.time[0] ?? 0);
  const whole = animationBox(animation, boxes);
  return ballAround(whole).radius > farApart * ballAround(start).radius ? start : whole;
}

/** Of what stands still this much is shown around what moves, in radii of the latter. */
const surroundings = 0.35;

/** What a camera looks at: the overview, without the parts of large floors and walls that are far from everything that moves. */
export function focusBox(
  animation: Animation,
  boxes: readonly (BoundingBox | undefined)[] = sceneBoxes(animation.scene),
): BoundingBox {
  const whole = overviewBox(animation, boxes);
  const moving = drawnBox(animation, boxes, undefined, true);
  if (moving === undefined) return whole;
  const around = surroundings * ballAround(moving).radius;
  const low = whole.low.map((value, i) => Math.max(value, moving.low[i]! - around));
  const high = whole.high.map((value, i) => Math.min(value, moving.high[i]! + around));
  return { low: [low[0]!, low[1]!, low[2]!], high: [high[0]!, high[1]!, high[2]!] };
}

export function ballAround({ low, high }: BoundingBox): BoundingBall {
  const radius = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
  const center: Vector3 = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  return { center, radius: radius > 0 ? radius : 0.5 };
}
