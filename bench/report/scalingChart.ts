/** Cost over size, both on logarithmic axes, with a line of slope one for the eye. */
import { curve, headings, legend, line, logTicks, svgDocument, text, tickLabel } from "./svg.ts";

export interface ScalingSeries {
  readonly label: string;
  readonly points: readonly (readonly [size: number, cost: number])[];
  /** Of another program. */
  readonly isPeer?: boolean;
}

export interface ScalingChart {
  readonly title: string;
  readonly size: string;
  readonly cost: string;
  readonly series: readonly ScalingSeries[];
}

const frame = { left: 76, top: 72, width: 560, height: 290 };
const bottom = frame.top + frame.height;
const [width, height] = [680, 450];
const colours = ["#1b3a8c", "#d1495b", "#3a9d5d", "#e08e00", "#8e5ea2"];
const peerColours = ["#222222", "#777777", "#aaaaaa"];

export function drawScaling({ title, size, cost, series }: ScalingChart): string {
  const shown = series.filter(({ points }) => points.length > 1);
  const logs = (k: 0 | 1): number[] => shown.flatMap(({ points }) => points.map((point) => Math.log10(point[k])));
  const range = (values: readonly number[]): [number, number] => [Math.min(...values) - 0.1, Math.max(...values) + 0.1];
  const [[xLow, xHigh], [yLow, yHigh]] = [range(logs(0)), range(logs(1))];
  const x = (log: number): number => frame.left + ((log - xLow) / (xHigh - xLow)) * frame.width;
  const y = (log: number): number => bottom - ((log - yLow) / (yHigh - yLow)) * frame.height;

  const body = headings(frame.left, title, "grey: cost in proportion to the size");
  for (const { value, isLabelled } of logTicks(xLow, xHigh)) {
    const at = x(Math.log10(value));
    body.push(line(at, frame.top, at, bottom, isLabelled ? "#e0e0e0" : "#f4f4f4"));
    if (isLabelled) body.push(text(at, bottom + 17, tickLabel(value), "middle"));
  }
  for (const { value, isLabelled } of logTicks(yLow, yHigh)) {
    const at = y(Math.log10(value));
    body.push(line(frame.left, at, frame.left + frame.width, at, isLabelled ? "#e0e0e0" : "#f4f4f4"));
    if (isLabelled) body.push(text(frame.left - 7, at + 4, tickLabel(value), "end"));
  }
  // through the middle of the chart, as long as it stays inside
  const half = Math.min(xHigh - xLow, yHigh - yLow) / 2;
  const [xMiddle, yMiddle] = [(xLow + xHigh) / 2, (yLow + yHigh) / 2];
  body.push(line(x(xMiddle - half), y(yMiddle - half), x(xMiddle + half), y(yMiddle + half), "#c8c8c8"));
  body.push(
    `<rect x="${frame.left}" y="${frame.top}" width="${frame.width}" height="${frame.height}" fill="none" stroke="#888"/>`,
    text(frame.left + frame.width / 2, bottom + 36, size, "middle"),
    text(frame.left, frame.top - 8, cost, "start"),
  );
  const entries = shown.map(({ label, isPeer = false }, k) => {
    const place = shown.slice(0, k).filter((other) => (other.isPeer ?? false) === isPeer).length;
    const palette = isPeer ? peerColours : colours;
    return { label, isDashed: isPeer, colour: palette[place % palette.length] };
  });
  shown.forEach(({ points }, k) => {
    const places = points.map(([n, c]) => [x(Math.log10(n)), y(Math.log10(c))] as const);
    body.push(...curve(places, entries[k].colour, entries[k].isDashed));
  });
  body.push(legend(entries, frame.left, bottom + 62, width));
  return svgDocument(width, height, body);
}
