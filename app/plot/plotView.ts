/** One panel on the page: curves on one canvas, cursor and selection on another above it. */

import { nearestRow, pointOf } from "../../src/plot/across.ts";
import { type Frame, firstAtLeast } from "../../src/plot/decimate.ts";
import { drawPanel, frameOf, type Panel, type PanelLook, type View } from "../../src/plot/panel.ts";
import { canvasPen } from "../../src/plot/pen.ts";
import { valueText } from "../../src/plot/ticks.ts";
import { h } from "../dom.ts";
import { isDark } from "../theme.ts";

export interface PlotActions {
  /** Pointer over the plot: time there, or undefined when it leaves. */
  hover(time: number | undefined): void;
  choose(time: number): void;
  /** Differences are counted from here. */
  mark(time: number): void;
  zoom(x: readonly [number, number], y: readonly [number, number] | undefined): void;
  resetZoom(): void;
  step(direction: -1 | 1): void;
  /** To the first or the last point. */
  jump(to: "start" | "end"): void;
}

interface PlotColors {
  readonly isDark: boolean;
  readonly accent: string;
  readonly muted: string;
  readonly selection: string;
  readonly grid: string;
  readonly event: string;
}

/** Pixels that the pointer must move before a click becomes a selection. */
const dragDistance = 5;

export class PlotView {
  readonly element: HTMLElement;
  private readonly base = h("canvas", { "aria-hidden": "true" });
  private readonly overlay = h("canvas", { "aria-hidden": "true" });
  private readonly actions: PlotActions;
  private panel: Panel = { traces: [], unit: "", events: [] };
  private view: View = { x0: 0, x1: 1 };
  private frame: Frame | undefined;
  /** On the page, as it was when it changed last: asking the page for it costs a layout. */
  private size = { width: 0, height: 0 };
  /** Of the theme; undefined until they are needed. */
  private colors: PlotColors | undefined;
  private hasTimeLabel = false;
  private left = 0;
  private drag: { x: number; y: number; toX: number; toY: number } | undefined;
  private cursor = Number.NaN;
  private hoverTime: number | undefined;
  private marker: number | undefined;

  constructor(actions: PlotActions, label: string) {
    this.actions = actions;
    this.element = h(
      "div",
      {
        class: "plot",
        tabindex: 0,
        role: "slider",
        "aria-valuenow": 0,
        "aria-label": label,
        onpointerdown: (event: PointerEvent) => this.pointerDown(event),
        onpointermove: (event: PointerEvent) => this.pointerMove(event),
        onpointerup: (event: PointerEvent) => this.pointerUp(event),
        onpointerleave: () => this.actions.hover(undefined),
        ondblclick: () => this.actions.resetZoom(),
        onwheel: (event: WheelEvent) => this.wheel(event),
        onfocus: () => this.tellTime(),
        onkeydown: (event: KeyboardEvent) => this.key(event),
      },
      this.base,
      this.overlay,
    );
    new ResizeObserver(() => {
      this.measure();
      this.draw();
    }).observe(this.element);
  }

  show(panel: Panel, view: View, hasTimeLabel: boolean): void {
    this.panel = panel;
    this.view = view;
    this.hasTimeLabel = hasTimeLabel;
    this.left = 0;
  }

  /** Room that the labels of the y axis need. */
  get neededLeft(): number {
    if (this.size.width === 0) this.measure();
    const { width, height } = this.size;
    return frameOf(this.panel, this.view, { ...this.look(width, height), left: 0 }).left;
  }

  /** Height of the y axis in its unit. */
  get span(): number {
    return this.frame === undefined ? 0 : this.frame.y1 - this.frame.y0;
  }

  /** Draws with the axes of all panels in line. */
  drawFrom(left: number): void {
    this.left = left;
    this.draw();
  }

  setCursor(cursor: number, hoverTime: number | undefined): void {
    this.cursor = cursor;
    this.hoverTime = hoverTime;
    this.drawOverlay();
    if (document.activeElement === this.element) this.tellTime();
  }

  setMarker(marker: number | undefined): void {
    this.marker = marker;
    this.drawOverlay();
  }

  /** For who hears the page; only while it is listened to. */
  private tellTime(): void {
    this.element.setAttribute("aria-valuemin", String(this.view.x0));
    this.element.setAttribute("aria-valuemax", String(this.view.x1));
    this.element.setAttribute("aria-valuenow", String(this.cursor));
    this.element.setAttribute("aria-valuetext", `${valueText(this.cursor, 4)} s`);
  }

  /** The picture as it is, for a file. */
  toPng(): Promise<Blob | null> {
    return new Promise((resolve) => this.base.toBlob(resolve, "image/png"));
  }

  private draw(): void {
    const { width, height } = this.size;
    if (width < 20 || height < 20) return;
    const context = prepare(this.base, width, height);
    this.frame = drawPanel(canvasPen(context), this.panel, this.view, this.look(width, height));
    this.drawOverlay();
  }

  private drawOverlay(): void {
    if (this.frame === undefined) return;
    const { width, height } = this.size;
    const { accent: cursorColor, muted: hoverColor, selection: selectionColor } = this.colorsNow();
    const context = prepare(this.overlay, width, height);
    const { left, top, width: w, height: hgt, x0, x1 } = this.frame;
    const lineAt = (time: number, color: string): void => {
      if (!(time >= x0 && time <= x1)) return;
      const x = Math.round(left + ((time - x0) * w) / (x1 - x0)) + 0.5;
      context.strokeStyle = color;
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, top + hgt);
      context.stroke();
    };
    if (this.panel.across !== undefined) {
      this.drawPoints(context, cursorColor, hoverColor);
      return;
    }
    if (this.marker !== undefined) {
      context.setLineDash([6, 3]);
      lineAt(this.marker, cursorColor);
      context.setLineDash([]);
    }
    lineAt(this.cursor, cursorColor);
    if (this.hoverTime !== undefined) lineAt(this.hoverTime, hoverColor);
    if (this.drag !== undefined) {
      const { x, y, toX, toY } = this.drag;
      // the curves stay to be seen
      context.globalAlpha = 0.5;
      context.fillStyle = selectionColor;
      const isBox = Math.abs(toY - y) > 20;
      context.fillRect(
        Math.min(x, toX),
        isBox ? Math.min(y, toY) : top,
        Math.abs(toX - x),
        isBox ? Math.abs(toY - y) : hgt,
      );
      context.globalAlpha = 1;
    }
  }

  /** In an x–y panel a time is a point of each curve. */
  private drawPoints(context: CanvasRenderingContext2D, cursorColor: string, hoverColor: string): void {
    for (const [time, color] of [
      [this.cursor, cursorColor],
      [this.marker, cursorColor],
      [this.hoverTime, hoverColor],
    ] as const) {
      if (time === undefined || Number.isNaN(time)) continue;
      for (const trace of this.panel.traces) {
        const [x, y] = pointOf(trace, this.frame!, Math.min(firstAtLeast(trace.time, time), trace.time.length - 1));
        if (Number.isNaN(x) || Number.isNaN(y)) continue;
        context.beginPath();
        context.arc(x, y, 4, 0, 2 * Math.PI);
        context.fillStyle = color;
        context.fill();
      }
    }
  }

  private look(width: number, height: number): PanelLook {
    const { muted, grid, event } = this.colorsNow();
    return {
      width,
      height,
      textColor: muted,
      gridColor: grid,
      eventColor: event,
      background: undefined,
      hasLegend: false,
      left: this.left,
      hasTimeLabel: this.hasTimeLabel,
    };
  }

  /** Asked for once per theme: with every picture it would cost a computation of styles. */
  private colorsNow(): PlotColors {
    if (this.colors?.isDark !== isDark()) {
      const style = getComputedStyle(this.element);
      const value = (name: string): string => style.getPropertyValue(`--${name}`);
      this.colors = {
        isDark: isDark(),
        accent: value("accent"),
        muted: value("muted"),
        selection: value("selection"),
        grid: value("grid"),
        event: value("event"),
      };
    }
    return this.colors;
  }

  private measure(): void {
    this.size = { width: this.element.clientWidth, height: this.element.clientHeight };
  }

  private timeAt(x: number, y = 0): number {
    if (this.panel.across !== undefined) {
      const [trace] = this.panel.traces;
      const row = trace === undefined ? -1 : nearestRow(trace, this.frame!, this.view, { x, y });
      return row < 0 ? this.cursor : trace!.time[row]!;
    }
    const { left, width, x0, x1 } = this.frame!;
    return Math.min(x1, Math.max(x0, x0 + ((x - left) * (x1 - x0)) / width));
  }

  private place(event: MouseEvent): { x: number; y: number } {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private pointerDown(event: PointerEvent): void {
    if (this.frame === undefined || event.button !== 0) return;
    const { x, y } = this.place(event);
    this.drag = { x, y, toX: x, toY: y };
    this.element.setPointerCapture(event.pointerId);
  }

  private pointerMove(event: PointerEvent): void {
    if (this.frame === undefined) return;
    const { x, y } = this.place(event);
    if (this.drag !== undefined) Object.assign(this.drag, { toX: x, toY: y });
    this.actions.hover(this.timeAt(x, y));
  }

  private pointerUp(event: PointerEvent): void {
    const { drag, frame } = this;
    if (drag === undefined || frame === undefined) return;
    this.drag = undefined;
    this.element.releasePointerCapture(event.pointerId);
    const { x, y, toX, toY } = drag;
    if (Math.abs(toX - x) < dragDistance || this.panel.across !== undefined) {
      if (event.shiftKey) this.actions.mark(this.timeAt(toX, toY));
      else this.actions.choose(this.timeAt(toX, toY));
      return;
    }
    const times = [this.timeAt(x), this.timeAt(toX)].sort((a, b) => a - b) as [number, number];
    const value = (at: number): number => frame.y1 - ((at - frame.top) * (frame.y1 - frame.y0)) / frame.height;
    const isBox = Math.abs(toY - y) > 20;
    const values = [value(y), value(toY)].sort((a, b) => a - b) as [number, number];
    this.actions.zoom(times, isBox ? values : undefined);
  }

  /** With Ctrl, as pinching on a touch pad does; a plain wheel scrolls the page. */
  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey || this.frame === undefined || this.panel.across !== undefined) return;
    event.preventDefault();
    const time = this.timeAt(this.place(event).x);
    this.scaleAbout(time, Math.exp(event.deltaY * 0.005));
  }

  private scaleAbout(time: number, factor: number): void {
    const { x0, x1 } = this.panel.across === undefined ? this.frame! : this.view;
    this.actions.zoom([time + (x0 - time) * factor, time + (x1 - time) * factor], undefined);
  }

  private key(event: KeyboardEvent): void {
    if (this.frame === undefined) return;
    const { x0, x1 } = this.panel.across === undefined ? this.frame : this.view;
    const middle = this.cursor >= x0 && this.cursor <= x1 ? this.cursor : (x0 + x1) / 2;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.actions.step(event.key === "ArrowLeft" ? -1 : 1);
    else if (event.key === "Home" || event.key === "End") this.actions.jump(event.key === "Home" ? "start" : "end");
    else if (event.key === "+") this.scaleAbout(middle, 0.7);
    else if (event.key === "-") this.scaleAbout(middle, 1 / 0.7);
    else if (event.key === "m") this.actions.mark(this.cursor);
    else if (event.key === "0") this.actions.resetZoom();
    else return;
    event.preventDefault();
  }
}

function prepare(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = globalThis.devicePixelRatio || 1;
  const [w, hgt] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== hgt) canvas.height = hgt;
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
