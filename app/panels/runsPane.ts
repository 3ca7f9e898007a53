/** The runs of this session: which are shown, what they changed, how two of them differ. */

import { valueText } from "../../src/plot/ticks.ts";
import { unitText } from "../../src/plot/unitText.ts";
import { h, inFrames, nextTask, replaceChildren, whenSeen } from "../dom.ts";
import type { RunRecord } from "../session/runRecord.ts";
import type { Studio } from "../session/studio.ts";
import { whenReleased } from "../whenReleased.ts";

export class RunsPane {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly list = h("ul", { class: "runs" });
  private readonly comparison = h("div", { class: "comparison" });
  /** Grows with every comparison, which ends the one before. */
  private comparisons = 0;
  private isStale = false;

  constructor(studio: Studio) {
    this.studio = studio;
    this.element = h("div", { class: "runs-pane" }, this.list, this.comparison);
    studio.on(
      ["runs", "file"],
      inFrames(() => whenReleased(this.list, () => this.draw())),
    );
    // what nobody looks at is drawn when somebody does
    whenSeen(this.element, () => this.isStale && this.draw());
    this.draw();
  }

  private draw(): void {
    this.isStale = this.element.offsetParent === null;
    if (this.isStale) return;
    const { runs } = this.studio;
    replaceChildren(
      this.list,
      ...(runs.length === 0
        ? [h("p", { class: "empty" }, "Every run is listed here; two that are shown are compared.")]
        : []),
      ...[...runs].reverse().map((run) => this.row(run)),
    );
    void this.compareRuns();
  }

  private row(run: RunRecord): HTMLElement {
    const box = h("input", {
      type: "checkbox",
      onchange: () => {
        run.isVisible = box.checked;
        this.studio.emit("runs");
      },
    });
    box.checked = run.isVisible;
    const state = run.status === "running" ? "running" : `${run.status} at ${valueText(run.time)} s`;
    return h("li", {}, h("label", {}, box, h("span", {}, `${run.number}. ${run.label}`), h("small", {}, state)));
  }

  private async compareRuns(): Promise<void> {
    const comparison = ++this.comparisons;
    const [first, second] = this.studio.visibleRuns.slice(-2);
    if (first?.result === undefined || second?.result === undefined || second.status === "running") {
      replaceChildren(this.comparison);
      return;
    }
    const names = this.studio.panels.flat().filter((name) => first.result!.has(name) && second.result!.has(name));
    const { compare } = await import("../../src/results/compare.ts");
    const rows: { name: string; largest: number; time: number; unit: string }[] = [];
    try {
      const stopTime = Math.min(first.time, second.time);
      // long runs take their time: one signal after the other
      for (const each of names) {
        await nextTask();
        if (comparison !== this.comparisons) return;
        for (const { name, maximumDeviation, time } of compare(first.result, second.result, { names: [each], stopTime })
          .signals) {
          const unit = unitText(second.result.describe(name).unit);
          rows.push({ name, largest: maximumDeviation, time, unit });
        }
      }
    } catch (error) {
      replaceChildren(
        this.comparison,
        h("p", { class: "empty" }, error instanceof Error ? error.message : String(error)),
      );
      return;
    }
    replaceChildren(
      this.comparison,
      h("h3", {}, `Run ${second.number} beside run ${first.number}`),
      rows.length === 0
        ? h("p", { class: "empty" }, "The runs share no plotted signal.")
        : h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col" }, "signal"),
                h("th", { scope: "col" }, "largest difference"),
                h("th", { scope: "col" }, "at"),
              ),
            ),
            h(
              "tbody",
              {},
              ...rows.map(({ name, largest, time, unit }) =>
                h(
                  "tr",
                  {},
                  h("td", {}, name),
                  h("td", {}, `${valueText(largest, 4)} ${unit}`),
                  h("td", {}, `${valueText(time, 4)} s`),
                ),
              ),
            ),
          ),
    );
  }
}
