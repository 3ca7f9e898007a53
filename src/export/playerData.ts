/** A scene in motion as the player of a report takes it: plain JSON, with numbers as base 64 of their little-endian bytes. */
import type { Animation } from "../scene/animation.ts";
import { ballAround, focusBox, leadObject } from "../scene/bounds.ts";
import { fitView } from "../scene/fitView.ts";
import type { JointScrews } from "../scene/jointScrews.ts";
import type { Screw } from "../scene/moveByScrews.ts";
import { directionTo, viewBasis } from "../scene/viewBasis.ts";
import { drawScene } from "./drawing.ts";
import { base64 } from "./gltf.ts";
import { tracksOf } from "./tracks.ts";

export interface PlayerData {
  readonly up: readonly number[];
  /** Unit vector from the centre to the camera. */
  readonly direction: readonly number[];
  readonly center: readonly number[];
  /** Number of the object that the camera goes with; −1 when it stays. */
  readonly lead: number;
  readonly radius: number;
  /** Of the camera from the centre. */
  readonly distance: number;
  /** Start of the run, s; times count from it. */
  readonly startTime: number;
  /** Float32. */
  readonly times: string;
  readonly geometries: readonly PlayerGeometry[];
  readonly objects: readonly PlayerObject[];
  /** Joints that can be moved by hand. */
  readonly posing?: PlayerPosing;
}

export interface PlayerPosing {
  readonly screws: readonly Screw[];
  /** Last screw of each object; −1 for none. */
  readonly carriers: readonly number[];
  readonly sliders: readonly {
    readonly isAngle: boolean;
    readonly start: number;
    readonly drives: JointScrews["sliders"][number]["drives"];
    /** Float32, one position per time. */
    readonly positions: string;
  }[];
}

/** Joints for sliders, and where they are at a time of the run, s. */
export interface PosingSource extends JointScrews {
  positionAt(name: string, time: number): number;
}

export interface PlayerGeometry {
  /** Float32. */
  readonly positions: string;
  /** Float32; "" for lines. */
  readonly normals: string;
  /** Uint32; "" for lines. */
  readonly indices: string;
}

export interface PlayerObject {
  readonly path: string;
  /** Float32, seven per time: x y z qx qy qz qw, NaN where it does not exist; one pose alone when it never moves. */
  readonly poses: string;
  /** Float32, three factors of its size per time; absent for an object that keeps it. */
  readonly scales?: string;
  readonly parts: readonly {
    readonly geometry: number;
    readonly scale: readonly number[];
    readonly offset: readonly number[];
    /** Red, green, blue, opacity, from 0 to 1. */
    readonly color: readonly number[];
    readonly isLit: boolean;
  }[];
}

/** Tangent of half the vertical opening of the camera of the player. */
const playerOpening = 0.36;

/** Samples per second that the eye can use. */
const fastEnough = 60;

/** Poses get at most this many bytes, before base 64. */
const poseBytes = 2_200_000;

export function playerData(animation: Animation, posing?: PosingSource): PlayerData {
  const { scene, time } = animation;
  const drawing = drawScene(scene);
  const { times, tracks } = tracksOf(animation, { ...frameRateFor(animation) });
  const start = time[0] ?? 0;
  const box = focusBox(animation);
  const lead = leadObject(animation);
  const direction = directionTo(scene.camera, viewBasis(scene.up));
  const fitted = fitView(box, direction, scene.up, { high: playerOpening, wide: 1.6 * playerOpening });
  return {
    up: scene.up,
    direction,
    center: fitted.target,
    lead: drawing.objects.findIndex(({ index }) => index === lead),
    radius: ballAround(box).radius,
    distance: fitted.distance,
    startTime: start,
    times: packed(times),
    geometries: drawing.geometries.map((geometry) => ({
      positions: packed(geometry.positions),
      normals: geometry.kind === "surface" ? packed(geometry.normals) : "",
      indices: geometry.kind === "surface" ? packed(geometry.indices) : "",
    })),
    objects: drawing.objects.map(({ index, path, parts }) => {
      const { positions, quaternions, scales, exists, isMoving, isTurning, isBlinking } = tracks[index]!;
      const count =
        isMoving || isTurning || isBlinking || scales !== undefined ? times.length : Math.min(1, times.length);
      const poses = new Float32Array(7 * count);
      for (let k = 0; k < count; k++) {
        poses.set(positions.subarray(3 * k, 3 * k + 3), 7 * k);
        poses.set(quaternions.subarray(4 * k, 4 * k + 4), 7 * k + 3);
        if (exists[k] === 0) poses.fill(Number.NaN, 7 * k, 7 * k + 7);
      }
      return {
        path,
        poses: packed(poses),
        ...(scales !== undefined && { scales: packed(scales) }),
        parts: parts.map(({ geometry, look, scale, offset }) => {
          const { color, transparency, reflectsLight, isLine } = drawing.looks[look]!;
          const tint = [...color.map((level) => level / 255), 1 - transparency];
          return { geometry, scale, offset, color: tint, isLit: reflectsLight && !isLine };
        }),
      };
    }),
    ...(posing !== undefined && {
      posing: {
        screws: posing.screws,
        carriers: drawing.objects.map(({ index }) => posing.carriers[index]!),
        sliders: posing.sliders.map(({ name, isAngle, start: from, drives }) => ({
          isAngle,
          start: from,
          drives,
          positions: packed(times.map((passed) => posing.positionAt(name, start + passed))),
        })),
      },
    }),
  };
}

/** As many samples as there are, unless they are more than the eye or the file can take. */
function frameRateFor({ time, scene }: Animation): { frameRate?: number } {
  const length = (time.at(-1) ?? 0) - (time[0] ?? 0);
  const moving = scene.objects.filter(({ isStatic, shape }) => !isStatic && shape !== undefined).length;
  const most = Math.min(fastEnough * length, poseBytes / (28 * Math.max(1, moving)));
  return length > 0 && time.length > most ? { frameRate: Math.max(1, most) / length } : {};
}

function packed(numbers: Float32Array | Uint32Array): string {
  return base64(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}
