/**
 * Free bodies and trees that do not touch each other, and those that do, as parts with their own time: an impact in one corner costs nothing
 * in the other.
 *
 * Length   an island evaluates, examines and joins others with the same places in the state vector
 */
import type { ContactHandler } from "../../contact/contactHandler.ts";
import { type ContactRecord, describeContact } from "../../contact/contactRecord.ts";
import { type ContactStartData, inPatch } from "../../contact/contactTable.ts";
import { crossingMargin, type MotionGuard } from "../../contact/motionGuard.ts";
import { NarrowCrossing } from "../../contact/narrowCrossing.ts";
import type { HiddenChange, HiddenIsland, StatesAt } from "../../language/predefined.ts";
import type { EliminatedStructure } from "../../math/matrixStructure.ts";
import { polynomialGrid } from "../../math/polynomialBounds.ts";
import { SpectralRadius } from "../../math/spectralRadius.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import { coordinateRates } from "../../mechanics/coordinateRates.ts";
import { forwardDynamics } from "../../mechanics/forwardDynamics.ts";
import { isFree } from "../../mechanics/jointMotions.ts";
import { type MechanismDynamics, noInertia } from "../../mechanics/mechanismDynamics.ts";
import { MotionBounds } from "../../mechanics/motionBounds.ts";
import { computePositions } from "../../mechanics/positions.ts";
import {
  isSingle,
  placeSingles,
  ratesOfSingles,
  singlePositions,
  singleVelocities,
} from "../../mechanics/singleStates.ts";
import { computeVelocities } from "../../mechanics/velocities.ts";
import type { CoordinatePlaces } from "./hiddenCoordinates.ts";
import { IslandJacobian, standAlone } from "./islandJacobian.ts";
import { limitByContacts } from "./limitByContacts.ts";

/** What an evaluation costs, per body, patch and point, with what belongs to it in a step, about in microseconds; and what a Jacobian costs. They only weigh methods against each other. */
const bodyEffort = 0.3;
const patchEffort = { once: 2.5, derivatives: 26 } as const;
const pointEffort = { once: 0.2, derivatives: 18 } as const;

/** Fewer branches than this are integrated together. */
const fewestBranches = 4;

/** A contact that seems to end and begin again inside a step is looked at in so many halves of halves. */
const mostHalvings = 6;

/** How far a contact is beyond its end, and how fast that grows. */
interface PointOfContact {
  readonly t: number;
  readonly g: number;
  readonly slope: number;
}

export class BodyIslands {
  readonly dynamics: MechanismDynamics;
  readonly handler: ContactHandler;
  readonly guard: MotionGuard;
  readonly crossing = new NarrowCrossing();
  /** Which island each shape belongs to. */
  readonly owners: (BodyIsland | undefined)[];
  readonly limits: MotionBounds;
  readonly qdot: Float64Array;
  /** What 1 m/s amounts to in each velocity: bodies that turn freely have as much at their surface, for each of their axes, unless they are larger than 1 m. */
  readonly speeds: Float64Array;
  readonly places: CoordinatePlaces;
  readonly bodyOfPosition: Int32Array;
  /** 1 for bodies that a Jacobian is known of contact by contact. */
  readonly isAlone: Uint8Array;
  /** Increments of all hidden states. */
  readonly increments: Float64Array;
  private readonly shapesOf: readonly (readonly number[])[];
  /** Of each body: numbers of its positions and velocities among those that are states. */
  private readonly statesOf: readonly { readonly positions: number[]; readonly velocities: number[] }[];
  private readonly note: (record: ContactRecord) => void;
  /** Of branches that are looked at: one of those that they hang together with. */
  private readonly names: Int32Array;
  /** Islands between the last two events, by their first bodies, and how many different ones there were. */
  private readonly known = new Map<number, BodyIsland>();
  private count = 0;

  /** `note` is told of contacts that begin and end in single islands. */
  constructor(
    dynamics: MechanismDynamics,
    handler: ContactHandler,
    places: CoordinatePlaces,
    note: (record: ContactRecord) => void,
  ) {
    const { mechanism } = dynamics;
    this.dynamics = dynamics;
    this.handler = handler;
    this.places = places;
    this.note = note;
    this.statesOf = Array.from({ length: mechanism.count }, () => ({ positions: [], velocities: [] }));
    this.bodyOfPosition = bodiesOfPositions(dynamics);
    dynamics.fixedPositions.forEach((i, k) => this.statesOf[this.bodyOfPosition[i]!]!.positions.push(k));
    dynamics.fixedVelocities.forEach((j, k) => this.statesOf[mechanism.bodyOfVelocity[j]!]!.velocities.push(k));
    const guard = handler.createGuard();
    this.guard = guard;
    this.limits = new MotionBounds(mechanism, (b) => handler.isPoint[b] === 1);
    this.qdot = new Float64Array(mechanism.nq);
    this.names = new Int32Array(mechanism.count);
    this.isAlone = standAlone(dynamics);
    this.increments = new Float64Array(places.first + dynamics.hiddenCount);
    this.shapesOf = handler.shapesOfBodies;
    this.bodyOf = this.shapesOf.reduce<number[]>((bodies, shapes, b) => {
      for (const s of shapes) bodies[s] = b;
      return bodies;
    }, []);
    this.shown = {
      at: new Float64Array(mechanism.count).fill(Number.NaN),
      in: new Int32Array(mechanism.count).fill(-1),
      bodies: new Int32Array(1),
    };
    this.speeds = new Float64Array(mechanism.nv).fill(1);
    for (const b of mechanism.bodies) {
      if (isFree[mechanism.code[b]!] === 0) continue;
      const turning = mechanism.vStart[b + 1]! - 3;
      handler.reachAboutAxes(this.shapesOf[b]!).forEach((reach, axis) => {
        if (reach > 0) this.speeds[turning + axis] = Math.max(1, 1 / reach);
      });
    }
    for (const s of this.shapesOf[0]!) guard.begin(s, dynamics.state.motion);
    this.owners = [];
  }

  /** Number of the search at hand: nothing but the search moves bodies meanwhile. */
  search = 0;
  /** Of each body: the time for which a search has positions, and the number of the search; and a list of one body. */
  readonly shown: { readonly at: Float64Array; readonly in: Int32Array; readonly bodies: Int32Array };
  /** Two shapes. */
  readonly pair = new Int32Array(2);
  private readonly bodyOf: readonly number[];

  /** Where one shape is at a time of the present step of its island; velocities are those of some other time. */
  readonly motionAt = (shape: number, time: number): BodyMotion => {
    this.owners[shape]?.showAt(this.bodyOf[shape]!, time);
    return this.dynamics.state.motion;
  };

  /** The islands of groups of hidden states. */
  of(groups: readonly (readonly number[])[]): HiddenIsland[] {
    const { mechanism, fixedPositions } = this.dynamics;
    const { table } = this.handler;
    const first = this.places.first;
    const { bodyOfPosition } = this;
    const islandOf = new Int32Array(mechanism.count).fill(-1);
    const parts = groups.map((group, island) => {
      for (const offset of group) {
        const position = fixedPositions[offset - first];
        if (position !== undefined) islandOf[bodyOfPosition[position]!] = island;
      }
      return { bodies: [] as number[], rows: [] as number[] };
    });
    for (const b of mechanism.bodies) parts[islandOf[b]!]?.bodies.push(b);
    for (let row = 0; row < table.count; row++) {
      const [a, b] = [table.bodyA[row]!, table.bodyB[row]!];
      parts[islandOf[a === 0 ? b : a]!]?.rows.push(row);
    }
    const islands = parts.map(({ bodies, rows }) => {
      const known = this.known.get(bodies[0]!);
      if (known?.isOf(bodies, rows) !== true) return this.create(bodies, rows);
      known.renumber(rows);
      return known;
    });
    this.known.clear();
    for (const island of islands) this.known.set(island.bodies[0]!, island);
    return islands;
  }

  /** The island of bodies, ascending, in these contacts. */
  private create(bodies: readonly number[], rows: readonly number[]): BodyIsland {
    const { fixedPositions, fixedVelocities } = this.dynamics;
    const { statesOf } = this;
    const { first } = this.places;
    const q: number[] = [];
    const v: number[] = [];
    const offsets: number[] = [];
    for (const b of bodies)
      for (const k of statesOf[b]!.positions) {
        q.push(fixedPositions[k]!);
        offsets.push(first + k);
      }
    for (const b of bodies)
      for (const k of statesOf[b]!.velocities) {
        v.push(fixedVelocities[k]!);
        offsets.push(first + fixedPositions.length + k);
      }
    return new BodyIsland(this, offsets, q, v, bodies, rows, this.shapesOf);
  }

  /** Two shapes meet at the time, in the steps that their islands have made: these become one, which stays if it is one already and may. */
  meet(a: number, b: number, time: number, mayStay: boolean): HiddenChange {
    const { handler, dynamics, owners } = this;
    const gone = [...new Set([owners[a], owners[b]])].filter((island) => island !== undefined);
    for (const island of gone) island.moveTo(time);
    const record = handler.meet(Math.min(a, b), Math.max(a, b), time, dynamics.state.motion);
    const rows = [...gone.flatMap((island) => Array.from(island.rows)), handler.table.count - 1];
    if (mayStay && gone.length === 1) return this.stayed(gone[0]!, rows, record);
    const bodies = gone.flatMap((island) => Array.from(island.bodies)).sort((x, y) => x - y);
    return this.changed(gone, [this.create(bodies, rows)], record);
  }

  /** A contact of an island ends at the time: what it held together may fall apart; it stays if it does not, and may. */
  part(island: BodyIsland, row: number, time: number, mayStay: boolean): HiddenChange {
    const { handler, owners } = this;
    const { table } = handler;
    const record = handler.ending(row, time);
    const rows = Array.from(island.rows).filter((k) => k !== row);
    const moved = handler.part(row);
    const at = rows.indexOf(moved);
    if (at >= 0) rows[at] = row;
    else if (moved >= 0) (owners[table.shapeA[row]!] ?? owners[table.shapeB[row]!])!.moveRow(moved, row);
    const pieces = this.split(island.bodies, rows);
    if (mayStay && pieces.length === 1) return this.stayed(island, rows, record);
    const made = pieces.map((piece) => this.create(piece.bodies, piece.rows));
    return this.changed([island], made, record);
  }

  /** Bodies, ascending, that are held together by their branches and by these contacts. */
  private split(bodies: Int32Array, rows: ArrayLike<number>): { readonly bodies: number[]; readonly rows: number[] }[] {
    const { names } = this;
    const { table } = this.handler;
    const { branch } = this.dynamics.mechanism;
    const nameOf = (body: number): number => {
      let name = branch[body]!;
      while (names[name] !== name) name = names[name] = names[names[name]!]!;
      return name;
    };
    for (const b of bodies) names[branch[b]!] = branch[b]!;
    for (let k = 0; k < rows.length; k++) {
      const [a, b] = [table.bodyA[rows[k]!]!, table.bodyB[rows[k]!]!];
      if (a > 0 && b > 0) names[nameOf(b)] = nameOf(a);
    }
    const pieces = new Map<number, { readonly bodies: number[]; readonly rows: number[] }>();
    for (const b of bodies) {
      const piece = pieces.get(nameOf(b));
      if (piece === undefined) pieces.set(nameOf(b), { bodies: [b], rows: [] });
      else piece.bodies.push(b);
    }
    for (let k = 0; k < rows.length; k++) {
      const row = rows[k]!;
      pieces.get(nameOf(table.bodyA[row]! || table.bodyB[row]!))!.rows.push(row);
    }
    return [...pieces.values()];
  }

  private changed(gone: readonly BodyIsland[], made: readonly BodyIsland[], record: ContactRecord): HiddenChange {
    for (const { bodies } of gone) this.known.delete(bodies[0]!);
    for (const island of made) this.known.set(island.bodies[0]!, island);
    return { gone, made, stays: false, ...this.told(record) };
  }

  /** The island has other contacts from now on. */
  private stayed(island: BodyIsland, rows: readonly number[], record: ContactRecord): HiddenChange {
    island.renew(rows);
    return { gone: [], made: [], stays: true, ...this.told(record) };
  }

  private told(record: ContactRecord): Pick<HiddenChange, "reports" | "firstStep"> {
    this.note(record);
    return { reports: [describeContact(record)], firstStep: this.handler.firstStep };
  }

  /** A name that no other island has, nor the same bodies in other contacts. */
  newIdentity(): string {
    return String(++this.count);
  }
}

class BodyIsland implements HiddenIsland {
  readonly offsets: Int32Array;
  identity = "";
  canBeStiff = false;
  effort = 0;
  jacobianEffort = 0;
  private readonly all: BodyIslands;
  private readonly q: Int32Array;
  private readonly v: Int32Array;
  readonly bodies: Int32Array;
  private readonly shapes: Int32Array;
  /** All bodies move freely in uniform gravity: states tell how, without joints. */
  private readonly areSingle: boolean;
  /** Contacts, and the shapes of their own. */
  rows = new Int32Array(0);
  private touching = new Int32Array(0);
  /** What was known of the contacts when they began. */
  private starts: readonly ContactStartData[] = [];
  /** Distances of the contacts at the end of the last step, and their rates. */
  private distance = new Float64Array(0);
  private slope = new Float64Array(0);
  /** Contacts that end in the present step, by what time, and whether there is one of which it is not clear. */
  private readonly ending: { readonly k: number; readonly by: number }[] = [];
  private isUnclear = false;
  /** The first of them to end. */
  private parting = -1;
  eventBy = Number.POSITIVE_INFINITY;
  /** What has happened by then: two shapes have met, or the contact of the parting row has ended when there are none. */
  private meeting: readonly [number, number] | undefined;
  private exact: IslandJacobian | undefined;
  private radius: SpectralRadius | undefined;
  stiffness = Number.NaN;
  /** States of the last evaluation: forces and distances of the contacts are those there. */
  private readonly evaluated: Float64Array;
  /** Positions that bounds of the motion are found from: places among the states, and numbers. */
  private readonly sampled: Int32Array;
  private readonly sampledPositions: Int32Array;
  /** Places of the positions of each body among the states. */
  private readonly positions = new Map<number, Int32Array>();
  /** States in the present step. */
  private at: StatesAt = () => new Float64Array(0);

  get speeds(): Float64Array {
    const { v, all } = this;
    const speeds = new Float64Array(v.length);
    for (let k = 0; k < v.length; k++) speeds[k] = all.speeds[v[k]!]!;
    return speeds;
  }

  constructor(
    all: BodyIslands,
    offsets: readonly number[],
    q: readonly number[],
    v: readonly number[],
    bodies: readonly number[],
    rows: readonly number[],
    shapesOf: readonly (readonly number[])[],
  ) {
    this.all = all;
    this.offsets = new Int32Array(offsets);
    this.q = new Int32Array(q);
    this.v = new Int32Array(v);
    this.sampled = Int32Array.from(q.keys()).filter((k) => all.limits.reads(q[k]!, all.bodyOfPosition[q[k]!]!));
    this.sampledPositions = this.sampled.map((k) => q[k]!);
    this.bodies = new Int32Array(bodies);
    this.shapes = Int32Array.from(bodies.flatMap((b) => shapesOf[b]!));
    const { mechanism } = all.dynamics;
    this.areSingle =
      mechanism.mu === 0 &&
      bodies.every((b) => isSingle(mechanism, b)) &&
      q.length === singlePositions * bodies.length &&
      v.length === singleVelocities * bodies.length;
    this.evaluated = new Float64Array(offsets.length);
    this.renew(rows);
  }

  /** The same bodies in other contacts. */
  renew(rows: readonly number[]): void {
    const { table } = this.all.handler;
    this.identity = this.all.newIdentity();
    this.rows = Int32Array.from(rows);
    this.starts = rows.map((row) => table.starts[row]!);
    this.touching = Int32Array.from(new Set(rows.flatMap((row) => [table.shapeA[row]!, table.shapeB[row]!])));
    this.distance = new Float64Array(rows.length);
    this.slope = new Float64Array(rows.length);
    this.canBeStiff = rows.length > 0;
    const contacts = rows.map((row) => (table.starts[row]!.flat === undefined ? pointEffort : patchEffort));
    this.effort = contacts.reduce((sum, { once }) => sum + once, bodyEffort * this.bodies.length);
    this.jacobianEffort = contacts.reduce((sum, { derivatives }) => sum + derivatives, 0);
    this.evaluated.fill(Number.NaN);
    this.exact = this.radius = undefined;
    this.stiffness = Number.NaN;
  }

  /** Whether these are its bodies and, in the same order, its contacts. */
  isOf(bodies: readonly number[], rows: readonly number[]): boolean {
    const { table } = this.all.handler;
    if (bodies.length !== this.bodies.length || rows.length !== this.starts.length) return false;
    return (
      bodies.every((b, k) => b === this.bodies[k]) &&
      rows.every((row, k) => {
        const [{ key, startTime }, before] = [table.starts[row]!, this.starts[k]!];
        return key === before.key && startTime === before.startTime;
      })
    );
  }

  /** Rows of the same contacts, where others have come or gone. */
  renumber(rows: readonly number[]): void {
    this.rows.set(rows);
  }

  moveRow(from: number, to: number): void {
    this.rows[this.rows.indexOf(from)] = to;
  }

  canChange(time: number): boolean {
    const { handler, dynamics } = this.all;
    const { meeting } = this;
    if (!handler.changesPairs) return false;
    this.showPair(time);
    if (meeting === undefined) return handler.canPart(this.rows[this.parting]!, dynamics.state.motion);
    return handler.canMeet(Math.min(...meeting), Math.max(...meeting));
  }

  /** The other one of a pair may have changed its way since. */
  isUndone(time: number): boolean {
    const { handler } = this.all;
    const { meeting } = this;
    if (meeting === undefined) return false;
    this.showPair(time);
    return handler.isApart(Math.min(...meeting), Math.max(...meeting));
  }

  /** The pair of which something has happened is where it is at the time. */
  private showPair(time: number): void {
    const { handler, dynamics, owners } = this.all;
    const { meeting } = this;
    this.moveTo(time);
    if (meeting !== undefined) owners[meeting[1]]?.moveTo(time);
    handler.locate(meeting === undefined ? this.touching : Int32Array.from(meeting), dynamics.state.motion);
  }

  /** After canChange() at the same time. */
  change(time: number, mayStay: boolean): HiddenChange {
    const { meeting, all } = this;
    if (meeting !== undefined) return all.meet(meeting[0], meeting[1], time, mayStay);
    return all.part(this, this.rows[this.parting]!, time, mayStay);
  }

  begin(t: number, x: Float64Array): void {
    const { guard, dynamics, owners } = this.all;
    const start = x.slice();
    this.at = (_t, entries) => (entries === undefined ? start : Float64Array.from(entries, (i) => start[i]!));
    this.place(x);
    for (const s of this.shapes) {
      guard.begin(s, dynamics.state.motion, t);
      owners[s] = this;
    }
    this.measure();
  }

  follow(before: HiddenIsland): void {
    if (before === this) return;
    const { at, distance, slope } = before as BodyIsland;
    this.at = at;
    this.distance.set(distance);
    this.slope.set(slope);
    for (const s of this.shapes) this.all.owners[s] = this;
  }

  /** Positions and velocities of the bodies at a time of the present step. */
  moveTo(time: number): void {
    this.place(this.at(time));
  }

  /** The same for one body, or for all of them where it hangs on others; nothing for the world. */
  private moveBodyTo(body: number, time: number): void {
    if (body === 0) return;
    const { dynamics, isAlone, shown } = this.all;
    if (isAlone[body] === 0) {
      this.moveTo(time);
      return;
    }
    const { mechanism, state } = dynamics;
    const { q, v } = state;
    const entries = this.statesOf(body);
    const x = this.at(time, entries);
    const iq = mechanism.qStart[body]!;
    const iv = mechanism.vStart[body]!;
    const positions = mechanism.qStart[body + 1]! - iq;
    for (let i = 0; i < positions; i++) q[iq + i] = x[i]!;
    for (let i = positions; i < entries.length; i++) v[iv + i - positions] = x[i]!;
    shown.bodies[0] = body;
    computePositions(mechanism, state, shown.bodies);
    computeVelocities(mechanism, state, shown.bodies);
  }

  /** Positions of the body, or of all of them where it hangs on others, at a time of the present step, for a search that may ask for the same time again. */
  showAt(body: number, time: number): void {
    const { search, dynamics, isAlone, shown } = this.all;
    if (shown.at[body] === time && shown.in[body] === search) return;
    const { mechanism, state } = dynamics;
    if (isAlone[body] === 1) {
      const entries = this.positionsOf(body);
      const x = this.at(time, entries);
      const first = mechanism.qStart[body]!;
      for (let i = 0; i < entries.length; i++) state.q[first + i] = x[i]!;
      shown.bodies[0] = body;
      computePositions(mechanism, state, shown.bodies);
      shown.at[body] = time;
      shown.in[body] = search;
      return;
    }
    const { q } = this;
    const x = this.at(time);
    for (let i = 0; i < q.length; i++) state.q[q[i]!] = x[i]!;
    computePositions(mechanism, state, this.bodies);
    for (const b of this.bodies) {
      shown.at[b] = time;
      shown.in[b] = search;
    }
  }

  /** Places of the positions of a body among the states. */
  private positionsOf(body: number): Int32Array {
    let places = this.positions.get(body);
    if (places !== undefined) return places;
    const { qStart } = this.all.dynamics.mechanism;
    const first = this.q.indexOf(qStart[body]!);
    places = Int32Array.from({ length: qStart[body + 1]! - qStart[body]! }, (_, i) => first + i);
    this.positions.set(body, places);
    return places;
  }

  /** Places of the positions and then of the velocities of a body among the states. */
  private statesOf(body: number): Int32Array {
    const positions = this.positionsOf(body);
    const { vStart } = this.all.dynamics.mechanism;
    const velocities = vStart[body + 1]! - vStart[body]!;
    const first = this.q.length + this.v.indexOf(vStart[body]!);
    const places = new Int32Array(positions.length + velocities);
    places.set(positions);
    for (let i = 0; i < velocities; i++) places[positions.length + i] = first + i;
    return places;
  }

  /** Positions and velocities of the bodies. */
  private place(x: Float64Array): void {
    const { mechanism, state } = this.all.dynamics;
    if (this.areSingle) placeSingles(mechanism, state, x, this.bodies);
    else this.placeJoints(x);
  }

  /** The same, with all that joints make of it. */
  private placeJoints(x: Float64Array): void {
    const { mechanism, state } = this.all.dynamics;
    const { q, v, bodies } = this;
    let k = 0;
    for (let i = 0; i < q.length; i++) state.q[q[i]!] = x[k++]!;
    for (let i = 0; i < v.length; i++) state.v[v[i]!] = x[k++]!;
    computePositions(mechanism, state, bodies);
    computeVelocities(mechanism, state, bodies);
  }

  /** Distances of the contacts and their rates, where the bodies are. */
  private measure(): void {
    const { handler, dynamics } = this.all;
    const { motion } = dynamics.state;
    handler.locate(this.touching, motion);
    for (let k = 0; k < this.rows.length; k++) this.measureRow(k);
  }

  private measureRow(k: number): void {
    const { handler, dynamics } = this.all;
    handler.measure(this.rows[k]!, dynamics.state.motion);
    this.takeRow(k);
  }

  private takeRow(k: number): void {
    const { handler } = this.all;
    const row = this.rows[k]!;
    this.distance[k] = handler.table.distance[row]! - handler.partingDistance;
    this.slope[k] = -handler.table.rate[row]!;
  }

  derivatives(x: Float64Array, dx: Float64Array): void {
    const { dynamics, qdot } = this.all;
    const { mechanism, state } = dynamics;
    const { q, v, bodies } = this;
    this.evaluated.set(x);
    this.place(x);
    this.computeForces();
    const singular = this.areSingle
      ? ratesOfSingles(dx, mechanism, state, x, bodies)
      : forwardDynamics(mechanism, state, bodies);
    if (singular > 0) throw noInertia(mechanism, singular);
    if (this.areSingle) return;
    coordinateRates(qdot, mechanism, state.q, state.v, bodies);
    let k = 0;
    for (let i = 0; i < q.length; i++) dx[k++] = qdot[q[i]!]!;
    for (let i = 0; i < v.length; i++) dx[k++] = state.vdot[v[i]!]!;
  }

  /** Forces on the bodies, where they are. */
  private computeForces(): void {
    const { dynamics, handler } = this.all;
    const { bodies, rows } = this;
    const { motion, forces } = dynamics.state;
    const { force, torque } = forces;
    for (let i = -1; i < bodies.length; i++) {
      const b = i < 0 ? 0 : 3 * bodies[i]!;
      force[b] = force[b + 1] = force[b + 2] = torque[b] = torque[b + 1] = torque[b + 2] = 0;
    }
    if (rows.length > 0) handler.addForcesOf(rows, this.touching, motion, forces);
  }

  get hasJacobian(): boolean {
    const { isAlone } = this.all;
    return this.bodies.every((b) => isAlone[b] === 1);
  }

  get structure(): EliminatedStructure {
    this.exact ??= this.createJacobian();
    return this.exact.structure;
  }

  jacobian(x: Float64Array, J: Float64Array): void {
    this.exact ??= this.createJacobian();
    this.exact.evaluate(x, J);
    this.radius ??= new SpectralRadius(this.exact.structure);
    this.stiffness = this.radius.estimate(J);
    // contacts have been moved
    this.evaluated.fill(Number.NaN);
  }

  private createJacobian(): IslandJacobian {
    const { dynamics, handler } = this.all;
    const { table } = handler;
    const { q, v, bodies, rows } = this;
    const bodyA = (row: number): number => table.bodyA[row]!;
    const bodyB = (row: number): number => table.bodyB[row]!;
    const place = (x: Float64Array): void => this.placeJoints(x);
    const locate = (): void => handler.locate(this.touching, dynamics.state.motion);
    const load = (x: Float64Array): void => {
      this.placeJoints(x);
      this.computeForces();
    };
    return new IslandJacobian(dynamics, handler, { q, v, bodies, rows, bodyA, bodyB, place, locate, load });
  }

  limitDifferences(limits: Float64Array): void {
    const { increments, handler, dynamics, places } = this.all;
    increments.fill(Number.POSITIVE_INFINITY);
    limitByContacts(increments, places.first, handler, dynamics, places, this.rows);
    for (let k = 0; k < limits.length; k++) limits[k] = Math.min(limits[k]!, increments[this.offsets[k]!]!);
  }

  quietUntil(from: number, to: number, degree: number, at: StatesAt): number {
    const { dynamics, guard, limits, handler } = this.all;
    const { bodies, shapes, sampled, sampledPositions } = this;
    const { samples } = limits;
    const { nq } = dynamics.mechanism;
    const { nodes } = polynomialGrid(degree);
    this.at = at;
    const goesOn = shapes.every((shape) => guard.goesOn(shape, from));
    for (let j = 0; j <= degree; j++) {
      const isPlace = j === degree || (j === 0 && !goesOn);
      const time = j === 0 ? from : j === degree ? to : from + nodes[j]! * (to - from);
      // of all that no place is needed for, positions are enough
      const x = isPlace ? at(time) : at(time, sampled);
      for (let i = 0; i < sampled.length; i++) samples[j * nq + sampledPositions[i]!] = x[isPlace ? sampled[i]! : i]!;
      if (isPlace) this.place(x);
      if (j > 0) continue;
      const motion = goesOn ? undefined : dynamics.state.motion;
      for (let k = 0; k < shapes.length; k++) guard.noteStart(shapes[k]!, motion, from);
    }
    limits.compute(degree, to - from, bodies);
    for (let k = 0; k < shapes.length; k++) {
      guard.bounds.bound(shapes[k]!, to - from, limits);
      guard.noteEnd(shapes[k]!, dynamics.state.motion, to);
    }
    this.eventBy = Number.POSITIVE_INFINITY;
    this.meeting = undefined;
    let until = to;
    if (!this.contactsLast(at(to), from, to)) {
      until = this.partsAfter(from, to);
      if (until === from) return from;
    }
    this.all.search++;
    for (let k = 0; k < shapes.length && until > from; k++) {
      const limit = Math.min(to, Math.max(until, this.eventBy === Number.POSITIVE_INFINITY ? until : this.eventBy));
      const free = guard.freeUntil(shapes[k]!, handler.table.rows, limit, this.all.motionAt);
      if (free >= limit) continue;
      // an event is certain where nothing else comes before its end
      this.eventBy = guard.eventBy <= until ? guard.eventBy : Number.POSITIVE_INFINITY;
      this.meeting = [shapes[k]!, guard.partner];
      until = Math.min(until, free);
    }
    return until;
  }

  /** Until when all contacts last of which some end in the step; eventBy ← by when the first of them has ended. `from` when that is not known. */
  private partsAfter(from: number, to: number): number {
    const { handler, crossing } = this.all;
    if (this.isUnclear) return from;
    const margin = crossingMargin * 0.5 * handler.partingDistance;
    let until = to;
    for (const { k, by } of this.ending) {
      const beyond = (t: number): number => this.distanceAt(k, t);
      // it may last longer than the one before
      if (this.eventBy < by && beyond(this.eventBy) < -margin) continue;
      if (!crossing.find(beyond, from, Math.min(by, this.eventBy), margin)) return from;
      // two that end within rounding of each other are left to whoever looks at all of them
      if (crossing.to > until) return from;
      until = crossing.from;
      this.eventBy = crossing.to;
      this.parting = k;
    }
    return until;
  }

  /** How far one of the contacts is beyond its end at a time of the present step. */
  private distanceAt(k: number, time: number): number {
    const { handler, dynamics, pair } = this.all;
    const { table } = handler;
    const row = this.rows[k]!;
    this.moveBodyTo(table.bodyA[row]!, time);
    this.moveBodyTo(table.bodyB[row]!, time);
    pair[0] = table.shapeA[row]!;
    pair[1] = table.shapeB[row]!;
    handler.locate(pair, dynamics.state.motion);
    handler.measure(row, dynamics.state.motion);
    return table.distance[row]! - handler.partingDistance;
  }

  /** Whether no contact ends in the step to the states x, where the bodies are; which do otherwise. */
  private contactsLast(x: Float64Array, from: number, to: number): boolean {
    const { handler, dynamics } = this.all;
    const { rows, distance, slope, ending } = this;
    const { table } = handler;
    const isEvaluated = this.isEvaluated(x);
    if (!isEvaluated) handler.locate(this.touching, dynamics.state.motion);
    const bent: { readonly k: number; readonly begin: PointOfContact; readonly end: PointOfContact }[] = [];
    ending.length = 0;
    this.isUnclear = false;
    for (let k = 0; k < rows.length; k++) {
      const [before, rising] = [distance[k]!, slope[k]!];
      const row = rows[k]!;
      // a patch without area leaves the distance to be computed
      const hasDistance = table.kind[row] !== inPatch || table.starts[row]!.flat!.patch.isTouching;
      if (!(isEvaluated && hasDistance)) this.measureRow(k);
      else this.takeRow(k);
      const isDeep = this.isDeep(k);
      if (!isDeep && staysNegative(before, rising, distance[k]!, slope[k]!, to - from)) continue;
      if (isDeep || before >= 0) this.isUnclear = true;
      else if (distance[k]! >= 0) ending.push({ k, by: to });
      else
        bent.push({
          k,
          begin: { t: from, g: before, slope: rising },
          end: { t: to, g: distance[k]!, slope: slope[k]! },
        });
    }
    for (const { k, begin, end } of bent) {
      const by = this.beyondBy(k, begin, end, mostHalvings);
      if (by === undefined) this.isUnclear = true;
      else if (by <= to) ending.push({ k, by });
    }
    return ending.length === 0 && !this.isUnclear;
  }

  /** A time by which a contact ends that lasts at both points; ∞ when it does not end between them, undefined when that is not known. */
  private beyondBy(k: number, begin: PointOfContact, end: PointOfContact, halvings: number): number | undefined {
    const { t: t0, g: g0, slope: slope0 } = begin;
    const { t: t1, g: g1, slope: slope1 } = end;
    const h = t1 - t0;
    if (staysNegative(g0, slope0, g1, slope1, h)) return Number.POSITIVE_INFINITY;
    if (halvings === 0) return undefined;
    const t = t0 + Math.min(0.9, Math.max(0.1, tangentsMeet(g0, slope0, g1, slope1, h) / h)) * h;
    const g = this.distanceAt(k, t);
    if (g >= 0) return t;
    const inside = { t, g, slope: -this.all.handler.table.rate[this.rows[k]!]! };
    const first = this.beyondBy(k, begin, inside, halvings - 1);
    return first === Number.POSITIVE_INFINITY ? this.beyondBy(k, inside, end, halvings - 1) : first;
  }

  /** Whether forces and distances of the contacts are those at x. */
  private isEvaluated(x: Float64Array): boolean {
    const { evaluated } = this;
    for (let k = 0; k < x.length; k++) if (x[k] !== evaluated[k]) return false;
    return true;
  }

  /** A patch beyond what its law holds for is looked at by the handler. */
  private isDeep(k: number): boolean {
    const { table } = this.all.handler;
    const row = this.rows[k]!;
    return table.kind[row] === inPatch && -table.distance[row]! > table.starts[row]!.flat!.patch.limit;
  }
}

/** Body of each position. */
function bodiesOfPositions({ mechanism }: MechanismDynamics): Int32Array {
  const bodies = new Int32Array(mechanism.nq);
  for (const b of mechanism.bodies) bodies.fill(b, mechanism.qStart[b]!, mechanism.qStart[b + 1]!);
  return bodies;
}

/** Whether a function with these values and slopes at both ends of a step does not reach zero, nor show an extremum beyond it. */
function staysNegative(g0: number, slope0: number, g1: number, slope1: number, h: number): boolean {
  if (g0 >= 0 || g1 >= 0) return false;
  if (!(slope0 > 0 && slope1 < 0)) return true;
  const s = tangentsMeet(g0, slope0, g1, slope1, h);
  return g0 + slope0 * Math.min(h, Math.max(0, s)) < 0;
}

/** How far behind the begin the tangents of both ends meet. */
function tangentsMeet(g0: number, slope0: number, g1: number, slope1: number, h: number): number {
  return (g1 - g0 - slope1 * h) / (slope0 - slope1);
}

/** Whether so many branches are worth it. */
export function hasManyBranches({ mechanism }: MechanismDynamics): boolean {
  return new Set(mechanism.bodies.map((b) => mechanism.branch[b]!)).size >= fewestBranches;
}
