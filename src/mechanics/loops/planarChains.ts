/**
 * Loops in a plane that determine two coordinates of their own: cranks with sliders, four-bar linkages. Each is closed by itself, in numbers of
 * its plane, which mostly leaves nothing to do for Newton's method with all constraints in space. Where all loops of a group are such, the
 * constraints in space are not computed at all: T and the accelerations c of closed loops follow in the plane, too.
 *
 *     links from the body that both ways begin at, along each way        p = p_P + Φ_P·(l + a·q),   Φ = Φ_P·Rot(σ·q)
 *     point of the closing hinge at the end of each way                  tip = p + Φ·c
 *     gap                                                                tip_B − tip_A
 *     columns of the coordinates                                         ±σ·n × (tip − p)  of a turn,   ±Φ_P·a  of a slide
 *     c: the gap does not accelerate                                     tip¨ = −Σ ω²·d + Σ 2·ω × Φ_P·a·q̇,   d from link to link, q̈ = 0
 *     λ along the rows of the group, which turn with body A              columnsᵀ·F = what the coordinates lack,   λ = F seen from A
 *
 * Source   [Haug1989] ch. 3 (planar kinematics); Newton's method as in closeLoops.ts
 */
import { cross3 } from "../../math/vec3.ts";
import { type Mechanism, recursionCode } from "../mechanism.ts";
import type { MechanismState } from "../mechanismState.ts";
import type { LoopGroup, LoopsOnTheirOwn } from "./loopGroup.ts";
import { PlanarWay, type Plane } from "./planarWay.ts";

const maximumIterations = 6;
/** Gaps relative to the size of the group: what is closed but for rounding stays as it is, to the last bit. */
const closedGap = 1e-15;
/** A correction as small as this, in rad or sizes of the group, leaves its square. */
const lastCorrection = 1e-9;
/** Larger ones have left the prediction. */
const largestCorrection = 0.3;
/** rad: up to here the series of the turn by a correction is exact. */
const seriesTurn = 1e-3;

/** A coordinate of the loop: the link of a way, and its unit; its place among the dependent coordinates of the group, or the independent ones. */
interface ChainLink {
  readonly way: PlanarWay;
  readonly link: number;
  readonly coordinate: number;
  readonly scale: number;
  readonly place: number;
}

interface PlanarChain {
  readonly wayA: PlanarWay;
  readonly wayB: PlanarWay;
  /** Those that the loop determines, and those that move it. */
  readonly first: ChainLink;
  readonly second: ChainLink;
  readonly movers: readonly ChainLink[];
  /** Their first place, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  /** m: gaps that count as closed. */
  readonly closed: number;
  /** Inverse of the columns of both, by rows. */
  readonly inverse: Float64Array;
  /** The first of its two rows in the group, which are along u and v where body A is turned by an angle of this cosine and sine. */
  readonly row: number;
  readonly rowTurn: Float64Array;
}

class PlanarChains implements LoopsOnTheirOwn {
  readonly count: number;
  private readonly chains: readonly PlanarChain[];
  private readonly areAll: boolean;

  /** `areAll`: the group has no other constraints. */
  constructor(chains: readonly PlanarChain[], areAll: boolean) {
    this.chains = chains;
    this.count = chains.length;
    this.areAll = areAll;
  }

  close(q: Float64Array): boolean {
    const { chains } = this;
    let areClosed = this.areAll;
    for (let i = 0; i < chains.length; i++) {
      const { first, second } = chains[i];
      const before1 = q[first.coordinate];
      const before2 = q[second.coordinate];
      if (closeChain(chains[i], q)) {
        if (areClosed) areClosed = invert(chains[i]);
        continue;
      }
      areClosed = false;
      q[first.coordinate] = before1;
      q[second.coordinate] = before2;
    }
    return areClosed;
  }

  relate({ T, independentCount, rowFrom, rowTo }: LoopGroup): void {
    const { chains } = this;
    for (let i = 0; i < chains.length; i++) {
      const { first, second, movers, inverse } = chains[i];
      for (let l = 0; l < movers.length; l++) {
        const { way, link, place } = movers[l];
        const u = way.columnU(link);
        const v = way.columnV(link);
        T[first.place * independentCount + place] = -(inverse[0] * u + inverse[1] * v);
        T[second.place * independentCount + place] = -(inverse[2] * u + inverse[3] * v);
      }
      setRange(chains[i], rowFrom, rowTo);
    }
  }

  computeEfforts(lambda: Float64Array, lack: Float64Array): void {
    const { chains } = this;
    for (let i = 0; i < chains.length; i++) {
      const { wayA, first, second, inverse, row, rowTurn } = chains[i];
      const x = lack[first.place];
      const y = lack[second.place];
      const u = inverse[0] * x + inverse[2] * y;
      const v = inverse[1] * x + inverse[3] * y;
      const cosine = wayA.endTurn[0] * rowTurn[0] + wayA.endTurn[1] * rowTurn[1];
      const sine = wayA.endTurn[1] * rowTurn[0] - wayA.endTurn[0] * rowTurn[1];
      lambda[row] = cosine * u + sine * v;
      lambda[row + 1] = cosine * v - sine * u;
    }
  }

  computeBias(out: Float64Array, q: Float64Array, v: Float64Array): void {
    const { chains } = this;
    for (let i = 0; i < chains.length; i++) {
      const { wayA, wayB, first, second, inverse } = chains[i];
      wayA.computeBias(q, v);
      wayB.computeBias(q, v);
      const x = wayA.bias[0] - wayB.bias[0];
      const y = wayA.bias[1] - wayB.bias[1];
      out[first.place] = inverse[0] * x + inverse[1] * y;
      out[second.place] = inverse[2] * x + inverse[3] * y;
    }
  }
}

/** The loops of the group that are closed by themselves; positions and rows must be up to date. */
export function findPlanarChains(mechanism: Mechanism, state: MechanismState, group: LoopGroup): LoopsOnTheirOwn {
  const { joints, planarRow, place, independentPlace, bindings, bindingStart, rowStart, coordinate, scale, local } =
    group;
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
    wayA.take(state.q);
    wayA.follow(state.q);
    const linkOf = (b: number): ChainLink => {
      const j = local[vStart[b]];
      const way = joint.pathA.includes(b) ? wayA : wayB;
      return {
        way,
        link: way.coordinate.indexOf(coordinate[j]),
        coordinate: coordinate[j],
        scale: scale[j],
        place: place[j] >= 0 ? place[j] : independentPlace[j],
      };
    };
    const movers = bodies.filter((b) => vStart[b + 1] > vStart[b] && !dependent.includes(b)).map(linkOf);
    chains.push({
      wayA,
      wayB,
      first: linkOf(dependent[0]),
      second: linkOf(dependent[1]),
      movers,
      from: Math.min(group.independentCount, ...movers.map((mover) => mover.place)),
      to: Math.max(0, ...movers.map((mover) => mover.place + 1)),
      closed: closedGap * group.size,
      inverse: new Float64Array(4),
      row: planarRow[i],
      rowTurn: wayA.endTurn.slice(),
    });
  });
  const areAll = chains.length === joints.length && 2 * chains.length === group.rank;
  return new PlanarChains(chains, areAll);
}

/** The rows of T of a chain have entries where its movers are; what is between them is zero. */
function setRange({ first, second, from, to }: PlanarChain, rowFrom: Int32Array, rowTo: Int32Array): void {
  rowFrom[first.place] = from;
  rowTo[first.place] = to;
  rowFrom[second.place] = from;
  rowTo[second.place] = to;
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

function closeChain({ wayA, wayB, first, second, closed }: PlanarChain, q: Float64Array): boolean {
  wayA.take(q);
  wayB.take(q);
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    if (iteration === 0 || first.way === wayA || second.way === wayA) wayA.follow(q);
    if (iteration === 0 || first.way === wayB || second.way === wayB) wayB.follow(q);
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
    // both may be on one way
    if (Math.abs(change1) > seriesTurn || Math.abs(change2) > seriesTurn) {
      wayA.take(q);
      wayB.take(q);
    } else {
      first.way.turnBack(first.link, change1);
      second.way.turnBack(second.link, change2);
    }
    if (size > lastCorrection) continue;
    first.way.follow(q);
    if (second.way !== first.way) second.way.follow(q);
    return true;
  }
  return false;
}

/** inverse ← the columns where the chain is closed. Returns false where they do not determine both coordinates. */
function invert({ first, second, inverse }: PlanarChain): boolean {
  const u1 = first.way.columnU(first.link);
  const v1 = first.way.columnV(first.link);
  const u2 = second.way.columnU(second.link);
  const v2 = second.way.columnV(second.link);
  const determinant = u1 * v2 - u2 * v1;
  inverse[0] = v2 / determinant;
  inverse[1] = -u2 / determinant;
  inverse[2] = -v1 / determinant;
  inverse[3] = u1 / determinant;
  return Math.abs(determinant) > 0;
}
