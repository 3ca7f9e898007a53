/**
 * Rigid bodies in contact, as a preview: at fixed times the speeds of all joints jump by the impulses of all contacts together; between
 * them everything moves as if there were no contacts.
 *
 * With the acceleration a that acts without contacts, w = v + h·a/2 is the mean speed over the next step: gaps and sliding are judged by
 * it, so that what rests stays where it is. Fast approaches bounce by Newton's hypothesis, unless that would add energy. What is inside
 * each other all the same is moved apart without a speed.
 *
 * Source   [Moreau1988], [Stewart1996]
 * Length   collecting, solving and keeping the points of an instant share its arrays
 */
import type { Impulses } from "../../contact/rigid/impulses.ts";
import { Impulses as ImpulseSolver } from "../../contact/rigid/impulses.ts";
import type { RigidContacts, RigidPair } from "../../contact/rigid/rigidContacts.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { coordinateRates } from "../../mechanics/coordinateRates.ts";
import { forwardDynamics } from "../../mechanics/forwardDynamics.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { addSingleRow, isSingle } from "../../mechanics/singleResponse.ts";

/** Passes of the solver over the contacts of an island. */
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

/** Numbers of a point that are kept for the next instant: where it is, and its impulse. */
const keptLength = 6;

interface Branch {
  readonly bodies: Int32Array;
  /** Place of its first speed in the order of the branches, and how many it has. */
  readonly place: number;
  readonly count: number;
  /** It is one body alone, whose answers have a formula. */
  readonly isSingle: boolean;
  /** The instant for which it was prepared. */
  instant: number;
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
  /** Change of the accelerations of a branch per force and moment on a body, six columns, by body, and the instant that it is of. */
  private readonly responses: (Float64Array | undefined)[] = [];
  private readonly responseInstants: Int32Array;
  private instant = 0;
  private readonly load = new Float64Array(6);
  private readonly gaps: number[] = [];
  private readonly restitutions: number[] = [];
  /** Of the pairs of an instant, and of the one before: number of the first point and of the one behind the last, by key. */
  private pairs = new Map<number, readonly [number, number]>();
  private pairsBefore = new Map<number, readonly [number, number]>();
  private points = new Float64Array(64 * keptLength);
  private pointsBefore = new Float64Array(64 * keptLength);

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
      const branch: Branch = {
        bodies: Int32Array.from(list),
        place: begin,
        count: place - begin,
        isSingle: list.length === 1 && isSingle(mechanism, list[0]!),
        instant: 0,
      };
      for (const b of list) this.branchOf[b] = branch;
    }
    this.v = new Float64Array(place);
    this.w = new Float64Array(place);
    this.half = new Float64Array(place);
    this.shift = new Float64Array(mechanism.nv);
    this.rates = new Float64Array(mechanism.nq);
    this.responseInstants = new Int32Array(mechanism.count);
    this.isNear = new Uint8Array(mechanism.count);
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
    impulses.group(w.length);
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
    for (let b = 1; b < this.isNear.length; b++) {
      if (this.isNear[b] === 0) continue;
      const [wx, wy, wz] = [angularVelocity[3 * b]!, angularVelocity[3 * b + 1]!, angularVelocity[3 * b + 2]!];
      fastest = Math.max(fastest, wx * wx + wy * wy + wz * wz);
    }
    return h / Math.max(1, Math.ceil((h * Math.sqrt(fastest)) / farthestTurn));
  }

  /** Island by island: each ends when its own speeds have settled. */
  private solve(): void {
    const { impulses, v, w, half } = this;
    let scale = 1e-6;
    for (let k = 0; k < w.length; k++) {
      w[k] = v[k]! + half[k]!;
      scale = Math.max(scale, Math.abs(half[k]!));
    }
    const { order, starts } = impulses;
    for (let i = 0; i < impulses.islandCount; i++) {
      let approach = 0;
      let known = 0;
      for (let place = starts[i]!; place < starts[i + 1]!; place++) {
        const k = order[place]!;
        approach = Math.max(approach, -impulses.speed(v, k, 0));
        known += impulses.isKnown[k]!;
      }
      const isFirst = 2 * known < starts[i + 1]! - starts[i]!;
      const enough = Math.max((isFirst ? firstSettled : settled) * scale, settledApproach * approach);
      impulses.solve(i, w, enough, isFirst ? firstPasses : mostPasses);
    }
  }

  private collect(h: number): void {
    const { impulses, dynamics } = this;
    impulses.clear();
    this.gaps.length = 0;
    this.restitutions.length = 0;
    this.instant++;
    this.isNear.fill(0);
    this.contacts.forEachPair(dynamics.state.motion, h, this.visit);
  }

  /** The last step, and how much longer this one is. */
  private lastStep = 0;
  private longer = 1;
  /** Bodies that touch others, or may do so. */
  private readonly isNear: Uint8Array;
  private readonly visit = (pair: RigidPair): void => this.addPair(pair);

  private addPair({ key, bodyA, bodyB, friction, restitution, normal, manifold }: RigidPair): void {
    const { impulses } = this;
    const one = this.branchOf[bodyA];
    const other = this.branchOf[bodyB] === one ? undefined : this.branchOf[bodyB];
    const countA = one?.count ?? 0;
    const countB = other?.count ?? 0;
    if (countA + countB === 0) return;
    this.isNear[bodyA] = this.isNear[bodyB] = 1;
    const from = impulses.count;
    const old = this.pairsBefore.get(key);
    for (let k = 0; k < manifold.count; k++) {
      const at = impulses.add(one?.place ?? 0, countA, other?.place ?? 0, countB, friction);
      impulses.J.fill(0, at, at + 3 * (countA + countB));
      impulses.Y.fill(0, at, at + 3 * (countA + countB));
      for (let i = 0; i < 3; i++) {
        const direction = i === 0 ? normal : i === 1 ? manifold.t1 : manifold.t2;
        const row = at + i * (countA + countB);
        if (bodyA !== 0) this.addRow(row, bodyA, manifold.point, 3 * k, direction, -1);
        if (bodyB !== 0)
          this.addRow(other === undefined ? row : row + countA, bodyB, manifold.point, 3 * k, direction, 1);
      }
      this.gaps.push(manifold.gap[k]!);
      this.restitutions.push(restitution);
      this.place(from + k, manifold.point, 3 * k);
      if (old !== undefined) this.recall(old, from + k);
    }
    this.pairs.set(key, [from, impulses.count]);
  }

  /** Keeps where point k is. */
  private place(k: number, point: Float64Array, p: number): void {
    const o = keptLength * k;
    if (o + keptLength > this.points.length) {
      const larger = new Float64Array(2 * this.points.length);
      larger.set(this.points);
      this.points = larger;
    }
    for (let i = 0; i < 3; i++) this.points[o + i] = point[p + i]!;
  }

  /** Point k ← the impulse of the nearest point of the pair in the instant before. */
  private recall([from, to]: readonly [number, number], k: number): void {
    const { points: now, pointsBefore: old } = this;
    const { impulse } = this.impulses;
    const p = keptLength * k;
    let nearest = samePoint * samePoint;
    let found = -1;
    for (let q = keptLength * from; q < keptLength * to; q += keptLength) {
      const dx = old[q]! - now[p]!;
      const dy = old[q + 1]! - now[p + 1]!;
      const dz = old[q + 2]! - now[p + 2]!;
      const square = dx * dx + dy * dy + dz * dz;
      if (square >= nearest) continue;
      nearest = square;
      found = q;
    }
    if (found < 0) return;
    this.impulses.isKnown[k] = 1;
    for (let i = 0; i < 3; i++) impulse[3 * k + i] = this.longer * old[found + 3 + i]!;
  }

  /** Points and impulses are those of the instant before, for the next one. */
  private remember(): void {
    const { impulses, points, pairs } = this;
    for (let k = 0; k < impulses.count; k++)
      for (let i = 0; i < 3; i++) points[keptLength * k + 3 + i] = impulses.impulse[3 * k + i]!;
    this.points = this.pointsBefore;
    this.pointsBefore = points;
    this.pairs = this.pairsBefore;
    this.pairsBefore = pairs;
    this.pairs.clear();
  }

  /** J and Y of one body for a direction in a point, at a place of the solver. */
  private addRow(at: number, body: number, p: Float64Array, k: number, d: Float64Array, sign: number): void {
    const { dynamics, impulses, load } = this;
    const { mechanism, state } = dynamics;
    const { position } = state.motion;
    const branch = this.branchOf[body]!;
    const x = p[k]! - position[3 * body]!;
    const y = p[k + 1]! - position[3 * body + 1]!;
    const z = p[k + 2]! - position[3 * body + 2]!;
    load[0] = d[0]!;
    load[1] = d[1]!;
    load[2] = d[2]!;
    load[3] = y * d[2]! - z * d[1]!;
    load[4] = z * d[0]! - x * d[2]!;
    load[5] = x * d[1]! - y * d[0]!;
    if (branch.isSingle) {
      this.turnInertia(branch);
      addSingleRow(impulses.J, impulses.Y, at, mechanism, state, body, load, sign);
      return;
    }
    this.addSpeeds(at, body, branch, p, k, d, sign);
    const response = this.responseOf(body, branch);
    for (let i = 0; i < branch.count; i++) {
      let sum = 0;
      for (let c = 0; c < 6; c++) sum += response[6 * i + c]! * load[c]!;
      impulses.Y[at + i]! += sign * sum;
    }
  }

  /** The inertia of a body alone, in the axes of the world at the present instant. */
  private turnInertia(branch: Branch): void {
    if (branch.instant === this.instant) return;
    branch.instant = this.instant;
    forwardDynamics(this.dynamics.mechanism, this.dynamics.state, branch.bodies);
  }

  /** J of a body in a branch of several: speeds of the point along the direction. */
  private addSpeeds(
    at: number,
    body: number,
    branch: Branch,
    p: Float64Array,
    k: number,
    d: Float64Array,
    sign: number,
  ): void {
    const { dynamics, placeOf } = this;
    const { mechanism, state } = dynamics;
    const { S } = state;
    const { position } = state.motion;
    const { J } = this.impulses;
    for (let b = body; b !== 0; b = mechanism.parent[b]!) {
      const x = p[k]! - position[3 * b]!;
      const y = p[k + 1]! - position[3 * b + 1]!;
      const z = p[k + 2]! - position[3 * b + 2]!;
      for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) {
        const s = 6 * j;
        const wx = S[s]!;
        const wy = S[s + 1]!;
        const wz = S[s + 2]!;
        const along =
          d[0]! * (S[s + 3]! + wy * z - wz * y) +
          d[1]! * (S[s + 4]! + wz * x - wx * z) +
          d[2]! * (S[s + 5]! + wx * y - wy * x);
        J[at + placeOf[j]! - branch.place]! += sign * along;
      }
    }
  }

  private responseOf(body: number, { bodies, place, count }: Branch): Float64Array {
    const { responses, responseInstants } = this;
    let response = responses[body];
    if (response !== undefined && responseInstants[body] === this.instant) return response;
    responses[body] = response ??= new Float64Array(6 * count);
    responseInstants[body] = this.instant;
    const { mechanism, state } = this.dynamics;
    const { force, torque } = state.forces;
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
