/**
 * Whether an implicit method would be cheaper: it is tried. Estimates of the stiffness from the stages of an explicit step see
 * only the fastest part of the motion that is excited; a model with several fast parts hides them from each other.
 */
import type { Integrator } from "./integrator.ts";

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

/** Shorter steps are tried in one of so many cases; the first of them, as a part of the asked-for length, and the evaluations of them all. */
const fewUnsolved = 8;
const firstPart = 1 / 256;
const mostEvaluations = 400;

export class ImplicitTrial {
  private steps = 0;
  private stepsInARow = 0;
  private interval = stepsBeforeFirst;
  /** Trials whose equations could not be solved. */
  private unsolved = 0;

  /** The explicit method begins anew, at an event: where events are nearer to each other than the trial would reach, they would end it. */
  restart(): void {
    this.stepsInARow = 0;
  }

  /** After a step of an explicit method: true when the implicit one that `create` makes takes a step from there that is worth its price. */
  wins(integrator: Integrator, limit: number, create: () => Integrator): boolean {
    this.steps++;
    this.stepsInARow++;
    if (this.stepsInARow < worthwhile || this.steps < Math.max(this.interval, integrator.size)) return false;
    this.steps = 0;
    this.interval = Math.min(2 * this.interval, stepsBetweenTrials);
    const { t, y, stepSize } = integrator;
    const wanted = worthwhile * stepSize;
    if (!(limit - t > wanted)) return false;
    try {
      const trial = create();
      trial.reset(t, y, { initialStep: wanted });
      const least = acceptedPart * wanted;
      if (trial.stepAtOnce === undefined) trial.step(limit);
      else {
        const { rejectedSteps } = trial.statistics;
        if (!trial.stepAtOnce(limit, least)) return this.comesThere(trial, integrator, limit, t + least, rejectedSteps);
      }
      return trial.stepSize >= least;
    } catch {
      // whatever stops it here, the explicit method goes on
    }
    return false;
  }

  /**
   * Where the equations of one long step could not be solved, shorter ones may come as far: an explicit method that rings about a corner, as
   * where a flow through a valve comes to rest, leaves it no good place to begin.
   */
  private comesThere(trial: Integrator, { t, y }: Integrator, limit: number, end: number, rejected: number): boolean {
    const { statistics } = trial;
    const { rejectedSteps, evaluations } = statistics;
    if (rejectedSteps > rejected || this.unsolved++ % fewUnsolved > 0) return false;
    trial.reset(t, y, { initialStep: firstPart * (end - t) });
    while (trial.t < end) {
      trial.step(limit);
      if (statistics.rejectedSteps > rejectedSteps || statistics.evaluations - evaluations > mostEvaluations)
        return false;
    }
    return true;
  }
}
