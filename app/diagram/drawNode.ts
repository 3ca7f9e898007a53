/** A component as SVG: its drawing, its name, its connectors, what is wrong with it. */
import type { OutlineConnector } from "../engine/outline.ts";
import type { PlacedBox } from "./diagramLayout.ts";
import { iconFor } from "./icons.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
const colors: Readonly<Record<string, string>> = {
  A: "var(--electric)",
  "N*m": "var(--rotational)",
  "N.m": "var(--rotational)",
  N: "var(--translational)",
  W: "var(--heat)",
  "kg/s": "var(--fluid)",
  signal: "var(--signal)",
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
  group.append(title, make("rect", { width: String(width), height: String(height), rx: "6" }), name);
  const drawing = iconFor(type);
  if (drawing !== undefined) {
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

export interface PortActions {
  begin(end: string, connector: OutlineConnector, event: PointerEvent): void;
}

export function portsOf({ component, ports }: PlacedBox, actions: PortActions): SVGElement[] {
  return ports.map(({ connector, x, y, side }) => {
    const end = connector.name === "" ? component.name : `${component.name}.${connector.name}`;
    const color = domainColor(connector.domain);
    const group = make("g", { class: "diagram-port", "data-end": end, transform: `translate(${x} ${y})` });
    // inwards for an input, outwards for an output
    const inwards = { left: 0, top: 90, right: 180, bottom: 270 }[side];
    const angle = connector.direction === "input" ? inwards : inwards + 180;
    const shape =
      connector.direction === "both"
        ? make("rect", { x: "-4.5", y: "-4.5", width: "9", height: "9", fill: color })
        : make("path", { d: "M-7 -6 L5 0 L-7 6 Z", fill: color, transform: `rotate(${angle})` });
    const label = make("text", {
      x: side === "left" ? "8" : side === "right" ? "-8" : "7",
      y: side === "top" ? "12" : side === "bottom" ? "-6" : "-5",
      class: "diagram-port-name",
      "text-anchor": side === "right" ? "end" : "start",
    });
    label.textContent = connector.name;
    const title = make("title", {});
    title.textContent = `${end} (${connector.domain === "signal" ? connector.direction : connector.domain})`;
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
