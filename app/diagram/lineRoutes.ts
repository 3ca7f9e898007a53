/** The ways of lines in a diagram: right-angled, out of the connectors, through the corners that somebody gave them. Pure numbers, in pixels. */
import type { PortPlace, Side } from "./diagramLayout.ts";

export type Corner = readonly [x: number, y: number];

const directions: Readonly<Record<Side, Corner>> = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] };
const stub = 16;

/** The points of a line: through its corners, or out of the ports and around where it has none. */
export function route(a: PortPlace, b: PortPlace, corners: readonly Corner[] = []): readonly Corner[] {
  if (corners.length > 0) return simplified(through(a, corners, b));
  const [start, end]: [Corner, Corner] = [
    [a.x, a.y],
    [b.x, b.y],
  ];
  if (isFacing(a, b)) return [start, end];
  const [p, q] = [stubEnd(a), stubEnd(b)];
  return simplified([start, p, ...between(a.side, p, b.side, q), q, end]);
}

/** Whether a straight line leads out of one port into the other. */
function isFacing(a: PortPlace, b: PortPlace): boolean {
  const [[ax, ay], [bx, by]] = [directions[a.side], directions[b.side]];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  return ax === -bx && ay === -by && ax * dy - ay * dx === 0 && ax * dx + ay * dy > 0;
}

/** Corners as they are kept, with those beside the ports where these are now: a box that moves takes its part of the line along. */
function through(a: PortPlace, corners: readonly Corner[], b: PortPlace): Corner[] {
  const [start, end]: [Corner, Corner] = [
    [a.x, a.y],
    [b.x, b.y],
  ];
  const [first, second] = corners;
  if (first === undefined) return [start, end];
  if (second === undefined) {
    // one corner: the line begins in the direction in which it was drawn
    const isLevel =
      Math.abs(first[1] - a.y) + Math.abs(first[0] - b.x) <= Math.abs(first[0] - a.x) + Math.abs(first[1] - b.y);
    return [start, isLevel ? [b.x, a.y] : [a.x, b.y], end];
  }
  const own: Corner[] = [...corners];
  const [last, before] = [corners.at(-1)!, corners.at(-2)!];
  own[0] = first[0] === second[0] ? [first[0], a.y] : [a.x, first[1]];
  own[own.length - 1] = last[0] === before[0] ? [last[0], b.y] : [b.x, last[1]];
  return [start, ...own, end];
}

/** Corners of a line of which the piece behind point `at` is moved sideways by (dx, dy). Pieces at the ports get a piece more. */
export function movedPiece(points: readonly Corner[], at: number, dx: number, dy: number): Corner[] {
  const [a, b] = [points[at]!, points[at + 1]!];
  const isLevel = a[1] === b[1];
  const moved = ([x, y]: Corner): Corner => (isLevel ? [x, y + dy] : [x + dx, y]);
  const before = points.slice(1, at + 1);
  const behind = points.slice(at + 1, -1);
  // beside a port the line goes on as far as its stub before it turns
  const stubOf = (from: Corner, to: Corner): Corner => {
    const way = isLevel ? to[0] - from[0] : to[1] - from[1];
    const length = Math.sign(way) * Math.min(stub, Math.abs(way) / 3);
    return isLevel ? [from[0] + length, from[1]] : [from[0], from[1] + length];
  };
  const start = at === 0 ? [stubOf(a, b), moved(stubOf(a, b))] : [...before.slice(0, -1), moved(a)];
  const isLast = at === points.length - 2;
  const end = isLast ? [moved(stubOf(b, a)), stubOf(b, a)] : [moved(b), ...behind.slice(1)];
  return [...start, ...end].map(([x, y]) => [Math.round(x), Math.round(y)]);
}

/** Corners of a line from a port to a place on another line, and along that line to where it begins. */
export function branch(from: PortPlace, at: Corner, line: readonly Corner[], piece: number): Corner[] {
  const [a, b] = [line[piece]!, line[piece + 1]!];
  const on: Corner = a[1] === b[1] ? [at[0], a[1]] : [a[0], at[1]];
  const isAcross = a[1] !== b[1];
  const out = stubEnd(from);
  const corner: Corner = isAcross ? [out[0], on[1]] : [on[0], out[1]];
  const all = simplified([[from.x, from.y], out, corner, on, ...line.slice(0, piece + 1).reverse()]);
  return all.slice(1, -1).map(([x, y]) => [Math.round(x), Math.round(y)]);
}

/** Pieces of lines by the coordinate that is the same all along: from lowest to highest. */
type Pieces = Map<number, (readonly [low: number, high: number])[]>;

/** Where lines of one net meet: points from which they go in three or four directions. Ports are not among them. */
export function junctions(lines: readonly (readonly Corner[])[]): Corner[] {
  if (lines.length < 2) return [];
  const [upright, level]: [Pieces, Pieces] = [new Map(), new Map()];
  const put = (pieces: Pieces, at: number, a: number, b: number): void => {
    const piece = [Math.min(a, b), Math.max(a, b)] as const;
    const known = pieces.get(at);
    if (known === undefined) pieces.set(at, [piece]);
    else known.push(piece);
  };
  for (const points of lines)
    for (let k = 1; k < points.length; k++) {
      const [[ax, ay], [bx, by]] = [points[k - 1]!, points[k]!];
      if (ax === bx) put(upright, ax, ay, by);
      else if (ay === by) put(level, ay, ax, bx);
    }
  const ports = new Set(lines.flatMap((points) => [points[0]!.join(), points.at(-1)!.join()]));
  const found = new Map<string, Corner>();
  for (const points of lines)
    for (const point of points.slice(1, -1)) {
      const key = point.join();
      const ways = waysAlong(upright.get(point[0]), point[1]) + waysAlong(level.get(point[1]), point[0]);
      if (ways > 2 && !ports.has(key)) found.set(key, point);
    }
  return [...found.values()];
}

/** In how many of the two directions along pieces they go on from a place. */
function waysAlong(pieces: readonly (readonly [low: number, high: number])[] = [], at: number): number {
  let [isBefore, isBehind] = [false, false];
  for (const [low, high] of pieces) {
    isBefore ||= low < at && at <= high;
    isBehind ||= low <= at && at < high;
  }
  return Number(isBefore) + Number(isBehind);
}

/** The piece of a line that is nearest to a point: number of its first point. */
export function pieceAt(points: readonly Corner[], [x, y]: Corner): number {
  let [best, least] = [0, Infinity];
  for (let k = 0; k + 1 < points.length; k++) {
    const [[ax, ay], [bx, by]] = [points[k]!, points[k + 1]!];
    const dx = Math.max(Math.min(ax, bx) - x, 0, x - Math.max(ax, bx));
    const dy = Math.max(Math.min(ay, by) - y, 0, y - Math.max(ay, by));
    if (dx + dy < least) [best, least] = [k, dx + dy];
  }
  return best;
}

/** Corners between the ends of two stubs. */
function between(from: Side, [ax, ay]: Corner, to: Side, [bx, by]: Corner): Corner[] {
  const isAcross = (side: Side): boolean => side === "left" || side === "right";
  if (isAcross(from) && isAcross(to)) {
    if (from === to) {
      const far = from === "left" ? Math.min(ax, bx) : Math.max(ax, bx);
      // not through the boxes between them
      if (Math.abs(ay - by) < 20 && Math.abs(ax - bx) > 2 * stub) {
        const level = Math.max(ay, by) + 60;
        return [
          [ax, level],
          [bx, level],
        ];
      }
      return [
        [far, ay],
        [far, by],
      ];
    }
    const isAhead = from === "right" ? ax <= bx : ax >= bx;
    if (isAhead) {
      const middle = (ax + bx) / 2;
      return [
        [middle, ay],
        [middle, by],
      ];
    }
    const level = (ay + by) / 2 + (Math.abs(ay - by) < 40 ? 60 : 0);
    return [
      [ax, level],
      [bx, level],
    ];
  }
  if (!isAcross(from) && !isAcross(to)) {
    const turned = between(sideTurned(from), [ay, ax], sideTurned(to), [by, bx]);
    return turned.map(([x, y]) => [y, x] as const);
  }
  // one across, one along: a single corner
  return [isAcross(from) ? [bx, ay] : [ax, by]];
}

function sideTurned(side: Side): Side {
  return ({ left: "top", right: "bottom", top: "left", bottom: "right" } as const)[side];
}

/** Without points that are where the one before is, or on a straight line between their neighbours. */
function simplified(points: readonly Corner[]): readonly Corner[] {
  const own = points.filter(([x, y], k) => k === 0 || x !== points[k - 1]![0] || y !== points[k - 1]![1]);
  return own.filter(([x, y], k) => {
    const [before, after] = [own[k - 1], own[k + 1]];
    if (before === undefined || after === undefined) return true;
    return !((before[0] === x && x === after[0]) || (before[1] === y && y === after[1]));
  });
}

function stubEnd({ x, y, side }: PortPlace): Corner {
  return [x + stub * directions[side][0], y + stub * directions[side][1]];
}
