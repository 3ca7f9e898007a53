/**
 * Motions of objects as files want them: times from 0 that increase strictly, positions, quaternions and existence at each.
 * Of the two samples at an event the one after it counts.
 */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { anAnimation } from "../scene/anAnimation.ts";
import { type Animation, poseSize } from "../scene/animation.ts";
import { withContactMarkers } from "../scene/contactMarkers.ts";
import { interpolatePose, interpolateScale, sampleBefore } from "../scene/poseAt.ts";

export interface TrackOptions {
  /** Samples per second of the run; all recorded ones by default. */
  readonly frameRate?: number;
  /** true adds a red ball at every contact; false by default. */
  readonly contacts?: boolean;
}

export interface Track {
  /** Packed x, y, z; where the object does not exist, the nearest earlier place, or the first one. */
  readonly positions: Float32Array;
  /** Packed x, y, z, w. */
  readonly quaternions: Float32Array;
  /** Packed factors of the size along x, y, z; undefined for an object that keeps it. */
  readonly scales: Float32Array | undefined;
  /** 1 where the object exists. */
  readonly exists: Uint8Array;
  readonly isMoving: boolean;
  readonly isTurning: boolean;
  /** true when it comes or goes. */
  readonly isBlinking: boolean;
}

export interface Tracks {
  /** Seconds from the start of the run. */
  readonly times: Float32Array;
  /** One per object of the scene. */
  readonly tracks: readonly Track[];
}

/** The animation that is to be written: checks the options, adds what they ask for. */
export function chosenAnimation(animation: Animation, options: TrackOptions): Animation {
  anAnimation(animation, "animation");
  checkOptionNames(options, ["frameRate", "contacts"], "the writer");
  return options.contacts === true ? withContactMarkers(animation) : animation;
}

export function tracksOf(animation: Animation, options: TrackOptions = {}): Tracks {
  const { frameRate } = options;
  if (frameRate !== undefined && !(frameRate > 0 && frameRate < Infinity)) {
    throw new RattlebackError(
      "E-OPTION-VALUE",
      `The option frameRate = ${String(frameRate)} is not a positive number.`,
      {
        path: "options.frameRate",
        hint: "samples per second, such as 30",
        data: { frameRate },
      },
    );
  }
  const recorded = frameRate === undefined ? [...animation.time] : evenTimes(animation.time, frameRate);
  const start = recorded[0] ?? 0;
  // distinct in the single precision of files
  const kept = recorded.filter(
    (t, k) => k + 1 === recorded.length || Math.fround(recorded[k + 1]! - start) > Math.fround(t - start),
  );
  return {
    times: Float32Array.from(kept, (t) => t - start),
    tracks: animation.poses.map((_, object) => trackOf(animation, object, kept)),
  };
}

function evenTimes(time: Float64Array, frameRate: number): number[] {
  if (time.length === 0) return [];
  const [start, end] = [time[0]!, time.at(-1)!];
  const count = Math.ceil((end - start) * frameRate * (1 - 1e-9));
  return Array.from({ length: count + 1 }, (_, k) => Math.min(end, start + k / frameRate));
}

function trackOf(animation: Animation, object: number, times: readonly number[]): Track {
  const n = times.length;
  const positions = new Float32Array(3 * n);
  const quaternions = new Float32Array(4 * n);
  const exists = new Uint8Array(n);
  const pose = new Float64Array(poseSize);
  const scale = new Float64Array(3);
  const scales = animation.scales?.[object] === undefined ? undefined : new Float32Array(3 * n);
  let sample = 0;
  let first = -1;
  for (let k = 0; k < n; k++) {
    sample = sampleBefore(animation.time, times[k]!, sample);
    if (scales !== undefined) {
      interpolateScale(scale, animation, object, times[k]!, sample);
      scales.set(scale, 3 * k);
    }
    if (interpolatePose(pose, animation, object, times[k]!, sample)) {
      exists[k] = 1;
      if (first < 0) first = k;
      positions.set(pose.subarray(0, 3), 3 * k);
      quaternions.set(pose.subarray(3), 4 * k);
    } else if (first >= 0) {
      positions.copyWithin(3 * k, 3 * (k - 1), 3 * k);
      quaternions.copyWithin(4 * k, 4 * (k - 1), 4 * k);
    }
  }
  for (let k = 0; k < (first < 0 ? n : first); k++) {
    if (first < 0) quaternions[4 * k + 3] = 1;
    else {
      positions.copyWithin(3 * k, 3 * first, 3 * first + 3);
      quaternions.copyWithin(4 * k, 4 * first, 4 * first + 4);
    }
  }
  return {
    positions,
    quaternions,
    scales,
    exists,
    isMoving: positions.some((value, k) => value !== positions[k % 3]),
    isTurning: quaternions.some((value, k) => value !== quaternions[k % 4]),
    isBlinking: exists.includes(0),
  };
}
