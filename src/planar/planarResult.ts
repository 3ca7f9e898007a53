/**
 * What a planar run returns: signals by name, changes of the configuration, energies, statistics.
 *
 *     body.x .y .phi .vx .vy .w               bodies, at the centre of mass of the bare body
 *     beam[k].x …                             nodes; phi is measured from the unstrained shape
 *     target.x …                              targets with a given motion
 *     target/thing[k].surface                 lowest surface that pushes, −1 for none
 *     target/thing[k].depth .slidingSpeed .normalForce .tangentialForce       sums over the surfaces that push
 *     energy.kinetic .gravity .beams .contact stored
 *     energy.targetWork .loadWork             put in
 *     energy.contactDamping .friction .beamDamping .released      lost
 *     energy.balance                          stored + lost − put in, minus its value at the start: 0 but for rounding
 *                                             and integration error
 */

import { listNames, suggestName } from "../errors/nearestName.ts";
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";
import type { RunStatistics } from "../integrate/result.ts";
import * as elementary from "../math/elementary.ts";
import type { BuiltWorld, Mover } from "./buildSystem.ts";
import type { StartInside } from "./collisionTracker.ts";
import type { ConfigurationChange } from "./configurationLog.ts";
import { ContactState, contactForce } from "./contactForce.ts";
import { poseSize } from "./outline.ts";
import { blockSize, energyAccounts, StoredEnergy } from "./planarSystem.ts";

export const motionNames = ["x", "y", "phi", "vx", "vy", "w"] as const;
const motionUnits = ["m", "m", "rad", "m/s", "m/s", "rad/s"] as const;
const contactUnits = { surface: "", depth: "m", slidingSpeed: "m/s", normalForce: "N", tangentialForce: "N" } as const;
const storedNames = ["kinetic", "gravity", "beams", "contact"] as const;

export interface PlanarSignal {
  readonly time: Float64Array;
  readonly values: Float64Array;
  readonly unit: string;
}

export interface PlanarStatistics extends RunStatistics {
  readonly changes: number;
}

export class PlanarResult {
  /** In the order of time. */
  readonly changes: readonly ConfigurationChange[];
  readonly warnings: readonly string[];
  /** Whether the stop time was reached; false after an abort. */
  isFinished = false;
  statistics: PlanarStatistics | undefined;

  private readonly built: BuiltWorld;
  private readonly times: number[] = [];
  private readonly states: Float64Array[] = [];
  private readonly references: Int32Array[][] = [];
  private readonly released: number[] = [];
  private readonly signals = new Map<string, { unit: string; values: () => Float64Array }>();

  /** Made by simulatePlanar(), which then adds the points. */
  constructor(
    built: BuiltWorld,
    changes: readonly ConfigurationChange[],
    inside: readonly StartInside[],
    startInside: string,
  ) {
    this.built = built;
    this.changes = changes;
    this.warnings = startWarnings(built, inside, startInside);
    this.nameSignals();
  }

  get time(): Float64Array {
    return Float64Array.from(this.times);
  }

  get lastTime(): number {
    return this.times[this.times.length - 1];
  }

  names(): string[] {
    return [...this.signals.keys()];
  }

  signal(name: string): PlanarSignal {
    const known = this.signals.get(name);
    if (known !== undefined) return { time: this.time, values: known.values(), unit: known.unit };
    throw new RattlebackError("E-PLANAR-SIGNAL", `The result has no signal "${name}".`, {
      path: name,
      hint: suggestName(name, this.signals.keys(), `one of ${listNames(this.names())}`),
      data: { name },
    });
  }

  final(name: string): number {
    const { values } = this.signal(name);
    return values[values.length - 1];
  }

  add(t: number, y: Float64Array, released: number): void {
    this.times.push(t);
    this.states.push(y.slice());
    this.references.push(this.built.system.parts.tracker.save());
    this.released.push(released);
  }

  finish(statistics: RunStatistics, isFinished: boolean): void {
    this.statistics = { ...statistics, changes: this.changes.length };
    this.isFinished = isFinished;
  }

  private nameSignals(): void {
    const { movers, system } = this.built;
    const { targets, contacts } = system.parts;
    for (const mover of movers) {
      motionNames.forEach((name, m) => {
        this.define(`${mover.name}.${name}`, motionUnits[m], (_t, y) => motionOf(mover, y, m));
      });
    }
    targets.forEach(({ name: target, block }, k) => {
      if (block >= 0) return; // a body, which has its signals already
      motionNames.forEach((name, m) => {
        this.define(`${target}.${name}`, motionUnits[m], (t, y) => {
          system.place(t, y);
          return system.poses[poseSize * k + m];
        });
      });
    });
    contacts.forEach(({ points }, p) => {
      points.forEach((point, j) => {
        for (const [name, unit] of Object.entries(contactUnits)) {
          const key = name as keyof typeof contactUnits; // Object.entries forgets the type of the keys
          this.define(`${point}.${name}`, unit, (t, y) => this.contactValue(p, j, key, t, y));
        }
      });
    });
    const energy = new StoredEnergy();
    for (const name of storedNames) {
      this.define(`energy.${name}`, "J", (t, y) => {
        system.storedEnergy(energy, t, y);
        return energy[name];
      });
    }
    const first = blockSize * system.blockCount;
    energyAccounts.forEach((name, k) => void this.define(`energy.${name}`, "J", (_t, y) => y[first + k]));
    this.define("energy.released", "J", (_t, _y, k) => this.released[k]);
    const total = (t: number, y: Float64Array, k: number) => {
      system.storedEnergy(energy, t, y);
      const stored = energy.kinetic + energy.gravity + energy.beams + energy.contact;
      const lost = y[first + 2] + y[first + 3] + y[first + 4] + this.released[k];
      return stored + lost - y[first] - y[first + 1];
    };
    let start = 0;
    this.define("energy.balance", "J", (t, y, k) => {
      const value = total(t, y, k);
      if (k === 0) start = value;
      return value - start;
    });
  }

  private define(name: string, unit: string, value: (t: number, y: Float64Array, k: number) => number): void {
    const { tracker } = this.built.system.parts;
    const values = () =>
      Float64Array.from(this.times, (t, k) => {
        tracker.restore(this.references[k]);
        return value(t, this.states[k], k);
      });
    this.signals.set(name, { unit, values });
  }

  private contactValue(p: number, j: number, name: keyof typeof contactUnits, t: number, y: Float64Array): number {
    const { system } = this.built;
    const { tracker, contacts } = system.parts;
    const pair = tracker.pairs[p];
    const state = new ContactState();
    let sum = 0;
    let lowest = -1;
    system.place(t, y);
    tracker.place(system.poses);
    for (let i = pair.configuration.surfaces - 1; i >= 0; i--) {
      if (!pair.configuration.collidesAtReference(i, j)) continue;
      lowest = i;
      const { poses, points, velocities } = system;
      contactForce(state, pair, contacts[p].material, i, poses, points, velocities, pair.first + j);
      if (name !== "surface") sum += state[name];
    }
    return name === "surface" ? lowest : sum;
  }
}

/** An error during a planar run. `partial` is the result up to the last accepted step. */
export class PlanarError extends RattlebackError {
  readonly partial: PlanarResult;

  constructor(error: RattlebackError, partial: PlanarResult) {
    super(error.code, error.what, detailsOf(error));
    this.name = "PlanarError";
    this.partial = partial;
  }
}

/** Component m of (x, y, φ, v_x, v_y, ω) of a mover. */
function motionOf(mover: Mover, y: Float64Array, m: number): number {
  const { block, localX, localY } = mover;
  if (block < 0) return [localX, localY, 0, 0, 0, 0][m];
  const k = blockSize * block;
  const c = elementary.cos(y[k + 2]);
  const s = elementary.sin(y[k + 2]);
  const rx = c * localX - s * localY;
  const ry = s * localX + c * localY;
  const w = y[k + 5];
  return [y[k] + rx, y[k + 1] + ry, y[k + 2] + mover.angle, y[k + 3] - w * ry, y[k + 4] + w * rx, w][m];
}

function startWarnings(built: BuiltWorld, inside: readonly StartInside[], startInside: string): string[] {
  if (inside.length === 0) return [];
  const { contacts } = built.system.parts;
  const all = inside.map(({ pair, initiator, nearest }) => {
    const surface = startInside === "nearest" ? ` (surface ${nearest})` : "";
    return `${contacts[pair].points[initiator]}${surface}`;
  });
  const more = all.length > 5 ? ` and ${all.length - 5} more` : "";
  const what =
    startInside === "nearest"
      ? "they are pushed out through the nearest surface"
      : "they feel nothing until they have been outside";
  return [
    `W-PLANAR-INSIDE  Points that start inside their target: ${all.slice(0, 5).join(", ")}${more}. ` +
      `They have no history, so ${what}. Start them outside to have the surface found.`,
  ];
}
