/**
 * One run of a model: what happens at the stations of the event loop (integrate/eventLoop.ts), with outputs on a grid and two rows at
 * every event.
 *
 *     initialise → first event → [ step → first crossing → outputs → event → restart ]* → terminal evaluation
 *
 * Length   one handler per station of the loop, in the order in which a run passes them
 */

import { ChatteringWatch } from "../events/chattering.ts";
import { EventCauses } from "../events/eventCauses.ts";
import { type EventOutcome, iterateEvent } from "../events/eventIteration.ts";
import { type NextTimeEvent, nextTimeEvent, returnedCorner } from "../events/timeEvents.ts";
import { timeScaleOf, timeSlackAt } from "../events/timeSlack.ts";
import { EventLoop, type LoopRun } from "../integrate/eventLoop.ts";
import { nextUp } from "../math/elementary/floatBits.ts";
import type { EventRecord, InitialReport, ResultSink, RunSummary } from "../results/resultSink.ts";
import type { ParameterIndex, RelationIndex } from "../symbolic/indices.ts";
import type { Changes } from "./changes.ts";
import type { RunCompanion } from "./companion.ts";
import { absoluteTolerances } from "./createIntegrator.ts";
import { EventSearch } from "./eventSearch.ts";
import { checkFinalStates } from "./finalStates.ts";
import { followSolutions } from "./followSolutions.ts";
import { initialise } from "./initialisation.ts";
import type { InstantiatedModel } from "./instantiate.ts";
import { PaceWatch } from "./paceWatch.ts";
import { PoleSearch } from "./poleSearch.ts";
import { RunIntegrator } from "./runIntegrator.ts";
import { RunningModel } from "./runningModel.ts";
import { isStopRequest, RunPulse } from "./runPulse.ts";
import { RunRows } from "./runRows.ts";
import { RunTotals, runParameters } from "./runTotals.ts";
import type { CheckedOptions } from "./simulateOptions.ts";
import { StateChange } from "./stateChange.ts";
import { causeOfFailure, causeOfRoot, describePace, type Edge, edgeAt, endlessRestarts } from "./stuckRun.ts";
import { type CourseChange, TimeWatch } from "./timeWatch.ts";
import { unusedStarts } from "./unusedStarts.ts";
import { ValuesBefore } from "./valuesBefore.ts";

/** More segments than this at one instant mean that a component asks for another in every one. */
const maximumRestarts = 20_000;

/** How often other states are chosen before a run begins. */
const firstChoices = 3;

export class Simulation implements LoopRun {
  private instantiated: InstantiatedModel;
  private model: RunningModel;
  private readonly changes: Changes;
  private readonly options: CheckedOptions;
  private readonly sink: ResultSink;
  private readonly integration: RunIntegrator;
  private crossings: EventSearch;
  private poles!: PoleSearch;
  private readonly rows: RunRows;
  t: number;
  private next: NextTimeEvent = { time: Number.POSITIVE_INFINITY, cause: "", kind: "time" };
  private watch!: TimeWatch;
  /** A corner or jump that was found in the step ahead. */
  private change: CourseChange | undefined;
  /** What the present step goes to: the stop time or an event, and before it perhaps a change of course. */
  private due = 0;
  private changeAhead: CourseChange | undefined;
  /** A relation that changes where no step leads; how many did so at the time of the last one, and what stopped the step to the first. */
  private edge: Edge | undefined;
  private edges: { time: number; count: number; error: unknown } = { time: Number.NaN, count: 0, error: undefined };
  /** The event that was found concerns some parts of the states alone. */
  private isLocal = false;
  private readonly chattering = new ChatteringWatch();
  private stateChange: StateChange;
  private status: RunSummary["status"] | "running" = "running";
  private readonly totals: RunTotals;
  private readonly loop: EventLoop;
  private pace: PaceWatch | undefined;
  private readonly pulse: RunPulse;
  private readonly causes = new EventCauses();
  private valuesBefore!: ValuesBefore;
  private initialReport: InitialReport | undefined;
  /** What the steps were short for when the run ended. */
  paceAtEnd = "";

  private readonly companion: RunCompanion | undefined;
  /** Parameters that may change while it runs. */
  private readonly live: Int32Array;
  /** Up to where the run goes on its own. */
  private horizon: number;

  constructor(
    instantiated: InstantiatedModel,
    changes: Changes,
    options: CheckedOptions,
    sink: ResultSink,
    companion?: RunCompanion,
    live: Int32Array = new Int32Array(0),
  ) {
    this.companion = companion;
    this.live = live;
    this.horizon = options.startTime;
    this.instantiated = instantiated;
    this.changes = changes;
    this.options = options;
    this.sink = sink;
    this.model = this.createModel();
    this.integration = new RunIntegrator(this.model, options, companion, sink.step?.bind(sink));
    this.t = options.startTime;
    this.crossings = this.createSearch();
    this.stateChange = new StateChange(this.model);
    this.totals = new RunTotals(this.integration.methodName);
    this.rows = new RunRows(sink, options, this.integration, this.totals, companion);
    this.loop = new EventLoop(this, options.startTime, options.stopTime, options);
    this.pulse = new RunPulse(options, this.loop);
    this.feel(this.model);
  }

  /** Runs to the end and returns the model as it is then. */
  run(): RunningModel {
    const { options } = this;
    this.begin();
    this.advanceTo(options.stopTime);
    this.end();
    const { requiredFinalStates: required } = options;
    if (required !== undefined) checkFinalStates(this.model, required, options.tolerance);
    return this.model;
  }

  /** Consistent start values, and the first event. Whoever paces the run goes on with advanceTo, setParameters and end. */
  begin(): void {
    const { options, companion } = this;
    this.chooseFirstStates();
    companion?.adopt(this.model, this.changes, this.t, options.steadyStateStart, undefined);
    this.initialReport = initialise(
      this.model,
      this.t,
      options.tolerance,
      options.steadyStateStart,
      companion && ((free, conditions) => companion.initialised(this.t, free, conditions)),
    );
    for (const warning of unusedStarts(this.model, this.changes.starts, options.tolerance)) this.warn(warning);
    this.beginSegment();
    this.closing(() => this.firstEvent());
  }

  advanceTo(time: number): void {
    this.horizon = Math.min(time, this.options.stopTime);
    if (this.pace === undefined) this.pace = new PaceWatch(this.t);
    else this.pace.resume(this.t);
    this.closing(() => this.loop.run());
  }

  /** Parameters, by their number, take other values now: an event. Values that the model refuses are refused here. */
  setParameters(values: ReadonlyMap<ParameterIndex, number>, cause: string): void {
    const { changes, integration } = this;
    const given = new Map([...changes.parameters, ...values]);
    const numbers = this.model.parametersWith(given);
    this.closing(() => {
      if (integration.current !== undefined) this.moveTo(this.t, integration.current.y);
      this.performEvent(cause, "input", false, () => {
        for (const [index, value] of values) changes.parameters.set(index, value);
        this.model.setParameters(numbers);
        this.rows.assertions.renew();
      });
      this.watchTime();
    });
  }

  /** Nothing follows: the result is complete. */
  end(): void {
    if (this.status === "running" && this.t >= this.options.stopTime) this.status = "finished";
    if (this.status === "finished" || this.status === "terminated") this.guarded(() => this.terminalEvaluation());
    // whoever paces the run may end it anywhere
    else if (this.status === "running") this.guarded(() => this.keep());
    this.finish();
  }

  private closing(action: () => void): void {
    if (this.status === "running") this.guarded(action);
  }

  /** An error completes the result; a stop on request ends the run where it is. */
  private guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.status = "stopped";
      if (isStopRequest(error)) return;
      this.finish();
      throw error;
    }
  }

  /** Whether there is anything left to run. */
  get isOver(): boolean {
    return this.status !== "running" || this.t >= this.options.stopTime;
  }

  /** Values at the present time; undefined for what is no variable. */
  valueOf(name: string): number | undefined {
    const { current } = this.integration;
    if (current !== undefined && this.status === "running") this.moveTo(this.t, current.y);
    const value = this.model.variableByName(name) ?? this.model.hidden.valueOf(name);
    return Number.isNaN(value) ? undefined : value;
  }

  /** The model as it runs now. */
  get running(): RunningModel {
    return this.model;
  }

  /** Evaluations of the model let the run be stopped and tell of its progress, also inside long steps. */
  private feel(model: RunningModel): RunningModel {
    if (this.pulse.isWanted) model.pulse = this.pulse;
    return model;
  }

  /** The states chosen at translation may be singular for the start values. With better positions more velocities can be judged. */
  private chooseFirstStates(): void {
    for (let k = 0; k < firstChoices; k++) {
      const wanted = this.stateChange.checkStart(this.t);
      if (wanted === undefined) return;
      this.instantiated = this.instantiated.withStates(wanted);
      this.model = this.feel(this.createModel());
      this.stateChange = new StateChange(this.model);
    }
  }

  private createModel(): RunningModel {
    const { parameters, objects, starts } = this.changes;
    const model = new RunningModel(this.instantiated.program, parameters, objects, starts, this.live);
    model.timeScale = timeScaleOf(this.options.startTime, this.options.stopTime);
    return model;
  }

  /** After initialisation the first tick of clocks that begin now, and everything that changes when initial() is over. */
  private firstEvent(): void {
    const { model, t } = this;
    this.rows.assertions.checkInitial(model, t);
    const outcome = iterateEvent(model, t, true);
    this.companion?.afterEvent(t, "initial");
    this.rows.assertions.check(model, t);
    this.rows.store(t, "point");
    this.pulse.time = t;
    this.rows.look(t);
    this.rows.event({
      time: t,
      cause: "initial",
      kind: "initial",
      changed: outcome.changed,
      iterations: outcome.iterations,
    });
    this.afterEvent(outcome);
  }

  /** true once something may have been recorded. */
  get hasBegun(): boolean {
    return this.rows.segment >= 0;
  }

  /** What predefined components tell about themselves up to now, by their path; the result has it at the end. */
  get attachments(): ReadonlyMap<string, unknown> {
    return this.model.hidden.descriptions();
  }

  private beginSegment(): void {
    this.rows.begin(this.model, this.t);
    this.integration.begin(this.model, this.totals);
    this.totals.addSearch(this.crossings);
    this.crossings = this.createSearch();
    this.valuesBefore = new ValuesBefore(this.model.program.state.variables, this.options.tolerance);
    const { tolerance, startTime, stopTime } = this.options;
    this.poles = new PoleSearch(this.model, tolerance, stopTime - startTime, (t) => this.rows.evaluateAt(t));
    this.watchTime();
  }

  private watchTime(): void {
    const { course, declared } = this.model.timeCourse(this.options.startTime, this.options.stopTime);
    this.watch = new TimeWatch(course, declared, this.options);
  }

  private createSearch(): EventSearch {
    const { startTime, stopTime, interval } = this.options;
    const { integration } = this;
    const statesAt = (t: number): Float64Array => integration.stateAt(t);
    const degree = (): number => integration.interpolationDegree;
    return new EventSearch(this.model, stopTime - startTime, interval, statesAt, degree);
  }

  /** What follows every event: next time event, delay lines, roots, restart of the integrator unless it goes on as it was. */
  private afterEvent(outcome: EventOutcome, goesOn = false): void {
    const { model, t } = this;
    this.change = undefined;
    model.services.timeSlack = timeSlackAt(t, model.timeScale);
    model.delays?.recordEvent(t, model.V);
    this.next = nextTimeEvent(model, t);
    model.hidden.answers.nextEvent = Number.POSITIVE_INFINITY;
    if (outcome.terminate !== "") {
      this.status = "terminated";
      return;
    }
    let cause = model.hidden.answers.takeSegmentCause();
    for (let count = 1; cause !== ""; cause = model.hidden.answers.takeSegmentCause(), count++) {
      if (count > maximumRestarts) throw endlessRestarts(t, cause, maximumRestarts);
      if (this.restartSegment(cause).terminate === "") continue;
      this.status = "terminated";
      return;
    }
    model.systems.keepSolutions();
    this.poles.start(t);
    if (!goesOn) this.integration.restart(t, this.totals);
    this.crossings.start(t, outcome.hasReinitialised, this.integration.knowsQuietSteps);
  }

  /** Another may be wanted afterwards. */
  private restartSegment(cause: string): EventOutcome {
    const { model } = this;
    model.hidden.declare(this.rows.segment + 1, this.t);
    this.beginSegment();
    model.hidden.applyImpulse(this.t);
    model.services.initial = 1;
    try {
      iterateEvent(model, this.t, false);
    } finally {
      model.services.initial = 0;
    }
    const outcome = iterateEvent(model, this.t, false);
    this.rows.store(this.t, "after");
    this.rows.event({ time: this.t, cause, kind: "restart", changed: outcome.changed, iterations: outcome.iterations });
    this.next = nextTimeEvent(model, this.t);
    return outcome;
  }

  get isRunning(): boolean {
    return this.status === "running" && this.t < this.horizon;
  }

  abort(): void {
    this.keep();
    this.status = "stopped";
  }

  /** What was reached, also between two points of the grid. */
  keep(): void {
    this.model.pulse = undefined;
    this.rows.storePoint(this.t);
  }

  nextLimit(): number | undefined {
    const { t, model } = this;
    this.pulse.time = t;
    this.watchPace();
    this.due = Math.min(this.options.stopTime, this.next.time);
    const change = this.nextChange(this.due);
    this.changeAhead = change;
    if (change !== undefined && change.before <= t + timeSlackAt(t, model.timeScale)) {
      this.courseEvent(change);
      return undefined;
    }
    return Math.min(this.due, change?.before ?? this.due, t + model.shortestDelay(), this.horizon);
  }

  /** Whether there was no step, or it went across something that acts by time alone. */
  isRefused(): boolean {
    if (this.edge !== undefined) {
      this.passEdge(this.edge);
      return true;
    }
    if (!this.hasMissed(this.integration.current!.t)) return false;
    this.crossings.restart(this.t);
    return true;
  }

  findEvent(): boolean {
    const { integration } = this;
    this.isLocal = false;
    if (integration.isQuiet) return false;
    this.isLocal = this.model.hasPartsAlone && this.companion === undefined && integration.isLocal;
    try {
      return this.isLocal || this.crossings.find(this.t, integration.current!.t, integration.isCertain);
    } catch (error) {
      throw causeOfRoot(error, this.model, (t) => this.moveTo(t, integration.stateAt(t)));
    }
  }

  /** A state event, or the same step again when it is not believed. */
  handleEvent(): boolean {
    const { crossings, integration } = this;
    if (this.isLocal) {
      this.localEvent(integration.current!.t);
      return true;
    }
    const { time } = crossings;
    const again = integration.triesAgain(time);
    if (again !== undefined) {
      crossings.restart(again);
      return true;
    }
    const cause = crossings.describeCrossings();
    this.storeStep(time, false);
    this.stateEvent(time, cause, crossings.crossedRelations());
    return true;
  }

  endStep(): void {
    const { model, due, changeAhead } = this;
    const { t } = this.integration.current!;
    this.warn(this.crossings.warningAfterStep(t));
    const isDue = t === due && this.next.time <= due + timeSlackAt(due, model.timeScale);
    const isAtChange = t === changeAhead?.before;
    this.storeStep(t, !(isDue || isAtChange));
    this.rememberStep(t);
    this.t = t;
    if (model.hidden.wantsStepEnds) {
      this.moveTo(t, this.integration.current!.y);
      model.hidden.afterStep();
    }
    if (isDue) this.timeEvent();
    else if (isAtChange) this.courseEvent(changeAhead);
    else this.betweenEvents(t);
  }

  /** The rows of the step up to t, which ends at a pole before it is recorded, or once its inside has been seen. */
  private storeStep(t: number, isEnd: boolean): void {
    this.endAtPole(t);
    this.rows.storeUpTo(t, isEnd);
    this.rows.endStep(this.t, t);
    this.endAtPole(t);
  }

  private endAtPole(t: number): void {
    const pole = this.poles.find(this.t, t);
    if (pole === undefined) return;
    this.rows.storeUpTo(pole.time, false);
    this.t = pole.time;
    throw pole.error;
  }

  /** Other states where the present ones become singular, another method where it is faster. */
  private betweenEvents(t: number): void {
    const { due, changeAhead, stateChange } = this;
    const integrator = this.integration.current!;
    const wanted = stateChange.isNeeded ? stateChange.check(t, integrator.y) : undefined;
    if (wanted !== undefined) this.changeStates(wanted, integrator.y);
    else this.integration.watchStiffness(t, Math.min(due, changeAhead?.before ?? due), this.totals);
  }

  /** The next change of a function of time that lies before `due`. */
  private nextChange(due: number): CourseChange | undefined {
    const declared = this.watch.nextDeclared(this.t);
    const next = declared !== undefined && declared.before < (this.change?.before ?? due) ? declared : this.change;
    return next !== undefined && next.after <= due ? next : undefined;
  }

  /** Whether the step to `to` went across something that acts by time alone: then the integrator is ready to make it again. */
  private hasMissed(to: number): boolean {
    const { integration, watch, t: from } = this;
    const found = watch.firstChange(from, to, (t, bend) => integration.differsAt(t, from, bend));
    if (found !== undefined && found.before < to) {
      this.change = found;
      integration.again(from, Math.max(found.before, nextUp(from)));
      return true;
    }
    return integration.unseen(from, watch) !== undefined;
  }

  step(limit: number): void {
    const { model } = this;
    try {
      this.integration.step(limit);
      const { startTime, stopTime } = this.options;
      if (model.systems.mayHaveSeveralSolutions) followSolutions(model, this.integration, stopTime - startTime);
    } catch (error) {
      const { y } = this.integration.current!;
      this.edge = this.edgeBehind(error, y);
      if (this.edge !== undefined) return;
      const first = this.t === this.edges.time ? this.edges.error : error;
      throw causeOfFailure(first, model, this.t, (t, x) => this.moveTo(t, x), y);
    }
  }

  private edgeBehind(error: unknown, y: Float64Array): Edge | undefined {
    const { model, t, edges, options } = this;
    if (t === edges.time && edges.count >= model.crossingRelations.length) return undefined;
    this.moveTo(t, y);
    // not finer than a few times what relations take for rounding
    const tolerance = Math.max(options.tolerance, 1e-8);
    const unseen = absoluteTolerances(model, { ...options, tolerance, absoluteTolerance: undefined }, model.X.length);
    return edgeAt(
      error,
      model,
      t,
      unseen.map((size, k) => size + 1e-3 * tolerance * Math.abs(model.X[k]!)),
    );
  }

  /** The points of the step up to t that delay(…) will ask for. */
  private rememberStep(t: number): void {
    const { model, integration } = this;
    if (model.delays === undefined) return;
    const moveTo = (time: number): void => this.moveTo(time, integration.stateAt(time));
    model.delays.recordStep(this.t, t, moveTo, model.V, this.options.tolerance);
    // a corner that turned out to be none does not come back
    if (this.next.time > t) this.next = nextTimeEvent(model, t);
  }

  private warn(warning: string): void {
    if (warning === "") return;
    this.options.warnings.push(warning);
    this.options.log(warning);
  }

  private stateEvent(time: number, cause: string, crossed: readonly RelationIndex[]): void {
    this.totals.statistics.stateEvents++;
    this.rememberStep(time);
    this.moveTo(time, this.integration.stateAt(time));
    this.t = time;
    this.chattering.note(time, cause, this.options.stopTime - this.options.startTime);
    this.integration.noteEvent(time, this.totals);
    this.crossings.beforeEvent();
    this.companion?.beforeEvent(time, { crossed });
    this.performEvent(cause, this.crossings.isFelt ? "state" : "silent", false);
  }

  private passEdge({ relation, cause, states, error }: Edge): void {
    const { model, t, edges } = this;
    if (t !== edges.time) this.edges = { time: t, count: 1, error };
    else edges.count++;
    this.edge = undefined;
    this.totals.statistics.stateEvents++;
    this.moveTo(t, this.integration.current!.y);
    this.companion?.beforeEvent(t, { crossed: [relation] });
    this.performEvent(cause, "state", false, () => model.X.set(states));
  }

  /** An event of some parts with their own time, on which nothing else depends: it has rows where there is room for them. */
  private localEvent(time: number): void {
    const { model, integration, rows } = this;
    this.storeStep(time, false);
    const hasRows = rows.takesLocalEvent(time);
    if (hasRows) this.moveTo(time, integration.stateAt(time));
    this.t = time;
    const cause = model.hidden.eventFunctionTexts[0]!;
    this.totals.statistics.stateEvents++;
    this.totals.statistics.events++;
    this.causes.note(cause);
    this.loop.noteEvent(time);
    if (hasRows) rows.store(time, "before");
    const { reports } = integration.happen();
    rows.event({ time, cause, kind: "state", changed: reports, iterations: 1 });
    if (hasRows) {
      model.full(time, model.X, model.D);
      rows.store(time, "after");
    }
    this.options.log(`t = ${time}: ${cause}`);
    model.services.timeSlack = timeSlackAt(time, model.timeScale);
    this.poles.start(time);
  }

  private timeEvent(): void {
    const { cause, kind } = this.next;
    this.totals.statistics.timeEvents++;
    this.moveTo(this.t, this.integration.current!.y);
    this.companion?.beforeEvent(this.t, { crossed: [] });
    this.performEvent(cause, kind, true);
  }

  /** A function of time changes its course: what was before ends, and the solver begins behind. */
  private courseEvent({ before, after, cause, function: number }: CourseChange): void {
    this.totals.statistics.timeEvents++;
    this.change = undefined;
    const last = Math.max(before, this.t);
    this.moveTo(last, this.integration.current!.y);
    const course = this.model.program.timeFunctions[number ?? -1];
    this.companion?.beforeEvent(last, { crossed: [], ...(course !== undefined && { course }) });
    this.t = Math.max(after, this.t);
    this.performEvent(cause, "time", false);
  }

  /** `act`: what happens from outside, once the values before are recorded. */
  private performEvent(cause: string, kind: EventRecord["kind"], withTicks: boolean, act?: () => void): void {
    const { model, t } = this;
    const { V, Q, preVariables } = model;
    this.totals.statistics.events++;
    this.causes.note(cause);
    this.loop.noteEvent(t);
    this.rows.store(t, "before");
    if (kind === "silent") this.valuesBefore.note(V, !this.crossings.isKink);
    act?.();
    for (let k = 0; k < preVariables.length; k++) Q[preVariables[k]!] = V[preVariables[k]!]!;
    model.services.timeSlack = timeSlackAt(t, model.timeScale);
    model.delays?.pass(t + model.services.timeSlack);
    model.delays?.passBorders(V);
    const outcome = iterateEvent(model, t, withTicks || model.samplers.ticks.length > 0);
    this.companion?.afterEvent(t, cause);
    this.rows.assertions.check(model, t, true);
    model.hidden.crossed.fill(0);
    const { changed, iterations, hasReinitialised } = outcome;
    this.rows.event({ time: t, cause, kind: this.kindOf(kind, outcome), changed, iterations });
    this.rows.store(t, "after");
    this.rows.look(t);
    this.options.log(`t = ${t}: ${cause}`);
    this.afterEvent(outcome, cause === returnedCorner && changed.length === 0 && !hasReinitialised);
  }

  /** Variables and states tell whether an event was a silent one. */
  private kindOf(kind: EventRecord["kind"], { changed, hasReinitialised }: EventOutcome): EventRecord["kind"] {
    if (kind !== "silent") return kind;
    return changed.length > 0 || hasReinitialised || this.valuesBefore.haveChanged(this.model.V) ? "state" : kind;
  }

  /** Whoever waits for a slow run is told why it is. */
  private watchPace(): void {
    const spell = this.pace?.look(this.t);
    if (spell === undefined) return;
    const { from, to, seconds } = spell;
    const because = this.model.hidden.slowBecause(this.integration.slowestPlaces) ?? this.describePace();
    this.warn(
      `W-RUN-SLOW  From t = ${from} to t = ${to} the run took ${seconds.toFixed(0)} s, less than a hundredth of real time: ${because}.`,
    );
  }

  describePace(): string {
    return describePace(this.model, this.integration.current, this.causes, this.options.tolerance);
  }

  /** X and all variables at a point of the last step. */
  private moveTo(t: number, y: Float64Array): void {
    const { model } = this;
    for (let k = 0; k < model.X.length; k++) model.X[k] = y[k]!;
    model.full(t, model.X, model.D);
    this.companion?.read(y);
  }

  /** The present choice of states becomes singular: go on with others. */
  private changeStates(wanted: ReadonlySet<string>, y: Float64Array): void {
    this.moveTo(this.t, y);
    this.rows.close(this.t);
    const old = this.model;
    this.instantiated = this.instantiated.withStates(wanted);
    const model = this.feel(this.createModel());
    this.stateChange.adopt(old, model, this.options.startTime);
    this.companion?.adopt(model, this.changes, this.t, false, old);
    this.totals.addModel(old);
    this.model = model;
    this.stateChange = new StateChange(model);
    this.beginSegment();
    const outcome = iterateEvent(model, this.t, false);
    this.companion?.afterEvent(this.t, "other states");
    this.rows.store(this.t, "after");
    this.rows.event({
      time: this.t,
      cause: `other states: ${[...wanted].join(", ")}`,
      kind: "restart",
      changed: [],
      iterations: outcome.iterations,
    });
    this.afterEvent(outcome);
  }

  private terminalEvaluation(): void {
    const { model } = this;
    const { current } = this.integration;
    // a run that ends itself does so at an event, and that has left the states in the model
    if (this.status === "finished" && current !== undefined && model.X.length > 0) {
      for (let k = 0; k < model.X.length; k++) model.X[k] = current.y[k]!;
      this.companion?.read(current.y);
    }
    model.services.terminal = 1;
    if (model.program.usesTerminal) {
      this.companion?.beforeEvent(this.t, { crossed: [] });
      iterateEvent(model, this.t, false);
      this.companion?.afterEvent(this.t, "terminal");
      this.rows.assertions.check(model, this.t, true);
      this.rows.assertions.check(model, this.t);
      this.rows.store(this.t, "after");
    } else model.full(this.t, model.X, model.D);
  }

  private finish(): void {
    this.paceAtEnd = this.describePace();
    this.model.pulse = undefined;
    this.model.services.terminal = 0;
    const { options, model } = this;
    this.integration.retire(this.totals);
    this.totals.addSearch(this.crossings);
    this.totals.addModel(model);
    this.sink.end({
      model: this.instantiated.name,
      startTime: options.startTime,
      stopTime: options.stopTime,
      endTime: this.t,
      status: this.status === "running" ? "stopped" : this.status,
      tolerance: options.tolerance,
      statistics: this.totals.complete(),
      warnings: [
        ...model.hidden.headlines(),
        ...options.warnings,
        ...model.program.state.notes.warnings,
        ...model.hidden.warnings(),
        ...model.systems.sharing.values(),
        ...this.rows.warnings(),
      ],
      parameters: runParameters(model),
      attachments: model.hidden.descriptions(),
      ...(this.initialReport !== undefined && { initialisation: this.initialReport }),
    });
  }
}
