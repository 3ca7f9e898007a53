/**
 * Rigid bodies in contact, as a preview: at fixed times the speeds of all joints jump by the impulses of all contacts together; between
 * them everything moves as if there were no contacts.
 *
 * With the acceleration a that acts without contacts, w = v + h·a/2 is the mean speed over the next step: gaps and sliding are judged by
 * it, so that what rests stays where it is. Fast approaches bounce by Newton's hypothesis, unless that would add energy. What is inside
 * each other all the same is moved apart without a speed.
 *
 * Loops stay closed, and what equations couple to joints jumps with them: Y of a point is the answer of all that is tied to its body
 * (impulseUnits.ts), and states of the equations jump by h times the change of their derivatives under the impulses as forces over h.
 *
 * Source   [Moreau1988], [Stewart1996]
 * Length   collecting, solving and writing share the arrays of an instant
 */

import { enlarged, pairLength, startPoints } from "../../contact/rigid/contactList.ts";
import { Impulses } from "../../contact/rigid/impulses.ts";
import { KeptImpulses } from "../../contact/rigid/keptImpulses.ts";
import type { RigidContacts, RigidPair } from "../../contact/rigid/rigidContacts.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { KickedModel } from "../../language/predefined.ts";
import type { BodyForces } from "../../mechanics/bodyMotion.ts";
import { coordinateRates } from "../../mechanics/coordinateRates.ts";
import { FreeFlight, fliesFreely } from "../../mechanics/freeFlight.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { SingleBodies } from "../../mechanics/singleBodies.ts";
import { computeVelocities } from "../../mechanics/velocities.ts";
import { ImpulseLoads } from "./impulseLoads.ts";
import { type ImpulseUnit, impulseUnits } from "./impulseUnits.ts";
import { JointAnswers } from "./jointAnswers.ts";
import { farthestTurn, TurningPairs } from "./turningPairs.ts";

/** Passes of the solver over the contacts of an island. */
const mostPasses = 60;
/** The same of an island of more than so many points. */
const manyPoints = 24;
const crowdPasses = 30;
/** The same of such an island in which somebody moves relative to another more than so many times as fast as gravity or other forces change speeds in half a step: the next one comes soon enough. */
const moving = 4;
const movingPasses = 12;
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
/** So many times that is enough from a later pass on, m/s at most, where the impulses are those of the instant before: the next one goes on from there. */
const laterPass = 12;
const laterMovingPass = 4;
const settledLater = 10;
const fastestLeft = 0.05;
const passesOfSeparation = 8;
/** This part of a penetration is taken back in each step, but for so much of it, m. */
const takenBack = 0.2;
const leftIn = 1e-6;
/** Nobody is moved for less than this, m. */
const leastShift = 1e-7;
/** Slower approaches do not bounce: m/s, and steps of what acts without contacts. */
const slowest = 0.01;
const slowestSteps = 3;
/** The model answers in proportion to impulses, but for this part of the largest change of a speed. */
const proportional = 1e-6;
/** How many a single body has. */
const singleSpeeds = 6;

/** What is kicked, and how equations know it. */
export interface KickedMechanism {
  readonly dynamics: MechanismDynamics;
  readonly contacts: RigidContacts;
  /** Place of the first hidden state. */
  readonly first: number;
  /** Nothing but gravity and contacts acts on bodies. */
  readonly isAlone: boolean;
  /** Bodies that forces of equations or masses on lines act on. */
  readonly felt: Iterable<number>;
  /** Equations know of forces and accelerations of bodies: their states jump, too. */
  readonly isRead: boolean;
  /** Coordinates of joints that are variables of the equations, as they were read last. */
  readonly outside: { readonly positions: Float64Array; readonly velocities: Float64Array } | undefined;
  /** Where the positions of these are among the states, as far as they are states. */
  readonly outsideStates: readonly ({ readonly place: number; readonly sign: number } | undefined)[];
}

export class RigidKicks {
  private readonly dynamics: MechanismDynamics;
  private readonly contacts: RigidContacts;
  private readonly first: number;
  /** Where bodies are free and nothing but gravity acts on them. */
  readonly flight: FreeFlight | undefined;
  private readonly kicked: KickedMechanism;
  private readonly unitOf: (ImpulseUnit | undefined)[] = [];
  /** Units whose speeds are those of joints. */
  private readonly jointed: ImpulseUnit[];
  /** Per speed of a joint: its place in the order of the units. */
  private readonly placeOf: Int32Array;
  /** Place of six speeds that are always zero: those of what does not move. */
  private readonly rest: number;
  private readonly impulses = new Impulses();
  private readonly kept = new KeptImpulses();
  private readonly singles: SingleBodies;
  private readonly answers: JointAnswers;
  private readonly loads: ImpulseLoads;
  private model!: KickedModel;
  /** Derivatives of all states under loads. */
  private loaded = none;
  /** Of the joints, without impulses: accelerations, and speeds. */
  private readonly accelerations: Float64Array;
  private readonly speeds: Float64Array;
  private readonly v: Float64Array;
  private readonly w: Float64Array;
  private readonly half: Float64Array;
  /** By place of a unit: the largest of half. */
  private readonly pull: Float64Array;
  private readonly mean: Float64Array;
  private readonly apart: Float64Array;
  private readonly shift: Float64Array;
  private readonly rates: Float64Array;
  /** The body that is shifted, as a list. */
  private readonly shifted = new Int32Array(1);
  /** By coordinate of a joint: its place among the states, −1 where it follows from others. */
  private readonly positionState: Int32Array;
  /** By place of a unit: whether a point on it has an impulse. */
  private readonly isPushed: Uint8Array;
  private readonly turning: TurningPairs;
  private instant = 0;
  /** Units that touch others, or may do so, but for single bodies. */
  private touched: ImpulseUnit[] = [];
  /** By body: the place of its speeds where it is single, or does not move; −1 for others. */
  private readonly singlePlace: Int32Array;
  /** By body: place of its first speed among the states, where it is single. */
  private readonly singleState: Int32Array;
  /** By body: the instant for which it was prepared, where it is single. */
  private readonly singleInstant: Int32Array;
  /** The single bodies that touch others, or may do so. */
  private readonly singlesTouched: Int32Array;
  private singleCount = 0;
  /** Bodies among them. */
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

  constructor(kicked: KickedMechanism) {
    const { dynamics, contacts, first, isAlone, felt } = kicked;
    const { mechanism } = dynamics;
    this.flight = isAlone && fliesFreely(mechanism) ? new FreeFlight(mechanism) : undefined;
    this.kicked = kicked;
    this.dynamics = dynamics;
    this.contacts = contacts;
    this.first = first;
    const { units, placeOf } = impulseUnits(dynamics, felt);
    this.placeOf = placeOf;
    for (const unit of units) for (const b of unit.bodies) this.unitOf[b] = unit;
    this.jointed = units.filter(({ isSingle }) => !isSingle);
    this.rest = mechanism.nv;
    this.singlePlace = new Int32Array(mechanism.count).fill(-1);
    this.singlePlace[0] = this.rest;
    this.singleState = new Int32Array(mechanism.count);
    for (const { isSingle, bodies, place, state } of units) {
      if (!isSingle) continue;
      this.singlePlace[bodies[0]!] = place;
      this.singleState[bodies[0]!] = first + dynamics.positionCount + state;
    }
    this.singleInstant = new Int32Array(mechanism.count);
    this.singlesTouched = new Int32Array(mechanism.count);
    const size = mechanism.nv + 6;
    this.v = new Float64Array(size);
    this.w = new Float64Array(size);
    this.half = new Float64Array(size);
    this.pull = new Float64Array(size);
    this.mean = new Float64Array(size);
    this.apart = new Float64Array(size);
    this.shift = new Float64Array(mechanism.nv);
    this.rates = new Float64Array(mechanism.nq);
    this.positionState = new Int32Array(mechanism.nq).fill(-1);
    dynamics.fixedPositions.forEach((i, k) => {
      this.positionState[i] = first + k;
    });
    this.isPushed = new Uint8Array(size);
    this.turning = new TurningPairs(mechanism);
    this.isNear = new Uint8Array(mechanism.count);
    this.singles = new SingleBodies(mechanism, dynamics.state.motion);
    this.accelerations = new Float64Array(mechanism.nv);
    this.speeds = new Float64Array(mechanism.nv);
    this.loads = new ImpulseLoads(dynamics.state.motion);
    this.answers = new JointAnswers(dynamics, placeOf, this.accelerations, this.loads, () => this.ask());
  }

  /** The model answers to the present loads. */
  private ask(): void {
    if (this.loaded.length !== this.model.X.length) this.loaded = new Float64Array(this.model.X.length);
    this.model.loadedDerivatives(this.loaded);
  }

  /** In an evaluation with loads: adds them. */
  addLoads(forces: BodyForces): void {
    this.loads.addTo(forces);
  }

  get interval(): number {
    return this.contacts.interval;
  }

  /** States of the model ← those behind the impulses of the present instant; h is the time to the next. Returns it, less where bodies in contact turn fast. */
  kick(model: KickedModel, h: number): number {
    const { dynamics, impulses, v, half } = this;
    const { positions, velocities } = this.kicked.outside ?? { positions: none, velocities: none };
    const x = model.first === 0 ? model.X : model.X.subarray(model.first);
    dynamics.setStates(x, this.first, positions, 0, velocities, 0);
    for (const unit of this.jointed) this.readJoints(unit, h);
    this.model = model;
    this.dx = model.first === 0 ? model.D : model.D.subarray(model.first);
    this.h = h;
    impulses.clear();
    this.answers.begin();
    this.instant++;
    this.touched.length = 0;
    this.singleCount = 0;
    this.isNear.fill(0);
    this.turning.clear();
    this.contacts.forEachPair(dynamics.state.motion, h, this.visit);
    if (impulses.list.pairCount === 0) return h;
    const step = this.turnsFast(h) ? Math.min(h, this.turning.limit(v, h, nobody)) : h;
    if (step !== h) for (let k = 0; k < half.length; k++) half[k]! *= step / h;
    return this.act(x, step);
  }

  /** v, half ← those of the joints of a unit. */
  private readJoints({ bodies }: ImpulseUnit, h: number): void {
    const { mechanism, state } = this.dynamics;
    for (let i = 0; i < bodies.length; i++) {
      const b = bodies[i]!;
      for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) {
        this.accelerations[j] = state.vdot[j]!;
        this.speeds[j] = state.v[j]!;
        this.v[this.placeOf[j]!] = state.v[j]!;
        this.half[this.placeOf[j]!] = 0.5 * h * state.vdot[j]!;
      }
    }
  }

  /** The impulses of an instant whose points are known. */
  private act(x: Float64Array, h: number): number {
    const { impulses, w } = this;
    const { list, islands } = impulses;
    this.longer = this.lastStep > 0 ? h / this.lastStep : 1;
    this.lastStep = h;
    islands.find(list, w.length);
    if (this.longer !== 1) for (let k = 0; k < 3 * list.pointCount; k++) list.impulse[k]! *= this.longer;
    for (const { place, count } of this.touched) this.begin(place, count);
    for (let n = 0; n < this.singleCount; n++) this.begin(this.singlePlace[this.singlesTouched[n]!]!, singleSpeeds);
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
    const hasOthers = this.model.X.length > this.dynamics.hiddenCount;
    const isLoaded = this.kicked.isRead && hasOthers && this.loads.sum(list, h);
    // where speeds are still those in front of the impulses
    if (isLoaded) this.ask();
    this.write(x);
    if (isLoaded) this.writeOthers(h);
    this.separate(x);
    return this.shorter(h);
  }

  /** w ← speeds of a unit without impulses. */
  private begin(place: number, count: number): void {
    const { w, v, half } = this;
    let most = 0;
    for (let j = place; j < place + count; j++) {
      w[j] = v[j]! + half[j]!;
      most = Math.max(most, Math.abs(half[j]!));
    }
    this.pull[place] = most;
  }

  /** w ← speeds of the bodies of island i without impulses. */
  private restart(i: number): void {
    const { places, counts, branchStarts } = this.impulses.islands;
    for (let b = branchStarts[i]!; b < branchStarts[i + 1]!; b++) this.begin(places[b]!, counts[b]!);
  }

  /** x ← the speeds behind the impulses, of what these act on; v ← the same. */
  private write(x: Float64Array): void {
    const { dynamics, w, v, half, first, jointed } = this;
    const { fixedVelocities, groups } = dynamics;
    const at = first + dynamics.positionCount;
    for (let n = 0; n < this.singleCount; n++) {
      const body = this.singlesTouched[n]!;
      const place = this.singlePlace[body]!;
      for (let j = place; j < place + singleSpeeds; j++) v[j] = w[j]! - half[j]!;
      this.singles.writeVelocities(x, this.singleState[body]!, body, v, place);
    }
    if (jointed.length === 0) return;
    for (const { place, count } of this.touched) for (let j = place; j < place + count; j++) v[j] = w[j]! - half[j]!;
    for (let k = 0; k < fixedVelocities.length; k++) this.writeSpeed(x, at + k, fixedVelocities[k]!);
    let k = at + fixedVelocities.length;
    for (const { flangeCount, independentCount, independent, isOnLoop, velocities } of groups)
      for (let i = flangeCount; i < independentCount; i++)
        if (isOnLoop[independent[i]!] === 1) this.writeSpeed(x, k++, velocities[independent[i]!]!);
  }

  /** x[k] ← speed j of a joint. */
  private writeSpeed(x: Float64Array, k: number, j: number): void {
    const unit = this.unitOf[this.dynamics.mechanism.bodyOfVelocity[j]!]!;
    if (!unit.isSingle && unit.instant === this.instant) x[k] = this.v[this.placeOf[j]!]!;
  }

  /** States that are not of this mechanism ← those behind the impulses, as the model answers to them. */
  private writeOthers(h: number): void {
    const { model, dynamics, first } = this;
    const own = model.first + first;
    const { X, D } = model;
    for (const unit of this.touched) if (unit.kind === "model") this.checkAnswer(unit, h);
    for (let k = 0; k < X.length; k++)
      if (k < own || k >= own + dynamics.hiddenCount) X[k]! += h * (this.loaded[k]! - D[k]!);
  }

  /** Speeds change as the answers to single loads have it. */
  private checkAnswer({ bodies }: ImpulseUnit, h: number): void {
    const { accelerations, speeds, v, placeOf } = this;
    const { mechanism, state } = this.dynamics;
    let [most, worst, place] = [0, 0, 0];
    for (const b of bodies)
      for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) {
        const change = v[placeOf[j]!]! - speeds[j]!;
        const error = Math.abs(h * (state.vdot[j]! - accelerations[j]!) - change);
        most = Math.max(most, Math.abs(change), h * Math.abs(accelerations[j]!));
        if (!(error > worst)) continue;
        worst = error;
        place = b;
      }
    if (worst > proportional * most) throw notProportional(mechanism.jointPaths[place]!);
  }

  /** isPushed ← who has an impulse. */
  private markPushed(): void {
    const { isPushed } = this;
    const { list } = this.impulses;
    for (const { place } of this.touched) isPushed[place] = 0;
    for (let n = 0; n < this.singleCount; n++) isPushed[this.singlePlace[this.singlesTouched[n]!]!] = 0;
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
    for (let n = 0; n < this.singleCount; n++) {
      const place = this.singlePlace[this.singlesTouched[n]!]!;
      if (v[place + 3]! ** 2 + v[place + 4]! ** 2 + v[place + 5]! ** 2 > most) return true;
    }
    return false;
  }

  /** Normals are those of the begin of a step: nobody who is near another turns further than a little in it. */
  private shorter(h: number): number {
    const { dynamics, isNear, v, placeOf } = this;
    const { mechanism, state } = dynamics;
    let limit = Number.POSITIVE_INFINITY;
    if (this.turnsFast(h)) {
      this.markPushed();
      limit = this.turning.limit(v, h, this.isPushed);
    }
    const { angularVelocity: turn } = state.motion;
    for (const { bodies } of this.touched) {
      for (const b of bodies)
        for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) state.v[j] = v[placeOf[j]!]!;
      computeVelocities(mechanism, state, bodies);
      for (const b of bodies) {
        if (isNear[b] === 0) continue;
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
    const isCrowd = points > manyPoints;
    const isMoving = isCrowd && fastest > moving * scale;
    const most = isFirst ? firstPasses : isMoving ? movingPasses : isCrowd ? crowdPasses : mostPasses;
    const inCrowd = Math.max(enough, fastest * Math.min(settledCrowd, settledPoint * points));
    const later = isFirst ? inCrowd : Math.max(inCrowd, Math.min(settledLater * inCrowd, fastestLeft));
    impulses.solve(i, w, inCrowd, most, later, isMoving ? laterMovingPass : laterPass);
    if (impulses.largest <= enough) return;
    for (let passes = 0; passes < most && this.gain(i) > 0; passes += fewPasses)
      if (impulses.goOn(i, w, enough, fewPasses)) return;
  }

  private addPair(pair: RigidPair): void {
    const { key, bodyA, bodyB, restitution, normal, manifold } = pair;
    const { impulses, singles } = this;
    const { list } = impulses;
    const isFree = this.singlePlace[bodyA]! >= 0 && this.singlePlace[bodyB]! >= 0;
    const p = isFree ? this.addFree(pair) : this.addOthers(pair);
    if (p < 0) return;
    this.isNear[bodyA] = this.isNear[bodyB] = 1;
    if (isFree) impulses.free.set(p, singles.values, bodyA, bodyB, normal, manifold.t1, manifold.t2, manifold.point);
    else this.addRows(p, pair);
    if (this.kicked.isRead) this.loads.note(list, p, pair);
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

  /** A pair of bodies that are single, or of one and what does not move: its number. */
  private addFree(pair: RigidPair): number {
    const { bodyA, bodyB } = pair;
    if (bodyA !== 0) this.prepareSingle(bodyA);
    if (bodyB !== 0) this.prepareSingle(bodyB);
    const placeA = this.singlePlace[bodyA]!;
    const placeB = this.singlePlace[bodyB]!;
    const countA = bodyA === 0 ? 0 : singleSpeeds;
    const countB = bodyB === 0 ? 0 : singleSpeeds;
    this.turning.add(pair, bodyA === 0 ? -1 : placeA, bodyB === 0 ? -1 : placeB);
    return this.impulses.list.add(placeA, countA, placeB, countB, true, pair.manifold.count, pair.friction);
  }

  /** A pair in which somebody hangs on others: its number, −1 where neither moves. */
  private addOthers(pair: RigidPair): number {
    const { bodyA, bodyB } = pair;
    const one = this.unitOf[bodyA];
    const other = this.unitOf[bodyB] === one ? undefined : this.unitOf[bodyB];
    const countA = one?.count ?? 0;
    const countB = other?.count ?? 0;
    if (countA + countB === 0) return -1;
    if (one !== undefined) this.prepare(one);
    if (other !== undefined) this.prepare(other);
    this.turning.add(pair, one?.isSingle === true ? one.place : -1, other?.isSingle === true ? other.place : -1);
    const placeA = one?.place ?? this.rest;
    const placeB = other?.place ?? this.rest;
    return this.impulses.list.add(placeA, countA, placeB, countB, false, pair.manifold.count, pair.friction);
  }

  /** Rows of a pair in which somebody hangs on others. */
  private addRows(p: number, { bodyA, bodyB, normal, manifold }: RigidPair): void {
    const { rows } = this.impulses;
    const one = this.unitOf[bodyA];
    const other = this.unitOf[bodyB];
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
    unit: ImpulseUnit | undefined,
    p: Float64Array,
    k: number,
    d: Float64Array,
    sign: number,
  ): void {
    if (unit === undefined) return;
    const { J, Y } = this.impulses.rows;
    if (unit.isSingle) this.singles.addRow(J, Y, at, body, p, k, d, sign);
    else this.answers.addRow(J, Y, at, body, unit, p, k, d, sign);
  }

  /** What is asked of a unit in contact at the present instant. */
  private prepare(unit: ImpulseUnit): void {
    if (unit.instant === this.instant) return;
    if (unit.isSingle) {
      this.prepareSingle(unit.bodies[0]!);
      return;
    }
    unit.instant = this.instant;
    this.touched.push(unit);
  }

  private prepareSingle(body: number): void {
    if (this.singleInstant[body] === this.instant) return;
    const { singles, v, half } = this;
    const place = this.singlePlace[body]!;
    this.singleInstant[body] = this.instant;
    this.singlesTouched[this.singleCount++] = body;
    singles.locate(body);
    singles.readVelocities(v, place, body);
    singles.readAccelerations(half, place, body, this.dx, this.singleState[body]!, 0.5 * this.h);
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
    const { order, starts, places, counts, branchStarts } = impulses.islands;
    for (let b = branchStarts[i]!; b < branchStarts[i + 1]!; b++)
      for (let j = places[b]!, end = j + counts[b]!; j < end; j++) mean[j] = 0.5 * (v[j]! + w[j]! - half[j]!);
    impulses.speeds(i, mean, means);
    let energy = 0;
    let size = 0;
    for (let place = starts[i]!; place < starts[i + 1]!; place++) {
      const o = pairLength * order[place]!;
      for (let n = 3 * pairs[o]!; n < 3 * pairs[o + 1]!; n++) {
        const work = impulse[n]! * means[n]!;
        energy += work;
        // where nothing is lost, all work is rounding of what goes in and comes back
        size += Math.abs(work) + Math.abs(impulse[n]! * this.before[n]!);
      }
    }
    return energy > 1e-9 * size ? energy : 0;
  }

  /** Moves apart what is inside each other. */
  private separate(x: Float64Array): void {
    const { impulses, dynamics, contacts, gaps, apart, shift, first } = this;
    if (contacts.deepest <= leftIn) return;
    const { target, pointCount } = impulses.list;
    for (let k = 0; k < pointCount; k++) {
      const gap = gaps[k]!;
      target[k] = gap < -leftIn ? takenBack * (-gap - leftIn) : Math.min(0, -gap);
    }
    apart.fill(0);
    impulses.separate(apart, target, passesOfSeparation, leastShift);
    const { mechanism, fixedPositions, groups, outsideVelocities } = dynamics;
    shift.fill(0);
    for (let n = 0; n < this.singleCount; n++) {
      const body = this.singlesTouched[n]!;
      const place = this.singlePlace[body]!;
      if (!impulses.hasShifted(place)) continue;
      this.singles.writeVelocities(shift, mechanism.vStart[body]!, body, apart, place);
      this.shiftBody(x, body);
      const turn = this.positionState[mechanism.qStart[body]! + 3]!;
      this.singles.keepCentre(x, this.singleState[body]!, body, this.v, place, turn);
    }
    if (this.jointed.length === 0) return;
    for (const { bodies } of this.touched)
      for (const b of bodies) {
        for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) shift[j] = apart[this.placeOf[j]!]!;
        this.shiftBody(x, b);
      }
    let k = first + fixedPositions.length;
    for (const { positions, isOnLoop, velocities } of groups)
      for (let i = positions.flangeCount; i < positions.independentCount; i++)
        if (isOnLoop[positions.independent[i]!] === 1) x[k++]! += shift[velocities[positions.independent[i]!]!]!;
    for (let f = 0; f < outsideVelocities.length; f++) {
      const own = this.kicked.outsideStates[f];
      if (own !== undefined) this.model.X[own.place]! += own.sign * shift[outsideVelocities[f]!]!;
    }
  }

  /** x ← the coordinates of a body behind its shift, as far as they are states of their own. */
  private shiftBody(x: Float64Array, b: number): void {
    const { dynamics, rates, shifted, positionState } = this;
    const { mechanism, state } = dynamics;
    shifted[0] = b;
    coordinateRates(rates, mechanism, state.q, this.shift, shifted);
    for (let i = mechanism.qStart[b]!; i < mechanism.qStart[b + 1]!; i++)
      if (positionState[i]! >= 0) x[positionState[i]!]! += rates[i]!;
  }
}

const none = new Float64Array(0);
const nobody = new Uint8Array(0);

function notProportional(joint: string): RattlebackError {
  return new RattlebackError(
    "E-CONTACT-RIGID",
    `Contacts cannot be rigid (response: "rigid") at the joint "${joint}".`,
    {
      path: joint,
      because:
        "its speed does not change in proportion to impulses: an equation behind its flange is not linear in accelerations or forces",
      hint: 'response: "elastic", which treats it; or a SpringDamper between the joint and what is not linear: impulses do not pass it',
      data: { joint },
    },
  );
}
