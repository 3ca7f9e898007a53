/** Paths that the origins of moving objects have left behind. */
import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, type TypedArray } from "three";
import { type Animation, poseSize } from "../scene/animation.ts";
import { sampleBefore } from "../scene/poseAt.ts";
import { toColor } from "./objectBatches.ts";

export class Trails {
  readonly group = new Group();
  #animation: Animation;
  #isBuilt = false;
  /** Number of the point that is where the objects are. */
  #end = 0;

  constructor(animation: Animation) {
    this.#animation = animation;
    this.group.visible = false;
  }

  setAnimation(animation: Animation): void {
    this.#animation = animation;
    this.#clear();
  }

  /** Shows the paths up to a time; the last point of each is where the object is. */
  place(isShown: boolean, time: number, poses: Float64Array): void {
    this.group.visible = isShown;
    if (!isShown) return;
    if (!this.#isBuilt) this.#build();
    const sample = sampleBefore(this.#animation.time, time);
    for (const line of this.group.children as Line<BufferGeometry, LineBasicMaterial>[]) {
      const object = line.userData["object"] as number;
      const points = line.geometry.attributes["position"]!;
      const recorded = this.#animation.poses[object]!;
      // the end of the picture before is an ordinary point again
      copyPoint(points.array, this.#end, recorded, this.#end);
      copyPoint(points.array, sample + 1, poses, object);
      points.needsUpdate = true;
      // from the last gap on, since a line has no holes
      let first = sample;
      while (first > 0 && !Number.isNaN(recorded[poseSize * (first - 1)])) first--;
      line.geometry.setDrawRange(first, Number.isNaN(poses[poseSize * object]) ? 0 : sample + 2 - first);
    }
    this.#end = sample + 1;
  }

  dispose(): void {
    this.#clear();
  }

  #build(): void {
    const { scene, time, poses } = this.#animation;
    scene.objects.forEach(({ isStatic, material, shape }, object) => {
      if (isStatic || shape === undefined) return;
      // one more than samples: the end that moves with the object
      const points = new Float32Array(3 * (time.length + 1));
      for (let row = 0; row < time.length; row++) copyPoint(points, row, poses[object]!, row);
      const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(points, 3));
      const line = new Line(geometry, new LineBasicMaterial({ color: toColor(material.color) }));
      line.frustumCulled = false;
      line.userData["object"] = object;
      this.group.add(line);
    });
    this.#isBuilt = true;
  }

  #clear(): void {
    for (const line of this.group.children as Line<BufferGeometry, LineBasicMaterial>[]) {
      line.geometry.dispose();
      line.material.dispose();
    }
    this.group.clear();
    this.#isBuilt = false;
    this.#end = 0;
  }
}

/** points[i] ← position of pose k, if it exists. */
function copyPoint(points: TypedArray, i: number, poses: Float64Array, k: number): void {
  if (!Number.isFinite(poses[poseSize * k])) return;
  for (let axis = 0; axis < 3; axis++) points[3 * i + axis] = poses[poseSize * k + axis]!;
}
