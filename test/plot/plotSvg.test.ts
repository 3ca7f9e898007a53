import { describe, expect, it } from "vitest";
import { drawPanel, frameOf, type Panel, type PanelLook } from "../../src/plot/panel.ts";
import type { Pen } from "../../src/plot/pen.ts";
import { plotSvg } from "../../src/plot/plotSvg.ts";

const time = Float64Array.of(0, 1, 2);
const panel: Panel = {
  traces: [{ time, values: Float64Array.of(0, 4, 2), label: "a < b & c", color: "#0072b2", dash: [6, 3] }],
  unit: "m",
  events: [1],
};
const look: PanelLook = {
  width: 400,
  height: 200,
  textColor: "#000",
  gridColor: "#ccc",
  eventColor: "#999",
  background: undefined,
  hasLegend: false,
  hasTimeLabel: true,
};

describe("a panel", () => {
  it("puts the points of a curve where its axes say", () => {
    const lines: { points: readonly number[]; color: string }[] = [];
    const pen: Pen = {
      line: (points, color) => lines.push({ points, color }),
      text: () => {},
      verticalText: () => {},
      fillBox: () => {},
      clip: () => {},
      unclip: () => {},
    };
    const { left, top, width, height, y0, y1 } = drawPanel(pen, panel, { x0: 0, x1: 2 }, look);
    const curve = lines.find(({ color }) => color === "#0072b2")!.points;
    const y = (value: number) => top + (height * (y1 - value)) / (y1 - y0);
    [left, y(0), left + width / 2, y(4), left + width, y(2)].forEach((x, k) => expect(curve[k]).toBeCloseTo(x, 9));
    expect(y0).toBeLessThan(0);
    expect(y1).toBeGreaterThan(4);
    const event = lines.find(({ color }) => color === "#999")!.points;
    expect(event[0]).toBeCloseTo(left + width / 2, 9);
  });

  it("gives a constant curve a range around it", () => {
    const flat = { ...panel, traces: [{ ...panel.traces[0], values: Float64Array.of(3, 3, 3) }] };
    const { y0, y1 } = frameOf(flat, { x0: 0, x1: 2 }, look);
    expect(y0).toBeLessThan(3);
    expect(y1).toBeGreaterThan(3);
  });

  it("without any value still has axes", () => {
    const { x0, x1, y0, y1 } = frameOf({ traces: [], unit: "", events: [] }, { x0: 0, x1: 0 }, look);
    expect(x1).toBeGreaterThan(x0);
    expect(y1).toBeGreaterThan(y0);
  });
});

describe("a plot as SVG", () => {
  const svg = plotSvg([panel, panel]);

  it("has one picture per panel below the other, and escapes names", () => {
    expect(svg.match(/<svg /g)).toHaveLength(3);
    expect(svg).toContain('height="400"');
    expect(svg).toContain("a &lt; b &amp; c");
    expect(svg).not.toContain("a < b");
  });

  it("closes what it opens", () => {
    const count = (pattern: RegExp) => svg.match(pattern)?.length ?? 0;
    for (const tag of ["svg", "g", "clipPath"])
      expect(count(new RegExp(`<${tag}[ >]`, "g"))).toBe(count(new RegExp(`</${tag}>`, "g")));
    expect(svg).not.toMatch(/NaN|undefined/);
  });
});

describe("panels one above the other", () => {
  it("have their axes in line, however long the numbers beside them are", () => {
    const values = Float64Array.of(0, 123_456.7, 123_456.8);
    const wide: Panel = { ...panel, traces: [{ ...panel.traces[0]!, values }] };
    const svg = plotSvg([panel, wide]);
    const axes = Array.from(svg.matchAll(/<path d="M([\d.]+) [^"]*" fill="none" stroke="#333333"/g), ([, x]) => x);
    expect(axes).toHaveLength(2);
    expect(new Set(axes).size).toBe(1);
  });

  it("have a range of numbers that a reader expects around a curve that is zero", () => {
    const zero: Panel = { ...panel, traces: [{ ...panel.traces[0]!, values: new Float64Array(3) }] };
    expect(frameOf(zero, { x0: 0, x1: 2 }, look)).toMatchObject({ y0: -1, y1: 1 });
  });
});
