/** What a run says of a diagram: numbers beside its lines and components that light up, at the time of the cursor; lines as curves. */
import { valueText } from "../../src/plot/ticks.ts";
import { unitText } from "../../src/plot/unitText.ts";
import { h } from "../dom.ts";
import type { Outline, OutlineComponent } from "../engine/outline.ts";
import { panelNames } from "../session/panelChoice.ts";
import type { RunRecord } from "../session/runRecord.ts";
import type { Studio } from "../session/studio.ts";
import { ownerOf } from "./diagramLayout.ts";
import type { DiagramView } from "./diagramView.ts";
import { happeningAt } from "./eventLights.ts";
import { isSameModel } from "./sameModel.ts";

type Shown = NonNullable<RunRecord["result"]>;

export class LineValues {
  readonly toggle: HTMLElement;
  private readonly studio: Studio;
  private readonly view: DiagramView;
  private readonly box: HTMLInputElement;
  private path: readonly string[] = [];
  private readonly word = document.createTextNode("values");
  /** The texts that were compared last, and what came of it. */
  private compared: { readonly ran: string; readonly now: string; readonly isSame: boolean } | undefined;

  constructor(studio: Studio, view: DiagramView) {
    this.studio = studio;
    this.view = view;
    this.box = h("input", { type: "checkbox", onchange: () => this.show(this.path) });
    this.box.checked = true;
    this.toggle = h("label", { title: "Values at the time of the cursor beside the lines" }, this.box, this.word);
  }

  /** `path`: the components that were opened. */
  show(path: readonly string[]): void {
    this.path = path;
    const { result } = this;
    const outline = this.outlineAt(path);
    if (!this.box.checked || result === undefined || result.time.length === 0 || outline === undefined) {
      this.view.label(() => "");
      this.view.flash(new Set());
      return;
    }
    const byName = new Map(outline.components.map((component) => [component.name, component]));
    const [time, span] = this.timeIn(result);
    this.view.flash(this.studio.isRunning ? new Set() : happeningAt(result.events, time, span, path, byName));
    this.view.label(this.texts(result, byName));
  }

  /** The newest run as far as it is one of the model as it stands: of another model it says nothing. */
  private get result(): Shown | undefined {
    const { mainRun, file, classes } = this.studio;
    const [ran, now] = [mainRun?.text, file?.source];
    let isSame = true;
    if (ran !== undefined && now !== undefined) {
      if (this.compared?.ran !== ran || this.compared.now !== now)
        this.compared = { ran, now, isSame: isSameModel(ran, now, classes !== undefined) };
      isSame = this.compared.isSame;
    }
    const word = isSame || this.studio.isRunning ? "values" : "values: run again";
    if (this.word.data !== word) this.word.data = word;
    return isSame ? mainRun?.result : undefined;
  }

  /** The values of one connector. */
  textAt(end: string): string {
    const { result } = this;
    const outline = this.outlineAt(this.path);
    if (result === undefined || result.time.length === 0 || outline === undefined) return "";
    return this.texts(result, new Map(outline.components.map((component) => [component.name, component])))(end);
  }

  /** The time of the cursor inside of the run, and how long that is. */
  private timeIn({ time }: Shown): [time: number, span: number] {
    const [first, last] = [time[0]!, time[time.length - 1]!];
    return [Math.min(Math.max(this.studio.time, first), last), last - first];
  }

  private texts(result: Shown, byName: ReadonlyMap<string, OutlineComponent>): (end: string) => string {
    const prefix = this.path.length === 0 ? "" : `${this.path.join(".")}.`;
    const [time] = this.timeIn(result);
    return (end) => {
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
    };
  }

  /** What the line at an end carries, as curves where it was dropped: in the panel of its unit, else in panels of their own. */
  plot(end: string, x: number, y: number): void {
    const pane = document.elementFromPoint(x, y)?.closest(".plots-pane");
    const result = this.studio.mainRun?.result;
    if (pane === null || pane === undefined || result === undefined) return;
    const panel = document.elementFromPoint(x, y)?.closest(".panel");
    const at = panel === null || panel === undefined ? -1 : [...pane.querySelectorAll(".panel")].indexOf(panel);
    const outline = this.outlineAt(this.path);
    const byName = new Map(outline?.components.map((component) => [component.name, component]));
    const owner = ownerOf(end, byName);
    const connector = byName.get(owner ?? "")?.connectors.find(({ name }) => name === end.slice(owner!.length + 1));
    const prefix = this.path.length === 0 ? "" : `${this.path.join(".")}.`;
    const names = (connector?.variables ?? [])
      .map(([name]) => `${prefix}${owner}.${name}`)
      .filter((name) => result.has(name));
    const unitOf = (name: string | undefined): string | undefined =>
      name !== undefined && result.has(name) ? result.describe(name).unit : undefined;
    const [first] = at < 0 ? [] : panelNames(this.studio.panels[at] ?? []).names;
    for (const name of names)
      this.studio.moveSignal(name, unitOf(name) === unitOf(first) ? at : this.studio.panels.length);
  }

  private outlineAt(path: readonly string[]): Outline | undefined {
    let outline: Outline | undefined = this.studio.outline;
    for (const name of path) outline = outline?.components.find((component) => component.name === name)?.inside;
    return outline;
  }
}
