/**
 * Which of two methods is cheaper for a part, the explicit or the implicit one. What happens in a part changes with its contacts, so this is
 * asked again and again, in both directions:
 *
 *     explicit → implicit    one implicit step is tried, soon where steps are limited by stability, seldom elsewhere. If it comes further for
 *                            the same work, it is the next step: nothing of it is lost. If it does not pass at once, it is given up.
 *     implicit → explicit    the spectral radius ρ of the Jacobian tells how long explicit steps can be, L/ρ, and that they are no longer than
 *                            implicit ones; where the part does not know it, some explicit steps are tried.
 *
 * Where the structure of its matrices is expensive, a part takes the implicit method only after it has lasted, unchanged, for as much work: what
 * changes again and again goes on with the explicit one, and waiting costs at most as much as the structure would have [Karlin1988].
 *
 * Work is counted in evaluations, so that the choice does not depend on the machine.
 *
 * Legend   L   limit of stability of the explicit method along the negative real axis
 */
import type { Integrator, Statistics } from "../integrator.ts";

/** Steps between two trials; after one that changed nothing the pause doubles. */
const firstPause = { explicit: 30, implicit: 20 } as const;
const longestPause = { explicit: 250, implicit: 160 } as const;
/** The same where so many steps in a row were limited by stability. */
const firstSuspectedPause = 8;
const longestSuspectedPause = 64;
const suspectedSteps = 3;
/** Explicit steps of a trial. */
const trialSteps = 8;
/** First step of a trial, in recent steps of the present method. */
const trialStep = { explicit: 0.3, implicit: 6 } as const;
/** How much further another method must come; less where its first step, with all its matrices, is looked at alone. */
const advantage = 1.3;
const firstAdvantage = 1.1;
/** How much less a step counts than the next one in what is known of the present pace. */
const memory = 0.7;
/** A trial that has come less far than this part is given up. */
const hopeless = 0.2;

/** A first step is to come so much further than what it costs at least would at the present pace, where six steps do not. */
const worthwhile = 2;
/** Trials of expensive matrices are rare: so many times what one costs beyond this is done between them, twice as much after each that changed nothing. */
const cheapTrial = 20;
const firstPatience = 3;
const longestPatience = 16;

/** A Jacobian without differences costs about as much as so many evaluations, where it is not known better. */
const usualJacobianWork = 10;
/** The evaluations of one iteration, and its solutions in factorisations. */
const evaluationsPerIteration = 3;
const solutionShare = 0.15;

/** Of the explicit method: L, less than which it is used, and what a step costs with those that are not accepted. */
const usableLimit = 2.5;
const explicitWork = 7.5;
/** What is left of what is known of the time between events behind the next one. */
const lifeMemory = 0.8;
/** Implicit steps before the explicit method may take over without a trial. */
const fewestImplicitSteps = 3;

type CreateMethod = (isStiff: boolean) => Integrator;

export class MethodChoice {
  isStiff: boolean;
  /** What a factorisation costs, in evaluations, asked where there is one; and the structure of the matrices. */
  private readonly factorisationWork: () => number;
  private readonly structureWork: () => number;
  private readonly jacobianWork: () => number;
  /** Work since the part is as it is. */
  private lasted = 0;
  private steps = 0;
  private pause: number;
  private suspectedPause = firstSuspectedPause;
  /** When the part began to have its present matrices, and for how long it has them as a rule. */
  private since = Number.NaN;
  private life = Number.POSITIVE_INFINITY;
  /** Work since the last trial, and in trials how much there must be. */
  private waited = 0;
  /** What a first implicit step costs at least, as it was known last: of this part, or of the one before with the same states. */
  private least = Number.NaN;
  private patience = firstPatience;
  // of the last steps of the present method, each counts less than the one behind it
  private time = 0;
  private work = 0;
  private weight = 0;

  constructor(
    factorisationWork: () => number,
    structureWork: () => number = () => 0,
    jacobianWork: () => number = () => usualJacobianWork,
  ) {
    this.factorisationWork = factorisationWork;
    this.structureWork = structureWork;
    this.jacobianWork = jacobianWork;
    this.isStiff = false;
    this.pause = firstPause[this.name];
  }

  /**
   * Goes on at t as another part did that has states of this one, or exactly these. `firstStep`: no step that it begins with is longer. Where the
   * explicit method makes as short steps for less, it begins.
   */
  follow(before: MethodChoice, t: number, firstStep: number, stiffness: number, hasSameStates: boolean): void {
    const { isStiff, steps, pause, suspectedPause, waited, patience, time, work, weight, lasted, since, life } = before;
    Object.assign(this, { isStiff, steps, pause, suspectedPause, waited, patience, time, work, weight, since, life });
    if (hasSameStates) this.least = before.least;
    this.noteEvent(t);
    if (!isStiff) return;
    const isWorth =
      Math.min(firstStep, this.life) / before.leastImplicitWork() >= usableLimit / stiffness / explicitWork;
    if ((isWorth || Number.isNaN(stiffness)) && lasted >= this.structureWork()) return;
    this.change();
    this.patience = 0;
  }

  /** The part has other matrices from t on. */
  renew(t: number): void {
    this.lasted = 0;
    this.noteEvent(t);
  }

  private noteEvent(t: number): void {
    const interval = Math.abs(t - this.since);
    if (interval >= 0) this.life = this.life < Number.POSITIVE_INFINITY ? this.lifeWith(interval) : interval;
    this.since = t;
  }

  /** How long the part has its matrices as a rule, if it were to lose them after this time. */
  private lifeWith(interval: number): number {
    return lifeMemory * this.life + (1 - lifeMemory) * interval;
  }

  /** For how long matrices of t may be expected to last: for as long as they did, however long ago the last event was, but where it has become quiet. */
  private lifeAt(t: number): number {
    return Math.max(this.life, this.lifeWith(Math.abs(t - this.since)));
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
    const jacobianCost =
      jacobianEvaluations > 0 || jacobians === 0 ? jacobianEvaluations : this.jacobianWork() * jacobians;
    const solutions = factorisations + solutionShare * iterations;
    return evaluations + jacobianCost + (solutions > 0 ? this.factorisationWork() * solutions : 0);
  }

  /**
   * After a step of the integrator, which has done the work `before` before: the integrator that is to take over, which `create` makes; it
   * may have made its first step. `limit`: how far steps may go. `stiffness`: spectral radius of the Jacobian, NaN when it is not known.
   */
  successor(
    integrator: Integrator,
    before: number,
    limit: number,
    create: CreateMethod,
    stiffness = Number.NaN,
  ): Integrator | undefined {
    const { t, tPrevious } = integrator;
    this.steps++;
    if (Number.isNaN(this.since)) this.since = tPrevious;
    this.time = memory * this.time + t - tPrevious;
    const work = this.workOf(integrator.statistics) - before;
    this.work = memory * this.work + work;
    this.lasted += work;
    this.waited += work;
    this.weight = memory * this.weight + 1;
    if (this.isStiff) return this.explicitSuccessor(integrator, limit, create, stiffness);
    const { stiffSteps = 0 } = integrator as { readonly stiffSteps?: number };
    const isSuspected = stiffSteps >= suspectedSteps;
    if (this.steps < (isSuspected ? this.suspectedPause : this.pause) || this.lasted < this.structureWork())
      return undefined;
    // to know it for certain an order of the elimination has to be found: not where it is as it was, or more than without factors, and that is too much
    const expected = Number.isNaN(this.least) ? evaluationsPerIteration + this.jacobianWork() : this.least;
    if (this.sizeOfTrial(expected, t, limit) === 0) return undefined;
    this.least = this.leastImplicitWork();
    const size = this.sizeOfTrial(this.least, t, limit);
    if (size === 0) return undefined;
    const pace = this.beginTrial();
    this.waited = 0;
    this.patience = Math.min(Math.max(2 * this.patience, firstPatience), longestPatience);
    if (isSuspected) this.suspectedPause = Math.min(2 * this.suspectedPause, longestSuspectedPause);
    const trial = this.tryImplicit(integrator, size, limit, create, pace);
    if (trial !== undefined) this.change();
    return trial;
  }

  /** First step of a trial whose matrices and first iteration cost so much; 0 where it is not the time for one. */
  private sizeOfTrial(least: number, t: number, limit: number): number {
    if (this.waited < this.patience * (least - cheapTrial)) return 0;
    // where six steps cost less than matrices alone, a longer one may be worth them
    const size = Math.max(trialStep.implicit * this.meanStep, (worthwhile * least * this.time) / this.work);
    if (!(limit - t > 2 * size)) return 0;
    // an event would end it, or structure would cost more than matrices gain while they last, about half of the work
    const time = size + (worthwhile * this.structureWork() * this.time) / this.work;
    return time > this.lifeAt(t) ? 0 : size;
  }

  private explicitSuccessor(
    { t, y, stepSize }: Integrator,
    limit: number,
    create: CreateMethod,
    stiffness: number,
  ): Integrator | undefined {
    if (Number.isNaN(stiffness)) {
      const size = trialStep.explicit * this.meanStep;
      if (this.steps < this.pause || !(limit - t > 2 * size)) return undefined;
      const pace = this.beginTrial();
      if (!this.isFaster(() => create(false), t, y, size, limit, pace)) return undefined;
      this.change();
      return create(false);
    }
    const size = Math.min(usableLimit / stiffness, Math.abs(stepSize), this.meanStep);
    if (this.steps < fewestImplicitSteps || size / explicitWork < (advantage * this.time) / this.work) return undefined;
    this.change();
    const made = create(false);
    made.reset(t, y, { initialStep: size });
    return made;
  }

  /** A first implicit step costs no less: evaluations and solutions of one iteration, a Jacobian and its factors. */
  private leastImplicitWork(): number {
    return evaluationsPerIteration + this.jacobianWork() + (1 + solutionShare) * this.factorisationWork();
  }

  private get meanStep(): number {
    return this.time / this.weight;
  }

  /** The pace up to now; the next trial is due after a longer pause. */
  private beginTrial(): number {
    this.pause = Math.min(2 * this.pause, longestPause[this.name]);
    this.steps = 0;
    return this.time / this.work;
  }

  private change(): void {
    this.isStiff = !this.isStiff;
    this.pause = firstPause[this.name];
    this.suspectedPause = firstSuspectedPause;
    this.patience = firstPatience;
    this.steps = this.waited = this.time = this.work = this.weight = 0;
  }

  /** The implicit method after one step, if that comes further for the same work than at the present pace. */
  private tryImplicit(
    { t, y }: Integrator,
    size: number,
    limit: number,
    create: CreateMethod,
    pace: number,
  ): Integrator | undefined {
    try {
      const trial = create(true);
      trial.reset(t, y, { initialStep: size });
      // where a step of that size does not pass, shorter ones with as many matrices again never were worth it
      if (trial.stepAtOnce === undefined) trial.step(limit);
      else if (!trial.stepAtOnce(limit)) return undefined;
      return trial.t - t > firstAdvantage * pace * this.workOf(trial.statistics) ? trial : undefined;
    } catch {
      // whatever stops it here, the present method goes on
    }
    return undefined;
  }

  /** Whether some explicit steps come further for the same work than at the present pace. */
  private isFaster(
    create: () => Integrator,
    t: number,
    y: Float64Array,
    size: number,
    limit: number,
    pace: number,
  ): boolean {
    try {
      const trial = create();
      trial.reset(t, y, { initialStep: size });
      for (let k = 0; k < trialSteps && trial.t < limit; k++) {
        trial.step(limit);
        if (trial.t - t < hopeless * pace * this.workOf(trial.statistics)) return false;
      }
      return trial.t - t > advantage * pace * this.workOf(trial.statistics);
    } catch {
      // whatever stops it here, the present method goes on
    }
    return false;
  }
}
