/**
 * One run: from event to event with an integrator, outputs on a grid, two rows at every event.
 *
 *     initialise → [ step → first crossing? → outputs → event → restart ]* → terminal evaluation
 */

import { ChatteringWatch } from "../events/chattering.ts";
import { type EventOutcome, iterateEvent } from "../events/eventIteration.ts";
import { type NextTimeEvent, nextTimeEvent, timeSlackAt } from "../events/timeEvents.ts";
import type { DaeIntegrator } from "../integrate/daeIntegrator.ts";
import type { Integrator } from "../integrate/integrator.ts";
import type { EventRecord, InitialReport, ResultSink, RunSummary } from "../results/resultSink.ts";
import type { Changes } from "./changes.ts";
import { chooseMethod, daeMethod } from "./chooseMethod.ts";
import { createIntegrator, isStiffMethod } from "./createIntegrator.ts";
import { CrossingSearch } from "./crossingSearch.ts";
import { DaeMode } from "./daeMode.ts";
import { DoubtfulCrossing } from "./doubtfulCrossing.ts";
import { checkFinalStates } from "./finalStates.ts";
import { ImplicitTrial } from "./implicitTrial.ts";
import { initialise } from "./initialisation.ts";
import type { InstantiatedModel } from "./instantiate.ts";
import { describeSegment, RowWriter } from "./layout.ts";
import { OutputGrid } from "./outputGrid.ts";
import { RunningModel } from "./runningModel.ts";
import { RunTotals, runParameters } from "./runTotals.ts";
import type { CheckedOptions } from "./simulateOptions.ts";
import { StateChange } from "./stateChange.ts";

export class Simulation {
  private instantiated: InstantiatedModel;
  private model: RunningModel;
  private readonly changes: Changes;
  private readonly options: CheckedOptions;
  private readonly sink: ResultSink;
  private integrator: Integrator | undefined;
  private crossings: CrossingSearch;
  private rows: RowWriter;
  private segment = -1;
  private t: number;
  private readonly grid: OutputGrid;
  private next: NextTimeEvent = { time: Number.POSITIVE_INFINITY, cause: "", kind: "time" };
  private readonly chattering = new ChatteringWatch();
  private stateChange: StateChange;
  private status: RunSummary["status"] | "running" = "running";
  private readonly totals: RunTotals;
  private y: Float64Array = new Float64Array(0);
  private lastOutput = Number.NEGATIVE_INFINITY;
  private restartTime = Number.NaN;
  private readonly doubt = new DoubtfulCrossing();
  private isStiff = false;
  private readonly trial = new ImplicitTrial();
  private initialReport: InitialReport | undefined;

  constructor(instantiated: InstantiatedModel, changes: Changes, options: CheckedOptions, sink: ResultSink) {
    this.instantiated = instantiated;
    this.changes = changes;
    this.options = options;
    this.sink = sink;
    this.model = this.createModel();
    this.t = options.startTime;
    this.grid = new OutputGrid(options);
    this.crossings = this.createSearch();
    this.rows = new RowWriter(this.model);
    this.stateChange = new StateChange(this.model);
    this.totals = new RunTotals(this.methodName());
  }

  /** Runs to the end and returns the model as it is then. */
  run(): RunningModel {
    const { options } = this;
    this.chooseFirstStates();
    this.initialReport = initialise(this.model, this.t, options.tolerance, options.steadyStateStart);
    this.beginSegment();
    try {
      this.firstEvent();
      while (this.status === "running" && this.t < options.stopTime) this.advance();
      if (this.status === "running") this.status = "finished";
      this.terminalEvaluation();
    } finally {
      this.finish();
    }
    checkFinalStates(this.model, options.requiredFinalStates, options.tolerance);
    return this.model;
  }

  /** The states chosen at translation may be singular for the start values. */
  private chooseFirstStates(): void {
    const wanted = this.stateChange.checkStart();
    if (wanted === undefined) return;
    this.instantiated = this.instantiated.withStates(wanted);
    this.model = this.createModel();
    this.stateChange = new StateChange(this.model);
    this.rows = new RowWriter(this.model);
  }

  private createModel(): RunningModel {
    const { parameters, objects, starts } = this.changes;
    return new RunningModel(this.instantiated.program, parameters, objects, starts);
  }

  /** After initialisation the first tick of clocks that begin now, and everything that changes when initial() is over. */
  private firstEvent(): void {
    const { model, t } = this;
    const outcome = iterateEvent(model, t, true);
    model.checkAssertions(t);
    this.sink.record(t, this.rows.current(), 0);
    this.lastOutput = t;
    this.sink.event({
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
    return this.segment >= 0;
  }

  /** What predefined components tell about themselves up to now, by their path; the result has it at the end. */
  get attachments(): ReadonlyMap<string, unknown> {
    return this.model.hidden.descriptions();
  }

  private beginSegment(): void {
    this.segment++;
    const layout = describeSegment(this.model, this.segment, this.t);
    this.rows = new RowWriter(this.model);
    this.sink.beginSegment(layout);
    this.retireIntegrator();
    const n = Math.max(1, this.model.X.length);
    this.y = new Float64Array(this.methodName() === daeMethod ? new DaeMode(this.model).size || 1 : n);
    this.totals.addSearch(this.crossings);
    this.crossings = this.createSearch();
    this.totals.statistics.segments = this.segment + 1;
  }

  private createSearch(): CrossingSearch {
    const { startTime, stopTime, interval } = this.options;
    const statesAt = (t: number): Float64Array => {
      this.stateAt(t);
      return this.y;
    };
    const degree = (): number => this.integrator?.interpolationDegree ?? 1;
    return new CrossingSearch(this.model, stopTime - startTime, interval, statesAt, degree);
  }

  /** What follows every event: next time event, delay lines, roots, restart of the integrator. */
  private afterEvent(outcome: EventOutcome): void {
    const { model, t } = this;
    model.services.timeSlack = timeSlackAt(t);
    model.delays.record(t, model.V);
    this.next = nextTimeEvent(model, t);
    model.hidden.nextEvent = Number.POSITIVE_INFINITY;
    if (outcome.terminate !== "") {
      this.status = "terminated";
      return;
    }
    if (model.hidden.restartCause !== "") this.restartSegment();
    this.restartIntegrator();
    this.crossings.start(t, outcome.hasReinitialised);
  }

  private restartSegment(): void {
    const { model } = this;
    const cause = model.hidden.restartCause;
    model.hidden.restartCause = "";
    model.hidden.declare(this.segment + 1, this.t);
    this.beginSegment();
    model.services.initial = 1;
    try {
      iterateEvent(model, this.t, false);
    } finally {
      model.services.initial = 0;
    }
    const outcome = iterateEvent(model, this.t, false);
    this.sink.record(this.t, this.rows.current(), 2);
    this.sink.event({ time: this.t, cause, kind: "restart", changed: outcome.changed, iterations: outcome.iterations });
    this.next = nextTimeEvent(model, this.t);
  }

  private methodName(): string {
    return chooseMethod(this.model, this.options.method, this.isStiff);
  }

  private watchStiffness(): void {
    const integrator = this.integrator as Integrator & { readonly stiffnessSuspected?: boolean };
    if (this.isStiff || this.options.method !== "auto" || integrator.method !== "tsit5") return;
    if (integrator.stiffnessSuspected !== true && !this.implicitWins(integrator)) return;
    this.isStiff = true;
    const y = integrator.y.slice();
    for (let k = 0; k < this.model.X.length; k++) this.model.X[k] = y[k]!;
    this.retireIntegrator();
    this.restartIntegrator();
    this.totals.statistics.method = `tsit5, ${this.methodName()}`;
  }

  private implicitWins(integrator: Integrator): boolean {
    const { model, options, next } = this;
    const method = chooseMethod(model, "auto", true);
    return this.trial.wins(model, integrator, Math.min(options.stopTime, next.time), method, options);
  }

  private restartIntegrator(): void {
    const { model, options } = this;
    this.restartTime = this.t;
    this.doubt.begin();
    const { firstStep } = model.hidden;
    model.hidden.firstStep = Number.POSITIVE_INFINITY;
    const reset = Number.isFinite(firstStep) ? { initialStep: firstStep } : {};
    if (model.hidden.hasNewCouplings && isStiffMethod(this.methodName())) this.retireIntegrator();
    model.hidden.hasNewCouplings = false;
    if (this.integrator !== undefined && "resetDae" in this.integrator) {
      new DaeMode(model).reset(this.integrator as DaeIntegrator, this.t, reset);
      return;
    }
    const X = model.X.length === 0 ? new Float64Array(1) : model.X.slice();
    if (this.integrator !== undefined) {
      this.integrator.reset(this.t, X, reset);
      return;
    }
    if (options.stopTime === this.t) return;
    this.integrator = createIntegrator(model, this.methodName(), this.t, options);
    if (Number.isFinite(firstStep) && !("resetDae" in this.integrator)) this.integrator.reset(this.t, X, reset);
  }

  private advance(): void {
    const { options, model } = this;
    if (options.signal?.aborted === true) {
      this.status = "stopped";
      return;
    }
    const integrator = this.integrator!;
    const limit = Math.min(options.stopTime, this.next.time);
    const isDue = this.next.time <= options.stopTime;
    integrator.step(limit);
    if (this.crossings.find(this.t, integrator.t)) {
      if (this.triesAgain(integrator)) return;
      const cause = this.crossings.describeCrossings();
      this.outputsUpTo(this.crossings.time, false);
      this.stateEvent(this.crossings.time, cause);
      return;
    }
    this.warn(this.crossings.warningAfterStep(integrator.t));
    this.outputsUpTo(integrator.t, !(integrator.t === limit && isDue));
    this.t = integrator.t;
    if (model.delays.count > 0 || model.hidden.wantsStepEnds) {
      this.moveTo(this.t, integrator.y);
      model.delays.record(this.t, model.V);
      model.hidden.afterStep();
    }
    this.totals.progress(this.t, options);
    if (this.t === limit && isDue) {
      this.timeEvent();
      return;
    }
    const wanted = this.stateChange.check(this.t, integrator.y);
    if (wanted !== undefined) this.changeStates(wanted, integrator.y);
    else this.watchStiffness();
  }

  private triesAgain(integrator: Integrator): boolean {
    const { restartTime, crossings, model } = this;
    const shorter = this.doubt.shorterStep(integrator, restartTime, crossings.time);
    if (shorter === undefined || model.X.length === 0) return false;
    integrator.reset(restartTime, model.X.slice(), { initialStep: shorter });
    crossings.restart(restartTime);
    return true;
  }

  private warn(warning: string): void {
    if (warning === "") return;
    this.options.warnings.push(warning);
    this.options.log(warning);
  }

  private stateEvent(time: number, cause: string): void {
    this.totals.statistics.stateEvents++;
    this.stateAt(time);
    this.moveTo(time, this.y);
    this.t = time;
    this.model.delays.record(time, this.model.V);
    this.chattering.note(time, cause, this.options.stopTime - this.options.startTime);
    this.crossings.beforeEvent();
    this.handleEvent(cause, "state", false);
  }

  private timeEvent(): void {
    const { cause, kind } = this.next;
    this.totals.statistics.timeEvents++;
    this.moveTo(this.t, this.integrator!.y);
    this.handleEvent(cause, kind, true);
  }

  private handleEvent(cause: string, kind: EventRecord["kind"], withTicks: boolean): void {
    const { model, t } = this;
    this.totals.statistics.events++;
    this.lastOutput = t;
    this.sink.record(t, this.rows.current(), 1);
    for (let k = 0; k < model.preVariables.length; k++)
      model.Q[model.preVariables[k]!] = model.V[model.preVariables[k]!]!;
    model.services.timeSlack = timeSlackAt(t);
    model.delays.passJumps(t + timeSlackAt(t));
    const outcome = iterateEvent(model, t, withTicks || model.samplers.ticks.length > 0);
    model.hidden.crossed.fill(0);
    this.sink.event({ time: t, cause, kind, changed: outcome.changed, iterations: outcome.iterations });
    this.sink.record(t, this.rows.current(), 2);
    this.options.log(`t = ${t}: ${cause}`);
    this.afterEvent(outcome);
  }

  /** X and all variables at a point of the last step. */
  private moveTo(t: number, y: Float64Array): void {
    const { model } = this;
    for (let k = 0; k < model.X.length; k++) model.X[k] = y[k]!;
    model.full(t, model.X, model.D);
  }

  /** y ← the states at t: those of the model where a segment or a step begins, the dense output inside a step. */
  private stateAt(t: number): void {
    const { integrator, model } = this;
    if (integrator === undefined || t === this.restartTime) this.y.set(model.X);
    else integrator.interpolate(this.y, t);
  }

  /** Grid points up to t, from the dense output; `isEnd` says whether a point at t itself is written. */
  private outputsUpTo(t: number, isEnd: boolean): void {
    const { model, grid } = this;
    for (; grid.time < t || (grid.time === t && isEnd); grid.advance()) {
      const { time } = grid;
      if (time <= this.lastOutput) continue;
      this.integrator!.interpolate(this.y, time);
      model.full(time, model.X.length === 0 ? model.X : this.y, model.D);
      this.recordAt(time);
    }
  }

  private recordAt(time: number): void {
    const { model } = this;
    if (model.hidden.stateCount > 0) for (let k = 0; k < model.X.length; k++) model.X[k] = this.y[k]!;
    model.checkAssertions(time);
    this.sink.record(time, this.rows.current(), 0);
    this.lastOutput = time;
  }

  /** The present choice of states becomes singular: go on with others. */
  private changeStates(wanted: ReadonlySet<string>, y: Float64Array): void {
    this.moveTo(this.t, y);
    const old = this.model;
    this.instantiated = this.instantiated.withStates(wanted);
    const model = this.createModel();
    this.stateChange.adopt(old, model, this.options.startTime);
    this.totals.addModel(old);
    this.model = model;
    this.stateChange = new StateChange(model);
    this.beginSegment();
    const outcome = iterateEvent(model, this.t, false);
    this.sink.record(this.t, this.rows.current(), 2);
    this.sink.event({
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
    if (this.status !== "finished") return;
    if (this.integrator !== undefined && model.X.length > 0)
      for (let k = 0; k < model.X.length; k++) model.X[k] = this.integrator.y[k]!;
    model.services.terminal = 1;
    const usesTerminal = model.program.source.includes("S.terminal");
    if (usesTerminal) {
      iterateEvent(model, this.t, false);
      this.sink.record(this.t, this.rows.current(), 2);
    } else model.full(this.t, model.X, model.D);
  }

  private retireIntegrator(): void {
    if (this.integrator === undefined) return;
    this.totals.addIntegrator(this.integrator);
    this.integrator = undefined;
  }

  private finish(): void {
    this.model.services.terminal = 0;
    const { options, model } = this;
    this.retireIntegrator();
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
      warnings: [...options.warnings, ...model.program.state.notes.warnings],
      parameters: runParameters(model),
      attachments: model.hidden.descriptions(),
      ...(this.initialReport !== undefined && { initialisation: this.initialReport }),
    });
  }
}
