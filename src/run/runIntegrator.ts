/**
 * The integrator of a run: chosen for the model, created when first needed, restarted after events, and exchanged once the model
 * shows itself stiff.
 */
import { explicitMethod, implicitMethod, isDaeMethod } from "../integrate/automaticMethod.ts";
import { isDaeIntegrator } from "../integrate/daeIntegrator.ts";
import { ImplicitTrial } from "../integrate/implicitTrial.ts";
import { closedForm, type Integrator } from "../integrate/integrator.ts";
import { IslandIntegrator, type OnStepOfPart } from "../integrate/islands/islandIntegrator.ts";
import type { PartChange } from "../integrate/islands/islandPart.ts";
import { PackedArrays } from "../math/packedArrays.ts";
import { chooseMethod } from "./chooseMethod.ts";
import type { RunCompanion } from "./companion.ts";
import { createIntegrator, isStiffMethod, startVector } from "./createIntegrator.ts";
import { DaeMode } from "./daeMode.ts";
import { EventTrust } from "./eventTrust.ts";
import { createIslands } from "./islandRun.ts";
import type { RunningModel } from "./runningModel.ts";
import type { RunTotals } from "./runTotals.ts";
import type { CheckedOptions } from "./simulateOptions.ts";
import type { TimeWatch } from "./timeWatch.ts";
import { UnseenActivity } from "./unseenActivity.ts";

/** A step that is made again begins with this part of what is left of it. */
const cautiousPart = 0.1;

export class RunIntegrator {
  private model: RunningModel;
  private readonly options: CheckedOptions;
  private integrator: Integrator | undefined;
  /** Of the present integrator: the next one, after a change of structure, uses it again. */
  private readonly memory = new PackedArrays(0);
  private isStiff = false;
  private readonly trial = new ImplicitTrial();
  /** Of the last trial, for the next one. */
  private tried: Integrator | undefined;
  private readonly trust: EventTrust;
  /** No step goes beyond this time, which the last one did: it is made again. */
  private stepEnd = Number.POSITIVE_INFINITY;
  private readonly activity: UnseenActivity;
  /** In DAE mode: no longer step while a function of time is active. */
  private activeStep = Number.POSITIVE_INFINITY;
  private restartTime = Number.NaN;
  /** States at the time that was asked for last. */
  y: Float64Array = new Float64Array(0);
  private few = new Float64Array(0);
  private own = new Int32Array(0);

  private readonly companion: RunCompanion | undefined;
  private readonly onStepOfPart: OnStepOfPart | undefined;

  constructor(model: RunningModel, options: CheckedOptions, companion?: RunCompanion, onStepOfPart?: OnStepOfPart) {
    this.onStepOfPart = onStepOfPart;
    this.model = model;
    this.options = options;
    this.companion = companion;
    this.activity = new UnseenActivity(options);
    this.trust = new EventTrust(options);
  }

  /** The present integrator; there is one after restart() unless the run ends where it begins. */
  get current(): Integrator | undefined {
    return this.integrator;
  }

  get methodName(): string {
    return chooseMethod(this.model, this.options.method, this.isStiff);
  }

  get interpolationDegree(): number {
    return this.integrator?.interpolationDegree ?? 1;
  }

  /** Of the polynomials that all states are over the last step; undefined where parts have steps of their own, or states jump. */
  get degreeOfStep(): number | undefined {
    const { integrator } = this;
    if (integrator === undefined || integrator instanceof IslandIntegrator || this.isKicked) return undefined;
    return Math.max(1, integrator.interpolationDegree);
  }

  /** A segment begins: other states, another integrator. */
  begin(model: RunningModel, totals: RunTotals): void {
    this.model = model;
    this.tried = undefined;
    this.retire(totals);
    const n = Math.max(1, model.X.length);
    const size = isDaeMethod(this.methodName) ? new DaeMode(model).size || 1 : n;
    this.y = new Float64Array(size * (this.companion?.copies ?? 1));
  }

  /** Goes on from the states of the model at t. */
  restart(t: number, totals: RunTotals): void {
    const { model, options } = this;
    this.restartTime = t;
    this.trust.begin();
    this.trial.restart();
    this.stepEnd = Number.POSITIVE_INFINITY;
    const { firstStep, hasNewCouplings } = model.hidden.answers.takeRestart();
    if (hasNewCouplings) this.tried = undefined;
    const reset = Number.isFinite(firstStep) ? { initialStep: firstStep } : {};
    if (hasNewCouplings && isStiffMethod(this.methodName)) this.retire(totals);
    this.companion?.start();
    if (this.integrator !== undefined && isDaeIntegrator(this.integrator)) {
      new DaeMode(model).reset(this.integrator, t, reset, this.companion);
      return;
    }
    const X = this.startVector();
    if (this.integrator !== undefined) {
      this.integrator.reset(t, X, reset);
      return;
    }
    if (options.stopTime === t) return;
    if (this.companion === undefined) this.integrator = createIslands(model, t, X, options, reset, this.onStepOfPart);
    if (this.integrator !== undefined) return;
    this.memory.release();
    this.integrator = createIntegrator(model, this.methodName, t, options, this.memory, this.companion);
    if (this.integrator.isExact) totals.statistics.method = closedForm;
    if (Number.isFinite(firstStep) && !isDaeIntegrator(this.integrator)) this.integrator.reset(t, X, reset);
  }

  /** After a step: an implicit method takes over where it is faster. `limit`: how far the next steps may go. */
  watchStiffness(t: number, limit: number, totals: RunTotals): void {
    const { model, options } = this;
    const integrator = this.integrator as Integrator & { readonly stiffnessSuspected?: boolean };
    if (integrator instanceof IslandIntegrator) {
      totals.statistics.method = `${explicitMethod}${integrator.wasStiff ? ` and ${implicitMethod}` : ""} by islands`;
      return;
    }
    if (!this.mayBecomeStiff) return;
    if (integrator.stiffnessSuspected !== true && (integrator.swinging ?? -1) < 0) {
      // solutions of nonlinear equations begin at the values before: the trial must not leave others behind
      const kept: Float64Array[] = [];
      const create = (): Integrator => {
        kept.push(model.V.slice());
        const made = this.tried ?? createIntegrator(model, chooseMethod(model, "auto", true), t, options);
        // delays limit the steps of each anew
        if (model.delays === undefined && made.isExact === undefined) this.tried = made;
        return made;
      };
      const isWorthIt = this.trial.wins(integrator, limit, create);
      for (const before of kept) model.V.set(before);
      if (!isWorthIt) return;
    }
    this.isStiff = true;
    const y = integrator.y.slice();
    for (let k = 0; k < model.X.length; k++) model.X[k] = y[k]!;
    this.companion?.read(y);
    this.retire(totals);
    this.restart(t, totals);
    totals.statistics.method = `${explicitMethod}, ${this.methodName}`;
  }

  /** A state event at t: one at every step is the sign of a stiff model. */
  noteEvent(t: number, totals: RunTotals): void {
    if (!this.mayBecomeStiff || !this.trust.isOneOfMany(t)) return;
    this.isStiff = true;
    this.retire(totals);
    totals.statistics.method = `${explicitMethod}, ${this.methodName}`;
  }

  /** Whether "auto" still goes with its explicit method. */
  private get mayBecomeStiff(): boolean {
    return !this.isStiff && this.options.method === "auto" && this.integrator?.method === explicitMethod;
  }

  /** One step towards `limit`. */
  step(limit: number): void {
    const integrator = this.integrator!;
    if (integrator.t >= this.stepEnd) this.stepEnd = Number.POSITIVE_INFINITY;
    integrator.step(Math.min(limit, this.stepEnd, integrator.t + this.activeStep));
  }

  /** Places of the states that make the shortest steps, where parts have their own. */
  get slowestPlaces(): Int32Array | undefined {
    return this.integrator instanceof IslandIntegrator ? this.integrator.slowest : undefined;
  }

  /** States jump at fixed times: nothing between rows determines them. */
  get isKicked(): boolean {
    return this.integrator?.isExact !== undefined;
  }

  /** Where parts of the states have steps of their own: what these have cost, in evaluations of the whole model. */
  get workOfParts(): number | undefined {
    return this.integrator instanceof IslandIntegrator ? this.integrator.work : undefined;
  }

  /** Whether there are steps in which nothing can have happened. */
  get knowsQuietSteps(): boolean {
    return this.integrator instanceof IslandIntegrator;
  }

  /** Whether it is certain that nothing has happened in the last step. */
  get isQuiet(): boolean {
    return this.integrator instanceof IslandIntegrator && this.integrator.isQuiet;
  }

  /** Whether the last step is so short that it has nothing but one event in it, which may be taken to be at its end. */
  get isCertain(): boolean {
    return this.integrator instanceof IslandIntegrator && this.integrator.isCertain;
  }

  /** Whether the event at the end of the last step concerns some parts alone: they change by happen(), and nothing else does. */
  get isLocal(): boolean {
    return this.integrator instanceof IslandIntegrator && this.integrator.isCertain && this.integrator.isLocal;
  }

  happen(): PartChange {
    this.restartTime = Number.NaN;
    this.trust.begin();
    return (this.integrator as IslandIntegrator).happen();
  }

  /** The last step has not seen a load: it is made again, up to where all was well. Returns that time. */
  unseen(from: number, watch: TimeWatch): number | undefined {
    const { model } = this;
    const integrator = this.integrator!;
    if (isDaeIntegrator(integrator)) {
      const until = this.unseenDae(from, integrator.t, watch);
      if (until !== undefined || integrator.size !== model.X.length) return until;
    }
    if (integrator instanceof IslandIntegrator || integrator.isExact) return undefined;
    const until =
      this.unseenBend(from, integrator, watch) ??
      this.activity.lastSeen(model, integrator, from, this.statesInside, !this.isStiff);
    if (until === undefined) return undefined;
    const end = until > from ? until : from + cautiousPart * (integrator.t - from);
    this.again(from, end);
    return end;
  }

  /** A function of time was active between the points of the method: the last time at which it was not. */
  private unseenBend(from: number, integrator: Integrator, watch: TimeWatch): number | undefined {
    const { model } = this;
    if (model.X.length === 0 || watch.isIdle) return undefined;
    const missed = watch
      .bends(from, integrator.t)
      .filter(({ at }) => this.activity.misses(model, integrator, from, at, watch.distance, this.statesInside));
    return missed.length === 0 ? undefined : Math.min(...missed.map(({ quiet }) => quiet));
  }

  /** In DAE mode derivatives are not to be had for little: where a function of time is active, steps are short enough to see it. */
  private unseenDae(from: number, to: number, watch: TimeWatch): number | undefined {
    const longest = watch.longestActiveStep;
    const quiet = Math.min(watch.quietUntil(from, to), watch.straightUntil(from, to));
    this.activeStep = quiet < to ? longest : Number.POSITIVE_INFINITY;
    if (quiet >= to || to - from <= 1.01 * longest) return undefined;
    const end = Math.max(quiet, from + longest);
    if (end >= to) return undefined;
    this.again(from, end);
    return end;
  }

  /** The last step is made again from its begin, no further than `end`. */
  again(from: number, end: number): void {
    const { model, y } = this;
    const integrator = this.integrator!;
    const reset = { initialStep: cautiousPart * (end - from) };
    y.set(this.stateAt(from));
    if (isDaeIntegrator(integrator)) {
      for (let k = 0; k < model.X.length; k++) model.X[k] = y[k]!;
      model.full(from, model.X, model.D);
      this.companion?.resume(y);
      new DaeMode(model).reset(integrator, from, reset, this.companion);
      this.restartTime = from;
    } else {
      integrator.reset(from, y.slice(), reset);
      this.restartTime = Number.NaN;
    }
    this.stepEnd = end;
  }

  /**
   * Whether the derivatives at a time of the last step differ from those of the solution that the method has found there, by enough to
   * matter over the step. In DAE mode unknowns of systems are looked at too, and everything that changes by `bend`, relative to its
   * size, is taken to matter.
   */
  differsAt(t: number, from: number, bend: number): boolean {
    const { model, integrator } = this;
    if (model.X.length === 0) return false;
    if (isDaeIntegrator(integrator!)) return bend > 0.1 * this.options.tolerance;
    return this.activity.differs(model, integrator!, t, integrator!.t - from, this.statesInside);
  }

  /** A crossing at `time` that the inside of the step may have invented: where the step is to be made again, shorter. */
  triesAgain(time: number): number | undefined {
    const { restartTime, model, trust, y } = this;
    const integrator = this.integrator!;
    const shorter = trust.shorterStep(integrator, restartTime, time, model.services.timeSlack);
    if (shorter !== undefined && model.X.length > 0) {
      integrator.reset(restartTime, this.startVector(), { initialStep: shorter });
      return restartTime;
    }
    this.stepEnd = Number.POSITIVE_INFINITY;
    if (!trust.wantsToEndAt(time, integrator, model)) return undefined;
    this.stepEnd = time;
    const from = integrator.tPrevious;
    integrator.interpolate(y, from);
    integrator.reset(from, y.slice(), { initialStep: time - from });
    return from;
  }

  /** y ← the states at t: those of the model where a segment or a step begins, the dense output inside a step. */
  stateAt(t: number): Float64Array {
    const { integrator, model } = this;
    if (integrator === undefined || t === this.restartTime) {
      this.y.set(model.X);
      if (model.X.length > 0) this.companion?.write(this.y);
    } else integrator.interpolate(this.y, t);
    return this.y;
  }

  /** y ← the states at a time of the last step, by the curve of the solver alone. */
  insideStep(t: number): Float64Array {
    this.integrator!.interpolate(this.y, t);
    return this.y;
  }

  /** Some entries of that vector, which is long where something runs along with the states. */
  entriesInside(t: number, entries: Int32Array): Float64Array {
    const integrator = this.integrator!;
    if (this.few.length !== entries.length) this.few = new Float64Array(entries.length);
    if (integrator.interpolateEntries !== undefined) integrator.interpolateEntries(this.few, t, entries);
    else {
      const y = this.insideStep(t);
      for (let k = 0; k < entries.length; k++) this.few[k] = y[entries[k]!]!;
    }
    return this.few;
  }

  /** The states without what runs along with them. */
  private readonly statesInside = (t: number): Float64Array => {
    const { companion, model, own } = this;
    if (companion === undefined || t === this.restartTime) return this.stateAt(t);
    if (own.length !== model.X.length) this.own = Int32Array.from(model.X, (_, k) => k);
    return this.entriesInside(t, this.own);
  };

  private startVector(): Float64Array {
    const { X } = this.model;
    return X.length === 0 ? new Float64Array(1) : startVector(X, this.companion);
  }

  retire(totals: RunTotals): void {
    if (this.integrator === undefined) return;
    totals.addIntegrator(this.integrator);
    this.integrator = undefined;
  }
}
