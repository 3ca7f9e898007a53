/** An animation that grows while a run is going: samples are appended, snapshots are ordinary animations that share memory. */
import { aScene } from "./anAnimation.ts";
import { type AnimationData, animate } from "./animate.ts";
import {
  type Animation,
  type AnimationEvent,
  alignQuaternions,
  type ContactsAt,
  checkTimes,
  poseSize,
} from "./animation.ts";
import type { Scene3D } from "./scene3d.ts";

export class GrowingAnimation {
  readonly scene: Scene3D;
  #count = 0;
  #time = new Float64Array(64);
  readonly #poses: Float64Array[];
  readonly #events: AnimationEvent[] = [];
  readonly #contacts: ContactsAt[] = [];

  constructor(scene: Scene3D) {
    aScene(scene, "scene");
    this.scene = scene;
    this.#poses = scene.objects.map(() => new Float64Array(poseSize * 64));
  }

  get sampleCount(): number {
    return this.#count;
  }

  /** Adds samples that are not earlier than those before; sizes as in `animate`. */
  append(data: AnimationData): void {
    const first = this.#count;
    const { time, poses } = animate(this.scene, data);
    checkTimes(time, first > 0 ? this.#time[first - 1] : undefined);
    this.#reserve(first + time.length);
    this.#time.set(time, first);
    poses.forEach((values, k) => {
      this.#poses[k]!.set(values, poseSize * first);
      // once more, for the sign that follows from the sample before
      alignQuaternions(this.#poses[k]!, first, first + time.length);
    });
    this.#count += time.length;
    this.#events.push(...(data.events ?? []));
    this.#contacts.push(...(data.contacts ?? []));
  }

  /** What there is now. It does not change when more is appended. */
  snapshot(): Animation {
    return {
      scene: this.scene,
      time: this.#time.subarray(0, this.#count),
      poses: this.#poses.map((values) => values.subarray(0, poseSize * this.#count)),
      events: [...this.#events],
      contacts: [...this.#contacts],
    };
  }

  #reserve(count: number): void {
    if (count <= this.#time.length) return;
    const capacity = Math.max(count, 2 * this.#time.length);
    const grown = new Float64Array(capacity);
    grown.set(this.#time);
    this.#time = grown;
    this.#poses.forEach((values, k) => {
      const larger = new Float64Array(poseSize * capacity);
      larger.set(values);
      this.#poses[k] = larger;
    });
  }
}
