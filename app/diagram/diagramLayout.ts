/** Where components, connectors and lines of a diagram stand: given places are kept, others are found. Pure numbers, in pixels. */
import type { Outline, OutlineComponent, OutlineConnector } from "../engine/outline.ts";

export interface PlacedPort {
  readonly connector: OutlineConnector;
  readonly side: "left" | "right";
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
  readonly ports: readonly PlacedPort[];
}

export const boxWidth = 120;
/** Names stand above the connectors. */
const titleHeight = 40;
const portDistance = 22;
const rowHeight = 110;
const columnWidth = 210;
/** Columns of what is connected to nothing. */
const looseColumns = 4;

export function placeBoxes(
  outline: Outline,
  places: ReadonlyMap<string, readonly [number, number]>,
): Map<string, PlacedBox> {
  const automatic = automaticPlaces(outline);
  const boxes = new Map<string, PlacedBox>();
  for (const component of outline.components) {
    const [x, y] = places.get(component.name) ?? automatic.get(component.name)!;
    boxes.set(component.name, boxAt(component, x, y));
  }
  return boxes;
}

function boxAt(component: OutlineComponent, x: number, y: number): PlacedBox {
  const { connectors } = component;
  const undirected = connectors.filter(({ direction }) => direction === "both");
  const half = Math.ceil(undirected.length / 2);
  const isLeft = (connector: OutlineConnector): boolean =>
    connector.direction === "input" || (connector.direction === "both" && undirected.indexOf(connector) < half);
  const left = connectors.filter(isLeft);
  const right = connectors.filter((connector) => !isLeft(connector));
  const height = titleHeight + portDistance * Math.max(1, left.length, right.length);
  const placed = (list: readonly OutlineConnector[], side: "left" | "right"): PlacedPort[] =>
    list.map((connector, k) => ({
      connector,
      side,
      x: side === "left" ? 0 : boxWidth,
      y: (titleHeight + height) / 2 - 4 + (k - (list.length - 1) / 2) * portDistance,
    }));
  return { component, x, y, width: boxWidth, height, ports: [...placed(left, "left"), ...placed(right, "right")] };
}

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
  const rows = new Map<number, number>();
  for (const [name, at] of column) {
    const row = rows.get(at) ?? 0;
    rows.set(at, row + 1);
    places.set(name, [40 + at * columnWidth, 30 + row * rowHeight]);
  }
  const below = Math.max(0, ...rows.values());
  components
    .filter(({ name }) => !column.has(name))
    .forEach(({ name }, k) => {
      const row = below + Math.floor(k / looseColumns);
      places.set(name, [40 + (k % looseColumns) * columnWidth, 30 + row * rowHeight]);
    });
  return places;
}

/** The component to which an end of a connection belongs: the longest name that it begins with. */
export function ownerOf(end: string, names: ReadonlySet<string>): string | undefined {
  for (let name = end; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf("."))))
    if (names.has(name)) return name;
  return undefined;
}

export interface PortPlace {
  readonly x: number;
  readonly y: number;
  readonly side: "left" | "right";
}

export function portAt(boxes: ReadonlyMap<string, PlacedBox>, end: string): PortPlace | undefined {
  const owner = ownerOf(end, new Set(boxes.keys()));
  const box = owner === undefined ? undefined : boxes.get(owner);
  if (box === undefined) return undefined;
  const inner = end.slice(owner!.length + 1);
  const port =
    box.ports.find(({ connector }) => connector.name === inner) ??
    box.ports.find(({ connector }) => inner.startsWith(`${connector.name}.`));
  return port && { x: box.x + port.x, y: box.y + port.y, side: port.side };
}

/** Right-angled, out of the ports and around: the points of the line. */
export function route(a: PortPlace, b: PortPlace): readonly (readonly [number, number])[] {
  const stub = 16;
  const out = (port: PortPlace): number => port.x + (port.side === "left" ? -stub : stub);
  const [ax, bx] = [out(a), out(b)];
  if (a.side !== b.side && (a.side === "right" ? ax <= bx : ax >= bx)) {
    const middle = (ax + bx) / 2;
    return [
      [a.x, a.y],
      [middle, a.y],
      [middle, b.y],
      [b.x, b.y],
    ];
  }
  if (a.side === b.side) {
    const far = a.side === "left" ? Math.min(ax, bx) : Math.max(ax, bx);
    return [
      [a.x, a.y],
      [far, a.y],
      [far, b.y],
      [b.x, b.y],
    ];
  }
  const level = (a.y + b.y) / 2 + (Math.abs(a.y - b.y) < 40 ? 60 : 0);
  return [
    [a.x, a.y],
    [ax, a.y],
    [ax, level],
    [bx, level],
    [bx, b.y],
    [b.x, b.y],
  ];
}
