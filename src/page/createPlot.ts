/** Curves of a result in an element of a page: panels with legends, values at the pointer, zoom by dragging. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { anObject, shape } from "../errors/shapes.ts";
import type { Frame } from "../plot/decimate.ts";
import { valueAt } from "../plot/decimate.ts";
import { drawPanel, frameOf, type Panel, type PanelLook, type View } from "../plot/panel.ts";
import { canvasPen } from "../plot/pen.ts";
import { valueText } from "../plot/ticks.ts";
import { darkColors, lightColors } from "../plot/traceColors.ts";
import { unitText } from "../plot/unitText.ts";
import type { Result } from "../results/result.ts";

export interface PlotOptions {
  /** Signals of each panel. */
  readonly plots: readonly (readonly string[])[];
  /** Pixels of one panel. Default 200. */
  readonly height?: number;
  /** On dark ground. Default: as the system says. */
  readonly isDark?: boolean;
  /** The time that the pointer points at; undefined when it leaves. */
  readonly onTime?: (time: number | undefined) => void;
}

export interface Plot {
  /** Shows another result, with the same panels. */
  update(result: Result): void;
  /** A line at this time, with the values there in the legends. */
  setTime(time: number | undefined): void;
  /** Ends of the time axis; all without. */
  zoom(from?: number, to?: number): void;
  /** Takes everything out of the element. */
  dispose(): void;
}

interface ShownPanel {
  readonly names: readonly string[];
  readonly canvas: HTMLCanvasElement;
  readonly legend: HTMLElement;
  panel: Panel;
  frame: Frame | undefined;
}

const themes = {
  light: { text: "#59626e", grid: "#e6e9ed", event: "#a9b0b8", line: "#0b62a8" },
  dark: { text: "#a3adb8", grid: "#2a3037", event: "#5d6772", line: "#63b3ff" },
} as const;

const anElement = shape(
  "an element of the page",
  (value) => typeof (value as Partial<HTMLElement> | null | undefined)?.append === "function",
);

export function createPlot(element: HTMLElement, result: Result, options: PlotOptions): Plot {
  anElement(element, "element");
  anObject(result, "result");
  anObject(options, "options");
  const { plots, height = 200 } = options;
  if (!Array.isArray(plots) || plots.length === 0)
    throw new RattlebackError("E-OPTION-VALUE", "A plot needs at least one panel.", {
      path: "options.plots",
      hint: 'plots: [["x", "y"], ["v"]]',
      data: { name: "plots" },
    });
  const document = element.ownerDocument;
  const isDark = options.isDark ?? globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches === true;
  const theme = isDark ? themes.dark : themes.light;
  const colors = isDark ? darkColors : lightColors;
  let shownResult = result;
  let zoomed: { x0: number; x1: number } | undefined;
  let time: number | undefined;
  let dragFrom: number | undefined;

  const panels = plots.map((names): ShownPanel => {
    const canvas = document.createElement("canvas");
    canvas.style.cssText = `display: block; width: 100%; height: ${height}px; touch-action: pan-y`;
    const legend = document.createElement("div");
    legend.style.cssText = `font: 12px system-ui, sans-serif; color: ${theme.text}; min-height: 1.5em`;
    element.append(legend, canvas);
    const shown: ShownPanel = { names, canvas, legend, panel: { traces: [], unit: "", events: [] }, frame: undefined };
    canvas.addEventListener("pointermove", (event) => point(timeAt(shown, event)));
    canvas.addEventListener("pointerleave", () => point(undefined));
    canvas.addEventListener("pointerdown", (event) => {
      dragFrom = timeAt(shown, event);
    });
    canvas.addEventListener("pointerup", (event) => {
      const to = timeAt(shown, event);
      const from = dragFrom;
      dragFrom = undefined;
      const { x0, x1 } = view();
      if (from !== undefined && Math.abs(to - from) > (x1 - x0) / 50) zoom(Math.min(from, to), Math.max(from, to));
    });
    canvas.addEventListener("dblclick", () => zoom());
    return shown;
  });
  const sizes = new ResizeObserver(draw);
  sizes.observe(element);
  read();

  function read(): void {
    const events = shownResult.events.filter(({ kind }) => kind !== "initial").map((event) => event.time);
    for (const shown of panels) {
      const traces = shown.names.map((name, k) => ({
        time: shownResult.time,
        values: shownResult.signal(name).values as Float64Array,
        label: name,
        color: colors[k % colors.length]!,
        dash: [],
      }));
      const units = new Set(shown.names.map((name) => unitText(shownResult.describe(name).unit)));
      shown.panel = { traces, unit: [...units].filter((unit) => unit !== "").join(", "), events };
    }
    draw();
  }

  function view(): View {
    return zoomed ?? { x0: shownResult.startTime, x1: shownResult.endTime };
  }

  function draw(): void {
    const width = element.clientWidth;
    if (width < 20) return;
    const look: PanelLook = {
      width,
      height,
      textColor: theme.text,
      gridColor: theme.grid,
      eventColor: theme.event,
      background: undefined,
      hasLegend: false,
      hasTimeLabel: false,
    };
    const left = Math.max(...panels.map(({ panel }) => frameOf(panel, view(), look).left));
    panels.forEach((shown, k) => {
      const context = prepared(shown.canvas, width, height);
      const isLast = k === panels.length - 1;
      shown.frame = drawPanel(canvasPen(context), shown.panel, view(), { ...look, left, hasTimeLabel: isLast });
      const { x0, x1, top, width: inner, height: tall } = shown.frame;
      if (time !== undefined && time >= x0 && time <= x1) {
        context.fillStyle = theme.line;
        context.fillRect(Math.round(shown.frame.left + ((time - x0) * inner) / (x1 - x0)), top, 1, tall);
      }
      writeLegend(shown);
    });
  }

  function writeLegend({ legend, panel, names }: ShownPanel): void {
    legend.replaceChildren(
      ...panel.traces.map((trace, k) => {
        const entry = document.createElement("span");
        entry.style.cssText = `margin-right: 1.2em; border-left: 12px solid ${trace.color}; padding-left: 5px`;
        const unit = unitText(shownResult.describe(names[k]!).unit);
        const value = time === undefined ? "" : ` ${valueText(valueAt(trace, time), 5)} ${unit}`;
        entry.textContent = trace.label + value;
        return entry;
      }),
    );
  }

  function point(at: number | undefined): void {
    time = at;
    draw();
    options.onTime?.(at);
  }

  function zoom(from?: number, to?: number): void {
    zoomed = from === undefined || to === undefined || !(to > from) ? undefined : { x0: from, x1: to };
    draw();
  }

  return {
    update(other) {
      shownResult = other;
      read();
    },
    setTime(at) {
      time = at;
      draw();
    },
    zoom,
    dispose() {
      sizes.disconnect();
      for (const { canvas, legend } of panels) {
        canvas.remove();
        legend.remove();
      }
    },
  };
}

function timeAt({ frame, canvas }: ShownPanel, event: MouseEvent): number {
  if (frame === undefined) return 0;
  const x = event.clientX - canvas.getBoundingClientRect().left;
  const { left, width, x0, x1 } = frame;
  return Math.min(x1, Math.max(x0, x0 + ((x - left) * (x1 - x0)) / width));
}

function prepared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
