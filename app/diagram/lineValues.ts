/** Numbers beside the lines of a diagram: what the connectors had at the time of the cursor. */
import { valueText } from "../../src/plot/ticks.ts";
import { unitText } from "../../src/plot/unitText.ts";
import { h } from "../dom.ts";
import type { Outline } from "../engine/outline.ts";
import type { Studio } from "../session/studio.ts";
import { ownerOf } from "./diagramLayout.ts";
import type { DiagramView } from "./diagramView.ts";

export class LineValues {
  readonly toggle: HTMLElement;
  private readonly studio: Studio;
  private readonly view: DiagramView;
  private readonly box: HTMLInputElement;
  private path: readonly string[] = [];

  constructor(studio: Studio, view: DiagramView) {
    this.studio = studio;
    this.view = view;
    this.box = h("input", { type: "checkbox", onchange: () => this.show(this.path) });
    this.box.checked = true;
    this.toggle = h("label", { title: "Values at the time of the cursor beside the lines" }, this.box, "values");
  }

  /** `path`: the components that were opened. */
  show(path: readonly string[]): void {
    this.path = path;
    const result = this.studio.mainRun?.result;
    let outline: Outline | undefined = this.studio.outline;
    for (const name of path) outline = outline?.components.find((component) => component.name === name)?.inside;
    if (!this.box.checked || result === undefined || result.time.length === 0 || outline === undefined) {
      this.view.label(() => "");
      return;
    }
    const byName = new Map(outline.components.map((component) => [component.name, component]));
    const prefix = path.length === 0 ? "" : `${path.join(".")}.`;
    const last = result.time.length - 1;
    const time = Math.min(Math.max(this.studio.time, result.time[0]!), result.time[last]!);
    this.view.label((end) => {
      const owner = ownerOf(end, byName);
      const connector = byName.get(owner ?? "")?.connectors.find(({ name }) => name === end.slice(owner!.length + 1));
      const texts = (connector?.variables ?? []).map(([name, unit]) => {
        const full = `${prefix}${owner}.${name}`;
        if (!result.has(full)) return "";
        const value = result.at(time, full);
        return typeof value === "number" && Number.isFinite(value)
          ? `${valueText(value, 3)} ${unitText(unit)}`.trim()
          : "";
      });
      return texts.filter((text) => text !== "").join(", ");
    });
  }
}
