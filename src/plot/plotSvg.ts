/** Several panels with a common time axis as one SVG picture. */
import { drawPanel, frameOf, type Panel, type PanelLook } from "./panel.ts";
import { SvgPen } from "./pen.ts";

export interface PlotSvgOptions {
  readonly width?: number;
  /** Of one panel. */
  readonly height?: number;
  readonly background?: string;
  /** Begin of the ids inside, for several pictures in one page. */
  readonly id?: string;
  /** Ends of the time axis; those of the curves by default. */
  readonly x0?: number;
  readonly x1?: number;
}

export function plotSvg(panels: readonly Panel[], options: PlotSvgOptions = {}): string {
  const { width = 720, height = 200, background = "#ffffff", id = "panel" } = options;
  const times = panels.flatMap(({ traces }) => traces.map(({ time }) => time)).filter((time) => time.length > 0);
  const x0 = options.x0 ?? Math.min(...times.map((time) => time[0]!));
  const x1 = options.x1 ?? Math.max(...times.map((time) => time.at(-1)!));
  const look: PanelLook = {
    width,
    height,
    textColor: "#333333",
    gridColor: "#e4e4e4",
    eventColor: "#999999",
    background,
    hasLegend: true,
    hasTimeLabel: false,
  };
  // one above the other: their axes are in line
  const left = Math.max(...panels.map((panel) => frameOf(panel, { x0, x1 }, look).left));
  const pictures = panels.map((panel, k) => {
    const pen = new SvgPen(`${id}${k}`);
    drawPanel(pen, panel, { x0, x1 }, { ...look, left, hasTimeLabel: k === panels.length - 1 });
    return pen.document(width, height).replace("<svg ", `<svg y="${k * height}" `);
  });
  const total = height * panels.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" viewBox="0 0 ${width} ${total}">\n${pictures.join("")}</svg>\n`;
}
