/**
 * Many parts that do not know of each other, each with its own steps and its own method. Whoever is last makes the next step; the time of
 * the whole is that of the last one, and up to there every part has dense output. A step of the whole is what lies between two such times:
 * all states are polynomials there.
 *
 * At an event the parts are asked for again. Those that are the same as before, and have the same states, go on with the step that they
 * have made; all others begin there. An event that concerns some parts alone changes these and leaves all others as they are: its cost does
 * not depend on how many there are. A part that has the same states after it keeps its method and its memory.
 *
 * Stiffness    A part begins with an explicit pair, and changes to an implicit method and back, whichever is cheaper (methodChoice.ts). After an
 *              event it goes on as the part did that most of its states come from, with steps of the same size.
 * Length       the steps of the parts and what becomes of them at events share all tables
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import {
  createStatistics,
  type Integrator,
  type IntegratorSnapshot,
  type ResetOptions,
  type Statistics,
} from "../integrator.ts";
import type { IslandPart, PartChange, StatesAt } from "./islandPart.ts";
import { LeastOfMany } from "./leastOfMany.ts";
import { MethodChoice } from "./methodChoice.ts";

/** Is told of each step of a part: where it ends, and how long it is. */
export type OnStepOfPart = (end: number, size: number) => void;

export interface IslandSetup {
  readonly size: number;
  readonly parts: () => readonly IslandPart[];
  /** An integrator for the part that the function gives: it may be replaced by one with the same identity. */
  readonly create: (part: () => IslandPart, isStiff: boolean, t: number, y: Float64Array) => Integrator;
  readonly onStep?: OnStepOfPart | undefined;
}

interface Island {
  part: IslandPart;
  integrator: Integrator;
  /** Takes over at the end of the present step. */
  successor: Integrator | undefined;
  readonly choice: MethodChoice;
  /** Size of the first step from where it began last; ∞ when its method is to find it. */
  firstStep: number;
  readonly y: Float64Array;
  /** y ← its states at a time of the present step. */
  readonly at: StatesAt;
}

const counters = Object.keys(createStatistics()) as (keyof Statistics)[];

function add(sum: Statistics, statistics: Readonly<Statistics>): void {
  for (const key of counters) sum[key] += statistics[key];
}

export class IslandIntegrator implements Integrator {
  readonly method = "islands";
  readonly inside = "asItIs";
  readonly size: number;
  t: number;
  tPrevious: number;
  readonly order = 5;
  stepSize = 0;
  readonly nextStepSize = 0;
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
  /** Of each: the end of its step, and until when nothing can have happened in it. */
  private readonly ends: Float64Array;
  private readonly quiet: Float64Array;
  /** The ends, and the times in steps from which on something may happen. */
  private readonly firstEnd: LeastOfMany;
  private readonly firstChance: LeastOfMany;
  /** The part in which something has happened, when that is certain. */
  private acting: Island | undefined;
  /** Statistics of integrators that are no more. */
  private readonly retired: Statistics = createStatistics();
  /** Some states of a part, at the begin. */
  private readonly few: Float64Array;
  private readonly values: Float64Array;
  private valuesTime: number;
  /** Number of the part that each state belongs to. */
  private readonly islandOf: Int32Array;

  constructor(setup: IslandSetup, t: number, y: Float64Array, options: ResetOptions) {
    this.setup = setup;
    this.size = setup.size;
    this.t = this.tPrevious = this.valuesTime = t;
    this.values = y.slice();
    this.islandOf = new Int32Array(setup.size);
    this.few = new Float64Array(setup.size);
    this.ends = new Float64Array(setup.size);
    this.quiet = new Float64Array(setup.size);
    this.firstEnd = new LeastOfMany();
    this.firstChance = new LeastOfMany();
    this.reset(t, y, options);
  }

  get y(): Float64Array {
    if (this.valuesTime !== this.t) this.interpolate(this.values, this.t);
    this.valuesTime = this.t;
    return this.values;
  }

  /** Of all integrators that there are and were. */
  get statistics(): Statistics {
    const sum = { ...this.retired };
    for (const { integrator } of this.islands) add(sum, integrator.statistics);
    return sum;
  }

  get interpolationDegree(): number {
    let degree = 1;
    for (const { integrator } of this.islands) degree = Math.max(degree, integrator.interpolationDegree);
    return degree;
  }

  step(tLimit: number): void {
    const { islands, t, firstEnd, firstChance } = this;
    for (let k = firstEnd.first(t); k >= 0; k = firstEnd.next(k, t)) this.advance(k, tLimit);
    let front = Math.min(tLimit, firstEnd.least);
    const firstQuiet = firstChance.least;
    // up to where something may happen, then over the moment in which it does, and then from there on
    const first = firstQuiet === t ? islands[firstChance.place] : undefined;
    const eventBy = first === undefined ? Number.POSITIVE_INFINITY : first.part.eventBy;
    const acting = eventBy <= front && eventBy <= firstChance.second ? first : undefined;
    if (acting?.part.isUndone(eventBy)) {
      this.beginAgain(firstChance.place, Math.abs(acting.integrator.stepSize));
      this.step(tLimit);
      return;
    }
    this.acting = acting;
    this.isCertain = acting !== undefined;
    if (this.isCertain) front = eventBy;
    else if (firstQuiet > t) front = Math.min(front, firstQuiet);
    this.isQuiet = front <= firstQuiet;
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

  /** One step of the k-th part. */
  private advance(k: number, tLimit: number): void {
    const island = this.islands[k];
    this.succeed(island);
    const { integrator, part } = island;
    const from = this.ends[k];
    const { evaluations } = integrator.statistics;
    const before = island.choice.before(integrator.statistics);
    // a successor may have made its step already
    if (integrator.t > tLimit) integrator.reset(from, island.at(from));
    if (integrator.t <= from) {
      integrator.step(tLimit);
      this.setup.onStep?.(integrator.t, integrator.stepSize);
    }
    this.work += ((integrator.statistics.evaluations - evaluations) * integrator.size) / this.size;
    this.keepTimes(k, integrator.t, part.quietUntil(from, integrator.t, integrator.interpolationDegree, island.at));
    if (part.canBeStiff) this.watchStiffness(island, before, tLimit);
  }

  /** The k-th part goes on from the present time, whatever it has done behind that. */
  private beginAgain(k: number, initialStep: number): void {
    const { t } = this;
    const island = this.islands[k];
    const y = island.at(t);
    this.succeed(island);
    island.part.begin(t, y);
    island.firstStep = initialStep;
    island.integrator.reset(t, y, { initialStep });
    this.keepTimes(k, t, t);
  }

  /** The end of the step of the k-th part, and until when nothing can have happened in it. */
  private keepTimes(k: number, end: number, quiet: number): void {
    this.ends[k] = end;
    this.quiet[k] = quiet;
    this.firstEnd.set(k, end);
    this.firstChance.set(k, quiet < end ? quiet : Number.POSITIVE_INFINITY);
  }

  /** There is no k-th part any more. */
  private forgetTimes(k: number): void {
    this.firstEnd.set(k, Number.POSITIVE_INFINITY);
    this.firstChance.set(k, Number.POSITIVE_INFINITY);
  }

  private succeed(island: Island): void {
    if (island.successor === undefined) return;
    add(this.retired, island.integrator.statistics);
    island.integrator = island.successor;
    island.successor = undefined;
  }

  private watchStiffness(island: Island, before: number, tLimit: number): void {
    const { integrator, choice, part } = island;
    const create = (isStiff: boolean): Integrator => this.create(island, isStiff, integrator.t, integrator.y);
    island.successor = choice.successor(integrator, before, tLimit, create, part.stiffness);
    if (choice.isStiff) this.wasStiff = true;
  }

  private create(island: { readonly part: IslandPart }, isStiff: boolean, t: number, y: Float64Array): Integrator {
    return this.setup.create(() => island.part, isStiff, t, y);
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
    const before = this.islands;
    const known = new Map(before.map((island, k) => [island.part.identity, k]));
    const ends = this.ends.slice();
    const quiet = this.quiet.slice();
    this.firstEnd.clear();
    this.firstChance.clear();
    const islands = this.setup.parts().map((part, place) => {
      const k = known.get(part.identity) ?? -1;
      const same = before[k];
      if (same !== undefined && isAt(same, t, y)) {
        part.follow(same.part);
        same.part = part;
        this.keepTimes(place, ends[k], quiet[k]);
        return same;
      }
      this.keepTimes(place, t, t);
      return this.begin(part, t, y, options.initialStep);
    });
    const kept = new Set(islands);
    for (const island of before) if (!kept.has(island)) add(this.retired, island.integrator.statistics);
    this.islands = islands;
    islands.forEach((_, k) => {
      this.own(k);
    });
    this.t = this.tPrevious = this.valuesTime = t;
    this.values.set(y);
  }

  /** Whether the event at the end of the last step concerns some parts alone: happen() handles it then. */
  get isLocal(): boolean {
    return this.acting?.part.canChange(this.t) === true;
  }

  happen(): PartChange {
    const { t, islands, islandOf } = this;
    const { part: acting, integrator, choice, successor } = this.acting!;
    const change = acting.change(t, !choice.isStiff && successor === undefined);
    this.acting = undefined;
    this.tPrevious = t;
    this.valuesTime = Number.NaN;
    if (change.stays) {
      // with the method that it has: matrices are not among what that remembers
      choice.renew(t);
      this.beginAgain(islandOf[acting.places[0]], Math.min(change.firstStep, integrator.nextStepSize));
      return change;
    }
    const free = change.gone.map((places) => islandOf[places[0]]);
    for (const k of free) {
      const { part, integrator, y } = islands[k];
      integrator.interpolate(y, t);
      scatter(this.values, part.places, y);
      add(this.retired, integrator.statistics);
    }
    const made = change.made.map((part) => this.begin(part, t, this.values, change.firstStep));
    for (const island of made) this.put(free.pop() ?? islands.length, island, t, t);
    // the last ones take the places that are left
    for (const k of free.sort((a, b) => b - a)) {
      const last = islands.length - 1;
      const moved = islands.pop()!;
      this.forgetTimes(last);
      if (k < last) this.put(k, moved, this.ends[last], this.quiet[last]);
    }
    return change;
  }

  private put(k: number, island: Island, end: number, quiet: number): void {
    this.islands[k] = island;
    this.keepTimes(k, end, quiet);
    this.own(k);
  }

  /** The states of the k-th island are its own. */
  private own(k: number): void {
    const { places } = this.islands[k].part;
    for (let i = 0; i < places.length; i++) this.islandOf[places[i]] = k;
  }

  /** A part whose states belonged to some of those before. */
  private begin(part: IslandPart, t: number, y: Float64Array, firstStep = Number.POSITIVE_INFINITY): Island {
    const { places } = part;
    const own = new Float64Array(places.length);
    for (let k = 0; k < places.length; k++) own[k] = y[places[k]];
    let initialStep = firstStep;
    const shares = new Map<Island, number>();
    for (let k = 0; k < places.length; ) {
      // those of one body come one after the other
      const number = this.islandOf[places[k]];
      const first = k;
      while (k < places.length && this.islandOf[places[k]] === number) k++;
      const island = this.islands[number];
      if (island === undefined) continue;
      shares.set(island, (shares.get(island) ?? 0) + k - first);
      // one that has made no step yet has what it is to begin with
      const { nextStepSize } = island.integrator;
      initialStep = Math.min(initialStep, nextStepSize > 0 ? nextStepSize : island.firstStep);
    }
    let largest: Island | undefined;
    for (const [island, share] of shares) if (largest === undefined || share > shares.get(largest)!) largest = island;
    const choice = new MethodChoice(
      () => part.factorisationWork,
      () => part.structureWork,
      () => part.jacobianWork,
    );
    if (part.canBeStiff && largest !== undefined) {
      const hasSameStates = shares.size === 1 && largest.part.places.length === places.length;
      choice.follow(largest.choice, t, initialStep, largest.part.stiffness, hasSameStates);
    }
    part.begin(t, own);
    const holder = { part };
    const integrator = this.create(holder, choice.isStiff, t, own);
    if (initialStep < Number.POSITIVE_INFINITY) integrator.reset(t, own, { initialStep });
    const island: Island = Object.assign(holder, {
      integrator,
      successor: undefined,
      choice,
      firstStep: initialStep,
      y: own,
      at: (time: number, entries?: Int32Array) => {
        if (entries === undefined) island.integrator.interpolate(own, time);
        else island.integrator.interpolateEntries!(this.few, time, entries);
        return entries === undefined ? own : this.few;
      },
    });
    return island;
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
