/** The pointer takes an object in the picture and draws its mechanism along, in the plane of the picture through the point it was taken at. */
import { Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Animation } from "../../../src/scene/animation.ts";
import type { Viewer } from "../../../src/viewer/viewer.ts";
import { workshopOf } from "../../../src/viewer/workshop.ts";
import { MechanismPull, type PullOptions } from "./mechanismPull.ts";
import { movableTree } from "./movableTree.ts";

export interface PullActions {
  /** Whether the pointer pulls now, rather than turning the camera. */
  isOn(): boolean;
  /** The first poses of what is shown. */
  begin(): Pick<PullOptions, "positionOf" | "limits">;
  /** Why what was taken stays where it is. */
  refuse(reason: string): void;
  drop(pull: MechanismPull, animation: Animation): void;
}

export class PullTool {
  private readonly viewer: Viewer;
  private readonly actions: PullActions;
  private taken: { pull: MechanismPull; plane: Plane; animation: Animation } | undefined;
  private target: Vector3 | undefined;

  constructor(viewer: Viewer, actions: PullActions) {
    this.viewer = viewer;
    this.actions = actions;
    const { canvas } = viewer;
    // before the camera hears of it
    canvas.addEventListener("pointerdown", (event) => this.take(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"] as const) canvas.addEventListener(end, () => this.end());
  }

  private take(event: PointerEvent): void {
    if (!this.actions.isOn() || event.button !== 0 || !event.isPrimary) return;
    const { viewer } = this;
    const picked = viewer.pick(event.offsetX, event.offsetY);
    if (picked === undefined) return;
    const first = atStart(viewer.animation);
    const object = first.scene.objects.findIndex(({ path }) => path === picked.path);
    const tree = movableTree(first.scene, object);
    if (typeof tree === "string") {
      this.actions.refuse(tree);
      return;
    }
    const workshop = workshopOf(viewer);
    workshop.controls.enabled = false;
    workshop.pinCamera();
    viewer.canvas.setPointerCapture(event.pointerId);
    const point = new Vector3(...picked.point);
    const normal = workshop.camera.getWorldDirection(new Vector3());
    const pull = new MechanismPull(first, tree, { object, point: picked.point, ...this.actions.begin() });
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, point);
    this.taken = { pull, plane, animation: first };
  }

  private move({ offsetX, offsetY }: PointerEvent): void {
    if (this.taken === undefined) return;
    const { clientWidth, clientHeight } = this.viewer.canvas;
    const caster = new Raycaster();
    const place = new Vector2((2 * offsetX) / clientWidth - 1, 1 - (2 * offsetY) / clientHeight);
    caster.setFromCamera(place, workshopOf(this.viewer).camera);
    const wasAsked = this.target !== undefined;
    this.target = caster.ray.intersectPlane(this.taken.plane, new Vector3()) ?? undefined;
    // pointers tell more often than pictures are drawn
    if (!wasAsked) requestAnimationFrame(() => this.follow());
  }

  private follow(): void {
    const { taken, target } = this;
    this.target = undefined;
    if (taken === undefined || target === undefined) return;
    taken.pull.pull([target.x, target.y, target.z]);
    this.viewer.update({ ...taken.animation, poses: taken.pull.poses.map((pose) => Float64Array.from(pose)) });
  }

  private end(): void {
    const { taken } = this;
    if (taken === undefined) return;
    this.follow();
    this.taken = undefined;
    workshopOf(this.viewer).controls.enabled = true;
    const { pull, animation } = taken;
    if (pull.moved.length + pull.turnedJoints.length > 0) this.actions.drop(pull, animation);
  }
}

/** The animation with its first time alone. */
function atStart({ time, poses, scales, ...rest }: Animation): Animation {
  return {
    ...rest,
    time: time.slice(0, 1),
    poses: poses.map((pose) => pose.slice(0, 7)),
    ...(scales !== undefined && { scales: scales.map((factors) => factors?.slice(0, 3)) }),
    contacts: [],
  };
}
