import { denseStrokes } from "./denseStrokes.ts";

/** What a plot needs for drawing; a canvas and an SVG text implement it. */
export interface Pen {
  /** Polyline of packed x, y; NaN, NaN between two pieces. */
  line(points: readonly number[], color: string, width: number, dash: readonly number[]): void;
  text(text: string, x: number, y: number, color: string, size: number, anchor: "start" | "middle" | "end"): void;
  /** Reads upwards, centred at the place. */
  verticalText(text: string, x: number, y: number, color: string, size: number): void;
  fillBox(x: number, y: number, width: number, height: number, color: string): void;
  clip(x: number, y: number, width: number, height: number): void;
  unclip(): void;
}

const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Draws on the context of a canvas. */
export function canvasPen(context: CanvasRenderingContext2D): Pen {
  return {
    line(points, color, width, dash) {
      const { lines, bars } = denseStrokes(points);
      context.fillStyle = color;
      for (let k = 0; k < bars.length; k += 3) {
        const height = bars[k + 2]! - bars[k + 1]! + width;
        context.fillRect(bars[k]! + (1 - width) / 2, bars[k + 1]! - width / 2, width, height);
      }
      context.strokeStyle = color;
      context.lineWidth = width;
      context.lineJoin = "round";
      context.setLineDash([...dash]);
      context.beginPath();
      let isDown = false;
      for (let k = 0; k < lines.length; k += 2) {
        const x = lines[k]!;
        if (Number.isNaN(x)) isDown = false;
        else if (isDown) context.lineTo(x, lines[k + 1]!);
        else {
          context.moveTo(x, lines[k + 1]!);
          isDown = true;
        }
      }
      context.stroke();
      context.setLineDash([]);
    },
    text(text, x, y, color, size, anchor) {
      context.fillStyle = color;
      context.font = `${size}px ${fontFamily}`;
      context.textAlign = anchor === "middle" ? "center" : anchor;
      context.fillText(text, x, y);
    },
    verticalText(text, x, y, color, size) {
      context.save();
      context.translate(x, y);
      context.rotate(-Math.PI / 2);
      this.text(text, 0, 0, color, size, "middle");
      context.restore();
    },
    fillBox(x, y, width, height, color) {
      context.fillStyle = color;
      context.fillRect(x, y, width, height);
    },
    clip(x, y, width, height) {
      context.save();
      context.beginPath();
      context.rect(x, y, width, height);
      context.clip();
    },
    unclip() {
      context.restore();
    },
  };
}

/** Collects the elements of an SVG picture. */
export class SvgPen implements Pen {
  private readonly parts: string[] = [];
  private readonly prefix: string;
  private clips = 0;

  /** The prefix keeps names apart when several pictures stand in one page. */
  constructor(prefix = "plot") {
    this.prefix = prefix;
  }

  line(points: readonly number[], color: string, width: number, dash: readonly number[]): void {
    let path = "";
    let command = "M";
    for (let k = 0; k < points.length; k += 2) {
      const x = points[k]!;
      if (Number.isNaN(x)) command = "M";
      else {
        path += `${command}${short(x)} ${short(points[k + 1]!)}`;
        command = "L";
      }
    }
    if (path === "") return;
    const dashes = dash.length === 0 ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
    this.parts.push(
      `<path d="${path}" fill="none" stroke="${escapeXml(color)}" stroke-width="${width}" stroke-linejoin="round"${dashes}/>`,
    );
  }

  text(text: string, x: number, y: number, color: string, size: number, anchor: string): void {
    this.parts.push(
      `<text x="${short(x)}" y="${short(y)}" fill="${escapeXml(color)}" font-size="${size}" text-anchor="${anchor}">${escapeXml(text)}</text>`,
    );
  }

  verticalText(text: string, x: number, y: number, color: string, size: number): void {
    this.parts.push(
      `<text transform="translate(${short(x)} ${short(y)}) rotate(-90)" fill="${escapeXml(color)}" font-size="${size}" text-anchor="middle">${escapeXml(text)}</text>`,
    );
  }

  fillBox(x: number, y: number, width: number, height: number, color: string): void {
    this.parts.push(
      `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${escapeXml(color)}"/>`,
    );
  }

  clip(x: number, y: number, width: number, height: number): void {
    const id = `${this.prefix}-${this.clips++}`;
    const box = `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"/>`;
    this.parts.push(`<clipPath id="${id}">${box}</clipPath><g clip-path="url(#${id})">`);
  }

  unclip(): void {
    this.parts.push("</g>");
  }

  /** The picture as a file of its own. */
  document(width: number, height: number): string {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `font-family="${fontFamily}">${this.parts.join("")}</svg>\n`
    );
  }
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
