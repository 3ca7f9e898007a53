/**
 * Many parts that do not know of each other, each with its own steps and its own method. Whoever is last makes the next step; the time of
 * the whole is that of the last one, and up to there every part has dense output. A step of the whole is what lies between two such times:
 * all states are polynomials there.
 *
 * At an event the parts are asked for again. Those that are the same as before, and have the same states, go on with the step that they
 * have made; all others begin there.
 *
 * Stiffness    A part begins with an explicit pair, and changes over when an implicit method makes steps that are worth their price
 *              (implicitTrial.ts). After an event a part is taken for stiff when one that it shares states with was.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { ImplicitTrial } from "../implicitTrial.ts";
import {
  createStatistics,
  type Integrator,
  type IntegratorSnapshot,
  type ResetOptions,
  type Statistics,
} from "../integrator.ts";
import type { IslandPart } from "./islandPart.ts";

export interface IslandSetup {
  readonly size: number;
  readonly parts: () => readonly IslandPart[];
  /** An integrator for the part that the function gives: it may be replaced by one with the same identity. */
  readonly create: (part: () => IslandPart, isStiff: boolean, t: number, y: Float64Array) => Integrator;
}

interface Island {
  part: IslandPart;
  integrator: Integrator;
  /** Takes over at the end of the present step. */
  successor: Integrator | undefined;
  isStiff: boolean;
  /** Nothing can have happened before this time. */
  quietUntil: number;
  readonly trial: ImplicitTrial;
  readonly y: Float64Array;
}

const counters = Object.keys(createStatistics()) as (keyof Statistics)[];

export class IslandIntegrator implements Integrator {
  readonly method = "islands";
  readonly inside = "asItIs";
  readonly size: number;
  t: number;
  tPrevious: number;
  readonly order = 5;
  interpolationDegree = 1;
  stepSize = 0;
  readonly nextStepSize = 0;
  readonly statistics: Statistics = createStatistics();
  /** Nothing can have happened in the last step. */
  isQuiet = false;
  /** Whether a part has needed an implicit method. */
  wasStiff = false;
  /** Evaluations of parts, each by its share of the states: so many of the whole would have cost as much. */
  work = 0;

  private readonly setup: IslandSetup;
  private islands: Island[] = [];
  private readonly values: Float64Array;
  private valuesTime: number;
  /** Per state: 1 when it belongs to a stiff part. */
  private readonly stiff: Uint8Array;

  constructor(setup: IslandSetup, t: number, y: Float64Array, options: ResetOptions) {
    this.setup = setup;
    this.size = setup.size;
    this.t = this.tPrevious = this.valuesTime = t;
    this.values = y.slice();
    this.stiff = new Uint8Array(setup.size);
    this.reset(t, y, options);
  }

  get y(): Float64Array {
    if (this.valuesTime !== this.t) this.interpolate(this.values, this.t);
    this.valuesTime = this.t;
    return this.values;
  }

  step(tLimit: number): void {
    const { islands, t } = this;
    let front = tLimit;
    let quiet = Number.POSITIVE_INFINITY;
    let degree = 1;
    for (let k = 0; k < islands.length; k++) {
      const island = islands[k];
      if (island.integrator.t <= t) this.advance(island, tLimit);
      const { integrator } = island;
      if (integrator.t < front) front = integrator.t;
      if (integrator.interpolationDegree > degree) degree = integrator.interpolationDegree;
      if (island.quietUntil < integrator.t && island.quietUntil < quiet) quiet = island.quietUntil;
    }
    // up to where something may happen, and then from there on
    if (quiet > t && quiet < front) front = quiet;
    this.isQuiet = front <= quiet;
    this.interpolationDegree = degree;
    this.tPrevious = t;
    this.t = front;
    this.stepSize = front - t;
  }

  /** Places of the part whose last step was the shortest. */
  get slowest(): Int32Array | undefined {
    let found: Island | undefined;
    for (const island of this.islands)
      if (found === undefined || island.integrator.stepSize < found.integrator.stepSize) found = island;
    return found?.part.places;
  }

  /** One step of one part. */
  private advance(island: Island, tLimit: number): void {
    if (island.successor !== undefined) {
      island.integrator = island.successor;
      island.successor = undefined;
    }
    const { integrator, part, y } = island;
    const from = integrator.t;
    const { evaluations } = integrator.statistics;
    this.add(integrator, -1);
    integrator.step(tLimit);
    this.work += ((integrator.statistics.evaluations - evaluations) * integrator.size) / this.size;
    island.quietUntil = part.quietUntil(from, integrator.t, integrator.interpolationDegree, (t) => {
      integrator.interpolate(y, t);
      return y;
    });
    this.add(integrator, 1);
    if (part.canBeStiff && !island.isStiff) this.watchStiffness(island, tLimit);
  }

  private watchStiffness(island: Island, tLimit: number): void {
    const integrator = island.integrator as Integrator & { readonly stiffnessSuspected?: boolean };
    const create = (): Integrator => this.create(island, true, integrator.t, integrator.y.slice());
    if (integrator.stiffnessSuspected !== true && !island.trial.wins(integrator, tLimit, create)) return;
    island.isStiff = this.wasStiff = true;
    island.successor = create();
  }

  private create(island: { readonly part: IslandPart }, isStiff: boolean, t: number, y: Float64Array): Integrator {
    return this.setup.create(() => island.part, isStiff, t, y);
  }

  private add({ statistics }: Integrator, sign: number): void {
    for (const key of counters) this.statistics[key] += sign * statistics[key];
  }

  interpolate(out: Float64Array, t: number): void {
    for (const { part, integrator, y } of this.islands) {
      integrator.interpolate(y, t);
      scatter(out, part.places, y);
    }
  }

  interpolateDerivative(out: Float64Array, t: number): void {
    for (const { part, integrator, y } of this.islands) {
      integrator.interpolateDerivative(y, t);
      scatter(out, part.places, y);
    }
  }

  reset(t: number, y: Float64Array, options: ResetOptions = {}): void {
    const { stiff } = this;
    const before = new Map(this.islands.map((island) => [island.part.identity, island]));
    for (const { part, isStiff } of this.islands) for (const place of part.places) stiff[place] = isStiff ? 1 : 0;
    this.islands = this.setup.parts().map((part) => {
      const same = before.get(part.identity);
      if (same !== undefined && isAt(same, t, y)) {
        part.follow(same.part);
        same.part = part;
        return same;
      }
      return this.begin(part, t, y, options);
    });
    this.t = this.tPrevious = this.valuesTime = t;
    this.values.set(y);
  }

  private begin(part: IslandPart, t: number, y: Float64Array, options: ResetOptions): Island {
    const own = Float64Array.from(part.places, (place) => y[place]);
    const isStiff = part.canBeStiff && part.places.some((place) => this.stiff[place] === 1);
    part.begin(t, own);
    const holder = { part };
    const integrator = this.create(holder, isStiff, t, own);
    if (options.initialStep !== undefined) integrator.reset(t, own, options);
    const rest = { integrator, successor: undefined, isStiff, quietUntil: t, trial: new ImplicitTrial(), y: own };
    return Object.assign(holder, rest);
  }

  save(): IntegratorSnapshot {
    throw notSaved();
  }

  restore(): void {
    throw notSaved();
  }
}

function notSaved(): RattlebackError {
  return new RattlebackError("E-SNAPSHOT", "Parts with their own time cannot be saved.", {
    because: "what they know of each other's motion belongs to the run",
    hint: "save with one method for all states",
  });
}

function scatter(out: Float64Array, places: Int32Array, y: Float64Array): void {
  for (let k = 0; k < places.length; k++) out[places[k]] = y[k];
}

/** Whether the part has made a step over t, and y is what it has there. */
function isAt({ part, integrator, y: own }: Island, t: number, y: Float64Array): boolean {
  if (!(integrator.tPrevious <= t && t <= integrator.t)) return false;
  integrator.interpolate(own, t);
  const { places } = part;
  for (let k = 0; k < places.length; k++) if (own[k] !== y[places[k]]) return false;
  return true;
}
