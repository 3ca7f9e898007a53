/** Where components, connectors and lines of a diagram stand: given places are kept, others are found. Pure numbers, in pixels. */
import type { IconPlace } from "../../src/modelica/classDiagram.ts";
import type { ClassIcon, IconPoint } from "../../src/modelica/classIcon.ts";
import type { Point } from "../document/diagramEdits.ts";
import { iconBox, newPlace, turnedSize } from "../document/modelicaPlaces.ts";
import type { Outline, OutlineComponent, OutlineConnector } from "../engine/outline.ts";

export type Side = "left" | "right" | "top" | "bottom";

export interface PlacedPort {
  readonly connector: OutlineConnector;
  readonly side: Side;
  /** From the upper left corner of the box. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedBox {
  readonly component: OutlineComponent;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise: 0, 90, 180 or 270. */
  readonly turn: number;
  readonly isMirrored: boolean;
  readonly ports: readonly PlacedPort[];
  /** Width and height of the icon of a class before it is turned. */
  readonly icon?: readonly [width: number, height: number];
}

export const boxWidth = 100;
export const lowestHeight = 56;
const portDistance = 22;
const rowHeight = 110;
const columnWidth = 190;
/** Columns of what is connected to nothing. */
const looseColumns = 4;
/** Columns of a band of what is connected. */
const mostColumns = 12;

export function placeBoxes(outline: Outline, places: ReadonlyMap<string, Point>): Map<string, PlacedBox> {
  const automatic = automaticPlaces(outline);
  const boxes = new Map<string, PlacedBox>();
  for (const component of outline.components) {
    const [x, y, turn = 0, isMirrored = false] = places.get(component.name) ?? automatic.get(component.name)!;
    const { icon, place } = component;
    const box =
      icon === undefined
        ? boxAt(component, x, y, turn, isMirrored)
        : iconBoxAt(component, icon, place ?? newPlace([x, y]));
    boxes.set(component.name, box);
  }
  return boxes;
}

/** A component that has the icon of its class: connectors are where the icon has them. */
function iconBoxAt(component: OutlineComponent, { extent }: ClassIcon, place: IconPlace): PlacedBox {
  const box = iconBox(place);
  const [width, height] = turnedSize(box);
  const { turn, isMirrored } = box;
  const [[x1, y1], [x2, y2]] = extent;
  const angle = (turn * Math.PI) / 180;
  const inBox = ([x, y]: IconPoint): Corner => {
    const across = ((x - (x1 + x2) / 2) / Math.abs(x2 - x1)) * box.width * (isMirrored ? -1 : 1);
    const down = (-(y - (y1 + y2) / 2) / Math.abs(y2 - y1)) * box.height;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [
      Math.round(10 * (width / 2 + cos * across - sin * down)) / 10,
      Math.round(10 * (height / 2 + sin * across + cos * down)) / 10,
    ];
  };
  const edges = edgePlaces(component.connectors, extent);
  const ports = component.connectors.map((connector) => {
    const own = connector.place;
    const [x, y] =
      connector.name === ""
        ? [width / 2, height / 2]
        : inBox(own === undefined ? edges.get(connector)! : middleOf(own));
    return { connector, x, y, side: connector.name === "" ? sideInwards(connector) : sideOf(x, y, width, height) };
  });
  const [left, top] = [box.x - width / 2, box.y - height / 2];
  return { component, x: left, y: top, width, height, turn, isMirrored, ports, icon: [box.width, box.height] };
}

type Corner = readonly [x: number, y: number];

/** Connectors whose class does not say where they are stand along the edges of its icon: signals by direction, of others half on each side. */
function edgePlaces(
  connectors: readonly OutlineConnector[],
  [[x1, y1], [x2, y2]]: readonly [IconPoint, IconPoint],
): ReadonlyMap<OutlineConnector, IconPoint> {
  const loose = connectors.filter(({ place }) => place === undefined);
  const undirected = loose.filter(({ direction }) => direction === "both");
  const half = Math.ceil(undirected.length / 2);
  const isLeft = (connector: OutlineConnector): boolean =>
    connector.direction === "input" || (connector.direction === "both" && undirected.indexOf(connector) < half);
  const places = new Map<OutlineConnector, IconPoint>();
  for (const [list, x] of [
    [loose.filter(isLeft), Math.min(x1, x2)],
    [loose.filter((connector) => !isLeft(connector)), Math.max(x1, x2)],
  ] as const)
    list.forEach((connector, k) => {
      places.set(connector, [x, Math.max(y1, y2) - (Math.abs(y2 - y1) * (k + 1)) / (list.length + 1)]);
    });
  return places;
}

function middleOf({ extent: [[x1, y1], [x2, y2]], origin, rotation }: IconPlace): IconPoint {
  const angle = (rotation * Math.PI) / 180;
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  return [
    origin[0] + Math.cos(angle) * mx - Math.sin(angle) * my,
    origin[1] + Math.sin(angle) * mx + Math.cos(angle) * my,
  ];
}

/** The edge that a connector is nearest to. */
function sideOf(x: number, y: number, width: number, height: number): Side {
  const distances: readonly (readonly [Side, number])[] = [
    ["left", x],
    ["right", width - x],
    ["top", y],
    ["bottom", height - y],
  ];
  return distances.reduce((best, next) => (next[1] < best[1] ? next : best))[0];
}

/** Signals that come from outside go on to the right; what is given to the outside comes from the left. */
function sideInwards({ direction }: OutlineConnector): Side {
  return direction === "output" ? "left" : "right";
}

function boxAt(component: OutlineComponent, x: number, y: number, turn: number, isMirrored: boolean): PlacedBox {
  const { connectors } = component;
  const undirected = connectors.filter(({ direction }) => direction === "both");
  // a source that follows a signal has its signal on the left
  const isSource =
    undirected.length === 1 && connectors.length > 1 && connectors.every((c) => c.direction !== "output");
  const half = isSource ? 0 : Math.ceil(undirected.length / 2);
  const isLeft = (connector: OutlineConnector): boolean =>
    connector.direction === "input" || (connector.direction === "both" && undirected.indexOf(connector) < half);
  const left = connectors.filter(isLeft);
  const right = connectors.filter((connector) => !isLeft(connector));
  const height = Math.max(lowestHeight, portDistance * Math.max(left.length, right.length) + 12);
  const isUpright = turn % 180 === 0;
  const size = isUpright ? [boxWidth, height] : [height, boxWidth];
  const placed = (list: readonly OutlineConnector[], side: "left" | "right"): PlacedPort[] =>
    list.map((connector, k) => {
      const isOnLeft = (side === "left") !== isMirrored;
      let [dx, dy] = [isOnLeft ? -boxWidth / 2 : boxWidth / 2, (k - (list.length - 1) / 2) * portDistance];
      let at = isOnLeft ? 0 : 2;
      for (let angle = 0; angle < turn; angle += 90) {
        [dx, dy] = [-dy, dx];
        at = (at + 1) % 4;
      }
      return { connector, side: sides[at]!, x: size[0]! / 2 + dx, y: size[1]! / 2 + dy };
    });
  const ports = [...placed(left, "left"), ...placed(right, "right")];
  return { component, x, y, width: size[0]!, height: size[1]!, turn, isMirrored, ports };
}

/** Clockwise. */
const sides: readonly Side[] = ["left", "top", "right", "bottom"];

/** Columns from left to right by the distance along connections from where signals or flows begin; what is alone stands below. */
export function automaticPlaces({ components, connections }: Outline): Map<string, readonly [number, number]> {
  const names = new Set(components.map(({ name }) => name));
  const near = new Map<string, Set<string>>(components.map(({ name }) => [name, new Set()]));
  const inputs = new Map<string, number>();
  for (const ends of connections) {
    const of = ends.map((end) => ownerOf(end, names)).filter((name) => name !== undefined);
    for (const one of of) for (const other of of) if (one !== other) near.get(one)!.add(other);
    for (const [k, name] of of.entries()) if (k > 0) inputs.set(name, (inputs.get(name) ?? 0) + 1);
  }
  const column = new Map<string, number>();
  // from what nothing leads to; then from whatever is left
  const starts = [...near.keys()]
    .filter((name) => near.get(name)!.size > 0)
    .sort((a, b) => (inputs.get(a) ?? 0) - (inputs.get(b) ?? 0));
  for (const start of starts) {
    if (column.has(start)) continue;
    column.set(start, 0);
    for (const waiting = [start]; waiting.length > 0; ) {
      const name = waiting.shift()!;
      for (const next of near.get(name)!) {
        if (column.has(next)) continue;
        column.set(next, column.get(name)! + 1);
        waiting.push(next);
      }
    }
  }
  const places = new Map<string, readonly [number, number]>();
  const tops = bandTops([...column.values()]);
  const rows = new Map<number, number>();
  for (const [name, at] of column) {
    const row = rows.get(at) ?? 0;
    rows.set(at, row + 1);
    const top = tops[Math.floor(at / mostColumns)]! + row;
    places.set(name, [40 + (at % mostColumns) * columnWidth, 30 + top * rowHeight]);
  }
  const below = tops.at(-1)!;
  components
    .filter(({ name }) => !column.has(name))
    .forEach(({ name }, k) => {
      const row = below + Math.floor(k / looseColumns);
      places.set(name, [40 + (k % looseColumns) * columnWidth, 30 + row * rowHeight]);
    });
  return places;
}

/** Long chains go on below, like the lines of a text: the first row of each band of columns, and that below all of them. */
function bandTops(columns: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const at of columns) counts.set(at, (counts.get(at) ?? 0) + 1);
  const bands = Math.ceil((Math.max(-1, ...counts.keys()) + 1) / mostColumns);
  const tops = [0];
  for (let band = 0; band < bands; band++) {
    const own = Array.from({ length: mostColumns }, (_, k) => counts.get(band * mostColumns + k) ?? 0);
    tops.push(tops[band]! + Math.max(...own));
  }
  return tops;
}

/** The component to which an end of a connection belongs: the longest name that it begins with. */
export function ownerOf(end: string, names: { has(name: string): boolean }): string | undefined {
  for (let name = end; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
    if (names.has(name)) return name;
    // of an array that is drawn as one component
    const whole = name.replace(/\[[^\]]*\]$/, "");
    if (whole !== name && names.has(whole)) return whole;
  }
  return undefined;
}

/** The connector that an end of a connection names. */
export function connectorAt(boxes: ReadonlyMap<string, PlacedBox>, end: string): OutlineConnector | undefined {
  return placedPort(boxes, end)?.port?.connector;
}

function placedPort(
  boxes: ReadonlyMap<string, PlacedBox>,
  end: string,
): { readonly box: PlacedBox; readonly port: PlacedPort | undefined } | undefined {
  const owner = ownerOf(end, boxes);
  const box = owner === undefined ? undefined : boxes.get(owner);
  if (box === undefined) return undefined;
  const inner = end
    .slice(owner!.length)
    .replace(/^\[[^\]]*\]/, "")
    .slice(1);
  const port =
    box.ports.find(({ connector }) => connector.name === inner) ??
    box.ports.find(({ connector }) => inner.startsWith(`${connector.name}.`) || inner.startsWith(`${connector.name}[`));
  return { box, port };
}

export interface PortPlace {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
}

export function portAt(boxes: ReadonlyMap<string, PlacedBox>, end: string): PortPlace | undefined {
  const found = placedPort(boxes, end);
  if (found?.port === undefined) return undefined;
  const { box, port } = found;
  return { x: box.x + port.x, y: box.y + port.y, side: port.side };
}
