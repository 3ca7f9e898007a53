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
import { computeInertias } from "../../mechanics/bodyLoads.ts";
import { coordinateRates } from "../../mechanics/coordinateRates.ts";
import { forwardDynamics } from "../../mechanics/forwardDynamics.ts";
import { FreeFlight, fliesFreely } from "../../mechanics/freeFlight.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { addSingleRow, isSingle } from "../../mechanics/singleResponse.ts";
import { farthestTurn, TurningPairs } from "./turningPairs.ts";

/** Passes of the solver over the contacts of an island. */
const mostPasses = 60;
/** The same where most contacts are new. */
const firstPasses = 600;
/** So many are made between two looks at the energy. */
const fewPasses = 10;
/** Passes end when no speed changes by more than this part of what gravity or other forces change in a step, and of the fastest approach. */
const settled = 2e-3;
const firstSettled = 1e-4;
const settledApproach = 1e-4;
/** The same where the impulses have added no energy, in parts of the fastest relative speed, for each point of a group, and at most: what is left is stopped at the next instant. */
const settledPoint = 5e-5;
const settledCrowd = 5e-3;
const passesOfSeparation = 8;
/** This part of a penetration is taken back in each step, but for so much of it, m. */
const takenBack = 0.2;
const leftIn = 1e-6;
/** Slower approaches do not bounce: m/s, and steps of what acts without contacts. */
const slowest = 0.01;
const slowestSteps = 3;
/** Points of a pair that are farther from each other than this, m, are not the same as before. */
const samePoint = 0.01;

/** No pair has so many points. */
const pairLength = 64;

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
  /** Where bodies are free and nothing but gravity acts on them. */
  readonly flight: FreeFlight | undefined;
  private readonly branchOf: (Branch | undefined)[] = [];
  /** Per speed of a joint: its place in the order of the branches. */
  private readonly placeOf: Int32Array;
  private readonly impulses: Impulses = new ImpulseSolver();
  private readonly v: Float64Array;
  private readonly w: Float64Array;
  private readonly half: Float64Array;
  private readonly shift: Float64Array;
  private readonly apart: Float64Array;
  private readonly isActedOn: Uint8Array;
  /** By place of a branch: whether a point on it has an impulse. */
  private readonly isPushed: Uint8Array;
  private readonly turning: TurningPairs;
  /** There are branches other than single free bodies. */
  private hasTrees = false;
  private readonly rates: Float64Array;
  /** Change of the accelerations of a branch per force and moment on a body, six columns, by body, and the instant that it is of. */
  private readonly responses: (Float64Array | undefined)[] = [];
  private readonly responseInstants: Int32Array;
  private instant = 0;
  private readonly load = new Float64Array(6);
  private gaps = new Float64Array(64);
  private restitutions = new Float64Array(64);
  /** Of the pairs of an instant, and of the one before, by key: number of the first point times `pairLength`, and how many there are. */
  private pairs = new Map<number, number>();
  private pairsBefore = new Map<number, number>();
  private points = new Float64Array(64 * keptLength);
  private pointsBefore = new Float64Array(64 * keptLength);

  constructor(dynamics: MechanismDynamics, contacts: RigidContacts, first: number, isAlone: boolean) {
    const { mechanism } = dynamics;
    this.flight = isAlone && fliesFreely(mechanism) ? new FreeFlight(mechanism) : undefined;
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
      if (!branch.isSingle) this.hasTrees = true;
    }
    this.v = new Float64Array(place);
    this.w = new Float64Array(place);
    this.half = new Float64Array(place);
    this.shift = new Float64Array(mechanism.nv);
    this.apart = new Float64Array(place);
    this.isActedOn = new Uint8Array(place);
    this.isPushed = new Uint8Array(place);
    this.turning = new TurningPairs(mechanism);
    this.rates = new Float64Array(mechanism.nq);
    this.responseInstants = new Int32Array(mechanism.count);
    this.isNear = new Uint8Array(mechanism.count);
  }

  get interval(): number {
    return this.contacts.interval;
  }

  /** x ← hidden states behind the impulses of the present instant; dx are their derivatives without contacts, h is the time to the next. Returns it, less where bodies in contact turn fast. */
  kick(x: Float64Array, dx: Float64Array, h: number): number {
    const { dynamics, impulses, v, half, first, placeOf } = this;
    const { fixedVelocities, positionCount } = dynamics;
    dynamics.setStates(x, first, none, 0, none, 0);
    for (let k = 0; k < fixedVelocities.length; k++) {
      const place = placeOf[fixedVelocities[k]!]!;
      v[place] = x[first + positionCount + k]!;
      half[place] = 0.5 * h * dx[first + positionCount + k]!;
    }
    this.collect(h);
    if (impulses.count === 0) return h;
    const step = Math.min(h, this.turning.limit(v, h, nobody));
    return this.act(x, step, step / h);
  }

  /** The impulses of an instant whose points are known; `part`: of the step that half is for. */
  private act(x: Float64Array, h: number, part: number): number {
    const { impulses, w, half } = this;
    if (part !== 1) for (let k = 0; k < half.length; k++) half[k]! *= part;
    this.longer = this.lastStep > 0 ? h / this.lastStep : 1;
    this.lastStep = h;
    impulses.group(w.length);
    if (this.longer !== 1) for (let k = 0; k < 3 * impulses.count; k++) impulses.impulse[k]! *= this.longer;
    for (let i = 0; i < impulses.islandCount; i++) {
      const hasRebound = this.setTargets(i, h, true);
      this.solve(i);
      if (!hasRebound || this.gain(i) <= 0) continue;
      this.setTargets(i, h, false);
      this.solve(i);
    }
    this.remember();
    this.write(x);
    this.separate(x);
    return this.shorter(x, h);
  }

  /** x ← the speeds behind the impulses, of what these act on. */
  private write(x: Float64Array): void {
    const { dynamics, impulses, w, half, first, placeOf } = this;
    const { fixedVelocities, positionCount } = dynamics;
    this.isActedOn.fill(0);
    this.isPushed.fill(0);
    for (let k = 0; k < impulses.count; k++) {
      const at = 5 * k;
      for (let side = 1; side < 5; side += 2) {
        const place = impulses.layout[at + side]!;
        const end = place + impulses.layout[at + side + 1]!;
        this.isActedOn.fill(1, place, end);
        if (impulses.impulse[3 * k]! > 0 && end > place) this.isPushed[place] = 1;
      }
    }
    for (let k = 0; k < fixedVelocities.length; k++) {
      const place = placeOf[fixedVelocities[k]!]!;
      if (this.isActedOn[place] === 1) x[first + positionCount + k] = w[place]! - half[place]!;
    }
  }

  /** Normals are those of the begin of a step: nobody who is near another turns further than a little in it. */
  private shorter(x: Float64Array, h: number): number {
    const { dynamics, first, isNear, branchOf, w, half, v } = this;
    for (let k = 0; k < v.length; k++) v[k] = this.isActedOn[k] === 1 ? w[k]! - half[k]! : v[k]!;
    let limit = this.turning.limit(v, h, this.isPushed);
    if (this.hasTrees) {
      const { angularVelocity: turn } = dynamics.state.motion;
      dynamics.setStates(x, first, none, 0, none, 0);
      for (let b = 1; b < isNear.length; b++) {
        if (isNear[b] === 0 || branchOf[b]!.isSingle) continue;
        const speed = Math.sqrt(turn[3 * b]! ** 2 + turn[3 * b + 1]! ** 2 + turn[3 * b + 2]! ** 2);
        limit = Math.min(limit, farthestTurn / speed);
      }
    }
    return h / Math.max(1, Math.ceil(h / limit));
  }

  /** Each island ends when its own speeds have settled. */
  private solve(i: number): void {
    const { impulses, v, w, half } = this;
    const { order, starts, layout } = impulses;
    let scale = 1e-6;
    let approach = 0;
    let fastest = 0;
    let known = 0;
    for (let place = starts[i]!; place < starts[i + 1]!; place++) {
      const k = order[place]!;
      for (let side = 5 * k + 1; side < 5 * k + 5; side += 2) {
        for (let j = layout[side]!, end = j + layout[side + 1]!; j < end; j++) {
          w[j] = v[j]! + half[j]!;
          scale = Math.max(scale, Math.abs(half[j]!));
        }
      }
      approach = Math.max(approach, -impulses.speed(v, k, 0));
      for (let row = 0; row < 3; row++) fastest = Math.max(fastest, Math.abs(impulses.speed(v, k, row)));
      known += impulses.isKnown[k]!;
    }
    const isFirst = 2 * known < starts[i + 1]! - starts[i]!;
    const enough = Math.max((isFirst ? firstSettled : settled) * scale, settledApproach * approach);
    const most = isFirst ? firstPasses : mostPasses;
    const inCrowd = Math.max(enough, fastest * Math.min(settledCrowd, settledPoint * (starts[i + 1]! - starts[i]!)));
    impulses.solve(i, w, inCrowd, most);
    if (inCrowd === enough || impulses.largest <= enough) return;
    for (let passes = 0; passes < most && this.gain(i) > 0; passes += fewPasses)
      if (impulses.goOn(i, w, enough, fewPasses)) return;
  }

  private collect(h: number): void {
    const { impulses, dynamics } = this;
    impulses.clear();
    this.instant++;
    this.isNear.fill(0);
    this.turning.clear();
    this.contacts.forEachPair(dynamics.state.motion, h, this.visit);
  }

  /** The last step, and how much longer this one is. */
  private lastStep = 0;
  private longer = 1;
  /** Bodies that touch others, or may do so. */
  private readonly isNear: Uint8Array;
  private readonly visit = (pair: RigidPair): void => this.addPair(pair);

  private addPair(pair: RigidPair): void {
    const { key, bodyA, bodyB, friction, restitution, normal, manifold } = pair;
    const { impulses } = this;
    const one = this.branchOf[bodyA];
    const other = this.branchOf[bodyB] === one ? undefined : this.branchOf[bodyB];
    const countA = one?.count ?? 0;
    const countB = other?.count ?? 0;
    if (countA + countB === 0) return;
    this.isNear[bodyA] = this.isNear[bodyB] = 1;
    this.turning.add(pair, one?.isSingle === true ? one.place : -1, other?.isSingle === true ? other.place : -1);
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
      this.place(from + k, manifold.point, 3 * k);
      this.gaps[from + k] = manifold.gap[k]!;
      this.restitutions[from + k] = restitution;
      if (old !== undefined) this.recall(old, from + k);
    }
    this.pairs.set(key, pairLength * from + manifold.count);
  }

  /** Keeps where point k is. */
  private place(k: number, point: Float64Array, p: number): void {
    const o = keptLength * k;
    if (o + keptLength > this.points.length) {
      this.points = doubled(this.points);
      this.gaps = doubled(this.gaps);
      this.restitutions = doubled(this.restitutions);
    }
    for (let i = 0; i < 3; i++) this.points[o + i] = point[p + i]!;
  }

  /** Point k ← the impulse of the nearest point of the pair in the instant before. */
  private recall(pair: number, k: number): void {
    const { points: now, pointsBefore: old } = this;
    const from = Math.floor(pair / pairLength);
    const to = from + (pair % pairLength);
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
    for (let i = 0; i < 3; i++) impulse[3 * k + i] = old[found + 3 + i]!;
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
    computeInertias(this.dynamics.mechanism, this.dynamics.state, branch.bodies);
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

  /** Least speeds of the normals of an island: what the gap allows, or the rebound. Returns whether there is one. */
  private setTargets(i: number, h: number, withRebound: boolean): boolean {
    const { impulses, v, half, gaps, restitutions } = this;
    const { order, starts } = impulses;
    let hasRebound = false;
    for (let place = starts[i]!; place < starts[i + 1]!; place++) {
      const k = order[place]!;
      const gap = gaps[k]!;
      impulses.target[k] = -Math.max(0, gap) / h;
      if (!withRebound) continue;
      const speed = impulses.speed(v, k, 0);
      if (gap + h * speed >= 0) continue;
      const pull = impulses.speed(half, k, 0);
      if (-speed <= slowest + slowestSteps * 2 * Math.abs(pull)) continue;
      impulses.target[k] = -restitutions[k]! * speed + pull;
      if (impulses.target[k]! > 0) hasRebound = true;
    }
    return hasRebound;
  }

  /** Kinetic energy that the impulses of an island have added, J; zero or less as a rule. */
  private gain(i: number): number {
    const { impulses, v, w, half, shift } = this;
    const { order, starts, layout } = impulses;
    let energy = 0;
    let size = 0;
    for (let place = starts[i]!; place < starts[i + 1]!; place++) {
      const k = order[place]!;
      for (let side = 5 * k + 1; side < 5 * k + 5; side += 2) {
        for (let j = layout[side]!, end = j + layout[side + 1]!; j < end; j++)
          shift[j] = 0.5 * (v[j]! + w[j]! - half[j]!);
      }
      for (let row = 0; row < 3; row++) {
        const work = impulses.impulse[3 * k + row]! * impulses.speed(shift, k, row);
        energy += work;
        size += Math.abs(work);
      }
    }
    return energy > 1e-9 * size ? energy : 0;
  }

  /** Moves apart what is inside each other. */
  private separate(x: Float64Array): void {
    const { impulses, dynamics, contacts, gaps, apart, shift, rates, first } = this;
    if (contacts.deepest <= leftIn) return;
    const { target } = impulses;
    for (let k = 0; k < impulses.count; k++) {
      const gap = gaps[k]!;
      target[k] = gap < -leftIn ? takenBack * (-gap - leftIn) : Math.min(0, -gap);
    }
    apart.fill(0);
    impulses.separate(apart, target, passesOfSeparation);
    const { mechanism, state, fixedPositions } = dynamics;
    for (let j = 0; j < mechanism.nv; j++) shift[j] = apart[this.placeOf[j]!]!;
    coordinateRates(rates, mechanism, state.q, shift);
    for (let k = 0; k < fixedPositions.length; k++) x[first + k]! += rates[fixedPositions[k]!]!;
  }
}

const none = new Float64Array(0);
const nobody = new Uint8Array(0);

function doubled(old: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * old.length);
  larger.set(old);
  return larger;
}

function refused(because: string): RattlebackError {
  return new RattlebackError("E-CONTACT-RIGID", 'Contacts cannot be rigid (response: "rigid") in this model.', {
    because,
    hint: 'response: "elastic", which treats them; or joints without flanges and loops',
  });
}
