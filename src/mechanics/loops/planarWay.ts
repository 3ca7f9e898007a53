/**
 * One way of a loop in a plane, from the body that both ways begin at to the closing hinge, in numbers of the plane. Formulas: planarChains.ts.
 */
import * as elementary from "../../math/elementary.ts";
import { mulMV } from "../../math/mat3.ts";
import { type Mechanism, recursionCode } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { takeTurn } from "../positions.ts";

/** Unit vectors u, v, n = u × v, world axes. */
export type Plane = readonly [Float64Array, Float64Array, Float64Array];

/** One way of a loop: its links and the point at its end. */
export class PlanarWay {
  readonly sign: number;
  readonly count: number;
  /** Place of the coordinate of each link in q, −1 of links that are fixed. */
  readonly coordinate: Int32Array;
  /** Place of its rate in v. */
  readonly velocity: Int32Array;
  /** ±1 of a link that turns about ±n, 0 of others. */
  readonly turn: Float64Array;
  /** l, a of each link: u, v components. */
  readonly base: Float64Array;
  readonly axis: Float64Array;
  /** c */
  readonly end: Float64Array;
  /** Cosine and sine of the turn of each link; p, or Φ_P·a of a slide; the tip. */
  readonly turned: Float64Array;
  readonly place: Float64Array;
  readonly tip = new Float64Array(2);
  /** Cosine and sine of the turn of its last body. */
  readonly endTurn = new Float64Array(2);
  /** From one link to the next, and from the last to the tip: Φ_P·l, Φ·c. */
  readonly way: Float64Array;
  /** Acceleration of the tip without accelerations of the coordinates. */
  readonly bias = new Float64Array(2);
  /** Those of the mechanism. */
  private readonly turns: Float64Array;

  /** The way along `path`, which begins at its end, to the point r of the body there, by the present positions. */
  constructor(
    mechanism: Mechanism,
    state: MechanismState,
    path: Int32Array,
    sign: number,
    [u, v, n]: Plane,
    body: number,
    r: Float64Array,
  ) {
    const { lever, S, q } = state;
    const { vStart, qStart, recursion } = mechanism;
    const links = [...path].reverse();
    this.turns = state.turns;
    this.sign = sign;
    this.count = links.length;
    this.coordinate = new Int32Array(links.length).fill(-1);
    this.velocity = Int32Array.from(links, (b) => vStart[b]);
    this.turn = new Float64Array(links.length);
    this.base = new Float64Array(2 * links.length);
    this.axis = new Float64Array(2 * links.length);
    this.turned = new Float64Array(2 * links.length);
    this.place = new Float64Array(2 * links.length);
    this.way = new Float64Array(2 * links.length + 2);
    let [c, s] = [1, 0];
    const inFrame = (out: Float64Array, at: number, x: number, y: number): void => {
      out[at] = c * x + s * y;
      out[at + 1] = c * y - s * x;
    };
    links.forEach((b, k) => {
      const j = vStart[b];
      let [x, y] = [dot(u, lever, 3 * b), dot(v, lever, 3 * b)];
      if (vStart[b + 1] > j) {
        this.coordinate[k] = qStart[b];
        if (recursion[b] === recursionCode.prismatic) {
          const [ax, ay] = [dot(u, S, 6 * j + 3), dot(v, S, 6 * j + 3)];
          inFrame(this.axis, 2 * k, ax, ay);
          x -= ax * q[qStart[b]];
          y -= ay * q[qStart[b]];
        } else this.turn[k] = dot(n, S, 6 * j) > 0 ? 1 : -1;
      }
      inFrame(this.base, 2 * k, x, y);
      if (this.turn[k] === 0) return;
      const [ck, sk] = [elementary.cos(q[qStart[b]]), this.turn[k] * elementary.sin(q[qStart[b]])];
      [c, s] = [c * ck - s * sk, s * ck + c * sk];
    });
    const end = new Float64Array(3);
    mulMV(end, 0, state.motion.rotation, 9 * body, r, 0);
    this.end = new Float64Array(2);
    inFrame(this.end, 0, dot(u, end, 0), dot(v, end, 0));
  }

  /** Cosines and sines of the turns by q. */
  take(q: Float64Array): void {
    const { count, coordinate, turn, turned, turns } = this;
    for (let k = 0; k < count; k++) {
      if (turn[k] === 0) continue;
      const c = coordinate[k];
      if (turns[3 * c] !== q[c]) takeTurn(turns, q, c);
      turned[2 * k] = turns[3 * c + 1];
      turned[2 * k + 1] = turn[k] * turns[3 * c + 2];
    }
  }

  /** The coordinate of a link has become smaller by a little. */
  turnBack(k: number, change: number): void {
    const { turned, turn } = this;
    if (turn[k] === 0) return;
    const square = change * change;
    const versine = 0.5 * square * (1 - (square / 12) * (1 - square / 30));
    const sine = -turn[k] * change * (1 - (square / 6) * (1 - square / 20));
    const c = turned[2 * k];
    const s = turned[2 * k + 1];
    turned[2 * k] = c - (c * versine + s * sine);
    turned[2 * k + 1] = s + (c * sine - s * versine);
  }

  /** place, way, tip, endTurn ← q and turned. */
  follow(q: Float64Array): void {
    const { count, coordinate, turn, base, axis, turned, place, way, tip, end, endTurn } = this;
    let c = 1;
    let s = 0;
    let x = 0;
    let y = 0;
    for (let k = 0; k < count; k++) {
      const i = 2 * k;
      way[i] = c * base[i] - s * base[i + 1];
      way[i + 1] = s * base[i] + c * base[i + 1];
      x += way[i];
      y += way[i + 1];
      if (turn[k] !== 0) {
        place[i] = x;
        place[i + 1] = y;
        const next = c * turned[i] - s * turned[i + 1];
        s = s * turned[i] + c * turned[i + 1];
        c = next;
      } else if (coordinate[k] >= 0) {
        place[i] = c * axis[i] - s * axis[i + 1];
        place[i + 1] = s * axis[i] + c * axis[i + 1];
        x += place[i] * q[coordinate[k]];
        y += place[i + 1] * q[coordinate[k]];
      }
    }
    endTurn[0] = c;
    endTurn[1] = s;
    way[2 * count] = c * end[0] - s * end[1];
    way[2 * count + 1] = s * end[0] + c * end[1];
    tip[0] = x + way[2 * count];
    tip[1] = y + way[2 * count + 1];
  }

  /** bias ← place, way and v. */
  computeBias(q: Float64Array, v: Float64Array): void {
    const { count, coordinate, velocity, turn, place, way, bias } = this;
    let rate = 0;
    let x = 0;
    let y = 0;
    for (let k = 0; k < count; k++) {
      const i = 2 * k;
      x -= rate * rate * way[i];
      y -= rate * rate * way[i + 1];
      if (turn[k] !== 0) rate += turn[k] * v[velocity[k]];
      else if (coordinate[k] >= 0) {
        const inwards = rate * rate * q[coordinate[k]];
        const across = 2 * rate * v[velocity[k]];
        x -= inwards * place[i] + across * place[i + 1];
        y -= inwards * place[i + 1] - across * place[i];
      }
    }
    bias[0] = x - rate * rate * way[2 * count];
    bias[1] = y - rate * rate * way[2 * count + 1];
  }

  /** Components of the column of a link. */
  columnU(k: number): number {
    const { sign, turn, tip, place } = this;
    return turn[k] === 0 ? sign * place[2 * k] : -sign * turn[k] * (tip[1] - place[2 * k + 1]);
  }
  columnV(k: number): number {
    const { sign, turn, tip, place } = this;
    return turn[k] === 0 ? sign * place[2 * k + 1] : sign * turn[k] * (tip[0] - place[2 * k]);
  }
}

function dot(a: Float64Array, b: Float64Array, at: number): number {
  return a[0] * b[at] + a[1] * b[at + 1] + a[2] * b[at + 2];
}
