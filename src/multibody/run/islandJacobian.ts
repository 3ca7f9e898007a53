/**
 * The Jacobian of bodies that touch each other, contact by contact. With W the forces on all bodies,
 *
 *     ∂f/∂x = (∂f/∂x with W as it is) + ∂f/∂W·∂W/∂x
 *
 * where the first part is that of each body alone, and ∂W/∂x follows pair by pair from the motion of two bodies
 * (contact/contactDerivatives.ts): twelve evaluations of each contact, six of them for velocities alone, however many bodies there are.
 *
 * The first part, and how motion follows from states, are kept while bodies hardly turn: beside contacts they matter little, and what is
 * solved with the matrix is iterated.
 *
 * Limits   Bodies whose joints connect them to the world, with no body behind them: the motion of each is its own.
 */
import type { ContactDerivatives } from "../../contact/contactDerivatives.ts";
import { wrenchLength } from "../../contact/contactDerivatives.ts";
import type { ContactHandler } from "../../contact/contactHandler.ts";
import type { EliminatedStructure } from "../../math/matrixStructure.ts";
import { coordinateRates } from "../../mechanics/coordinateRates.ts";
import { forwardDynamics } from "../../mechanics/forwardDynamics.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import { islandStructure, type StatesOfBody } from "./islandStructure.ts";

/** Of states: kinematics and inertia change over lengths of about 1. */
const increment = 1e-6;
/** What belongs to bodies alone is kept while no position has changed by more than this, m or rad, and for so many matrices at the most. */
const keptChange = 0.005;
const keptUses = 20;
/** Most states of a body: those of a free one. */
const mostStates = 13;

interface BodyStates extends StatesOfBody {
  /** 12 × states, column by column: the motion by the states. */
  readonly motion: Float64Array;
  /** velocities × 6, column by column: accelerations by force and moment. */
  readonly mobility: Float64Array;
  /** states × states, column by column: derivatives under the forces that act. */
  readonly own: Float64Array;
}

export interface IslandStates {
  /** Numbers of the positions and velocities of the mechanism, in the order of the states. */
  readonly q: Int32Array;
  readonly v: Int32Array;
  readonly bodies: Int32Array;
  readonly rows: Int32Array;
  /** Bodies of both shapes of a row. */
  readonly bodyA: (row: number) => number;
  readonly bodyB: (row: number) => number;
  /** Moves the bodies to the states. */
  readonly place: (x: Float64Array) => void;
  /** Moves the shapes of the contacts to where the bodies are. */
  readonly locate: () => void;
  /** Moves the bodies, and computes the forces on them. */
  readonly load: (x: Float64Array) => void;
}

/** Per body: 1 where it is of the kind that this is for. */
export function standAlone({ mechanism }: MechanismDynamics): Uint8Array {
  const alone = new Uint8Array(mechanism.count);
  const parents = new Set(mechanism.bodies.map((b) => mechanism.parent[b]!));
  for (const b of mechanism.bodies)
    if (mechanism.parent[b] === 0 && !parents.has(b) && mechanism.hasFlange[b] === 0) alone[b] = 1;
  return alone;
}

export class IslandJacobian {
  private readonly dynamics: MechanismDynamics;
  private readonly island: IslandStates;
  /** Of the Jacobian: the states of a body act on its own and on the velocities of what it touches. */
  readonly structure: EliminatedStructure;
  private readonly derivatives: ContactDerivatives;
  private readonly size: number;
  private readonly states: readonly BodyStates[];
  private readonly ofBody = new Map<number, BodyStates>();
  private readonly x: Float64Array;
  private readonly motion: Float64Array;
  private readonly rates: Float64Array;
  private readonly wrenches: Float64Array;
  private readonly qdot: Float64Array;
  private readonly column = new Float64Array(6);
  /** Where what belongs to bodies alone was found, and how often it may still be used. */
  private readonly known: Float64Array;
  private usesLeft = 0;

  constructor(dynamics: MechanismDynamics, handler: ContactHandler, island: IslandStates) {
    const { mechanism } = dynamics;
    this.dynamics = dynamics;
    this.island = island;
    this.derivatives = handler.createDerivatives();
    this.size = island.q.length + island.v.length;
    const placeOfQ = new Map(Array.from(island.q, (i, k) => [i, k]));
    const placeOfV = new Map(Array.from(island.v, (i, k) => [i, island.q.length + k]));
    const range = (from: number, to: number, places: Map<number, number>): Int32Array =>
      Int32Array.from({ length: to - from }, (_, k) => places.get(from + k)!);
    this.states = Array.from(island.bodies, (body) => {
      const positions = range(mechanism.qStart[body]!, mechanism.qStart[body + 1]!, placeOfQ);
      const velocities = range(mechanism.vStart[body]!, mechanism.vStart[body + 1]!, placeOfV);
      const places = Int32Array.of(...positions, ...velocities);
      const motion = new Float64Array(wrenchLength * places.length);
      const mobility = new Float64Array(6 * velocities.length);
      const own = new Float64Array(places.length ** 2);
      return { body, positions, velocities, places, motion, mobility, own, rows: new Map<StatesOfBody, number>() };
    });
    for (const states of this.states) this.ofBody.set(states.body, states);
    this.structure = islandStructure(mechanism, this.states, this.touchingPairs());
    this.x = new Float64Array(this.size);
    this.known = new Float64Array(this.size);
    this.motion = new Float64Array(18 * this.states.length);
    this.rates = new Float64Array(this.size);
    this.wrenches = new Float64Array(6 * this.states.length);
    this.qdot = new Float64Array(mechanism.nq);
  }

  private touchingPairs(): [BodyStates, BodyStates][] {
    const { island, ofBody } = this;
    const pairs: [BodyStates, BodyStates][] = [];
    for (const row of island.rows) {
      const A = ofBody.get(island.bodyA(row));
      const B = ofBody.get(island.bodyB(row));
      if (A !== undefined && B !== undefined) pairs.push([A, B]);
    }
    return pairs;
  }

  /** J ← the Jacobian at x, in its structure. Bodies are there afterwards, rows of the contacts are not. */
  evaluate(x: Float64Array, J: Float64Array): void {
    if (!this.isKnown(x)) this.differentiateAlone(x);
    this.usesLeft--;
    this.island.place(x);
    this.island.locate();
    J.fill(0);
    const { columnPointers } = this.structure;
    for (const states of this.states) {
      const { places, positions, velocities, own } = states;
      const further = states.rows.get(states)!;
      for (let j = 0; j < places.length; j++) {
        const at = columnPointers[places[j]!]!;
        const from = places.length * j;
        for (let i = 0; i < positions.length; i++) J[at + i] = own[from + i]!;
        for (let i = 0; i < velocities.length; i++) J[at + further + i] = own[from + positions.length + i]!;
      }
    }
    const { rows } = this.island;
    for (let k = 0; k < rows.length; k++) this.addContact(rows[k]!, J);
  }

  /** What belongs to bodies alone. */
  private differentiateAlone(x: Float64Array): void {
    this.island.load(x);
    this.keepForces();
    this.differentiateBodies(x);
    this.findMobilities();
    this.known.set(x);
    this.usesLeft = keptUses;
  }

  /** Whether bodies are about where what belongs to them alone was found. */
  private isKnown(x: Float64Array): boolean {
    if (this.usesLeft === 0) return false;
    const { q } = this.island;
    for (let k = 0; k < q.length; k++) if (!(Math.abs(x[k]! - this.known[k]!) <= keptChange)) return false;
    return true;
  }

  private keepForces(): void {
    const { force, torque } = this.dynamics.state.forces;
    this.states.forEach(({ body }, k) => {
      for (let i = 0; i < 3; i++) {
        this.wrenches[6 * k + i] = force[3 * body + i]!;
        this.wrenches[6 * k + 3 + i] = torque[3 * body + i]!;
      }
    });
  }

  /** Accelerations of all bodies under forces that act on each. */
  private accelerate(wrench: (k: number, i: number) => number): void {
    const { mechanism, state } = this.dynamics;
    const { force, torque } = state.forces;
    this.states.forEach(({ body }, k) => {
      for (let i = 0; i < 3; i++) {
        force[3 * body + i] = wrench(k, i);
        torque[3 * body + i] = wrench(k, 3 + i);
      }
    });
    forwardDynamics(mechanism, state, this.island.bodies);
  }

  /** Bodies under the forces that they have: the n-th state of all of them is moved at once. */
  private differentiateBodies(x: Float64Array): void {
    const { island, states, size } = this;
    const base = this.x;
    const wrench = (k: number, i: number): number => this.wrenches[6 * k + i]!;
    this.accelerate(wrench);
    this.readMotion(this.motion);
    this.readRates(this.rates);
    base.set(x);
    const moved = new Float64Array(18 * states.length);
    const rates = new Float64Array(size);
    for (let n = 0; n < mostStates; n++) {
      for (const { places } of states) if (n < places.length) base[places[n]!] = x[places[n]!]! + increment;
      island.place(base);
      this.accelerate(wrench);
      this.readMotion(moved);
      this.readRates(rates);
      states.forEach((own, k) => {
        const { places } = own;
        const count = places.length;
        if (n >= count) return;
        const column = places[n]!;
        const step = base[column]! - x[column]!;
        base[column] = x[column]!;
        for (let i = 0; i < count; i++) own.own[count * n + i] = (rates[places[i]!]! - this.rates[places[i]!]!) / step;
        differMotion(own.motion, wrenchLength * n, moved, this.motion, 18 * k, step);
      });
    }
    island.place(x);
  }

  private findMobilities(): void {
    const { states } = this;
    const { vdot } = this.dynamics.state;
    const { vStart } = this.dynamics.mechanism;
    this.accelerate(() => 0);
    const still = states.map(({ body, velocities }) => vdot.slice(vStart[body]!, vStart[body]! + velocities.length));
    for (let i = 0; i < 6; i++) {
      this.accelerate((_, place) => (place === i ? 1 : 0));
      states.forEach(({ body, velocities, mobility }, k) => {
        const n = velocities.length;
        for (let j = 0; j < n; j++) mobility[i * n + j] = vdot[vStart[body]! + j]! - still[k]![j]!;
      });
    }
  }

  private addContact(row: number, J: Float64Array): void {
    const { derivatives, ofBody, island } = this;
    if (!derivatives.evaluate(row, this.dynamics.state.motion)) return;
    const A = ofBody.get(island.bodyA(row));
    const B = ofBody.get(island.bodyB(row));
    for (const [by, D] of [
      [A, derivatives.byA],
      [B, derivatives.byB],
    ] as const) {
      if (by === undefined) continue;
      if (A !== undefined) this.addBlock(J, A, by, D, 0);
      if (B !== undefined) this.addBlock(J, B, by, D, 6);
    }
  }

  /** J += accelerations of one body by the states of another, through the force on the first, which begins at `first` in a column of D. */
  private addBlock(J: Float64Array, on: BodyStates, by: BodyStates, D: Float64Array, first: number): void {
    const { column } = this;
    const { columnPointers } = this.structure;
    const { mobility } = on;
    const count = on.velocities.length;
    const row = by.rows.get(on)!;
    for (let n = 0; n < by.places.length; n++) {
      column.fill(0);
      for (let m = 0; m < wrenchLength; m++) {
        const rate = by.motion[wrenchLength * n + m]!;
        if (rate === 0) continue;
        const o = wrenchLength * m + first;
        for (let i = 0; i < 6; i++) column[i]! += rate * D[o + i]!;
      }
      const at = columnPointers[by.places[n]!]! + row;
      for (let i = 0; i < 6; i++) {
        const load = column[i]!;
        if (load === 0) continue;
        for (let j = 0; j < count; j++) J[at + j]! += mobility[i * count + j]! * load;
      }
    }
  }

  /** Of each body: position, orientation, velocity, angular velocity. */
  private readMotion(out: Float64Array): void {
    const { position, rotation, velocity, angularVelocity } = this.dynamics.state.motion;
    this.states.forEach(({ body }, k) => {
      const o = 18 * k;
      for (let i = 0; i < 3; i++) {
        out[o + i] = position[3 * body + i]!;
        out[o + 12 + i] = velocity[3 * body + i]!;
        out[o + 15 + i] = angularVelocity[3 * body + i]!;
      }
      for (let i = 0; i < 9; i++) out[o + 3 + i] = rotation[9 * body + i]!;
    });
  }

  private readRates(out: Float64Array): void {
    const { mechanism, state } = this.dynamics;
    const { qdot, states } = this;
    coordinateRates(qdot, mechanism, state.q, state.v, this.island.bodies);
    for (const { body, positions, velocities } of states) {
      for (let i = 0; i < positions.length; i++) out[positions[i]!] = qdot[mechanism.qStart[body]! + i]!;
      for (let i = 0; i < velocities.length; i++) out[velocities[i]!] = state.vdot[mechanism.vStart[body]! + i]!;
    }
  }
}

/** out[k..k+11] ← (position, turning in world axes, velocity, angular velocity) of the motion at o, by the step that led there from base. */
function differMotion(
  out: Float64Array,
  k: number,
  moved: Float64Array,
  base: Float64Array,
  o: number,
  step: number,
): void {
  for (let i = 0; i < 3; i++) {
    out[k + i] = (moved[o + i]! - base[o + i]!) / step;
    out[k + 6 + i] = (moved[o + 12 + i]! - base[o + 12 + i]!) / step;
    out[k + 9 + i] = (moved[o + 15 + i]! - base[o + 15 + i]!) / step;
    // δR·Rᵀ = θ×
    const p = (i + 1) % 3;
    const q = (i + 2) % 3;
    let sum = 0;
    for (let j = 0; j < 3; j++) {
      const a = o + 3 + 3 * q + j;
      const b = o + 3 + 3 * p + j;
      sum += (moved[a]! - base[a]!) * base[b]! - (moved[b]! - base[b]!) * base[a]!;
    }
    out[k + 3 + i] = (0.5 * sum) / step;
  }
}
