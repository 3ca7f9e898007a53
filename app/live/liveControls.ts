/** Start, pause, step and end of a live model, its pace, and a control for every input and parameter. */
import { valueText } from "../../src/plot/ticks.ts";
import { unitText } from "../../src/plot/unitText.ts";
import { h, inFrames, replaceChildren } from "../dom.ts";
import type { LiveControl } from "../protocol.ts";
import type { Studio } from "../session/studio.ts";
import { type ControlRange, controlRange, StepScale, valueOfAxis } from "./controlRange.ts";

const speeds = [0.1, 0.25, 0.5, 1, 2, 5];
/** Axes of a gamepad to choose from. */
const axes = [1, 2, 3, 4];

interface Stick {
  readonly start: number;
  readonly scale: StepScale;
  readonly range: ControlRange;
  readonly slider: HTMLInputElement;
  readonly axis: HTMLSelectElement;
}

export class LiveControls {
  private readonly studio: Studio;
  private readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly clock = h("output", { class: "clock" });
  private readonly factor = h("output", { class: "factor", title: "Seconds of the model per second of the clock" });
  private readonly refusal = h("small", { class: "invalid", role: "alert" });
  private readonly inputs = h("div", { class: "live-inputs" });
  private readonly parameters = h("details", { class: "more" });
  private readonly speed: HTMLSelectElement;
  private shown: readonly LiveControl[] = [];
  private sticks: Stick[] = [];
  /** Values that wait for the next picture. */
  private waiting: Record<string, unknown> | undefined;

  constructor(studio: Studio, element: HTMLElement) {
    this.studio = studio;
    this.element = element;
    const toggle = (): void => studio.command({ command: studio.live?.pace?.isRunning === true ? "pause" : "start" });
    this.play = h("button", { class: "quiet play", onclick: toggle });
    this.speed = h(
      "select",
      { "aria-label": "Speed of the live run", onchange: () => studio.command({ speed: Number(this.speed.value) }) },
      ...speeds.map((speed) => h("option", { value: speed, selected: speed === 1 }, `${speed}×`)),
    );
    const step = (): void => studio.command({ command: "step" });
    const end = (): void => studio.command({ command: "end" });
    replaceChildren(
      element,
      h(
        "div",
        { class: "row live-head" },
        h("strong", {}, "Live"),
        this.play,
        h("button", { class: "quiet", onclick: step, title: "A hundredth of a second further" }, "Step"),
        h("button", { class: "quiet", onclick: end, title: "End; what was computed is an ordinary run" }, "End"),
        this.speed,
        this.clock,
        this.factor,
        this.refusal,
      ),
      this.inputs,
      this.parameters,
    );
    studio.on("live", () => this.show());
    studio.on(
      "pace",
      inFrames(() => this.tell()),
    );
    addEventListener("gamepadconnected", () => this.showAxes());
    this.show();
    this.watchGamepads();
  }

  private show(): void {
    const { live } = this.studio;
    if (live === undefined) {
      this.shown = [];
      return;
    }
    this.refusal.textContent = live.refusal;
    if (live.controls === this.shown || live.controls.length === 0) {
      this.tell();
      return;
    }
    this.shown = live.controls;
    this.sticks = [];
    this.speed.value = "1";
    const inputs = live.controls.filter(({ kind }) => kind === "input");
    const parameters = live.controls.filter(({ kind }) => kind !== "input");
    replaceChildren(this.inputs, ...inputs.map((control) => this.row(control)));
    this.parameters.hidden = parameters.length === 0;
    this.parameters.open = inputs.length === 0;
    replaceChildren(
      this.parameters,
      h("summary", {}, `Parameters (${parameters.length})`),
      h("div", { class: "live-inputs" }, ...parameters.map((control) => this.row(control))),
    );
    this.showAxes();
    this.tell();
  }

  private tell(): void {
    const { pace } = this.studio.live ?? {};
    const isRunning = pace?.isRunning === true;
    this.play.textContent = isRunning ? "❚❚ Pause" : "▶ Start";
    if (pace === undefined) return;
    this.clock.textContent = `${pace.time.toFixed(2)} s`;
    this.factor.textContent = isRunning && pace.factor > 0 ? `${pace.factor.toFixed(2)}× real time` : "";
  }

  private row(control: LiveControl): HTMLElement {
    const { name, unit, description, value } = control;
    const id = `live-${name.replace(/[^\w]/g, "-")}`;
    const label = h("label", { for: id, title: description || name }, name);
    const changed = this.studio.changes[name];
    if (typeof value === "boolean") {
      const box = h("input", { type: "checkbox", id, onchange: () => this.set(name, box.checked) });
      box.checked = typeof changed === "boolean" ? changed : value;
      return h("div", { class: "live-input" }, label, box);
    }
    const start = typeof changed === "number" ? changed : value;
    const range = controlRange(control, start);
    const shown = h("output", {});
    const scale = new StepScale(start, range);
    const slider = h("input", { type: "range", id, min: scale.from, max: scale.to, step: 1 });
    const valueNow = (): number => scale.valueOf(Number(slider.value));
    const show = (): void => {
      shown.textContent = `${valueText(valueNow(), 4)} ${unitText(unit)}`;
      slider.setAttribute("aria-valuetext", shown.textContent);
    };
    const back = h("input", { type: "checkbox" });
    slider.value = "0";
    slider.addEventListener("input", () => {
      show();
      this.set(name, valueNow());
    });
    const letGo = (): void => {
      if (!back.checked) return;
      slider.value = "0";
      show();
      this.set(name, start);
    };
    slider.addEventListener("pointerup", letGo);
    slider.addEventListener("keyup", letGo);
    show();
    const axis = h(
      "select",
      { "aria-label": `Gamepad for ${name}`, hidden: true, class: "tiny" },
      h("option", { value: "" }, "slider"),
      ...axes.map((one) => h("option", { value: one }, `axis ${one}`)),
    );
    if (control.kind === "input") this.sticks.push({ start, range, scale, slider, axis });
    return h(
      "div",
      { class: "live-input" },
      label,
      slider,
      shown,
      axis,
      control.kind === "input" &&
        h("label", { class: "loop", title: "Goes back when it is let go" }, back, "↩ springs back"),
    );
  }

  /** At most once per picture: the last of quick values counts. */
  private set(name: string, value: unknown): void {
    if (this.waiting === undefined) {
      this.waiting = {};
      // at once when nothing was sent in this picture
      queueMicrotask(() => {
        const set = this.waiting ?? {};
        this.waiting = undefined;
        if (this.studio.live !== undefined) this.studio.live.refusal = "";
        this.refusal.textContent = "";
        this.studio.command({ set });
      });
    }
    this.waiting[name] = value;
  }

  private showAxes(): void {
    const hasGamepad = navigator.getGamepads().some((pad) => pad !== null);
    for (const { axis } of this.sticks) axis.hidden = !hasGamepad;
  }

  /** Gamepads tell nothing by themselves: they are looked at with every picture of a live model. */
  private watchGamepads(): void {
    const look = (): void => {
      requestAnimationFrame(look);
      if (this.studio.live === undefined || this.element.hidden) return;
      for (const { start, range, scale, slider, axis } of this.sticks) {
        if (axis.hidden || axis.value === "") continue;
        const pad = navigator.getGamepads().find((one) => one !== null);
        const turned = pad?.axes[Number(axis.value) - 1];
        if (turned === undefined) continue;
        const count = scale.countOf(valueOfAxis(turned, start, range));
        if (count === Number(slider.value)) continue;
        slider.value = String(count);
        slider.dispatchEvent(new Event("input"));
      }
    };
    look();
  }
}
