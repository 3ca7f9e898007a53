/** The name of what is open, and what can be done with it as a whole: rename, duplicate, take an earlier text back. */
import { asMenu, h, replaceChildren } from "../dom.ts";
import type { Studio } from "../session/studio.ts";
import { whenReleased } from "../whenReleased.ts";

export interface FileActions {
  duplicate(): void;
}

/** Versions to choose from. */
const mostShown = 12;

export class FileMenu {
  readonly element: HTMLDetailsElement;
  private readonly studio: Studio;
  private readonly title = h("span", { class: "file-name" });
  private readonly name = h("input", { type: "text", "aria-label": "Name of the model", autocomplete: "off" });
  private readonly state = h("small", { role: "status", class: "kept-state" });
  private readonly versions = h("div", { class: "versions" });

  constructor(studio: Studio, actions: FileActions) {
    this.studio = studio;
    this.name.addEventListener("change", () => studio.rename(fileName(this.name.value, studio.file?.name ?? "")));
    this.element = h(
      "details",
      { class: "save file-menu" },
      h("summary", { class: "quiet", role: "button" }, this.title),
      h(
        "div",
        { class: "menu" },
        h("label", { class: "row" }, "Name ", this.name),
        this.state,
        h("button", { role: "menuitem", onclick: () => this.leave(() => actions.duplicate()) }, "Duplicate"),
        this.versions,
      ),
    );
    asMenu(this.element);
    this.element.addEventListener("toggle", () => this.element.open && this.fill());
    studio.on(["file", "name", "kept"], () => {
      this.show();
      if (this.element.open) whenReleased(this.versions, () => this.fill());
    });
  }

  private show(): void {
    const { file } = this.studio;
    this.title.textContent = file?.name ?? "";
    if (document.activeElement !== this.name) this.name.value = file?.name ?? "";
    this.state.textContent =
      file?.kept === undefined ? "As it was opened; it is kept from the first change on." : "Kept in this browser.";
  }

  private fill(): void {
    this.show();
    const { kept, source } = this.studio.file ?? {};
    const list = (kept?.versions ?? []).filter((version) => version.source !== source).slice(-mostShown);
    replaceChildren(
      this.versions,
      list.length > 0 && h("strong", {}, "Earlier texts"),
      ...list
        .reverse()
        .map((version) =>
          h(
            "button",
            { role: "menuitem", onclick: () => this.leave(() => this.studio.restore(version.source)) },
            `${new Date(version.savedAt).toLocaleString()}, ${version.source.split("\n").length} lines`,
          ),
        ),
    );
  }

  private leave(action: () => void): void {
    this.element.open = false;
    action();
  }
}

/** A name that is a file's: with an ending that says what it is. */
export function fileName(text: string, previous: string): string {
  const name = text
    .trim()
    .replace(/[\\/:*?"<>|]/g, "-")
    .slice(0, 80);
  if (name === "") return previous;
  return /\.(ts|mts|js|mjs|json|mo)$/i.test(name) ? name : `${name}${/\.\w+$/.exec(previous)?.[0] ?? ".ts"}`;
}
