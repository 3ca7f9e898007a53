/** A component as SVG: its drawing, its name, its connectors, what is wrong with it. */
import { valueText } from "../../src/plot/ticks.ts";
import type { OutlineComponent, OutlineConnector } from "../engine/outline.ts";
import { shapeElement } from "../modelica/classDrawing.ts";
import type { PlacedBox } from "./diagramLayout.ts";
import { iconFor } from "./icons.ts";
import { endOf } from "./reasonAgainst.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
const colors: Readonly<Record<string, string>> = {
  A: "var(--electric)",
  "N*m": "var(--rotational)",
  "N.m": "var(--rotational)",
  N: "var(--translational)",
  W: "var(--heat)",
  "kg/s": "var(--fluid)",
  signal: "var(--signal)",
  "Boolean signal": "var(--signal)",
  "Integer signal": "var(--signal)",
};

export function domainColor(domain: string): string {
  return colors[domain] ?? "var(--muted)";
}

export function drawNode(box: PlacedBox, type: string, problem: string | undefined): SVGElement {
  const { component, width, height, x, y, turn, isMirrored, ports } = box;
  const group = make("g", {
    class: `diagram-node${problem === undefined ? "" : " wrong"}`,
    tabindex: "0",
    role: "button",
    "aria-label": `${component.name}: ${component.description || type || "component"}${problem === undefined ? "" : `. ${problem}`}`,
    "data-component": component.name,
    transform: `translate(${x} ${y})`,
  });
  const title = make("title", {});
  title.textContent = problem ?? component.description;
  // beside what has connectors above
  const isBeside = ports.some(({ side }) => side === "top") && !ports.some(({ side }) => side === "left");
  const name = make("text", {
    x: String(isBeside ? -8 : width / 2),
    y: String(isBeside ? height / 2 + 4 : -7),
    "text-anchor": isBeside ? "end" : "middle",
    class: "diagram-name",
  });
  name.textContent = component.name;
  group.append(title, make("rect", { width: String(width), height: String(height), rx: "6" }));
  // many icons of classes say where the name stands
  if (component.icon?.shapes.some(({ text }) => text === nameText) !== true) group.append(name);
  const drawing = iconFor(type);
  if (box.icon !== undefined) {
    group.classList.add("of-class");
    group.append(classIconOf(box, box.icon));
    if (component.icon!.shapes.length === 0) {
      // a class without a drawing tells its name
      const kind = make("text", { x: String(width / 2), y: String(height / 2 + 3), class: "diagram-kind" });
      kind.textContent = shorten((component.type ?? "").replace(/^.*\./, ""), 13);
      group.append(kind);
    }
  } else if (drawing !== undefined) {
    // what flows decides the colour, a block of signals has that of signals
    const main = ports.find(({ connector }) => connector.domain !== "signal")?.connector.domain ?? "signal";
    const icon = make("g", {
      class: "diagram-icon",
      transform: `translate(${width / 2} ${height / 2}) rotate(${turn}) scale(${isMirrored ? -1 : 1} 1)`,
      style: `color:${domainColor(main)}`,
    });
    icon.innerHTML = drawing;
    // words stay readable
    for (const text of icon.querySelectorAll("text"))
      text.setAttribute("transform", `scale(${isMirrored ? -1 : 1} 1) rotate(${-turn})`);
    group.append(icon);
  } else {
    const kind = make("text", { x: String(width / 2), y: String(height / 2 + 3), class: "diagram-kind" });
    kind.textContent = shorten(type === "" ? component.description : type, 15);
    group.append(kind);
    if (component.inside !== undefined)
      group.append(make("path", { class: "diagram-inside", d: `M${width - 16} ${height - 6}h8v-8` }));
  }
  if (problem !== undefined) {
    const mark = make("text", { x: String(width - 4), y: "-6", class: "diagram-problem" });
    mark.textContent = "⚠";
    group.append(mark);
  }
  return group;
}

/** The icon of a class of Modelica, with the values of its component in its texts. */
function classIconOf(
  { component, width, height, turn, isMirrored }: PlacedBox,
  size: readonly [number, number],
): SVGElement {
  const { extent, shapes } = component.icon!;
  const [[x1, y1], [x2, y2]] = extent;
  const scale = [size[0] / Math.abs(x2 - x1), size[1] / Math.abs(y2 - y1)];
  const group = make("g", {
    class: "class-drawing",
    transform: `translate(${width / 2} ${height / 2}) rotate(${turn}) scale(${(isMirrored ? -1 : 1) * scale[0]!} ${scale[1]!}) translate(${-(x1 + x2) / 2} ${(y1 + y2) / 2})`,
  });
  for (const shape of shapes) {
    if (shape.kind !== "text") {
      group.append(shapeElement(shape));
      continue;
    }
    const text = iconText(shape.text, component);
    if (text === "") continue;
    const element = shapeElement({ ...shape, text });
    // the page gives texts of diagrams a colour of its own
    element.setAttribute("style", `fill:${element.getAttribute("fill")}`);
    const largest = (shape.text === nameText ? 14 : 11) / Math.min(...scale);
    element.setAttribute("font-size", String(Math.min(Number(element.getAttribute("font-size")), largest)));
    // words stay readable
    const [[ax, ay], [bx, by]] = shape.points as readonly [readonly [number, number], readonly [number, number]];
    const [x, y] = [(ax + bx) / 2, -(ay + by) / 2];
    const upright = `translate(${x} ${y}) scale(${isMirrored ? -1 : 1} 1) rotate(${turn > 90 && turn <= 270 ? 180 : 0}) translate(${-x} ${-y})`;
    element.setAttribute("transform", `${element.getAttribute("transform") ?? ""} ${upright}`);
    group.append(element);
  }
  return group;
}

/** What stands for the name of a component in the icon of its class. */
const nameText = "%name";

/** `R=%R` with the value of the parameter; what cannot be said is left out. */
function iconText(text: string, { parameters, name: own }: OutlineComponent): string {
  if (text === nameText) return own;
  let isKnown = true;
  const filled = text.replace(/%\{?(\w+)\}?/g, (_, name: string) => {
    const value = parameters.find((parameter) => parameter.name === name)?.value;
    if (value === undefined) isKnown = false;
    return value === undefined ? "" : valueText(value, 4);
  });
  return isKnown ? filled : "";
}

/** What it means that nothing is connected. */
const unjoinedText = {
  both: ", not connected: nothing flows here",
  input: ", not connected: nothing gives its value",
  output: ", not connected: nobody reads it",
} as const;

export interface PortActions {
  /** Whether a line ends there. */
  isJoined(end: string): boolean;
  /** Its values at the time of the cursor; "" before a run. */
  valuesAt(end: string): string;
  begin(end: string, connector: OutlineConnector, event: PointerEvent): void;
}

/** Longer names of connectors are told while the pointer or the choice is there: they would lie across the drawing. */
const shortName = 3;

export function portsOf({ component, ports, icon }: PlacedBox, type: string, actions: PortActions): SVGElement[] {
  const isDrawn = icon !== undefined || iconFor(type) !== undefined;
  return ports.map(({ connector, x, y, side }) => {
    const end = endOf(component.name, connector);
    const color = domainColor(connector.domain);
    const isJoined = actions.isJoined(end);
    const group = make("g", {
      class: `diagram-port${isJoined ? "" : " unjoined"}`,
      "data-end": end,
      transform: `translate(${x} ${y})`,
      style: `color:${color}`,
    });
    // inwards for an input, outwards for an output
    const inwards = { left: 0, top: 90, right: 180, bottom: 270 }[side];
    const angle = connector.direction === "input" ? inwards : inwards + 180;
    const shape =
      connector.direction === "both"
        ? make("rect", { x: "-4.5", y: "-4.5", width: "9", height: "9" })
        : make("path", { d: "M-7 -6 L5 0 L-7 6 Z", transform: `rotate(${angle})` });
    const label = make("text", {
      x: side === "left" ? "8" : side === "right" ? "-8" : "7",
      y: side === "top" ? "12" : side === "bottom" ? "-6" : "-5",
      class: `diagram-port-name${isDrawn && (icon !== undefined || connector.name.length > shortName) ? " on-demand" : ""}`,
      "text-anchor": side === "right" ? "end" : "start",
    });
    label.textContent = connector.name;
    const title = make("title", {});
    const kind = connector.direction === "both" ? connector.domain : connector.direction;
    const told = `${end} (${kind})${isJoined ? "" : unjoinedText[connector.direction]}`;
    title.textContent = told;
    group.addEventListener("pointerenter", () => {
      const values = actions.valuesAt(end);
      title.textContent = values === "" ? told : `${told}: ${values}`;
    });
    group.append(title, make("circle", { r: "10", fill: "transparent" }), shape, label);
    group.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      actions.begin(end, connector, event);
    });
    return group;
  });
}

export function make<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
