/**
 * spatialDistribution(in0, in1, x, …): what is transported through a pipe of length 1 with dz/dt + der(x)·dz/dy = 0 [Modelica 3.7.4.2].
 *
 * The content moves with x, so that each part of it keeps its place y − x: what entered at y = 0 when x was x₀ is at −x₀, what entered at y = 1
 * at 1 − x₀. The content is a list of smooth pieces, ordered by that place: parts of the profile at the start, which are straight, and what has
 * entered between two events, of which the first and the last point of the histories of in0 or in1 and x are noted. The value at a
 * place is that of the instant when x was there, by the polynomials of the step, so that a flow that begins from rest is followed as exactly as any other.
 *
 * A piece is read up to its border; that the border arrives is an event, behind which the next piece is read.
 */
import type { Course, Transport, TransportedContent } from "../../compile/eventTables.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";

interface Piece {
  low: number;
  high: number;
  /** Where it has entered; −1: it was there at the start. */
  readonly side: -1 | 0 | 1;
  readonly from: number;
  to: number;
  /** Of the start: its first place, and how the value grows from there. */
  readonly begin: number;
  readonly value: number;
  readonly slope: number;
}

/** A step brings no more than this part of the content, by the velocity of the last one. */
const partOfStep = 0.5;
/** Places nearer than this, relative to x, are the same. */
const samePlace = 1e-10;
/** Changes at an event below this part of the largest value are rounding. */
const smallestJump = 1e-10;
/** Of the search for the instant at which x had a value. */
const mostIterations = 80;

export class TransportedProfile implements TransportedContent {
  private readonly inlets: readonly [Course, Course];
  private readonly x: Course;
  private readonly interpolate: (course: Course, index: number, t: number) => number;
  private readonly points: readonly number[];
  private readonly values: readonly number[];
  private readonly pieces: Piece[] = [];
  private growing: Piece | undefined;
  private speed = 0;

  constructor(...[[in0, in1, x], points, values, interpolate]: Parameters<Transport["create"]>) {
    this.inlets = [in0, in1];
    this.x = x;
    this.interpolate = interpolate;
    this.points = points;
    this.values = values;
    checkPoints(points, values);
  }

  get longestStep(): number {
    return this.speed > 0 ? partOfStep / this.speed : Number.POSITIVE_INFINITY;
  }

  noteEvent(): void {
    const { pieces, x, growing } = this;
    const k = x.count - 1;
    if (pieces.length === 0) this.begin(x.values[k]!);
    else if (this.jumps(x, k)) throw jumpOfX(x.times[k]!, x.values[k - 1]!, x.values[k]!);
    else if (growing !== undefined && this.jumps(this.inlets[growing.side as 0 | 1], k)) this.growing = undefined;
    else if (growing !== undefined) growing.to = k;
  }

  noteStep(from: number): void {
    const { x } = this;
    const to = x.count - 1;
    const [start, end] = [x.values[from]!, x.values[to]!];
    const moved = end - start;
    this.speed = Math.abs(moved) / (x.times[to]! - x.times[from]!);
    if (Math.abs(moved) >= 1) throw replacedAtOnce(x.times[from]!, x.times[to]!, moved);
    if (moved === 0) {
      this.growing = undefined;
      return;
    }
    const side = moved > 0 ? 0 : 1;
    const piece = this.growing?.side === side ? this.growing : this.newPiece(side, side - start, from);
    piece.to = to;
    if (side === 0) piece.low = -end;
    else piece.high = 1 - end;
    this.growing = piece;
    // what lies outside although the event of its border was not looked for
    this.leave(end, -placeSlack(end));
  }

  pass(V: Float64Array): void {
    const { x } = this;
    if (this.pieces.length > 0) {
      const now = x.sign * V[x.variable]!;
      this.leave(now, placeSlack(now));
    }
  }

  value(outlet: 0 | 1, place: number): number {
    const { pieces, values } = this;
    const piece = outlet === 0 ? pieces[0] : pieces.at(-1);
    if (piece === undefined) return values[outlet === 0 ? 0 : values.length - 1]!;
    const at = Math.min(Math.max(place, piece.low), piece.high);
    if (piece.side < 0) return piece.value + piece.slope * (at - piece.begin);
    return this.entered(piece, piece.side - at);
  }

  border(outlet: number): number {
    const { pieces } = this;
    const piece = outlet === 0 ? pieces[0] : pieces.at(-1);
    if (piece === undefined) return outlet === 0 ? Number.MAX_VALUE : -Number.MAX_VALUE;
    const beyond = pieces.length > 1 ? 0 : 1;
    return outlet === 0 ? piece.high + beyond : piece.low - beyond;
  }

  private begin(x: number): void {
    const { points, values } = this;
    for (let i = 1; i < points.length; i++) {
      const [y0, y1] = [points[i - 1]!, points[i]!];
      if (y1 === y0) continue;
      const slope = (values[i]! - values[i - 1]!) / (y1 - y0);
      const begin = y0 - x;
      this.pieces.push({ low: begin, high: y1 - x, side: -1, from: 0, to: 0, begin, value: values[i - 1]!, slope });
    }
  }

  private newPiece(side: 0 | 1, place: number, from: number): Piece {
    const { pieces } = this;
    const piece: Piece = { low: place, high: place, side, from, to: from, begin: 0, value: 0, slope: 0 };
    if (side === 0) {
      while (pieces.length > 1 && pieces[0]!.high <= place) pieces.shift();
      pieces[0]!.low = Math.max(pieces[0]!.low, place);
      pieces.unshift(piece);
    } else {
      while (pieces.length > 1 && pieces.at(-1)!.low >= place) pieces.pop();
      pieces.at(-1)!.high = Math.min(pieces.at(-1)!.high, place);
      pieces.push(piece);
    }
    return piece;
  }

  private leave(x: number, slack: number): void {
    const { pieces } = this;
    while (pieces.length > 1 && pieces.at(-1)!.low >= 1 - x - slack) this.forget(pieces.pop()!);
    while (pieces.length > 1 && pieces[0]!.high <= -x + slack) this.forget(pieces.shift()!);
  }

  private forget(piece: Piece): void {
    if (piece === this.growing) this.growing = undefined;
  }

  private jumps({ values, scale }: Course, k: number): boolean {
    return Math.abs(values[k]! - values[k - 1]!) > smallestJump * scale;
  }

  /** What entered when x was `wanted`: x grows from point to point at y = 0, and becomes less at y = 1. */
  private entered({ side, from, to }: Piece, wanted: number): number {
    const { x } = this;
    const line = this.inlets[side as 0 | 1];
    const isBefore = (k: number): boolean => (side === 0 ? x.values[k]! <= wanted : x.values[k]! >= wanted);
    let [low, high] = [from, to];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (isBefore(middle)) low = middle;
      else high = middle;
    }
    return this.interpolate(line, high, this.instant(low, high, wanted));
  }

  /** When x was `wanted`, between two points: regula falsi in the form that moves both ends (Illinois). */
  private instant(low: number, high: number, wanted: number): number {
    const { x } = this;
    let [a, b] = [x.times[low]!, x.times[high]!];
    let [fa, fb] = [x.values[low]! - wanted, x.values[high]! - wanted];
    if (fa * fb >= 0 || x.begins[high] === high) return Math.abs(fa) < Math.abs(fb) ? a : b;
    for (let i = 0; i < mostIterations; i++) {
      const t = b - (fb * (b - a)) / (fb - fa);
      if (t <= Math.min(a, b) || t >= Math.max(a, b)) break;
      const f = this.interpolate(x, high, t) - wanted;
      if (f === 0) return t;
      if (f * fb < 0) [a, fa] = [b, fb];
      else fa *= 0.5;
      [b, fb] = [t, f];
    }
    return Math.abs(fa) < Math.abs(fb) ? a : b;
  }
}

function placeSlack(x: number): number {
  return samePlace * Math.max(1, Math.abs(x));
}

function checkPoints(points: readonly number[], values: readonly number[]): void {
  const isOrdered = points.every((point, i) => i === 0 || point >= points[i - 1]!);
  if (isOrdered && points[0] === 0 && points.at(-1) === 1 && points.length === values.length) return;
  throw new RattlebackError(
    "E-ARGUMENTS",
    "spatialDistribution takes initial points from 0 to 1 in order, with a value each.",
    {
      because: `${points.join(", ")} are given with ${values.length} values`,
      hint: "begin with 0 and end with 1; two equal points make a jump",
      data: { points, values },
    },
  );
}

function jumpOfX(time: number, before: number, after: number): RattlebackError {
  return new RattlebackError("E-ARGUMENTS", "The x of spatialDistribution jumps.", {
    where: `t = ${time} s`,
    because: `it is ${before} in front of the event and ${after} behind it; what would be inside then is not known`,
    hint: "let der(x) be the velocity, and no reinit change x",
    data: { time, before, after },
  });
}

function replacedAtOnce(from: number, to: number, moved: number): RattlebackError {
  return new RattlebackError("E-ARGUMENTS", "The content of spatialDistribution is replaced within one step.", {
    where: `t = ${from} s`,
    because: `x changes by ${moved} up to t = ${to} s, and 1 is the whole length`,
    hint: "set maximumStep to less than the time that the content takes",
    data: { from, to, moved },
  });
}
