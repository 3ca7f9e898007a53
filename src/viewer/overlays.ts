/** What can be shown beside the objects: frames, boxes, contacts, joints, trails, names. Each is filled when it is switched on. */
import { BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Group, Mesh, MeshBasicMaterial } from "three";
import { type Animation, type ContactMark, type ContactsAt, poseSize } from "../scene/animation.ts";
import { type BoundingBox, worldBox } from "../scene/bounds.ts";
import type { Rgb } from "../scene/color.ts";
import { contactsAt } from "../scene/contactsAt.ts";
import { axisColors } from "../scene/drawShape.ts";
import { Arrows, Balls, LineSet } from "./markers.ts";
import { NameLabels } from "./nameLabels.ts";
import type { OverlayName } from "./overlayNames.ts";
import { Trails } from "./trails.ts";

const colors = {
  box: [127, 127, 140],
  selection: [255, 150, 0],
  point: [225, 30, 45],
  normal: [90, 90, 100],
  force: [255, 140, 0],
  patch: [225, 30, 45],
  joint: [190, 60, 200],
} as const satisfies Record<string, Rgb>;

export class Overlays {
  readonly group = new Group();
  readonly shown = new Set<OverlayName>();
  /** Number of the object that has a box around it. */
  selected: number | undefined;
  readonly #boxes: readonly (BoundingBox | undefined)[];
  readonly #frames = new Arrows({ isOnTop: true });
  readonly #joints = new Arrows({ isOnTop: true });
  readonly #contacts = new Arrows({ isOnTop: true });
  readonly #points = new Balls();
  readonly #lines = new LineSet();
  readonly #patches = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ color: 0xe11e2d, transparent: true, opacity: 0.5, side: DoubleSide, depthTest: false }),
  );
  readonly #names: NameLabels;
  readonly #trails: Trails;
  #animation: Animation;
  #largestForce: number;
  /** Length of the arrow of the largest force, m. */
  readonly #forceLength: number;

  constructor(
    animation: Animation,
    boxes: readonly (BoundingBox | undefined)[],
    radius: number,
    pixelAngle: () => number,
  ) {
    this.#animation = animation;
    this.#boxes = boxes;
    this.#largestForce = largestForce(animation.contacts);
    this.#forceLength = 0.2 * radius;
    this.#names = new NameLabels(animation.scene.objects, pixelAngle);
    this.#trails = new Trails(animation);
    this.#patches.frustumCulled = false;
    this.group.add(this.#lines.lines, this.#patches, this.#names.group, this.#trails.group);
    // sets that grow put a new mesh into the same parent
    for (const { mesh } of [this.#frames, this.#joints, this.#contacts, this.#points]) this.group.add(mesh);
  }

  /** More of the same scene. */
  setAnimation(animation: Animation): void {
    this.#animation = animation;
    this.#largestForce = largestForce(animation.contacts);
    this.#trails.setAnimation(animation);
  }

  /** Puts everything that is shown to its place at a time. */
  place(poses: Float64Array, time: number): void {
    const { scene, contacts } = this.#animation;
    for (const set of [this.#frames, this.#joints, this.#contacts, this.#points, this.#lines]) set.clear();
    if (this.shown.has("frames")) scene.objects.forEach((_, k) => this.#putFrame(poses, k, scene.frameLength));
    if (this.shown.has("joints")) this.#putJoints(poses);
    this.#boxes.forEach((box, k) => {
      const color = k === this.selected ? colors.selection : this.shown.has("boundingBoxes") ? colors.box : undefined;
      if (box !== undefined && color !== undefined) this.#putBox(box, poses, k, color);
    });
    if (this.selected !== undefined && !this.shown.has("frames")) {
      this.#putFrame(poses, this.selected, scene.frameLength);
    }
    const marks = contactsAt(contacts, time);
    for (const mark of marks) this.#putContact(mark);
    this.#lines.finish();
    this.#fillPatches(this.shown.has("patches") ? marks : []);
    this.#names.place(this.shown.has("names"), poses, this.#boxes);
    this.#trails.place(this.shown.has("trails"), time, poses);
  }

  dispose(): void {
    for (const set of [this.#frames, this.#joints, this.#contacts, this.#points, this.#lines]) set.dispose();
    this.#patches.geometry.dispose();
    this.#patches.material.dispose();
    this.#names.dispose();
    this.#trails.dispose();
    this.group.clear();
  }

  #putFrame(poses: Float64Array, object: number, length: number): void {
    const k = poseSize * object;
    if (Number.isNaN(poses[k])) return;
    const foot = poses.subarray(k, k + 3);
    for (let axis = 0; axis < 3; axis++) {
      const unit = [0, 0, 0];
      unit[axis] = length;
      this.#frames.put([...foot], turned(poses, k, unit), axisColors[axis]!);
    }
  }

  #putJoints(poses: Float64Array): void {
    const { joints, frameLength } = this.#animation.scene;
    for (const { object, axes } of joints) {
      const k = poseSize * object;
      if (Number.isNaN(poses[k])) continue;
      const [x, y, z] = [poses[k]!, poses[k + 1]!, poses[k + 2]!];
      for (const axis of axes) {
        const [u, v, w] = turned(poses, k, axis).map((value) => value * frameLength) as [number, number, number];
        this.#joints.put([x - u, y - v, z - w], [2 * u, 2 * v, 2 * w], colors.joint, frameLength);
      }
      if (axes.length === 0) this.#points.put([x, y, z], 0.2 * frameLength, colors.joint);
    }
  }

  #putBox(box: BoundingBox, poses: Float64Array, object: number, color: Rgb): void {
    const k = poseSize * object;
    if (Number.isNaN(poses[k])) return;
    const { low, high } = worldBox(box, poses.subarray(k, k + poseSize));
    const corner = (bits: number) => [0, 1, 2].map((i) => ((bits >> i) & 1 ? high[i]! : low[i]!));
    for (let bits = 0; bits < 8; bits++) {
      for (let i = 0; i < 3; i++) if (!((bits >> i) & 1)) this.#lines.put(corner(bits), corner(bits | (1 << i)), color);
    }
  }

  #putContact({ point, normal, force }: ContactMark): void {
    const { contactDiameter } = this.#animation.scene;
    if (this.shown.has("contactPoints")) this.#points.put(point, contactDiameter, colors.point);
    if (this.shown.has("contactNormals")) {
      const length = 4 * contactDiameter;
      this.#contacts.put(point, [normal[0] * length, normal[1] * length, normal[2] * length], colors.normal);
    }
    if (this.shown.has("contactForces") && this.#largestForce > 0) {
      const scale = this.#forceLength / this.#largestForce;
      const girth = 0.6 * this.#forceLength;
      this.#contacts.put(point, [force[0] * scale, force[1] * scale, force[2] * scale], colors.force, girth);
    }
  }

  #fillPatches(marks: readonly ContactMark[]): void {
    const corners: number[] = [];
    for (const { patch } of marks) {
      for (let k = 6; patch !== undefined && k + 2 < patch.length; k += 3) {
        for (const i of [0, 1, 2, k - 3, k - 2, k - 1, k, k + 1, k + 2]) corners.push(patch[i]!);
      }
    }
    this.#patches.visible = corners.length > 0;
    if (corners.length === 0) return;
    const attribute = new BufferAttribute(Float32Array.from(corners), 3).setUsage(DynamicDrawUsage);
    this.#patches.geometry.setAttribute("position", attribute);
    this.#patches.geometry.setDrawRange(0, corners.length / 3);
  }
}

function largestForce(contacts: readonly ContactsAt[]): number {
  let largest = 0;
  for (const { contacts: marks } of contacts) {
    for (const { force } of marks) largest = Math.max(largest, Math.hypot(...force));
  }
  return largest;
}

/** v turned by the quaternion of the pose at k: v + 2·q × (q × v + w·v). */
function turned(poses: Float64Array, k: number, v: readonly number[]): number[] {
  const [x, y, z, w] = [poses[k + 3]!, poses[k + 4]!, poses[k + 5]!, poses[k + 6]!];
  const a = y * v[2]! - z * v[1]! + w * v[0]!;
  const b = z * v[0]! - x * v[2]! + w * v[1]!;
  const c = x * v[1]! - y * v[0]! + w * v[2]!;
  return [v[0]! + 2 * (y * c - z * b), v[1]! + 2 * (z * a - x * c), v[2]! + 2 * (x * b - y * a)];
}
