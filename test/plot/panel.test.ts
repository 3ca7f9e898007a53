import { describe, expect, it } from "vitest";
import { drawPanel, type Trace } from "../../src/plot/panel.ts";
import { SvgPen } from "../../src/plot/pen.ts";

const look = {
  width: 400,
  height: 200,
  textColor: "black",
  gridColor: "silver",
  eventColor: "gold",
  background: undefined,
  hasLegend: true,
  hasTimeLabel: true,
};

function draw(trace: Partial<Trace>) {
  const boxes: (readonly [number, number, string])[] = [];
  const lines: string[] = [];
  const pen = new SvgPen("p");
  const [fill, line] = [pen.fillBox.bind(pen), pen.line.bind(pen)];
  pen.fillBox = (x, y, width, height, color) => {
    boxes.push([x + width / 2, y + height / 2, color]);
    fill(x, y, width, height, color);
  };
  pen.line = (points, color, width, dash) => {
    lines.push(color);
    line(points, color, width, dash);
  };
  const whole: Trace = {
    label: "measured",
    time: Float64Array.of(0, 1, 2),
    values: Float64Array.of(4, Number.NaN, 8),
    color: "red",
    dash: [],
    ...trace,
  };
  const frame = drawPanel(pen, { traces: [whole], unit: "m", events: [] }, { x0: 0, x1: 2 }, look);
  return { frame, boxes: boxes.filter(([, , color]) => color === "red"), lines };
}

describe("a panel", () => {
  it("draws what was measured as points at their places, without a line, and in the legend", () => {
    const { frame, boxes, lines } = draw({ isPoints: true });
    const { left, top, width, height, y0, y1 } = frame;
    expect(lines).not.toContain("red");
    // the two that are numbers, and one in the legend
    expect(boxes).toHaveLength(3);
    const place = (t: number, y: number) => [left + (t / 2) * width, top + ((y1 - y) / (y1 - y0)) * height];
    expect(boxes[0]!.slice(0, 2)).toEqual(place(0, 4).map((x) => expect.closeTo(x, 9)));
    expect(boxes[1]!.slice(0, 2)).toEqual(place(2, 8).map((x) => expect.closeTo(x, 9)));
  });

  it("draws other curves as lines", () => {
    const { boxes, lines } = draw({ values: Float64Array.of(4, 5, 8) });
    expect(boxes).toEqual([]);
    expect(lines.filter((color) => color === "red")).toHaveLength(2);
  });
});
