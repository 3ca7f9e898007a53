/**
 * A method whose states jump at fixed times: what lies between two of them is integrated as usual. The step in front of a jump ends there;
 * the jump belongs to the begin of the next one. Jumps are at the start and then in the middle between multiples of the interval: states at
 * these multiples are those in the middle between two jumps.
 */
import { type ClosedForm, ClosedFormIntegrator } from "./closedFormIntegrator.ts";
import type { Integrator, IntegratorSnapshot, ResetOptions, Statistics } from "./integrator.ts";

export interface Kicks {
  /** Time between two jumps. */
  readonly interval: number;
  /** y ← states behind the jump at t; dy are their derivatives in front of it, h is the time to the next. Returns h, or an earlier time for it. */
  kick(y: Float64Array, dy: Float64Array, h: number, t: number): number;
}

export class KickedIntegrator implements Integrator {
  readonly inside = "asItIs";
  private readonly inner: Integrator;
  private readonly kicks: Kicks;
  private readonly rhs: (t: number, y: Float64Array, dy: Float64Array) => void;
  private readonly start: number;
  /** Jumps of the grid so far. */
  private count = 0;
  /** Time of the next one. */
  private next: number;
  private readonly states: Float64Array;
  private readonly rates: Float64Array;
  /** The last jump: its time, the states in front of it, and how many there had been. */
  private kickedAt = Number.NaN;
  private countBefore = 0;
  private readonly before: Float64Array;

  constructor(inner: Integrator, kicks: Kicks, rhs: (t: number, y: Float64Array, dy: Float64Array) => void) {
    this.inner = inner;
    this.kicks = kicks;
    this.rhs = rhs;
    this.start = inner.t;
    this.next = inner.t;
    this.states = new Float64Array(inner.size);
    this.rates = new Float64Array(inner.size);
    this.before = new Float64Array(inner.size);
  }

  /** There is a formula for what lies between two jumps. */
  get isExact(): boolean {
    return this.inner instanceof ClosedFormIntegrator;
  }
  get method(): string {
    return `${this.inner.method} between impulses`;
  }
  get size(): number {
    return this.inner.size;
  }
  get t(): number {
    return this.inner.t;
  }
  get tPrevious(): number {
    return this.inner.tPrevious;
  }
  get y(): Float64Array {
    return this.inner.y;
  }
  get order(): number {
    return this.inner.order;
  }
  get interpolationDegree(): number {
    return this.inner.interpolationDegree;
  }
  get stepSize(): number {
    return this.inner.stepSize;
  }
  get nextStepSize(): number {
    return this.inner.nextStepSize;
  }
  get statistics(): Statistics {
    return this.inner.statistics;
  }

  private get gridTime(): number {
    return this.count === 0 ? this.start : this.start + (this.count - 0.5) * this.kicks.interval;
  }

  step(tLimit: number): void {
    const { inner, states, rates } = this;
    if (inner.t >= this.next) {
      const { t } = inner;
      states.set(inner.y);
      this.kickedAt = t;
      this.countBefore = this.count;
      this.before.set(states);
      this.rhs(t, states, rates);
      while (this.gridTime <= t) this.count++;
      const h = this.gridTime - t;
      const chosen = this.kicks.kick(states, rates, h, t);
      this.next = chosen < h ? t + chosen : this.gridTime;
      inner.reset(t, states, { initialStep: this.next - t, keepJacobian: true });
    }
    inner.step(Math.min(tLimit, this.next));
  }

  interpolate(out: Float64Array, t: number): void {
    this.inner.interpolate(out, t);
  }

  interpolateDerivative(out: Float64Array, t: number): void {
    this.inner.interpolateDerivative(out, t);
  }

  reset(t: number, y: Float64Array, options?: ResetOptions): void {
    this.inner.reset(t, y, options);
    if (t !== this.kickedAt || !this.isBefore(y)) return;
    // the step is made again from in front of its jump
    this.next = t;
    this.count = this.countBefore;
  }

  private isBefore(y: Float64Array): boolean {
    for (let k = 0; k < y.length; k++) if (y[k] !== this.before[k]) return false;
    return true;
  }

  save(): IntegratorSnapshot {
    const { count, next, kickedAt, countBefore } = this;
    const before = this.before.slice();
    return { method: this.method, fields: { count, next, kickedAt, countBefore, before, inner: this.inner.save() } };
  }

  restore({ fields }: IntegratorSnapshot): void {
    this.count = fields.count as number;
    this.next = fields.next as number;
    this.kickedAt = fields.kickedAt as number;
    this.countBefore = fields.countBefore as number;
    this.before.set(fields.before as Float64Array);
    this.inner.restore(fields.inner as IntegratorSnapshot);
  }
}

/** Between two jumps the states are those of a formula. */
export function kickedForm(form: ClosedForm, t: number, y: Float64Array, longest: number, kicks: Kicks): Integrator {
  const inner = new ClosedFormIntegrator(form, t, y, longest);
  return new KickedIntegrator(inner, kicks, (_t, states, rates) => form.derivatives(rates, states));
}
