/**
 * Rigid bodies in contact, as a preview: at fixed times the speeds of all joints jump by the impulses of all contacts together; between
 * them everything moves as if there were no contacts.
 *
 * With the acceleration a that acts without contacts, w = v + h·a/2 is the mean speed over the next step: gaps and sliding are judged by
 * it, so that what rests stays where it is. Fast approaches bounce by Newton's hypothesis, unless that would add energy. What is inside
 * each other all the same is moved apart without a speed.
 *
 * Source   [Moreau1988], [Stewart1996]
 */
import type { Impulses } from "../../contact/rigid/impulses.ts";
import { Impulses as ImpulseSolver } from "../../contact/rigid/impulses.ts";
import type { RigidContacts, RigidPair } from "../../contact/rigid/rigidContacts.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { coordinateRates } from "../../mechanics/coordinateRates.ts";
import { forwardDynamics } from "../../mechanics/forwardDynamics.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";

/** Passes of the solver over all contacts. */
const mostPasses = 30;
/** The same where most contacts are new. */
const firstPasses = 300;
/** Passes end when no speed changes by more than this part of what gravity or other forces change in a step, and of the fastest approach. */
const settled = 2e-3;
const firstSettled = 1e-4;
const settledApproach = 1e-4;
const passesOfSeparation = 8;
/** This part of a penetration is taken back in each step, but for so much of it, m. */
const takenBack = 0.2;
const leftIn = 1e-6;
/** Slower approaches do not bounce: m/s, and steps of what acts without contacts. */
const slowest = 0.01;
const slowestSteps = 3;
/** Bodies in contact turn by no more than this in a step, rad. */
const farthestTurn = 0.1;
/** Points of a pair that are farther from each other than this, m, are not the same as before. */
const samePoint = 0.01;

interface Branch {
  readonly bodies: Int32Array;
  /** Place of its first speed in the order of the branches, and how many it has. */
  readonly place: number;
  readonly count: number;
}

export class RigidKicks {
  private readonly dynamics: MechanismDynamics;
  private readonly contacts: RigidContacts;
  private readonly first: number;
  private readonly branchOf: (Branch | undefined)[] = [];
  /** Per speed of a joint: its place in the order of the branches. */
  private readonly placeOf: Int32Array;
  private readonly impulses: Impulses = new ImpulseSolver();
  private readonly v: Float64Array;
  private readonly w: Float64Array;
  private readonly half: Float64Array;
  private readonly shift: Float64Array;
  private readonly rates: Float64Array;
  /** Change of the accelerations of a branch per force and moment on a body, six columns, by body. */
  private responses = new Map<number, Float64Array>();
  private gaps: number[] = [];
  private restitutions: number[] = [];
  /** Points and impulses of the instant before, by pair. */
  private before = new Map<number, Float64Array>();

  constructor(dynamics: MechanismDynamics, contacts: RigidContacts, first: number) {
    const { mechanism } = dynamics;
    this.dynamics = dynamics;
    this.contacts = contacts;
    this.first = first;
    if (dynamics.outsideVelocities.length + dynamics.observed.length > 0)
      throw refused("joints have flanges: a jump of their speeds would affect the equations connected to them");
    if (dynamics.groups.length > 0) throw refused("joints form closed loops");
    this.placeOf = new Int32Array(mechanism.nv);
    let place = 0;
    const bodiesOf = new Map<number, number[]>();
    for (const b of mechanism.bodies) {
      const list = bodiesOf.get(mechanism.branch[b]!);
      if (list === undefined) bodiesOf.set(mechanism.branch[b]!, [b]);
      else list.push(b);
    }
    for (const list of bodiesOf.values()) {
      const begin = place;
      for (const b of list)
        for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) this.placeOf[j] = place++;
      const branch: Branch = { bodies: Int32Array.from(list), place: begin, count: place - begin };
      for (const b of list) this.branchOf[b] = branch;
    }
    this.v = new Float64Array(place);
    this.w = new Float64Array(place);
    this.half = new Float64Array(place);
    this.shift = new Float64Array(mechanism.nv);
    this.rates = new Float64Array(mechanism.nq);
  }

  get interval(): number {
    return this.contacts.interval;
  }

  /** x ← hidden states behind the impulses of the present instant; dx are their derivatives without contacts, h is the time to the next. Returns it, less where bodies in contact turn fast. */
  kick(x: Float64Array, dx: Float64Array, h: number): number {
    const { dynamics, impulses, v, w, half, first, placeOf } = this;
    const { fixedVelocities, positionCount } = dynamics;
    dynamics.setStates(x, first, none, 0, none, 0);
    for (let k = 0; k < fixedVelocities.length; k++) {
      const place = placeOf[fixedVelocities[k]!]!;
      v[place] = x[first + positionCount + k]!;
      half[place] = 0.5 * h * dx[first + positionCount + k]!;
    }
    this.longer = this.lastStep > 0 ? h / this.lastStep : 1;
    this.lastStep = h;
    this.collect(h);
    if (impulses.count === 0) return h;
    this.setTargets(h, true);
    this.solve();
    if (this.gain() > 0) {
      this.setTargets(h, false);
      this.solve();
    }
    this.remember();
    for (let k = 0; k < fixedVelocities.length; k++) {
      const place = placeOf[fixedVelocities[k]!]!;
      x[first + positionCount + k] = w[place]! - half[place]!;
    }
    this.separate(x);
    return this.shorter(x, h);
  }

  /** Normals are those of the begin of a step: nobody who is near another turns further than a little in it. */
  private shorter(x: Float64Array, h: number): number {
    const { dynamics, first } = this;
    dynamics.setStates(x, first, none, 0, none, 0);
    const { angularVelocity } = dynamics.state.motion;
    let fastest = 0;
    for (const b of this.near) {
      const [wx, wy, wz] = [angularVelocity[3 * b]!, angularVelocity[3 * b + 1]!, angularVelocity[3 * b + 2]!];
      fastest = Math.max(fastest, wx * wx + wy * wy + wz * wz);
    }
    return h / Math.max(1, Math.ceil((h * Math.sqrt(fastest)) / farthestTurn));
  }

  private solve(): void {
    const { impulses, v, w, half } = this;
    let scale = 1e-6;
    let approach = 0;
    for (let k = 0; k < impulses.count; k++) approach = Math.max(approach, -impulses.speed(v, k, 0));
    for (let k = 0; k < w.length; k++) {
      w[k] = v[k]! + half[k]!;
      scale = Math.max(scale, Math.abs(half[k]!));
    }
    const isFirst = 2 * this.recalled < impulses.count;
    const enough = Math.max((isFirst ? firstSettled : settled) * scale, settledApproach * approach);
    impulses.solve(w, enough, isFirst ? firstPasses : mostPasses);
  }

  private collect(h: number): void {
    const { impulses, dynamics } = this;
    impulses.clear();
    this.gaps = [];
    this.restitutions = [];
    this.responses.clear();
    this.pairs = [];
    this.near.clear();
    this.recalled = 0;
    this.contacts.forEachPair(dynamics.state.motion, h, (pair) => this.addPair(pair));
  }

  /** The last step, and how much longer this one is. */
  private lastStep = 0;
  private longer = 1;
  private readonly near = new Set<number>();
  /** Points that were there before. */
  private recalled = 0;
  /** Of the present instant: key, number of the first point, points as they are. */
  private pairs: { key: number; from: number; points: Float64Array }[] = [];

  private addPair({ key, bodyA, bodyB, friction, restitution, normal, manifold }: RigidPair): void {
    const { impulses } = this;
    const one = this.branchOf[bodyA];
    const other = this.branchOf[bodyB] === one ? undefined : this.branchOf[bodyB];
    const [countA, countB] = [one?.count ?? 0, other?.count ?? 0];
    if (countA + countB === 0) return;
    this.near.add(bodyA).add(bodyB);
    const from = impulses.count;
    const points = manifold.point.slice(0, 3 * manifold.count);
    const old = this.before.get(key);
    for (let k = 0; k < manifold.count; k++) {
      const at = impulses.add(one?.place ?? 0, countA, other?.place ?? 0, countB, friction);
      impulses.J.fill(0, at, at + 3 * (countA + countB));
      impulses.Y.fill(0, at, at + 3 * (countA + countB));
      [normal, manifold.t1, manifold.t2].forEach((direction, i) => {
        const row = at + i * (countA + countB);
        if (bodyA !== 0) this.addRow(row, bodyA, points, 3 * k, direction, -1);
        if (bodyB !== 0) this.addRow(other === undefined ? row : row + countA, bodyB, points, 3 * k, direction, 1);
      });
      this.gaps.push(manifold.gap[k]!);
      this.restitutions.push(restitution);
      if (old !== undefined) this.recall(old, points, 3 * k, from + k);
    }
    this.pairs.push({ key, from, points });
  }

  /** The impulse of the nearest point of the instant before. */
  private recall(old: Float64Array, points: Float64Array, p: number, k: number): void {
    let nearest = samePoint * samePoint;
    for (let q = 0; q < old.length; q += 6) {
      const [dx, dy, dz] = [old[q]! - points[p]!, old[q + 1]! - points[p + 1]!, old[q + 2]! - points[p + 2]!];
      const square = dx * dx + dy * dy + dz * dz;
      if (square >= nearest) continue;
      if (nearest === samePoint * samePoint) this.recalled++;
      nearest = square;
      for (let i = 0; i < 3; i++) this.impulses.impulse[3 * k + i] = this.longer * old[q + 3 + i]!;
    }
  }

  private remember(): void {
    const { impulse } = this.impulses;
    this.before = new Map(
      this.pairs.map(({ key, from, points }) => {
        const kept = new Float64Array(2 * points.length);
        for (let k = 0; 3 * k < points.length; k++)
          for (let i = 0; i < 3; i++) {
            kept[6 * k + i] = points[3 * k + i]!;
            kept[6 * k + 3 + i] = impulse[3 * (from + k) + i]!;
          }
        return [key, kept];
      }),
    );
  }

  /** J and Y of one body for a direction in a point, at a place of the solver. */
  private addRow(at: number, body: number, p: Float64Array, k: number, d: Float64Array, sign: number): void {
    const { dynamics, impulses, placeOf } = this;
    const { mechanism, state } = dynamics;
    const { S } = state;
    const { position } = state.motion;
    const { J, Y } = impulses;
    const branch = this.branchOf[body]!;
    for (let b = body; b !== 0; b = mechanism.parent[b]!) {
      const x = p[k]! - position[3 * b]!;
      const y = p[k + 1]! - position[3 * b + 1]!;
      const z = p[k + 2]! - position[3 * b + 2]!;
      for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) {
        const s = 6 * j;
        const [wx, wy, wz] = [S[s]!, S[s + 1]!, S[s + 2]!];
        const along =
          d[0]! * (S[s + 3]! + wy * z - wz * y) +
          d[1]! * (S[s + 4]! + wz * x - wx * z) +
          d[2]! * (S[s + 5]! + wx * y - wy * x);
        J[at + placeOf[j]! - branch.place]! += sign * along;
      }
    }
    const x = p[k]! - position[3 * body]!;
    const y = p[k + 1]! - position[3 * body + 1]!;
    const z = p[k + 2]! - position[3 * body + 2]!;
    const load = [d[0]!, d[1]!, d[2]!, y * d[2]! - z * d[1]!, z * d[0]! - x * d[2]!, x * d[1]! - y * d[0]!];
    const response = this.responseOf(body, branch);
    for (let i = 0; i < branch.count; i++) {
      let sum = 0;
      for (let c = 0; c < 6; c++) sum += response[6 * i + c]! * load[c]!;
      Y[at + i]! += sign * sum;
    }
  }

  private responseOf(body: number, { bodies, place, count }: Branch): Float64Array {
    const known = this.responses.get(body);
    if (known !== undefined) return known;
    const { mechanism, state } = this.dynamics;
    const { force, torque } = state.forces;
    const response = new Float64Array(6 * count);
    for (const b of bodies) {
      force.fill(0, 3 * b, 3 * b + 3);
      torque.fill(0, 3 * b, 3 * b + 3);
    }
    for (let c = -1; c < 6; c++) {
      const load = c < 3 ? force : torque;
      const at = 3 * body + (c % 3);
      if (c >= 0) load[at] = 1;
      forwardDynamics(mechanism, state, bodies);
      if (c >= 0) load[at] = 0;
      for (const b of bodies)
        for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) {
          const i = 6 * (this.placeOf[j]! - place);
          // the first column waits with what acts without the load
          if (c < 0) for (let k = 0; k < 6; k++) response[i + k] = -state.vdot[j]!;
          else response[i + c]! += state.vdot[j]!;
        }
    }
    this.responses.set(body, response);
    return response;
  }

  /** Least speeds of the normals: what the gap allows, or the rebound. */
  private setTargets(h: number, withRebound: boolean): void {
    const { impulses, v, half, gaps, restitutions } = this;
    for (let k = 0; k < impulses.count; k++) {
      const gap = gaps[k]!;
      const speed = impulses.speed(v, k, 0);
      const pull = impulses.speed(half, k, 0);
      impulses.target[k] = -Math.max(0, gap) / h;
      const isFast = -speed > slowest + slowestSteps * 2 * Math.abs(pull);
      if (withRebound && isFast && gap + h * speed < 0) impulses.target[k] = -restitutions[k]! * speed + pull;
    }
  }

  /** Kinetic energy that the impulses have added, J; zero or less as a rule. */
  private gain(): number {
    const { impulses, v, w, half, shift } = this;
    let bounce = 0;
    let energy = 0;
    let size = 0;
    for (let k = 0; k < w.length; k++) shift[k] = 0.5 * (v[k]! + w[k]! - half[k]!);
    for (let k = 0; k < impulses.count; k++) {
      if (impulses.target[k]! > 0) bounce++;
      for (let i = 0; i < 3; i++) {
        const work = impulses.impulse[3 * k + i]! * impulses.speed(shift, k, i);
        energy += work;
        size += Math.abs(work);
      }
    }
    return bounce > 0 && energy > 1e-9 * size ? energy : 0;
  }

  /** Moves apart what is inside each other. */
  private separate(x: Float64Array): void {
    const { impulses, dynamics, contacts, gaps, shift, rates, w, first } = this;
    if (contacts.deepest <= leftIn) return;
    const target = Float64Array.from(gaps, (gap) => (gap < -leftIn ? takenBack * (-gap - leftIn) : Math.min(0, -gap)));
    w.fill(0);
    impulses.separate(w, target, passesOfSeparation);
    const { mechanism, state, fixedPositions } = dynamics;
    for (let j = 0; j < mechanism.nv; j++) shift[j] = w[this.placeOf[j]!]!;
    coordinateRates(rates, mechanism, state.q, shift);
    for (let k = 0; k < fixedPositions.length; k++) x[first + k]! += rates[fixedPositions[k]!]!;
  }
}

const none = new Float64Array(0);

function refused(because: string): RattlebackError {
  return new RattlebackError("E-CONTACT-RIGID", 'Contacts cannot be rigid (response: "rigid") in this model.', {
    because,
    hint: 'response: "elastic", which treats them; or joints without flanges and loops',
  });
}
