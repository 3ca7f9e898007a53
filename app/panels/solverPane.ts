/** How a run came about: its start, the steps of the solver and what limited them, and the equations as they were solved. */
import { plainScale } from "../../src/plot/axisScale.ts";
import { drawPanel } from "../../src/plot/panel.ts";
import { canvasPen } from "../../src/plot/pen.ts";
import { valueText } from "../../src/plot/ticks.ts";
import type { Result } from "../../src/results/result.ts";
import { appendSlowly, h, inFrames, replaceChildren, whenSeen } from "../dom.ts";
import type { RunRecord } from "../session/runRecord.ts";
import type { Studio } from "../session/studio.ts";

const mostNames = 200;
const mostBlocks = 300;

export class SolverPane {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly start = h("div", { class: "solver-start" });
  private readonly steps = h("div", { class: "solver-steps" });
  private readonly blocks = h("div", { class: "solver-blocks" });
  private readonly search: HTMLInputElement;
  private drawnFor = "";

  constructor(studio: Studio) {
    this.studio = studio;
    this.search = h("input", {
      type: "search",
      placeholder: "Component or variable",
      "aria-label": "Search equations",
      oninput: () => this.showEquations(),
    });
    this.element = h(
      "div",
      { class: "solver-pane" },
      h("h3", {}, "Start"),
      this.start,
      h("h3", {}, "Steps"),
      this.steps,
      h("h3", {}, "Equations as they are solved"),
      h("div", { class: "row" }, this.search),
      this.blocks,
    );
    const draw = inFrames(() => this.draw());
    studio.on(["runs", "status", "file"], draw);
    studio.on("equations", () => this.showEquations());
    studio.on("selection", () => this.showSelection());
    document.addEventListener("themechange", () => this.draw(true));
    whenSeen(this.element, () => this.draw());
  }

  private draw(isForced = false): void {
    if (this.element.offsetParent === null) return;
    const { mainRun, isRunning } = this.studio;
    const key = `${mainRun?.number} ${mainRun?.version} ${isRunning}`;
    if (key === this.drawnFor && !isForced) return;
    this.drawnFor = key;
    const result = isRunning ? undefined : mainRun?.result;
    this.showStart(result);
    this.showSteps(isRunning ? undefined : mainRun);
    if (this.studio.equations === undefined) void this.studio.askForEquations();
    this.showEquations();
  }

  /** What is chosen in another view is what somebody wants to understand. */
  private showSelection(): void {
    const { selection } = this.studio;
    if (selection === undefined || this.element.offsetParent === null) return;
    this.search.value = selection;
    this.showEquations();
  }

  private showStart(result: Result | undefined): void {
    const report = result?.initialisation;
    if (result === undefined || report === undefined) {
      replaceChildren(
        this.start,
        h("p", { class: "empty" }, "Run a model to see here how its start values were found."),
      );
      return;
    }
    const { fixed, guessed, computed, conditions, residuals = [], kept = [], givenUp = [] } = report;
    const value = (name: string): string => {
      const first = result.has(name) ? result.at(result.startTime, name) : undefined;
      return typeof first === "number" ? ` = ${valueText(first, 6)}` : "";
    };
    const left = guessed.filter((name) => !computed.includes(name));
    const list = (title: string, why: string, names: readonly string[]) =>
      names.length > 0 &&
      h(
        "details",
        { open: names.length <= 12 },
        h("summary", { title: why }, `${title} (${names.length})`),
        h("ul", {}, ...names.slice(0, mostNames).map((name) => h("li", {}, name))),
      );
    const named = (names: readonly string[]): string[] => names.map((name) => name + value(name));
    replaceChildren(
      this.start,
      list("Fixed", "states that begin with their init", named(fixed)),
      list("Computed", "states that were changed until the conditions hold", named(computed)),
      list("Guessed and kept", "free states whose start value, or zero, was good enough", named(left)),
      list(
        "Conditions",
        "init of other variables and initial equations, with what is left of each",
        conditions.map(
          (text, k) => `${text}${residuals[k] === undefined ? "" : `  (residual ${valueText(residuals[k], 2)})`}`,
        ),
      ),
      list("Preferences that hold", "start values of libraries for which there was room", kept),
      list("Preferences given up", "start values of libraries for which there was no room", givenUp),
      fixed.length + guessed.length + conditions.length === 0 &&
        h("p", { class: "empty" }, "There was nothing to find: the model has no states of its own."),
    );
  }

  private showSteps(run: RunRecord | undefined): void {
    const { steps, limits, result } = run ?? {};
    if (run === undefined || steps === undefined || steps.time.length === 0 || result === undefined) {
      replaceChildren(this.steps, h("p", { class: "empty" }, "The solver has made no steps."));
      return;
    }
    const { statistics } = result;
    const sorted = Float64Array.from(steps.values).sort();
    const facts = [
      `${statistics.steps} steps by ${statistics.method}`,
      `${statistics.rejectedSteps} rejected`,
      `${statistics.evaluations} evaluations`,
      `${statistics.jacobians} Jacobians`,
      `${statistics.events} event${statistics.events === 1 ? "" : "s"}`,
    ];
    const sizes = `From ${valueText(sorted[0]!, 3)} s to ${valueText(sorted.at(-1)!, 3)} s, half of them above ${valueText(sorted[sorted.length >> 1]!, 3)} s.`;
    const canvas = h("canvas", { role: "img", "aria-label": "Sizes of the steps over time, by powers of ten" });
    replaceChildren(
      this.steps,
      h("p", {}, `${facts.join(", ")}. ${sizes}`),
      limits !== undefined && limits !== "" && h("p", {}, `At the end: ${limits}.`),
      canvas,
    );
    this.drawSteps(canvas, run);
  }

  private drawSteps(canvas: HTMLCanvasElement, { steps, eventTimes, start, time }: RunRecord): void {
    const [width, height] = [Math.max(200, this.element.clientWidth - 24), 180];
    const ratio = devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.cssText = `width: ${width}px; height: ${height}px`;
    const context = canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    const style = getComputedStyle(this.element);
    const color = style.getPropertyValue("--accent");
    drawPanel(
      canvasPen(context),
      {
        traces: [{ ...steps, label: "step", color, dash: [] }],
        unit: "step in s",
        events: eventTimes,
        scale: { ...plainScale, isLogarithmic: true },
      },
      { x0: start.startTime, x1: time },
      {
        width,
        height,
        textColor: style.getPropertyValue("--muted"),
        gridColor: style.getPropertyValue("--grid"),
        eventColor: style.getPropertyValue("--event"),
        background: undefined,
        hasLegend: false,
        hasTimeLabel: true,
      },
    );
  }

  private showEquations(): void {
    const { equations } = this.studio;
    if (equations === undefined) {
      replaceChildren(this.blocks, h("p", { class: "empty" }, "The equations are shown when the model is translated."));
      return;
    }
    const query = this.search.value.trim();
    const belongs = (name: string): boolean =>
      query === "" || name === query || name.startsWith(`${query}.`) || name.includes(query);
    const found = equations.filter(({ unknowns }) => unknowns.some(belongs));
    replaceChildren(
      this.blocks,
      h("p", { class: "empty" }, `${found.length} of ${equations.length} blocks, in the order of their computation`),
    );
    appendSlowly(
      this.blocks,
      found.slice(0, mostBlocks).map(
        ({ system, lines }) =>
          () =>
            system === ""
              ? h("code", { class: "block" }, lines[0]!)
              : h("details", { class: "block" }, h("summary", {}, system), ...lines.map((line) => h("code", {}, line))),
      ),
    );
  }
}
