/**
 * Values of the event functions over one step of the solver: who searches it asks for the same times again and again, and each costs an
 * evaluation of the model.
 */
export class EventValues {
  /** Of the model, since the run began. */
  evaluations = 0;
  private readonly evaluate: (t: number, g: Float64Array) => void;
  private readonly times: number[] = [];
  private readonly values: Float64Array[] = [];
  private readonly spare: Float64Array[] = [];

  /** `evaluate(t, g)`: all of them at a time of the last step. */
  constructor(evaluate: (t: number, g: Float64Array) => void) {
    this.evaluate = evaluate;
  }

  /** Another step, or other event functions. */
  forget(): void {
    for (const g of this.values) this.spare.push(g);
    this.values.length = this.times.length = 0;
  }

  /** Another step, which begins at t. */
  continueFrom(t: number): void {
    const { times, values, spare } = this;
    const place = times.indexOf(t);
    if (place < 0) {
      this.forget();
      return;
    }
    const kept = values[place]!;
    for (let k = 0; k < values.length; k++) if (k !== place) spare.push(values[k]!);
    times.length = values.length = 1;
    times[0] = t;
    values[0] = kept;
  }

  /** g ← the values at a time of the step. */
  readonly at = (t: number, g: Float64Array): void => {
    const place = this.times.indexOf(t);
    if (place >= 0) {
      g.set(this.values[place]!);
      return;
    }
    this.evaluations++;
    this.evaluate(t, g);
    const kept = this.spare.pop() ?? new Float64Array(g.length);
    kept.set(g);
    this.times.push(t);
    this.values.push(kept);
  };
}
