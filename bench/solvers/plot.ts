/**
 * Work–precision diagrams as stand-alone SVG: correct digits to the right, cost upwards on a logarithmic scale.
 * Two panels: right-hand-side evaluations, and wall time.
 */
import { curve, headings, legend, line, logTicks, svgDocument, text, tickLabel } from "../report/svg.ts";

export interface Series {
  readonly label: string;
  readonly colour: string;
  readonly isDashed: boolean;
  readonly points: readonly { readonly digits: number; readonly evaluations: number; readonly seconds: number }[];
}

const width = 860;
const height = 452;
const panel = { top: 80, height: 270, width: 320 };
const lefts = [70, 480];

export function workPrecisionPlot(title: string, subtitle: string, series: readonly Series[]): string {
  const shown = series.filter(({ points }) => points.length > 0);
  const digits = shown.flatMap(({ points }) => points.map((p) => p.digits));
  const xRange = [Math.floor(Math.min(...digits)), Math.ceil(Math.max(...digits))] as const;
  return svgDocument(width, height, [
    ...headings(lefts[0], title, subtitle),
    drawPanel(lefts[0], "evaluations of the equations", xRange, shown, (p) => p.evaluations),
    drawPanel(lefts[1], "wall time, s", xRange, shown, (p) => p.seconds),
    legend(shown, lefts[0], panel.top + panel.height + 62, width),
  ]);
}

type Point = Series["points"][number];

function drawPanel(
  left: number,
  label: string,
  [xLow, xHigh]: readonly [number, number],
  series: readonly Series[],
  cost: (p: Point) => number,
): string {
  const logs = series.flatMap(({ points }) => points.map((p) => Math.log10(cost(p))));
  const low = Math.min(...logs) - 0.1;
  const high = Math.max(...logs) + 0.1;
  const x = (digits: number): number => left + ((digits - xLow) / (xHigh - xLow)) * panel.width;
  const y = (log: number): number => panel.top + panel.height - ((log - low) / (high - low)) * panel.height;
  const bottom = panel.top + panel.height;

  const parts: string[] = [];
  const spacing = xHigh - xLow > 9 ? 2 : 1;
  for (let d = xLow; d <= xHigh; d += spacing) {
    parts.push(line(x(d), panel.top, x(d), bottom, "#e6e6e6"), text(x(d), bottom + 17, String(d), "middle"));
  }
  for (const { value, isLabelled } of logTicks(low, high)) {
    const at = y(Math.log10(value));
    parts.push(line(left, at, left + panel.width, at, isLabelled ? "#e0e0e0" : "#f2f2f2"));
    if (isLabelled) parts.push(text(left - 7, at + 4, tickLabel(value), "end"));
  }
  parts.push(
    `<rect x="${left}" y="${panel.top}" width="${panel.width}" height="${panel.height}" fill="none" stroke="#888"/>`,
    text(left + panel.width / 2, bottom + 36, "correct digits", "middle"),
    text(left, panel.top - 7, label, "start"),
  );
  for (const { points, colour, isDashed } of series) {
    const places = points.map((p) => [x(p.digits), y(Math.log10(cost(p)))] as const);
    parts.push(...curve(places, colour, isDashed));
  }
  return parts.join("\n");
}
