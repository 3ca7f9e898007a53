// The result of a run whose objects move as an animation says: signals r_abs and R_abs, and the scene attached.
import { matrixFromQuaternion } from "../../src/math/quaternion.ts";
import { Recorder } from "../../src/results/recorder.ts";
import type { Result } from "../../src/results/result.ts";
import type { Animation } from "../../src/scene/animation.ts";
import type { SceneAttachment } from "../../src/scene/animationOf.ts";
import { poseAt } from "../../src/scene/poseAt.ts";
import { playRun, type SampleSignal } from "../results/sampleRun.ts";

export function resultOf(animation: Animation): Result {
  const { scene, contacts } = animation;
  const segmentStarts = animation.events.filter(({ isNewSegment }) => isNewSegment).map(({ time }) => time);
  const attachment: SceneAttachment = { kind: "scene3D", scene, contacts };
  const times = [...animation.time];
  const bounds = [times[0]!, ...segmentStarts, Infinity];
  const segments = bounds.slice(1).map((end, k) => {
    const own = times.filter((t) => t >= bounds[k]! && t < end);
    // an object that is deleted has no signals in later segments
    const signals = scene.objects.flatMap(({ path }, object): SampleSignal[] => {
      if (poseAt(animation, object, own[0]!) === undefined) return [];
      const pose = (t: number) => poseAt(animation, object, t)!;
      return [
        { name: `${path}.r_abs`, unit: "m", shape: [3], values: (t) => [...pose(t).subarray(0, 3)] },
        { name: `${path}.R_abs`, shape: [3, 3], values: (t) => worldToObject(pose(t)) },
      ];
    });
    const height: SampleSignal = { name: "height", unit: "m", state: (t) => [Math.sin(t)] };
    return { times: own, signals: [height, ...signals] };
  });
  const recorder = new Recorder({});
  playRun(recorder, segments, {
    model: "Billiards <break>",
    attachments: new Map<string, unknown>([["", attachment]]),
  });
  return recorder.result;
}

/** R_BW, the transpose of the matrix of the quaternion. */
function worldToObject(pose: Float64Array): number[] {
  const R = new Float64Array(9);
  matrixFromQuaternion(R, 0, pose, 3);
  return [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => R[3 * j + i]!));
}
