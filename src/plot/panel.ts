/** One panel of a plot: axes with units, grid, curves, event lines; drawn with any pen. */
import { pathAcross } from "./across.ts";
import { type AxisScale, curveValueOf, logarithmicTicks, plainScale, shownOf } from "./axisScale.ts";
import { type Curve, decimate, type Frame, firstAtLeast, valueRange } from "./decimate.ts";
import type { Pen } from "./pen.ts";
import { tickStep, ticks, tickText, valueText } from "./ticks.ts";

export interface Trace extends Curve {
  /** Of an x–y panel: the other coordinate of each row. */
  readonly across?: Float64Array;
  readonly label: string;
  readonly color: string;
  /** Lengths of dashes and gaps in pixels; empty for a full line. */
  readonly dash: readonly number[];
  /** Measured: a square for each row, and no line. */
  readonly isPoints?: boolean;
}

export interface Panel {
  readonly traces: readonly Trace[];
  /** Text beside the y axis: a unit, or several. */
  readonly unit: string;
  /** Times at which something happened. */
  readonly events: readonly number[];
  /** Of the y axis; in the unit of the curves, evenly, when it is missing. */
  readonly scale?: AxisScale;
  /** What stands along the x axis in place of time; every trace then has `across`. */
  readonly across?: { readonly label: string; readonly scale: AxisScale };
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
/** Pixels of a measured value. */
const pointSize = 3;
/** Pixels of a mark when there are more. */
const eventMark = 7;

/** Where the axes stand, for drawing and for finding what the pointer points at. */
export function frameOf(panel: Panel, view: View, look: PanelLook): Frame {
  const isLogarithmic = panel.scale?.isLogarithmic === true;
  const [y0, y1] = view.y ?? (isLogarithmic ? logarithmicRange(panel, view) : yRange(panel, view));
  const longest = Math.max(3, ...yTicks(panel, y0, y1, look.height).map(({ text }) => text.length));
  const left = Math.max(look.left ?? 0, Math.ceil(longest * characterWidth) + (panel.unit === "" ? 12 : 28));
  const top = look.hasLegend ? 24 : 8;
  const bottom = look.hasTimeLabel || panel.across !== undefined ? 34 : 20;
  const width = Math.max(10, look.width - left - 12);
  const height = Math.max(10, look.height - top - bottom);
  if (panel.across !== undefined) {
    const [x0, x1] = rangeAcross(panel, view);
    return { left, top, width, height, x0, x1, y0, y1, ...(isLogarithmic && { isLogarithmic }) };
  }
  const isEmpty = !(view.x1 > view.x0);
  const x1 = isEmpty ? view.x0 + 1 : view.x1;
  return { left, top, width, height, x0: view.x0, x1, y0, y1, ...(isLogarithmic && { isLogarithmic }) };
}

export function drawPanel(pen: Pen, panel: Panel, view: View, look: PanelLook): Frame {
  const frame = frameOf(panel, view, look);
  if (look.background !== undefined) pen.fillBox(0, 0, look.width, look.height, look.background);
  drawAxes(pen, panel, frame, look);
  const { left, top, width, height, x0, x1 } = frame;
  pen.clip(left, top, width, height);
  if (panel.across === undefined) {
    // one per column of pixels
    const places = new Map<number, number>();
    for (const time of panel.events) {
      if (!(time >= x0 && time <= x1)) continue;
      const x = left + ((time - x0) * width) / (x1 - x0);
      if (!places.has(Math.round(x))) places.set(Math.round(x), x);
    }
    // many of them are marks at the axis, so that the curves stay visible
    const isFew = places.size <= mostEventLines;
    for (const x of places.values())
      pen.line([x, isFew ? top : top + height - eventMark, x, top + height], look.eventColor, 1, isFew ? [2, 3] : []);
  }
  for (const trace of panel.traces)
    if (trace.isPoints === true) drawPoints(pen, trace, frame);
    else
      pen.line(
        panel.across === undefined ? decimate(trace, frame) : pathAcross(trace, frame, view),
        trace.color,
        1.6,
        trace.dash,
      );
  pen.unclip();
  if (look.hasLegend) drawLegend(pen, panel, frame, look);
  return frame;
}

function drawPoints(pen: Pen, { time, values, color }: Trace, frame: Frame): void {
  const { left, top, width, height, x0, x1, y0, y1 } = frame;
  for (let k = 0; k < time.length; k++) {
    const x = left + ((time[k]! - x0) * width) / (x1 - x0);
    const y = top + ((y1 - values[k]!) * height) / (y1 - y0);
    if (Number.isFinite(x + y)) pen.fillBox(x - pointSize / 2, y - pointSize / 2, pointSize, pointSize, color);
  }
}

function drawAxes(pen: Pen, panel: Panel, frame: Frame, look: PanelLook): void {
  const { left, top, width, height, x0, x1, y0, y1 } = frame;
  const bottom = top + height;
  const xCount = wantedTicks(width, 80);
  const { scale = plainScale, label = "time in s" } = panel.across ?? {};
  const [low, high] = [shownOf(scale, x0), shownOf(scale, x1)];
  const xStep = tickStep(low, high, xCount);
  for (const value of ticks(low, high, xCount)) {
    const x = Math.round(left + ((curveValueOf(scale, value) - x0) * width) / (x1 - x0)) + 0.5;
    pen.line([x, top, x, bottom], look.gridColor, 1, []);
    pen.text(tickText(value, xStep), x, bottom + 14, look.textColor, fontSize, "middle");
  }
  for (const { at, text } of yTicks(panel, y0, y1, look.height)) {
    const y = Math.round(top + ((y1 - at) * height) / (y1 - y0)) + 0.5;
    pen.line([left, y, left + width, y], look.gridColor, 1, []);
    pen.text(text, left - 6, y + 4, look.textColor, fontSize, "end");
  }
  pen.line([left, top, left, bottom, left + width, bottom], look.textColor, 1, []);
  if (panel.unit !== "") pen.verticalText(panel.unit, 12, top + height / 2, look.textColor, fontSize);
  if (look.hasTimeLabel || panel.across !== undefined)
    pen.text(label, left + width / 2, bottom + 29, look.textColor, fontSize, "middle");
}

function drawLegend(pen: Pen, panel: Panel, frame: Frame, look: PanelLook): void {
  let x = frame.left;
  for (const { label, color, dash, isPoints } of panel.traces) {
    if (isPoints === true) pen.fillBox(x + 9 - pointSize / 2, 12 - pointSize / 2, pointSize, pointSize, color);
    else pen.line([x, 12, x + 18, 12], color, 2, dash);
    pen.text(label, x + 23, 16, look.textColor, fontSize, "start");
    x += 23 + label.length * characterWidth + 16;
  }
}

/** Lines across the panel: where they stand on the axis of the frame, and what is written beside them. */
function yTicks({ scale = plainScale }: Panel, y0: number, y1: number, height: number): { at: number; text: string }[] {
  const count = wantedTicks(height, 34);
  if (scale.isLogarithmic) {
    const shown = (power: number): number => shownOf({ ...scale, offset: 0 }, 10 ** power);
    return logarithmicTicks(shown(y0), shown(y1), count).map((value) => ({
      at: Math.log10(value / scale.factor),
      text: valueText(value, 3),
    }));
  }
  const [low, high] = [shownOf(scale, y0), shownOf(scale, y1)];
  const step = tickStep(low, high, count);
  return ticks(low, high, count).map((value) => ({ at: curveValueOf(scale, value), text: tickText(value, step) }));
}

/** Powers of ten of the largest value and of the smallest above zero, as far as the columns show it; at most twelve of them. */
function logarithmicRange({ traces }: Panel, { x0, x1 }: View): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const { time, values } of traces) {
    for (let k = 0; k < time.length; k++) {
      const value = values[k]!;
      if (time[k]! < x0 || time[k]! > x1 || !(value > 0)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (!(high > 0) || !Number.isFinite(high)) return [-1, 1];
  const top = Math.log10(high);
  const bottom = Math.max(Math.log10(low), top - 12);
  const air = Math.max(0.05 * (top - bottom), 0.1);
  return [bottom - air, top + air];
}

/** Range of what stands along the x axis, in the rows of the view. */
function rangeAcross({ traces }: Panel, { x0, x1 }: View): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time, across } of traces) {
    if (across === undefined) continue;
    for (let row = firstAtLeast(time, x0); row < time.length && time[row]! <= x1; row++) {
      const value = across[row]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return withAir(low, high);
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
  return withAir(low, high);
}

function withAir(low: number, high: number): [number, number] {
  if (low > high) return [0, 1];
  // differences below rounding of the values are no variation
  const smallest = 1e-9 * Math.max(Math.abs(low), Math.abs(high));
  const air = high - low > smallest ? 0.05 * (high - low) : high === 0 ? 1 : Math.max(0.5 * Math.abs(high), smallest);
  return [low - air, high + air];
}

function wantedTicks(pixels: number, distance: number): number {
  return Math.max(2, Math.floor(pixels / distance));
}
