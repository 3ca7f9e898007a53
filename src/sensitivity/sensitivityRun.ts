/**
 * Derivatives of a run by parameters and start values, integrated together with its states.
 *
 *     s_k = ∂x/∂p_k        s_k' = ∂f/∂x·s_k + ∂f/∂p_k
 *
 * At an event whose time τ depends on the parameters, everything is differentiated twice: at a fixed time, and along the motion.
 * Event iteration is linear in both, so that with the column "motion" ẋ⁻ before and its image M after it
 *
 *     s_k⁺ = (image of s_k⁻ at fixed time) + τ_k·(M − f⁺),     τ_k = −g_k/ġ     g the difference that crosses zero
 *
 * Source   [Rozenvasser1967], [Galan1999] jump conditions; [Feehery1997], [Hindmarsh2005] sec. 2.6 simultaneous corrector
 * Length   the columns go through steps, events and restarts with the states, in one object
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { DaeSystem, OdeSystem } from "../integrate/problem.ts";
import type { Changes } from "../run/changes.ts";
import type { EventCause, RunCompanion } from "../run/companion.ts";
import { type Condition, conditionsOf } from "../run/initialConditions.ts";
import type { RunningModel } from "../run/runningModel.ts";
import type { ParameterIndex, VariableIndex } from "../symbolic/indices.ts";
import { Directions } from "./directions.ts";
import { eventRates } from "./eventRates.ts";
import { dependentParameters } from "./parameterTangents.ts";
import { shiftedStarts } from "./startConditions.ts";
import { type OpenTangents, TangentModel } from "./tangentModel.ts";
import { type ResolvedTarget, resolveTarget, type SensitivityTarget } from "./targets.ts";

const undeterminedStart =
  "W-SENSITIVITY-START  The start values are not determined by their conditions alone: their derivatives are those of the nearest values.";

/** Events whose time does not move, and at which the motion is not followed. */
export const fixedTimes: ReadonlySet<string> = new Set(["initial", "terminal", "other states"]);

export interface EventTime {
  readonly time: number;
  readonly cause: string;
  /** By target, in their order. */
  readonly derivatives: Float64Array;
}

export class SensitivityRun implements RunCompanion {
  readonly copies: number;
  readonly eventTimes: EventTime[] = [];
  readonly warnings = new Set<string>();
  private readonly by: readonly SensitivityTarget[];
  private targets: readonly ResolvedTarget[] = [];
  /** Parameters that change with those that are differentiated by. */
  changing: ReadonlySet<ParameterIndex> = new Set();
  private tangent!: TangentModel;
  /** Between events. */
  private between!: Directions;
  /** At an event, and during initialisation: further columns behind those of the targets. */
  private during!: Directions;
  /** Block by block: s[k·n + i]. */
  private s = new Float64Array(0);
  private atStart = new Float64Array(0);
  private readonly eventRates: Float64Array;
  /** Nobody knows when the event would be for other parameters; it must not matter. */
  private isRateUnknown = "";
  private isUnknownAtStart = false;
  /** The vector whose first entries are the states now. */
  private states: Float64Array = new Float64Array(0);
  private readonly scales: Float64Array;
  private offset: Int32Array | undefined;
  /** Rows that derivatives() was asked for last, and their places among the states; −1 where they are none. */
  private statePlaces: { rows: Int32Array; places: Int32Array } = {
    rows: new Int32Array(0),
    places: new Int32Array(0),
  };
  /** Length of the model's own part of the integrator's vector. */
  private blockSize = 0;
  private startTime = 0;
  /** Start values must meet conditions: during initialisation there is a column for every state. */
  private hasConditions = false;

  constructor(by: readonly SensitivityTarget[]) {
    this.by = by;
    this.copies = 1 + by.length;
    this.eventRates = new Float64Array(by.length);
    this.scales = new Float64Array(by.length);
  }

  get model(): RunningModel {
    return this.tangent.model;
  }

  private get count(): number {
    return this.by.length;
  }

  adopt(model: RunningModel, changes: Changes, _t: number, steadyState: boolean, old: RunningModel | undefined): void {
    const { state, states } = model.program;
    const previous = old === undefined ? undefined : { program: old.program, directions: this.presentDirections() };
    this.targets = this.by.map((target) => resolveTarget(state, target));
    const chosen = new Set(
      this.targets.filter(({ kind }) => kind === "parameter").map(({ index }) => index as ParameterIndex),
    );
    const order = dependentParameters(state, chosen, changes.parameters);
    this.changing = new Set(order);
    this.tangent = new TangentModel(model, this.changing);
    const conditions = previous === undefined ? conditionsOf(model, steadyState) : { conditions: [], preferences: [] };
    const isOpen = conditions.conditions.length + conditions.preferences.length > 0;
    this.hasConditions = isOpen;
    this.between = new Directions(state, this.count);
    this.during = new Directions(state, this.count + (isOpen ? states.length : 1));
    this.s = new Float64Array(states.length * this.count);
    this.atStart = new Float64Array(this.s.length);
    this.eventRates.fill(0);
    this.states = model.X;
    model.tangents = this;
    this.differentiateParameters(order);
    if (previous !== undefined) this.carryOver(previous.program, previous.directions);
    else this.differentiateStarts(isOpen);
  }

  /** Everything at the point of the last read(). */
  presentDirections(): Directions {
    const { model, between } = this;
    this.load(between, this.s, model.X.length);
    this.tangent.full(between, model.time, model.X);
    return between;
  }

  /** Other states of the same model: variables keep their derivatives by name. */
  private carryOver(old: RunningModel["program"], from: Directions): void {
    const { during, count } = this;
    const { variables } = this.model.program.state;
    const places = new Map(old.state.variables.map(({ name }, i) => [name, i]));
    variables.forEach(({ name }, i) => {
      const place = places.get(name);
      if (place === undefined) return;
      const alias = old.state.aliases.get(place) ?? { target: place, sign: 1 };
      for (let k = 0; k < count; k++) {
        during.variables[i * during.count + k] = alias.sign * from.variables[alias.target * count + k]!;
        during.before[i * during.count + k] = during.variables[i * during.count + k]!;
      }
    });
  }

  private differentiateParameters(order: readonly ParameterIndex[]): void {
    const { during, between, model, targets, count } = this;
    const { parameters } = model.program.state;
    targets.forEach(({ kind, index }, k) => {
      const value = kind === "parameter" ? model.P[index]! : (model.startValue(index) ?? 0);
      this.scales[k] = Math.abs(value) || 1;
      if (kind === "parameter") during.parameters[index * during.count + k] = 1;
    });
    const chosen = new Set(targets.filter(({ kind }) => kind === "parameter").map(({ index }) => index));
    for (const index of order) {
      if (chosen.has(index)) continue;
      const row = this.tangent.expression(parameters[index]!.expression!, during);
      during.parameters.set(row, index * during.count);
    }
    for (let i = 0; i < parameters.length; i++)
      for (let k = 0; k < count; k++) between.parameters[i * count + k] = during.parameters[i * during.count + k]!;
  }

  /** Start values by their expressions; with conditions to be met, by every state as well. */
  private differentiateStarts(isOpen: boolean): void {
    const { during, model, targets, count } = this;
    const { variables } = model.program.state;
    variables.forEach(({ init, start }, i) => {
      const first = init ?? start;
      if (first === undefined || first.op === "num" || model.isGivenStart(i)) return;
      const row = this.tangent.expression(first, during);
      during.variables.set(row, i * during.count);
    });
    targets.forEach(({ kind, index }, k) => {
      if (kind === "start") this.addStart(index, k);
    });
    if (isOpen)
      model.program.states.forEach((v, j) => {
        during.variables[v * during.count + count + j] = 1;
      });
    during.before.set(during.variables);
  }

  /** An eliminated variable that gave its start value to the survivor moves that. */
  private addStart(variable: VariableIndex, k: number): void {
    const { during, model } = this;
    const { aliases, variables } = model.program.state;
    const alias = aliases.get(variable);
    const isCondition = alias !== undefined && variables[variable]!.init !== undefined;
    const { target, sign } = alias === undefined || isCondition ? { target: variable, sign: 1 } : alias;
    const at = target * during.count + k;
    during.variables[at] = during.variables[at]! + sign;
  }

  initialised(t: number, free: readonly number[], conditions: readonly Condition[]): void {
    const { model, during, count } = this;
    const { states, state } = model.program;
    const n = states.length;
    const isOpen = this.hasConditions;
    const shifts = new Float64Array(n * count);
    if (isOpen && free.length > 0 && conditions.length > 0) {
      model.services.initial = 1;
      this.tangent.full(during, t, model.X);
      model.services.initial = 0;
      const isDetermined = shiftedStarts(this.tangent, during, this.targets, free, conditions, shifts);
      if (!isDetermined) this.warnings.add(undeterminedStart);
    }
    const next = new Directions(state, count + 1);
    next.copy(during);
    next.time.fill(0);
    if (isOpen) {
      for (const key of ["variables", "before"] as const)
        for (let v = 0 as VariableIndex; v < state.variables.length; v++)
          for (let k = 0; k < count; k++) {
            let sum = during[key][v * during.count + k]!;
            for (const j of free) sum += during[key][v * during.count + count + j]! * shifts[j * count + k]!;
            next[key][v * (count + 1) + k] = sum;
          }
    }
    for (let row = 0; row < state.variables.length; row++) {
      next.variables[row * (count + 1) + count] = 0;
      next.before[row * (count + 1) + count] = 0;
    }
    this.during = next;
  }

  // --- the integrator's vector

  start(): void {
    this.atStart.set(this.s);
  }

  resume(y: Float64Array): void {
    this.read(y);
    this.start();
    this.presentDirections();
  }

  write(y: Float64Array): void {
    const { atStart, count } = this;
    const n = atStart.length / count;
    const block = y.length / this.copies;
    for (let k = 0; k < count; k++) for (let i = 0; i < n; i++) y[block * (k + 1) + i] = atStart[k * n + i]!;
    if (block > n) this.eachUnknown((place, row, k) => (y[block * (k + 1) + place] = this.between.variables[row + k]!));
  }

  writeDerivatives(yp: Float64Array): void {
    const { model, between, count } = this;
    const { states, state } = model.program;
    const block = yp.length / this.copies;
    states.forEach((v, i) => {
      const row = state.variables[v]!.derivative * count;
      for (let k = 0; k < count; k++) yp[block * (k + 1) + i] = between.variables[row + k]!;
    });
  }

  /** Unknowns of systems that are in the vector of a DAE: place in a block, row of their derivatives, target. */
  private eachUnknown(visit: (place: number, row: number, k: number) => void): void {
    const { offset, count, model } = this;
    for (const { index, iterated } of model.program.systems) {
      const first = offset?.[index] ?? -1;
      if (first < 0) continue;
      iterated.forEach((v, j) => {
        for (let k = 0; k < count; k++) visit(first + j, v * count, k);
      });
    }
  }

  read(y: Float64Array): void {
    const { s, count, model } = this;
    const n = model.X.length;
    if (n === 0) {
      this.states = model.X;
      return;
    }
    const block = y.length / this.copies;
    for (let k = 0; k < count; k++) for (let i = 0; i < n; i++) s[k * n + i] = y[block * (k + 1) + i]!;
    this.states = y;
  }

  private load(T: Directions, s: Float64Array, n: number): void {
    const { states } = this.model.program;
    const m = T.count;
    for (let i = 0; i < n; i++) for (let k = 0; k < this.count; k++) T.variables[states[i]! * m + k] = s[k * n + i]!;
  }

  extend(own: OdeSystem): OdeSystem {
    const { between, count, tangent, model } = this;
    const n = own.size;
    this.blockSize = n;
    const { states, state } = model.program;
    const derivatives = Int32Array.from(states, (v) => state.variables[v]!.derivative);
    const { jacobian } = own;
    const names = (): string[] => this.blockNames(own.names ?? []);
    return {
      ...own,
      size: n * this.copies,
      copies: this.copies,
      sparsity: own.sparsity ?? { kind: "dense", size: n },
      ...(jacobian !== undefined && { jacobian }),
      get names() {
        return names();
      },
      rhs: (t, y, d) => {
        model.full(t, y, d);
        for (let i = 0; i < n; i++)
          for (let k = 0; k < count; k++) between.variables[states[i]! * count + k] = y[n * (k + 1) + i]!;
        tangent.rates(between, t, y);
        for (let i = 0; i < n; i++)
          for (let k = 0; k < count; k++) d[n * (k + 1) + i] = between.variables[derivatives[i]! * count + k]!;
      },
    };
  }

  /** F(t, y, y') = 0 differentiated: the same matrix for every block. */
  extendDae(own: DaeSystem, offset: Int32Array): DaeSystem {
    const { between, count, tangent, model } = this;
    const { states, state } = model.program;
    const n = states.length;
    const block = own.size;
    this.blockSize = block;
    const derivatives = Int32Array.from(states, (v) => state.variables[v]!.derivative);
    const open: OpenTangents = { offset, blockSize: block, y: new Float64Array(0), r: new Float64Array(0) };
    this.offset = offset;
    const D = new Float64Array(n);
    const { differential } = own;
    return {
      ...own,
      size: block * this.copies,
      copies: this.copies,
      sparsity: own.sparsity ?? { kind: "dense", size: block },
      names: this.blockNames(own.names ?? []),
      ...(differential !== undefined && {
        differential: Array.from({ length: this.copies }, () => differential).flat(),
      }),
      residual: (t, y, yp, r) => {
        own.residual(t, y, yp, r);
        model.systems.open = { offset, y, r: new Float64Array(block) };
        tangent.open = open;
        open.y = y;
        open.r = r;
        try {
          model.full(t, y, D);
          for (let i = 0; i < n; i++)
            for (let k = 0; k < count; k++) between.variables[states[i]! * count + k] = y[block * (k + 1) + i]!;
          tangent.rates(between, t, y);
        } finally {
          model.systems.open = undefined;
          tangent.open = undefined;
        }
        for (let i = 0; i < n; i++)
          for (let k = 0; k < count; k++) {
            const at = block * (k + 1) + i;
            r[at] = between.variables[derivatives[i]! * count + k]! - yp[at]!;
          }
      },
    };
  }

  private blockNames(own: readonly string[]): string[] {
    return [...own, ...this.targets.flatMap(({ name }) => own.map((state) => sensitivityName(state, name)))];
  }

  tolerances(own: Float64Array, n: number, share: number): Float64Array {
    const out = new Float64Array(n * this.copies);
    for (let k = 0; k < this.copies; k++) {
      const scale = share * (k === 0 ? 1 : this.scales[k - 1]!);
      for (let i = 0; i < n; i++) out[k * n + i] = own[i]! / scale;
    }
    return out;
  }

  // --- events

  beforeEvent(t: number, cause: EventCause): void {
    const { model, during: T, between, count, s } = this;
    const { states } = model.program;
    const m = T.count;
    this.states = model.X;
    T.copy(between);
    T.time[count] = 1;
    this.load(T, s, states.length);
    states.forEach((v, i) => {
      T.variables[v * m + count] = model.D[i]!;
    });
    this.tangent.full(T, t, model.X);
    for (const v of model.preVariables) T.before.set(T.variables.subarray(v * m, (v + 1) * m), v * m);
    const rates = eventRates(this.tangent, T, count, t, cause, this.startTime, this.scales);
    this.eventRates.set(rates.rates);
    this.isRateUnknown = rates.unknown;
    this.isUnknownAtStart = rates.unknownAtStart;
    if (rates.corner !== "") this.warnings.add(cornerWarning(t, rates.corner));
  }

  pass(t: number): void {
    const { model } = this;
    this.tangent.full(this.during, t, model.X);
  }

  reinitialise(place: number, variable: number, sign: number): void {
    const { during: T, model } = this;
    const m = T.count;
    const target = model.program.states[place]! * m;
    for (let k = 0; k < m; k++) T.variables[target + k] = sign * T.variables[variable * m + k]!;
  }

  settle(preVariables: Int32Array): void {
    const { during: T } = this;
    const m = T.count;
    for (const v of preVariables) T.before.set(T.variables.subarray(v * m, (v + 1) * m), v * m);
  }

  afterEvent(t: number, cause: string): void {
    const { model, during: T, between, count, s, eventRates } = this;
    const { states, state } = model.program;
    const m = T.count;
    const n = states.length;
    const isMoving = !fixedTimes.has(cause);
    if (cause === "initial") this.startTime = t;
    let jumps = false;
    states.forEach((v, i) => {
      const motion = isMoving ? T.variables[v * m + count]! - model.D[i]! : 0;
      if (Math.abs(motion) > 1e-12 * (Math.abs(model.D[i]!) + Math.abs(T.variables[v * m + count]!))) jumps = true;
      for (let k = 0; k < count; k++) s[k * n + i] = T.variables[v * m + k]! + eventRates[k]! * motion;
    });
    for (let v = 0 as VariableIndex; v < state.variables.length; v++) {
      const motion = isMoving ? T.before[v * m + count]! : 0;
      if (motion !== 0 && state.variables[v]!.isDiscrete) jumps = true;
      for (let k = 0; k < count; k++) between.before[v * count + k] = T.before[v * m + k]! + eventRates[k]! * motion;
    }
    if (this.isRateUnknown !== "" && jumps) throw grazing(t, this.isRateUnknown, this.isUnknownAtStart);
    this.isRateUnknown = "";
    if (isMoving) this.eventTimes.push({ time: t, cause, derivatives: eventRates.slice() });
    eventRates.fill(0);
    this.states = model.X;
    this.load(between, s, n);
    this.tangent.full(between, t, model.X);
  }

  /** How fast a variable changes at the end of the run, along the motion behind the last event. */
  motionOf(row: number): number {
    const { model } = this;
    const T = new Directions(model.program.state, 1);
    T.time[0] = 1;
    model.program.states.forEach((v, i) => {
      T.variables[v] = model.D[i]!;
    });
    this.tangent.full(T, model.time, model.X);
    return T.variables[row]!;
  }

  // --- results

  /** Where the integrator's vector has the first `states`, and the derivatives of those at `places`: `count` numbers each. */
  entriesOf(states: number, places: Int32Array): Int32Array {
    const { count, blockSize } = this;
    return Int32Array.from({ length: states + places.length * count }, (_, i) => {
      const r = Math.floor((i - states) / count);
      return i < states ? i : blockSize * (((i - states) % count) + 1) + places[r]!;
    });
  }

  /** Derivatives of variables at the point of the last read() or event: `count` numbers each, in the order of `rows`. */
  derivatives(rows: Int32Array, signs: Float64Array, out: Float64Array, at: number): void {
    const { between, model, count } = this;
    const { states } = model.program;
    if (this.statePlaces.rows !== rows)
      this.statePlaces = { rows, places: Int32Array.from(rows, (row) => states.indexOf(row as VariableIndex)) };
    const { places } = this.statePlaces;
    if (!places.includes(-1)) {
      for (let r = 0; r < rows.length; r++)
        for (let k = 0; k < count; k++) out[at + r * count + k] = signs[r]! * this.s[k * states.length + places[r]!]!;
      return;
    }
    this.load(between, this.s, model.X.length);
    this.tangent.full(between, model.time, this.states);
    for (let r = 0; r < rows.length; r++)
      for (let k = 0; k < count; k++) out[at + r * count + k] = signs[r]! * between.variables[rows[r]! * count + k]!;
  }
}

/** `d(x)/d(k)`: the name of a derivative among the signals of a result. */
export function sensitivityName(variable: string, target: string): string {
  return `d(${variable})/d(${target})`;
}

export function cornerWarning(t: number, text: string): string {
  return `W-SENSITIVITY-CORNER  Events coincide at t = ${t} (${text}): with other parameters they come one after the other, and derivatives after them depend on which comes first.`;
}

export function grazing(t: number, text: string, isAtStart: boolean): RattlebackError {
  return new RattlebackError("E-SENSITIVITY-GRAZING", `At t = ${t} the run has no derivative.`, {
    where: text,
    because: isAtStart
      ? "the condition was just met when the run began: with a start that is a little different the event comes later, or not at all"
      : "the condition is met tangentially: for other parameters the event would not happen, or at a very different time",
    hint: isAtStart
      ? "start values or parameters at which it is not just met"
      : "choose parameters at which it crosses clearly, or end the run before",
    data: { t, relation: text },
  });
}
