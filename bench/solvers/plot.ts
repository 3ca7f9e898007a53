/**
 * Work–precision diagrams as stand-alone SVG: correct digits to the right, cost upwards on a logarithmic scale.
 * Two panels: right-hand-side evaluations, and wall time.
 */

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
const font = 'font-family="Helvetica, Arial, sans-serif"';

export function workPrecisionPlot(title: string, subtitle: string, series: readonly Series[]): string {
  const shown = series.filter(({ points }) => points.length > 0);
  const digits = shown.flatMap(({ points }) => points.map((p) => p.digits));
  const xRange = [Math.floor(Math.min(...digits)), Math.ceil(Math.max(...digits))] as const;
  const body = [
    `<text x="${lefts[0]}" y="26" font-size="17" font-weight="bold" fill="#1a1a1a">${escapeXml(title)}</text>`,
    `<text x="${lefts[0]}" y="45" font-size="12" fill="#555">${escapeXml(subtitle)}</text>`,
    drawPanel(lefts[0], "evaluations of the equations", xRange, shown, (p) => p.evaluations),
    drawPanel(lefts[1], "wall time, s", xRange, shown, (p) => p.seconds),
    legend(shown),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${font}>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${body.join("\n")}
</svg>
`;
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
    const dash = isDashed ? ' stroke-dasharray="6 4"' : "";
    const path = points.map((p) => `${round(x(p.digits))},${round(y(Math.log10(cost(p))))}`).join(" ");
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`);
    for (const p of points) {
      const fill = isDashed ? "#ffffff" : colour;
      const at = `cx="${round(x(p.digits))}" cy="${round(y(Math.log10(cost(p))))}"`;
      parts.push(`<circle ${at} r="3.5" fill="${fill}" stroke="${colour}" stroke-width="1.6"/>`);
    }
  }
  return parts.join("\n");
}

/** 1, 2, 5 per decade where the range is short, decades otherwise. */
function logTicks(low: number, high: number): { value: number; isLabelled: boolean }[] {
  const ticks: { value: number; isLabelled: boolean }[] = [];
  const isShort = high - low < 2.2;
  for (let decade = Math.floor(low); decade <= Math.ceil(high); decade++) {
    for (let m = 1; m < 10; m++) {
      const value = m * 10 ** decade;
      if (Math.log10(value) < low || Math.log10(value) > high) continue;
      ticks.push({ value, isLabelled: m === 1 || (isShort && (m === 2 || m === 5)) });
    }
  }
  return ticks;
}

function tickLabel(value: number): string {
  if (value >= 1e6) return value.toExponential(0).replace("e+", "e");
  if (value >= 1) return String(Math.round(value)).replace(/(?<=\d)(?=(\d{3})+$)/g, " ");
  return value >= 1e-3 ? String(Number(value.toPrecision(1))) : value.toExponential(0).replace("e-", "e−");
}

function legend(series: readonly Series[]): string {
  let x = lefts[0];
  let y = panel.top + panel.height + 62;
  return series
    .map(({ label, colour, isDashed }) => {
      const needed = 50 + 6.8 * label.length;
      if (x + needed > width) {
        x = lefts[0];
        y += 22;
      }
      const dash = isDashed ? ' stroke-dasharray="6 4"' : "";
      const stroke = `<line x1="${round(x)}" y1="${y - 4}" x2="${round(x + 26)}" y2="${y - 4}" stroke="${colour}" stroke-width="2"${dash}/>`;
      const item = stroke + text(x + 31, y, label, "start");
      x += needed;
      return item;
    })
    .join("\n");
}

const round = (value: number): string => value.toFixed(1);

const line = (x1: number, y1: number, x2: number, y2: number, colour: string): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}"/>`;

const text = (x: number, y: number, content: string, anchor: string): string =>
  `<text x="${round(x)}" y="${round(y)}" font-size="12" fill="#333" text-anchor="${anchor}">${escapeXml(content)}</text>`;

const escapeXml = (content: string): string =>
  content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
