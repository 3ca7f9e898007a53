/**
 * Poses between the recorded times: positions linear, quaternions linear and normalised (between neighbouring samples the
 * difference to constant angular velocity is of third order in the angle). An object exists from a sample at which it does to
 * the next one at which it does not; until then it keeps its last pose.
 */
import { shape } from "../errors/shapes.ts";
import { anAnimation } from "./anAnimation.ts";
import { type Animation, poseSize } from "./animation.ts";

/** Last position k with time[k] ≤ t, at least 0; −1 without times. At an event it is the one after it. */
export function sampleBefore(time: Float64Array, t: number, guess = 0): number {
  const last = time.length - 1;
  // playing forwards, the next sample is near the previous answer
  for (let k = Math.max(0, guess); k < guess + 4 && k < last; k++) {
    if (time[k]! <= t && t < time[k + 1]!) return k;
  }
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (time[middle]! <= t) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, last);
}

function checkObject(animation: Animation, object: number): void {
  anAnimation(animation, "animation");
  const last = animation.poses.length - 1;
  shape(`the number of an object, 0 to ${last}`, (value) => animation.poses[value as number] !== undefined)(
    object,
    "object",
  );
}

/** Pose of an object at a time, x y z qx qy qz qw, or undefined where it does not exist. Outside the times: the nearest one. */
export function poseAt(animation: Animation, object: number, time: number): Float64Array | undefined {
  checkObject(animation, object);
  const out = new Float64Array(poseSize);
  return interpolatePose(out, animation, object, time, sampleBefore(animation.time, time)) ? out : undefined;
}

/** out ← pose at `time`, where `sample` is sampleBefore(time). Returns false, and NaN, where the object does not exist. */
export function interpolatePose(
  out: Float64Array,
  { time, poses }: Animation,
  object: number,
  t: number,
  sample: number,
): boolean {
  const values = poses[object]!;
  const k = poseSize * sample;
  if (sample < 0 || Number.isNaN(values[k])) {
    out.fill(Number.NaN);
    return false;
  }
  const next = k + poseSize;
  const step = sample + 1 < time.length ? time[sample + 1]! - time[sample]! : 0;
  const isHeld = !(step > 0) || t <= time[sample]! || Number.isNaN(values[next]);
  const s = isHeld ? 0 : Math.min(1, (t - time[sample]!) / step);
  let norm = 0;
  for (let i = 0; i < poseSize; i++) {
    out[i] = isHeld ? values[k + i]! : (1 - s) * values[k + i]! + s * values[next + i]!;
    if (i > 2) norm += out[i]! ** 2;
  }
  const scale = 1 / Math.sqrt(norm);
  for (let i = 3; i < poseSize; i++) out[i]! *= scale;
  return true;
}

/** out ← factors of the size of an object at `time`, 1 for one that keeps it. */
export function interpolateScale(
  out: Float64Array,
  { time, scales }: Animation,
  object: number,
  t: number,
  sample: number,
): void {
  const values = scales?.[object];
  const step = sample + 1 < time.length ? time[sample + 1]! - time[sample]! : 0;
  const s = step > 0 && t > time[sample]! ? Math.min(1, (t - time[sample]!) / step) : 0;
  for (let i = 0; i < 3; i++) {
    const k = 3 * sample + i;
    out[i] = values === undefined || sample < 0 ? 1 : s === 0 ? values[k]! : (1 - s) * values[k]! + s * values[k + 3]!;
  }
}

/** Velocity of the origin and angular velocity of an object, in world axes, as differences of the recorded poses. */
export interface Velocity {
  /** m/s */
  readonly linear: readonly [number, number, number];
  /** rad/s */
  readonly angular: readonly [number, number, number];
}

/** undefined where the object does not exist or has one sample alone. At a sample: of the step that follows. */
export function velocityAt(animation: Animation, object: number, t: number): Velocity | undefined {
  checkObject(animation, object);
  const { time, poses } = animation;
  let sample = sampleBefore(time, t);
  // at the end, and before an event, the step that leads there
  while (sample > 0 && !(sample + 1 < time.length && time[sample + 1]! > time[sample]!)) sample--;
  if (sample + 1 >= time.length) return undefined;
  const step = time[sample + 1]! - time[sample]!;
  const a = poses[object]!.subarray(poseSize * sample, poseSize * (sample + 1));
  const b = poses[object]!.subarray(poseSize * (sample + 1), poseSize * (sample + 2));
  if (!(step > 0) || Number.isNaN(a[0]) || Number.isNaN(b[0])) return undefined;

  // q_b ∘ q_a⁻¹ = (n·sin φ/2, cos φ/2), turned in world axes
  const [ax, ay, az, aw] = [-a[3]!, -a[4]!, -a[5]!, a[6]!];
  const [bx, by, bz, bw] = [b[3]!, b[4]!, b[5]!, b[6]!];
  const x = bw * ax + aw * bx + by * az - bz * ay;
  const y = bw * ay + aw * by + bz * ax - bx * az;
  const z = bw * az + aw * bz + bx * ay - by * ax;
  const w = bw * aw - bx * ax - by * ay - bz * az;
  const sine = Math.hypot(x, y, z);
  const rate = sine > 0 ? (2 * Math.atan2(sine, w)) / (sine * step) : 0;
  return {
    linear: [(b[0]! - a[0]!) / step, (b[1]! - a[1]!) / step, (b[2]! - a[2]!) / step],
    angular: [rate * x, rate * y, rate * z],
  };
}
