/**
 * Where a run ends that would not end by itself: too many steps, too many events, too much time of the computer. What is too many is
 * known long before it is reached: when a hundred thousand steps in a row have covered so little of the interval that the rest would take
 * ten times as many as allowed, the run is given up there and says what it would have taken.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";

export interface LimitOptions {
  /** Default 1e8. */
  readonly maximumSteps?: number | undefined;
  /** Default 1e8. */
  readonly maximumEvents?: number | undefined;
  /** Seconds of wall time after which the run is given up. Default: no limit. */
  readonly maximumWallTime?: number | undefined;
}

const defaultMaximumSteps = 1e8;
const defaultMaximumEvents = 1e8;
/** Steps, and events, by which their rate is judged. */
const stepsToJudge = 20_000;
const eventsToJudge = 10_000;
/** A run is given up when it would need so many times the number that is allowed, and at the first look so many times. */
const clearlyTooMany = 10;
const hopelesslyTooMany = 1000;
/** So many steps are enough to believe the smaller number. */
const stepsToBelieve = 100_000;
/** Steps between two looks at the clock. */
const stepsPerLook = 16;

/** Times that are remembered to say since when steps are short. */
const mostMilestones = 256;
/** Steps that are at most so many times as long are as short as the last ones. */
const samePace = 10;

/** A limit that is not a number would never be reached. */
function checkLimits(options: LimitOptions): void {
  for (const name of ["maximumSteps", "maximumEvents", "maximumWallTime"] as const) {
    const value = options[name];
    if (value === undefined || (typeof value === "number" && value >= 0)) continue;
    throw new RattlebackError("E-OPTION-VALUE", `The option ${name} = ${String(value)} is not a limit.`, {
      path: `options.${name}`,
      hint: "a number that is not negative; Infinity for no limit",
      data: { name },
    });
  }
}

/** Tells what makes the steps so short, for the message. */
export type DescribeCause = () => string;

export class RunLimits {
  private readonly start: number;
  private readonly span: number;
  private readonly maximumSteps: number;
  private readonly maximumEvents: number;
  private readonly maximumWallTime: number;
  private readonly startedAt = performance.now();
  private readonly cause: DescribeCause;
  private readonly advice: string;
  private steps = 0;
  private events = 0;
  /** Where the present counts for a judgement began. */
  private stepsSince: number;
  private eventsSince: number;
  /** Times after every so many steps, from the start on. */
  private readonly milestones: number[] = [];
  private stepsPerMilestone = 16;
  /** Steps in a row at a pace that leads too far. */
  private slowSteps = 0;

  constructor(
    start: number,
    end: number,
    options: LimitOptions,
    cause: DescribeCause,
    advice = "a stiff method, a larger tolerance, a model without motions that are far too fast to matter",
  ) {
    checkLimits(options);
    this.start = start;
    this.span = end - start;
    this.stepsSince = start;
    this.eventsSince = start;
    this.maximumSteps = options.maximumSteps ?? defaultMaximumSteps;
    this.maximumEvents = options.maximumEvents ?? defaultMaximumEvents;
    this.maximumWallTime = options.maximumWallTime ?? Number.POSITIVE_INFINITY;
    this.cause = cause;
    this.advice = advice;
  }

  /** Before a step from t. */
  beforeStep(t: number): void {
    if (this.steps >= this.maximumSteps) throw this.stepLimit(t);
    if (this.steps % this.stepsPerMilestone === 0) this.setMilestone(t);
    if (this.steps > 0 && this.steps % stepsToJudge === 0) {
      const expected = (this.remaining(t) / Math.abs(t - this.stepsSince)) * stepsToJudge;
      this.slowSteps = expected > clearlyTooMany * this.maximumSteps ? this.slowSteps + stepsToJudge : 0;
      if (expected > hopelesslyTooMany * this.maximumSteps || this.slowSteps >= stepsToBelieve)
        throw this.stepLimit(t, expected);
      this.stepsSince = t;
    }
    if (this.steps++ % stepsPerLook === 0) this.checkWallTime(t);
  }

  /** After an event at t. */
  afterEvent(t: number): void {
    this.events++;
    if (this.events >= this.maximumEvents) throw this.eventLimit(t);
    if (this.events % eventsToJudge !== 0) return;
    const expected = (this.remaining(t) / Math.abs(t - this.eventsSince)) * eventsToJudge;
    if (expected > clearlyTooMany * this.maximumEvents) throw this.eventLimit(t, expected);
    this.eventsSince = t;
    this.checkWallTime(t);
  }

  get seconds(): number {
    return (performance.now() - this.startedAt) / 1000;
  }

  private remaining(t: number): number {
    return Math.abs(this.start + this.span - t);
  }

  /** Throws when the wall time is used up. */
  checkWallTime(t: number): void {
    const { maximumWallTime } = this;
    if (maximumWallTime === Number.POSITIVE_INFINITY || this.seconds <= maximumWallTime) return;
    throw new RattlebackError("E-WALL-TIME", `The wall time of ${maximumWallTime} s is used up at t = ${t}.`, {
      path: "options.maximumWallTime",
      because: `${this.done(t)}; ${this.cause()}`,
      hint: "more time, a larger tolerance, or a faster method",
      data: { t, seconds: this.seconds, maximumWallTime, steps: this.steps, events: this.events },
    });
  }

  private stepLimit(t: number, expected?: number): RattlebackError {
    const { maximumSteps } = this;
    const what =
      expected === undefined
        ? `${maximumSteps} steps were not enough to go beyond t = ${t}.`
        : `The run would take about ${expected.toExponential(0)} steps; it was stopped at t = ${t}.`;
    return new RattlebackError("E-STEP-LIMIT", what, {
      path: "options.maximumSteps",
      because: `${this.done(t)}; ${this.cause()}`,
      hint: `${this.advice}, or a larger maximumSteps (${maximumSteps})`,
      data: { t, steps: this.steps, maximumSteps, ...(expected !== undefined && { expected }) },
    });
  }

  private eventLimit(t: number, expected?: number): RattlebackError {
    const { maximumEvents } = this;
    const what =
      expected === undefined
        ? `${maximumEvents} events were not enough to go beyond t = ${t}.`
        : `The run would have about ${expected.toExponential(0)} events; it was stopped at t = ${t}.`;
    return new RattlebackError("E-EVENT-LIMIT", what, {
      path: "options.maximumEvents",
      because: `${this.done(t)}; ${this.cause()}`,
      hint: `a longer interval of the clock or sampler, a shorter run, or a larger maximumEvents (${maximumEvents})`,
      data: { t, events: this.events, maximumEvents, ...(expected !== undefined && { expected }) },
    });
  }

  private setMilestone(t: number): void {
    const { milestones } = this;
    milestones.push(t);
    if (milestones.length < mostMilestones) return;
    for (let k = 1; 2 * k < milestones.length; k++) milestones[k] = milestones[2 * k];
    milestones.length = Math.ceil(milestones.length / 2);
    this.stepsPerMilestone *= 2;
  }

  private done(t: number): string {
    const percent = ((100 * (t - this.start)) / this.span).toPrecision(3);
    return `${this.steps} steps and ${this.events} events did ${percent} % of the interval${this.slowSince(t)}`;
  }

  /** Since when the steps have been as short as they are now. */
  private slowSince(t: number): string {
    const { milestones, stepsPerMilestone } = this;
    let first = milestones.length - 1;
    const lately = Math.max(0, first - 1);
    const recent = Math.abs(t - milestones[lately]) / (this.steps - lately * stepsPerMilestone);
    while (first > 0 && Math.abs(milestones[first] - milestones[first - 1]) <= samePace * recent * stepsPerMilestone)
      first--;
    if (!(first > 0)) return "";
    const steps = this.steps - first * stepsPerMilestone;
    return `, the last ${steps} steps ${Math.abs(t - milestones[first]).toExponential(1)} s from t = ${milestones[first]} on`;
  }
}
