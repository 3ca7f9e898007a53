/**
 * The 3-D view with its time line; hidden for models that have nothing to draw. The viewer is loaded when it is first needed.
 *
 * Length   one state: which run is drawn, and how far
 */
import type { Result } from "../../src/results/result.ts";
import type { Animation } from "../../src/scene/animation.ts";
import type { animationOf } from "../../src/scene/animationOf.ts";
import { hasAnimation } from "../../src/scene/hasAnimation.ts";
import type { ObjectState } from "../../src/viewer/objectState.ts";
import type { Viewer } from "../../src/viewer/viewer.ts";
import type { CameraPlace } from "../../src/viewer/viewerOptions.ts";
import { h, inFrames } from "../dom.ts";
import type { RunRecord } from "../session/runRecord.ts";
import type { Studio } from "../session/studio.ts";
import { isDark } from "../theme.ts";
import type { MeasureCard } from "./measureCard.ts";
import type { ObjectCard } from "./objectCard.ts";
import { TimeLine } from "./timeLine.ts";
import type { ViewMenu } from "./viewMenu.ts";

const grounds = { light: [238, 240, 243], dark: [24, 28, 33] } as const;

export class ViewPane {
  readonly element: HTMLElement;
  /** Bars of tools over the picture. */
  readonly tools = h("div", { class: "view-tools" });
  /** What a click on an object does, or on nothing; `isSecond` with the shift key. */
  onClick: (path: string | undefined, isSecond: boolean) => void;
  private readonly studio: Studio;
  private readonly stage = h("div", { class: "stage" });
  private readonly timeLine: TimeLine;
  private menu: ViewMenu | undefined;
  private card: ObjectCard | undefined;
  private viewer: Viewer | undefined;
  private shownRun: RunRecord | undefined;
  private shownVersion = -1;
  private isLoading = false;
  /** Reads the animation of a result; undefined until there was one. */
  private read: typeof animationOf | undefined;
  /** While distances are measured. */
  private measure: MeasureCard | undefined;
  /** Of a live run: up to when the picture has room for its way. */
  private framedUntil = 0;
  /** The last answer to whether the text has become another model. */
  private compared: { preview: RunRecord; run: RunRecord; isOther: boolean } | undefined;
  /** The picture tells its time; what comes back from the plots then needs no answer. */
  private isTelling = false;
  /** Rows of a live run wait for the next picture. */
  private isAsked = false;
  /** Whether the shift key was down at the last click. */
  private isShifted = false;

  constructor(studio: Studio) {
    this.studio = studio;
    this.onClick = (path) => studio.select(path);
    this.timeLine = new TimeLine({
      toggle: () => this.toggle(),
      seek: (time) => studio.setTime(time),
      setSpeed: (speed) => this.viewer && Object.assign(this.viewer, { speed }),
      setLoop: (loop) => this.viewer && Object.assign(this.viewer, { loop }),
    });
    this.element = h(
      "section",
      { class: "pane view-pane", "aria-label": "3-D view", hidden: true },
      this.stage,
      this.tools,
      this.timeLine.element,
    );
    const refreshInFrame = inFrames(() => this.refresh());
    studio.on(["data", "runs", "status", "preview"], () => {
      this.element.ariaBusy = "true";
      // a live run is seen in the very next picture, of which the viewer's own turn is the first part
      if (studio.live !== undefined && this.viewer !== undefined) this.isAsked = true;
      else refreshInFrame();
    });
    studio.on("selection", () => this.showSelection());
    studio.on("file", () => this.clear());
    studio.on("time", () => {
      if (!this.isTelling) {
        // the next picture of a live run tells its time by itself
        if (isPaced(studio)) return;
        // who chooses a time wants to look at it
        if (this.viewer?.isPlaying === true) this.viewer.pause();
        if (this.shownRun === studio.mainRun) this.viewer?.seek(studio.time);
      }
      this.timeLine.setTime(studio.time);
    });
    document.addEventListener("themechange", () => this.viewer?.setBackground(ground()));
  }

  /** What is drawn now. */
  get shown(): Viewer | undefined {
    return this.viewer;
  }

  /** Whether the text as it is has been translated and is drawn. */
  get isCurrent(): boolean {
    return this.studio.isTranslated && this.shownRun !== undefined && this.shownRun === this.runToShow();
  }

  /** Of the run that is drawn. */
  get result(): Result | undefined {
    return this.shownRun?.result;
  }

  /** The chosen object is marked and told about; what is chosen may be something that is not drawn. */
  private showSelection(): void {
    const { selection } = this.studio;
    const paths = this.viewer?.animation.scene.objects.map(({ path }) => path) ?? [];
    // of a component that consists of several objects the first one stands for it
    const marked = paths.find((path) => path === selection) ?? paths.find((path) => path.startsWith(`${selection}.`));
    this.viewer?.select(marked);
    this.card?.show(marked === undefined ? undefined : this.viewer?.describe(marked));
  }

  /** How an object is now; nothing of one that another scene had. */
  private describe(path: string): ObjectState | undefined {
    const { viewer } = this;
    return viewer?.animation.scene.objects.some((object) => object.path === path) ? viewer.describe(path) : undefined;
  }

  /** Where the user has put the camera; undefined when it is where the viewer put it. */
  get camera(): CameraPlace | undefined {
    return this.viewer?.camera;
  }

  /** Objects of the scene that is drawn. */
  private shownPaths: ReadonlySet<string> = new Set();

  /** Where the camera is to stand when there is something to look at. */
  wantedCamera: CameraPlace | undefined;

  /** The newest run; before there is one, or when the text has become another model since, that model at its start. */
  private runToShow(): RunRecord | undefined {
    const { mainRun, preview } = this.studio;
    if (mainRun === undefined || preview?.result === undefined) return mainRun ?? preview;
    if (mainRun.result === undefined || this.studio.isRunning) return mainRun;
    if (this.read === undefined) return mainRun;
    if (this.compared?.preview !== preview || this.compared.run !== mainRun)
      this.compared = { preview, run: mainRun, isOther: !looksLike(preview.result, mainRun.result, this.read) };
    return this.compared.isOther ? preview : mainRun;
  }

  /** Whether both that which is shown and that which comes are the model at its start. */
  private isStart(run: RunRecord): boolean {
    return run === this.studio.preview && this.shownRun?.start.stopTime === this.shownRun?.start.startTime;
  }

  /** It comes with the first picture. */
  private async createMenu(): Promise<ViewMenu> {
    const { ViewMenu } = await import("./viewMenu.ts");
    const choose = (path: string | undefined): void => this.studio.select(path);
    const menu = new ViewMenu(
      () => this.viewer,
      this.studio,
      choose,
      () => void this.startMeasuring(),
    );
    this.timeLine.element.before(menu.element);
    return menu;
  }

  private clear(): void {
    this.viewer?.dispose();
    this.viewer = undefined;
    this.shownRun = undefined;
    this.shownVersion = -1;
    this.stage.replaceChildren();
    this.card?.show(undefined);
    this.measure?.element.remove();
    this.measure = undefined;
    this.element.hidden = true;
    this.compared = undefined;
  }

  private refresh(): void {
    this.element.ariaBusy = String(this.isLoading);
    const run = this.runToShow();
    const { result } = run ?? {};
    if (run === undefined || result === undefined || !hasAnimation(result)) {
      if (this.viewer !== undefined && !this.studio.isRunning) this.clear();
      return;
    }
    this.element.hidden = false;
    if (this.read === undefined) {
      void this.loadScenes();
      return;
    }
    if (run === this.shownRun && run.version === this.shownVersion) return;
    let animation: Animation;
    try {
      animation = this.animationFor(run);
    } catch (error) {
      // a scene from a damaged file
      this.fail(error);
      return;
    }
    if (animation.time.length === 0) return;
    const isGrowing = run.status === "running";
    const isSame = run === this.shownRun && animation.scene === this.viewer?.animation.scene;
    if (this.viewer !== undefined && isSame) this.viewer.update(animation, isGrowing);
    else if (this.viewer !== undefined && this.isStart(run) && hasSameLooks(animation, this.viewer.animation)) {
      // the same things elsewhere, while somebody moves them
      this.viewer.update({ ...animation, scene: this.viewer.animation.scene }, isGrowing);
      this.shownRun = run;
      this.showSelection();
      this.studio.emit("view");
    } else if (this.viewer !== undefined && !this.isLoading && isEqual(animation.scene, this.viewer.animation.scene)) {
      // another run of what is shown: it begins anew in the same picture
      this.shownRun = run;
      if (this.studio.live !== undefined) this.viewer.pause();
      this.viewer.update({ ...animation, scene: this.viewer.animation.scene }, isGrowing);
      this.viewer.seek(animation.time[0]!);
      this.showSelection();
      this.studio.emit("view");
    } else if (!this.isLoading) void this.create(run, animation, isGrowing);
    else return;
    this.shownVersion = run.version;
    const isLive = this.studio.live !== undefined;
    // before anybody goes to a time at its end
    this.timeLine.setAnimation(animation, isGrowing && !isLive ? run.start.stopTime : run.time);
    if (isLive && isSame) {
      // the way grows: the camera steps back for it, less and less often
      if (run.time > this.framedUntil) this.viewer?.update(animation, false);
      if (run.time > this.framedUntil) this.framedUntil = Math.max(0.5, 2 * run.time);
      this.viewer?.seek(run.time);
    } else this.framedUntil = 0;
  }

  /** What reads scenes is loaded with the first of them. */
  private async loadScenes(): Promise<void> {
    this.element.ariaBusy = "true";
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      this.read = (await import("../../src/scene/animationOf.ts")).animationOf;
      this.askAgain();
    } catch (error) {
      this.isLoading = false;
      this.fail(error);
    }
  }

  /** Every message brings a scene of its own; as long as it has the same objects, the viewer keeps its one. */
  private animationFor(run: RunRecord): Animation {
    const previous = run === this.shownRun ? this.viewer?.animation : undefined;
    // what the viewer has already is not read again
    const animation = this.read!(run.result!, previous === undefined ? {} : { previous });
    const scene = previous?.scene;
    const paths = ({ objects }: Animation["scene"]): string => objects.map(({ path }) => path).join("\n");
    return scene === undefined || paths(scene) !== paths(animation.scene) ? animation : { ...animation, scene };
  }

  private async create(run: RunRecord, animation: Animation, isGrowing: boolean): Promise<void> {
    this.isLoading = true;
    this.element.ariaBusy = "true";
    const wasPlaying = this.viewer?.isPlaying ?? true;
    // objects that were created in the run make another scene; the time goes on
    const time = run === this.shownRun ? this.viewer?.time : undefined;
    try {
      const [{ createViewer }, { workshopOf }, { ObjectCard: Card }] = await Promise.all([
        import("../../src/viewer/viewer.ts"),
        import("../../src/viewer/workshop.ts"),
        import("./objectCard.ts"),
      ]);
      this.menu ??= await this.createMenu();
      if (this.card === undefined) {
        this.card = new Card((path) => this.studio.select(path));
        this.stage.after(this.card.element);
      }
      // shown by now is another run, which has been waiting
      if (this.runToShow() !== run) return this.askAgain();
      // whoever has chosen a view keeps it, as long as anything but the world is still there
      const paths = animation.scene.objects.map(({ path }) => path);
      const isOther = this.viewer !== undefined && !paths.some((path, k) => k > 0 && this.shownPaths.has(path));
      const camera = isOther ? undefined : (this.camera ?? this.wantedCamera);
      this.shownPaths = new Set(paths);
      this.viewer?.dispose();
      this.viewer = undefined;
      const canvas = h("canvas", {});
      this.stage.replaceChildren(canvas);
      // it tells its time from the beginning
      this.shownRun = run;
      this.viewer = createViewer(canvas, animation, {
        autoplay:
          wasPlaying && this.studio.live === undefined && !matchMedia("(prefers-reduced-motion: reduce)").matches,
        background: ground(),
        speed: this.timeLine.speed,
        loop: this.timeLine.isLooping,
        onTime: (time) => this.tell(time),
        onPlaying: (isPlaying) => this.timeLine.setPlaying(isPlaying),
        onPick: (picked) => {
          if (this.measure !== undefined) {
            if (picked !== undefined) this.measure.pick(picked);
            this.showSelection();
            return;
          }
          // the viewer has marked what was hit; what is chosen is said by whoever listens
          this.onClick(picked?.path, this.isShifted);
          this.showSelection();
        },
      });
      canvas.addEventListener(
        "pointerup",
        ({ shiftKey }) => {
          this.isShifted = shiftKey;
        },
        { capture: true },
      );
      workshopOf(this.viewer).beforePicture(() => {
        if (!this.isAsked) return;
        this.isAsked = false;
        this.refresh();
      });
      this.viewer.update(animation, isGrowing);
      if (camera !== undefined) this.viewer.camera = camera;
      if (time !== undefined) this.viewer.seek(time);
      this.timeLine.setPlaying(this.viewer.isPlaying);
      this.menu.fill(animation);
      this.showSelection();
      this.studio.emit("view");
      this.askAgain();
    } catch (error) {
      this.isLoading = false;
      this.fail(error);
    }
  }

  /** What has come while the viewer was loaded is shown with the next picture. */
  private askAgain(): void {
    this.isLoading = false;
    this.studio.emit("data");
  }

  private fail(error: unknown): void {
    this.element.ariaBusy = "false";
    this.stage.replaceChildren(h("p", { class: "empty", role: "alert" }, `The view cannot be shown: ${reason(error)}`));
  }

  private tell(time: number): void {
    // a model at its start has no time for the curves of a run
    if (this.shownRun === this.studio.mainRun) {
      this.isTelling = true;
      this.studio.setTime(time);
      this.isTelling = false;
    }
    this.measure?.show();
    const path = this.card?.path;
    if (path !== undefined) this.card!.show(this.describe(path));
  }

  /** Clicks measure until they are asked not to. */
  private async startMeasuring(): Promise<void> {
    const { MeasureCard } = await import("./measureCard.ts");
    this.measure?.element.remove();
    this.measure = new MeasureCard(
      (path) => this.describe(path),
      () => {
        this.measure?.element.remove();
        this.measure = undefined;
      },
    );
    this.element.append(this.measure.element);
  }

  private toggle(): void {
    if (this.viewer?.isPlaying === true) this.viewer.pause();
    else this.viewer?.play();
  }
}

function isEqual(a: Animation["scene"], b: Animation["scene"]): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Whether both have the same objects with the same shapes and looks, wherever they are. */
function hasSameLooks(a: Animation, b: Animation): boolean {
  return (
    a.scene === b.scene || JSON.stringify({ ...a.scene, joints: [] }) === JSON.stringify({ ...b.scene, joints: [] })
  );
}

/** Whether both start as the same scene: objects, shapes, places. */
function looksLike(preview: Result, run: Result, read: typeof animationOf): boolean {
  if (!hasAnimation(preview) || !hasAnimation(run)) return true;
  const [a, b] = [read(preview), read(run)];
  if (a.poses.length !== b.poses.length) return false;
  const isNear = (values: Float64Array, others: Float64Array): boolean => {
    for (let k = 0; k < 7; k++)
      if (!(Math.abs(values[k]! - others[k]!) <= 1e-9 * (1 + Math.abs(values[k]!)))) return false;
    return true;
  };
  return (
    a.poses.every((values, k) => isNear(values, b.poses[k]!)) &&
    JSON.stringify(a.scene.objects) === JSON.stringify(b.scene.objects)
  );
}

/** Whether a clock moves the time, and not the user. */
function isPaced({ live }: Studio): boolean {
  return live?.pace?.isRunning === true;
}

function ground(): readonly [number, number, number] {
  return isDark() ? grounds.dark : grounds.light;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
