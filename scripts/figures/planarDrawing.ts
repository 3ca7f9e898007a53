/** SVG by hand: panels with a scale of their own, lines, outlines, arrows, texts, axes. */

export const colours = {
  ink: "#222222",
  soft: "#777777",
  grid: "#e3e3e3",
  target: "#e9e4d8",
  edge: "#8a7b5c",
  first: "#1f6fb2",
  second: "#d9630d",
  third: "#2f8f4e",
  fourth: "#8a3fa0",
} as const;

export type Place = readonly [number, number];

export interface Style {
  readonly stroke?: string;
  readonly fill?: string;
  readonly width?: number;
  readonly dash?: string;
  readonly opacity?: number;
}

/** A rectangle of the page that shows a part of a plane: [x0, x1] × [y0, y1]. */
export interface Panel {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: Place;
  readonly y: Place;
}

export class Drawing {
  private readonly width: number;
  private readonly height: number;
  private readonly parts: string[] = [];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  toString(): string {
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" width="${this.width}" height="${this.height}" font-family="Helvetica, Arial, sans-serif" font-size="13">`,
      `<rect width="${this.width}" height="${this.height}" fill="#ffffff"/>`,
      ...this.parts,
      "</svg>",
      "",
    ].join("\n");
  }

  raw(text: string): void {
    this.parts.push(text);
  }

  line(panel: Panel, points: readonly Place[], style: Style = {}): void {
    this.parts.push(`<polyline points="${pixels(panel, points)}" ${attributes({ fill: "none", ...style })}/>`);
  }

  outline(panel: Panel, points: readonly Place[], style: Style = {}): void {
    const look = { fill: colours.target, stroke: colours.edge, ...style };
    this.parts.push(`<polygon points="${pixels(panel, points)}" ${attributes(look)}/>`);
  }

  dot(panel: Panel, [x, y]: Place, radius: number, style: Style = {}): void {
    const [px, py] = toPixel(panel, x, y);
    const look = { fill: colours.ink, stroke: "none", ...style };
    this.parts.push(`<circle cx="${round(px)}" cy="${round(py)}" r="${radius}" ${attributes(look)}/>`);
  }

  arrow(panel: Panel, from: Place, to: Place, style: Style = {}): void {
    const [ax, ay] = toPixel(panel, ...from);
    const [bx, by] = toPixel(panel, ...to);
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const colour = style.stroke ?? colours.ink;
    const head = [
      [bx, by],
      [bx - 8 * ux + 3.5 * uy, by - 8 * uy - 3.5 * ux],
      [bx - 8 * ux - 3.5 * uy, by - 8 * uy + 3.5 * ux],
    ];
    const end = [bx - 6 * ux, by - 6 * uy];
    this.parts.push(
      `<line x1="${round(ax)}" y1="${round(ay)}" x2="${round(end[0])}" y2="${round(end[1])}" ${attributes({ ...style, stroke: colour })}/>`,
      `<polygon points="${head.map((p) => p.map(round).join(",")).join(" ")}" fill="${colour}"/>`,
    );
  }

  /** A text at a place of the plane, moved by some pixels. */
  label(panel: Panel, [x, y]: Place, text: string, move: Place = [0, 0], look = ""): void {
    const [px, py] = toPixel(panel, x, y);
    this.text(px + move[0], py + move[1], text, look);
  }

  text(x: number, y: number, text: string, look = ""): void {
    this.parts.push(`<text x="${round(x)}" y="${round(y)}" ${look}>${escapeText(text)}</text>`);
  }

  /** Frame, grid lines and numbers. */
  axes(panel: Panel, title: string, xTitle = ""): void {
    const { left, top, width, height } = panel;
    for (const value of ticks(panel.y, 4)) {
      const [, y] = toPixel(panel, panel.x[0], value);
      this.parts.push(
        `<line x1="${left}" x2="${left + width}" y1="${round(y)}" y2="${round(y)}" stroke="${colours.grid}"/>`,
      );
      this.text(left - 6, y + 4, shortNumber(value), `text-anchor="end" font-size="11" fill="${colours.soft}"`);
    }
    for (const value of ticks(panel.x, 6)) {
      const [x] = toPixel(panel, value, panel.y[0]);
      this.parts.push(
        `<line x1="${round(x)}" x2="${round(x)}" y1="${top}" y2="${top + height}" stroke="${colours.grid}"/>`,
      );
      if (xTitle !== "") {
        this.text(
          x,
          top + height + 15,
          shortNumber(value),
          `text-anchor="middle" font-size="11" fill="${colours.soft}"`,
        );
      }
    }
    this.parts.push(
      `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="none" stroke="${colours.soft}"/>`,
    );
    this.text(left, top - 6, title, `fill="${colours.ink}"`);
    if (xTitle !== "") this.text(left + width, top + height + 30, xTitle, `text-anchor="end" fill="${colours.soft}"`);
  }

  /** Names of curves, in their colours, at the right end above a panel. */
  legend(panel: Panel, names: readonly (readonly [string, string])[]): void {
    let x = panel.left + panel.width;
    for (const [name, colour] of [...names].reverse()) {
      this.text(x, panel.top - 6, name, `text-anchor="end" fill="${colour}"`);
      x -= 7 * name.length + 16;
    }
  }
}

export function pixels(panel: Panel, points: readonly Place[]): string {
  return points.map(([x, y]) => toPixel(panel, x, y).map(round).join(",")).join(" ");
}

function toPixel(panel: Panel, x: number, y: number): [number, number] {
  const { left, top, width, height } = panel;
  return [
    left + (width * (x - panel.x[0])) / (panel.x[1] - panel.x[0]),
    top + height - (height * (y - panel.y[0])) / (panel.y[1] - panel.y[0]),
  ];
}

function attributes({ stroke = colours.ink, fill = "none", width = 1.5, dash, opacity }: Style): string {
  const optional = `${dash === undefined ? "" : ` stroke-dasharray="${dash}"`}${opacity === undefined ? "" : ` opacity="${opacity}"`}`;
  return `stroke="${stroke}" fill="${fill}" stroke-width="${width}" stroke-linejoin="round"${optional}`;
}

function ticks([low, high]: Place, wanted: number): number[] {
  const raw = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw * 0.999) ?? raw;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, k) => (first + k) * step);
}

const shortNumber = (value: number) => String(Number(value.toPrecision(6)));
const round = (value: number) => Math.round(100 * value) / 100;
const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
