/**
 * Loads, inputs and fields that a long step has not seen. A method looks at the right-hand side at a few times of a step only; a force that acts
 * between them, on a body that rests, leaves no trace in its error estimate. Inside a long step the right-hand side is therefore
 * compared with the derivative of the solution that the method has found.
 *
 * Where they differ by more than the tolerance allows, anywhere in the step, and the difference is not small beside what the time alone
 * changes (states have errors that a stiff right-hand side magnifies), or cannot come from errors of the states at all, the step is made
 * again, up to the last time before anything acts.
 * A method may have met the load by chance where it looks for its dense output: what it found is then right there and wrong elsewhere.
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
const seenPart = 0.1;
/** Inside a step a solution may be off by so many tolerances. */
const errorInside = 100;
/** Signs of the errors of even and odd states: at a corner a state changes its derivative to one side only. */
const everyWay = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;
/** A function of time that bends inside the step is followed when less than this part of its change is left. */
const followedPart = 0.01;

export class UnseenActivity {
  private found = new Float64Array(0);
  private rates = new Float64Array(0);
  private before = new Float64Array(0);
  /** Largest of a step, per state: change by time alone, difference from what was found; first point with a change. */
  private change = new Float64Array(0);
  private defect = new Float64Array(0);
  private first = new Int32Array(0);
  /** Places of the states in the vector of the method, which is longer where something runs along with them. */
  private own = new Int32Array(0);
  private readonly options: CheckedOptions;

  constructor(options: CheckedOptions) {
    this.options = options;
  }

  /**
   * Up to which time of the step from `from` its solution can be believed; undefined when all of it can. Fields are not sought where the
   * model has shown itself stiff: there the derivatives inside a step are as inexact as they would be in a field.
   */
  lastSeen(
    model: RunningModel,
    integrator: Integrator,
    from: number,
    statesAt: (t: number) => Float64Array,
    seeksFields: boolean,
  ): number | undefined {
    const distance =
      pointDistance * Math.min(this.options.interval, (this.options.stopTime - this.options.startTime) / 500);
    const h = integrator.t - from;
    if (model.X.length === 0 || h < longStep * distance) return undefined;
    this.reserve(integrator, model.X.length);
    const points = Math.ceil(h / distance);
    const at = (k: number) => from + (k * h) / points;
    const weight = h / points;
    let isExamined = false;
    for (let k = 1; k < points; k++) {
      if (!this.isSuspect(model, integrator, at(k), weight, statesAt, allowed)) continue;
      if (seeksFields && this.isField(model, at(k), weight, statesAt)) return at(k - 1);
      if (isExamined) continue;
      isExamined = true;
      const active = this.firstActive(model, integrator, points, at, statesAt);
      if (active > 0) return at(active - 1);
    }
    return undefined;
  }

  /**
   * Whether the difference at t, which has just been computed, comes from the place in the space of states: states that are off by some
   * tolerances would not make it. A force that acts in a region is such; the errors that a stiff right-hand side magnifies are not.
   */
  private isField(model: RunningModel, t: number, distance: number, statesAt: (t: number) => Float64Array): boolean {
    const { rates, before, change: moved, defect: explained } = this;
    const y = statesAt(t);
    explained.fill(0);
    for (const signs of everyWay) {
      for (let s = 0; s < model.X.length; s++) moved[s] = y[s]! + signs[s % 2]! * errorInside * this.weight(y[s]!);
      model.rhs(t, moved, before);
      for (let s = 0; s < model.X.length; s++) explained[s] = Math.max(explained[s]!, Math.abs(before[s]! - rates[s]!));
    }
    for (let s = 0; s < model.X.length; s++)
      if (this.matters(s, y[s]!, distance, allowed) && this.difference(s) * seenPart > explained[s]!) return true;
    return false;
  }

  private difference(s: number): number {
    return Math.abs(this.rates[s]! - this.found[s]!);
  }

  private weight(y: number): number {
    const { tolerance, absoluteTolerance = 1e-3 * tolerance } = this.options;
    return tolerance * Math.abs(y) + absoluteTolerance;
  }

  /** Whether at t the difference would move a state by more than its tolerance over this distance. */
  differs(
    model: RunningModel,
    integrator: Integrator,
    t: number,
    distance: number,
    statesAt: (t: number) => Float64Array,
  ): boolean {
    this.reserve(integrator, model.X.length);
    return this.isSuspect(model, integrator, t, distance, statesAt, 1);
  }

  /** Whether at t time alone has changed a derivative since `from`, which the method has not followed. */
  misses(
    model: RunningModel,
    integrator: Integrator,
    from: number,
    t: number,
    distance: number,
    statesAt: (t: number) => Float64Array,
  ): boolean {
    this.reserve(integrator, model.X.length);
    const { found, rates, before } = this;
    if (!this.isSuspect(model, integrator, t, distance, statesAt, allowed)) return false;
    const y = statesAt(t);
    model.rhs(from, y, before);
    model.rhs(t, y, rates);
    this.findSlopes(integrator, t);
    for (let s = 0; s < model.X.length; s++) {
      const difference = Math.abs(rates[s]! - found[s]!);
      if (difference > followedPart * Math.abs(rates[s]! - before[s]!) && rates[s] !== before[s])
        if (this.matters(s, y[s]!, distance, allowed)) return true;
    }
    return false;
  }

  private reserve(integrator: Integrator, states: number): void {
    const size = integrator.interpolateDerivativeEntries === undefined ? integrator.size : states;
    if (this.found.length === size) return;
    this.own = Int32Array.from({ length: size }, (_, k) => k);
    for (const name of ["found", "rates", "before", "change", "defect"] as const) this[name] = new Float64Array(size);
    this.first = new Int32Array(size);
  }

  /** found ← derivatives of the states, by the method. */
  private findSlopes(integrator: Integrator, t: number): void {
    const { found, own } = this;
    if (integrator.interpolateDerivativeEntries === undefined) integrator.interpolateDerivative(found, t);
    else integrator.interpolateDerivativeEntries(found, t, own);
  }

  /** Does a derivative differ from what the method has found by more than so many times the tolerance? */
  private isSuspect(
    model: RunningModel,
    integrator: Integrator,
    t: number,
    distance: number,
    statesAt: (t: number) => Float64Array,
    times: number,
  ): boolean {
    const { rates } = this;
    const y = statesAt(t);
    model.rhs(t, y, rates);
    this.findSlopes(integrator, t);
    for (let s = 0; s < model.X.length; s++) if (this.matters(s, y[s]!, distance, times)) return true;
    return false;
  }

  /** Would the difference move state s, of value y, by more than so many times its tolerance over this distance? */
  private matters(s: number, y: number, distance: number, times: number): boolean {
    return this.difference(s) * distance > times * this.weight(y);
  }

  /** Number of the first point at which time alone changes a derivative that the method has not followed; 0 when there is none. */
  private firstActive(
    model: RunningModel,
    integrator: Integrator,
    points: number,
    at: (k: number) => number,
    statesAt: (t: number) => Float64Array,
  ): number {
    const { found, rates, before, change, defect, first } = this;
    change.fill(0);
    defect.fill(0);
    first.fill(0);
    for (let k = 1; k < points; k++) {
      const t = at(k);
      const y = statesAt(t);
      model.rhs(at(0), y, before);
      model.rhs(t, y, rates);
      this.findSlopes(integrator, t);
      for (let s = 0; s < model.X.length; s++) {
        if (rates[s] !== before[s] && first[s] === 0) first[s] = k;
        change[s] = Math.max(change[s]!, Math.abs(rates[s]! - before[s]!));
        if (this.matters(s, y[s]!, at(1) - at(0), allowed))
          defect[s] = Math.max(defect[s]!, Math.abs(rates[s]! - found[s]!));
      }
    }
    let earliest = 0;
    for (let s = 0; s < model.X.length; s++) {
      if (first[s] === 0 || defect[s]! <= seenPart * change[s]!) continue;
      if (earliest === 0 || first[s]! < earliest) earliest = first[s]!;
    }
    return earliest;
  }
}
