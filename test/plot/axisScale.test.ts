// Axes in other units and by powers of ten: the curves stay where they are.
import { describe, expect, it } from "vitest";
import { logarithmicTicks, plainScale } from "../../src/plot/axisScale.ts";
import { decimate } from "../../src/plot/decimate.ts";
import { drawPanel, frameOf, type Panel, type PanelLook } from "../../src/plot/panel.ts";
import { SvgPen } from "../../src/plot/pen.ts";

const look: PanelLook = {
  width: 400,
  height: 200,
  textColor: "#000",
  gridColor: "#ccc",
  eventColor: "#999",
  background: undefined,
  hasLegend: false,
  hasTimeLabel: false,
};
const time = Float64Array.from({ length: 101 }, (_, k) => k / 100);
const panelOf = (values: Float64Array, scale?: Panel["scale"]): Panel => ({
  traces: [{ time, values, label: "x", color: "#00f", dash: [] }],
  unit: "",
  events: [],
  ...(scale && { scale }),
});
const view = { x0: 0, x1: 1 };
const labels = (panel: Panel): string[] => {
  const pen = new SvgPen();
  drawPanel(pen, panel, view, look);
  return Array.from(pen.document(400, 200).matchAll(/text-anchor="end">([^<]*)</g), (match) => match[1]!);
};

describe("an axis", () => {
  it("in degrees leaves the curve in radians where it is, and writes degrees", () => {
    const values = time.map((t) => t * Math.PI);
    const plain = panelOf(values);
    const shown = panelOf(values, { factor: 180 / Math.PI, offset: 0, isLogarithmic: false });
    const [a, b] = [frameOf(plain, view, look), frameOf(shown, view, look)];
    expect([b.y0, b.y1]).toEqual([a.y0, a.y1]);
    expect(labels(shown)).toEqual(expect.arrayContaining(["0", "50", "100", "150"]));
  });

  it("in degrees Celsius counts from 273.15 K", () => {
    expect(
      labels(
        panelOf(
          time.map((t) => 273.15 + 100 * t),
          { factor: 1, offset: -273.15, isLogarithmic: false },
        ),
      ),
    ).toEqual(expect.arrayContaining(["0", "50", "100"]));
  });

  it("by powers of ten makes an exponential straight, and leaves out what is not positive", () => {
    const values = time.map((t) => 10 ** (-4 * t));
    const panel = panelOf(values, { ...plainScale, isLogarithmic: true });
    const frame = frameOf(panel, view, { ...look, left: 40 });
    const points = decimate(panel.traces[0]!, frame);
    const slope = (points[3]! - points[1]!) / (points[2]! - points[0]!);
    for (let k = 2; k < points.length; k += 2)
      expect(points[k + 1]! - points[1]!).toBeCloseTo(slope * (points[k]! - points[0]!), 8);
    expect(labels(panel)).toEqual(["0.0001", "0.001", "0.01", "0.1", "1"]);
    const signed = panelOf(
      time.map((t) => t - 0.5),
      { ...plainScale, isLogarithmic: true },
    );
    const drawn = decimate(signed.traces[0]!, frameOf(signed, view, look));
    // 50 points above zero
    expect(drawn.filter((value) => !Number.isNaN(value))).toHaveLength(100);
  });

  it.each([
    [1, 1000, 10, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]],
    [1e-9, 1, 3, [1e-9, 1e-6, 1e-3, 1]],
    [0.3, 30, 2, [1, 10]],
  ])("from %d to %d with about %d ticks has round ones", (low, high, wanted, expected) => {
    expect(logarithmicTicks(low, high, wanted)).toEqual(expected);
  });
});
