/** Pieces of the charts that benchmarks draw: text, lines, ticks of logarithmic axes, legends. */

const font = 'font-family="Helvetica, Arial, sans-serif"';

export function svgDocument(width: number, height: number, body: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${font}>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${body.join("\n")}
</svg>
`;
}

export function headings(x: number, title: string, subtitle: string): string[] {
  return [
    `<text x="${x}" y="26" font-size="17" font-weight="bold" fill="#1a1a1a">${escapeXml(title)}</text>`,
    `<text x="${x}" y="45" font-size="12" fill="#555">${escapeXml(subtitle)}</text>`,
  ];
}

/** 1, 2, 5 per decade are labelled where the range is short, decades otherwise. */
export function logTicks(low: number, high: number): { value: number; isLabelled: boolean }[] {
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

export function tickLabel(value: number): string {
  if (value >= 1e6) return value.toExponential(0).replace("e+", "e");
  if (value >= 1) return String(Math.round(value)).replace(/(?<=\d)(?=(\d{3})+$)/g, " ");
  return value >= 1e-3 ? String(Number(value.toPrecision(1))) : value.toExponential(0).replace("e-", "e−");
}

export interface LegendEntry {
  readonly label: string;
  readonly colour: string;
  readonly isDashed: boolean;
}

/** Entries in lines, broken before the right end. */
export function legend(entries: readonly LegendEntry[], left: number, top: number, right: number): string {
  let x = left;
  let y = top;
  return entries
    .map(({ label, colour, isDashed }) => {
      const needed = 50 + 6.8 * label.length;
      if (x + needed > right) {
        x = left;
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

/** A curve through marked points. */
export function curve(points: readonly (readonly [number, number])[], colour: string, isDashed: boolean): string[] {
  const dash = isDashed ? ' stroke-dasharray="6 4"' : "";
  const path = points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
  const fill = isDashed ? "#ffffff" : colour;
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`,
    ...points.map(
      ([x, y]) =>
        `<circle cx="${round(x)}" cy="${round(y)}" r="3.5" fill="${fill}" stroke="${colour}" stroke-width="1.6"/>`,
    ),
  ];
}

const round = (value: number): string => value.toFixed(1);

export const line = (x1: number, y1: number, x2: number, y2: number, colour: string): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}"/>`;

export const text = (x: number, y: number, content: string, anchor: string): string =>
  `<text x="${round(x)}" y="${round(y)}" font-size="12" fill="#333" text-anchor="${anchor}">${escapeXml(content)}</text>`;

const escapeXml = (content: string): string =>
  content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
