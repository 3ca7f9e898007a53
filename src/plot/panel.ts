/** One panel of a plot: axes with units, grid, curves, event lines; drawn with any pen. */
import { type Curve, decimate, type Frame, valueRange } from "./decimate.ts";
import type { Pen } from "./pen.ts";
import { tickStep, ticks, tickText } from "./ticks.ts";

export interface Trace extends Curve {
  readonly label: string;
  readonly color: string;
  /** Lengths of dashes and gaps in pixels; empty for a full line. */
  readonly dash: readonly number[];
}

export interface Panel {
  readonly traces: readonly Trace[];
  /** Text beside the y axis: a unit, or several. */
  readonly unit: string;
  /** Times at which something happened. */
  readonly events: readonly number[];
}

export interface PanelLook {
  readonly width: number;
  readonly height: number;
  readonly textColor: string;
  readonly gridColor: string;
  readonly eventColor: string;
  readonly background: string | undefined;
  /** Draw the names of the curves above the axes. */
  readonly hasLegend: boolean;
  /** Room left of the axes at least, so that several panels line up. */
  readonly left?: number;
  /** Write the label of the time axis. */
  readonly hasTimeLabel: boolean;
}

export interface View {
  readonly x0: number;
  readonly x1: number;
  /** Given when the user zoomed in the y direction. */
  readonly y?: readonly [number, number];
}

const fontSize = 11;
const characterWidth = 6.2;
/** More event lines than this per picture would hide the curves. */
const mostEventLines = 120;

/** Where the axes stand, for drawing and for finding what the pointer points at. */
export function frameOf(panel: Panel, view: View, look: PanelLook): Frame {
  const [y0, y1] = view.y ?? yRange(panel, view);
  const step = tickStep(y0, y1, wantedTicks(look.height, 34));
  const labels = ticks(y0, y1, wantedTicks(look.height, 34)).map((value) => tickText(value, step));
  const longest = Math.max(3, ...labels.map((label) => label.length));
  const left = Math.max(look.left ?? 0, Math.ceil(longest * characterWidth) + (panel.unit === "" ? 12 : 28));
  const top = look.hasLegend ? 24 : 8;
  const bottom = look.hasTimeLabel ? 34 : 20;
  const width = Math.max(10, look.width - left - 12);
  const height = Math.max(10, look.height - top - bottom);
  const isEmpty = !(view.x1 > view.x0);
  return { left, top, width, height, x0: view.x0, x1: isEmpty ? view.x0 + 1 : view.x1, y0, y1 };
}

export function drawPanel(pen: Pen, panel: Panel, view: View, look: PanelLook): Frame {
  const frame = frameOf(panel, view, look);
  if (look.background !== undefined) pen.fillBox(0, 0, look.width, look.height, look.background);
  drawAxes(pen, panel, frame, look);
  const { left, top, width, height, x0, x1 } = frame;
  pen.clip(left, top, width, height);
  const visible = panel.events.filter((time) => time >= x0 && time <= x1);
  if (visible.length <= mostEventLines) {
    for (const time of visible) {
      const x = left + ((time - x0) * width) / (x1 - x0);
      pen.line([x, top, x, top + height], look.eventColor, 1, [2, 3]);
    }
  }
  for (const trace of panel.traces) pen.line(decimate(trace, frame), trace.color, 1.6, trace.dash);
  pen.unclip();
  if (look.hasLegend) drawLegend(pen, panel, frame, look);
  return frame;
}

function drawAxes(pen: Pen, panel: Panel, frame: Frame, look: PanelLook): void {
  const { left, top, width, height, x0, x1, y0, y1 } = frame;
  const bottom = top + height;
  const xCount = wantedTicks(width, 80);
  const xStep = tickStep(x0, x1, xCount);
  for (const value of ticks(x0, x1, xCount)) {
    const x = Math.round(left + ((value - x0) * width) / (x1 - x0)) + 0.5;
    pen.line([x, top, x, bottom], look.gridColor, 1, []);
    pen.text(tickText(value, xStep), x, bottom + 14, look.textColor, fontSize, "middle");
  }
  const yCount = wantedTicks(look.height, 34);
  const yStep = tickStep(y0, y1, yCount);
  for (const value of ticks(y0, y1, yCount)) {
    const y = Math.round(top + ((y1 - value) * height) / (y1 - y0)) + 0.5;
    pen.line([left, y, left + width, y], look.gridColor, 1, []);
    pen.text(tickText(value, yStep), left - 6, y + 4, look.textColor, fontSize, "end");
  }
  pen.line([left, top, left, bottom, left + width, bottom], look.textColor, 1, []);
  if (panel.unit !== "") pen.verticalText(panel.unit, 12, top + height / 2, look.textColor, fontSize);
  if (look.hasTimeLabel) pen.text("time in s", left + width / 2, bottom + 29, look.textColor, fontSize, "middle");
}

function drawLegend(pen: Pen, panel: Panel, frame: Frame, look: PanelLook): void {
  let x = frame.left;
  for (const { label, color, dash } of panel.traces) {
    pen.line([x, 12, x + 18, 12], color, 2, dash);
    pen.text(label, x + 23, 16, look.textColor, fontSize, "start");
    x += 23 + label.length * characterWidth + 16;
  }
}

/** Range of all curves with a little air; a constant curve gets a range around it. */
function yRange({ traces }: Panel, { x0, x1 }: View): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const trace of traces) {
    const range = valueRange(trace, x0, x1);
    if (range === undefined) continue;
    low = Math.min(low, range[0]);
    high = Math.max(high, range[1]);
  }
  if (low > high) return [0, 1];
  // differences below rounding of the values are no variation
  const smallest = 1e-9 * Math.max(Math.abs(low), Math.abs(high));
  const air = high - low > smallest ? 0.05 * (high - low) : high === 0 ? 1 : Math.max(0.5 * Math.abs(high), smallest);
  return [low - air, high + air];
}

function wantedTicks(pixels: number, distance: number): number {
  return Math.max(2, Math.floor(pixels / distance));
}
