/** Everything that can be taken away as a file. */
import { type ResultFormat, resultParts } from "../../src/results/writers/formats.ts";
import { download, h } from "../dom.ts";
import type { Studio } from "../session/studio.ts";

const types: Readonly<Record<ResultFormat, string>> = {
  csv: "text/csv",
  json: "application/json",
  mat: "application/octet-stream",
  arrow: "application/vnd.apache.arrow.file",
};

export class SaveMenu {
  readonly element: HTMLDetailsElement;
  private readonly studio: Studio;

  constructor(studio: Studio) {
    this.studio = studio;
    const item = (text: string, action: () => void, needsRun: boolean) => {
      const button = h("button", { role: "menuitem", onclick: () => this.choose(action) }, text);
      if (needsRun) button.dataset["needs"] = "run";
      return button;
    };
    const menu = h(
      "div",
      { class: "menu", role: "menu" },
      item("Model (.ts)", () => this.saveModel(), false),
      h("hr"),
      item("Result as CSV", () => this.saveResult("csv"), true),
      item("Result as JSON (can be opened again)", () => this.saveResult("json"), true),
      item("Result as MAT", () => this.saveResult("mat"), true),
      item("Result as Arrow", () => this.saveResult("arrow"), true),
    );
    this.element = h("details", { class: "save" }, h("summary", { class: "quiet", role: "button" }, "Save"), menu);
    this.element.addEventListener("toggle", () => {
      for (const button of menu.querySelectorAll("button"))
        button.disabled =
          button.dataset["needs"] === "run"
            ? this.studio.mainRun?.result === undefined
            : this.studio.file === undefined;
    });
    document.addEventListener("click", (event) => {
      if (!this.element.contains(event.target as Node)) this.element.open = false;
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.element.open = false;
    });
  }

  private choose(action: () => void): void {
    this.element.open = false;
    action();
  }

  private get baseName(): string {
    return this.studio.file?.name.replace(/\.\w+$/, "") ?? "result";
  }

  private saveModel(): void {
    const { file } = this.studio;
    if (file !== undefined) download(file.name, [file.source], "text/plain");
  }

  private saveResult(format: ResultFormat): void {
    const { result } = this.studio.mainRun ?? {};
    if (result === undefined) return;
    download(`${this.baseName}.${format}`, [...resultParts(result, format)] as (string | Uint8Array)[], types[format]);
  }
}
