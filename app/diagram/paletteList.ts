/** Components of all libraries: found by words, shown with their drawings, added by a click. */
import { h, replaceChildren } from "../dom.ts";
import type { OutlineComponent } from "../engine/outline.ts";
import { make } from "./drawNode.ts";
import { iconFor } from "./icons.ts";

/** A component of a library, as the build lists it. */
export interface PaletteEntry extends OutlineComponent {
  readonly module: string;
}

export interface PaletteActions {
  add(type: string, module: string, component: Omit<OutlineComponent, "name">): void;
}

const mostShown = 12;

export class PaletteList {
  readonly element: HTMLElement;
  private readonly search: HTMLInputElement;
  private readonly library: HTMLSelectElement;
  private readonly found = h("div", { class: "palette-list", role: "listbox", "aria-label": "Components" });
  private readonly actions: PaletteActions;
  private entries: readonly PaletteEntry[] = [];

  constructor(actions: PaletteActions) {
    this.actions = actions;
    this.search = h("input", {
      type: "search",
      placeholder: "Add a component: resistor, inertia, sine …",
      "aria-label": "Search components to add",
      oninput: () => this.find(),
    });
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.found.querySelector<HTMLElement>(".palette-entry")?.click();
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
    // somebody may have been faster
    this.find();
    return true;
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
    all.sort((a, b) => rank(a) - rank(b));
    const isAsked = words.length > 0 || chosen !== "";
    const shown = !isAsked ? [] : chosen !== "" && words.length === 0 ? all : all.slice(0, mostShown);
    replaceChildren(this.found, ...shown.map((entry) => this.row(entry)));
  }

  private row({ name, description, module, ...component }: PaletteEntry): HTMLElement {
    const icon = make("svg", { class: "palette-icon", viewBox: "-42 -24 84 48", "aria-hidden": "true" });
    icon.innerHTML = iconFor(name) ?? "";
    const add = (): void => {
      this.search.value = "";
      this.library.value = "";
      this.find();
      this.actions.add(name, module, { ...component, description });
    };
    return h(
      "button",
      { type: "button", role: "option", class: "palette-entry", title: description, onclick: add },
      icon as unknown as HTMLElement,
      h("strong", {}, name),
      h("span", {}, description),
      h("small", {}, module.replace("rattleback/", "")),
    );
  }
}
