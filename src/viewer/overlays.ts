/** What can be shown beside the objects: frames, boxes, contacts, joints, springs and wires, loads, trails, names. Each is filled when it is switched on. */
import { BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Group, Mesh, MeshBasicMaterial } from "three";
import { type Animation, type ContactMark, type ContactsAt, poseSize } from "../scene/animation.ts";
import { type BoundingBox, worldBox } from "../scene/bounds.ts";
import type { Rgb } from "../scene/color.ts";
import { contactsAt } from "../scene/contactsAt.ts";
import { axisColors } from "../scene/drawShape.ts";
import { type HelperSizes, helperSizes } from "../scene/helperSizes.ts";
import { sampleBefore } from "../scene/poseAt.ts";
import type { SceneLink } from "../scene/scene3d.ts";
import { wiresOf } from "../scene/wires.ts";
import { LinkLines } from "./drawLinks.ts";
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
  torque: [190, 60, 200],
} as const satisfies Record<string, Rgb>;

export class Overlays {
  readonly group = new Group();
  readonly shown = new Set<OverlayName>();
  /** Number of the object that has a box around it. */
  selected: number | undefined;
  /** Whether it has its axes, too. */
  marksAxes = true;
  readonly #boxes: readonly (BoundingBox | undefined)[];
  readonly #frames = new Arrows({ isOnTop: true });
  readonly #joints = new Arrows({ isOnTop: true });
  readonly #contacts = new Arrows({ isOnTop: true });
  readonly #points = new Balls();
  readonly #lines = new LineSet();
  readonly #sets = [this.#frames, this.#joints, this.#contacts, this.#points, this.#lines];
  readonly #patches = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ color: 0xe11e2d, transparent: true, opacity: 0.5, side: DoubleSide, depthTest: false }),
  );
  readonly #links: readonly SceneLink[];
  readonly #names: NameLabels;
  readonly #trails: Trails;
  #animation: Animation;
  #largestForce: number;
  #largestLoads: ReturnType<typeof largestLoads>;
  #lastSample = 0;
  readonly #linkLines: LinkLines;
  readonly #sizes: HelperSizes;
  /** Room for some points and vectors, so that a picture makes no garbage. */
  readonly #room = {
    start: new Float64Array(3),
    along: new Float64Array(3),
    end: new Float64Array(3),
  };

  constructor(
    animation: Animation,
    boxes: readonly (BoundingBox | undefined)[],
    radius: number,
    pixelAngle: () => number,
  ) {
    this.#animation = animation;
    this.#boxes = boxes;
    this.#largestForce = largestForce(animation.contacts);
    this.#largestLoads = largestLoads(animation);
    this.#sizes = helperSizes(animation.scene, boxes, radius);
    this.#linkLines = new LinkLines(this.#lines, this.#sizes.frameLength);
    this.#names = new NameLabels(animation.scene.objects, pixelAngle);
    this.#trails = new Trails(animation);
    this.#links = [...(animation.scene.links ?? []), ...wiresOf(animation, boxes)];
    this.#patches.frustumCulled = false;
    this.group.add(this.#lines.lines, this.#patches, this.#names.group, this.#trails.group);
    // sets that grow put a new mesh into the same parent
    for (const { mesh } of [this.#frames, this.#joints, this.#contacts, this.#points]) this.group.add(mesh);
  }

  /** More of the same scene. */
  setAnimation(animation: Animation): void {
    this.#animation = animation;
    this.#largestForce = largestForce(animation.contacts);
    this.#largestLoads = largestLoads(animation);
    this.#trails.setAnimation(animation);
  }

  /** Puts everything that is shown to its place at a time. */
  place(poses: Float64Array, time: number): void {
    const { scene, contacts } = this.#animation;
    const { frameLength } = this.#sizes;
    for (const set of this.#sets) set.clear();
    if (this.shown.has("frames")) for (let k = 0; k < scene.objects.length; k++) this.#putFrame(poses, k, frameLength);
    if (this.shown.has("joints")) this.#putJoints(poses);
    if (this.shown.has("links"))
      for (const { kind, object1, object2 } of this.#links)
        this.#linkLines.put(kind, poses, poseSize * object1, poseSize * object2);
    if (this.shown.has("loads")) this.#putLoads(poses, time);
    this.#boxes.forEach((box, k) => {
      const color = k === this.selected ? colors.selection : this.shown.has("boundingBoxes") ? colors.box : undefined;
      if (box !== undefined && color !== undefined) this.#putBox(box, poses, k, color);
    });
    if (this.selected !== undefined && this.marksAxes && !this.shown.has("frames"))
      this.#putFrame(poses, this.selected, frameLength, 0.5 * frameLength);
    const marks = contactsAt(contacts, time);
    for (const mark of marks) this.#putContact(mark);
    this.#lines.finish();
    this.#fillPatches(this.shown.has("patches") ? marks : []);
    this.#names.place(this.shown.has("names"), poses, this.#boxes);
    this.#trails.place(this.shown.has("trails"), time, poses);
  }

  dispose(): void {
    for (const set of this.#sets) set.dispose();
    this.#patches.geometry.dispose();
    this.#patches.material.dispose();
    this.#names.dispose();
    this.#trails.dispose();
    this.group.clear();
  }

  /** `girth`: thickness as that of arrows of this length. */
  #putFrame(poses: Float64Array, object: number, length: number, girth = length): void {
    const k = poseSize * object;
    if (Number.isNaN(poses[k])) return;
    const { start, along } = this.#room;
    copy(start, poses, k);
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0; i < 3; i++) along[i] = i === axis ? length : 0;
      this.#frames.put(start, turn(along, poses, k), axisColors[axis]!, girth);
    }
  }

  /** Arrows at the objects that forces act on, along the axes of torques with a second head. */
  #putLoads(poses: Float64Array, time: number): void {
    const { scene, loads, time: times } = this.#animation;
    if (loads === undefined || times.length === 0) return;
    const sample = sampleBefore(times, time, this.#lastSample);
    this.#lastSample = sample;
    scene.loads!.forEach(({ kind, object, reaction, axes }, k) => {
      const largest = this.#largestLoads[kind];
      const values = loads[k];
      // loads that came with a later change of structure have no values yet
      if (!(largest > 0) || values === undefined) return;
      const { along } = this.#room;
      scale(along, values.subarray(3 * sample, 3 * sample + 3), (1.5 * this.#sizes.forceLength) / largest);
      if (axes !== undefined) turn(along, poses, poseSize * axes);
      this.#putLoad(poses, object, kind);
      if (reaction === undefined) return;
      scale(along, along, -1);
      this.#putLoad(poses, reaction, kind);
    });
  }

  #putLoad(poses: Float64Array, object: number, kind: "force" | "torque"): void {
    const k = poseSize * object;
    if (Number.isNaN(poses[k])) return;
    const { start, along, end } = this.#room;
    const girth = 0.8 * this.#sizes.forceLength;
    this.#contacts.put(copy(start, poses, k), along, colors[kind], girth);
    if (kind === "torque") this.#contacts.put(start, scale(end, along, 0.8), colors.torque, girth);
  }

  #putJoints(poses: Float64Array): void {
    const { joints } = this.#animation.scene;
    const { frameLength } = this.#sizes;
    const { start, along } = this.#room;
    for (const { object, axes } of joints) {
      const k = poseSize * object;
      if (Number.isNaN(poses[k])) continue;
      for (const axis of axes) {
        turn(copy(along, axis, 0), poses, k);
        for (let i = 0; i < 3; i++) {
          start[i] = poses[k + i]! - frameLength * along[i]!;
          along[i] = 2 * frameLength * along[i]!;
        }
        this.#joints.put(start, along, colors.joint, frameLength);
      }
      if (axes.length === 0) this.#points.put(copy(start, poses, k), 0.2 * frameLength, colors.joint);
    }
  }

  #putBox(box: BoundingBox, poses: Float64Array, object: number, color: Rgb): void {
    const k = poseSize * object;
    if (Number.isNaN(poses[k])) return;
    const { start, along } = this.#room;
    const { low, high } = worldBox(box, poses.subarray(k, k + poseSize));
    // an edge from every corner in every direction in which there is another corner
    for (let bits = 0; bits < 8; bits++) {
      for (let i = 0; i < 3; i++) start[i] = (bits >> i) & 1 ? high[i]! : low[i]!;
      for (let i = 0; i < 3; i++) {
        if ((bits >> i) & 1) continue;
        copy(along, start, 0)[i] = high[i]!;
        this.#lines.put(start, along, color);
      }
    }
  }

  #putContact({ point, normal, force }: ContactMark): void {
    const { contactDiameter, forceLength } = this.#sizes;
    const { along } = this.#room;
    if (this.shown.has("contactPoints")) this.#points.put(point, contactDiameter, colors.point);
    if (this.shown.has("contactNormals")) {
      this.#contacts.put(point, scale(along, normal, 4 * contactDiameter), colors.normal);
    }
    if (this.shown.has("contactForces") && this.#largestForce > 0) {
      scale(along, force, forceLength / this.#largestForce);
      this.#contacts.put(point, along, colors.force, 0.6 * forceLength);
    }
  }

  #fillPatches(marks: readonly ContactMark[]): void {
    let count = 0;
    for (const { patch } of marks) count += 3 * triangles(patch);
    this.#patches.visible = count > 0;
    if (count === 0) return;
    const points = this.#roomForPatches(count);
    let at = 0;
    for (const { patch } of marks) {
      // a fan around the first corner
      for (let triangle = 1; triangle <= triangles(patch); triangle++, at += 9) {
        for (let i = 0; i < 3; i++) points.array[at + i] = patch![i]!;
        for (let i = 0; i < 6; i++) points.array[at + 3 + i] = patch![3 * triangle + i]!;
      }
    }
    points.needsUpdate = true;
    this.#patches.geometry.setDrawRange(0, count);
  }

  #roomForPatches(count: number): BufferAttribute {
    const known = this.#patches.geometry.attributes["position"] as BufferAttribute | undefined;
    if (known !== undefined && known.count >= count) return known;
    const larger = new BufferAttribute(new Float32Array(6 * count), 3).setUsage(DynamicDrawUsage);
    this.#patches.geometry.dispose();
    this.#patches.geometry = new BufferGeometry().setAttribute("position", larger);
    return larger;
  }
}

/** Triangles of a patch, which is given by packed corners. */
function triangles(patch: ArrayLike<number> | undefined): number {
  return patch === undefined ? 0 : Math.max(0, Math.floor(patch.length / 3) - 2);
}

function largestForce(contacts: readonly ContactsAt[]): number {
  let largest = 0;
  for (const { contacts: marks } of contacts) {
    for (const { force } of marks) largest = Math.max(largest, Math.hypot(...force));
  }
  return largest;
}

/** The largest force and the largest torque of a run, of which arrows are parts. */
function largestLoads({ scene, loads = [] }: Animation): { readonly force: number; readonly torque: number } {
  const largest = { force: 0, torque: 0 };
  scene.loads?.forEach(({ kind }, k) => {
    const values = loads[k] ?? new Float64Array(0);
    for (let i = 0; i < values.length; i += 3)
      largest[kind] = Math.max(largest[kind], Math.hypot(values[i]!, values[i + 1]!, values[i + 2]!) || 0);
  });
  return largest;
}

/** out ← three numbers from k on. */
function copy(out: Float64Array, from: ArrayLike<number>, k: number): Float64Array {
  for (let i = 0; i < 3; i++) out[i] = from[k + i]!;
  return out;
}

/** out ← factor·v. */
function scale(out: Float64Array, v: ArrayLike<number>, factor: number): Float64Array {
  for (let i = 0; i < 3; i++) out[i] = factor * v[i]!;
  return out;
}

/** v ← v turned by the quaternion of the pose at k: v + 2·q × (q × v + w·v). */
function turn(v: Float64Array, poses: Float64Array, k: number): Float64Array {
  const x = poses[k + 3]!;
  const y = poses[k + 4]!;
  const z = poses[k + 5]!;
  const w = poses[k + 6]!;
  const a = y * v[2]! - z * v[1]! + w * v[0]!;
  const b = z * v[0]! - x * v[2]! + w * v[1]!;
  const c = x * v[1]! - y * v[0]! + w * v[2]!;
  v[0] = v[0]! + 2 * (y * c - z * b);
  v[1] = v[1]! + 2 * (z * a - x * c);
  v[2] = v[2]! + 2 * (x * b - y * a);
  return v;
}
