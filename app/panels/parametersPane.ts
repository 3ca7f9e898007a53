/** The parameters of the model as a form: numbers with units, sliders, switches. Running again needs no translation. */

import type { TunableParameter } from "../../src/modelFile/tunableParameters.ts";
import { valueText } from "../../src/plot/ticks.ts";
import { unitText } from "../../src/plot/unitText.ts";
import { appendSlowly, h, namePieces, replaceChildren, whenSeen } from "../dom.ts";
import type { Studio } from "../session/studio.ts";
import { amountIn, readField } from "./readField.ts";

/** Rows of each kind; the search finds the others. */
const mostShown = 80;

export class ParametersPane {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly form = h("form", { class: "parameters" });
  private readonly search: HTMLInputElement;
  private readonly again: HTMLButtonElement;
  private readonly hint = h("p", { class: "empty" });
  private isStale = true;
  /** What the form was made of, with what was typed into it since. */
  private madeOf = "";

  constructor(studio: Studio) {
    this.studio = studio;
    this.search = h("input", {
      type: "search",
      placeholder: "Search parameters",
      "aria-label": "Search parameters",
      oninput: () => this.draw(),
    });
    this.again = h("button", { class: "primary", type: "button", onclick: () => this.run() }, "Run again");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
    this.element = h(
      "div",
      { class: "parameters-pane" },
      h("div", { class: "row" }, this.search, this.again),
      this.hint,
      this.form,
    );
    studio.on("parameters", () => this.draw());
    // what nobody looks at is drawn when somebody does
    whenSeen(this.element, () => this.isStale && this.draw());
    studio.on("status", () => this.enable());
    this.draw();
  }

  private run(): void {
    if (this.form.querySelector("[aria-invalid=true]") === null) this.studio.runAgain();
  }

  private enable(): void {
    this.again.disabled = this.studio.isRunning || this.studio.translated.length === 0;
  }

  private draw(): void {
    this.enable();
    this.isStale = this.element.offsetParent === null;
    if (this.isStale) return;
    const model = this.studio.translated.at(-1);
    // whoever types goes on: until a run has been translated the form stays, and behind that as long as it has the same rows
    if (model === undefined && this.studio.isRunning) return;
    const parameters = model?.parameters ?? [];
    const of = this.contents();
    if (of === this.madeOf) return;
    this.madeOf = of;
    this.hint.hidden = parameters.length > 0;
    this.hint.textContent =
      model === undefined ? "Run the model: its parameters appear here." : "This model has no parameters.";
    const query = this.search.value.trim().toLowerCase();
    const found = parameters.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(query));
    let isCut = false;
    const rows = (kind: TunableParameter["kind"], isDetail = false) => {
      const all = found.filter((parameter) => parameter.kind === kind && parameter.isDetail === isDetail);
      isCut ||= all.length > mostShown;
      return all.slice(0, mostShown);
    };
    const details = rows("parameter", true);
    const section = (title: string, list: readonly TunableParameter[]) => {
      if (list.length === 0) return undefined;
      const fields = h("fieldset", {}, title !== "" && h("legend", {}, title));
      appendSlowly(
        fields,
        list.map((parameter) => () => this.row(parameter)),
      );
      return fields;
    };
    replaceChildren(
      this.form,
      section("Inputs", rows("input")),
      section("Parameters", rows("parameter")),
      section("Start values", rows("start")),
      details.length > 0 &&
        h(
          "details",
          { class: "more", open: query !== "" || found.length === details.length },
          h("summary", {}, "Objects: places, sizes, masses, start values"),
          section("", details),
        ),
      isCut && h("p", { class: "empty" }, `${found.length} in all: search for a part of the name to see the others`),
    );
  }

  private contents(): string {
    const { translated, changes } = this.studio;
    return JSON.stringify([translated.at(-1)?.parameters, changes, this.search.value]);
  }

  private row(parameter: TunableParameter): HTMLElement {
    const { name, unit, description, value } = parameter;
    const id = `parameter-${name.replace(/[^\w]/g, "-")}`;
    const label = h("label", { for: id, title: description || name }, ...namePieces(name));
    const input = typeof value === "boolean" ? this.switchOf(parameter, value, id) : this.fieldOf(parameter, id);
    return h(
      "div",
      { class: "parameter" },
      label,
      input,
      h("small", { class: "unit" }, unitText(unit)),
      description !== "" && h("small", { class: "description" }, description),
    );
  }

  private switchOf({ name }: TunableParameter, value: boolean, id: string): HTMLElement {
    const box = h("input", { type: "checkbox", id, onchange: () => this.set(name, box.checked, value) });
    box.checked = (this.studio.changes[name] as boolean | undefined) ?? value;
    return h("div", { class: "field" }, box);
  }

  private fieldOf(parameter: TunableParameter, id: string): HTMLElement {
    const { name, value } = parameter;
    const field = h("input", {
      type: "text",
      id,
      inputmode: typeof value === "number" ? "decimal" : "text",
      autocomplete: "off",
    });
    field.value = shownValue(this.studio.changes[name] ?? value);
    const message = h("small", { class: "invalid", role: "alert" });
    const slider = typeof value === "number" ? sliderOf(parameter, value) : undefined;
    const present = amountIn(parameter.unit, this.studio.changes[name]);
    if (slider !== undefined && present !== undefined) slider.value = String(present);
    const accept = (given: unknown): void => {
      field.removeAttribute("aria-invalid");
      message.textContent = "";
      this.set(name, given, value);
    };
    field.addEventListener("input", () => {
      const read = readField(field.value, parameter);
      if (typeof read === "string") {
        field.setAttribute("aria-invalid", "true");
        message.textContent = read;
        return;
      }
      accept(read.value);
      if (slider !== undefined && read.amount !== undefined) slider.value = String(read.amount);
    });
    slider?.addEventListener("input", () => {
      field.value = shownValue(Number(slider.value));
      accept(Number(slider.value));
    });
    // a run at the end of a movement shows what it did
    slider?.addEventListener("change", () => this.run());
    return h("div", { class: "field" }, field, slider, message);
  }

  private set(name: string, value: unknown, original: unknown): void {
    this.studio.setChange(name, shownValue(value) === shownValue(original) ? undefined : value);
    this.madeOf = this.contents();
  }
}

/** From the limits of the model, or from 0 to twice the value, so that the value is in the middle. */
function sliderOf({ name, min, max }: TunableParameter, value: number): HTMLInputElement | undefined {
  const [low, high] = [min ?? Math.min(0, 2 * value), max ?? Math.max(0, 2 * value)];
  if (!Number.isFinite(low) || !Number.isFinite(high) || !(high > low)) return undefined;
  const slider = h("input", {
    type: "range",
    min: low,
    max: high,
    step: (high - low) / 200,
    "aria-label": `${name}, slider`,
  });
  slider.value = String(value);
  return slider;
}

function shownValue(value: unknown): string {
  if (typeof value === "number")
    return Number.isInteger(value) ? String(value) : valueText(value, 8).replaceAll("−", "-");
  if (typeof value === "object" && value !== null && "unit" in value) {
    const { value: number, unit } = value as { value: unknown; unit?: unknown };
    return `${shownValue(number)} ${String(unit)}`;
  }
  return JSON.stringify(value);
}
