/** Tabs with the keyboard of the ARIA pattern: arrows move, the chosen one alone is in the tab order. */
import { h } from "../dom.ts";

export interface Tab {
  readonly name: string;
  readonly content: HTMLElement;
}

export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons: HTMLButtonElement[];
  private readonly tabs: readonly Tab[];

  constructor(label: string, tabs: readonly Tab[]) {
    this.tabs = tabs;
    this.buttons = tabs.map(({ name, content }, k) => {
      const id = `${label}-${name}`.toLowerCase().replace(/\W+/g, "-");
      content.id = `${id}-content`;
      content.setAttribute("role", "tabpanel");
      content.setAttribute("aria-labelledby", id);
      return h("button", { role: "tab", id, "aria-controls": content.id, onclick: () => this.choose(k) }, name);
    });
    const list = h("div", { class: "tab-list", role: "tablist", "aria-label": label }, ...this.buttons);
    list.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return;
      const offered = this.buttons.filter(({ hidden }) => !hidden);
      const at = offered.findIndex((button) => button.getAttribute("aria-selected") === "true");
      const next = offered[(at + step + offered.length) % offered.length]!;
      this.choose(this.buttons.indexOf(next), true);
    });
    this.element = h("div", { class: "tabs" }, list, ...tabs.map(({ content }) => content));
    this.choose(0);
  }

  /** Nothing happens when there is none of that name. */
  chooseName(name: string): void {
    const at = this.tabs.findIndex((tab) => tab.name === name);
    if (at >= 0) this.choose(at);
  }

  /** Shows some of the tabs, all when none are named. */
  offer(names?: readonly string[]): void {
    this.tabs.forEach(({ name }, k) => {
      this.buttons[k]!.hidden = names !== undefined && !names.includes(name);
    });
  }

  get chosen(): string {
    return this.tabs.find(({ content }) => !content.hidden)!.name;
  }

  private choose(chosen: number, hasFocus = false): void {
    this.tabs.forEach(({ content }, k) => {
      const isChosen = k === chosen;
      content.hidden = !isChosen;
      this.buttons[k]!.setAttribute("aria-selected", String(isChosen));
      this.buttons[k]!.tabIndex = isChosen ? 0 : -1;
      if (isChosen && hasFocus) this.buttons[k]!.focus();
    });
  }
}
