/** A system whose solution is a formula: a step is as long as it may be, and has no error. */
import {
  closedForm,
  createStatistics,
  type Integrator,
  type IntegratorSnapshot,
  type ResetOptions,
  type Statistics,
} from "./integrator.ts";

export interface ClosedForm {
  readonly size: number;
  /** out ← states a time behind y; out may be y. */
  move(out: Float64Array, y: Float64Array, time: number): void;
  derivatives(out: Float64Array, y: Float64Array): void;
}

export class ClosedFormIntegrator implements Integrator {
  readonly method = closedForm;
  readonly inside = "resolved";
  readonly order = 5;
  readonly interpolationDegree = 5;
  readonly nextStepSize = 0;
  readonly statistics: Statistics = createStatistics();
  t: number;
  tPrevious: number;
  readonly y: Float64Array;
  private readonly form: ClosedForm;
  private readonly longest: number;
  private readonly begin: Float64Array;

  constructor(form: ClosedForm, t: number, y: Float64Array, longest: number) {
    this.form = form;
    this.longest = longest;
    this.t = t;
    this.tPrevious = t;
    this.y = y.slice();
    this.begin = y.slice();
  }

  get size(): number {
    return this.y.length;
  }

  get stepSize(): number {
    return this.t - this.tPrevious;
  }

  step(tLimit: number): void {
    this.begin.set(this.y);
    this.tPrevious = this.t;
    this.t = Math.min(tLimit, this.t + this.longest);
    this.form.move(this.y, this.begin, this.t - this.tPrevious);
    this.statistics.steps++;
    this.statistics.evaluations++;
  }

  interpolate(out: Float64Array, t: number): void {
    if (t === this.t) out.set(this.y);
    else this.form.move(out, this.begin, t - this.tPrevious);
  }

  interpolateDerivative(out: Float64Array, t: number): void {
    const states = new Float64Array(this.size);
    this.interpolate(states, t);
    this.form.derivatives(out, states);
  }

  reset(t: number, y: Float64Array, _options?: ResetOptions): void {
    this.t = t;
    this.tPrevious = t;
    this.y.set(y);
    this.begin.set(y);
  }

  save(): IntegratorSnapshot {
    const { t, tPrevious, y, begin, statistics } = this;
    return {
      method: this.method,
      fields: { t, tPrevious, y: y.slice(), begin: begin.slice(), statistics: { ...statistics } },
    };
  }

  restore({ fields }: IntegratorSnapshot): void {
    this.t = fields["t"] as number;
    this.tPrevious = fields["tPrevious"] as number;
    this.y.set(fields["y"] as Float64Array);
    this.begin.set(fields["begin"] as Float64Array);
    Object.assign(this.statistics, fields["statistics"]);
  }
}
