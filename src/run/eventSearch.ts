/**
 * The search for state events in a step: sign changes of the differences that decide relations and of the event functions of components,
 * examined at the ends of the step, inside long steps, and where components wish it.
 */
import { LongSteps } from "../events/longSteps.ts";
import { ZenoWatch } from "../events/zenoWatch.ts";
import { RootFinder } from "../integrate/rootFinder.ts";
import type { RelationIndex } from "../symbolic/indices.ts";
import { EventValues } from "./eventValues.ts";
import type { RunningModel } from "./runningModel.ts";

/** Steps are cut when they are longer than this part of the time span, into pieces of that one: relations are looked at this often at least. */
const longestUncut = 1 / 500;
const longestPiece = 1 / 1000;
/** A relation that changes twice within this part of the time span changes by rounding. */
const noTime = 1e-9;

export class EventSearch {
  private readonly model: RunningModel;
  private readonly values: EventValues;
  private readonly roots: RootFinder;
  private readonly longSteps: LongSteps;
  private readonly zeno = new ZenoWatch();
  private readonly noTime: number;
  private readonly causes: Record<number, string> = {};
  private readonly statesAt: (t: number) => Float64Array;
  private readonly degree: () => number;
  /** Event functions at a time that somebody looks at, for nobody else. */
  private readonly scratch: Float64Array;
  /** Up to where steps have been searched. */
  private searchedTo = Number.NaN;
  /** Rates of the differences before the event in progress. */
  private ratesBefore: Float64Array | undefined;

  /** `statesAt(t)`: the states at a time of the last step, where they are polynomials of `degree()`. */
  constructor(
    model: RunningModel,
    span: number,
    interval: number,
    statesAt: (t: number) => Float64Array,
    degree: () => number,
  ) {
    this.model = model;
    this.noTime = noTime * span;
    this.statesAt = statesAt;
    this.degree = degree;
    const count = model.eventFunctionCount;
    this.values = new EventValues((t, g) => model.eventFunctions(t, statesAt(t), g));
    this.roots = new RootFinder(count, this.values.at);
    const [uncut, piece] = [Math.min(interval, longestUncut * span), Math.min(interval, longestPiece * span)];
    this.longSteps = new LongSteps(count, uncut, piece, this.values.at);
    this.scratch = new Float64Array(count);
  }

  get evaluations(): number {
    return this.values.evaluations;
  }

  /** Time of the crossing that find() found. */
  get time(): number {
    return this.roots.time;
  }

  /**
   * Begins the search at t, the state of the model, after the start and after every event; `isLater`: only once a step is searched, since many
   * are not.
   */
  start(t: number, hasReinitialised: boolean, isLater = false): void {
    const { model } = this;
    model.settleEventFunctions(this.noTime);
    if (isLater) this.searchedTo = Number.NaN;
    else this.begin(t);
    if (hasReinitialised && this.ratesBefore !== undefined) this.watchTurned(this.ratesBefore);
    this.ratesBefore = undefined;
  }

  /** The same again, when a step is tried once more. */
  restart(t: number): void {
    this.begin(t);
  }

  private begin(t: number): void {
    this.values.forget();
    this.roots.start(t);
    this.searchedTo = t;
  }

  /** true when something crosses in the step that has been made; `isShort`: it is so short that this is at its end. */
  find(from: number, to: number, isShort = false): boolean {
    if (this.roots.count === 0) return false;
    // steps in which nothing can have happened are not searched
    if (from !== this.searchedTo) this.begin(from);
    else this.values.continueFrom(from);
    this.searchedTo = to;
    if (isShort) return this.roots.crossesAt(to);
    const times = this.timesToExamine(from, to);
    return this.roots.next(to, times, this.longSteps.isClearToEnd);
  }

  /** Before the event at the state of the model: remembers how fast relations are crossed. */
  beforeEvent(): void {
    const { model } = this;
    if (model.program.state.actions.every(({ kind }) => kind !== "reinit")) return;
    this.ratesBefore = model.differenceRates(this.noTime);
  }

  /** A warning when something that was turned back by a reinit goes on nevertheless, or "". */
  warningAfterStep(t: number): string {
    const { model, scratch } = this;
    if (!this.zeno.isWatching) return "";
    model.eventFunctions(t, this.statesAt(t), scratch);
    const place = (relation: number): number => model.crossingRelations.indexOf(relation);
    return this.zeno.check(model.R, (relation) => scratch[place(relation)]!, model.hysteresis);
  }

  private watchTurned(before: Float64Array): void {
    const { model, roots } = this;
    const after = model.differenceRates(this.noTime);
    for (let hit = 0; hit < roots.hitCount; hit++) {
      const i = roots.hits[hit]!;
      if (i >= model.crossingRelations.length) continue;
      const k = model.crossingRelations[i] as RelationIndex;
      const { text } = model.program.state.relations[k]!;
      this.zeno.note(k, `"${text}"`, model.time, model.R[k]!, before[i]!, after[i]!);
    }
  }

  private timesToExamine(from: number, to: number): readonly number[] {
    const { model, scratch } = this;
    const evaluateAt = (t: number): void => model.eventFunctions(t, this.statesAt(t), scratch);
    const { statesAt } = this;
    const firstHidden = model.visibleStates;
    const wishes = model.hidden.examineStep({ from, to, evaluateAt, statesAt, firstHidden, degree: this.degree() });
    const isLookedInto = model.crossingRelations.length > 0 || model.hidden.eventsAreInsideSteps;
    const times = isLookedInto ? this.longSteps.timesInside(from, to) : [];
    return wishes.length === 0 ? times : [...times, ...wishes].sort((a, b) => a - b);
  }

  /** Relations that crossed, by their numbers. */
  crossedRelations(): RelationIndex[] {
    const { model, roots } = this;
    const list: RelationIndex[] = [];
    for (let k = 0; k < roots.hitCount; k++) {
      const relation = model.crossingRelations[roots.hits[k]!] as RelationIndex | undefined;
      if (relation !== undefined) list.push(relation);
    }
    return list;
  }

  /** Whether nothing but kinks crossed. */
  get isKink(): boolean {
    const { relations } = this.model.program.state;
    return this.crossedRelations().every((k) => relations[k]!.effect === "kink");
  }

  /** Whether what crossed can change anything but discrete variables. */
  get isFelt(): boolean {
    const { relations } = this.model.program.state;
    const crossed = this.crossedRelations();
    return crossed.length < this.roots.hitCount || crossed.some((k) => relations[k]!.effect === "any");
  }

  /** What crossed, in the words of the model; components learn which of their event functions did. */
  describeCrossings(): string {
    const { model, roots } = this;
    const texts: string[] = [];
    model.hidden.crossed.fill(0);
    for (let k = 0; k < roots.hitCount; k++) {
      const index = roots.hits[k]!;
      const hidden = index - model.crossingRelations.length;
      if (hidden >= 0) {
        model.hidden.crossed[hidden] = 1;
        texts.push(model.hidden.eventFunctionTexts[hidden]!);
      } else {
        const { text } = model.program.state.relations[model.crossingRelations[index] as RelationIndex]!;
        const rises = roots.hitDirections[k]! > 0;
        // the same text each time: those who count causes know it again at once
        this.causes[rises ? index : ~index] ??= `${text} became ${rises}`;
        texts.push(this.causes[rises ? index : ~index]!);
      }
    }
    return texts.length === 1 ? texts[0]! : texts.join(", ");
  }
}
