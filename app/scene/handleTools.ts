/** The bar in the picture with which handles are chosen, and the handles of the chosen object. */
import type { Animation } from "../../src/scene/animation.ts";
import type { Scene3D } from "../../src/scene/scene3d.ts";
import type { Placement } from "../document/sceneEdits.ts";
import { type SceneText, vectorAt } from "../document/sceneText.ts";
import { h, inFrames } from "../dom.ts";
import type { ViewPane } from "../panels/viewPane.ts";
import type { Studio } from "../session/studio.ts";
import type { Gizmo } from "./gizmo.ts";
import type { MechanismPull } from "./pull/mechanismPull.ts";
import type { PulledStart } from "./pull/pulledStarts.ts";
import { carried, type Pose, placementIn, startPose } from "./scenePoses.ts";
import { carriedBy } from "./sceneTree.ts";
import { startLimits } from "./startLimits.ts";

export interface HandleActions {
  scene(): SceneText | undefined;
  place(name: string, placement: Placement): void;
  say(text: string): void;
  pickSecond(path: string): void;
  /** A mechanism begins where it was pulled to. */
  start(starts: readonly PulledStart[]): void;
}

type Mode = "look" | "translate" | "rotate" | "pull";

/** m */
const lengthSteps = [
  [0, "freely"],
  [0.001, "1 mm"],
  [0.01, "1 cm"],
  [0.05, "5 cm"],
  [0.1, "10 cm"],
] as const;
const angleStep = (15 * Math.PI) / 180;

export class HandleTools {
  private readonly studio: Studio;
  private readonly view: ViewPane;
  private readonly actions: HandleActions;
  private readonly buttons: Readonly<Record<Mode, HTMLButtonElement>>;
  private readonly step: HTMLSelectElement;
  private gizmo: Gizmo | undefined;
  /** Of which the handles are. */
  private owner: object | undefined;
  private held: string | undefined;
  /** The picture whose mechanism can be pulled. */
  private pulled: object | undefined;
  private mode: Mode = "translate";
  /** As it was before the drag. */
  private before: Animation | undefined;
  /** Where the handle is. */
  private wanted: Pose | undefined;

  constructor(studio: Studio, view: ViewPane, actions: HandleActions) {
    this.studio = studio;
    this.view = view;
    this.actions = actions;
    const button = (mode: Mode, text: string, title: string) =>
      h("button", { type: "button", class: "quiet", title, onclick: () => this.choose(mode) }, text);
    this.buttons = {
      look: button("look", "Look", "No handles"),
      translate: button("translate", "Move", "Handles that move the chosen object"),
      rotate: button("rotate", "Turn", "Handles that turn the chosen object"),
      pull: button("pull", "Drag", "Drag a part of the mechanism through its motion: it starts where you leave it"),
    };
    this.step = h(
      "select",
      { "aria-label": "Steps of the handles", title: "Steps", onchange: () => this.refresh() },
      ...lengthSteps.map(([value, text]) => h("option", { value: String(value) }, text)),
    );
    this.step.value = "0.01";
    const bar = h(
      "div",
      { class: "handle-tools", role: "toolbar", "aria-label": "Handles" },
      ...Object.values(this.buttons),
      this.step,
    );
    view.tools.append(bar);
    view.onClick = (path, isSecond) => {
      if (this.gizmo?.isTouched === true && this.held !== undefined) return;
      if (isSecond && path !== undefined) actions.pickSecond(path);
      else studio.select(path);
    };
    studio.on(["view", "time", "preview"], () => this.refresh());
    this.choose("translate");
  }

  private choose(mode: Mode): void {
    this.mode = mode;
    for (const [name, button] of Object.entries(this.buttons)) button.ariaPressed = String(name === mode);
    const { shown } = this.view;
    if (shown !== undefined && (mode === "pull" || (mode !== "look" && this.studio.selection !== undefined))) {
      shown.pause();
      shown.seek(shown.startTime);
    }
    if (mode === "pull") this.actions.say("Take a part in the picture and drag it: joints and loops hold.");
    this.refresh();
  }

  /** Listens to the picture that is shown, once somebody wants to pull. */
  private async listen(): Promise<void> {
    const { shown } = this.view;
    if (shown === undefined || this.pulled === shown) return;
    this.pulled = shown;
    const { PullTool } = await import("./pull/pullTool.ts");
    new PullTool(shown, {
      isOn: () => this.mode === "pull" && this.view.isCurrent && this.isAtStart(),
      begin: () => ({ positionOf: (name) => this.startOf(name), limits: startLimits(this.studio) }),
      refuse: (reason) => this.actions.say(reason),
      drop: (pull, { scene }) => void this.leave(pull, scene),
    });
    shown.canvas.dataset["pull"] = "ready";
  }

  private startOf(name: string): number | undefined {
    const { result } = this.view;
    return result?.has(name) === true ? (result.at(result.startTime, name) as number) : undefined;
  }

  private async leave(pull: MechanismPull, scene: Scene3D): Promise<void> {
    const { startsOfCuts, startsOfOrientations } = await import("./pull/pulledStarts.ts");
    const moved = pull.moved.map(({ name, value, isAngle }) => {
      const at = name.lastIndexOf(".");
      return { joint: name.slice(0, at), key: name.slice(at + 1), value, isAngle, isGuess: false };
    });
    this.actions.start([
      ...moved,
      ...startsOfOrientations(scene, pull.turnedJoints, pull.poses),
      ...startsOfCuts(scene, pull.cuts, pull.poses),
    ]);
  }

  private isAtStart(): boolean {
    const { shown } = this.view;
    if (shown === undefined) return false;
    return shown.startTime === shown.endTime || (!shown.isPlaying && shown.time === shown.startTime);
  }

  /** Handles stand at the chosen object while the picture shows the start. */
  refresh(): void {
    if (this.gizmo?.isDragging === true) return;
    // places in classes of Modelica follow from values, and those have forms
    const isClass = this.studio.classes !== undefined;
    for (const part of [this.buttons.translate, this.buttons.rotate, this.step]) part.hidden = isClass;
    if (this.mode === "pull") void this.listen();
    const name = this.movable();
    if (name !== undefined) {
      void this.take(name);
      return;
    }
    this.gizmo?.detach();
    this.held = undefined;
  }

  /** The object that has handles now. */
  private movable(): string | undefined {
    const name = this.studio.selection;
    const object = this.actions.scene()?.objects.find((known) => known.name === name);
    const isFixed = object?.parent !== undefined && object.feature?.name !== "Scene";
    if (!isFixed || vectorAt(object.given, "translation") === undefined) return undefined;
    const isWanted = this.mode === "translate" || this.mode === "rotate";
    return isWanted && this.view.shown !== undefined && this.isAtStart() ? name : undefined;
  }

  private async take(name: string): Promise<void> {
    const { Gizmo: Handles } = await import("./gizmo.ts");
    const { shown } = this.view;
    // somebody may have chosen otherwise while the handles were loaded
    if (shown === undefined || this.movable() !== name) return;
    if (this.owner !== shown) {
      const moveInFrame = inFrames(() => this.moveTo());
      const move = (pose: Pose): void => {
        this.wanted = pose;
        moveInFrame();
      };
      this.gizmo = new Handles(shown, { move, drop: (pose) => this.drop(pose) });
      this.owner = shown;
    }
    const pose = startPose(shown.animation, name);
    if (pose === undefined || this.gizmo === undefined) return;
    this.held = name;
    this.gizmo.mode = this.mode === "rotate" ? "rotate" : "translate";
    this.gizmo.steps = { length: Number(this.step.value), angle: Number(this.step.value) === 0 ? 0 : angleStep };
    this.gizmo.attach(pose);
    this.before = shown.animation;
  }

  /** Once per picture, however often the pointer tells where it is. */
  private moveTo(): void {
    const scene = this.actions.scene();
    const { wanted, before, held } = this;
    const from = before !== undefined && held !== undefined ? startPose(before, held) : undefined;
    if (wanted === undefined || scene === undefined || from === undefined) return;
    this.gizmo?.carry(carried(before!, carriedBy(scene, held!), from, wanted));
  }

  private drop(pose: Pose): void {
    this.wanted = pose;
    this.moveTo();
    this.wanted = undefined;
    const parent = this.actions.scene()?.objects.find(({ name }) => name === this.held)?.parent;
    const around = parent === undefined || this.before === undefined ? undefined : startPose(this.before, parent);
    if (around === undefined || this.held === undefined) return;
    this.actions.place(this.held, placementIn(around, pose));
  }
}
