/** Everything that can be taken away as a file. */
import type { ResultFormat } from "../../src/results/writers/formats.ts";
import { hasAnimation } from "../../src/scene/hasAnimation.ts";
import { asMenu, download, h } from "../dom.ts";
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
    const item = (text: string, action: () => void, needsRun: boolean, needsScene = false) => {
      const button = h("button", { role: "menuitem", onclick: () => this.choose(action) }, text);
      if (needsRun) button.dataset["needs"] = needsScene ? "scene" : "run";
      return button;
    };
    const model = item("Model", () => this.saveModel(), false);
    const menu = h(
      "div",
      { class: "menu", role: "menu" },
      model,
      item("Page that runs it (HTML)…", () => void this.savePage(), false),
      h("hr"),
      item("Result as CSV", () => void this.saveResult("csv"), true),
      item("Result as JSON (can be opened again)", () => void this.saveResult("json"), true),
      item("Result as MAT", () => void this.saveResult("mat"), true),
      item("Result as Arrow", () => void this.saveResult("arrow"), true),
      item("Report (HTML)", () => void this.saveReport(), true),
      h("hr"),
      item("Animation for three.js (JSON)", () => void this.saveAnimation("json"), true, true),
      item("Animation as GLB", () => void this.saveAnimation("glb"), true, true),
      item("Shapes at this time as OBJ", () => void this.saveAnimation("obj"), true, true),
      item("Shapes at this time as STL", () => void this.saveAnimation("stl"), true, true),
      item("Shapes at this time as PLY", () => void this.saveAnimation("ply"), true, true),
    );
    this.element = h(
      "details",
      { class: "save", id: "save" },
      h("summary", { class: "quiet", role: "button" }, "Save"),
      menu,
    );
    this.element.addEventListener("toggle", () => {
      const { result } = studio.mainRun ?? {};
      model.textContent = `Model (${/\.\w+$/.exec(studio.file?.name ?? "")?.[0] ?? ".ts"})`;
      const isPossible = {
        run: result !== undefined,
        scene: result !== undefined && hasAnimation(result),
        file: studio.file !== undefined,
      };
      for (const button of menu.querySelectorAll("button"))
        button.disabled = !isPossible[(button.dataset["needs"] ?? "file") as keyof typeof isPossible];
    });
    asMenu(this.element);
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

  private async saveResult(format: ResultFormat): Promise<void> {
    const { result } = this.studio.mainRun ?? {};
    if (result === undefined) return;
    const { resultParts } = await import("../../src/results/writers/formats.ts");
    download(`${this.baseName}.${format}`, [...resultParts(result, format)] as (string | Uint8Array)[], types[format]);
  }

  /** Writers are loaded when they are first needed. */
  private async saveAnimation(format: "json" | "glb" | "obj" | "stl" | "ply"): Promise<void> {
    const { result } = this.studio.mainRun ?? {};
    if (result === undefined) return;
    const { animationFile } = await import("./animationFile.ts");
    const name = `${this.baseName}${format === "json" ? "-scene" : ""}.${format}`;
    download(name, [animationFile(result, format, this.studio.time)], "application/octet-stream");
  }

  /** Asks what is to be in the page. */
  private async savePage(): Promise<void> {
    const { askForPage } = await import("../embed/saveAsPage.ts");
    await askForPage(this.studio, this.baseName);
  }

  private async saveReport(): Promise<void> {
    const { file, panels, mainRun } = this.studio;
    if (mainRun?.result === undefined) return;
    const { result } = mainRun;
    const { htmlReport } = await import("../../src/export/report.ts");
    const plots = panels.map((names) => names.filter((name) => result.has(name))).filter((names) => names.length > 0);
    const source = file === undefined ? {} : { source: file.source };
    download(`${this.baseName}.html`, [htmlReport(result, { title: this.baseName, plots, ...source })], "text/html");
  }
}
