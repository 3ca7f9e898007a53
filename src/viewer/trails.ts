/**
 * Paths that the origins of moving objects have left behind, all of them in one draw call: the segments are in the order of time, so
 * that a range from the first on is what has been left behind until a time.
 */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments } from "three";
import { type Animation, poseSize } from "../scene/animation.ts";
import { sampleBefore } from "../scene/poseAt.ts";
import { toColor } from "./objectBatches.ts";

/** Corners of all paths together; beyond that every second, fourth, … sample makes one. */
const mostCorners = 2 ** 20;

export class Trails {
  readonly group = new Group();
  #animation: Animation;
  /** Numbers of the objects that have a path. */
  readonly #objects: readonly number[];
  readonly #colors: Float32Array;
  readonly #material = new LineBasicMaterial({ vertexColors: true });
  #paths: LineSegments | undefined;
  /** From the last corner of each path to where the object is. */
  readonly #ends: LineSegments;
  /** A corner for every so many samples. */
  #stride = 1;
  /** Corners of each path, and how many there is room for. */
  #count = 0;
  #capacity = 0;
  #sample = 0;

  constructor(animation: Animation) {
    this.#animation = animation;
    const { objects } = animation.scene;
    this.#objects = objects.flatMap(({ isStatic, shape }, k) => (isStatic || shape === undefined ? [] : [k]));
    this.#colors = Float32Array.from(this.#objects.flatMap((k) => toColor(objects[k]!.material.color).toArray()));
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", dynamic(new Float32Array(6 * this.#objects.length)));
    geometry.setAttribute(
      "color",
      new BufferAttribute(
        Float32Array.from(
          { length: 2 * this.#colors.length },
          (_, i) => this.#colors[3 * Math.floor(i / 6) + (i % 3)]!,
        ),
        3,
      ),
    );
    this.#ends = this.#linesOf(geometry);
    this.group.visible = false;
  }

  /** More of the same run, or another run of the scene. */
  setAnimation(animation: Animation): void {
    const last = this.#stride * (this.#count - 1);
    const isMore = this.#count === 0 || animation.time[last] === this.#animation.time[last];
    this.#animation = animation;
    if (!isMore) this.#clear();
  }

  /** Shows the paths up to a time; the last point of each is where the object is. */
  place(isShown: boolean, time: number, poses: Float64Array): void {
    this.group.visible = isShown && this.#objects.length > 0;
    if (!this.group.visible) return;
    this.#extend();
    this.#sample = sampleBefore(this.#animation.time, time, this.#sample);
    const corner = Math.min(this.#count - 1, Math.floor(this.#sample / this.#stride));
    this.#paths?.geometry.setDrawRange(0, Math.max(0, 2 * this.#objects.length * corner));
    const ends = this.#ends.geometry.attributes["position"]!;
    for (let i = 0; i < this.#objects.length; i++) {
      const recorded = this.#animation.poses[this.#objects[i]!]!;
      const from = poseSize * this.#stride * Math.max(0, corner);
      const at = poseSize * this.#objects[i]!;
      const isThere = Number.isFinite(recorded[from]!) && Number.isFinite(poses[at]!);
      for (let axis = 0; axis < 3; axis++) {
        ends.array[6 * i + axis] = isThere ? recorded[from + axis]! : 0;
        ends.array[6 * i + 3 + axis] = isThere ? poses[at + axis]! : 0;
      }
    }
    ends.needsUpdate = true;
  }

  dispose(): void {
    this.#clear();
    this.#ends.geometry.dispose();
    this.#material.dispose();
    this.group.clear();
  }

  /** Corners for the samples that have come since. */
  #extend(): void {
    const samples = this.#animation.time.length;
    while (this.#objects.length * Math.ceil(samples / this.#stride) > mostCorners) {
      this.#stride *= 2;
      this.#clear();
    }
    const count = Math.ceil(samples / this.#stride);
    if (count === this.#count) return;
    if (count > this.#capacity) this.#reserve(Math.max(count, 2 * this.#capacity));
    const { attributes, index } = this.#paths!.geometry;
    const first = this.#count;
    this.#fill(attributes["position"]!.array as Float32Array, index!.array as Uint32Array, first, count);
    const n = this.#objects.length;
    touch(attributes["position"] as BufferAttribute, 3 * n * first, 3 * n * (count - first));
    touch(index!, 2 * n * Math.max(0, first - 1), 2 * n * (count - Math.max(1, first)));
    this.#count = count;
  }

  /** Corners `first` to `count` − 1 of all paths, and the segments that end there; none beside a pose that does not exist. */
  #fill(corners: Float32Array, segments: Uint32Array, first: number, count: number): void {
    const { poses } = this.#animation;
    const n = this.#objects.length;
    for (let c = first; c < count; c++) {
      for (let i = 0; i < n; i++) {
        const recorded = poses[this.#objects[i]!]!;
        const at = poseSize * this.#stride * c;
        const isThere = Number.isFinite(recorded[at]!);
        for (let axis = 0; axis < 3; axis++) corners[3 * (n * c + i) + axis] = isThere ? recorded[at + axis]! : 0;
        if (c === 0) continue;
        const isLine = isThere && Number.isFinite(recorded[at - poseSize * this.#stride]!);
        const k = 2 * (n * (c - 1) + i);
        segments[k] = n * (c - 1) + i;
        segments[k + 1] = isLine ? n * c + i : n * (c - 1) + i;
      }
    }
  }

  #reserve(capacity: number): void {
    const n = this.#objects.length;
    const geometry = new BufferGeometry();
    const corners = new Float32Array(3 * n * capacity);
    const segments = new Uint32Array(2 * n * capacity);
    const old = this.#paths?.geometry;
    if (old !== undefined) {
      corners.set(old.attributes["position"]!.array);
      segments.set(old.index!.array as Uint32Array);
    }
    const colors = new Float32Array(corners.length);
    for (let c = 0; c < capacity; c++) colors.set(this.#colors, 3 * n * c);
    geometry.setAttribute("position", dynamic(corners));
    geometry.setAttribute("color", new BufferAttribute(colors, 3));
    geometry.setIndex(new BufferAttribute(segments, 1).setUsage(DynamicDrawUsage));
    this.#forget();
    this.#paths = this.#linesOf(geometry);
    this.#capacity = capacity;
  }

  #linesOf(geometry: BufferGeometry): LineSegments {
    const lines = new LineSegments(geometry, this.#material);
    lines.frustumCulled = false;
    this.group.add(lines);
    return lines;
  }

  #clear(): void {
    this.#forget();
    this.#count = 0;
    this.#capacity = 0;
  }

  #forget(): void {
    if (this.#paths === undefined) return;
    this.group.remove(this.#paths);
    this.#paths.geometry.dispose();
    this.#paths = undefined;
  }
}

function dynamic(points: Float32Array): BufferAttribute {
  return new BufferAttribute(points, 3).setUsage(DynamicDrawUsage);
}

/** Says which numbers have to go to the graphics card. */
function touch(attribute: BufferAttribute, start: number, count: number): void {
  if (count <= 0) return;
  attribute.addUpdateRange(start, count);
  attribute.needsUpdate = true;
}
