/**
 * From a run to an answer: bands of what is not known exactly, which of it matters, and a fit to measurements.
 *
 * Length   one form, and one way of showing each kind of answer
 */
import { valueText } from "../../src/plot/ticks.ts";
import { unitText } from "../../src/plot/unitText.ts";
import { chooseFile, h, inFrames, namePieces, replaceChildren, whenSeen } from "../dom.ts";
import type { StudyOutcome, UnsureValue } from "../engine/modelStudy.ts";
import type { Studio } from "../session/studio.ts";
import { whenReleased } from "../whenReleased.ts";
import { amountIn } from "./readField.ts";
import { drawStudyCurves } from "./studyCurves.ts";

const defaultRuns = 64;
const mostRuns = 10_000;

/** What was asked, as it is kept. */
interface Question {
  readonly ticked: readonly string[];
  readonly percents: Readonly<Record<string, string>>;
  readonly output: string;
  readonly runs: string;
  readonly table: string;
}

interface UnsureRow {
  readonly name: string;
  readonly isStart: boolean;
  readonly value: number;
  readonly box: HTMLInputElement;
  readonly percent: HTMLInputElement;
}

export class StudiesPane {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private rows: readonly UnsureRow[] = [];
  private drawnFor = "";
  private readonly list = h("div", { class: "study-unsure" });
  private readonly output = h("select", { "aria-label": "Variable to look at" });
  private readonly runs: HTMLInputElement;
  private readonly table: HTMLTextAreaElement;
  private readonly buttons: readonly HTMLButtonElement[];
  private readonly answer = h("div", { class: "study-answer", role: "status" });
  private outcome: StudyOutcome | undefined;
  private shownUnit = "";
  /** A study was asked for, and nothing has come yet. */
  private isWaiting = false;

  constructor(studio: Studio) {
    this.studio = studio;
    this.runs = h("input", { type: "number", min: "8", max: String(mostRuns), "aria-label": "Number of runs" });
    this.runs.value = String(defaultRuns);
    this.table = h("textarea", {
      rows: "4",
      spellcheck: false,
      "aria-label": "Measured table",
      placeholder: "time [s]; x [m]\n0; 1.02\n0.1; 0.83",
    });
    const button = (text: string, title: string, onclick: () => void) =>
      h("button", { type: "button", title, onclick }, text);
    const bands = button("Bands", "Quantiles over time", () => this.ask("bands"));
    const indices = button("What matters", "Sobol's indices of the value at the end", () => this.ask("indices"));
    const fit = button("Fit", "Fits the chosen values to the table", () => this.ask("fit"));
    this.buttons = [bands, indices, fit];
    this.element = h(
      "div",
      { class: "solver-pane studies-pane" },
      h("h3", {}, "What is not known exactly"),
      this.list,
      h("h3", {}, "How sure is the result?"),
      h("div", { class: "row" }, this.output, h("label", {}, this.runs, " runs"), bands, indices),
      h("h3", {}, "What do measurements say?"),
      this.table,
      h(
        "div",
        { class: "row" },
        button("Table from a file", "A table of times and measured values", () => void this.readTable()),
        fit,
      ),
      h("h3", {}, "Answer"),
      this.answer,
    );
    const draw = inFrames(() => whenReleased(this.list, () => this.draw()));
    studio.on(["parameters", "changes", "runs", "status", "file"], draw);
    studio.on(["file", "desk"], () => this.takeBack());
    studio.on("study", () => {
      studio.note("answer", studio.study);
      this.showAnswer();
    });
    this.element.addEventListener("input", () => this.keep());
    studio.on("status", () => this.endWaiting());
    document.addEventListener("themechange", () => this.show(this.outcome));
    whenSeen(this.element, () => this.draw());
    this.takeBack();
  }

  private get question(): Partial<Question> {
    return (this.studio.desk["question"] ?? {}) as Partial<Question>;
  }

  private keep(): void {
    const question: Question = {
      ticked: this.rows.filter(({ box }) => box.checked).map(({ name }) => name),
      percents: Object.fromEntries(this.rows.map(({ name, percent }) => [name, percent.value])),
      output: this.output.value,
      runs: this.runs.value,
      table: this.table.value,
    };
    this.studio.note("question", question);
  }

  /** What was asked and answered of this model, here or on an earlier page. */
  private takeBack(): void {
    const { runs = String(defaultRuns), table = "" } = this.question;
    this.rows = [];
    this.drawnFor = "";
    this.output.value = "";
    this.runs.value = runs;
    this.table.value = table;
    this.showAnswer();
    this.draw();
  }

  private showAnswer(): void {
    const answer = this.studio.desk["answer"];
    this.show(typeof answer === "string" ? (JSON.parse(answer) as StudyOutcome) : undefined);
  }

  private draw(): void {
    if (this.element.offsetParent === null) return;
    // an answer of an earlier page is there before the run that knows the units
    if (this.outcome !== undefined && this.unitOfAnswer !== this.shownUnit) this.show(this.outcome);
    const { translated, isRunning, mainRun, changes } = this.studio;
    for (const button of this.buttons) button.disabled = isRunning || translated.length === 0;
    const parameters = translated.at(-1)?.parameters ?? [];
    const numbers = parameters.flatMap(({ name, kind, value, unit, isDetail }) => {
      const present = amountIn(unit, changes[name] ?? value);
      return present !== undefined && kind !== "input" && !isDetail
        ? [{ name, isStart: kind === "start", value: present, unit }]
        : [];
    });
    const key = JSON.stringify([numbers, mainRun?.number, mainRun?.result?.names().length]);
    if (key === this.drawnFor) return;
    this.drawnFor = key;
    const old = new Map(this.rows.map((row) => [row.name, row]));
    const { ticked = [], percents = {} } = this.question;
    this.rows = numbers.map(({ name, isStart, value }) => {
      const before = old.get(name);
      const box = h("input", { type: "checkbox", "aria-label": `${name} is not known exactly` });
      box.checked = before?.box.checked ?? ticked.includes(name);
      const percent = h("input", {
        type: "number",
        min: "0",
        step: "any",
        "aria-label": `Deviation of ${name} in percent`,
      });
      percent.value = before?.percent.value ?? percents[name] ?? "5";
      return { name, isStart, value, box, percent };
    });
    replaceChildren(
      this.list,
      ...(this.rows.length === 0
        ? [h("p", { class: "empty" }, "Run a model: its parameters and start values are listed here.")]
        : this.rows.map(({ name, value, box, percent }, k) =>
            h(
              "div",
              { class: "study-row" },
              h("label", { class: "study-name" }, box, h("span", {}, ...namePieces(name))),
              h("span", {}, `${valueText(value, 6)} ${unitText(numbers[k]!.unit)}`),
              h("label", {}, "± ", percent, value === 0 ? ` % of ${`1 ${unitText(numbers[k]!.unit)}`.trim()}` : " %"),
            ),
          )),
    );
    this.showOutputs();
  }

  private showOutputs(): void {
    const { mainRun, panels } = this.studio;
    const result = mainRun?.result;
    const chosen = this.output.value || this.question.output || panels[0]?.at(-1) || "";
    const names = result?.names().filter((name) => name !== "time" && result.describe(name).shape.length === 0) ?? [];
    replaceChildren(this.output, ...names.map((name) => h("option", { value: name }, name)));
    if (names.includes(chosen)) this.output.value = chosen;
  }

  private get unsure(): UnsureValue[] {
    return this.rows
      .filter(({ box }) => box.checked)
      .map(({ name, isStart, value, percent }) => {
        const deviation = (Number(percent.value) / 100) * (Math.abs(value) || 1);
        return { name, isStart, value, deviation };
      });
  }

  private ask(study: "bands" | "indices" | "fit"): void {
    const { unsure } = this;
    const count = Math.round(Number(this.runs.value));
    const reason =
      unsure.length === 0
        ? "Choose at least one value that is not known exactly."
        : study === "fit" && this.table.value.trim() === ""
          ? "Give a table of measurements: a head with time and names of variables, then one row per time."
          : study !== "fit" && unsure.some(({ deviation }) => !(deviation > 0))
            ? "A deviation is a number above zero."
            : study !== "fit" && !(count >= 8 && count <= mostRuns)
              ? `Choose 8 to ${mostRuns} runs.`
              : "";
    if (reason !== "") {
      replaceChildren(this.answer, h("p", { class: "empty", role: "alert" }, reason));
      return;
    }
    replaceChildren(this.answer, h("p", { class: "empty" }, "Running …"));
    this.isWaiting = true;
    const output = this.output.value;
    void this.studio.runStudy(
      study === "fit" ? { study, unsure, table: this.table.value } : { study, unsure, output, count },
    );
  }

  /** The run has ended without an answer. */
  private endWaiting(): void {
    if (!this.isWaiting || this.studio.isRunning) return;
    this.isWaiting = false;
    const error = this.studio.studyError;
    const text =
      error === undefined
        ? "Stopped."
        : [error.what, error.because, error.hint].filter((part) => part !== "").join(" – ");
    replaceChildren(this.answer, h("p", { role: "alert" }, text));
  }

  private async readTable(): Promise<void> {
    const file = await chooseFile(".csv,.txt,.tsv");
    if (file === undefined) return;
    this.table.value = await file.text();
    this.keep();
  }

  private get unitOfAnswer(): string {
    return this.outcome === undefined || this.outcome.study === "fit" ? "" : this.unitOf(this.outcome.output);
  }

  private show(outcome: StudyOutcome | undefined): void {
    this.outcome = outcome;
    this.shownUnit = this.unitOfAnswer;
    this.isWaiting = false;
    if (outcome === undefined) {
      replaceChildren(this.answer, h("p", { class: "empty" }, "Choose what is not known exactly, and ask."));
      return;
    }
    if (outcome.study === "bands") this.showBands(outcome);
    else if (outcome.study === "indices") this.showIndices(outcome);
    else this.showFit(outcome);
  }

  private showBands({ output, runs, time, curves, convergence }: Extract<StudyOutcome, { study: "bands" }>): void {
    const canvas = h("canvas", { role: "img", "aria-label": `Quantiles of ${output} over time` });
    const [low, median, high] = curves.map((curve) => curve.at(-1) ?? Number.NaN);
    const said = convergence.map(
      (entry) => `${valueText(entry.mean, 4)} ± ${valueText(entry.deviation, 3)} after ${entry.runs} runs`,
    );
    replaceChildren(
      this.answer,
      h(
        "p",
        {},
        `${output} at the end: ${valueText(median!, 4)}, with 95 % between ${valueText(low!, 4)} and ${this.withUnit(valueText(high!, 4), output)} (${runs} runs).`,
      ),
      canvas,
      h("p", { class: "empty" }, `Mean and deviation at the end: ${said.join(", ")}.`),
    );
    const labels = ["2.5 %", "median", "97.5 %"];
    const traces = curves.map((values, k) => ({
      label: labels[k]!,
      time,
      values: values.map((value) => value ?? Number.NaN),
      kind: k === 1 ? ("meant" as const) : ("around" as const),
    }));
    drawStudyCurves(this.element, canvas, traces, this.unitOf(output));
  }

  private showIndices({ output, runs, mean, deviation, rows }: Extract<StudyOutcome, { study: "indices" }>): void {
    const bar = (value: number, text: string): HTMLElement => {
      const filled = h("span", { class: "study-bar" });
      filled.style.width = `${Math.round(100 * Math.max(0, Math.min(1, value)))}px`;
      return h("td", { title: text }, filled, ` ${share(value)}`);
    };
    const between = ([from, to]: readonly [number, number]): string => `95 % between ${share(from)} and ${share(to)}`;
    replaceChildren(
      this.answer,
      h(
        "p",
        {},
        `${output} at the end: ${valueText(mean, 4)} ± ${this.withUnit(valueText(deviation, 3), output)}. Parts of its variance (${runs} runs):`,
      ),
      h(
        "table",
        { class: "study-table" },
        h("tr", {}, h("th", {}, "Value"), h("th", {}, "Alone"), h("th", {}, "With all others")),
        ...[...rows]
          .sort((a, b) => b.total - a.total)
          .map(({ name, first, firstInterval, total, totalInterval }) =>
            h("tr", {}, h("td", {}, name), bar(first, between(firstInterval)), bar(total, between(totalInterval))),
          ),
      ),
    );
  }

  private showFit(outcome: Extract<StudyOutcome, { study: "fit" }>): void {
    const { runs, hasConverged, residualDeviation, parameters, indistinguishable, merge, series } = outcome;
    const number = (value: number | null | undefined): string => (value == null ? "∞" : valueText(value, 5));
    const take = (): void => {
      for (const [name, value] of Object.entries(merge)) this.studio.setChange(name, value);
      this.studio.emit("parameters");
      this.studio.runAgain();
    };
    const canvases = series.map(({ name }) =>
      h("canvas", { role: "img", "aria-label": `${name}: measured, and of the fitted model` }),
    );
    replaceChildren(
      this.answer,
      h(
        "p",
        {},
        `${hasConverged ? "Fitted" : "Not converged"} in ${runs} runs; what is left deviates by ${valueText(residualDeviation, 3)}.`,
      ),
      h(
        "table",
        { class: "study-table" },
        h("tr", {}, h("th", {}, "Value"), h("th", {}, "Fitted"), h("th", {}, "Deviation"), h("th", {}, "95 % between")),
        ...parameters.map(({ name, value, deviation, interval }) =>
          h(
            "tr",
            {},
            h("td", {}, name),
            h("td", {}, number(value)),
            h("td", {}, number(deviation)),
            h("td", {}, `${interval[0] == null ? "−∞" : number(interval[0])} and ${number(interval[1])}`),
          ),
        ),
      ),
      ...indistinguishable.map((names) =>
        h("p", { role: "alert" }, `The measurements cannot tell ${names.join(", ")} apart.`),
      ),
      h("button", { type: "button", onclick: take }, "Take these values and run"),
      ...canvases,
    );
    series.forEach(({ name, time, values, measuredAt, measured }, k) => {
      const traces = [
        { label: "measured", time: measuredAt, values: measured, kind: "measured" },
        { label: `${name} of the model`, time, values, kind: "meant" },
      ] as const;
      drawStudyCurves(this.element, canvases[k]!, traces, this.unitOf(name));
    });
  }

  private withUnit(text: string, name: string): string {
    return `${text} ${this.unitOf(name)}`.trim();
  }

  private unitOf(name: string): string {
    const result = this.studio.mainRun?.result;
    return result?.has(name) === true ? unitText(result.describe(name).unit) : "";
  }
}

/** A part of 1 with two digits, and without the sign of a negative nothing. */
function share(value: number): string {
  return (Math.round(100 * value) / 100 + 0).toFixed(2);
}
