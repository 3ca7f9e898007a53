/** The diagram with its palette and the form of the chosen component: the part of the studio that is loaded when somebody draws. */
import * as edits from "../document/diagramEdits.ts";
import { entryOf } from "../document/modelText.ts";
import { h, replaceChildren } from "../dom.ts";
import type { Outline, OutlineComponent } from "../engine/outline.ts";
import type { Studio } from "../session/studio.ts";
import { DiagramView } from "./diagramView.ts";

/** A component of a library, as the build lists it. */
export interface PaletteEntry extends OutlineComponent {
  readonly module: string;
}

export class DiagramEditor {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly view: DiagramView;
  private readonly message = h("p", { class: "diagram-message", role: "status" });
  private readonly form = h("form", { class: "diagram-form", hidden: true });
  private readonly search: HTMLInputElement;
  private readonly found = h("div", { class: "palette-list", role: "listbox", "aria-label": "Components" });
  private palette: readonly PaletteEntry[] = [];
  private chosen: string | undefined;
  /** What is said of the diagram as a whole. */
  private state = "";

  constructor(studio: Studio) {
    this.studio = studio;
    this.view = new DiagramView({
      move: (name, x, y) => this.change(edits.move(this.text, new Map([[name, [x, y]]])), "moved"),
      connect: (one, other) => this.connect(one, other),
      disconnect: (end) => this.change(edits.disconnect(this.text, end), "disconnected"),
      remove: (name) => this.remove(name),
      choose: (name) => this.choose(name),
      say: (text) => this.say(text),
    });
    this.search = h("input", {
      type: "search",
      placeholder: "Add a component: resistor, inertia, sine …",
      "aria-label": "Search components to add",
      oninput: () => this.find(),
    });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.element = h(
      "div",
      { class: "diagram-editor" },
      h("div", { class: "row" }, this.search),
      this.found,
      this.message,
      h("div", { class: "diagram-scroll" }, this.view.element as unknown as HTMLElement),
      this.form,
    );
    studio.on(["outline", "file", "restored"], () => this.show());
    void this.loadPalette();
    this.show();
  }

  private get text(): string {
    return this.studio.file?.source ?? "";
  }

  private get isJson(): boolean {
    return this.studio.file?.name.endsWith(".json") === true;
  }

  private async loadPalette(): Promise<void> {
    try {
      this.palette = (await (await fetch("palette.json")).json()) as PaletteEntry[];
    } catch {
      this.say("The list of components could not be loaded.");
    }
  }

  /** The model as the compiler has seen it last; what the text has added since comes with the next translation. */
  private show(): void {
    const outline: Outline = this.studio.outline ?? { components: [], connections: [] };
    const object = this.isJson ? undefined : edits.exportedObject(this.text);
    // what was removed from the text is gone at once
    const isThere = (name: string): boolean =>
      object === undefined || object.hasMore || entryOf(object, name.replace(/\[\d+\]$/, "")) !== undefined;
    const present = outline.components.filter(
      ({ name }) => isThere(name) && !/^(connect|equations|diagram)$/.test(name),
    );
    this.view.show({ ...outline, components: present }, edits.placesIn(this.text), object === undefined);
    const state =
      this.studio.outline === undefined
        ? "The diagram appears when the model has been translated."
        : object === undefined
          ? "A function of this file makes the model, so it is shown and cannot be changed here."
          : present.length === 0
            ? "This model has no components: add one from the list above, or write equations."
            : "";
    // what was done last is told until there is something else to say
    if (state !== this.state) this.say(state);
    this.state = state;
    if (this.chosen !== undefined) this.fillForm();
  }

  private change(text: string | undefined, done: string): void {
    if (text === undefined) this.say("The text computes this, so it is changed there.");
    else {
      this.studio.restore(text);
      this.say(done);
    }
  }

  private connect(one: string, other: string): void {
    const text = edits.connect(this.text, one, other);
    const { outline } = this.studio;
    // seen at once, before the text has been translated
    if (text !== undefined && outline !== undefined)
      this.studio.outline = { ...outline, connections: [...outline.connections, [one, other]] };
    this.change(text, "connected");
  }

  private remove(name: string): void {
    this.view.choose(undefined);
    this.change(edits.remove(this.text, name), `${name} was removed; undo in the text brings it back`);
  }

  private choose(name: string | undefined): void {
    this.chosen = name;
    this.fillForm();
  }

  private find(): void {
    const words = this.search.value
      .trim()
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const list =
      words.length === 0
        ? []
        : this.palette.filter(({ name, description, module }) => {
            const text = `${name} ${description} ${module}`.toLowerCase();
            return words.every((word) => text.includes(word));
          });
    // names that are or begin with the word before those that only mention it
    const rank = ({ name }: PaletteEntry): number => {
      const lower = name.toLowerCase();
      return lower === words[0] ? 0 : lower.startsWith(words[0]!) ? 1 : 2;
    };
    list.sort((a, b) => rank(a) - rank(b));
    replaceChildren(
      this.found,
      ...list
        .slice(0, 12)
        .map((entry) =>
          h(
            "button",
            { role: "option", class: "palette-entry", title: entry.description, onclick: () => this.add(entry) },
            h("strong", {}, entry.name),
            h("span", {}, entry.description),
            h("small", {}, entry.module.replace("rattleback/", "")),
          ),
        ),
    );
  }

  private add({ name: type, module, ...component }: PaletteEntry): void {
    const added = edits.add(this.text, type, module);
    if (added === undefined) {
      this.change(undefined, "");
      return;
    }
    const { outline } = this.studio;
    // seen at once, before the text has been translated
    this.studio.outline = {
      connections: outline?.connections ?? [],
      components: [...(outline?.components ?? []), { ...component, name: added.name }],
    };
    this.search.value = "";
    this.find();
    // a place of its own: what is connected later does not move it
    const placed = edits.move(added.text, new Map([[added.name, this.view.freePlace()]]));
    this.change(placed ?? added.text, `${added.name} was added`);
    this.view.choose(added.name);
  }

  private fillForm(): void {
    const component = this.studio.outline?.components.find(({ name }) => name === this.chosen);
    this.form.hidden = component === undefined;
    if (component === undefined || this.form.contains(document.activeElement)) return;
    const { name, description, parameters } = component;
    const rename = h("input", { type: "text", id: "component-name", autocomplete: "off" });
    rename.value = name;
    rename.addEventListener("change", () => {
      const other = rename.value.trim();
      if (!/^[A-Za-z_]\w*$/.test(other)) return this.say("A name is a letter with letters, digits and _ behind it.");
      const text = edits.rename(this.text, name, other);
      if (text === undefined) return this.say(`There is a ${other} already.`);
      this.renameInOutline(name, other);
      this.chosen = other;
      this.change(text, `renamed to ${other}`);
    });
    replaceChildren(
      this.form,
      h(
        "div",
        { class: "row" },
        h("label", { for: "component-name" }, "Name"),
        rename,
        h("button", { type: "button", class: "quiet", onclick: () => this.remove(name) }, "Remove"),
      ),
      description !== "" && h("p", { class: "empty" }, description),
      ...parameters.map((parameter) => {
        const id = `component-${parameter.name}`;
        const input = h("input", { type: "text", id, inputmode: "decimal", autocomplete: "off" });
        input.value = String(parameter.value);
        input.addEventListener("change", () => this.setParameter(name, parameter.name, input));
        return h(
          "div",
          { class: "parameter" },
          h("label", { for: id, title: parameter.description }, parameter.name),
          h("div", { class: "field" }, input),
          h("small", { class: "unit" }, parameter.unit === "1" ? "" : parameter.unit),
          parameter.description !== "" && h("small", { class: "description" }, parameter.description),
        );
      }),
    );
  }

  private setParameter(component: string, name: string, input: HTMLInputElement): void {
    const value = Number(input.value.replaceAll("−", "-").replace(",", "."));
    const isNumber = input.value.trim() !== "" && Number.isFinite(value);
    input.setAttribute("aria-invalid", String(!isNumber));
    if (!isNumber) this.say(`${name} is a number.`);
    else this.change(edits.setParameter(this.text, component, name, String(value)), `${component}.${name} = ${value}`);
  }

  private renameInOutline(name: string, other: string): void {
    const { outline } = this.studio;
    if (outline === undefined) return;
    const end = (text: string): string =>
      text === name || text.startsWith(`${name}.`) ? other + text.slice(name.length) : text;
    this.studio.outline = {
      components: outline.components.map((component) =>
        component.name === name ? { ...component, name: other } : component,
      ),
      connections: outline.connections.map((ends) => ends.map(end)),
    };
  }

  private say(text: string): void {
    this.message.textContent = text;
  }
}
