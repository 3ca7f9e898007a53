/** Components of all libraries: found by words, shown with their drawings, added by a click or by dragging them to their place. */
import { h, replaceChildren } from "../dom.ts";
import type { OutlineComponent } from "../engine/outline.ts";
import { classDrawing } from "../modelica/classDrawing.ts";
import type { ClassPalette } from "../modelica/classPalette.ts";
import { make } from "./drawNode.ts";
import { iconFor } from "./icons.ts";

/** A component of a library, as the build lists it. */
export interface PaletteEntry extends OutlineComponent {
  readonly module: string;
}

export interface PaletteActions {
  /** `at`: where it was dropped, in the page. */
  add(
    type: string,
    module: string,
    component: Omit<OutlineComponent, "name">,
    at?: { readonly x: number; readonly y: number },
  ): void;
}

const mostShown = 12;

export class PaletteList {
  readonly element: HTMLElement;
  private readonly search: HTMLInputElement;
  private readonly library: HTMLSelectElement;
  private readonly found = h("div", { class: "palette-list", role: "listbox", "aria-label": "Components" });
  private readonly actions: PaletteActions;
  private entries: readonly PaletteEntry[] = [];
  private isLoaded = false;
  /** Somebody chose the first one before the list was there. */
  private isChosenLater = false;
  /** Components as JSON, when somebody has drawn in a document. */
  private documents: Readonly<Record<string, string>> | undefined;
  /** Of a file of Modelica: the classes that it can use instead. */
  private classes: ClassPalette | undefined;

  constructor(actions: PaletteActions) {
    this.actions = actions;
    this.search = h("input", {
      type: "search",
      placeholder: "Add a component: resistor, inertia, sine …",
      "aria-label": "Search components to add",
      oninput: () => {
        this.isChosenLater = false;
        this.find();
      },
    });
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        if (this.isLoaded || this.classes !== undefined) this.chooseFirst();
        else this.isChosenLater = true;
      }
      if (event.key === "ArrowDown") this.found.querySelector<HTMLElement>(".palette-entry")?.focus();
    });
    this.library = h(
      "select",
      { "aria-label": "Library", onchange: () => this.find() },
      h("option", { value: "" }, "libraries"),
    );
    this.element = h("div", { class: "palette" }, h("div", { class: "row" }, this.search, this.library), this.found);
  }

  /** Whether the list is there. */
  async load(): Promise<boolean> {
    try {
      this.entries = (await (await fetch("palette.json")).json()) as PaletteEntry[];
    } catch {
      return false;
    }
    const modules = [...new Set(this.entries.map(({ module }) => module))];
    this.library.append(...modules.map((module) => h("option", { value: module }, module.replace("rattleback/", ""))));
    this.isLoaded = true;
    // somebody may have been faster
    this.find();
    if (this.isChosenLater) this.chooseFirst();
    return true;
  }

  private chooseFirst(): void {
    this.isChosenLater = false;
    this.found.querySelector<HTMLElement>(".palette-entry")?.click();
  }

  /** A component as JSON; undefined when it has none, or when the list cannot be loaded. */
  async document(type: string, module: string): Promise<string | undefined> {
    try {
      this.documents ??= (await (await fetch("paletteDocuments.json")).json()) as Readonly<Record<string, string>>;
    } catch {
      return undefined;
    }
    return this.documents[`${module} ${type}`];
  }

  /** Of a file of Modelica its classes are offered, of others our own libraries. */
  offer(classes: ClassPalette | undefined): void {
    this.classes = classes;
    this.library.hidden = classes !== undefined;
    this.search.placeholder =
      classes === undefined ? "Add a component: resistor, inertia, sine …" : "Add a component of a class";
    this.find();
  }

  /** The word for a component that has the same description and connectors; empty when there is none. */
  typeOf(component: OutlineComponent | undefined): string {
    if (component === undefined || component.description === "") return "";
    const ports = ({ connectors }: OutlineComponent): string => connectors.map(({ name }) => name).join();
    const same = this.entries.filter(({ description }) => description === component.description);
    return (same.find((entry) => ports(entry) === ports(component)) ?? same[0])?.name ?? "";
  }

  private find(): void {
    const words = this.search.value
      .trim()
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    if (this.classes !== undefined) {
      this.findClasses(this.classes, words);
      return;
    }
    const chosen = this.library.value;
    const all = this.entries.filter(({ name, description, module }) => {
      const text = `${name} ${description} ${module}`.toLowerCase();
      return (chosen === "" || module === chosen) && words.every((word) => text.includes(word));
    });
    // names that are or begin with the word before those that only mention it
    const rank = ({ name }: PaletteEntry): number => {
      const lower = name.toLowerCase();
      return words.length === 0 || lower === words[0] ? 0 : lower.startsWith(words[0]!) ? 1 : 2;
    };
    // of names that begin with it, the shorter is more likely meant
    const length = ({ name }: PaletteEntry): number => (words.length === 0 ? 0 : name.length);
    all.sort((a, b) => rank(a) - rank(b) || (rank(a) === 1 ? length(a) - length(b) : 0));
    const isAsked = words.length > 0 || chosen !== "";
    const shown = !isAsked ? [] : chosen !== "" && words.length === 0 ? all : all.slice(0, mostShown);
    replaceChildren(this.found, ...shown.map((entry) => this.row(entry)));
  }

  private findClasses(classes: ClassPalette, words: readonly string[]): void {
    const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();
    const all = classes.classes.filter(({ name, description }) => {
      const text = `${name} ${description}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const rank = (name: string): number =>
      last(name) === words[0] ? 0 : last(name).startsWith(words[0] ?? "") ? 1 : 2;
    // of a few classes all are shown
    const isAsked = words.length > 0 || all.length <= mostShown;
    const shown = isAsked ? all.sort((a, b) => rank(a.name) - rank(b.name)).slice(0, mostShown) : [];
    const rows = shown.flatMap(({ name, description }) => {
      const component = classes.component(name);
      if (component?.icon === undefined) return [];
      const icon = classDrawing(component.icon, "model");
      icon.classList.add("palette-class");
      const around = name.slice(0, Math.max(0, name.lastIndexOf(".")));
      return [
        this.entry(icon, name.slice(around.length && around.length + 1), description, around, name, "", component),
      ];
    });
    replaceChildren(this.found, ...rows);
  }

  private row({ name, description, module, ...component }: PaletteEntry): HTMLElement {
    const icon = make("svg", { class: "palette-icon", viewBox: "-42 -24 84 48", "aria-hidden": "true" });
    icon.innerHTML = iconFor(name) ?? "";
    return this.entry(icon, name, description, module.replace("rattleback/", ""), name, module, {
      ...component,
      description,
    });
  }

  private entry(
    icon: SVGSVGElement,
    name: string,
    description: string,
    group: string,
    type: string,
    module: string,
    component: Omit<OutlineComponent, "name">,
  ): HTMLElement {
    const add = (at?: { x: number; y: number }): void => {
      // the sheet moves when the list above it goes: what was dropped is put into its place before
      this.actions.add(type, module, component, at);
      this.search.value = "";
      // for who asks whether somebody types there
      this.search.dispatchEvent(new Event("change"));
      this.library.value = "";
      this.find();
    };
    return h(
      "button",
      {
        type: "button",
        role: "option",
        class: "palette-entry",
        title: description,
        draggable: "true",
        onclick: ({ detail }: MouseEvent) => {
          // the list goes, and who was in it by keys is not to be lost with it
          if (detail === 0) this.search.focus();
          add();
        },
        ondragstart: (event: DragEvent) => event.dataTransfer?.setData("text/plain", name),
        // where it was let go; outside of the sheet it was not meant
        ondragend: (event: DragEvent) => {
          if (document.elementFromPoint(event.clientX, event.clientY)?.closest(".diagram-scroll"))
            add({ x: event.clientX, y: event.clientY });
        },
      },
      icon as unknown as HTMLElement,
      h("strong", {}, name),
      h("span", {}, description),
      h("small", {}, group),
    );
  }
}
