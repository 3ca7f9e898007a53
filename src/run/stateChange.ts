/**
 * Dynamic choice of states: constraints whose Jacobian changes are watched, and when the dependent variables are no longer well
 * determined by them, the run continues with other states (a pendulum in Cartesian coordinates: y instead of x).
 *
 * Source   [MattssonSoderlind1993] sec. 4: pivoting of the dummy derivatives
 */

import type { DynamicGroup } from "../compile/stateSelection.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { DenseQR } from "../math/denseQR.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import type { RunningModel } from "./runningModel.ts";

/** A change is worth its restart when the present choice is this much worse than the best. */
const worstRatio = 0.3;
/** Points at which a determinant that may be constant is looked at. */
const probes = 4;
/** Numbers without a pattern that a determinant could have, the same in every run: linear congruences modulo 2³² [Knuth1998] sec. 3.3.4. */
const nextWord = (word: number): number => (Math.imul(word, 1664525) + 1013904223) >>> 0;

export class StateChange {
  private readonly model: RunningModel;
  private readonly alwaysGood = new Map<DynamicGroup, boolean>();

  constructor(model: RunningModel) {
    this.model = model;
  }

  /** Names of the states to go on with, or undefined when the present ones are good. */
  check(t: number, y: Float64Array): ReadonlySet<string> | undefined {
    const { model } = this;
    if (model.program.dynamicGroups.every((group) => this.isAlwaysGood(group))) return undefined;
    for (let k = 0; k < model.X.length; k++) model.X[k] = y[k]!;
    model.full(t, model.X, model.D);
    return this.betterStates();
  }

  /** Whether there is a choice at all. */
  get isNeeded(): boolean {
    return this.model.program.dynamicGroups.length > 0;
  }

  /**
   * The same at the start, before anything is computed. What the constraints contain beside their variables may follow from the time
   * alone, so everything is computed as far as that goes: with the present states the constraints may have no solution.
   */
  checkStart(t: number): ReadonlySet<string> | undefined {
    const { model } = this;
    const { dynamicGroups } = model.program;
    if (dynamicGroups.length === 0) return undefined;
    const [start, states] = [model.V.slice(), model.X.slice()];
    this.asFarAsItGoes(() => model.full(t, model.X, model.D));
    for (let i = 0 as VariableIndex; i < start.length; i++)
      if (!Number.isFinite(model.V[i]!) || model.startValue(i) !== undefined) model.V[i] = start[i]!;
    const wanted = this.asFarAsItGoes(() => this.betterStates());
    model.V.set(start);
    model.X.set(states);
    return wanted;
  }

  /**
   * What cannot be computed yet: equations without a solution at the start values, which initialisation will solve or name, and
   * components that have not begun. The choice is looked at again after every step. A fault of anything else is not hidden.
   */
  private asFarAsItGoes<T>(compute: () => T): T | undefined {
    try {
      return compute();
    } catch (error) {
      if (error instanceof RattlebackError || this.model.hidden.hasComponents) return undefined;
      throw error;
    }
  }

  private betterStates(): ReadonlySet<string> | undefined {
    const { model } = this;
    const { dynamicGroups, state, states } = model.program;
    let isChange = false;
    const wanted = new Set(states.map((v) => state.variables[v]!.name));
    for (const group of dynamicGroups) {
      if (this.isAlwaysGood(group)) continue;
      const [m, n] = [group.equations.length, group.variables.length];
      const values = jacobianOf(model, group);
      const qr = new DenseQR(m, n);
      qr.factor(values);
      const columns = Array.from(qr.columnAt.subarray(0, m));
      const best = columns.map((j) => group.variables[j]!);
      const present = group.dependent.map((v) => group.variables.indexOf(v));
      const [bestQuality, presentQuality] = [quality(values, m, columns), quality(values, m, present)];
      if (!(bestQuality > 0) || presentQuality > worstRatio * bestQuality) continue;
      isChange = true;
      for (const v of group.variables) {
        const { name } = state.variables[v]!;
        if (best.includes(v)) wanted.delete(name);
        else wanted.add(name);
      }
    }
    return isChange ? wanted : undefined;
  }

  /**
   * The present dependent variables are determined equally well everywhere, as currents in rotating coordinates are, or a mass that is
   * volume times density: their determinant is the same number at points that have nothing to do with each other. Which variables are best
   * by size depends on units then.
   */
  private isAlwaysGood(group: DynamicGroup): boolean {
    let known = this.alwaysGood.get(group);
    if (known === undefined) {
      known = this.hasConstantDeterminant(group);
      this.alwaysGood.set(group, known);
    }
    return known;
  }

  private hasConstantDeterminant(group: DynamicGroup): boolean {
    const { model } = this;
    const m = group.equations.length;
    const present = group.dependent.map((v) => group.variables.indexOf(v));
    const held = model.V.slice();
    let word = 1;
    try {
      const determinants = Array.from({ length: probes }, () => {
        for (let i = 0; i < model.V.length; i++) {
          word = nextWord(word);
          model.V[i] = word / 2 ** 30 - 2;
        }
        return quality(jacobianOf(model, group, present), m, present);
      });
      const [first] = determinants as [number];
      return first > 0 && determinants.every((x) => Math.abs(x - first) <= 1e-9 * first);
    } catch (error) {
      // a coefficient is that of a function which has no value at such a point: it is not constant
      if (error instanceof RattlebackError && error.code === "E-MODELICA-ASSERT") return false;
      throw error;
    } finally {
      model.V.set(held);
    }
  }

  /** Values of the old run as start of the new one. */
  adopt(old: RunningModel, next: RunningModel, startTime: number): void {
    const { state, states } = next.program;
    const values = valuesByName(old);
    state.variables.forEach(({ name }, i) => {
      const value = values.get(name);
      if (value !== undefined) {
        next.V[i] = value;
        next.Q[i] = value;
      }
    });
    states.forEach((v, k) => {
      next.X[k] = next.V[v]!;
    });
    // hidden states keep their values: their components did not change
    next.hidden.carryOver(old.hidden);
    next.hidden.declare(next.hidden.segmentAfter(old.hidden), old.time);
    const hiddenStates = old.X.subarray(old.visibleStates);
    if (hiddenStates.length === next.X.length - next.visibleStates) next.X.set(hiddenStates, next.visibleStates);
    next.samplers.begin(startTime, next.services.timeSlack);
    next.delays = old.delays;
    next.R.set(old.R);
    next.time = old.time;
    next.services.timeSlack = old.services.timeSlack;
  }
}

/** Column by column; of some columns only, the others are zero. */
function jacobianOf(
  model: RunningModel,
  { equations, variables, jacobian }: DynamicGroup,
  columns: readonly number[] = variables.map((_, j) => j),
): Float64Array {
  const [m, n] = [equations.length, variables.length];
  const values = new Float64Array(m * n);
  for (const j of columns) for (let i = 0; i < m; i++) values[i + m * j] = model.value(jacobian[i * n + j]!);
  return values;
}

function valuesByName({ program, V }: RunningModel): Map<string, number> {
  const { variables, aliases } = program.state;
  return new Map(
    variables.map(({ name }, i) => {
      const alias = aliases.get(i);
      return [name, alias === undefined ? V[i]! : alias.sign * V[alias.target]!];
    }),
  );
}

/** |det| of the chosen columns. */
function quality(values: Float64Array, m: number, columns: readonly number[]): number {
  const a = columns.map((j) => Array.from({ length: m }, (_, i) => values[i + m * j]!));
  let determinant = 1;
  for (let k = 0; k < m; k++) {
    let pivot = k;
    for (let c = k + 1; c < m; c++) if (Math.abs(a[c]![k]!) > Math.abs(a[pivot]![k]!)) pivot = c;
    [a[k], a[pivot]] = [a[pivot]!, a[k]!];
    determinant *= a[k]![k]!;
    if (a[k]![k] === 0) return 0;
    for (let c = k + 1; c < m; c++) {
      const factor = a[c]![k]! / a[k]![k]!;
      for (let r = k; r < m; r++) a[c]![r] = a[c]![r]! - factor * a[k]![r]!;
    }
  }
  return Math.abs(determinant);
}
