/**
 * Which events are believed. An event function is evaluated on the inside of a step, and what that is worth the method declares in its
 * contract (`inside` of integrate/integrator.ts). Three things are seen there that are not true:
 *
 * Behind a restart    A fast transient that begins at an event is no obstacle for an implicit method, but inside such a step the
 *                     interpolant does not show it: it begins with the slope of the whole step. A diode that has just begun to conduct
 *                     would be switched off again by it. A crossing right behind a restart is believed only when a shorter step shows
 *                     it too.
 * On slow motions     Where a fast part of the motion has died out, a smoothed step ends on the slow motion, much closer to it than the
 *                     tolerance asks. Its inside knows nothing of that: it is off by some part of the tolerance, and a difference that
 *                     is left after division by a small resistance, such as the current of a diode into a capacitor, then crosses zero
 *                     where it does not. Such a step is made again so that it ends at the crossing: what the step itself shows there
 *                     is true.
 *
 *                         defect = |y'(t) − f(t, y(t))| of the interpolant y       h·defect is below the tolerance, but for fast
 *                                                                                  parts: there it is h/T times the distance from
 *                                                                                  the slow motion
 *
 * At every step       Errors of an explicit method on the slow motion of a stiff model are as large as the tolerance allows; what is
 *                     left of a difference after division by a small resistance then changes its sign at every step. So many events
 *                     are the sign of a stiff model.
 *
 * Legend   h   size of the step        T   time constant of a fast part
 */
import type { Integrator } from "../integrate/integrator.ts";
import type { RunningModel } from "./runningModel.ts";
import type { CheckedOptions } from "./simulateOptions.ts";

/** A crossing in this first part of the first step after a restart is doubtful … */
const doubtfulPart = 0.03;
/** … so the step is tried again, shorter by this factor … */
const shorterBy = 1 / 30;
/** … but not for ever. */
const maximumRetries = 12;

/** An interpolant whose defect, times the step, is so many times the tolerance is not believed. */
const doubtfulDefect = 10;
/** A crossing in this last part of a step is at its end. */
const endOfStep = 1e-3;
/** Values below this count as much as this: a defect near zero is no reason for another step. */
const smallValue = 1e-3;
/** Steps that are made again before an event. Each is shorter, and its interpolant better, than the one before. */
const maximumLandings = 60;

/** So many state events … */
const denseEvents = 60;
/** … within this part of the time span are events at every step. */
const denseSpan = 1e-3;

export class EventTrust {
  private readonly options: CheckedOptions;
  private retries = 0;
  private landings = 0;
  private readonly eventTimes: number[] = [];
  private derivative = new Float64Array(0);
  private interpolated = new Float64Array(0);
  private y = new Float64Array(0);

  constructor(options: CheckedOptions) {
    this.options = options;
  }

  /** The integrator starts over. */
  begin(): void {
    this.retries = 0;
    this.landings = 0;
  }

  /** The step that began at the restart, to be tried again with this size, before a crossing right behind it is believed. */
  shorterStep(
    { inside, t, tPrevious }: Integrator,
    restartTime: number,
    crossing: number,
    timeSlack: number,
  ): number | undefined {
    const step = t - restartTime;
    const isDoubtful = tPrevious === restartTime && crossing - restartTime < doubtfulPart * step;
    const shorter = shorterBy * step;
    // what happens within one instant cannot be looked at more closely
    const isTooShort = shorter < timeSlack;
    if (inside === "asItIs" || !isDoubtful || isTooShort || this.retries === maximumRetries) return undefined;
    this.retries++;
    return shorter;
  }

  /** Whether the last step is to be made again, to end at the crossing, before it is believed. */
  wantsToEndAt(crossing: number, integrator: Integrator, model: RunningModel): boolean {
    if (integrator.inside !== "smoothed" || this.landings >= maximumLandings) return false;
    if (!this.isOffSlowMotion(integrator, model, crossing)) return false;
    this.landings++;
    return true;
  }

  /** Notes a state event; true when there is one at every step. */
  isOneOfMany(t: number): boolean {
    const { eventTimes, options } = this;
    eventTimes.push(t);
    if (eventTimes.length < denseEvents) return false;
    return t - eventTimes.shift()! <= denseSpan * (options.stopTime - options.startTime);
  }

  private isOffSlowMotion(integrator: Integrator, model: RunningModel, crossing: number): boolean {
    const { t, tPrevious, stepSize } = integrator;
    if (model.hidden.stateCount > 0 || model.X.length === 0) return false;
    if (t - crossing <= endOfStep * stepSize || crossing <= tPrevious) return false;
    this.reserve(integrator.size);
    const { y, derivative, interpolated } = this;
    integrator.interpolate(y, crossing);
    integrator.interpolateDerivative(interpolated, crossing);
    model.rhs(crossing, y, derivative);
    for (let k = 0; k < y.length; k++) {
      const scale = this.options.tolerance * (Math.abs(y[k]!) + smallValue);
      if ((stepSize * Math.abs(interpolated[k]! - derivative[k]!)) / scale > doubtfulDefect) return true;
    }
    return false;
  }

  private reserve(size: number): void {
    if (this.y.length === size) return;
    this.y = new Float64Array(size);
    this.derivative = new Float64Array(size);
    this.interpolated = new Float64Array(size);
  }
}
