/**
 * Sliders for the joints of what is shown: the picture follows at once, and where a slider is left is where the next run starts. Any
 * 3-D model has them.
 */
import type { Animation } from "../../src/scene/animation.ts";
import { type JointScrews, jointScrews, screwMoves } from "../../src/scene/jointScrews.ts";
import { moveByScrews } from "../../src/scene/moveByScrews.ts";
import { h, replaceChildren } from "../dom.ts";
import type { ViewPane } from "../panels/viewPane.ts";
import { startLimits } from "../scene/startLimits.ts";
import type { Studio } from "../session/studio.ts";

export class JointSliders {
  readonly element = h("details", { class: "joint-sliders", hidden: true }, h("summary", { role: "button" }, "Joints"));
  private readonly list = h("div", {});
  private readonly studio: Studio;
  private readonly view: ViewPane;
  /** The animation that the sliders belong to. */
  private animation: Animation | undefined;
  private joints: JointScrews | undefined;
  private inputs: HTMLInputElement[] = [];

  constructor(studio: Studio, view: ViewPane) {
    this.studio = studio;
    this.view = view;
    this.element.append(this.list);
    studio.on(["view", "runs"], () => this.show());
    this.show();
  }

  private show(): void {
    const { result, shown } = this.view;
    // while a run grows its first row stays, and somebody may have a slider in hand
    if (shown === undefined || result === undefined || this.studio.isRunning) return;
    const { animation } = shown;
    if (animation.time.length === 0) return;
    const names = this.joints?.sliders.map(({ name }) => name).join();
    const positionOf = (name: string) => (result.has(name) ? result.at(result.startTime, name) : undefined);
    this.joints =
      result.segments.length > 1
        ? { screws: [], carriers: [], sliders: [] }
        : jointScrews(animation, { positionOf, limits: startLimits(this.studio) });
    this.animation = animation;
    this.element.hidden = this.joints.sliders.length === 0;
    if (this.joints.sliders.map(({ name }) => name).join() !== names) this.fill(this.joints);
    this.joints.sliders.forEach(({ start }, k) => this.set(k, start));
  }

  private fill({ sliders }: JointScrews): void {
    this.inputs = sliders.map(({ lower, upper }, k) =>
      h("input", {
        type: "range",
        min: lower,
        max: upper,
        step: (upper - lower) / 1000 || 1,
        oninput: () => this.pose(k),
        onchange: () => this.keep(k),
      }),
    );
    replaceChildren(
      this.list,
      ...sliders.map(({ name }, k) => h("label", {}, h("span", {}, name), this.inputs[k]!, h("output", {}))),
    );
  }

  private set(k: number, value: number): void {
    const input = this.inputs[k]!;
    if (input.value !== String(value)) input.value = String(value);
    const { isAngle } = this.joints!.sliders[k]!;
    input.nextElementSibling!.textContent = isAngle
      ? `${((value * 180) / Math.PI).toFixed(1)}°`
      : `${value.toFixed(3)} m`;
  }

  private pose(k: number): void {
    const { shown } = this.view;
    if (shown === undefined || this.animation === undefined || this.joints === undefined) return;
    this.set(k, Number(this.inputs[k]!.value));
    const positions = this.inputs.map(({ value }) => Number(value));
    const { time, poses, scales, ...rest } = this.animation;
    const moved = moveByScrews(
      this.joints.screws,
      this.joints.carriers,
      screwMoves(this.joints, positions),
      poses.map((pose) => pose.subarray(0, 7)),
    );
    shown.pause();
    const posed = {
      ...rest,
      scene: shown.animation.scene,
      time: time.slice(0, 1),
      poses: moved.map((pose) => Float64Array.from(pose!)),
      ...(scales !== undefined && { scales: scales.map((factors) => factors?.slice(0, 3)) }),
      contacts: [],
    };
    // as if more were to come: the camera stays
    shown.update(posed, true);
  }

  /** The next run starts here. */
  private keep(k: number): void {
    this.studio.setChange(this.joints!.sliders[k]!.name, Number(this.inputs[k]!.value));
    this.studio.emit("parameters");
    this.studio.previewSoon();
  }
}
