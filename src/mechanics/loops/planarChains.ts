/**
 * Loops in a plane that determine two coordinates of their own: cranks with sliders, four-bar linkages. Each is closed by itself, in numbers of
 * its plane, which mostly leaves nothing to do for Newton's method with all constraints in space.
 *
 *     links from the body that both ways begin at, along each way        p = p_P + Φ_P·(l + a·q),   Φ = Φ_P·Rot(σ·q)
 *     point of the closing hinge at the end of each way                  tip = p + Φ·c
 *     gap                                                                tip_B − tip_A
 *     columns of the two coordinates                                     ±σ·n × (tip − p)  of a turn,   ±Φ_P·a  of a slide
 *
 * Source   [Haug1989] ch. 3 (planar kinematics); Newton's method as in closeLoops.ts
 */
import * as elementary from "../../math/elementary.ts";
import { mulMV } from "../../math/mat3.ts";
import { cross3 } from "../../math/vec3.ts";
import { type Mechanism, recursionCode } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import { takeTurn } from "../positions.ts";
import type { LoopGroup, LoopsOnTheirOwn } from "./loopGroup.ts";

const maximumIterations = 6;
/** Gaps relative to the size of the group: what is closed but for rounding stays as it is, to the last bit. */
const closedGap = 1e-15;
/** A correction as small as this, in rad or sizes of the group, leaves its square. */
const lastCorrection = 1e-9;
/** Larger ones have left the prediction. */
const largestCorrection = 0.3;
/** rad: up to here the series of the turn by a correction is exact. */
const seriesTurn = 1e-3;

/** One way of a loop: its links and the point at its end. */
class PlanarWay {
  readonly sign: number;
  readonly count: number;
  /** Place of the coordinate of each link in q, −1 of links that are fixed. */
  readonly coordinate: Int32Array;
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
    this.turn = new Float64Array(links.length);
    this.base = new Float64Array(2 * links.length);
    this.axis = new Float64Array(2 * links.length);
    this.turned = new Float64Array(2 * links.length);
    this.place = new Float64Array(2 * links.length);
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

  /** The coordinate of a link that turns has become smaller by a little. */
  turnBack(k: number, change: number, q: Float64Array): void {
    const { turned, turn } = this;
    if (turn[k] === 0) return;
    if (Math.abs(change) > seriesTurn) {
      this.take(q);
      return;
    }
    const square = change * change;
    const versine = 0.5 * square * (1 - (square / 12) * (1 - square / 30));
    const sine = -turn[k] * change * (1 - (square / 6) * (1 - square / 20));
    const c = turned[2 * k];
    const s = turned[2 * k + 1];
    turned[2 * k] = c - (c * versine + s * sine);
    turned[2 * k + 1] = s + (c * sine - s * versine);
  }

  /** place, tip ← q and turned. */
  follow(q: Float64Array): void {
    const { count, coordinate, turn, base, axis, turned, place, tip, end } = this;
    let c = 1;
    let s = 0;
    let x = 0;
    let y = 0;
    for (let k = 0; k < count; k++) {
      const i = 2 * k;
      x += c * base[i] - s * base[i + 1];
      y += s * base[i] + c * base[i + 1];
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
    tip[0] = x + c * end[0] - s * end[1];
    tip[1] = y + s * end[0] + c * end[1];
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

/** A dependent coordinate: the link of a way, and its unit. */
interface Unknown {
  readonly way: PlanarWay;
  readonly link: number;
  readonly coordinate: number;
  readonly scale: number;
}

interface PlanarChain {
  readonly wayA: PlanarWay;
  readonly wayB: PlanarWay;
  readonly first: Unknown;
  readonly second: Unknown;
  /** m: gaps that count as closed. */
  readonly closed: number;
}

/** Unit vectors u, v, n = u × v, world axes. */
type Plane = readonly [Float64Array, Float64Array, Float64Array];

class PlanarChains implements LoopsOnTheirOwn {
  readonly count: number;
  private readonly chains: readonly PlanarChain[];

  constructor(chains: readonly PlanarChain[]) {
    this.chains = chains;
    this.count = chains.length;
  }

  close(q: Float64Array): void {
    const { chains } = this;
    for (let i = 0; i < chains.length; i++) {
      const { first, second } = chains[i];
      const before1 = q[first.coordinate];
      const before2 = q[second.coordinate];
      if (closeChain(chains[i], q)) continue;
      q[first.coordinate] = before1;
      q[second.coordinate] = before2;
    }
  }
}

/** The loops of the group that are closed by themselves; positions and rows must be up to date. */
export function findPlanarChains(mechanism: Mechanism, state: MechanismState, group: LoopGroup): LoopsOnTheirOwn {
  const { joints, planarRow, place, bindings, bindingStart, rowStart, coordinate, scale, local } = group;
  const { vStart } = mechanism;
  const chains: PlanarChain[] = [];
  joints.forEach((joint, i) => {
    const bodies = [...joint.pathA, ...joint.pathB];
    if (planarRow[i] < 0 || !bodies.every((b) => isLink(mechanism, b))) return;
    const isOwn = (j: number): boolean => {
      for (let k = bindingStart[j]; k < bindingStart[j + 1]; k++)
        if (bindings[k] < rowStart[i] || bindings[k] >= rowStart[i + 1]) return false;
      return true;
    };
    const dependent = bodies.filter((b) => vStart[b + 1] > vStart[b] && place[local[vStart[b]]] >= 0);
    if (dependent.length !== 2 || !dependent.every((b) => isOwn(local[vStart[b]]))) return;
    const plane = planeOf(group, planarRow[i]);
    const wayA = new PlanarWay(mechanism, state, joint.pathA, -1, plane, joint.bodyA, joint.r_A);
    const wayB = new PlanarWay(mechanism, state, joint.pathB, 1, plane, joint.bodyB, joint.r_B);
    const unknown = (b: number): Unknown => {
      const j = local[vStart[b]];
      const way = joint.pathA.includes(b) ? wayA : wayB;
      return { way, link: way.coordinate.indexOf(coordinate[j]), coordinate: coordinate[j], scale: scale[j] };
    };
    chains.push({
      wayA,
      wayB,
      first: unknown(dependent[0]),
      second: unknown(dependent[1]),
      closed: closedGap * group.size,
    });
  });
  return new PlanarChains(chains);
}

/** Whether its joint has at most one coordinate, which turns it about an axis through its origin or moves it along one. */
function isLink({ recursion, vStart }: Mechanism, b: number): boolean {
  return recursion[b] <= recursionCode.prismatic || vStart[b + 1] === vStart[b];
}

function planeOf({ direction }: LoopGroup, row: number): Plane {
  const u = direction.slice(6 * row + 3, 6 * row + 6);
  const v = direction.slice(6 * row + 9, 6 * row + 12);
  const n = new Float64Array(3);
  cross3(n, 0, u, 0, v, 0);
  return [u, v, n];
}

function dot(a: Float64Array, b: Float64Array, at: number): number {
  return a[0] * b[at] + a[1] * b[at + 1] + a[2] * b[at + 2];
}

function closeChain({ wayA, wayB, first, second, closed }: PlanarChain, q: Float64Array): boolean {
  wayA.take(q);
  wayB.take(q);
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    wayA.follow(q);
    wayB.follow(q);
    const gapU = wayB.tip[0] - wayA.tip[0];
    const gapV = wayB.tip[1] - wayA.tip[1];
    if (Math.abs(gapU) <= closed && Math.abs(gapV) <= closed) return true;
    const u1 = first.way.columnU(first.link);
    const v1 = first.way.columnV(first.link);
    const u2 = second.way.columnU(second.link);
    const v2 = second.way.columnV(second.link);
    const determinant = u1 * v2 - u2 * v1;
    const change1 = (gapU * v2 - gapV * u2) / determinant;
    const change2 = (gapV * u1 - gapU * v1) / determinant;
    const size = Math.max(Math.abs(change1) / first.scale, Math.abs(change2) / second.scale);
    if (!(size <= largestCorrection)) return false;
    q[first.coordinate] -= change1;
    q[second.coordinate] -= change2;
    if (size <= lastCorrection) return true;
    first.way.turnBack(first.link, change1, q);
    second.way.turnBack(second.link, change2, q);
  }
  return false;
}
