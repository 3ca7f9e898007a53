/**
 * The lines of a diagram: pieces are dragged sideways, the corners stay; a double click gives a line its own way back, Delete removes
 * it. Dots stand where lines of one net meet.
 */
import { type Corners, lineKey } from "../document/lineEdits.ts";
import type { Outline } from "../engine/outline.ts";
import { setAttribute, setChildren } from "../scene/keptElements.ts";
import { ownerOf, type PlacedBox, portAt } from "./diagramLayout.ts";
import { make } from "./drawNode.ts";
import { labelPlace } from "./labelPlace.ts";
import { type Corner, junctions, movedPiece, pieceAt, route } from "./lineRoutes.ts";

export interface DrawnLine {
  readonly key: string;
  readonly first: string;
  readonly other: string;
  /** Number of the net: everything that is joined. */
  readonly net: number;
  readonly shape: SVGPolylineElement;
  /** Wider than what is seen, for pointers. */
  readonly touch: SVGPolylineElement;
  /** Of the first line of a net from an end; others would say the same. */
  readonly label: SVGTextElement | undefined;
  points: readonly Corner[];
}

export interface LineActions {
  /** A line gets corners, or loses them when there are none. */
  setCorners(corners: Corners): void;
  remove(first: string, other: string): void;
  say(message: string): void;
}

export class LineLayer {
  readonly element = make("g", { class: "diagram-lines" });
  private readonly lineLayer = make("g", {});
  /** Above the components. */
  readonly labels = make("g", {});
  private readonly actions: LineActions;
  private boxes: ReadonlyMap<string, PlacedBox> = new Map();
  private corners: Corners = new Map();
  private lines: DrawnLine[] = [];
  /** Lines at each component. */
  private readonly linesAt = new Map<string, DrawnLine[]>();
  private readonly dots: SVGElement[] = [];
  private chosen: DrawnLine | undefined;

  constructor(actions: LineActions) {
    this.actions = actions;
    this.element.append(this.lineLayer);
    this.element.addEventListener("dblclick", (event) => {
      const line = this.lineOf(event.target);
      if (line !== undefined) this.actions.setCorners(new Map([[line.key, []]]));
      event.stopPropagation();
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  show(
    outline: Outline,
    boxes: ReadonlyMap<string, PlacedBox>,
    corners: Corners,
    colorOf: (end: string) => string,
  ): void {
    this.boxes = boxes;
    this.corners = corners;
    const before = new Map(this.lines.map((line) => [line.key, line]));
    this.lines = [];
    this.linesAt.clear();
    const nets = netsOf(outline);
    const labelled = new Set<string>();
    for (const [first, ...others] of outline.connections)
      for (const other of others) {
        if (first === undefined || portAt(boxes, first) === undefined || portAt(boxes, other) === undefined) continue;
        const known = before.get(lineKey(first, other));
        const isSame = known !== undefined && (known.label === undefined) === labelled.has(first);
        const line = isSame ? { ...known, net: nets.get(first)! } : made(first, other, nets.get(first)!, labelled);
        before.delete(line.key);
        setAttribute(line.shape, "stroke", colorOf(first));
        labelled.add(first);
        this.lines.push(line);
        for (const owner of new Set([ownerOf(first, boxes)!, ownerOf(other, boxes)!])) {
          if (!this.linesAt.has(owner)) this.linesAt.set(owner, []);
          this.linesAt.get(owner)!.push(line);
        }
        this.draw(line);
      }
    setChildren(
      this.lineLayer,
      this.lines.flatMap(({ shape, touch }) => [shape, touch]),
    );
    setChildren(
      this.labels,
      this.lines.flatMap(({ label }) => (label === undefined ? [] : [label])),
    );
    this.choose(undefined);
    this.drawDots();
  }

  /** Of lines between components that move together, their corners after the move. */
  carriedCorners(names: ReadonlySet<string>, dx: number, dy: number): Corners {
    const carried = new Map<string, readonly Corner[]>();
    for (const { key, first, other } of this.lines) {
      const corners = this.corners.get(key);
      const isInside = [first, other].every((end) => names.has(ownerOf(end, this.boxes) ?? ""));
      if (corners !== undefined && isInside)
        carried.set(
          key,
          corners.map(([x, y]) => [x + dx, y + dy]),
        );
    }
    return carried;
  }

  /** Whether a line goes through a rectangle. */
  isIn(left: number, top: number, right: number, bottom: number): boolean {
    return this.lines.some(({ points }) =>
      points.slice(1).some(([x, y], k) => {
        const [u, v] = points[k]!;
        return Math.max(x, u) > left && Math.min(x, u) < right && Math.max(y, v) > top && Math.min(y, v) < bottom;
      }),
    );
  }

  /** After components have moved. */
  redraw(names: Iterable<string>, boxes: ReadonlyMap<string, PlacedBox>, carried: Corners): void {
    this.boxes = boxes;
    const drawn = new Set<DrawnLine>();
    for (const name of names) for (const line of this.linesAt.get(name) ?? []) drawn.add(line);
    for (const line of drawn) this.draw(line, carried.get(line.key));
    if (drawn.size > 0) this.drawDots(new Set([...drawn].map(({ net }) => net)));
  }

  /** Texts beside the lines, by their first ends. */
  label(textOf: (end: string) => string): void {
    for (const line of this.lines) {
      const { first, label } = line;
      if (label === undefined) continue;
      const text = textOf(first);
      if (label.textContent === text) continue;
      const isOther = label.textContent.length !== text.length;
      label.textContent = text;
      if (isOther) this.placeLabel(line);
    }
  }

  lineOf(target: EventTarget | null): DrawnLine | undefined {
    return this.lines.find(({ touch, shape }) => touch === target || shape === target);
  }

  /** Lines of a component one after the other, for the keyboard. */
  focusNext(name: string): void {
    const own = this.linesAt.get(name) ?? [];
    if (own.length === 0) {
      this.actions.say(`${name} has no lines.`);
      return;
    }
    this.choose(own[(own.indexOf(this.chosen!) + 1) % own.length]!);
  }

  choose(line: DrawnLine | undefined): void {
    this.chosen?.shape.classList.remove("chosen");
    this.chosen = line;
    line?.shape.classList.add("chosen");
    line?.touch.focus();
    if (line !== undefined)
      this.actions.say(`Line from ${line.first} to ${line.other}: arrow keys move it, Delete removes it.`);
  }

  /** The corners that a line would have with one of its pieces moved. */
  dragged(line: DrawnLine, piece: number, from: readonly Corner[], dx: number, dy: number): readonly Corner[] {
    const corners = movedPiece(from, piece, dx, dy);
    this.draw(line, corners);
    this.drawDots(new Set([line.net]));
    return corners;
  }

  private key(event: KeyboardEvent): void {
    const line = this.lineOf(event.target);
    if (line === undefined) return;
    const steps: Readonly<Record<string, Corner>> = {
      ArrowLeft: [-10, 0],
      ArrowRight: [10, 0],
      ArrowUp: [0, -10],
      ArrowDown: [0, 10],
    };
    const step = steps[event.key];
    if (step !== undefined) this.actions.setCorners(new Map([[line.key, this.shifted(line, step)]]));
    else if (event.key === "Delete" || event.key === "Backspace") this.actions.remove(line.first, line.other);
    else if (event.key === "Escape") this.choose(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The longest piece that can go that way. */
  private shifted({ points }: DrawnLine, [dx, dy]: Corner): Corner[] {
    let [best, longest] = [0, -1];
    for (let k = 0; k + 1 < points.length; k++) {
      const [[ax, ay], [bx, by]] = [points[k]!, points[k + 1]!];
      const length = dx === 0 ? (ay === by ? Math.abs(ax - bx) : -1) : ax === bx ? Math.abs(ay - by) : -1;
      // pieces at the ports only when there is nothing else
      const isInner = k > 0 && k + 2 < points.length;
      const weight = length < 0 ? -1 : length + (isInner ? 1e6 : 0);
      if (weight > longest) [best, longest] = [k, weight];
    }
    return longest < 0 ? points.slice(1, -1) : movedPiece(points, best, dx, dy);
  }

  private placeLabel({ label, points }: DrawnLine): void {
    const text = label?.textContent ?? "";
    if (label === undefined || text === "") return;
    const { x, y, anchor } = labelPlace(points, text, this.boxes.values());
    label.setAttribute("x", String(x));
    label.setAttribute("y", String(y));
    label.setAttribute("text-anchor", anchor);
  }

  private draw(line: DrawnLine, corners = this.corners.get(line.key)): void {
    const points = route(portAt(this.boxes, line.first)!, portAt(this.boxes, line.other)!, corners);
    line.points = points;
    const written = points.map((point) => point.join(" ")).join(", ");
    if (setAttribute(line.shape, "points", written)) line.touch.setAttribute("points", written);
    this.placeLabel(line);
  }

  /** Where lines of a net meet; `nets`: those that have changed. */
  private drawDots(nets?: ReadonlySet<number>): void {
    const byNet = new Map<number, DrawnLine[]>();
    for (const line of this.lines) {
      if (!byNet.has(line.net)) byNet.set(line.net, []);
      byNet.get(line.net)!.push(line);
    }
    const before = new Map<string, SVGElement>();
    for (const dot of this.dots.splice(0))
      if (nets === undefined || nets.has(Number(dot.getAttribute("data-net"))))
        before.set(dot.getAttribute("data-dot")!, dot);
      else this.dots.push(dot);
    for (const [net, lines] of byNet) {
      if (lines.length < 2 || (nets !== undefined && !nets.has(net))) continue;
      const fill = lines[0]!.shape.getAttribute("stroke")!;
      for (const [x, y] of junctions(lines.map(({ points }) => points))) {
        const key = `${net} ${x} ${y} ${fill}`;
        const known = before.get(key);
        const place = { cx: String(x), cy: String(y), r: "4", fill };
        const dot =
          known ?? make("circle", { class: "diagram-junction", ...place, "data-net": String(net), "data-dot": key });
        before.delete(key);
        this.dots.push(dot);
        if (known === undefined) this.element.append(dot);
      }
    }
    for (const dot of before.values()) dot.remove();
  }
}

/** `labelled`: first ends of lines that have a label. */
function made(first: string, other: string, net: number, labelled: ReadonlySet<string>): DrawnLine {
  const key = lineKey(first, other);
  return {
    key,
    first,
    other,
    net,
    shape: make("polyline", { "data-line": key }),
    touch: make("polyline", {
      class: "diagram-touch",
      tabindex: "-1",
      role: "button",
      "aria-label": `Line from ${first} to ${other}`,
    }),
    label: labelled.has(first) ? undefined : make("text", { class: "diagram-value" }),
    points: [],
  };
}

export function pieceUnder(line: DrawnLine, place: Corner): number {
  return pieceAt(line.points, place);
}

/** A number for every end: ends that are joined, directly or by others, have the same. */
function netsOf({ connections }: Outline): Map<string, number> {
  const parent = new Map<string, string>();
  const rootOf = (end: string): string => {
    let root = end;
    while (parent.get(root) !== undefined && parent.get(root) !== root) root = parent.get(root)!;
    return root;
  };
  for (const ends of connections)
    for (const end of ends) {
      if (!parent.has(end)) parent.set(end, end);
      parent.set(rootOf(end), rootOf(ends[0]!));
    }
  const numbers = new Map<string, number>();
  const nets = new Map<string, number>();
  for (const end of parent.keys()) {
    const root = rootOf(end);
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    nets.set(end, numbers.get(root)!);
  }
  return nets;
}
