/**
 * All plots: panels with legends, a common time axis, a common cursor.
 *
 * Length   panels, legends and the cursor are one layout, drawn together in one frame
 */
import { plainScale, shownOf } from "../../src/plot/axisScale.ts";
import { firstAbove, firstAtLeast, valueAt } from "../../src/plot/decimate.ts";
import type { Panel, Trace } from "../../src/plot/panel.ts";
import { valueText } from "../../src/plot/ticks.ts";
import { darkColors, lightColors, runDashes } from "../../src/plot/traceColors.ts";
import { unitText } from "../../src/plot/unitText.ts";
import { download, h, inFrames, replaceChildren } from "../dom.ts";
import { PlotView } from "../plot/plotView.ts";
import { chooseUnit, chosenUnit, conversion, unitName, unitsFor } from "../session/displayUnits.ts";
import { balancePanels, panelNames, panelWith, unitOf } from "../session/panelChoice.ts";
import type { RunRecord } from "../session/runRecord.ts";
import type { Studio } from "../session/studio.ts";
import { isDark } from "../theme.ts";
import { signalType } from "./signalType.ts";

interface PanelLook {
  readonly isLogarithmic?: boolean;
  readonly isUnwrapped?: boolean;
  /** Labels of curves that are not drawn. */
  readonly off?: readonly string[];
  /** What is seen of the y axis; all of it without. */
  readonly y?: readonly [number, number] | undefined;
}

/** Common to all panels, on the desk beside the model. */
interface CommonLook {
  readonly zoomed?: readonly [number, number] | undefined;
  readonly marker?: number | undefined;
}

interface ShownPanel {
  /** As the studio names it, with what stands along the x axis. */
  readonly key: readonly string[];
  readonly names: readonly string[];
  /** Signal along the x axis; undefined for time. */
  readonly across: string | undefined;
  readonly axis: HTMLSelectElement;
  readonly turns: HTMLButtonElement;
  /** Angles go on where they would jump. */
  isUnwrapped: boolean;
  readonly element: HTMLElement;
  readonly plot: PlotView;
  readonly legend: HTMLElement;
  readonly units: HTMLSelectElement;
  y: readonly [number, number] | undefined;
  isLogarithmic: boolean;
  /** Labels of curves that are not drawn. */
  readonly off: Set<string>;
  /** All curves; `drawn` leaves out those that are off. */
  panel: Panel;
  entries: { trace: Trace; value: HTMLElement; unit: string }[];
  /** What the legend was made of. */
  legendKey: string;
}

/** Milliseconds of one picture that go into reading curves; the rest of a long one comes with the next. */
const readingTime = 6;
/** Seconds that are seen of a run that goes on at the pace of the clock. */
const liveSpan = 10;

export class PlotsPane {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly list = h("div", { class: "panels" });
  private readonly empty = h("p", { class: "empty" }, "Run a model to see its curves.");
  private readonly energy: HTMLButtonElement;
  private shown: ShownPanel[] = [];
  private zoomed: readonly [number, number] | undefined;
  private hoverTime: number | undefined;
  /** Time from which differences are counted; undefined without a marker. */
  private marker: number | undefined;
  private readonly unmark: HTMLButtonElement;
  /** Buttons of the head. */
  readonly tools = h("span", { class: "row" });
  private readonly refreshInFrame = inFrames(() => this.refresh());
  private readonly refreshSoon = (): void => {
    this.element.ariaBusy = "true";
    this.refreshInFrame();
  };

  constructor(studio: Studio) {
    this.studio = studio;
    this.energy = h("button", { class: "quiet", hidden: true, onclick: () => studio.showBalances() }, "Balances");
    this.energy.title = "Energies and momentum of the whole model";
    const reset = h(
      "button",
      { class: "quiet", onclick: () => this.lookAt(undefined), title: "Whole time span (0)" },
      "All",
    );
    this.unmark = h("button", { class: "quiet", hidden: true, onclick: () => this.putMarker(undefined) });
    this.element = h(
      "section",
      { class: "pane plots-pane", "aria-label": "Plots" },
      h(
        "div",
        { class: "pane-head" },
        h("h2", {}, "Plots"),
        h("span", { class: "spacer" }),
        this.unmark,
        this.energy,
        reset,
        this.tools,
      ),
      this.empty,
      this.list,
    );
    studio.on("panels", () => this.rebuild());
    studio.on("desk", () => {
      this.shown = [];
      const { zoomed, marker } = (studio.desk["plots"] ?? {}) as CommonLook;
      this.zoomed = isSpan(zoomed) ? zoomed : undefined;
      this.rebuild();
      this.mark(Number.isFinite(marker) ? marker : undefined);
    });
    studio.on(["data", "runs"], this.refreshSoon);
    studio.on("file", () => {
      this.mark(undefined);
      this.zoom(undefined);
    });
    studio.on("time", () => {
      // rows of a live run come with its time and bring the cursor along
      if (studio.live?.pace?.isRunning !== true) this.moveCursor();
    });
    studio.on("live", () => {
      if (studio.live !== undefined) this.zoom(undefined);
    });
    document.addEventListener("themechange", this.refreshSoon);
  }

  private rebuild(): void {
    const old = new Map(this.shown.map((panel) => [panel.key.join("\n"), panel]));
    this.shown = this.studio.panels.map((key) => old.get(key.join("\n")) ?? this.createPanel(key));
    replaceChildren(this.list, ...this.shown.map(({ element }) => element));
    this.refreshSoon();
  }

  private createPanel(key: readonly string[]): ShownPanel {
    const { across, names } = panelNames(key);
    const kept = (this.studio.desk[`panel ${key.join()}`] ?? {}) as PanelLook;
    const plot = new PlotView(
      {
        hover: (time) => {
          this.hoverTime = time;
          this.moveCursor();
        },
        choose: (time) => this.studio.setTime(time),
        mark: (time) => this.putMarker(time),
        zoom: (x, y) => {
          panel.y = y;
          this.lookAt(x);
        },
        resetZoom: () => this.lookAt(undefined),
        step: (direction) => this.step(direction),
        jump: (to) => this.jump(to),
      },
      `Curves of ${names.join(", ")} over ${across ?? "time"}. Arrow keys, Home and End move the cursor, + and − zoom, 0 shows all.`,
    );
    const legend = h("div", { class: "legend" });
    const button = (text: string, title: string, onclick: () => void) =>
      h("button", { class: "tiny", title, onclick }, text);
    const units = h("select", { class: "tiny", "aria-label": `Unit of ${names.join(", ")}`, hidden: true });
    units.addEventListener("change", () => {
      chooseUnit(units.dataset["unit"] ?? "", units.value);
      // panels of one unit are read in one
      this.refresh();
    });
    const log = h(
      "button",
      {
        class: "tiny",
        title: "Powers of ten along the axis",
        "aria-pressed": String(kept.isLogarithmic === true),
        onclick: () => {
          panel.isLogarithmic = !panel.isLogarithmic;
          panel.y = undefined;
          log.setAttribute("aria-pressed", String(panel.isLogarithmic));
          this.keep(panel);
        },
      },
      "log",
    );
    const axis = h("select", { class: "tiny", "aria-label": `What ${names.join(", ")} stand over` });
    axis.addEventListener("change", () => {
      const chosen = axis.value === "" ? undefined : axis.value;
      this.studio.setPanel(this.shown.indexOf(panel), panelWith({ across: chosen, names }));
    });
    const turns = h(
      "button",
      {
        class: "tiny",
        title: "Angles without jumps",
        "aria-pressed": String(kept.isUnwrapped === true),
        hidden: true,
        onclick: () => {
          panel.isUnwrapped = !panel.isUnwrapped;
          turns.setAttribute("aria-pressed", String(panel.isUnwrapped));
          this.keep(panel);
        },
      },
      "↻",
    );
    const tools = h(
      "div",
      { class: "panel-tools" },
      axis,
      units,
      turns,
      log,
      button("SVG", "Save this panel as SVG", () => this.save(panel, "svg")),
      button("PNG", "Save this panel as PNG", () => this.save(panel, "png")),
      button("CSV", "Save the numbers of this panel", () => this.save(panel, "csv")),
    );
    const element = h("article", { class: "panel" }, h("div", { class: "panel-head" }, legend, tools), plot.element);
    const isSignal = (event: DragEvent): boolean => event.dataTransfer?.types.includes(signalType) === true;
    element.addEventListener("dragover", (event) => {
      if (!isSignal(event)) return;
      event.preventDefault();
      element.classList.add("drop-target");
    });
    element.addEventListener("dragleave", () => element.classList.remove("drop-target"));
    element.addEventListener("drop", (event) => {
      element.classList.remove("drop-target");
      if (!isSignal(event)) return;
      event.preventDefault();
      this.studio.moveSignal(event.dataTransfer!.getData(signalType), this.shown.indexOf(panel));
    });
    plot.setMarker(this.marker);
    const panel: ShownPanel = {
      key,
      across,
      axis,
      turns,
      isUnwrapped: kept.isUnwrapped === true,
      names,
      element,
      plot,
      legend,
      units,
      y: isSpan(kept.y) ? kept.y : undefined,
      isLogarithmic: kept.isLogarithmic === true,
      off: new Set(kept.off),
      panel: { traces: [], unit: "", events: [] },
      entries: [],
      legendKey: "",
    };
    return panel;
  }

  /** How a panel is looked at is there again with the model. */
  private keep(panel: ShownPanel): void {
    this.note(panel);
    this.refresh();
  }

  private note({ key, isLogarithmic, isUnwrapped, off, y }: ShownPanel): void {
    const look: PanelLook = { isLogarithmic, isUnwrapped, off: [...off], y };
    this.studio.note(`panel ${key.join()}`, look);
  }

  /** What the user wants to see of the time is there again with the model, and so is the marker. */
  private lookAt(x: readonly [number, number] | undefined): void {
    this.zoom(x);
    for (const panel of this.shown) this.note(panel);
    this.noteCommon();
  }

  private putMarker(time: number | undefined): void {
    this.mark(time);
    this.noteCommon();
  }

  private noteCommon(): void {
    const look: CommonLook = { zoomed: this.zoomed, marker: this.marker };
    this.studio.note("plots", look);
  }

  private refresh(): void {
    this.element.ariaBusy = "false";
    const runs = this.studio.visibleRuns;
    this.empty.hidden = this.shown.length > 0 && runs.length > 0;
    this.list.hidden = runs.length === 0;
    this.energy.hidden = balancePanels(this.studio.mainRun?.result).length === 0;
    const view = this.view(runs);
    const until = performance.now() + readingTime;
    this.shown.forEach((shown, k) => {
      shown.panel = this.scaled(this.panelOf(shown, runs, until), shown);
      this.fillAxis(shown);
      this.fillLegend(shown);
      const y = shown.y === undefined ? {} : { y: shown.y };
      shown.plot.show(drawn(shown), { ...view, ...y }, k === this.shown.length - 1);
    });
    // values make the legend higher and the plot lower: before anything is measured
    this.writeValues();
    const left = Math.max(...this.shown.map(({ plot }) => plot.neededLeft));
    for (const { plot } of this.shown) plot.drawFrom(left);
    this.moveCursor();
  }

  /** Reads until the given time at least a part of every curve; what is missing then comes with the next picture. */
  private panelOf({ names, across, isUnwrapped }: ShownPanel, runs: readonly RunRecord[], until: number): Panel {
    const colors = isDark() ? darkColors : lightColors;
    const traces: Trace[] = [];
    // several runs of one signal are told apart by colour, several signals by colour and their runs by dashes
    const isComparison = names.length === 1 && runs.length > 1;
    names.forEach((name, i) => {
      runs.forEach((run, j) => {
        let curve = run.curve(name, isUnwrapped);
        let other = across === undefined ? undefined : run.curve(across);
        while ((curve?.isWhole === false || other?.isWhole === false) && performance.now() < until) {
          curve = run.curve(name, isUnwrapped);
          if (across !== undefined) other = run.curve(across);
        }
        if (curve === undefined || (across !== undefined && other === undefined)) return;
        if (!curve.isWhole || other?.isWhole === false) this.refreshSoon();
        const color = colors[(isComparison ? j : i) % colors.length]!;
        const dash = isComparison ? [] : runDashes[(runs.length - 1 - j) % runDashes.length]!;
        const label = runs.length === 1 ? name : `${name} (${run.start.changes || `run ${run.number}`})`;
        traces.push({ ...curve, label, color, dash, ...(other !== undefined && { across: other.values }) });
      });
    });
    const { mainRun } = this.studio;
    const units = [...new Set(names.map((name) => unitOf(name, mainRun?.result)))].filter((unit) => unit !== "");
    const events = mainRun?.eventTimes ?? [];
    return {
      traces,
      unit: units
        .map(unitText)
        .filter((unit) => unit !== "")
        .join(", "),
      events,
      ...(across !== undefined && { across: axisOf(across, unitOf(across, mainRun?.result)) }),
    };
  }

  /** What the panel may stand over: time, and every signal that is plotted. */
  private fillAxis({ axis, across, names, turns }: ShownPanel): void {
    const { panels, mainRun } = this.studio;
    const plotted = [...new Set(panels.flatMap((panel) => panelNames(panel).names))];
    const choices = ["", ...new Set([...(across === undefined ? [] : [across]), ...plotted])];
    if (axis.dataset["choices"] !== choices.join()) {
      axis.dataset["choices"] = choices.join();
      replaceChildren(
        axis,
        ...choices.map((name) => h("option", { value: name }, name === "" ? "over time" : `over ${name}`)),
      );
    }
    axis.value = across ?? "";
    turns.hidden = names.some((name) => unitOf(name, mainRun?.result) !== "rad");
  }

  /** In the unit that was chosen, if all curves have one unit. */
  private scaled(panel: Panel, { names, units, isLogarithmic }: ShownPanel): Panel {
    const { mainRun } = this.studio;
    const own = [...new Set(names.map((name) => unitOf(name, mainRun?.result)))];
    const unit = own.length === 1 ? own[0]! : "";
    const choices = unitsFor(unit);
    units.hidden = choices.length < 2;
    if (units.dataset["unit"] !== unit) {
      units.dataset["unit"] = unit;
      replaceChildren(
        units,
        ...choices.map((choice) => h("option", { value: choice }, unitName(choice) ?? unitText(choice))),
      );
    }
    const chosen = chosenUnit(unit);
    units.value = chosen;
    if (chosen === unit) return isLogarithmic ? { ...panel, scale: { ...plainScale, isLogarithmic } } : panel;
    const text = unitName(chosen) ?? unitText(chosen);
    return { ...panel, unit: text, scale: { ...conversion(unit, chosen), isLogarithmic } };
  }

  private toggle(shown: ShownPanel, label: string): void {
    if (!shown.off.delete(label)) shown.off.add(label);
    this.keep(shown);
  }

  /** This curve alone; all of them when it is alone already. */
  private isolate(shown: ShownPanel, label: string): void {
    const others = shown.panel.traces.map((trace) => trace.label).filter((other) => other !== label);
    const isAlone = !shown.off.has(label) && others.every((other) => shown.off.has(other));
    shown.off.clear();
    if (!isAlone) for (const other of others) shown.off.add(other);
    this.keep(shown);
  }

  private mark(time: number | undefined): void {
    this.marker = time;
    this.unmark.hidden = time === undefined;
    this.unmark.textContent = time === undefined ? "" : `× Marker at ${valueText(time, 4)} s`;
    for (const { plot } of this.shown) plot.setMarker(time);
    this.writeValues();
  }

  private fillLegend(shown: ShownPanel): void {
    const { mainRun } = this.studio;
    const units = shown.panel.traces.map(({ label }) =>
      shown.panel.scale === undefined || shown.units.hidden
        ? unitText(unitOf(label.replace(/ \(.*$/, ""), mainRun?.result))
        : shown.panel.unit,
    );
    const missing = this.studio.isRunning
      ? []
      : shown.names.filter(
          (name) => !shown.panel.traces.some(({ label }) => label === name || label.startsWith(`${name} (`)),
        );
    const looks = shown.panel.traces.map(({ label, color, dash }) => [label, color, dash, shown.off.has(label)]);
    const key = JSON.stringify([looks, units, missing]);
    if (key === shown.legendKey) {
      // rows have come, and nothing else
      shown.entries = shown.entries.map((entry, k) => ({ ...entry, trace: shown.panel.traces[k]! }));
      return;
    }
    shown.legendKey = key;
    shown.entries = shown.panel.traces.map((trace, k) => ({
      trace,
      value: h("output", { class: "value" }),
      unit: units[k]!,
    }));
    replaceChildren(
      shown.legend,
      ...shown.entries.map(({ trace, value, unit }) => {
        const swatch = h("span", { class: "swatch", style: `--color: ${trace.color}` });
        if (trace.dash.length > 0) swatch.classList.add("dashed");
        return h(
          "button",
          {
            class: "entry",
            title: "Click hides or shows this curve, a double click shows it alone",
            "aria-pressed": String(!shown.off.has(trace.label)),
            draggable: "true",
            ondragstart: (event: DragEvent) =>
              event.dataTransfer?.setData(signalType, trace.label.replace(/ \(.*$/, "")),
            onclick: () => this.toggle(shown, trace.label),
            ondblclick: () => this.isolate(shown, trace.label),
          },
          swatch,
          trace.label,
          value,
          unit === "" ? "" : ` ${unit}`,
        );
      }),
      ...missing.map((name) => h("span", { class: "entry missing" }, `${name}: not in this run`)),
    );
  }

  private moveCursor(): void {
    for (const { plot } of this.shown) plot.setCursor(this.studio.time, this.hoverTime);
    this.writeValues();
  }

  private writeValues(): void {
    const time = this.hoverTime ?? this.studio.time;
    const from = this.marker;
    for (const { plot, entries, panel } of this.shown) {
      const { scale = plainScale } = panel;
      const span = panel.scale?.isLogarithmic === true ? 0 : plot.span * scale.factor;
      for (const { trace, value } of entries) {
        const now = valueAt(trace, time);
        const difference =
          from === undefined ? "" : ` (Δ ${shownValue((now - valueAt(trace, from)) * scale.factor, span)})`;
        const text = ` ${shownValue(shownOf(scale, now), span)}${difference}`;
        if (value.textContent !== text) value.textContent = text;
      }
    }
    if (from !== undefined)
      this.unmark.textContent = `× Marker at ${valueText(from, 4)} s, Δt ${valueText(time - from, 4)} s`;
  }

  private view(runs: readonly RunRecord[]): { x0: number; x1: number } {
    if (this.zoomed !== undefined) return { x0: this.zoomed[0], x1: this.zoomed[1] };
    const { live, mainRun } = this.studio;
    if (live !== undefined && mainRun !== undefined) {
      const x1 = Math.max(mainRun.time, mainRun.start.startTime + liveSpan);
      return { x0: x1 - liveSpan, x1 };
    }
    const starts = runs.map(({ start }) => start.startTime);
    // while a run goes on the axis is already as long as it will be
    const ends = runs.map(({ start, status, time }) => (status === "running" ? start.stopTime : time));
    return { x0: Math.min(...starts, Number.POSITIVE_INFINITY), x1: Math.max(...ends, Number.NEGATIVE_INFINITY) };
  }

  private zoom(x: readonly [number, number] | undefined): void {
    if (x === undefined) for (const shown of this.shown) shown.y = undefined;
    const full = this.fullView();
    const isWhole = x !== undefined && x[0] <= full.x0 && x[1] >= full.x1;
    this.zoomed = x === undefined || isWhole ? undefined : [Math.max(x[0], full.x0), Math.min(x[1], full.x1)];
    this.refresh();
  }

  private fullView(): { x0: number; x1: number } {
    const kept = this.zoomed;
    this.zoomed = undefined;
    const full = this.view(this.studio.visibleRuns);
    this.zoomed = kept;
    return full;
  }

  /** To the next or previous point of the result. */
  private step(direction: -1 | 1): void {
    const time = this.studio.mainRun?.times;
    if (time === undefined || time.length === 0) return;
    const row = direction > 0 ? firstAbove(time, this.studio.time) : firstAtLeast(time, this.studio.time) - 1;
    this.studio.setTime(time[Math.max(0, Math.min(row, time.length - 1))]!);
  }

  private jump(to: "start" | "end"): void {
    const time = this.studio.mainRun?.times;
    if (time !== undefined && time.length > 0) this.studio.setTime(to === "start" ? time[0]! : time.at(-1)!);
  }

  private save(shown: ShownPanel, format: "svg" | "png" | "csv"): void {
    const name = `${this.studio.file?.name.replace(/\.\w+$/, "") ?? "plot"}-${shown.names[0]!.replace(/[^\w.-]+/g, "_")}`;
    const all = this.panelOf(shown, this.studio.visibleRuns, Number.POSITIVE_INFINITY);
    const whole = drawn({ ...shown, panel: this.scaled(all, shown) });
    if (format === "svg") {
      const light = {
        ...whole,
        traces: whole.traces.map((trace) => ({ ...trace, color: onPaper(trace.color) })),
      };
      const view = this.view(this.studio.visibleRuns);
      void import("../../src/plot/plotSvg.ts").then(({ plotSvg }) =>
        download(`${name}.svg`, [plotSvg([light], view)], "image/svg+xml"),
      );
    } else if (format === "csv")
      void import("../plot/panelCsv.ts").then(({ panelCsv }) => download(`${name}.csv`, [panelCsv(whole)], "text/csv"));
    else
      void shown.plot
        .toPng()
        .then(async (blob) => blob && download(`${name}.png`, [new Uint8Array(await blob.arrayBuffer())], "image/png"));
  }
}

/** Whether something that was kept is from one number to a larger one. */
function isSpan(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] < value[1];
}

/** The x axis of a signal, in the unit that was chosen for it. */
function axisOf(name: string, unit: string): NonNullable<Panel["across"]> {
  const chosen = chosenUnit(unit);
  const text = unitName(chosen) ?? unitText(chosen);
  const scale = { ...(chosen === unit ? plainScale : conversion(unit, chosen)), isLogarithmic: false };
  return { label: text === "" ? name : `${name} in ${text}`, scale };
}

/** The panel without the curves that are off. */
function drawn({ panel, off }: ShownPanel): Panel {
  return off.size === 0 ? panel : { ...panel, traces: panel.traces.filter(({ label }) => !off.has(label)) };
}

/** What is a billionth of the height of the plot is nothing. */
function shownValue(value: number, span: number): string {
  return valueText(Math.abs(value) < 1e-9 * span ? 0 : value);
}

/** The colour for a white ground. */
function onPaper(color: string): string {
  const at = darkColors.indexOf(color);
  return at < 0 ? color : lightColors[at]!;
}
