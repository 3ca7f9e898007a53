/**
 * Many parts that do not know of each other, each with its own steps and its own method. Whoever is last makes the next step; the time of
 * the whole is that of the last one, and up to there every part has dense output. A step of the whole is what lies between two such times:
 * all states are polynomials there.
 *
 * At an event the parts are asked for again. Those that are the same as before, and have the same states, go on with the step that they
 * have made; all others begin there.
 *
 * Stiffness    A part begins with an explicit pair, and changes to an implicit method and back, whichever is cheaper (methodChoice.ts). After an
 *              event it goes on as the part did that most of its states come from, with steps of the same size.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import {
  createStatistics,
  type Integrator,
  type IntegratorSnapshot,
  type ResetOptions,
  type Statistics,
} from "../integrator.ts";
import type { IslandPart } from "./islandPart.ts";
import { MethodChoice } from "./methodChoice.ts";

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
  /** Nothing can have happened before this time. */
  quietUntil: number;
  readonly choice: MethodChoice;
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
  /** Something has happened in the last step, which is too short for anything else. */
  isCertain = false;
  /** Whether a part has needed an implicit method. */
  wasStiff = false;
  /** Evaluations of parts, each by its share of the states: so many of the whole would have cost as much. */
  work = 0;

  private readonly setup: IslandSetup;
  private islands: Island[] = [];
  private readonly values: Float64Array;
  private valuesTime: number;
  /** Number of the part that each state belonged to before an event. */
  private readonly islandOf: Int32Array;

  constructor(setup: IslandSetup, t: number, y: Float64Array, options: ResetOptions) {
    this.setup = setup;
    this.size = setup.size;
    this.t = this.tPrevious = this.valuesTime = t;
    this.values = y.slice();
    this.islandOf = new Int32Array(setup.size);
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
    // of the part that is first to have something happen, and of all others
    let quiet = Number.POSITIVE_INFINITY;
    let eventBy = Number.POSITIVE_INFINITY;
    let othersQuiet = Number.POSITIVE_INFINITY;
    let degree = 1;
    for (let k = 0; k < islands.length; k++) {
      const island = islands[k];
      if (island.integrator.t <= t) this.advance(island, tLimit);
      const { integrator } = island;
      if (integrator.t < front) front = integrator.t;
      if (integrator.interpolationDegree > degree) degree = integrator.interpolationDegree;
      if (!(island.quietUntil < integrator.t)) continue;
      if (island.quietUntil < quiet) {
        othersQuiet = quiet;
        quiet = island.quietUntil;
        eventBy = island.part.eventBy;
      } else if (island.quietUntil < othersQuiet) othersQuiet = island.quietUntil;
    }
    // up to where something may happen, then over the moment in which it does, and then from there on
    this.isCertain = quiet === t && eventBy <= front && eventBy <= othersQuiet;
    if (quiet > t && quiet < front) front = quiet;
    else if (this.isCertain) front = eventBy;
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
    const before = island.choice.before(integrator.statistics);
    this.add(integrator, -1);
    integrator.step(tLimit);
    this.work += ((integrator.statistics.evaluations - evaluations) * integrator.size) / this.size;
    island.quietUntil = part.quietUntil(from, integrator.t, integrator.interpolationDegree, (t) => {
      integrator.interpolate(y, t);
      return y;
    });
    this.add(integrator, 1);
    if (part.canBeStiff) this.watchStiffness(island, before, tLimit);
  }

  private watchStiffness(island: Island, before: number, tLimit: number): void {
    const { integrator, choice } = island;
    const create = (isStiff: boolean): Integrator => this.create(island, isStiff, integrator.t, integrator.y.slice());
    if (!choice.changes(integrator, before, tLimit, create)) return;
    if (choice.isStiff) this.wasStiff = true;
    island.successor = create(choice.isStiff);
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
    const { islandOf } = this;
    const before = this.islands;
    const known = new Map(before.map((island) => [island.part.identity, island]));
    islandOf.fill(-1);
    before.forEach(({ part }, k) => {
      for (const place of part.places) islandOf[place] = k;
    });
    this.islands = this.setup.parts().map((part) => {
      const same = known.get(part.identity);
      if (same !== undefined && isAt(same, t, y)) {
        part.follow(same.part);
        same.part = part;
        return same;
      }
      return this.begin(part, t, y, options, before);
    });
    this.t = this.tPrevious = this.valuesTime = t;
    this.values.set(y);
  }

  /** A part whose states belonged to some of those before. */
  private begin(
    part: IslandPart,
    t: number,
    y: Float64Array,
    options: ResetOptions,
    before: readonly Island[],
  ): Island {
    const own = Float64Array.from(part.places, (place) => y[place]);
    let { initialStep = Number.POSITIVE_INFINITY } = options;
    const shares = new Map<Island, number>();
    for (const place of part.places) {
      const island = before[this.islandOf[place]];
      if (island === undefined) continue;
      shares.set(island, (shares.get(island) ?? 0) + 1);
      const { nextStepSize } = island.integrator;
      if (nextStepSize > 0) initialStep = Math.min(initialStep, nextStepSize);
    }
    let largest: Island | undefined;
    for (const [island, share] of shares) if (largest === undefined || share > shares.get(largest)!) largest = island;
    const choice = new MethodChoice(part.places.length / part.effort);
    if (part.canBeStiff && largest !== undefined) choice.follow(largest.choice);
    part.begin(t, own);
    const holder = { part };
    const integrator = this.create(holder, choice.isStiff, t, own);
    if (initialStep < Number.POSITIVE_INFINITY) integrator.reset(t, own, { initialStep });
    return Object.assign(holder, { integrator, successor: undefined, quietUntil: t, choice, y: own });
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
