/**
 * Whether an implicit method would be cheaper: it is tried. Estimates of the stiffness from the stages of an explicit step see
 * only the fastest part of the motion that is excited; a model with several fast parts hides them from each other.
 */
import type { Integrator } from "../integrate/integrator.ts";
import { createIntegrator } from "./createIntegrator.ts";
import type { RunningModel } from "./runningModel.ts";
import type { CheckedOptions } from "./simulateOptions.ts";

/**
 * Explicit steps before the first trial, and between two later ones, which come more and more rarely: the evaluations of all
 * trials are then a few percent of those of a long run.
 */
const stepsBeforeFirst = 30;
const stepsBetweenTrials = 250;
/** An implicit step costs about as much as this many explicit ones, its Jacobian and factorisation included. */
const worthwhile = 20;
/** Part of the asked-for length that an accepted step must have reached. */
const acceptedPart = 0.75;

export class ImplicitTrial {
  private steps = 0;
  private interval = stepsBeforeFirst;

  /** After a step of an explicit method: true when `method` takes a step from here that is worth its price. */
  wins(model: RunningModel, integrator: Integrator, limit: number, method: string, options: CheckedOptions): boolean {
    if (++this.steps < Math.max(this.interval, integrator.size)) return false;
    this.steps = 0;
    this.interval = Math.min(2 * this.interval, stepsBetweenTrials);
    const { t, y, stepSize } = integrator;
    const wanted = worthwhile * stepSize;
    if (!(limit - t > wanted)) return false;
    const trial = createIntegrator(model, method, t, options);
    // solutions of nonlinear equations begin at the values before: the trial must not leave others behind
    const before = model.V.slice();
    try {
      trial.reset(t, y.slice(0, trial.size), { initialStep: wanted });
      trial.step(limit);
    } catch {
      return false; // whatever stops it here, the explicit method goes on
    } finally {
      model.V.set(before);
    }
    return trial.stepSize >= acceptedPart * wanted;
  }
}
