/** The icon of a class as a small picture. */
import type { ClassIcon, IconPoint, IconShape } from "../../src/modelica/classIcon.ts";

const namespace = "http://www.w3.org/2000/svg";

export function classDrawing({ extent, shapes }: ClassIcon, kind: string): SVGSVGElement {
  const [[x1, y1], [x2, y2]] = extent;
  const [left, top, width, height] = [Math.min(x1, x2), -Math.max(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)];
  const svg = svgElement("svg", {
    viewBox: `${left} ${top} ${width || 200} ${height || 200}`,
    class: "class-icon",
    "aria-hidden": "true",
  }) as SVGSVGElement;
  const drawn = shapes.filter(({ kind: shape, text }) => shape !== "text" || !text.includes("%"));
  if (drawn.length === 0)
    svg.append(
      svgElement("rect", {
        x: left,
        y: top,
        width: width || 200,
        height: height || 200,
        rx: 25,
        class: `kind-${kind}`,
      }),
    );
  for (const shape of drawn) svg.append(shapeElement(shape));
  return svg;
}

/** Modelica's y points up. */
export function shapeElement(shape: IconShape): Element {
  const { kind, points, origin, rotation, stroke, fill, width, text } = shape;
  const place = `translate(${origin[0]} ${-origin[1]}) rotate(${-rotation})`;
  const common = {
    transform: place,
    fill: fill === undefined ? "none" : colorText(fill),
    stroke: stroke === undefined ? "none" : colorText(stroke),
    // lines of a quarter would not be seen in a small picture
    "stroke-width": Math.max(3, 8 * width),
  };
  if (kind === "line" || kind === "polygon")
    return svgElement(kind === "line" ? "polyline" : "polygon", { ...common, points: points.map(pointText).join(" ") });
  const [[x1, y1], [x2, y2]] = points as [IconPoint, IconPoint];
  const box = { x: Math.min(x1, x2), y: -Math.max(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  if (kind === "rectangle") return svgElement("rect", { ...common, ...box });
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  if (kind === "ellipse") return svgElement("ellipse", { ...common, cx, cy, rx: box.width / 2, ry: box.height / 2 });
  const size = Math.min(box.height, (1.6 * box.width) / Math.max(1, text.length));
  const label = svgElement("text", {
    transform: place,
    x: cx,
    y: cy,
    "font-size": size,
    fill: stroke === undefined ? "none" : colorText(stroke),
    "text-anchor": "middle",
    "dominant-baseline": "central",
  });
  label.textContent = text;
  return label;
}

const colorText = (color: readonly number[]): string => `rgb(${color.join(",")})`;
const pointText = ([x, y]: IconPoint): string => `${x},${-y}`;

function svgElement(tag: string, attributes: Readonly<Record<string, string | number>>): Element {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
