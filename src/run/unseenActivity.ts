/**
 * Loads and inputs that a long step has not seen. A method looks at the right-hand side at a few times of a step only; a force that acts
 * between them, on a body that rests, leaves no trace in its error estimate. Inside a long step the right-hand side is therefore
 * compared with the derivative of the solution that the method has found.
 *
 * Where they differ by more than the tolerance allows, and the difference comes from the time and not from the states (whose errors a
 * stiff right-hand side magnifies), the step is made again, up to the last time at which all was well.
 */
import type { Integrator } from "../integrate/integrator.ts";
import type { RunningModel } from "./runningModel.ts";
import type { CheckedOptions } from "./simulateOptions.ts";

/** Steps that are longer than so many distances of points are looked into; */
const longStep = 2;
/** these are so many output intervals apart. */
const pointDistance = 2;
/** A difference matters when over one such distance it moves a state by so many times its tolerance. */
const allowed = 10;
/** A load that the method has seen leaves less than this part of its change. */
const seenPart = 0.5;

export class UnseenActivity {
  private found = new Float64Array(0);
  private rates = new Float64Array(0);
  private before = new Float64Array(0);
  private readonly options: CheckedOptions;

  constructor(options: CheckedOptions) {
    this.options = options;
  }

  /** Up to which time of the step from `from` its solution can be believed; undefined when all of it can. */
  lastSeen(
    model: RunningModel,
    integrator: Integrator,
    from: number,
    statesAt: (t: number) => Float64Array,
  ): number | undefined {
    const distance =
      pointDistance * Math.min(this.options.interval, (this.options.stopTime - this.options.startTime) / 500);
    const h = integrator.t - from;
    if (model.X.length === 0 || h < longStep * distance) return undefined;
    if (this.found.length !== integrator.size) {
      this.found = new Float64Array(integrator.size);
      this.rates = new Float64Array(integrator.size);
      this.before = new Float64Array(integrator.size);
    }
    const points = Math.ceil(h / distance);
    let last = from;
    for (let k = 1; k < points; k++) {
      const t = from + (k * h) / points;
      if (this.isUnseen(model, integrator, from, t, h / points, statesAt(t))) return last;
      last = t;
    }
    return undefined;
  }

  private isUnseen(
    model: RunningModel,
    integrator: Integrator,
    from: number,
    t: number,
    distance: number,
    y: Float64Array,
  ): boolean {
    const { found, rates, before } = this;
    model.rhs(t, y, rates);
    integrator.interpolateDerivative(found, t);
    const suspect = this.largestDefect(model, distance, y);
    if (suspect < 0) return false;
    model.rhs(from, y, before);
    return Math.abs(rates[suspect]! - found[suspect]!) > seenPart * Math.abs(rates[suspect]! - before[suspect]!)
      ? rates[suspect] !== before[suspect]
      : false;
  }

  /** The state that the difference moves most, relative to its tolerance; −1 when none moves beyond what is allowed. */
  private largestDefect(model: RunningModel, distance: number, y: Float64Array): number {
    const { found, rates, options } = this;
    let worst = allowed;
    let state = -1;
    for (let k = 0; k < model.X.length; k++) {
      const weight = options.tolerance * Math.abs(y[k]!) + (options.absoluteTolerance ?? 1e-3 * options.tolerance);
      const excess = (Math.abs(rates[k]! - found[k]!) * distance) / weight;
      if (excess > worst) [worst, state] = [excess, k];
    }
    return state;
  }
}
