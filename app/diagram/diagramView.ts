/**
 * A model as a picture of components and lines that can be edited: boxes are moved, connectors joined by dragging, and every change is
 * a change of the text. Keys: arrows move the chosen component, Delete removes it, Escape leaves it.
 */
import type { Outline, OutlineConnector } from "../engine/outline.ts";
import { type PlacedBox, placeBoxes, portAt, route } from "./diagramLayout.ts";

export interface DiagramActions {
  move(name: string, x: number, y: number): void;
  connect(one: string, other: string): void;
  disconnect(end: string): void;
  remove(name: string): void;
  choose(name: string | undefined): void;
  say(message: string): void;
}

const grid = 10;
const svgNamespace = "http://www.w3.org/2000/svg";
const colors: Readonly<Record<string, string>> = {
  A: "var(--electric)",
  "N*m": "var(--rotational)",
  "N.m": "var(--rotational)",
  N: "var(--translational)",
  W: "var(--heat)",
  signal: "var(--signal)",
};

type Drag =
  | { readonly kind: "box"; readonly name: string; readonly dx: number; readonly dy: number; hasMoved: boolean }
  | { readonly kind: "line"; readonly end: string; readonly connector: OutlineConnector };

export class DiagramView {
  readonly element: SVGSVGElement;
  private readonly actions: DiagramActions;
  private readonly lines = make("g", { class: "diagram-lines" });
  private readonly nodes = make("g", {});
  private readonly loose = make("polyline", { class: "diagram-loose" });
  private outline: Outline = { components: [], connections: [] };
  private boxes = new Map<string, PlacedBox>();
  private isReadOnly = false;
  private drag: Drag | undefined;
  private chosen: string | undefined;

  constructor(actions: DiagramActions) {
    this.actions = actions;
    this.element = make("svg", { class: "diagram", role: "group", "aria-label": "Diagram of the model" });
    this.element.append(this.lines, this.nodes, this.loose);
    this.element.addEventListener("pointermove", (event) => this.pointerMove(event));
    this.element.addEventListener("pointerup", (event) => this.pointerUp(event));
    this.element.addEventListener("pointerdown", (event) => {
      if (event.target === this.element) this.choose(undefined);
    });
  }

  show(outline: Outline, places: ReadonlyMap<string, readonly [number, number]>, isReadOnly: boolean): void {
    this.outline = outline;
    this.isReadOnly = isReadOnly;
    this.boxes = placeBoxes(outline, places);
    const focused = (document.activeElement as Element | null)?.getAttribute("data-component");
    this.nodes.replaceChildren(...[...this.boxes.values()].map((box) => this.node(box)));
    this.drawLines();
    this.fit();
    this.mark();
    if (focused !== null && focused !== undefined) this.nodeOf(focused)?.focus();
  }

  choose(name: string | undefined): void {
    this.chosen = name;
    this.mark();
    this.actions.choose(name);
  }

  /** The first place of a narrow grid that no box is near. */
  freePlace(): readonly [number, number] {
    const [columns, width, height] = [3, 180, 120];
    for (let k = 0; ; k++) {
      const [x, y] = [30 + (k % columns) * width, 30 + Math.floor(k / columns) * height];
      const isFree = [...this.boxes.values()].every(
        (box) => Math.abs(box.x - x) >= box.width + 20 || y >= box.y + box.height + 10 || box.y >= y + 90,
      );
      if (isFree) return [x, y];
    }
  }

  private mark(): void {
    for (const node of this.nodes.children)
      node.classList.toggle("chosen", node.getAttribute("data-component") === this.chosen);
  }

  private nodeOf(name: string): SVGElement | undefined {
    return [...this.nodes.children].find((node) => node.getAttribute("data-component") === name) as
      | SVGElement
      | undefined;
  }

  private node(box: PlacedBox): SVGElement {
    const { component, width, height, ports, x, y } = box;
    const group = make("g", {
      class: "diagram-node",
      tabindex: "0",
      role: "button",
      "aria-label": `${component.name}: ${component.description || "component"}`,
      "data-component": component.name,
      transform: `translate(${x} ${y})`,
    });
    const title = make("title", {});
    title.textContent = component.description;
    const name = make("text", { x: String(width / 2), y: "18", class: "diagram-name" });
    name.textContent = component.name;
    const kind = make("text", { x: String(width / 2), y: "31", class: "diagram-kind" });
    kind.textContent = shorten(component.description, 22);
    group.append(
      title,
      make("rect", { width: String(width), height: String(height), rx: "6" }),
      name,
      kind,
      ...ports.map((port) => this.port(box, port)),
    );
    group.addEventListener("pointerdown", (event) => this.pointerDown(event, box));
    group.addEventListener("keydown", (event) => this.key(event, box));
    return group;
  }

  private port({ component }: PlacedBox, { connector, x, y, side }: PlacedBox["ports"][number]): SVGElement {
    const end = connector.name === "" ? component.name : `${component.name}.${connector.name}`;
    const color = colors[connector.domain] ?? "var(--muted)";
    const group = make("g", { class: "diagram-port", "data-end": end, transform: `translate(${x} ${y})` });
    const shape =
      connector.direction === "both"
        ? make("rect", { x: "-5", y: "-5", width: "10", height: "10", fill: color })
        : make("path", {
            d: connector.direction === "input" ? "M-8 -6 L4 0 L-8 6 Z" : "M-4 -6 L8 0 L-4 6 Z",
            fill: color,
          });
    const label = make("text", {
      x: side === "left" ? "9" : "-9",
      y: "3.5",
      class: "diagram-port-name",
      "text-anchor": side === "left" ? "start" : "end",
    });
    label.textContent = connector.name;
    const title = make("title", {});
    title.textContent = `${end} (${connector.domain === "signal" ? connector.direction : connector.domain})`;
    group.append(title, make("circle", { r: "10", fill: "transparent" }), shape, label);
    group.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      if (this.isReadOnly) return;
      this.drag = { kind: "line", end, connector };
      this.element.setPointerCapture(event.pointerId);
      this.light(connector, end);
    });
    group.addEventListener("dblclick", () => !this.isReadOnly && this.actions.disconnect(end));
    return group;
  }

  private drawLines(): void {
    const lines: SVGElement[] = [];
    for (const [first, ...others] of this.outline.connections) {
      const from = first === undefined ? undefined : portAt(this.boxes, first);
      for (const other of others) {
        const to = portAt(this.boxes, other);
        if (from === undefined || to === undefined) continue;
        const points = route(from, to)
          .map((point) => point.join(" "))
          .join(", ");
        lines.push(make("polyline", { points, stroke: this.colorOf(first!), "data-line": `${first} ${other}` }));
      }
    }
    this.lines.replaceChildren(...lines);
  }

  private colorOf(end: string): string {
    return colors[this.connectorAt(end)?.domain ?? ""] ?? "var(--muted)";
  }

  private connectorAt(end: string): OutlineConnector | undefined {
    for (const { component, ports } of this.boxes.values())
      for (const { connector } of ports)
        if (end === (connector.name === "" ? component.name : `${component.name}.${connector.name}`)) return connector;
    return undefined;
  }

  /** Connectors that can take a line from this one stand out. */
  private light(connector: OutlineConnector | undefined, own?: string): void {
    for (const port of this.nodes.querySelectorAll(".diagram-port")) {
      const end = port.getAttribute("data-end")!;
      const other = this.connectorAt(end);
      const isPossible =
        connector !== undefined && other !== undefined && end !== own && reasonAgainst(connector, other) === "";
      port.classList.toggle("possible", isPossible);
      port.classList.toggle("impossible", connector !== undefined && end !== own && !isPossible);
    }
  }

  private pointerDown(event: PointerEvent, box: PlacedBox): void {
    this.choose(box.component.name);
    const { x, y } = this.place(event);
    this.drag = { kind: "box", name: box.component.name, dx: x - box.x, dy: y - box.y, hasMoved: false };
    this.element.setPointerCapture(event.pointerId);
  }

  private pointerMove(event: PointerEvent): void {
    const { drag } = this;
    if (drag === undefined || this.isReadOnly) return;
    const { x, y } = this.place(event);
    if (drag.kind === "box") {
      drag.hasMoved = true;
      this.put(drag.name, snap(x - drag.dx), snap(y - drag.dy));
    } else {
      const from = portAt(this.boxes, drag.end)!;
      this.loose.setAttribute("points", `${from.x} ${from.y}, ${x} ${y}`);
    }
  }

  private pointerUp(event: PointerEvent): void {
    const { drag } = this;
    this.drag = undefined;
    if (drag === undefined) return;
    this.element.releasePointerCapture(event.pointerId);
    if (drag.kind === "box") {
      const box = this.boxes.get(drag.name)!;
      if (drag.hasMoved && !this.isReadOnly) this.actions.move(drag.name, box.x, box.y);
      return;
    }
    this.loose.setAttribute("points", "");
    this.light(undefined);
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest(".diagram-port");
    const end = target?.getAttribute("data-end");
    if (end === undefined || end === null || end === drag.end) return;
    const reason = reasonAgainst(drag.connector, this.connectorAt(end)!);
    if (reason === "") this.actions.connect(drag.end, end);
    else this.actions.say(`${drag.end} and ${end} cannot be connected: ${reason}.`);
  }

  private key(event: KeyboardEvent, { component, x, y }: PlacedBox): void {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-grid, 0],
      ArrowRight: [grid, 0],
      ArrowUp: [0, -grid],
      ArrowDown: [0, grid],
    };
    const step = steps[event.key];
    if (event.key === "Enter" || event.key === " ") this.choose(component.name);
    else if (event.key === "Escape") this.choose(undefined);
    else if (this.isReadOnly) return;
    else if (step !== undefined) this.actions.move(component.name, snap(x + step[0]), snap(y + step[1]));
    else if (event.key === "Delete" || event.key === "Backspace") this.actions.remove(component.name);
    else return;
    event.preventDefault();
  }

  private put(name: string, x: number, y: number): void {
    const box = { ...this.boxes.get(name)!, x, y };
    this.boxes.set(name, box);
    this.nodeOf(name)?.setAttribute("transform", `translate(${x} ${y})`);
    this.drawLines();
  }

  /** As large as its content; the pane around it scrolls. */
  private fit(): void {
    let [left, top, right, bottom] = [0, 0, 300, 200];
    for (const { x, y, width, height } of this.boxes.values()) {
      left = Math.min(left, x - 40);
      top = Math.min(top, y - 40);
      right = Math.max(right, x + width + 60);
      bottom = Math.max(bottom, y + height + 60);
    }
    this.element.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    this.element.style.width = `${right - left}px`;
    this.element.style.height = `${bottom - top}px`;
  }

  private place(event: PointerEvent): { x: number; y: number } {
    const matrix = this.element.getScreenCTM()!.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  }
}

/** Why two connectors cannot be joined; empty when they can. */
export function reasonAgainst(a: OutlineConnector, b: OutlineConnector): string {
  if (a.domain !== b.domain) {
    const kind = ({ domain }: OutlineConnector): string =>
      domain === "signal" ? "a signal" : `a flow in ${domain || "no unit"}`;
    return `one is ${kind(a)}, the other ${kind(b)}`;
  }
  if (a.direction === "both") return "";
  if (a.direction === b.direction) return a.direction === "input" ? "both are inputs" : "both are outputs";
  return "";
}

function snap(value: number): number {
  return Math.round(value / grid) * grid;
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function make<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
