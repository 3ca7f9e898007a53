/**
 * Where a fast part of the motion has died out, an implicit step ends on the slow motion, much closer to it than the tolerance asks.
 * The interpolant inside the step knows nothing of that: it is off by some part of the tolerance, and a difference that is left after
 * division by a small resistance, such as the current of a diode into a capacitor, then crosses zero where it does not. Such a step
 * is made again so that it ends at the crossing: what the step itself shows there is true.
 *
 *     defect = |y'(t) − f(t, y(t))| of the interpolant y        h·defect is below the tolerance, but for fast parts: there it is
 *                                                               h/T times the distance from the slow motion
 *
 * Legend   h   size of the step        T   time constant of a fast part
 */
import type { Integrator } from "../integrate/integrator.ts";
import type { RunningModel } from "./runningModel.ts";
import type { CheckedOptions } from "./simulateOptions.ts";

/** An interpolant whose defect, times the step, is so many times the tolerance is not believed. */
const doubtfulDefect = 10;
/** A crossing in this last part of a step is at its end. */
const endOfStep = 1e-3;
/** Values below this count as much as this: a defect near zero is no reason for another step. */
const smallValue = 1e-3;
/** Steps that are made again before an event. Each is shorter, and its interpolant better, than the one before. */
const maximumTries = 60;
/** Implicit methods: the ends of their steps are close to the slow motion, the inside is not. */
const methodsWithDoubt: ReadonlySet<string> = new Set(["radau5", "esdirk54", "bdf", "lsodar"]);

export class CrossingLanding {
  /** No step goes beyond this time. */
  time = Number.POSITIVE_INFINITY;
  private tries = 0;
  private derivative = new Float64Array(0);
  private interpolated = new Float64Array(0);
  private y = new Float64Array(0);

  /** The integrator starts over. */
  begin(): void {
    this.time = Number.POSITIVE_INFINITY;
    this.tries = 0;
  }

  /** true when the step of the integrator is to be made again, to end at the crossing. */
  isNeeded(integrator: Integrator, model: RunningModel, crossing: number, { tolerance }: CheckedOptions): boolean {
    this.time = Number.POSITIVE_INFINITY;
    if (model.hidden.stateCount > 0 || model.X.length === 0 || !methodsWithDoubt.has(integrator.method)) return false;
    const { t, tPrevious, stepSize } = integrator;
    const isAtEnd = t - crossing <= endOfStep * stepSize;
    if (isAtEnd || crossing <= tPrevious || this.tries >= maximumTries) return false;
    if (this.y.length !== integrator.size) {
      this.y = new Float64Array(integrator.size);
      this.derivative = new Float64Array(integrator.size);
      this.interpolated = new Float64Array(integrator.size);
    }
    const { y, derivative, interpolated } = this;
    integrator.interpolate(y, crossing);
    integrator.interpolateDerivative(interpolated, crossing);
    model.rhs(crossing, y, derivative);
    let largest = 0;
    for (let k = 0; k < y.length; k++) {
      const scale = tolerance * (Math.abs(y[k]!) + smallValue);
      const defect = (integrator.stepSize * Math.abs(interpolated[k]! - derivative[k]!)) / scale;
      if (defect > largest) largest = defect;
    }
    if (!(largest > doubtfulDefect)) return false;
    this.time = crossing;
    this.tries++;
    return true;
  }
}
