/** A model in somebody else's page: a button that runs it, sliders, the picture, plots. */
import { valueText } from "../../src/plot/ticks.ts";
import { unitText } from "../../src/plot/unitText.ts";
import { h, replaceChildren } from "../dom.ts";
import { controlRange, StepScale } from "../live/controlRange.ts";
import { PlotsPane } from "../panels/plotsPane.ts";
import type { LiveControl } from "../protocol.ts";
import type { Studio } from "../session/studio.ts";

export const partNames = ["sliders", "view", "plots"] as const;
export type PartName = (typeof partNames)[number];

export interface ModelViewOptions {
  /** Parameters and inputs with a slider; all when it is missing, as far as there is room. */
  readonly sliders?: readonly string[] | undefined;
  /** What is shown. */
  readonly parts: readonly PartName[];
  /** Runs at the pace of the clock. */
  readonly isLive: boolean;
  /** The picture of bodies in space; without it there is none. */
  readonly view?: { readonly element: HTMLElement } | undefined;
}

/** Sliders without a choice. */
const mostSliders = 8;

export class ModelView {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly options: ModelViewOptions;
  private readonly run: HTMLButtonElement;
  private readonly status = h("span", { class: "status", role: "status" });
  private readonly sliders = h("form", { class: "live-inputs" });
  private shown = "";

  constructor(studio: Studio, options: ModelViewOptions) {
    this.studio = studio;
    this.options = options;
    this.run = h("button", { class: "primary", type: "button", onclick: () => this.toggle() }, "▶ Run");
    const { parts, view } = options;
    this.element = h(
      "div",
      { class: "embedded" },
      h("div", { class: "row" }, this.run, this.status),
      parts.includes("sliders") && this.sliders,
      parts.includes("view") && view?.element,
      parts.includes("plots") && new PlotsPane(studio).element,
    );
    this.sliders.addEventListener("submit", (event) => event.preventDefault());
    studio.on(["parameters", "live"], () => this.showSliders());
    studio.on(["status", "data", "error", "live", "parameters"], () => this.showStatus());
  }

  /** Runs, or ends what runs. */
  private toggle(): void {
    const { studio } = this;
    if (!studio.isRunning) this.start();
    else if (studio.live?.pace === undefined) studio.stop();
    else studio.command({ command: "end" });
  }

  start(): void {
    if (this.options.isLive) this.studio.runLive();
    else this.studio.run();
  }

  private showStatus(): void {
    const { isRunning, error, live, fraction } = this.studio;
    this.run.textContent = isRunning ? "■ Stop" : "▶ Run";
    this.run.disabled = this.studio.file === undefined;
    this.status.textContent =
      error !== undefined
        ? `${error.what} ${error.hint}`
        : live?.pace !== undefined
          ? `${live.pace.time.toFixed(1)} s, ${live.pace.factor.toFixed(2)}× real time`
          : isRunning
            ? `${Math.floor(100 * fraction)} %`
            : this.missing;
    this.status.classList.toggle("invalid", error !== undefined);
  }

  /** Sliders that were asked for and cannot be, in words. */
  private get missing(): string {
    const { known } = this;
    const names = (this.options.sliders ?? []).filter((name) => !known.some((control) => control.name === name));
    if (names.length === 0 || known.length === 0) return "";
    const some = known.slice(0, mostSliders).map(({ name }) => name);
    return `No slider for ${names.join(", ")}: there is no such parameter that is a number. There are ${some.join(", ")}.`;
  }

  private get controls(): readonly LiveControl[] {
    const { known } = this;
    const { sliders } = this.options;
    if (sliders === undefined) return known.slice(0, mostSliders);
    return sliders.flatMap((name) => known.find((control) => control.name === name) ?? []);
  }

  private get known(): readonly LiveControl[] {
    const { live, translated } = this.studio;
    return live !== undefined && live.controls.length > 0
      ? live.controls
      : (translated.at(-1)?.parameters ?? []).flatMap((one) =>
          one.kind === "start" || one.isDetail || typeof one.value === "object"
            ? []
            : [{ ...one, kind: one.kind, value: one.value as number | boolean }],
        );
  }

  private showSliders(): void {
    const { controls } = this;
    const key = JSON.stringify(controls);
    if (key === this.shown || controls.length === 0) return;
    this.shown = key;
    replaceChildren(this.sliders, ...controls.map((control) => this.row(control)));
  }

  private row(control: LiveControl): HTMLElement {
    const { name, unit, description, value } = control;
    const given = this.studio.changes[name];
    const label = description === "" ? name : `${name}: ${description}`;
    if (typeof value === "boolean") {
      const box = h("input", { type: "checkbox", onchange: () => this.set(name, box.checked, true) });
      box.checked = typeof given === "boolean" ? given : value;
      return h("label", { class: "live-input", title: label }, name, box);
    }
    const start = typeof given === "number" ? given : value;
    const scale = new StepScale(start, controlRange(control, start));
    const slider = h("input", { type: "range", min: scale.from, max: scale.to, step: 1, "aria-label": label });
    const valueNow = (): number => scale.valueOf(Number(slider.value));
    const shown = h("output", {});
    const show = (): void => {
      shown.textContent = `${valueText(valueNow(), 4)} ${unitText(unit)}`;
    };
    slider.value = "0";
    slider.addEventListener("input", () => {
      show();
      this.set(name, valueNow(), false);
    });
    slider.addEventListener("change", () => this.set(name, valueNow(), true));
    show();
    return h("label", { class: "live-input", title: label }, h("span", {}, name), slider, shown);
  }

  /** A live model gets every value; others run again when the slider is let go. */
  private set(name: string, value: number | boolean, isLast: boolean): void {
    const { studio } = this;
    studio.setChange(name, value);
    if (studio.live !== undefined) studio.command({ set: { [name]: value } });
    else if (isLast && studio.runs.length > 0 && studio.translated.length > 0) studio.runAgain();
  }
}
