/**
 * A run of one integrator through the event loop: roots, time events, outputs, callbacks.
 * It knows only the contract in integrator.ts; ODEs and DAEs differ in how they restart after an event.
 *
 * Length   one handler per station of the loop, each a few lines
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { EventLoop, type LoopRun } from "./eventLoop.ts";
import type { Integrator, ResetOptions } from "./integrator.ts";
import type { AcceptedStep, Answer, CommonOptions, IntegrationEvent } from "./options.ts";
import { checkedTimes } from "./problemChecks.ts";
import { IntegrationError, type IntegrationResult, type RootRecord } from "./result.ts";
import { functionThrew } from "./rightHandSide.ts";
import { RootFinder } from "./rootFinder.ts";

export interface DriverSetup {
  readonly integrator: Integrator;
  readonly tEnd: number;
  readonly options: CommonOptions;
  readonly absoluteTolerance: Float64Array;
  readonly names: readonly string[] | undefined;
  readonly numberOfRoots: number;
  /** Event functions at (t, y, y'). */
  readonly roots: (t: number, y: Float64Array, yp: Float64Array, g: Float64Array) => void;
  /** Whether the event functions read y', which then must be interpolated for them. */
  readonly rootsNeedDerivative: boolean;
  /** Continues from (t, y, y') after an event. */
  readonly restart: (t: number, y: Float64Array, yp: Float64Array, options: ResetOptions) => void;
  /** What the steps are short for, when there are too many, and what to do about it. */
  readonly describePace?: () => string;
  readonly advice?: string;
}

export function runIntegration(setup: DriverSetup): IntegrationResult {
  return new Driver(setup).run();
}

class Driver implements LoopRun {
  private readonly setup: DriverSetup;
  private readonly integrator: Integrator;
  private readonly options: CommonOptions;
  private readonly t0: number;
  private readonly tEnd: number;
  private readonly direction: number;
  private readonly outputTimes: Float64Array | undefined;
  private readonly timeEvents: Float64Array;
  private readonly rootFinder: RootFinder;
  /** Solution at `t`, as far as it counts. */
  private readonly y: Float64Array;
  private readonly yp: Float64Array;
  private readonly yBefore: Float64Array;
  private readonly yAtRoot: Float64Array;
  private readonly ypAtRoot: Float64Array;
  private readonly exceedsTolerance: Uint8Array;
  private readonly loop: EventLoop;
  /** Times inside the last step at which the event functions must be looked at. */
  private inside: readonly number[] = [];
  private readonly recordedTimes: number[] = [];
  private readonly recordedStates: Float64Array[] = [];
  private readonly rootRecords: RootRecord[] = [];
  private nextOutput = 0;
  private nextTimeEvent = 0;
  private steps = 0;
  /** Point up to which the solution counts: the end of the last step, or an event inside it. */
  t: number;
  private status: IntegrationResult["status"] | "running" = "running";

  constructor(setup: DriverSetup) {
    const { integrator, options, tEnd } = setup;
    const n = integrator.size;
    this.setup = setup;
    this.integrator = integrator;
    this.options = options;
    this.t0 = integrator.t;
    this.t = integrator.t;
    this.tEnd = tEnd;
    this.direction = Math.sign(tEnd - this.t0);
    this.outputTimes =
      options.outputTimes === undefined ? undefined : checkedTimes(options.outputTimes, "outputTimes", this.t0, tEnd);
    this.timeEvents = checkedTimes(options.timeEvents ?? [], "timeEvents", this.t0, tEnd);
    this.loop = new EventLoop(this, this.t0, tEnd, options);
    this.y = integrator.y.slice();
    this.yp = new Float64Array(n);
    this.yBefore = new Float64Array(n);
    this.yAtRoot = new Float64Array(n);
    this.ypAtRoot = new Float64Array(n);
    this.exceedsTolerance = new Uint8Array(n);
    this.rootFinder = new RootFinder(
      setup.numberOfRoots,
      (t, g) => this.evaluateRoots(t, g),
      options.rootDirections,
      options.findDoubleCrossings,
    );
  }

  run(): IntegrationResult {
    try {
      this.rootFinder.start(this.t0);
      this.recordOutputs(this.t0);
      this.skipTimeEventsAt(this.t0);
      this.loop.run();
    } catch (error) {
      if (error instanceof RattlebackError) throw new IntegrationError(error, this.result("failed"));
      throw error;
    }
    return this.result(this.status as IntegrationResult["status"]);
  }

  get isRunning(): boolean {
    return this.status === "running";
  }

  get advice(): string | undefined {
    return this.setup.advice;
  }

  describePace(): string {
    return this.setup.describePace?.() ?? `the last step was ${this.integrator.stepSize.toExponential(2)}`;
  }

  abort(): void {
    this.status = "aborted";
  }

  nextLimit(): number {
    return this.nextTimeEvent < this.timeEvents.length ? this.timeEvents[this.nextTimeEvent] : this.tEnd;
  }

  step(limit: number): void {
    this.integrator.step(limit);
    this.steps++;
    this.noteMagnitudes();
    this.inside = this.examineStep();
  }

  findEvent(): boolean {
    return this.rootFinder.next(this.integrator.t, this.inside);
  }

  endStep(): void {
    const { t } = this.integrator;
    if (this.endStepAt(t) === "restart") {
      this.loop.noteEvent(t);
      this.integrator.interpolateDerivative(this.yp, t);
      this.restart(t, {});
    }
    if (this.isRunning) this.arriveAt(t);
  }

  private examineStep(): readonly number[] {
    const { examineStep } = this.options;
    if (examineStep === undefined || this.rootFinder.count === 0) return [];
    const { integrator } = this;
    try {
      return examineStep({
        from: this.t,
        to: integrator.t,
        interpolate: (out, t) => this.stateAt(out, t),
        degree: integrator.interpolationDegree,
      });
    } catch (cause) {
      throw functionThrew("callback examineStep", integrator.t, cause);
    }
  }

  /** The solution counts up to t: outputs, step callback. */
  private endStepAt(t: number): Answer | void {
    this.moveTo(t);
    this.recordOutputs(t);
    if (this.options.onStep === undefined) return undefined;
    const answer = this.callOnStep(t);
    if (answer === "stop") this.status = "stopped";
    return answer;
  }

  /** At a root. Returns true when the rest of the step is void: the run ended or restarted there. */
  handleEvent(): boolean {
    const isVoid = this.handleRoot(this.rootFinder.time);
    // a root at the very end of the way leaves no step to arrive there
    if (isVoid && this.isRunning) this.arriveAt(this.t);
    return isVoid;
  }

  private handleRoot(t: number): boolean {
    const { rootFinder, options, integrator } = this;
    this.moveTo(t);
    integrator.interpolateDerivative(this.yp, t);
    const indices = Array.from(rootFinder.hits.subarray(0, rootFinder.hitCount));
    const directions = Array.from(rootFinder.hitDirections.subarray(0, rootFinder.hitCount));
    const y = this.y.slice();
    for (let k = 0; k < indices.length; k++) {
      this.rootRecords.push({ t, index: indices[k], direction: directions[k], y });
    }
    this.recordOutputs(t);
    this.loop.noteEvent(t);
    const isVoid = this.callHandler(options.onRoot, { t, y: this.y, yp: this.yp, indices, directions }, "onRoot");
    if (options.stopAtRoot !== true) return isVoid;
    if (!isVoid) this.endStepAt(t);
    this.status = "root";
    return true;
  }

  /** Where that is the end of the interval, or a time event. */
  private arriveAt(t: number): void {
    if (t === this.tEnd) this.status = "finished";
    if (this.timeEvents[this.nextTimeEvent] !== t) return;
    this.skipTimeEventsAt(t);
    this.loop.noteEvent(t);
    this.integrator.interpolateDerivative(this.yp, t);
    const event: IntegrationEvent = { t, y: this.y, yp: this.yp, indices: [], directions: [] };
    this.callHandler(this.options.onTimeEvent, event, "onTimeEvent");
  }

  /** Calls the user's handler and restarts when it changed the state or asked for it. Returns whether the step ended here. */
  private callHandler(
    handler: ((event: IntegrationEvent) => Answer | void) | undefined,
    event: IntegrationEvent,
    name: string,
  ): boolean {
    if (handler === undefined) return false;
    const { t } = event;
    this.yBefore.set(this.y);
    let answer: Answer | void;
    try {
      answer = handler(event);
      this.checkChangedState(t, name);
    } catch (error) {
      // what was reached is the state before
      this.y.set(this.yBefore);
      throw functionThrew(`callback ${name}`, t, error);
    }
    const isChanged = this.y.some((value, i) => value !== this.yBefore[i]);
    if (!isChanged && answer !== "restart" && answer !== "stop") return false;
    if (event.indices.length > 0 && this.options.onStep !== undefined && this.callOnStep(t) === "stop")
      this.status = "stopped";
    if (isChanged && this.outputTimes === undefined) this.record(t, this.y);
    const { firstStep } = event;
    this.restart(t, firstStep === undefined ? {} : { initialStep: firstStep });
    if (answer === "stop") this.status = "stopped";
    return true;
  }

  /** Goes on from (t, y, y') behind an event. */
  private restart(t: number, options: ResetOptions): void {
    if (t === this.tEnd) return;
    this.setup.restart(t, this.y, this.yp, options);
    this.rootFinder.start(t);
  }

  private callOnStep(t: number): Answer | void {
    const step: AcceptedStep = {
      t,
      tPrevious: this.integrator.tPrevious,
      y: this.y,
      order: this.integrator.order,
      interpolate: (out, time) => this.integrator.interpolate(out, time),
    };
    try {
      return this.options.onStep?.(step);
    } catch (cause) {
      throw functionThrew("callback onStep", t, cause);
    }
  }

  /** The solution counts up to t. */
  private moveTo(t: number): void {
    this.stateAt(this.y, t);
    this.t = t;
  }

  private stateAt(out: Float64Array, t: number): void {
    if (t === this.integrator.t) out.set(this.integrator.y);
    else this.integrator.interpolate(out, t);
  }

  private evaluateRoots(t: number, g: Float64Array): void {
    this.stateAt(this.yAtRoot, t);
    if (this.setup.rootsNeedDerivative) this.integrator.interpolateDerivative(this.ypAtRoot, t);
    try {
      this.setup.roots(t, this.yAtRoot, this.ypAtRoot, g);
    } catch (cause) {
      throw functionThrew("event function", t, cause);
    }
  }

  /** Outputs up to t. Without output times: the point itself, once though an event may end the step there. */
  private recordOutputs(t: number): void {
    const times = this.outputTimes;
    if (times === undefined) {
      if (this.recordedTimes.at(-1) !== t) this.record(t, this.y);
      return;
    }
    while ((times[this.nextOutput] - t) * this.direction <= 0) {
      const time = times[this.nextOutput++];
      const state = new Float64Array(this.integrator.size);
      if (time === t) state.set(this.y);
      else this.integrator.interpolate(state, time);
      this.recordedTimes.push(time);
      this.recordedStates.push(state);
    }
  }

  private record(t: number, y: Float64Array): void {
    this.recordedTimes.push(t);
    this.recordedStates.push(y.slice());
  }

  private skipTimeEventsAt(t: number): void {
    while (this.nextTimeEvent < this.timeEvents.length && this.timeEvents[this.nextTimeEvent] === t)
      this.nextTimeEvent++;
  }

  private noteMagnitudes(): void {
    const { y } = this.integrator;
    const atol = this.setup.absoluteTolerance;
    for (let i = 0; i < y.length; i++) {
      if (Math.abs(y[i]) > atol[i]) this.exceedsTolerance[i] = 1;
    }
  }

  private checkChangedState(t: number, name: string): void {
    const bad = this.y.findIndex((value) => !Number.isFinite(value));
    if (bad < 0) return;
    const component = this.setup.names?.[bad] ?? `y[${bad}]`;
    throw new RattlebackError(
      "E-START-VALUE",
      `The callback ${name} set "${component}" to ${this.y[bad]} at t = ${t}.`,
      {
        path: component,
        hint: "every value must be a finite number",
        data: { t, component, index: bad, value: this.y[bad] },
      },
    );
  }

  private result(status: IntegrationResult["status"]): IntegrationResult {
    return {
      t: this.t,
      y: this.y.slice(),
      outputs: { t: Float64Array.from(this.recordedTimes), y: this.recordedStates },
      roots: this.rootRecords,
      statistics: {
        ...this.integrator.statistics,
        eventFunctionEvaluations: this.rootFinder.evaluations,
        events: this.loop.events,
        wallTime: this.loop.limits.seconds,
      },
      status,
      warnings: this.warnings(),
    };
  }

  private warnings(): string[] {
    if (this.steps === 0) return [];
    const { names, absoluteTolerance } = this.setup;
    const unseen = Array.from(this.exceedsTolerance.keys()).filter(
      (i) => this.exceedsTolerance[i] === 0 && this.integrator.y[i] !== 0,
    );
    if (unseen.length === 0) return [];
    const shown = unseen
      .slice(0, 5)
      .map((i) => `${names?.[i] ?? `y[${i}]`} (tolerance ${absoluteTolerance[i].toExponential(1)})`);
    const more = unseen.length > 5 ? ` and ${unseen.length - 5} more` : "";
    return [
      `W-BELOW-TOLERANCE  These components never exceeded their absolute tolerance, so their values are not controlled: ${shown.join(", ")}${more}. Give smaller absolute tolerances or nominal values.`,
    ];
  }
}
