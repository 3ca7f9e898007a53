/** Handles in the picture that move and turn the chosen object, in steps or freely. */
import { Object3D } from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import { quaternionFromMatrix } from "../../src/math/quaternion.ts";
import type { Animation } from "../../src/scene/animation.ts";
import type { Viewer } from "../../src/viewer/viewer.ts";
import { workshopOf } from "../../src/viewer/workshop.ts";
import { type Pose, poseFrom } from "./scenePoses.ts";

export interface GizmoActions {
  /** While it is dragged. */
  move(pose: Pose): void;
  /** The drag has ended. */
  drop(pose: Pose): void;
}

export type GizmoMode = "translate" | "rotate";

/** Pixels: to be taken by a finger, in a picture of any size. */
const handleLength = 84;

export class Gizmo {
  private readonly viewer: Viewer;
  private readonly controls: TransformControls;
  private readonly handle = new Object3D();
  private readonly helper: Object3D;
  isDragging = false;

  constructor(viewer: Viewer, actions: GizmoActions) {
    this.viewer = viewer;
    const workshop = workshopOf(viewer);
    this.controls = new TransformControls(workshop.camera, viewer.canvas);
    this.helper = this.controls.getHelper();
    workshop.scene.add(this.handle, this.helper);
    this.controls.addEventListener("change", () => workshop.redraw());
    this.controls.addEventListener("objectChange", () => actions.move(this.pose));
    this.controls.addEventListener("dragging-changed", ({ value }) => {
      this.isDragging = value === true;
      workshop.controls.enabled = !this.isDragging;
      if (this.isDragging) workshop.pinCamera();
      else actions.drop(this.pose);
    });
  }

  /** Whether the pointer is on a handle: a click there means the handle, not what is behind it. */
  get isTouched(): boolean {
    return this.controls.axis !== null;
  }

  /** m and rad; 0: freely. */
  set steps({ length, angle }: { length: number; angle: number }) {
    this.controls.setTranslationSnap(length === 0 ? null : length);
    this.controls.setRotationSnap(angle === 0 ? null : angle);
  }

  set mode(mode: GizmoMode) {
    this.controls.setMode(mode);
    this.controls.setSpace(mode === "rotate" ? "local" : "world");
  }

  /** Shows what moves with the handle. */
  carry(animation: Animation): void {
    workshopOf(this.viewer).carry(animation);
  }

  attach({ r, R }: Pose): void {
    const q = new Float64Array(4);
    quaternionFromMatrix(q, 0, R, 0);
    this.handle.position.set(r[0]!, r[1]!, r[2]!);
    this.handle.quaternion.set(q[0]!, q[1]!, q[2]!, q[3]!);
    // three.js makes handles a share of the picture: about 0.13 of its height for size 1
    this.controls.setSize(handleLength / (0.13 * this.viewer.canvas.clientHeight));
    this.controls.attach(this.handle);
    workshopOf(this.viewer).markAxes(false);
  }

  detach(): void {
    this.controls.detach();
    workshopOf(this.viewer).markAxes(true);
  }

  dispose(): void {
    const { scene } = workshopOf(this.viewer);
    this.controls.detach();
    scene.remove(this.handle, this.helper);
    this.controls.dispose();
  }

  private get pose(): Pose {
    const { position, quaternion } = this.handle;
    const { x, y, z } = position;
    return poseFrom(Float64Array.of(x, y, z, quaternion.x, quaternion.y, quaternion.z, quaternion.w));
  }
}
