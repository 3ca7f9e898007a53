/**
 * Rigid bodies in contact, as a preview: at fixed times the speeds of all joints jump by the impulses of all contacts together; between
 * them everything moves as if there were no contacts.
 *
 * With the acceleration a that acts without contacts, w = v + h·a/2 is the mean speed over the next step: gaps and sliding are judged by
 * it, so that what rests stays where it is. Fast approaches bounce by Newton's hypothesis, unless that would add energy. What is inside
 * each other all the same is moved apart without a speed.
 *
 * Source   [Moreau1988], [Stewart1996]
 * Length   collecting, solving and writing share the arrays of an instant
 */

import { enlarged, pairLength, startPoints } from "../../contact/rigid/contactList.ts";
import { Impulses } from "../../contact/rigid/impulses.ts";
import { KeptImpulses } from "../../contact/rigid/keptImpulses.ts";
import type { RigidContacts, RigidPair } from "../../contact/rigid/rigidContacts.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { coordinateRates } from "../../mechanics/coordinateRates.ts";
import { FreeFlight, fliesFreely } from "../../mechanics/freeFlight.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { isSingle, SingleBodies } from "../../mechanics/singleBodies.ts";
import { BranchAnswers } from "./branchAnswers.ts";
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
/** So many times that is enough behind a dozen passes, m/s at most, where the impulses are those of the instant before: the next one goes on from there. */
const settledLater = 10;
const fastestLeft = 0.05;
const passesOfSeparation = 8;
/** This part of a penetration is taken back in each step, but for so much of it, m. */
const takenBack = 0.2;
const leftIn = 1e-6;
/** Slower approaches do not bounce: m/s, and steps of what acts without contacts. */
const slowest = 0.01;
const slowestSteps = 3;
interface Branch {
  readonly bodies: Int32Array;
  /** Place of its first speed in the order of the branches, and how many it has. */
  readonly place: number;
  readonly count: number;
  /** It is one body alone: its speeds are those of SingleBodies. Otherwise they are those of its joints. */
  readonly isSingle: boolean;
  /** Of its first speed among the hidden states of velocities, where it is single. */
  readonly state: number;
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
  /** Place of six speeds that are always zero: those of what does not move. */
  private readonly rest: number;
  private readonly impulses = new Impulses();
  private readonly kept = new KeptImpulses();
  private readonly singles: SingleBodies;
  private readonly answers: BranchAnswers;
  private readonly v: Float64Array;
  private readonly w: Float64Array;
  private readonly half: Float64Array;
  /** By place of a branch: the largest of half. */
  private readonly pull: Float64Array;
  private readonly mean: Float64Array;
  private readonly apart: Float64Array;
  private readonly shift: Float64Array;
  private readonly rates: Float64Array;
  /** By place of a branch: whether a point on it has an impulse. */
  private readonly isPushed: Uint8Array;
  private readonly turning: TurningPairs;
  /** There are branches other than single free bodies. */
  private hasTrees = false;
  private instant = 0;
  /** Branches that touch others, or may do so. */
  private touched: Branch[] = [];
  /** Bodies of trees among them. */
  private readonly isNear: Uint8Array;
  /** Derivatives of the states, and the time, of the present instant. */
  private dx: Float64Array = none;
  private h = Number.NaN;
  private gaps = new Float64Array(startPoints);
  private restitutions = new Float64Array(startPoints);
  /** Speeds of the points, three each: along with v, half, and the mean of before and behind the impulses. */
  private before = new Float64Array(3 * startPoints);
  private pulls = new Float64Array(3 * startPoints);
  private means = new Float64Array(3 * startPoints);
  /** The last step, and how much longer this one is. */
  private lastStep = Number.NaN;
  private longer = Number.NaN;
  private readonly visit = (pair: RigidPair): void => this.addPair(pair);

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
    const stateOf = new Int32Array(mechanism.nv);
    for (let k = 0; k < dynamics.fixedVelocities.length; k++) stateOf[dynamics.fixedVelocities[k]!] = k;
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
        state: stateOf[mechanism.vStart[list[0]!]!]!,
        instant: 0,
      };
      for (const b of list) this.branchOf[b] = branch;
      if (!branch.isSingle) this.hasTrees = true;
    }
    this.rest = place;
    const size = place + 6;
    this.v = new Float64Array(size);
    this.w = new Float64Array(size);
    this.half = new Float64Array(size);
    this.pull = new Float64Array(size);
    this.mean = new Float64Array(size);
    this.apart = new Float64Array(size);
    this.shift = new Float64Array(mechanism.nv);
    this.rates = new Float64Array(mechanism.nq);
    this.isPushed = new Uint8Array(size);
    this.turning = new TurningPairs(mechanism);
    this.isNear = new Uint8Array(mechanism.count);
    this.singles = new SingleBodies(mechanism, dynamics.state.motion);
    this.answers = new BranchAnswers(dynamics, this.placeOf);
  }

  get interval(): number {
    return this.contacts.interval;
  }

  /** x ← hidden states behind the impulses of the present instant; dx are their derivatives without contacts, h is the time to the next. Returns it, less where bodies in contact turn fast. */
  kick(x: Float64Array, dx: Float64Array, h: number): number {
    const { dynamics, impulses, v, half, first, placeOf } = this;
    const { fixedVelocities, positionCount } = dynamics;
    dynamics.setStates(x, first, none, 0, none, 0);
    if (this.hasTrees)
      for (let k = 0; k < fixedVelocities.length; k++) {
        const place = placeOf[fixedVelocities[k]!]!;
        v[place] = x[first + positionCount + k]!;
        half[place] = 0.5 * h * dx[first + positionCount + k]!;
      }
    this.dx = dx;
    this.h = h;
    impulses.clear();
    this.answers.begin();
    this.instant++;
    this.touched.length = 0;
    this.isNear.fill(0);
    this.turning.clear();
    this.contacts.forEachPair(dynamics.state.motion, h, this.visit);
    if (impulses.list.pairCount === 0) return h;
    const step = this.turnsFast(h) ? Math.min(h, this.turning.limit(v, h, nobody)) : h;
    return this.act(x, step, step / h);
  }

  /** The impulses of an instant whose points are known; `part`: of the step that half is for. */
  private act(x: Float64Array, h: number, part: number): number {
    const { impulses, w, half } = this;
    const { list, islands } = impulses;
    if (part !== 1) for (let k = 0; k < half.length; k++) half[k]! *= part;
    this.longer = this.lastStep > 0 ? h / this.lastStep : 1;
    this.lastStep = h;
    islands.find(list, w.length);
    if (this.longer !== 1) for (let k = 0; k < 3 * list.pointCount; k++) list.impulse[k]! *= this.longer;
    for (const { place, count } of this.touched) {
      let most = 0;
      for (let j = place; j < place + count; j++) {
        w[j] = this.v[j]! + half[j]!;
        most = Math.max(most, Math.abs(half[j]!));
      }
      this.pull[place] = most;
    }
    for (let i = 0; i < islands.count; i++) {
      impulses.speeds(i, this.v, this.before);
      const hasRebound = this.setTargets(i, h, true);
      this.solve(i);
      if (!hasRebound || this.gain(i) <= 0) continue;
      this.setTargets(i, h, false);
      this.restart(i);
      this.solve(i);
    }
    this.kept.keep(list);
    this.write(x);
    this.separate(x);
    return this.shorter(x, h);
  }

  /** w ← speeds of the bodies of island i without impulses. */
  private restart(i: number): void {
    const { w, v, half } = this;
    const { pairs } = this.impulses.list;
    const { order, starts } = this.impulses.islands;
    for (let place = starts[i]!; place < starts[i + 1]!; place++) {
      const o = pairLength * order[place]!;
      for (let side = o + 2; side < o + 6; side += 2)
        for (let j = pairs[side]!, end = j + pairs[side + 1]!; j < end; j++) w[j] = v[j]! + half[j]!;
    }
  }

  /** x ← the speeds behind the impulses, of what these act on; v ← the same. */
  private write(x: Float64Array): void {
    const { dynamics, w, v, half, first } = this;
    const at = first + dynamics.positionCount;
    for (const branch of this.touched) {
      for (let j = branch.place; j < branch.place + branch.count; j++) v[j] = w[j]! - half[j]!;
      if (branch.isSingle) this.singles.writeVelocities(x, at + branch.state, branch.bodies[0]!, v, branch.place);
    }
    if (this.hasTrees) {
      const { fixedVelocities } = dynamics;
      for (let k = 0; k < fixedVelocities.length; k++) {
        const branch = this.branchOf[dynamics.mechanism.bodyOfVelocity[fixedVelocities[k]!]!]!;
        if (!branch.isSingle && branch.instant === this.instant) x[at + k] = v[this.placeOf[fixedVelocities[k]!]!]!;
      }
    }
  }

  /** isPushed ← who has an impulse. */
  private markPushed(): void {
    const { isPushed } = this;
    const { list } = this.impulses;
    for (const { place } of this.touched) isPushed[place] = 0;
    for (let p = 0; p < list.pairCount; p++) {
      const o = pairLength * p;
      let isPressed = false;
      for (let k = list.pairs[o]!; k < list.pairs[o + 1]!; k++) if (list.impulse[3 * k]! > 0) isPressed = true;
      if (isPressed) isPushed[list.pairs[o + 2]!] = isPushed[list.pairs[o + 4]!] = 1;
    }
    isPushed[this.rest] = 0;
  }

  /** Whether a body that is near another turns by more than a little within the time h. */
  private turnsFast(h: number): boolean {
    const { v } = this;
    const most = (farthestTurn / h) ** 2;
    for (const { place, isSingle: isAlone } of this.touched)
      if (isAlone && v[place + 3]! ** 2 + v[place + 4]! ** 2 + v[place + 5]! ** 2 > most) return true;
    return false;
  }

  /** Normals are those of the begin of a step: nobody who is near another turns further than a little in it. */
  private shorter(x: Float64Array, h: number): number {
    const { dynamics, first, isNear, branchOf, v } = this;
    let limit = Number.POSITIVE_INFINITY;
    if (this.turnsFast(h)) {
      this.markPushed();
      limit = this.turning.limit(v, h, this.isPushed);
    }
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
    const { impulses, w, pull, before } = this;
    const { pairs, isKnown } = impulses.list;
    const { order, starts } = impulses.islands;
    let scale = 1e-6;
    let approach = 0;
    let fastest = 0;
    let known = 0;
    let points = 0;
    for (let place = starts[i]!; place < starts[i + 1]!; place++) {
      const o = pairLength * order[place]!;
      scale = Math.max(scale, pull[pairs[o + 2]!]!, pull[pairs[o + 4]!]!);
      for (let k = pairs[o]!; k < pairs[o + 1]!; k++) {
        approach = Math.max(approach, -before[3 * k]!);
        for (let row = 0; row < 3; row++) fastest = Math.max(fastest, Math.abs(before[3 * k + row]!));
        known += isKnown[k]!;
      }
      points += pairs[o + 1]! - pairs[o]!;
    }
    const isFirst = 2 * known < points;
    const enough = Math.max((isFirst ? firstSettled : settled) * scale, settledApproach * approach);
    const most = isFirst ? firstPasses : mostPasses;
    const inCrowd = Math.max(enough, fastest * Math.min(settledCrowd, settledPoint * points));
    impulses.solve(
      i,
      w,
      inCrowd,
      most,
      isFirst ? inCrowd : Math.max(inCrowd, Math.min(settledLater * inCrowd, fastestLeft)),
    );
    if (impulses.largest <= enough) return;
    for (let passes = 0; passes < most && this.gain(i) > 0; passes += fewPasses)
      if (impulses.goOn(i, w, enough, fewPasses)) return;
  }

  private addPair(pair: RigidPair): void {
    const { key, bodyA, bodyB, friction, restitution, normal, manifold } = pair;
    const { impulses, singles, rest } = this;
    const { list } = impulses;
    const one = this.branchOf[bodyA];
    const other = this.branchOf[bodyB] === one ? undefined : this.branchOf[bodyB];
    const countA = one?.count ?? 0;
    const countB = other?.count ?? 0;
    if (countA + countB === 0) return;
    this.isNear[bodyA] = this.isNear[bodyB] = 1;
    if (one !== undefined) this.prepare(one);
    if (other !== undefined) this.prepare(other);
    const isFree = (bodyA === 0 || one!.isSingle) && (bodyB === 0 || other?.isSingle === true);
    this.turning.add(pair, one?.isSingle === true ? one.place : -1, other?.isSingle === true ? other.place : -1);
    const placeA = one?.place ?? rest;
    const placeB = other?.place ?? rest;
    const p = list.add(placeA, countA, placeB, countB, isFree, manifold.count, friction);
    if (isFree) impulses.free.set(p, singles.values, bodyA, bodyB, normal, manifold.t1, manifold.t2, manifold.point);
    else this.addRows(p, pair);
    this.kept.recall(list, p, key, manifold.point);
    const from = list.pairs[pairLength * p]!;
    while (list.friction.length > this.gaps.length) {
      this.gaps = enlarged(this.gaps, Float64Array);
      this.restitutions = enlarged(this.restitutions, Float64Array);
      this.before = enlarged(this.before, Float64Array);
      this.pulls = enlarged(this.pulls, Float64Array);
      this.means = enlarged(this.means, Float64Array);
    }
    for (let k = 0; k < manifold.count; k++) {
      this.gaps[from + k] = manifold.gap[k]!;
      this.restitutions[from + k] = restitution;
    }
  }

  /** Rows of a pair in which somebody hangs on others. */
  private addRows(p: number, { bodyA, bodyB, normal, manifold }: RigidPair): void {
    const { rows } = this.impulses;
    const one = this.branchOf[bodyA];
    const other = this.branchOf[bodyB];
    const isOne = one === other;
    const countA = one?.count ?? 0;
    const length = countA + (isOne ? 0 : (other?.count ?? 0));
    let at = rows.reserve(p);
    for (let k = 0; k < manifold.count; k++)
      for (let i = 0; i < 3; i++, at += length) {
        const direction = i === 0 ? normal : i === 1 ? manifold.t1 : manifold.t2;
        this.addRow(at, bodyA, one, manifold.point, 3 * k, direction, -1);
        this.addRow(isOne ? at : at + countA, bodyB, other, manifold.point, 3 * k, direction, 1);
      }
    rows.prepare(p);
  }

  /** J and Y of one body for a direction in a point, at a place of the solver. */
  private addRow(
    at: number,
    body: number,
    branch: Branch | undefined,
    p: Float64Array,
    k: number,
    d: Float64Array,
    sign: number,
  ): void {
    if (branch === undefined) return;
    const { J, Y } = this.impulses.rows;
    if (branch.isSingle) this.singles.addRow(J, Y, at, body, p, k, d, sign);
    else this.answers.addRow(J, Y, at, body, branch.bodies, branch.place, branch.count, p, k, d, sign);
  }

  /** What is asked of a branch in contact at the present instant. */
  private prepare(branch: Branch): void {
    if (branch.instant === this.instant) return;
    branch.instant = this.instant;
    this.touched.push(branch);
    if (!branch.isSingle) return;
    const { singles, dynamics, first, v, half } = this;
    const body = branch.bodies[0]!;
    const at = first + dynamics.positionCount + branch.state;
    singles.locate(body);
    singles.readVelocities(v, branch.place, body);
    singles.readAccelerations(half, branch.place, body, this.dx, at, 0.5 * this.h);
  }

  /** Least speeds of the normals of an island: what the gap allows, or the rebound. Returns whether there is one. */
  private setTargets(i: number, h: number, withRebound: boolean): boolean {
    const { gaps, restitutions, before, pulls, impulses } = this;
    const { pairs, target } = impulses.list;
    const { order, starts } = this.impulses.islands;
    let hasRebound = false;
    for (let place = starts[i]!; place < starts[i + 1]!; place++) {
      const o = pairLength * order[place]!;
      let knowsPulls = false;
      for (let k = pairs[o]!; k < pairs[o + 1]!; k++) {
        const gap = gaps[k]!;
        target[k] = -Math.max(0, gap) / h;
        if (!withRebound) continue;
        const speed = before[3 * k]!;
        if (gap + h * speed >= 0 || -speed <= slowest) continue;
        if (!knowsPulls) impulses.speedsOfPair(order[place]!, this.half, pulls);
        knowsPulls = true;
        const pull = pulls[3 * k]!;
        if (-speed <= slowest + slowestSteps * 2 * Math.abs(pull)) continue;
        target[k] = -restitutions[k]! * speed + pull;
        if (target[k]! > 0) hasRebound = true;
      }
    }
    return hasRebound;
  }

  /** Kinetic energy that the impulses of an island have added, J; zero or less as a rule. */
  private gain(i: number): number {
    const { impulses, v, w, half, mean, means } = this;
    const { pairs, impulse } = impulses.list;
    const { order, starts } = impulses.islands;
    for (let place = starts[i]!; place < starts[i + 1]!; place++) {
      const o = pairLength * order[place]!;
      for (let side = o + 2; side < o + 6; side += 2)
        for (let j = pairs[side]!, end = j + pairs[side + 1]!; j < end; j++) mean[j] = 0.5 * (v[j]! + w[j]! - half[j]!);
    }
    impulses.speeds(i, mean, means);
    let energy = 0;
    let size = 0;
    for (let place = starts[i]!; place < starts[i + 1]!; place++) {
      const o = pairLength * order[place]!;
      for (let n = 3 * pairs[o]!; n < 3 * pairs[o + 1]!; n++) {
        const work = impulse[n]! * means[n]!;
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
    const { target, pointCount } = impulses.list;
    for (let k = 0; k < pointCount; k++) {
      const gap = gaps[k]!;
      target[k] = gap < -leftIn ? takenBack * (-gap - leftIn) : Math.min(0, -gap);
    }
    apart.fill(0);
    impulses.separate(apart, target, passesOfSeparation);
    const { mechanism, state, fixedPositions } = dynamics;
    shift.fill(0);
    for (const { bodies, place, isSingle: isAlone } of this.touched) {
      if (isAlone) this.singles.writeVelocities(shift, mechanism.vStart[bodies[0]!]!, bodies[0]!, apart, place);
      else
        for (const b of bodies)
          for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) shift[j] = apart[this.placeOf[j]!]!;
    }
    coordinateRates(rates, mechanism, state.q, shift);
    for (let k = 0; k < fixedPositions.length; k++) x[first + k]! += rates[fixedPositions[k]!]!;
  }
}

const none = new Float64Array(0);
const nobody = new Uint8Array(0);

function refused(because: string): RattlebackError {
  return new RattlebackError("E-CONTACT-RIGID", 'Contacts cannot be rigid (response: "rigid") in this model.', {
    because,
    hint: 'response: "elastic", which treats them; or joints without flanges and loops',
  });
}
