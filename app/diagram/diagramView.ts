/**
 * A model as a picture of components and lines that can be edited: boxes are moved, connectors joined by dragging, and every change is
 * a change of the text. Keys: + and − zoom, 0 shows all, Space chooses, with Shift one more, arrows move what is chosen, R turns it, X mirrors it, C connects it, L goes through its lines, Delete removes
 * it, Enter opens it, Escape leaves it.
 *
 * Length   one picture and the gestures on it, which read and write the same few fields
 */
import type { Point } from "../document/diagramEdits.ts";
import type { Corners } from "../document/lineEdits.ts";
import type { Outline, OutlineConnector } from "../engine/outline.ts";
import { setAttribute, setChildren } from "../scene/keptElements.ts";
import { boxWidth, connectorAt, ownerOf, type PlacedBox, placeBoxes, portAt } from "./diagramLayout.ts";
import { domainColor, drawNode, make, portsOf } from "./drawNode.ts";
import { freeShift } from "./freeShift.ts";
import { type Rectangle, shownArea } from "./labelPlace.ts";
import { type DrawnLine, LineLayer, pieceUnder } from "./lineLayer.ts";
import { branch, type Corner } from "./lineRoutes.ts";
import { endOf, reasonAgainst } from "./reasonAgainst.ts";

export interface DiagramActions {
  /** `corners` of lines that go along; `isSeen`: the picture has them there already. */
  move(places: ReadonlyMap<string, Point>, corners?: Corners, isSeen?: boolean): void;
  /** `corners` when the line has them from the start, from one to other. */
  connect(one: string, other: string, corners?: readonly Corner[]): void;
  disconnect(end: string): void;
  setCorners(corners: Corners): void;
  removeLine(first: string, other: string): void;
  /** A line from the component is wanted, without a pointer. */
  beginLine(name: string): void;
  /** A line was dropped outside of the diagram. */
  dropLine(end: string, x: number, y: number): void;
  /** What a connector has at the time of the cursor; "" before a run. */
  valuesAt(end: string): string;
  remove(names: readonly string[]): void;
  /** Other components are chosen. */
  choose(names: readonly string[]): void;
  /** What a component is made of is to be shown. */
  open(name: string): void;
  say(message: string): void;
}

export interface DiagramContent {
  readonly outline: Outline;
  readonly places: ReadonlyMap<string, Point>;
  readonly corners: Corners;
  readonly isReadOnly: boolean;
  /** Word of the libraries for a component; empty when nobody knows. */
  readonly typeOf: (name: string) => string;
  /** What is wrong with a component; undefined when nothing is. */
  readonly problemOf: (name: string) => string | undefined;
}

const grid = 10;
const [smallestScale, largestScale] = [0.05, 4];
/** Of a step by key or button. */
export const zoomStep = 1.25;

type Drag =
  | {
      readonly kind: "boxes";
      /** Which of them the pointer is on. */
      readonly name: string;
      readonly from: ReadonlyMap<string, PlacedBox>;
      readonly x: number;
      readonly y: number;
      hasMoved: boolean;
    }
  | { readonly kind: "line"; readonly end: string; readonly connector: OutlineConnector }
  | {
      readonly kind: "piece";
      readonly line: DrawnLine;
      readonly piece: number;
      readonly from: readonly Corner[];
      readonly x: number;
      readonly y: number;
      corners: readonly Corner[] | undefined;
    }
  | { readonly kind: "band"; readonly x: number; readonly y: number };

export class DiagramView {
  readonly element: SVGSVGElement;
  private readonly actions: DiagramActions;
  private readonly lines: LineLayer;
  private readonly nodeLayer = make("g", {});
  private readonly loose = make("polyline", { class: "diagram-loose" });
  private readonly band = make("rect", { class: "diagram-band", width: "0", height: "0" });
  private content: DiagramContent | undefined;
  private boxes = new Map<string, PlacedBox>();
  private nodes = new Map<string, SVGElement>();
  /** What the nodes were made of, to see which of them have to be made again. */
  private madeOf = new Map<string, string>();
  /** Ends of lines. */
  private joined: ReadonlySet<string> = new Set();
  private drag: Drag | undefined;
  /** What is shown, to see whether something else is to be. */
  private drawn = "";
  /** There is something else, which is shown when nothing is dragged. */
  private isLate = false;
  /** What moves the sheet in the page, and waits until nothing is dragged. */
  private waiting: (() => void)[] = [];
  private chosen = new Set<string>();
  /** Width and height of the pane, 0 before anybody has told: to ask for them takes as long as to draw everything. */
  private room: readonly [width: number, height: number] = [0, 0];
  /** Pixels per unit of the drawing: chosen, or 0 while the drawing finds it; and as it is. */
  private chosenScale = 0;
  private scale = 1;
  /** Pixels of the sheet that the pane shows or has above and beside it. */
  private reached: readonly [width: number, height: number] = [0, 0];
  /** Components that are to be brought into sight as soon as they are there. */
  private awaited = new Set<string>();

  constructor(actions: DiagramActions) {
    this.actions = actions;
    this.element = make("svg", {
      class: "diagram",
      role: "group",
      "aria-label": "Diagram of the model",
      tabindex: "-1",
    });
    this.lines = new LineLayer({
      setCorners: (corners) => !this.isReadOnly && actions.setCorners(corners),
      remove: (first, other) => !this.isReadOnly && actions.removeLine(first, other),
      say: (text) => actions.say(text),
    });
    this.lines.element.addEventListener("pointerdown", (event) => this.pointerDownOnLine(event));
    this.element.append(this.lines.element, this.nodeLayer, this.lines.labels, this.loose, this.band);
    this.element.addEventListener("pointermove", (event) => this.pointerMove(event));
    this.element.addEventListener("pointerup", (event) => this.pointerUp(event));
    this.element.addEventListener("pointercancel", () => this.pointerCancel());
    this.element.addEventListener("pointerdown", (event) => this.pointerDownOnGround(event));
    // the sheet has the focus after a click on it: keys mean what is chosen
    this.element.addEventListener("keydown", (event) => event.target === this.element && this.key(event));
    // a finger on the ground scrolls, on a component or a line it drags: browsers do not look at `touch-action` inside of a drawing
    const hold = (event: TouchEvent): void => {
      if ((event.target as Element).closest(".diagram-node, .diagram-touch") !== null) event.preventDefault();
    };
    this.element.addEventListener("touchstart", hold, { passive: false });
    this.element.addEventListener(
      "wheel",
      (event) => {
        // two fingers on a touch pad, too
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.zoom(Math.exp(-0.002 * Math.max(-100, Math.min(100, event.deltaY))), event);
      },
      { passive: false },
    );
    // whoever has captured the pointer gets the clicks
    this.element.addEventListener("dblclick", ({ clientX, clientY }) => {
      const target = document.elementFromPoint(clientX, clientY);
      const end = target?.closest(".diagram-port")?.getAttribute("data-end");
      const name = target?.closest(".diagram-node")?.getAttribute("data-component");
      if (typeof end === "string") {
        if (!this.isReadOnly) actions.disconnect(end);
      } else if (typeof name === "string") actions.open(name);
    });
  }

  private get isReadOnly(): boolean {
    return this.content?.isReadOnly !== false;
  }

  show(content: DiagramContent): void {
    const { outline, places, corners, isReadOnly, typeOf, problemOf } = content;
    const names = outline.components.map(({ name }) => [typeOf(name), problemOf(name)]);
    const drawn = JSON.stringify([outline, [...places], [...corners], isReadOnly, names]);
    this.content = content;
    // nothing is taken from under the pointer
    this.isLate = this.drag !== undefined;
    if (this.isLate || drawn === this.drawn) return;
    this.drawn = drawn;
    this.boxes = placeBoxes(content.outline, content.places);
    // of an element of a vector of connectors the whole, which is drawn as one
    this.joined = new Set(outline.connections.flat().flatMap((end) => [end, end.replace(/\[[^\]]*\]/g, "")]));
    this.element.classList.toggle(
      "on-paper",
      outline.components.some(({ icon }) => icon !== undefined),
    );
    const focused = (document.activeElement as Element | null)?.getAttribute("data-component");
    this.showNodes();
    this.lines.show(outline, this.boxes, corners, (end) => this.colorOf(end));
    this.fit();
    this.chosen = new Set([...this.chosen].filter((name) => this.boxes.has(name)));
    this.mark();
    // where the component is gone keys go on on the sheet
    if (focused !== null && focused !== undefined)
      (this.nodes.get(focused) ?? this.element).focus({ preventScroll: true });
    this.reveal([...this.awaited]);
  }

  /** Brings components into sight, those that are not there yet as soon as they are. */
  reveal(names: readonly string[]): void {
    for (const name of names) {
      const node = this.nodes.get(name);
      if (node === undefined) this.awaited.add(name);
      else {
        this.awaited.delete(name);
        node.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    }
  }

  /** How far copies go from their originals to stand beside everything. */
  freeShift(copies: readonly Rectangle[]): Corner {
    return freeShift(copies, [...this.boxes.values()]);
  }

  /** A node that would be the same is moved. */
  private showNodes(): void {
    const { typeOf, problemOf } = this.content!;
    const [nodes, madeOf] = [this.nodes, this.madeOf];
    this.nodes = new Map();
    this.madeOf = new Map();
    for (const [name, box] of this.boxes) {
      const { x, y, ports, ...rest } = box;
      const joined = ports.map(({ connector }) => this.joined.has(endOf(name, connector)));
      const own = JSON.stringify([rest, ports, typeOf(name), problemOf(name), joined]);
      const node = madeOf.get(name) === own ? nodes.get(name)! : this.node(box);
      setAttribute(node, "transform", `translate(${x} ${y})`);
      this.nodes.set(name, node);
      this.madeOf.set(name, own);
    }
    setChildren(this.nodeLayer, [...this.nodes.values()]);
  }

  /** Chosen components, without telling anybody. */
  set selection(names: readonly string[]) {
    this.chosen = new Set(names);
    this.mark();
  }

  get selection(): readonly string[] {
    return [...this.chosen].filter((name) => this.boxes.has(name));
  }

  boxOf(name: string): PlacedBox | undefined {
    return this.boxes.get(name);
  }

  /** Texts beside the lines, by their first ends. */
  label(textOf: (end: string) => string): void {
    this.lines.label(textOf);
  }

  /** Components that have just done something. */
  flash(names: ReadonlySet<string>): void {
    for (const [name, node] of this.nodes) node.classList.toggle("happening", names.has(name));
  }

  /** A place on the sheet for what is dropped there: its middle is under the pointer. */
  placeAt({ x, y }: { readonly x: number; readonly y: number }): Point {
    const at = new DOMPoint(x, y).matrixTransform(this.element.getScreenCTM()!.inverse());
    return [snap(at.x - boxWidth / 2), snap(at.y - 30)];
  }

  /** The first place of a narrow grid that no box is near, and no line goes through. */
  freePlace(): Point {
    const [columns, width, height] = [3, 170, 110];
    const boxes = [...this.boxes.values()];
    // the sheet of a class lies about its origin
    const isClass = boxes.some(({ icon }) => icon !== undefined);
    const left = isClass ? snap(Math.min(...boxes.map(({ x }) => x))) : 30;
    const top = isClass ? snap(Math.min(...boxes.map(({ y }) => y))) : 40;
    for (let k = 0; ; k++) {
      const [x, y] = [left + (k % columns) * width, top + Math.floor(k / columns) * height];
      const isFree = boxes.every(
        (box) => Math.abs(box.x - x) >= box.width + 20 || y >= box.y + box.height + 30 || box.y >= y + 90,
      );
      if (isFree && !this.lines.isIn(x, y, x + boxWidth, y + 60)) return [x, y];
    }
  }

  private choose(names: readonly string[]): void {
    this.selection = names;
    this.actions.choose(names);
  }

  private mark(): void {
    for (const [name, node] of this.nodes) node.classList.toggle("chosen", this.chosen.has(name));
  }

  private node(box: PlacedBox): SVGElement {
    const { name } = box.component;
    const { typeOf, problemOf } = this.content!;
    const group = drawNode(box, typeOf(name), problemOf(name));
    group.append(
      ...portsOf(box, typeOf(name), {
        isJoined: (end) => this.joined.has(end),
        valuesAt: (end) => this.actions.valuesAt(end),
        begin: (end, connector, event) => {
          if (this.isReadOnly) return;
          this.drag = { kind: "line", end, connector };
          this.element.setPointerCapture(event.pointerId);
          this.light(connector, end);
        },
      }),
    );
    group.addEventListener("pointerdown", (event) => this.pointerDown(event, name));
    group.addEventListener("keydown", (event) => this.key(event, name));
    return group;
  }

  private colorOf(end: string): string {
    return domainColor(this.connectorAt(end)?.domain ?? "");
  }

  private connectorAt(end: string): OutlineConnector | undefined {
    return connectorAt(this.boxes, end);
  }

  /** Connectors that can take a line from this one stand out. */
  private light(connector: OutlineConnector | undefined, own?: string): void {
    for (const port of this.nodeLayer.querySelectorAll(".diagram-port")) {
      const end = port.getAttribute("data-end")!;
      const other = this.connectorAt(end);
      const isPossible =
        connector !== undefined && other !== undefined && end !== own && reasonAgainst(connector, other) === "";
      port.classList.toggle("possible", isPossible);
      port.classList.toggle("impossible", connector !== undefined && end !== own && !isPossible);
    }
  }

  /** What is chosen, with the component or without it. */
  private toggled(name: string): readonly string[] {
    const others = this.selection.filter((other) => other !== name);
    return this.chosen.has(name) ? others : [...others, name];
  }

  private pointerDown(event: PointerEvent, name: string): void {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      this.choose(this.toggled(name));
      return;
    }
    if (!this.chosen.has(name)) this.choose([name]);
    const { x, y } = this.place(event);
    this.lines.choose(undefined);
    const from = new Map(this.selection.map((each) => [each, this.boxes.get(each)!]));
    this.drag = { kind: "boxes", name, from, x, y, hasMoved: false };
    this.element.setPointerCapture(event.pointerId);
  }

  private pointerDownOnLine(event: PointerEvent): void {
    const line = this.lines.lineOf(event.target);
    if (line === undefined) return;
    event.stopPropagation();
    event.preventDefault();
    this.choose([]);
    this.lines.choose(line);
    const { x, y } = this.place(event);
    this.drag = { kind: "piece", line, piece: pieceUnder(line, [x, y]), from: line.points, x, y, corners: undefined };
    this.element.setPointerCapture(event.pointerId);
  }

  private pointerDownOnGround(event: PointerEvent): void {
    if (event.target !== this.element) return;
    this.choose([]);
    this.lines.choose(undefined);
    // a finger scrolls
    if (event.pointerType !== "mouse") return;
    this.drag = { kind: "band", ...this.place(event) };
    this.element.setPointerCapture(event.pointerId);
  }

  private pointerMove(event: PointerEvent): void {
    const { drag } = this;
    if (drag === undefined) return;
    const { x, y } = this.place(event);
    if (drag.kind === "band") this.drawBand(drag, x, y);
    else if (this.isReadOnly) return;
    else if (drag.kind === "boxes") {
      const [dx, dy] = [snap(x - drag.x), snap(y - drag.y)];
      drag.hasMoved ||= dx !== 0 || dy !== 0;
      if (drag.hasMoved) this.put(drag.from, dx, dy);
    } else if (drag.kind === "piece") {
      const [dx, dy] = [snap(x - drag.x), snap(y - drag.y)];
      if (dx !== 0 || dy !== 0 || drag.corners !== undefined)
        drag.corners = this.lines.dragged(drag.line, drag.piece, drag.from, dx, dy);
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
    this.drop(drag, event);
    // boxes that were moved change the text, whose picture follows
    if (this.isLate && !(drag.kind === "boxes" && drag.hasMoved)) this.show(this.content!);
    this.rest();
  }

  /** The browser has taken the pointer for something else: nothing was moved or joined. */
  private pointerCancel(): void {
    const { drag } = this;
    this.drag = undefined;
    if (drag?.kind === "band") this.drawBand(drag, drag.x, drag.y);
    this.loose.setAttribute("points", "");
    this.light(undefined);
    this.drawn = "";
    if (this.content !== undefined) this.show(this.content);
    this.rest();
  }

  /** Does what would move the sheet under the pointer as soon as nothing is dragged. */
  whenStill(action: () => void): void {
    if (this.drag === undefined) action();
    else this.waiting.push(action);
  }

  private rest(): void {
    for (const action of this.waiting.splice(0)) action();
  }

  private drop(drag: Drag, event: PointerEvent): void {
    if (drag.kind === "boxes") {
      // a click on one of several means it alone
      if (!drag.hasMoved && drag.from.size > 1) this.choose([drag.name]);
      if (!drag.hasMoved || this.isReadOnly) return;
      const [[name, box]] = drag.from as unknown as readonly [readonly [string, PlacedBox]];
      const now = this.boxes.get(name)!;
      const carried = this.lines.carriedCorners(new Set(drag.from.keys()), now.x - box.x, now.y - box.y);
      this.actions.move(this.placesOf([...drag.from.keys()]), carried, true);
      return;
    }
    if (drag.kind === "piece") {
      this.pieceUp(drag, event);
      return;
    }
    if (drag.kind === "band") {
      const { x, y } = this.place(event);
      this.drawBand(drag, drag.x, drag.y);
      const isIn = (box: PlacedBox): boolean =>
        box.x < Math.max(x, drag.x) &&
        box.x + box.width > Math.min(x, drag.x) &&
        box.y < Math.max(y, drag.y) &&
        box.y + box.height > Math.min(y, drag.y);
      if (Math.hypot(x - drag.x, y - drag.y) > 4)
        this.choose([...this.boxes.values()].filter(isIn).map(({ component }) => component.name));
      return;
    }
    this.loose.setAttribute("points", "");
    this.light(undefined);
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const line = this.lines.lineOf(under);
    if (line !== undefined) {
      this.connectToLine(drag.end, drag.connector, line, this.place(event));
      return;
    }
    const end = under?.closest(".diagram-port")?.getAttribute("data-end");
    if (end === undefined || end === null || end === drag.end) return;
    const reason = reasonAgainst(drag.connector, this.connectorAt(end)!);
    if (reason === "") this.actions.connect(drag.end, end);
    else this.actions.say(`${drag.end} and ${end} cannot be connected: ${reason}.`);
  }

  /** A piece of a line was let go: in the diagram it stays there, elsewhere the line is taken for what it carries. */
  private pieceUp({ line, corners }: Extract<Drag, { kind: "piece" }>, { clientX, clientY }: PointerEvent): void {
    const under = document.elementFromPoint(clientX, clientY);
    if (under !== null && !this.element.parentElement!.contains(under)) {
      this.lines.redraw([ownerOf(line.first, this.boxes)!], this.boxes, new Map());
      this.actions.dropLine(line.first, clientX, clientY);
    } else if (corners !== undefined) this.actions.setCorners(new Map([[line.key, corners]]));
  }

  /** A line that ends on another one is joined with it there. */
  private connectToLine(
    end: string,
    connector: OutlineConnector,
    line: DrawnLine,
    { x, y }: { x: number; y: number },
  ): void {
    const reason = reasonAgainst(connector, this.connectorAt(line.first)!);
    if (reason !== "") this.actions.say(`${end} cannot be joined with this line: ${reason}.`);
    else if (end !== line.first && end !== line.other)
      this.actions.connect(
        end,
        line.first,
        branch(portAt(this.boxes, end)!, [snap(x), snap(y)], line.points, pieceUnder(line, [x, y])),
      );
  }

  private drawBand(from: { readonly x: number; readonly y: number }, x: number, y: number): void {
    this.band.setAttribute("x", String(Math.min(x, from.x)));
    this.band.setAttribute("y", String(Math.min(y, from.y)));
    this.band.setAttribute("width", String(Math.abs(x - from.x)));
    this.band.setAttribute("height", String(Math.abs(y - from.y)));
  }

  /** Where components are now, for the text. */
  placesOf(names: readonly string[]): Map<string, Point> {
    return new Map(
      names.flatMap((name) => {
        const box = this.boxes.get(name);
        return box === undefined ? [] : [[name, [box.x, box.y, box.turn, box.isMirrored] as const]];
      }),
    );
  }

  /** `name`: the component that has the focus; without one keys mean what is chosen. */
  private key(event: KeyboardEvent, name = this.selection[0]): void {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-grid, 0],
      ArrowRight: [grid, 0],
      ArrowUp: [0, -grid],
      ArrowDown: [0, grid],
    };
    const step = steps[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.zoomKey(event.key)) {
      event.preventDefault();
      return;
    }
    if (name === undefined) return;
    if (event.key === " ") this.choose(event.shiftKey ? this.toggled(name) : [name]);
    else if (event.key === "Enter") {
      if (this.chosen.has(name)) this.actions.open(name);
      else this.choose([name]);
    } else if (event.key === "Escape") this.choose([]);
    else if (this.isReadOnly) return;
    else {
      const names = this.chosen.has(name) ? this.selection : [name];
      if (step !== undefined) this.shift(names, step);
      else if (event.key === "r" || event.key === "R") this.turn(names);
      else if (event.key === "x" || event.key === "X") this.mirror(names);
      else if (event.key === "c" || event.key === "C") this.actions.beginLine(name);
      else if (event.key === "l" || event.key === "L") this.lines.focusNext(name);
      else if (event.key === "Delete" || event.key === "Backspace") this.actions.remove(names);
      else return;
    }
    event.preventDefault();
  }

  private zoomKey(key: string): boolean {
    if (key === "+" || key === "=") this.zoom(zoomStep);
    else if (key === "-") this.zoom(1 / zoomStep);
    else if (key === "0") this.showAll();
    else return false;
    return true;
  }

  private shift(names: readonly string[], [dx, dy]: readonly [number, number]): void {
    const places = this.placesOf(names);
    for (const [name, [x, y, turn, isMirrored]] of places)
      places.set(name, [snap(x + dx), snap(y + dy), turn, isMirrored]);
    this.actions.move(places, this.lines.carriedCorners(new Set(names), dx, dy));
  }

  turn(names: readonly string[]): void {
    const places = this.placesOf(names);
    for (const [name, [x, y, turn = 0, isMirrored]] of places) places.set(name, [x, y, (turn + 90) % 360, isMirrored]);
    this.actions.move(places);
  }

  mirror(names: readonly string[]): void {
    const places = this.placesOf(names);
    for (const [name, [x, y, turn, isMirrored]] of places) places.set(name, [x, y, turn, isMirrored !== true]);
    this.actions.move(places);
  }

  private put(from: ReadonlyMap<string, PlacedBox>, dx: number, dy: number): void {
    this.drawn = "";
    for (const [name, box] of from) {
      this.boxes.set(name, { ...box, x: box.x + dx, y: box.y + dy });
      this.nodes.get(name)?.setAttribute("transform", `translate(${box.x + dx} ${box.y + dy})`);
    }
    const names = new Set(from.keys());
    this.lines.redraw(names, this.boxes, this.lines.carriedCorners(names, dx, dy));
  }

  /**
   * As large as its content, down to half of that when the pane is narrow; then the pane scrolls. The sheet covers the pane, so that it can be
   * clicked and drawn on wherever it is seen. `room`: width and height of the pane.
   */
  fit(room = this.room): void {
    this.room = room;
    // nothing moves under the pointer
    if (this.drag !== undefined) return;
    const { left, top, right, bottom } = shownArea(this.boxes.values());
    const [wide, high] = room;
    const found = wide === 0 ? 1 : Math.min(1, Math.max(0.5, wide / (right - left)));
    const scale = this.chosenScale === 0 ? found : this.chosenScale;
    this.scale = scale;
    const [least, lowest] = this.reached;
    const width = Math.max(wide, least, (right - left) * scale);
    const height = Math.max(high, lowest, (bottom - top) * scale);
    setAttribute(this.element, "viewBox", `${left} ${top} ${width / scale} ${height / scale}`);
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
  }

  /** Larger or smaller; a place of the page, by default the middle of the pane, stays where it is. */
  zoom(factor: number, at?: { readonly clientX: number; readonly clientY: number }): void {
    const pane = this.element.parentElement;
    if (pane === null || this.drag !== undefined) return;
    const { left, top } = pane.getBoundingClientRect();
    const [x, y] =
      at === undefined ? [pane.clientWidth / 2, pane.clientHeight / 2] : [at.clientX - left, at.clientY - top];
    const before = this.scale;
    this.chosenScale = Math.min(largestScale, Math.max(smallestScale, before * factor));
    const ratio = this.chosenScale / before;
    const [across, down] = [(pane.scrollLeft + x) * ratio - x, (pane.scrollTop + y) * ratio - y];
    const [wide, high] = this.room;
    // empty ground beside a small drawing is scrolled to as well
    this.reached = [Math.floor(across + wide), Math.floor(down + high)];
    this.fit();
    pane.scrollLeft = across;
    pane.scrollTop = down;
  }

  /** All of it in the pane, as large as it can be but not larger than it is drawn. */
  showAll(): void {
    const { left, top, right, bottom } = shownArea(this.boxes.values());
    const [wide, high] = this.room;
    const scale = Math.min(1, wide / (right - left), high / (bottom - top));
    this.chosenScale = Math.max(smallestScale, scale);
    this.reached = [0, 0];
    this.fit();
  }

  /** The drawing finds its scale again. */
  forgetScale(): void {
    this.chosenScale = 0;
    this.reached = [0, 0];
    this.fit();
  }

  private place(event: PointerEvent): { x: number; y: number } {
    const matrix = this.element.getScreenCTM()!.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  }
}

function snap(value: number): number {
  return Math.round(value / grid) * grid;
}
