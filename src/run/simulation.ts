/**
 * One run: from event to event with an integrator, outputs on a grid, two rows at every event.
 *
 *     initialise → [ step → first crossing? → outputs → event → restart ]* → terminal evaluation
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import { ChatteringWatch } from "../events/chattering.ts";
import { pointsPerStep } from "../events/delayLines.ts";
import { EventCauses } from "../events/eventCauses.ts";
import { type EventOutcome, iterateEvent } from "../events/eventIteration.ts";
import { type NextTimeEvent, nextTimeEvent } from "../events/timeEvents.ts";
import { timeScaleOf, timeSlackAt } from "../events/timeSlack.ts";
import { RunLimits } from "../integrate/runLimits.ts";
import { nextUp } from "../math/elementary/floatBits.ts";
import type { EventRecord, InitialReport, ResultSink, RunSummary } from "../results/resultSink.ts";
import type { Changes } from "./changes.ts";
import type { RunCompanion } from "./companion.ts";
import { stateNames } from "./createIntegrator.ts";
import { CrossingSearch } from "./crossingSearch.ts";
import { checkFinalStates } from "./finalStates.ts";
import { initialise } from "./initialisation.ts";
import type { InstantiatedModel } from "./instantiate.ts";
import { describeSegment, RowWriter } from "./layout.ts";
import { findNotFinite, findUndefined } from "./notFinite.ts";
import { OutputGrid } from "./outputGrid.ts";
import { PoleSearch } from "./poleSearch.ts";
import { RangeWatch } from "./rangeWatch.ts";
import { RunIntegrator } from "./runIntegrator.ts";
import { RunningModel } from "./runningModel.ts";
import { isStopRequest, RunPulse } from "./runPulse.ts";
import { RunTotals, runParameters } from "./runTotals.ts";
import type { CheckedOptions } from "./simulateOptions.ts";
import { StateChange } from "./stateChange.ts";
import { type CourseChange, TimeWatch } from "./timeWatch.ts";

/** More segments than this at one instant mean that a component asks for another in every one. */
const maximumRestarts = 20_000;

/** What integrators say when no step is small enough. */
const stuckCodes: ReadonlySet<string> = new Set(["E-STEP-SMALL", "E-STEP-FAILED", "E-NOT-FINITE"]);

/** Evaluations for values between the rows of the result: so many at the start … */
const freeTrials = 1000;
/** … and so many for each evaluation that the solver needs; those with contacts take long, and there are many short steps. */
const trialsPerEvaluation = { smooth: 4, contacts: 0.5 };

/** Looks at the whole model for values between rows, where parts have steps of their own: at the start, and by the work of the parts. */
const freeLooks = 500;
const looksPerEvaluation = 0.2;

export class Simulation {
  private instantiated: InstantiatedModel;
  private model: RunningModel;
  private readonly changes: Changes;
  private readonly options: CheckedOptions;
  private readonly sink: ResultSink;
  private readonly integration: RunIntegrator;
  private crossings: CrossingSearch;
  private poles!: PoleSearch;
  /** Of the present segment. */
  private rows!: RowWriter;
  private segment = -1;
  private t: number;
  private readonly grid: OutputGrid;
  private next: NextTimeEvent = { time: Number.POSITIVE_INFINITY, cause: "", kind: "time" };
  private watch!: TimeWatch;
  /** A corner or jump that was found in the step ahead. */
  private change: CourseChange | undefined;
  private readonly chattering = new ChatteringWatch();
  private stateChange: StateChange;
  private status: RunSummary["status"] | "running" = "running";
  private readonly totals: RunTotals;
  private readonly limits: RunLimits;
  private readonly pulse: RunPulse;
  private lastEvent = "";
  private readonly causes = new EventCauses();
  /** Evaluations for values between rows. */
  private trials = 0;
  /** States that were looked at between rows. */
  private looked = 0;
  private lastOutput = Number.NEGATIVE_INFINITY;
  private readonly ranges: RangeWatch;
  private initialReport: InitialReport | undefined;

  private readonly companion: RunCompanion | undefined;

  constructor(
    instantiated: InstantiatedModel,
    changes: Changes,
    options: CheckedOptions,
    sink: ResultSink,
    companion?: RunCompanion,
  ) {
    this.companion = companion;
    this.instantiated = instantiated;
    this.changes = changes;
    this.options = options;
    this.sink = sink;
    this.model = this.createModel();
    this.integration = new RunIntegrator(this.model, options, companion);
    this.t = options.startTime;
    this.grid = new OutputGrid(options);
    this.crossings = this.createSearch();
    this.stateChange = new StateChange(this.model);
    this.totals = new RunTotals(this.integration.methodName);
    this.ranges = new RangeWatch(options.tolerance);
    this.limits = new RunLimits(options.startTime, options.stopTime, options, () => this.describePace());
    this.pulse = new RunPulse(options, this.limits, this.totals);
    this.feel(this.model);
  }

  /** Runs to the end and returns the model as it is then. */
  run(): RunningModel {
    const { options } = this;
    this.chooseFirstStates();
    const { companion } = this;
    companion?.adopt(this.model, this.changes, this.t, options.steadyStateStart, undefined);
    this.initialReport = initialise(
      this.model,
      this.t,
      options.tolerance,
      options.steadyStateStart,
      companion && ((free, conditions) => companion.initialised(this.t, free, conditions)),
    );
    this.beginSegment();
    try {
      this.firstEvent();
      while (this.status === "running" && this.t < options.stopTime) this.advance();
      if (this.status === "running") this.status = "finished";
      this.terminalEvaluation();
    } catch (error) {
      if (!isStopRequest(error)) throw error;
      this.status = "stopped";
    } finally {
      this.finish();
    }
    checkFinalStates(this.model, options.requiredFinalStates, options.tolerance);
    return this.model;
  }

  /** Evaluations of the model let the run be stopped and tell of its progress, also inside long steps. */
  private feel(model: RunningModel): RunningModel {
    if (this.pulse.isWanted) model.pulse = this.pulse;
    return model;
  }

  /** The states chosen at translation may be singular for the start values. */
  private chooseFirstStates(): void {
    const wanted = this.stateChange.checkStart(this.t);
    if (wanted === undefined) return;
    this.instantiated = this.instantiated.withStates(wanted);
    this.model = this.feel(this.createModel());
    this.stateChange = new StateChange(this.model);
  }

  private createModel(): RunningModel {
    const { parameters, objects, starts } = this.changes;
    const model = new RunningModel(this.instantiated.program, parameters, objects, starts);
    model.timeScale = timeScaleOf(this.options.startTime, this.options.stopTime);
    return model;
  }

  /** After initialisation the first tick of clocks that begin now, and everything that changes when initial() is over. */
  private firstEvent(): void {
    const { model, t } = this;
    const outcome = iterateEvent(model, t, true);
    this.companion?.afterEvent(t, "initial");
    model.checkAssertions(t);
    this.sink.record(t, this.rows.current(), 0);
    this.pulse.time = t;
    this.ranges.look(t, model.V);
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
    this.rows = new RowWriter(this.model, layout, this.rows as RowWriter | undefined);
    this.sink.beginSegment(layout);
    this.ranges.begin(this.model);
    this.integration.begin(this.model, this.totals);
    this.totals.addSearch(this.crossings);
    this.crossings = this.createSearch();
    this.poles = new PoleSearch(this.model, (t) => this.evaluateAt(t));
    const { functions, declared } = this.model.timeCourse();
    this.watch = new TimeWatch(functions, declared, this.options);
    this.totals.statistics.segments = this.segment + 1;
  }

  private createSearch(): CrossingSearch {
    const { startTime, stopTime, interval } = this.options;
    const { integration } = this;
    const statesAt = (t: number): Float64Array => integration.stateAt(t);
    const degree = (): number => integration.interpolationDegree;
    return new CrossingSearch(this.model, stopTime - startTime, interval, statesAt, degree);
  }

  /** What follows every event: next time event, delay lines, roots, restart of the integrator. */
  private afterEvent(outcome: EventOutcome): void {
    const { model, t } = this;
    this.change = undefined;
    model.services.timeSlack = timeSlackAt(t, model.timeScale);
    model.delays.record(t, model.V, 0);
    this.next = nextTimeEvent(model, t);
    model.hidden.nextEvent = Number.POSITIVE_INFINITY;
    if (outcome.terminate !== "") {
      this.status = "terminated";
      return;
    }
    for (let count = 1; model.hidden.restartCause !== ""; count++) {
      if (count > maximumRestarts) throw endlessRestarts(t, model.hidden.restartCause);
      if (this.restartSegment().terminate === "") continue;
      this.status = "terminated";
      return;
    }
    model.systems.keepSolutions(t);
    this.poles.start(t);
    this.integration.restart(t, this.totals);
    this.crossings.start(t, outcome.hasReinitialised);
  }

  /** Another may be wanted afterwards. */
  private restartSegment(): EventOutcome {
    const { model } = this;
    const cause = model.hidden.restartCause;
    model.hidden.restartCause = "";
    model.hidden.declare(this.segment + 1, this.t);
    this.beginSegment();
    model.hidden.applyImpulse(this.t);
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
    return outcome;
  }

  private advance(): void {
    const { options, model } = this;
    if (options.signal?.aborted === true) {
      this.status = "stopped";
      return;
    }
    this.limits.beforeStep(this.t);
    this.pulse.time = this.t;
    const integrator = this.integration.current!;
    const due = Math.min(options.stopTime, this.next.time);
    const isDue = this.next.time <= options.stopTime;
    const change = this.nextChange(due);
    if (change !== undefined && change.before <= this.t + timeSlackAt(this.t, this.model.timeScale)) {
      this.courseEvent(change);
      return;
    }
    const limit = Math.min(due, change?.before ?? due);
    this.step(Math.min(limit, this.t + model.shortestDelay()));
    if (this.hasMissed(integrator.t)) {
      this.crossings.restart(this.t);
      return;
    }
    if (!this.integration.isQuiet && this.crossings.find(this.t, integrator.t)) {
      const again = this.integration.triesAgain(this.crossings.time);
      if (again !== undefined) {
        this.crossings.restart(again);
        return;
      }
      const cause = this.crossings.describeCrossings();
      this.endAtPole(this.crossings.time);
      this.outputsUpTo(this.crossings.time, false);
      this.examineStep(this.crossings.time);
      this.endAtPole(this.crossings.time);
      this.stateEvent(this.crossings.time, cause, this.crossings.crossedRelations());
      return;
    }
    this.warn(this.crossings.warningAfterStep(integrator.t));
    const isAtChange = integrator.t === change?.before;
    this.endAtPole(integrator.t);
    this.outputsUpTo(integrator.t, !((integrator.t === due && isDue) || isAtChange));
    this.examineStep(integrator.t);
    this.endAtPole(integrator.t);
    this.rememberStep(integrator.t);
    this.t = integrator.t;
    if (model.hidden.wantsStepEnds) {
      this.moveTo(this.t, integrator.y);
      model.hidden.afterStep();
    }
    this.totals.progress(this.t, options, this.limits);
    if (this.t === due && isDue) {
      this.timeEvent();
      return;
    }
    if (isAtChange) {
      this.courseEvent(change!);
      return;
    }
    const wanted = this.stateChange.isNeeded ? this.stateChange.check(this.t, integrator.y) : undefined;
    if (wanted !== undefined) this.changeStates(wanted, integrator.y);
    else this.integration.watchStiffness(this.t, limit, this.totals);
  }

  /** The next change of a function of time that lies before `due`. */
  private nextChange(due: number): CourseChange | undefined {
    const declared = this.watch.nextDeclared(this.t);
    const next = declared !== undefined && declared.before < (this.change?.before ?? due) ? declared : this.change;
    return next !== undefined && next.after <= due ? next : undefined;
  }

  /** Whether the step to `to` went across something that acts by time alone: then it is to be made again. */
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

  private step(limit: number): void {
    const { model } = this;
    try {
      this.integration.step(limit);
      const integrator = this.integration.current!;
      if (model.systems.mayHaveSeveralSolutions && !("resetDae" in integrator)) {
        model.rhs(integrator.t, integrator.y, model.D);
        model.systems.keepSolutions(integrator.t);
      }
    } catch (error) {
      const isStuck = error instanceof RattlebackError && stuckCodes.has(error.code);
      const { systems, hidden } = this.model;
      throw (
        (isStuck ? (this.undefinedAhead() ?? systems.failureNear(this.t) ?? hidden.stuck(this.t)) : undefined) ?? error
      );
    }
  }

  /** The points of the step up to t that delay(…) will ask for. */
  private rememberStep(t: number): void {
    const { model, integration } = this;
    if (model.delays.count === 0) return;
    const from = this.t;
    for (let k = 1; k <= pointsPerStep; k++) {
      const time = k === pointsPerStep ? t : from + ((t - from) * k) / pointsPerStep;
      this.moveTo(time, integration.stateAt(time));
      model.delays.record(time, model.V, k);
    }
  }

  private warn(warning: string): void {
    if (warning === "") return;
    this.options.warnings.push(warning);
    this.options.log(warning);
  }

  private stateEvent(time: number, cause: string, crossed: readonly number[]): void {
    this.totals.statistics.stateEvents++;
    this.rememberStep(time);
    this.moveTo(time, this.integration.stateAt(time));
    this.t = time;
    this.chattering.note(time, cause, this.options.stopTime - this.options.startTime);
    this.integration.noteEvent(time, this.totals);
    this.crossings.beforeEvent();
    this.companion?.beforeEvent(time, crossed);
    this.handleEvent(cause, "state", false);
  }

  private timeEvent(): void {
    const { cause, kind } = this.next;
    this.totals.statistics.timeEvents++;
    this.moveTo(this.t, this.integration.current!.y);
    this.companion?.beforeEvent(this.t, []);
    this.handleEvent(cause, kind, true);
  }

  /** A function of time changes its course: what was before ends, and the solver begins behind. */
  private courseEvent({ before, after, cause }: CourseChange): void {
    this.totals.statistics.timeEvents++;
    this.change = undefined;
    this.moveTo(Math.max(before, this.t), this.integration.current!.y);
    this.t = Math.max(after, this.t);
    this.handleEvent(cause, "time", false);
  }

  private handleEvent(cause: string, kind: EventRecord["kind"], withTicks: boolean): void {
    const { model, t } = this;
    this.totals.statistics.events++;
    this.lastEvent = cause;
    this.causes.note(cause);
    this.limits.afterEvent(t);
    this.lastOutput = t;
    this.sink.record(t, this.rows.current(), 1);
    for (let k = 0; k < model.preVariables.length; k++)
      model.Q[model.preVariables[k]!] = model.V[model.preVariables[k]!]!;
    model.services.timeSlack = timeSlackAt(t, model.timeScale);
    model.delays.passJumps(t + model.services.timeSlack);
    const outcome = iterateEvent(model, t, withTicks || model.samplers.ticks.length > 0);
    this.companion?.afterEvent(t, cause);
    model.checkAssertions(t, true);
    model.hidden.crossed.fill(0);
    this.sink.event({ time: t, cause, kind, changed: outcome.changed, iterations: outcome.iterations });
    this.sink.record(t, this.rows.current(), 2);
    this.ranges.look(t, model.V);
    this.options.log(`t = ${t}: ${cause}`);
    this.afterEvent(outcome);
  }

  /** What the steps are short for, when there are too many. */
  private describePace(): string {
    const { model, integration, options, lastEvent, causes } = this;
    const integrator = integration.current;
    if (integrator === undefined) return lastEvent === "" ? "the start values are sought" : causes.describe();
    const h = Math.abs(integrator.stepSize);
    const texts = [`the last step was ${h.toExponential(2)} s`];
    let [fastest, rate] = [-1, 0];
    for (let k = 0; k < model.X.length; k++) {
      const change = Math.abs(h * model.D[k]!) / (Math.abs(integrator.y[k]!) + options.tolerance);
      if (change > rate) [fastest, rate] = [k, change];
    }
    if (model.program.state.delays.length > 0) texts.push("a delay allows no longer steps than itself");
    else if (fastest >= 0) texts.push(`"${stateNames(model)[fastest]}" changes fastest`);
    if (lastEvent !== "") texts.push(causes.describe());
    return texts.join("; ");
  }

  /** X and all variables at a point of the last step. */
  /** What has no value a little further along the way of the states; that is why no step leads there. */
  private undefinedAhead(): RattlebackError | undefined {
    const { model, t } = this;
    const y = Float64Array.from(this.integration.current!.y);
    this.moveTo(t, y);
    const rates = Float64Array.from(model.D);
    for (let reach = 1e-9; reach < 1; reach *= 10) {
      this.moveTo(
        t,
        y.map((value, k) => value + reach * Math.max(1, Math.abs(t)) * rates[k]!),
      );
      const found = findUndefined(model, t);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private moveTo(t: number, y: Float64Array): void {
    const { model } = this;
    for (let k = 0; k < model.X.length; k++) model.X[k] = y[k]!;
    model.full(t, model.X, model.D);
    this.companion?.read(y);
  }

  private evaluateAt(t: number): void {
    const { model } = this;
    const y = this.integration.stateAt(t);
    model.full(t, model.X.length === 0 ? model.X : y, model.D);
  }

  /** Before the step up to t is recorded, and once more when its inside has been seen. */
  private endAtPole(t: number): void {
    const pole = this.poles.find(this.t, t);
    if (pole === undefined) return;
    this.outputsUpTo(pole.time, false);
    this.t = pole.time;
    throw pole.error;
  }

  /** Grid points up to t, from the dense output; `isEnd` says whether a point at t itself is written. */
  private outputsUpTo(t: number, isEnd: boolean): void {
    const { grid } = this;
    for (; grid.time < t || (grid.time === t && isEnd); grid.advance()) {
      const { time } = grid;
      if (time <= this.lastOutput) continue;
      this.evaluateAt(time);
      this.recordAt(time);
    }
  }

  /** The recorder decides what it needs of the step beside the rows of the grid. */
  private examineStep(to: number): void {
    const { sink, integration } = this;
    if (sink.examine === undefined || this.isUnexamined(to)) return;
    const rate = this.model.hidden.indicatorCount > 0 ? trialsPerEvaluation.contacts : trialsPerEvaluation.smooth;
    const allowed = freeTrials + rate * this.totals.evaluationsWith(integration.current!);
    if (this.trials >= allowed) this.totals.statistics.unexaminedSteps++;
    sink.examine({
      from: this.t,
      to,
      statesAt: (time) => integration.stateAt(time),
      rowAt: this.trials < allowed ? this.rowAt : undefined,
    });
  }

  /** With many bodies that make steps of their own, each of them would be a reason to look at all. */
  private isUnexamined(time: number): boolean {
    const work = this.integration.workOfParts;
    if (work === undefined) return false;
    if (++this.looked + this.trials <= freeLooks + looksPerEvaluation * work) return false;
    this.sink.leaveUnexamined?.(time);
    this.looked = Number.POSITIVE_INFINITY;
    return true;
  }

  private readonly rowAt = (time: number): Float64Array => {
    const { model, integration } = this;
    this.trials++;
    const y = integration.stateAt(time);
    model.full(time, model.X.length === 0 ? model.X : y, model.D);
    if (model.hidden.stateCount > 0) for (let k = 0; k < model.X.length; k++) model.X[k] = y[k]!;
    this.companion?.read(y);
    return this.rows.current();
  };

  private recordAt(time: number): void {
    const { model } = this;
    if (model.hidden.stateCount > 0) for (let k = 0; k < model.X.length; k++) model.X[k] = this.integration.y[k]!;
    model.checkAssertions(time);
    this.watchFinite(time);
    this.companion?.read(this.integration.y);
    this.sink.record(time, this.rows.current(), 0);
    this.ranges.look(time, model.V);
    this.lastOutput = time;
  }

  /** What no state depends on may become undefined without the solver noticing: the run ends where it shows. */
  private watchFinite(time: number): void {
    if (!this.model.mayBeNotFinite) return;
    const error = findNotFinite(this.model, time, true);
    if (error !== undefined) throw error;
  }

  /** The present choice of states becomes singular: go on with others. */
  private changeStates(wanted: ReadonlySet<string>, y: Float64Array): void {
    this.moveTo(this.t, y);
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
    const { current } = this.integration;
    if (current !== undefined && model.X.length > 0)
      for (let k = 0; k < model.X.length; k++) model.X[k] = current.y[k]!;
    if (current !== undefined && model.X.length > 0) this.companion?.read(current.y);
    model.services.terminal = 1;
    const usesTerminal = model.program.source.includes("S.terminal");
    if (usesTerminal) {
      this.companion?.beforeEvent(this.t, []);
      iterateEvent(model, this.t, false);
      this.companion?.afterEvent(this.t, "terminal");
      this.sink.record(this.t, this.rows.current(), 2);
    } else model.full(this.t, model.X, model.D);
  }

  private finish(): void {
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
        ...options.warnings,
        ...model.program.state.notes.warnings,
        ...model.hidden.warnings(),
        ...this.ranges.warnings(),
      ],
      parameters: runParameters(model),
      attachments: model.hidden.descriptions(),
      ...(this.initialReport !== undefined && { initialisation: this.initialReport }),
    });
  }
}

function endlessRestarts(t: number, cause: string): RattlebackError {
  return new RattlebackError("E-SEGMENT-ENDLESS", `The structure changes without end at t = ${t} s.`, {
    where: `t = ${t} s`,
    because: `${maximumRestarts} segments began at this instant, the last of them because of: ${cause}`,
    hint: "a component that asks for restartSegment must not ask again in the segment that follows",
    data: { time: t, cause },
  });
}
