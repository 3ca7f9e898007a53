/** What happened in the run and when: a click goes there. */
import { firstAbove, firstAtLeast } from "../../src/plot/decimate.ts";
import { valueText } from "../../src/plot/ticks.ts";
import { appendSlowly, h, inFrames, replaceChildren, whenSeen } from "../dom.ts";
import type { EventRecord } from "../protocol.ts";
import type { Studio } from "../session/studio.ts";
import { whenReleased } from "../whenReleased.ts";

/** Rows of the list; the filter finds the others. */
const mostShown = 400;
/** Names of changed variables per row. */
const mostNames = 6;

export class EventsPane {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly search: HTMLInputElement;
  private readonly hint = h("p", { class: "empty" });
  private readonly list = h("ol", { class: "events" });
  private drawnFor = "";

  constructor(studio: Studio) {
    this.studio = studio;
    this.search = h("input", {
      type: "search",
      placeholder: "Filter by cause or variable",
      "aria-label": "Filter events",
      oninput: () => this.draw(),
    });
    this.element = h("div", { class: "events-pane" }, h("div", { class: "row" }, this.search), this.hint, this.list);
    const draw = inFrames(() => whenReleased(this.list, () => this.draw()));
    studio.on(["runs", "status", "file"], draw);
    whenSeen(this.element, () => this.draw());
    this.draw();
  }

  private draw(): void {
    if (this.element.offsetParent === null) return;
    const { mainRun, isRunning } = this.studio;
    const query = this.search.value.trim().toLowerCase();
    const signature = `${mainRun?.number} ${mainRun?.version} ${query}`;
    if (signature === this.drawnFor) return;
    this.drawnFor = signature;
    const all = isRunning ? [] : (mainRun?.result?.events ?? []);
    const found = all.filter((event) => `${event.cause} ${event.changed.join(" ")}`.toLowerCase().includes(query));
    this.hint.hidden = found.length > 0 && found.length <= mostShown;
    this.hint.textContent = isRunning
      ? "The run is going on; its events are listed at its end."
      : mainRun === undefined
        ? "Run a model: what happens in it is listed here."
        : found.length > mostShown
          ? `The first ${mostShown} of ${found.length} events; the filter finds the others.`
          : "Nothing happened in this run: no condition changed, nothing was sampled.";
    replaceChildren(this.list);
    appendSlowly(
      this.list,
      found.slice(0, mostShown).map((event) => () => this.row(event)),
    );
  }

  private row(event: EventRecord): HTMLElement {
    const { time, cause, kind, changed } = event;
    const names = changed.slice(0, mostNames).map((name) => this.change(name, time));
    const more = changed.length > mostNames ? ` and ${changed.length - mostNames} more` : "";
    return h(
      "li",
      {},
      h(
        "button",
        { onclick: () => this.studio.setTime(time) },
        h("span", { class: "event-time" }, `${valueText(time, 8)} s`),
        h("span", {}, cause === "" ? kind : cause),
        names.length > 0 && h("small", {}, `${names.join(", ")}${more}`),
      ),
    );
  }

  /** `x: 1 → −0.8`, where the result has both values. */
  private change(name: string, time: number): string {
    const run = this.studio.mainRun;
    let curve = run?.curve(name);
    while (curve?.isWhole === false) curve = run?.curve(name);
    if (curve === undefined) return name;
    const { time: rows, values } = curve;
    const first = firstAtLeast(rows, time);
    const last = firstAbove(rows, time) - 1;
    if (last <= first || values[first] === values[last]) return name;
    return `${name}: ${valueText(values[first]!, 5)} → ${valueText(values[last]!, 5)}`;
  }
}
