/**
 * The viewer: a canvas that shows an animation. Everything that a page needs is here; the rest of the folder is its workshop.
 *
 * Length   the public class, with one short method per thing that a page can do
 */
import { suggestName } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { anObject, shape } from "../errors/shapes.ts";
import type { Result } from "../results/result.ts";
import { type Animation, poseSize } from "../scene/animation.ts";
import { animationOf } from "../scene/animationOf.ts";
import {
  animationBox,
  type BoundingBox,
  ballAround,
  boundsOf,
  focusBox,
  leadObject,
  sceneBoxes,
} from "../scene/bounds.ts";
import { type ColorInput, parseColor } from "../scene/color.ts";
import { interpolatePose, interpolateScale, sampleBefore } from "../scene/poseAt.ts";
import type { Scene3D } from "../scene/scene3d.ts";
import { directionTo, namedDirection } from "../scene/viewBasis.ts";
import { type KeyboardActions, listenToKeys } from "./keyboard.ts";
import { ObjectBatches } from "./objectBatches.ts";
import { type ObjectState, type PickedObject, stateOf } from "./objectState.ts";
import { type OverlayName, overlayNames } from "./overlayNames.ts";
import { Overlays } from "./overlays.ts";
import { hitObject } from "./picking.ts";
import { PictureQuality } from "./pictureQuality.ts";
import { Playback } from "./playback.ts";
import { Stage } from "./stage.ts";
import { type CameraPlace, optionNames, type ViewerOptions, type ViewName, viewNames } from "./viewerOptions.ts";
import { openWorkshop } from "./workshop.ts";

const aCanvas = shape(
  "a canvas of the page",
  (value) => typeof (value as Partial<HTMLCanvasElement> | null | undefined)?.getContext === "function",
);
const defaultBackground: ColorInput = [238, 240, 243];

/**
 * Shows an animation, or the animation of a result, in a canvas.
 *
 *     const viewer = createViewer(canvas, result, { autoplay: true });
 *     viewer.view("top");
 *     viewer.follow("rocket.stage2");
 *     viewer.show("contactForces", true);
 */
export function createViewer(
  canvas: HTMLCanvasElement,
  source: Animation | Result,
  options: ViewerOptions = {},
): Viewer {
  aCanvas(canvas, "canvas");
  anObject(source, "source");
  return new Viewer(canvas, "scene" in source ? source : animationOf(source), options);
}

export class Viewer {
  readonly canvas: HTMLCanvasElement;
  readonly #options: ViewerOptions;
  readonly #stage: Stage;
  readonly #batches: ObjectBatches;
  readonly #overlays: Overlays;
  readonly #playback: Playback;
  readonly #quality = new PictureQuality();
  readonly #unlisten: (() => void)[] = [];
  readonly #boxes: readonly (BoundingBox | undefined)[];
  readonly #poses: Float64Array;
  readonly #sizes: Float64Array;
  /** Of one object, while it is found. */
  readonly #pose = new Float64Array(poseSize);
  #animation: Animation;
  /** What the camera shows when nobody says what. */
  #extent: BoundingBox = { low: [-1, -1, -1], high: [1, 1, 1] };
  /** What the named views look at. */
  #focus: BoundingBox = this.#extent;
  #sample = 0;
  #followed: number | undefined;
  #followedAt: readonly number[] | undefined;
  /** true once the user or the page has chosen a view: the camera is theirs from then on. */
  #hasBeenMoved = false;
  #isStale = true;
  #beforePicture = (): void => {};
  #frame = 0;
  #lastClock: number | undefined;

  constructor(canvas: HTMLCanvasElement, animation: Animation, options: ViewerOptions) {
    checkOptionNames(options, optionNames, "createViewer");
    const { scene } = animation;
    this.canvas = canvas;
    this.#options = options;
    this.#animation = animation;
    this.#poses = new Float64Array(poseSize * scene.objects.length);
    this.#sizes = new Float64Array(3 * scene.objects.length).fill(1);
    this.#stage = new Stage(canvas, scene, {
      background: backgroundOf(options.background ?? defaultBackground),
      shadows: options.shadows ?? true,
      maximumPixelRatio: options.maximumPixelRatio ?? 2,
    });
    this.#boxes = sceneBoxes(scene);
    this.#playback = new Playback(animation.time[0] ?? 0, animation.time.at(-1) ?? 0);
    this.#measure();
    this.#batches = new ObjectBatches(scene);
    this.#overlays = new Overlays(
      animation,
      this.#boxes,
      ballAround(this.#extent).radius,
      () => this.#stage.pixelAngle,
    );
    this.#stage.scene.add(this.#batches.group, this.#overlays.group);
    this.#showFirst();
    this.#playback.speed = options.speed ?? 1;
    this.#playback.isLooping = options.loop ?? true;
    this.#lookAgain();
    this.#listen();
    if (options.autoplay) this.#playback.play();
    const { scene: drawn, camera, controls } = this.#stage;
    const pinCamera = (): void => {
      this.#hasBeenMoved = true;
      this.#followed = undefined;
    };
    const redraw = (): void => {
      this.#isStale = true;
    };
    const carry = (moved: Animation): void => {
      this.#animation = moved;
      this.#changed();
    };
    const beforePicture = (call: () => void): void => {
      this.#beforePicture = call;
    };
    const markAxes = (isOn: boolean): void => {
      this.#overlays.marksAxes = isOn;
      redraw();
    };
    openWorkshop(this, { scene: drawn, camera, controls, pinCamera, carry, markAxes, redraw, beforePicture });
    this.render();
    this.#frame = requestAnimationFrame(this.#tick);
  }

  /** Seconds. */
  get time(): number {
    return this.#playback.time;
  }

  get startTime(): number {
    return this.#playback.startTime;
  }

  get endTime(): number {
    return this.#playback.endTime;
  }

  get animation(): Animation {
    return this.#animation;
  }

  get isPlaying(): boolean {
    return this.#playback.isPlaying;
  }

  get speed(): number {
    return this.#playback.speed;
  }

  set speed(value: number) {
    this.#playback.speed = value;
  }

  get loop(): boolean {
    return this.#playback.isLooping;
  }

  set loop(value: boolean) {
    this.#playback.isLooping = value;
  }

  play(): void {
    this.#quality.begin();
    this.#playback.play();
    this.#options.onPlaying?.(true);
  }

  pause(): void {
    this.#playback.pause();
    this.#isStale = true;
    this.#options.onPlaying?.(false);
  }

  /** Goes to a time of the run; the picture follows with the next frame, or at once with `render`. */
  seek(time: number): void {
    this.#playback.seek(time);
    this.#changed();
  }

  /** Looks from a named side, from as far as everything fits; "scene" from the side of the model's camera. */
  view(name: ViewName): void {
    if (!viewNames.includes(name)) throw unknownName("view", name, viewNames);
    if (name === "scene") this.#lookAgain();
    else this.#stage.lookFrom(namedDirection(name, this.#stage.basis), this.#focus);
    // the picture is centred about what is followed again
    this.#followedAt = undefined;
    this.#hasBeenMoved = true;
    this.#isStale = true;
  }

  /** Moves the camera along its line of sight until everything fits. */
  fit(): void {
    const { position } = this.#stage.camera;
    const direction = position.clone().sub(this.#stage.controls.target).normalize();
    const box = animationBox(this.#animation, this.#boxes, this.time);
    this.#stage.lookFrom([direction.x, direction.y, direction.z], box);
    this.#followedAt = undefined;
    this.#hasBeenMoved = true;
    this.#isStale = true;
  }

  /** Where the camera stands and what it looks at; undefined as long as nobody has moved it. */
  get camera(): CameraPlace | undefined {
    if (!this.#hasBeenMoved) return undefined;
    const { position } = this.#stage.camera;
    const { target } = this.#stage.controls;
    return { position: [position.x, position.y, position.z], target: [target.x, target.y, target.z] };
  }

  set camera(place: CameraPlace) {
    this.#stage.camera.position.set(...place.position);
    this.#stage.controls.target.set(...place.target);
    this.#followed = undefined;
    this.#hasBeenMoved = true;
    this.#isStale = true;
  }

  /** The camera moves with an object; undefined: it stays where it is. */
  follow(path: string | undefined): void {
    this.#followed = path === undefined ? undefined : this.#objectAt(path);
    this.#followedAt = undefined;
    this.#hasBeenMoved = true;
    this.#isStale = true;
  }

  get followed(): string | undefined {
    return this.#followed === undefined ? undefined : this.#animation.scene.objects[this.#followed]!.path;
  }

  /** Switches what is shown beside the objects. */
  show(name: OverlayName, isOn: boolean): void {
    if (!overlayNames.includes(name)) throw unknownName("show", name, overlayNames);
    if (isOn) this.#overlays.shown.add(name);
    else this.#overlays.shown.delete(name);
    this.#isStale = true;
  }

  isShown(name: OverlayName): boolean {
    return this.#overlays.shown.has(name);
  }

  /** Marks an object with its frame and its box. */
  select(path: string | undefined): void {
    this.#overlays.selected = path === undefined ? undefined : this.#objectAt(path);
    this.#isStale = true;
  }

  get selected(): string | undefined {
    const { selected } = this.#overlays;
    return selected === undefined ? undefined : this.#animation.scene.objects[selected]!.path;
  }

  /** Pose, velocity and contacts of an object at the time of the picture. */
  describe(path: string): ObjectState {
    return stateOf(this.#animation, this.#objectAt(path), this.time);
  }

  /** The foremost object at a point of the canvas, in pixels of the page from its upper left corner. */
  pick(x: number, y: number): PickedObject | undefined {
    this.#place();
    const hit = hitObject(this.#stage, this.#batches, x, y);
    return hit && { ...stateOf(this.#animation, hit.object, this.time), point: hit.point };
  }

  setBackground(color: ColorInput): void {
    this.#stage.setBackground(backgroundOf(color));
    this.#isStale = true;
  }

  /**
   * More of the same run, as GrowingAnimation gives it. While `isGrowing`, playing waits at the end for what is to come.
   * Camera and selection stay.
   */
  update(animation: Animation, isGrowing = false): void {
    if (!isSameScene(animation.scene, this.#animation.scene)) {
      throw new RattlebackError("E-VIEWER-SCENE", "A viewer shows the scene that it was made for.", {
        path: "animation.scene",
        because: "the animation has other objects",
        hint: "dispose the viewer and create one for the other scene",
      });
    }
    const isNew = this.#animation.time.length === 0 || isGrowing !== this.#playback.isGrowing;
    this.#animation = animation;
    this.#overlays.setAnimation(animation);
    this.#playback.isGrowing = isGrowing;
    this.#playback.setRange(animation.time[0] ?? 0, animation.time.at(-1) ?? 0);
    if (isNew || !isGrowing) this.#measure();
    if ((isNew || !isGrowing) && !this.#hasBeenMoved) this.#lookAgain();
    this.#changed();
  }

  /** Draws now, for pictures and films; otherwise the viewer draws by itself when something has changed. */
  render(): void {
    this.#stage.measure();
    this.#draw();
  }

  #draw(): void {
    const level = this.isPlaying && this.#options.adaptive !== false ? this.#quality.level : 0;
    this.#batches.setQuick(level >= 1);
    this.#stage.setDetail(level < 2, level < 3 ? 1 : 0.5);
    // a canvas often gets its size after the viewer
    if (this.#stage.resize() && !this.#hasBeenMoved) this.#lookAgain();
    this.#place();
    this.#stage.followWithLight();
    this.#stage.render();
    this.#isStale = false;
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    for (const unlisten of this.#unlisten) unlisten();
    this.#batches.dispose();
    this.#overlays.dispose();
    this.#stage.dispose();
  }

  readonly #tick = (clock: number): void => {
    this.#frame = requestAnimationFrame(this.#tick);
    this.#beforePicture();
    const wasPlaying = this.isPlaying;
    // a page that was in the background must not jump
    const passed = this.#lastClock === undefined ? 0 : Math.min(0.25, (clock - this.#lastClock) / 1000);
    if (wasPlaying && this.#lastClock !== undefined) this.#quality.watch(clock - this.#lastClock);
    this.#lastClock = clock;
    if (this.#playback.advance(passed)) this.#changed();
    if (wasPlaying && !this.isPlaying) {
      this.#isStale = true;
      this.#options.onPlaying?.(false);
    }
    const hasMoved = this.#stage.controls.update();
    if (hasMoved || this.#isStale || this.#stage.hasNewSize()) this.#draw();
  };

  #changed(): void {
    this.#isStale = true;
    this.#options.onTime?.(this.time);
  }

  #place(): void {
    const animation = this.#animation;
    const pose = this.#pose;
    this.#sample = sampleBefore(animation.time, this.time, this.#sample);
    for (let k = 0; k < animation.poses.length; k++) {
      interpolatePose(pose, animation, k, this.time, this.#sample);
      this.#poses.set(pose, poseSize * k);
      if (animation.scales === undefined) continue;
      interpolateScale(pose, animation, k, this.time, this.#sample);
      this.#sizes.set(pose.subarray(0, 3), 3 * k);
    }
    this.#moveCamera();
    this.#batches.place(this.#poses, this.#stage.camera.quaternion, animation.scales && this.#sizes);
    this.#overlays.place(this.#poses, this.time);
    this.#stage.ground.visible = this.#overlays.shown.has("ground");
  }

  #moveCamera(): void {
    if (this.#followed === undefined) return;
    const k = poseSize * this.#followed;
    if (Number.isNaN(this.#poses[k])) return;
    const at = [...this.#poses.subarray(k, k + 3)];
    const { camera, controls } = this.#stage;
    const { target } = controls;
    const from = this.#followedAt ?? [target.x, target.y, target.z];
    const [dx, dy, dz] = at.map((value, i) => value - from[i]!) as [number, number, number];
    target.set(target.x + dx, target.y + dy, target.z + dz);
    camera.position.set(camera.position.x + dx, camera.position.y + dy, camera.position.z + dz);
    camera.updateMatrixWorld();
    this.#followedAt = at;
  }

  /** The first view: from the side that the model asks for, with everything in the picture. */
  #lookAgain(): void {
    this.#followedAt = undefined;
    this.#stage.lookFrom(directionTo(this.#animation.scene.camera, this.#stage.basis), this.#focus);
  }

  #measure(): void {
    const { start, whole, isFarApart } = boundsOf(this.#animation, this.#boxes);
    this.#extent = isFarApart ? start : whole;
    // nobody knows yet how far things will go
    this.#focus = this.#playback.isGrowing ? this.#extent : focusBox(this.#animation, this.#boxes, this.#extent);
    this.#stage.setExtent(this.#extent);
    if (this.#hasBeenMoved) return;
    this.#followed = this.#playback.isGrowing ? undefined : leadObject(this.#animation, this.#boxes, isFarApart);
  }

  #objectAt(path: string): number {
    const paths = this.#animation.scene.objects.map((object) => object.path);
    const found = paths.indexOf(path);
    if (found < 0) throw unknownName("object", path, paths);
    return found;
  }

  #showFirst(): void {
    const { scene } = this.#animation;
    const first: Partial<Record<OverlayName, boolean>> = {
      ground: true,
      links: true,
      loads: true,
      frames: scene.visualiseFrames,
      boundingBoxes: scene.visualiseBoundingBoxes,
      contactPoints: scene.visualiseContactPoints,
      ...this.#options.show,
    };
    for (const [name, isOn] of Object.entries(first)) this.show(name as OverlayName, isOn ?? false);
  }

  #listen(): void {
    const { canvas } = this;
    let pressed: readonly [number, number] | undefined;
    this.#on("pointerdown", ({ offsetX, offsetY }) => {
      pressed = [offsetX, offsetY];
    });
    this.#on("pointerup", ({ offsetX, offsetY }) => {
      // a click, not the end of a drag
      if (pressed === undefined || Math.hypot(offsetX - pressed[0], offsetY - pressed[1]) > 4) return;
      const picked = this.pick(offsetX, offsetY);
      this.select(picked?.path);
      this.#options.onPick?.(picked);
    });
    const moved = () => {
      this.#hasBeenMoved = true;
    };
    this.#stage.controls.addEventListener("start", moved);
    // fingers and wheels move the camera when they do, not when a picture is made
    this.#stage.controls.addEventListener("change", () => {
      this.#isStale = true;
    });
    if (this.#options.keyboard === false) return;
    const actions: KeyboardActions = {
      toggle: () => (this.isPlaying ? this.pause() : this.play()),
      step: (share) => this.seek(this.time + share * (this.endTime - this.startTime)),
      start: () => this.seek(this.startTime),
      end: () => this.seek(this.endTime),
      fit: () => this.fit(),
      orbit: (turn, lift) => this.#moveBy(() => this.#stage.orbit(turn, lift)),
      zoom: (factor) => this.#moveBy(() => this.#stage.zoom(factor)),
      view: (index) => this.view(viewNames[index] ?? "scene"),
    };
    this.#unlisten.push(listenToKeys(canvas, actions));
  }

  #moveBy(move: () => void): void {
    move();
    this.#hasBeenMoved = true;
    this.#isStale = true;
  }

  #on(type: "pointerdown" | "pointerup", listener: (event: PointerEvent) => void): void {
    this.canvas.addEventListener(type, listener);
    this.#unlisten.push(() => this.canvas.removeEventListener(type, listener));
  }
}

/** The same objects, whether or not they have been sent through a worker since. */
function isSameScene(a: Scene3D, b: Scene3D): boolean {
  return (
    a === b || (a.objects.length === b.objects.length && a.objects.every(({ path }, k) => path === b.objects[k]!.path))
  );
}

function backgroundOf(color: ColorInput) {
  return color === "transparent" ? undefined : parseColor(color, "options.background");
}

function unknownName(kind: "view" | "show" | "object", name: string, known: readonly string[]): RattlebackError {
  return new RattlebackError("E-VIEWER-NAME", `The viewer has no ${kind === "show" ? "overlay" : kind} "${name}".`, {
    path: kind,
    hint: suggestName(name, known, `one of ${known.slice(0, 10).join(", ")}`),
    data: { name },
  });
}
