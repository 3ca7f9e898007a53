/**
 * Corners and jumps of variables that are no events: the run goes on across them, but values between rows must not be interpolated
 * across. Values that are zero there are noted wherever all variables are evaluated anyway, at rows and between them. A change of sign
 * is located; where three neighbouring values point to an extremum beyond zero, a fourth is taken.
 */
import { phasesOf } from "../compile/corners.ts";
import { RootFinder } from "../integrate/rootFinder.ts";
import type { PossibleCorner } from "../results/resultSink.ts";
import type { RunningModel } from "./runningModel.ts";

/** Values below this part of the largest so far are zero up to rounding. */
const negligible = 1e-9;
/** Of a step: nearer to a corner rounding decides. */
const resolution = 1e-12;
/** Extrema that are looked for between two samples. */
const mostExtrema = 4;
/** Samples that are added between jumps of one step. */
const mostPassed = 100;
/** A value that has so many corners in the last part of the run is noise. */
const mostCorners = 200;
const shortestPart = 1e-4;

interface Sample {
  time: number;
  readonly values: Float64Array;
}

export class CornerSearch {
  private readonly model: RunningModel;
  private readonly count: number;
  /** Behind the values of a sample are those whose whole part jumps. */
  private readonly phases: number;
  private readonly evaluateAt: (t: number) => void;
  private readonly span: number;
  /** In order of time; the first ones lie in earlier steps. */
  private readonly samples: Sample[] = [];
  private readonly spare: Sample[] = [];
  private readonly largest: Float64Array;
  private readonly roots: RootFinder;
  private recent: number[] = [];
  private isNoise = false;

  /** `evaluateAt(t)`: all variables at a time of the last step. */
  constructor(model: RunningModel, span: number, evaluateAt: (t: number) => void) {
    this.model = model;
    this.span = span;
    this.evaluateAt = evaluateAt;
    this.count = model.program.corners.length;
    this.phases = phasesOf(model.program.corners).length;
    this.largest = new Float64Array(this.count);
    this.roots = new RootFinder(
      this.count,
      (t, g) => g.set(this.sampleAt(t).values.subarray(0, g.length)),
      undefined,
      false,
    );
  }

  get isWanted(): boolean {
    return this.count > 0 && !this.isNoise;
  }

  /** Everything may be different from now on. */
  restart(): void {
    this.spare.push(...this.samples.splice(0));
  }

  /** All variables have been evaluated at t. */
  note(t: number): void {
    if (!this.isWanted || this.place(t) !== undefined) return;
    const sample = this.spare.pop() ?? { time: t, values: new Float64Array(this.count + this.phases) };
    sample.time = t;
    this.model.cornerValues(sample.values);
    for (let k = 0; k < this.count; k++) {
      const value = sample.values[k]!;
      // what is not defined has no corner
      if (Number.isNaN(value)) sample.values[k] = 1;
      else if (Math.abs(value) > this.largest[k]!) this.largest[k] = Math.abs(value);
    }
    this.samples.splice(this.countBefore(t), 0, sample);
  }

  /** What may be a corner in the step that has been made: its place can be found until the next step. */
  find(from: number, to: number): PossibleCorner[] {
    if (!this.isWanted) return [];
    this.sampleAt(from);
    this.sampleAt(to);
    if (this.samples.length === 2) this.sampleAt(from + 0.5 * (to - from));
    if (this.phases > 0) this.passSingly(from, to);
    this.lookForExtrema(from, to);
    this.roots.resolution = resolution * (to - from);
    const found: PossibleCorner[] = [];
    for (let i = this.countBefore(from) + 1; i < this.samples.length; i++) {
      const [a, b] = [this.samples[i - 1]!, this.samples[i]!];
      const near = this.crossing(a, b);
      if (near !== undefined) found.push({ near, locate: () => this.locate(a.time, b.time) });
    }
    return found;
  }

  /** The step is over: two of its samples are enough for the next. */
  endStep(): void {
    while (this.samples.length > 2) this.spare.push(this.samples.shift()!);
  }

  private locate(a: number, b: number): number[] {
    const found: number[] = [];
    this.roots.start(a);
    while (this.roots.next(b)) found.push(this.roots.time);
    this.watchNoise(found);
    return found;
  }

  /** Where something about crosses zero between two samples. */
  private crossing(a: Sample, b: Sample): number | undefined {
    for (let k = 0; k < this.count; k++) {
      const [p, q] = [a.values[k]!, b.values[k]!];
      if (p * q < 0 || (p !== 0 && q === 0))
        if (Math.max(Math.abs(p), Math.abs(q)) > negligible * this.largest[k]!)
          return a.time + (p / (p - q)) * (b.time - a.time);
    }
    return undefined;
  }

  /** Samples more, so that no more than one whole number is passed between two. */
  private passSingly(from: number, to: number): void {
    for (let i = this.countBefore(from) + 1, added = 0; i < this.samples.length && added < mostPassed; ) {
      const [a, b] = [this.samples[i - 1]!, this.samples[i]!];
      let isFar = false;
      for (let k = this.count; k < this.count + this.phases; k++)
        if (Math.abs(Math.floor(b.values[k]!) - Math.floor(a.values[k]!)) > 1) isFar = true;
      const middle = a.time + 0.5 * (b.time - a.time);
      if (isFar && middle > a.time && middle < b.time && b.time <= to) {
        this.sampleAt(middle);
        added++;
      } else i++;
    }
  }

  /** A sample more where a parabola through three turns back beyond zero, or just before it. */
  private lookForExtrema(from: number, to: number): void {
    for (let i = 1, looked = 0; i + 1 < this.samples.length; ) {
      const t = looked < mostExtrema ? this.extremum(i, from, to) : undefined;
      if (t === undefined) {
        i++;
        looked = 0;
      } else {
        this.sampleAt(t);
        looked++;
      }
    }
  }

  private extremum(i: number, from: number, to: number): number | undefined {
    const [a, b, c] = [this.samples[i - 1]!, this.samples[i]!, this.samples[i + 1]!];
    const [h, k] = [b.time - a.time, c.time - b.time];
    for (let j = 0; j < this.count + this.phases; j++) {
      const [p, q, r] = [a.values[j]!, b.values[j]!, c.values[j]!];
      const isPhase = j >= this.count;
      if (isPhase ? Math.floor(p) !== Math.floor(q) || Math.floor(q) !== Math.floor(r) : !(p * q > 0 && q * r > 0))
        continue;
      const [left, right] = [(q - p) / h, (r - q) / k];
      const curvature = (right - left) / (h + k);
      // f = q + s·τ + curvature·τ²
      const slope = left + curvature * h;
      const τ = -slope / (2 * curvature);
      const t = b.time + τ;
      if (!(τ > -h && τ < k && t > from && t < to)) continue;
      // of what would be passed: zero, or the whole number above or below
      const passed = isPhase ? Math.floor(q) + (curvature < 0 ? 1 : 0) : 0;
      if (!(curvature * (q - passed) > 0)) continue;
      const reach = Math.abs(curvature) * Math.max(h, k) ** 2;
      const value = q - (slope * slope) / (4 * curvature) - passed;
      if (value * Math.sign(q - passed) > 0.25 * reach) continue;
      const apart = 0.02 * Math.min(h, k);
      if (Math.abs(t - a.time) > apart && Math.abs(t - b.time) > apart && Math.abs(t - c.time) > apart) return t;
    }
    return undefined;
  }

  private watchNoise(found: readonly number[]): void {
    if (found.length === 0) return;
    this.recent.push(...found);
    const since = found.at(-1)! - shortestPart * this.span;
    this.recent = this.recent.filter((time) => time > since);
    this.isNoise = this.recent.length > mostCorners;
  }

  private sampleAt(t: number): Sample {
    let place = this.place(t);
    if (place === undefined) {
      this.evaluateAt(t);
      this.note(t);
      place = this.place(t)!;
    }
    return this.samples[place]!;
  }

  private place(t: number): number | undefined {
    const k = this.countBefore(t);
    return this.samples[k]?.time === t ? k : undefined;
  }

  private countBefore(t: number): number {
    const { samples } = this;
    let k = samples.length;
    while (k > 0 && samples[k - 1]!.time >= t) k--;
    return k;
  }
}
