/**
 * Which of two methods is cheaper for a part, the explicit or the implicit one: both are tried, and the one that comes further for the same
 * work goes on. What happens in a part changes with its contacts, so it is asked again and again, in both directions.
 *
 * Work is counted in evaluations, so that the choice does not depend on the machine.
 */
import type { Integrator, Statistics } from "../integrator.ts";

/** Steps between two trials; after one that changed nothing the pause doubles. */
const firstPause = { explicit: 30, implicit: 20 } as const;
const longestPause = { explicit: 250, implicit: 160 } as const;
/** Steps of a trial. */
const trialSteps = { explicit: 8, implicit: 4 } as const;
/** First step of a trial, in mean steps of the present method. */
const trialStep = { explicit: 0.3, implicit: 10 } as const;
/** How much further another method must come. */
const advantage = 1.3;
/** A trial that has come less far than this part is given up. */
const hopeless = 0.2;

/** A Jacobian without differences costs about as much as so many evaluations. */
const jacobianWork = 10;
/** The solutions of one iteration, in factorisations. */
const solutionShare = 0.15;

export class MethodChoice {
  isStiff: boolean;
  /** What a factorisation costs, in evaluations. */
  private readonly factorisationWork: number;
  private steps = 0;
  private pause: number;
  // since the last trial, or since the present method began
  private time = 0;
  private work = 0;

  constructor(factorisationWork: number) {
    this.factorisationWork = factorisationWork;
    this.isStiff = false;
    this.pause = firstPause[this.name];
  }

  /** Goes on as another part did that has states of this one. */
  follow({ isStiff, steps, pause, time, work }: MethodChoice): void {
    Object.assign(this, { isStiff, steps, pause, time, work });
  }

  private get name(): "explicit" | "implicit" {
    return this.isStiff ? "implicit" : "explicit";
  }

  /** Before a step: what the statistics of the integrator are then. */
  before(statistics: Readonly<Statistics>): number {
    return this.workOf(statistics);
  }

  private workOf(statistics: Readonly<Statistics>): number {
    const { evaluations, jacobianEvaluations, jacobians, factorisations, iterations } = statistics;
    const jacobianCost = jacobianEvaluations > 0 ? jacobianEvaluations : jacobianWork * jacobians;
    return evaluations + jacobianCost + this.factorisationWork * (factorisations + solutionShare * iterations);
  }

  /**
   * After a step of the integrator, which has done the work `before` before: true when the other method, which `create` makes, is to
   * take over. `limit`: how far steps may go.
   */
  changes(integrator: Integrator, before: number, limit: number, create: (isStiff: boolean) => Integrator): boolean {
    const { t, tPrevious } = integrator;
    this.steps++;
    this.time += t - tPrevious;
    this.work += this.workOf(integrator.statistics) - before;
    const isSuspected = (integrator as { readonly stiffnessSuspected?: boolean }).stiffnessSuspected === true;
    if (this.steps < (isSuspected ? 0.5 * this.pause : this.pause)) return false;
    const other = this.isStiff ? "explicit" : "implicit";
    const size = trialStep[other] * (this.time / this.steps);
    if (!(limit - t > 2 * size)) return false;
    const pace = this.time / this.work;
    this.pause = Math.min(2 * this.pause, longestPause[this.name]);
    this.steps = this.time = this.work = 0;
    if (!this.isFaster(() => create(!this.isStiff), integrator, size, limit, trialSteps[other], pace)) return false;
    this.isStiff = !this.isStiff;
    this.pause = firstPause[this.name];
    return true;
  }

  /** Whether some steps of another method come further for the same work than at the present pace. */
  private isFaster(
    create: () => Integrator,
    { t, y }: Integrator,
    size: number,
    limit: number,
    steps: number,
    pace: number,
  ): boolean {
    try {
      const trial = create();
      trial.reset(t, y.slice(), { initialStep: size });
      for (let k = 0; k < steps && trial.t < limit; k++) {
        trial.step(limit);
        if (trial.t - t < hopeless * pace * this.workOf(trial.statistics)) return false;
      }
      return trial.t - t > advantage * pace * this.workOf(trial.statistics);
    } catch {
      return false; // whatever stops it here, the present method goes on
    }
  }
}
