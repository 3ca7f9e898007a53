/**
 * A program with the memory of one run: states, variables, parameters, relations, values before the event. Evaluates the
 * model; knows nothing of integrators and results.
 *
 * Length   the memory of a run and the evaluations that fill it, in the order in which they happen
 */
import { blockVariables } from "../compile/blocks.ts";
import type { JacobianFunctionCode } from "../compile/jacobian.ts";
import { evaluateParameters, type ParameterValues } from "../compile/parameterValues.ts";
import type { Program, RunServices } from "../compile/program.ts";
import { leafNames } from "../compile/state.ts";
import type { KnottedCall } from "../compile/timeFunctions.ts";
import { createDelayLines, type DelayLines } from "../events/delayLines.ts";
import type { EventTangents } from "../events/eventModel.ts";
import { Samplers } from "../events/samplers.ts";
import { flattenResult } from "../language/functions.ts";
import { evaluate, nest } from "../symbolic/evaluate.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { FunctionIndex, ObjectIndex, ParameterIndex, VariableIndex } from "../symbolic/indices.ts";
import { print } from "../symbolic/print.ts";
import { contains, variablesOf } from "../symbolic/traverse.ts";
import { HiddenVariables } from "./hiddenVariables.ts";
import { findNotFinite } from "./notFinite.ts";
import { ServicesOfRun } from "./servicesOfRun.ts";
import { SystemSolver } from "./systemSolver.ts";
import type { TimeCourse } from "./timeWatch.ts";

/** A sign change counts when the value passes zero by this part of what is nominal, so that rounding at a threshold is no event … */
const smallestHysteresis = 1e-12;
/** … and by this part of its recent size. */
const relativeHysteresis = 2e-12;
/** When a relation changes to and fro in no time its hysteresis grows, up to this part of its recent size: rounding has many causes. */
const largestHysteresis = 1e-10;

const noParameters = new Int32Array(0);

export class RunningModel {
  readonly program: Program;
  readonly P: Float64Array;
  readonly V: Float64Array;
  readonly R: Float64Array;
  readonly Q: Float64Array;
  /** Visible states, then hidden ones. */
  X: Float64Array;
  D: Float64Array;
  readonly services: RunServices;
  readonly systems: SystemSolver;
  readonly samplers: Samplers;
  /** undefined when nothing is delayed. */
  delays: DelayLines | undefined;
  readonly hidden: HiddenVariables;
  readonly parameters: ParameterValues;
  /** Parameters that may change while it runs, which therefore have places in the rows. */
  readonly live: Int32Array;
  /** Relations that have event functions. */
  readonly crossingRelations: Int32Array;
  readonly preVariables: Int32Array;
  readonly preSizes: Float64Array;
  /** By how much the difference that decides a relation must pass zero to be an event, and its recent size. */
  readonly hysteresis: Float64Array;
  private readonly relationScale: Float64Array;
  /** The largest nominal value of what a relation compares, if all are declared to be small. */
  private readonly relationNominal: Float64Array;
  private readonly divisorValues: Float64Array;
  /** Values of the relations after the last event, and when each changed. */
  private readonly settledRelations: Float64Array;
  private readonly changedAt: Float64Array;
  time = 0;
  timeScale = 1;
  evaluations = 0;
  tangents: EventTangents | undefined;
  /** Beats with every evaluation, for who wants to stop the run or know of its progress. */
  pulse: { beat(): void } | undefined = undefined;
  private readonly givenStarts: ReadonlyMap<VariableIndex, number>;
  private readonly given: ReadonlyMap<ParameterIndex, number>;
  private readonly givenObjects: ReadonlyMap<ObjectIndex, unknown>;
  /** Positions of parameters that are not numbers, by name. */
  private objectIndices: ReadonlyMap<string, ObjectIndex> | undefined;

  constructor(
    program: Program,
    given: ReadonlyMap<ParameterIndex, number>,
    givenObjects: ReadonlyMap<ObjectIndex, unknown>,
    starts: ReadonlyMap<VariableIndex, number>,
    live: Int32Array = noParameters,
  ) {
    this.program = program;
    this.live = live;
    const { state } = program;
    this.givenStarts = starts;
    this.given = given;
    this.givenObjects = givenObjects;
    this.parameters = evaluateParameters(state, given, givenObjects);
    this.P = this.parameters.numbers;
    const n = state.variables.length;
    this.V = new Float64Array(n);
    this.Q = new Float64Array(n);
    this.R = new Float64Array(state.relations.length);
    this.relationScale = new Float64Array(state.relations.length);
    this.relationNominal = Float64Array.from(state.relations, ({ expression }) => {
      const nominals = Array.from(variablesOf(expression), (v) => state.variables[v]!.nominal);
      return Math.min(1, ...(nominals.length > 0 && nominals.every((size) => size > 0) ? [Math.max(...nominals)] : []));
    });
    this.hysteresis = new Float64Array(state.relations.length);
    this.divisorValues = new Float64Array(program.divisions.length);
    this.settledRelations = new Float64Array(state.relations.length);
    this.changedAt = new Float64Array(state.relations.length).fill(Number.NEGATIVE_INFINITY);
    this.X = new Float64Array(program.states.length);
    this.D = new Float64Array(program.states.length);
    this.crossingRelations = Int32Array.from(
      state.relations.map((_, k) => k).filter((k) => state.relations[k]!.timeEvent === undefined),
    );
    this.preVariables = Int32Array.from(state.preVariables);
    this.preSizes = sizesOfSolved(program);
    this.setStartValues();
    this.systems = new SystemSolver(program, this, this.V.slice());
    this.samplers = new Samplers(state.samplers, (e) => this.parameterValue(e));
    const delayTimes = state.delays.map(({ delay }) => (isConstant(delay) ? this.parameterValue(delay) : Number.NaN));
    this.delays =
      delayTimes.length === 0
        ? undefined
        : createDelayLines(
            state.delays,
            delayTimes,
            (v) => program.variability.rates[v]! < 2,
            (expressions) => expressions.map((e) => this.parameterValue(e)),
          );
    this.hidden = new HiddenVariables(this);
    this.services = new ServicesOfRun(this);
    this.systems.services = this.services;
  }

  /** Another program for the same parameters and start values. */
  withProgram(program: Program): RunningModel {
    return new RunningModel(program, this.given, this.givenObjects, this.givenStarts, this.live);
  }

  /** Another model in the same place, for computing rows of its first segment again. */
  forReading(startTime: number): RunningModel {
    const model = this.withProgram(this.program);
    model.timeScale = this.timeScale;
    model.time = startTime;
    model.delays = this.delays?.forReading();
    model.hidden.declare(0, startTime);
    model.hidden.follow(this.hidden);
    model.systems.mayShareAgain = true;
    return model;
  }

  /** All parameters with these values in place of those that the run was given; throws where limits refuse them. */
  parametersWith(given: ReadonlyMap<ParameterIndex, number>): Float64Array {
    return evaluateParameters(this.program.state, given, this.givenObjects).numbers;
  }

  setParameters(numbers: Float64Array): void {
    this.P.set(numbers);
    this.systems.forgetFactors();
  }

  get visibleStates(): number {
    return this.program.states.length;
  }

  /** Every variable begins with its init, its start, or zero. */
  private setStartValues(): void {
    const { variables } = this.program.state;
    for (let i = 0 as VariableIndex; i < variables.length; i++) {
      const first = this.startValue(i);
      this.V[i] = first ?? 0;
      this.Q[i] = this.V[i]!;
    }
    this.program.states.forEach((v, k) => {
      this.X[k] = this.V[v]!;
    });
  }

  /** Its init may give way; what a run is given may not. */
  isPreferred(variable: VariableIndex): boolean {
    return this.program.state.variables[variable]!.isPreferred && !this.givenStarts.has(variable);
  }

  /** The run was given its start value. */
  isGivenStart(variable: VariableIndex): boolean {
    return this.givenStarts.has(variable);
  }

  startValue(variable: VariableIndex): number | undefined {
    const given = this.givenStarts.get(variable);
    if (given !== undefined) return given;
    const { init, start } = this.program.state.variables[variable]!;
    const first = init ?? start;
    return first === undefined ? undefined : this.parameterValue(first);
  }

  /** Value of a parameter or non-numeric parameter of the run: number, nested array, text; undefined when there is none. */
  parameterByName(name: string): unknown {
    const group = this.program.state.groups.get(name);
    if (group === undefined) {
      this.objectIndices ??= new Map(this.program.state.objects.map((object, i) => [object.name, i]));
      const index = this.objectIndices.get(name);
      return index === undefined ? undefined : this.parameters.objects[index];
    }
    if (group.kind === "variable") return undefined;
    const values = group.elements.map((i) => this.P[i]!);
    if (group.shape.length === 0) return values[0];
    return group.shape.length === 1 ? values : nest(values, group.shape.join(","));
  }

  /** Present value of a scalar variable, of an element `x[2]` of an array, or of a derivative `der(x)`. */
  variableByName(name: string): number | undefined {
    const { groups, aliases, variables } = this.program.state;
    const isDerivative = name.startsWith("der(") && name.endsWith(")");
    const own = isDerivative ? name.slice(4, -1) : name;
    const bracket = own.endsWith("]") ? own.lastIndexOf("[") : own.length;
    const group = groups.get(own.slice(0, bracket));
    if (group?.kind !== "variable") return undefined;
    const element = group.elements[placeOf(own.slice(bracket + 1, -1), group.shape)];
    const index = isDerivative && element !== undefined ? variables[element]!.derivative : element;
    if (index === undefined || index < 0) return undefined;
    const alias = aliases.get(index);
    return alias === undefined ? this.V[index]! : alias.sign * this.V[alias.target]!;
  }

  /** Which state a variable is, and with which sign; undefined when it is none, or when their places may change. */
  statePlace(name: string): { place: number; sign: number } | undefined {
    const { states, dynamicGroups, state } = this.program;
    const group = state.groups.get(name);
    const first = group?.elements[0];
    if (group?.kind !== "variable" || first === undefined || dynamicGroups.length > 0) return undefined;
    const alias = state.aliases.get(first as VariableIndex);
    const place = states.indexOf(alias?.target ?? (first as VariableIndex));
    return place < 0 ? undefined : { place, sign: alias?.sign ?? 1 };
  }

  parameterValue(expression: Expr): number {
    return this.value(expression);
  }

  /** Value of an expression with the present values. */
  value(expression: Expr): number {
    if (expression.op === "num") return expression.value;
    return evaluate(expression, {
      time: this.time,
      variable: (i) => this.V[i]!,
      parameter: (i) => this.P[i]!,
      object: (i) => this.parameters.objects[i],
      userCall: (call, args) =>
        flattenResult((this.bound(call.value) as (...values: unknown[]) => unknown)(...args), []),
      runLeaf: (leaf, args) => this.runLeaf(leaf, args),
    });
  }

  /** Functions of time that users gave, and the times of change that were declared. */
  timeCourse(from: number, to: number): { course: TimeCourse; declared: number[] } {
    const { state, timeFunctions, smoothTimeFunctions, code } = this.program;
    const names = timeFunctions.map((expression) =>
      print(expression.op === "elem" ? expression.args[0]! : expression, leafNames(state)),
    );
    const hidden = this.hidden.timeFunctions.map((own) => ({ ...own, width: own.values(this.time).length }));
    for (const { name, width } of hidden) names.push(...Array<string>(width).fill(name));
    const { X, V, P, R, Q, services } = this;
    const valuesAt = (t: number, values: Float64Array): void => {
      try {
        code.timeFunctions(t, X, V, P, R, Q, services, values);
      } catch {
        timeFunctions.forEach((expression, k) => {
          values[k] = this.valueOrNaN(expression, t);
        });
      }
      let place = timeFunctions.length;
      for (const own of hidden) {
        try {
          values.set(own.values(t), place);
        } catch {
          values.fill(Number.NaN, place, place + own.width);
        }
        place += own.width;
      }
    };
    const declared = [
      ...state.functions.flatMap((fn) => fn.timeEvents ?? []),
      ...this.hidden.timeEvents,
      ...this.program.knottedCalls.flatMap((call) => this.knotTimes(call, from, to)),
    ];
    const smoothAt = (t: number): number[] => smoothTimeFunctions.map((expression) => this.valueOrNaN(expression, t));
    return { course: { names, valuesAt, smoothAt }, declared };
  }

  /** Times at which the argument of a call passes its knots, when it is a clock: a + b·t. */
  private knotTimes({ function: index, argument }: KnottedCall, from: number, to: number): number[] {
    const [first, last] = [this.valueOrNaN(argument, from), this.valueOrNaN(argument, to)];
    const rate = (last - first) / (to - from);
    const isClock = [0.2, 0.5, 0.7].every((part) => {
      const t = from + part * (to - from);
      return Math.abs(this.valueOrNaN(argument, t) - first - rate * (t - from)) <= 1e-12 * Math.abs(last - first);
    });
    if (!isClock || !(Math.abs(rate) > 0)) return [];
    const knots = this.program.state.functions[index]!.knots!(
      this.hidden,
      Math.min(first, last),
      Math.max(first, last),
    );
    // of time itself knots are times, to the last bit
    return first === from && last === to ? [...knots] : knots.map((knot) => from + (knot - first) / rate);
  }

  /** The value of an expression in time and parameters alone; not a number where a function fails. */
  private valueOrNaN(expression: Expr, t: number): number {
    const { time } = this;
    this.time = t;
    try {
      return this.value(expression);
    } catch {
      return Number.NaN;
    } finally {
      this.time = time;
    }
  }

  /** The function with the memory of this run; before the run has its services, as it is. */
  private bound(index: FunctionIndex): unknown {
    const services = this.services as RunServices | undefined;
    return services?.F[index] ?? this.program.state.functions[index]!.call;
  }

  /** The shortest of the delays that change, and of transports: no step may be longer. Constant delays limit all steps from the start. */
  shortestDelay(): number {
    let shortest = this.delays?.longestStep ?? Number.POSITIVE_INFINITY;
    for (const { delay } of this.program.state.delays) {
      const value = isConstant(delay) ? Number.NaN : this.value(delay);
      if (value > 0 && value < shortest) shortest = value;
    }
    return shortest;
  }

  private runLeaf({ op, value, name }: Expr, args: readonly number[]): number {
    switch (op) {
      case "pre":
        return this.Q[value]!;
      case "tick":
        return this.samplers.ticks[value]!;
      case "delay":
        return this.delays!.value(value, this.time, args[0]!, this.V);
      default:
        return name === "initial" ? this.services.initial : this.services.terminal;
    }
  }

  /** D ← derivatives at (t, X). Relations frozen. */
  rhs(t: number, X: Float64Array, D: Float64Array): void {
    const { V, P, R, Q, services } = this;
    this.pulse?.beat();
    this.systems.X = X;
    this.time = t;
    this.hidden.begin(t, X, D, false);
    try {
      this.program.code.rhs(t, X, D, V, P, R, Q, services);
    } catch (error) {
      // a step tries values for which a function has none: a shorter one may not
      this.systems.noteBroken(error, D);
    }
  }

  /** All variables at (t, X). */
  full(t: number, X: Float64Array, D: Float64Array): void {
    const { V, P, R, Q, services } = this;
    this.pulse?.beat();
    this.systems.X = X;
    this.time = t;
    this.evaluations++;
    this.hidden.begin(t, X, D, true);
    this.program.code.full(t, X, D, V, P, R, Q, services);
  }

  /** All variables again at a recorded point: relations and pre values as recorded, nothing else remembered. */
  recomputeContinuous(t: number, X: Float64Array): void {
    const { V, Q, preVariables } = this;
    for (let k = 0; k < preVariables.length; k++) Q[preVariables[k]!] = V[preVariables[k]!]!;
    this.systems.forgetFactors();
    this.full(t, X, this.D);
  }

  /** J ← exact Jacobian at (t, X), by code from exactJacobian(). */
  jacobian(evaluate: JacobianFunctionCode, t: number, X: Float64Array, J: Float64Array): void {
    const { V, P, R, Q, services } = this;
    try {
      this.full(t, X, this.D);
      this.systems.beginSensitivities();
      evaluate(t, X, V, P, R, Q, services, J);
    } catch (error) {
      this.systems.noteBroken(error, J);
    }
  }

  /** G ← event functions at (t, X), positive where the relation is true, with hysteresis around the present value. */
  eventFunctions(t: number, X: Float64Array, G: Float64Array): void {
    const { R, crossingRelations, hysteresis, relationScale } = this;
    this.differences(t, X, G);
    for (let i = 0; i < crossingRelations.length; i++) {
      const k = crossingRelations[i]!;
      const size = Math.abs(G[i]!);
      if (size > relationScale[k]!) relationScale[k] = size;
      G[i] = R[k] === 1 ? G[i]! + hysteresis[k]! : G[i]! - hysteresis[k]!;
    }
    this.hidden.copyEventFunctions(G, crossingRelations.length);
  }

  /** Signs of what equations are divided by, at the values of the last full evaluation. */
  noteDivisors(t: number): void {
    const { V, P, R, Q, services, divisorValues, systems } = this;
    if (divisorValues.length === 0) return;
    this.program.code.divisors(t, this.systems.X, V, P, R, Q, services, divisorValues);
    const first = this.program.systems.length;
    for (let k = 0; k < divisorValues.length; k++) systems.signs.note(first + k, Math.sign(divisorValues[k]!), t);
  }

  /** G ← values that are zero at corners without events, at the variables of the last full evaluation. */
  cornerValues(G: Float64Array): void {
    const { V, P, R, Q, services, systems } = this;
    this.program.code.corners(this.time, systems.X, V, P, R, Q, services, G);
  }

  /** G ← conditions of assert(…) that have code, at the variables of the last full evaluation. */
  assertionValues(G: Float64Array): void {
    const { V, P, R, Q, services, systems } = this;
    this.program.code.assertions(this.time, systems.X, V, P, R, Q, services, G);
  }

  /** All variables at (t, X) as relations are there, which may be a little behind where they change; false where that is not finite either. */
  fullBehind(t: number, X: Float64Array): boolean {
    const { R, D, crossingRelations } = this;
    const G = new Float64Array(this.eventFunctionCount);
    this.differences(t, X, G);
    const kept = R.slice();
    for (const [i, k] of crossingRelations.entries()) if (G[i] !== 0) R[k] = G[i]! > 0 ? 1 : 0;
    this.full(t, X, D);
    R.set(kept);
    const isDefined = !this.mayBeNotFinite;
    if (!isDefined) this.full(t, X, D);
    return isDefined;
  }

  private differences(t: number, X: Float64Array, G: Float64Array): void {
    const { V, P, R, Q, services } = this;
    this.systems.X = X;
    this.time = t;
    const { hidden } = this;
    hidden.begin(t, X, this.D, false);
    const { code } = this.program;
    if (hidden.eventFunctionsReadVariables) code.full(t, X, this.D, V, P, R, Q, services);
    else if (hidden.eventsFollowMotion) code.motionCrossings(t, X, this.D, V, P, R, Q, services);
    else code.crossings(t, X, this.D, V, P, R, Q, services);
    code.eventFunctions(t, X, V, P, R, Q, services, G);
  }

  /**
   * After an event: how far each relation must be passed before it changes. The values in R were decided at the event; where the
   * same difference, computed once more, contradicts them by rounding, the threshold moves behind it, so that the relation keeps
   * its value now and still changes as soon as the difference grows. Changes within `noTime` of each other are taken for rounding.
   */
  settleEventFunctions(noTime: number): void {
    const { R, X, time, crossingRelations, hysteresis, relationScale, settledRelations, changedAt } = this;
    if (crossingRelations.length === 0) return;
    const G = new Float64Array(this.eventFunctionCount);
    this.differences(time, X, G);
    for (let i = 0; i < crossingRelations.length; i++) {
      const k = crossingRelations[i]!;
      relationScale[k] = Math.max(Math.abs(G[i]!), 0.5 * relationScale[k]!);
      const isRepeated = R[k] !== settledRelations[k] && time - changedAt[k]! <= noTime;
      const grown = isRepeated ? Math.min(4 * hysteresis[k]!, largestHysteresis * relationScale[k]!) : 0;
      const contradiction = R[k] === 1 ? -G[i]! : G[i]!;
      hysteresis[k] = Math.max(
        smallestHysteresis * this.relationNominal[k]!,
        relativeHysteresis * relationScale[k]!,
        2 * contradiction,
        grown,
      );
      if (R[k] !== settledRelations[k]) changedAt[k] = time;
      settledRelations[k] = R[k]!;
    }
  }

  /** Rates at which the differences of crossing relations change along the motion, over a short time. */
  differenceRates(duration: number): Float64Array {
    const { X, D, time } = this;
    const [now, then] = [new Float64Array(this.eventFunctionCount), new Float64Array(this.eventFunctionCount)];
    this.full(time, X, D);
    const next = X.map((x, k) => x + duration * D[k]!);
    this.differences(time, X, now);
    this.differences(time + duration, next, then);
    this.full(time, X, D);
    return then.map((g, i) => (g - now[i]!) / duration);
  }

  /** No relation, no value from before and no delay can see what happens in a part of the hidden states. */
  get hasPartsAlone(): boolean {
    return this.crossingRelations.length === 0 && this.preVariables.length === 0 && this.delays === undefined;
  }

  get eventFunctionCount(): number {
    return this.crossingRelations.length + this.hidden.eventFunctionCount;
  }

  /** Refuses a first variable that is not finite. */
  checkFinite(t: number): void {
    const error = findNotFinite(this, t);
    if (error !== undefined) throw error;
  }

  /** false when all variables are finite. */
  get mayBeNotFinite(): boolean {
    const { V } = this;
    let sum = 0;
    for (let i = 0; i < V.length; i++) sum += 0 * V[i]!;
    return sum !== 0;
  }
}

function isConstant(expression: Expr): boolean {
  const changing = new Set<string>(["var", "time", "pre", "flag", "tick", "delay", "elem"]);
  return !contains(expression, ({ op }) => changing.has(op));
}

/** Place of an element in an array by its indices "2,1", row by row; −1 when it has no such element. */
function placeOf(indices: string, shape: readonly number[]): number {
  const numbers = indices === "" ? [] : indices.split(",").map(Number);
  if (numbers.length !== shape.length || numbers.some((n, k) => !(n >= 1 && n <= shape[k]!))) return -1;
  return numbers.reduce((place, n, k) => place * shape[k]! + n - 1, 0);
}

/** What is nominal for the variables of pre(…) that change continuously or are solved for; 0 for those that are assigned at events. */
function sizesOfSolved({ state, blocks, variability }: Program): Float64Array {
  const solved = new Set(blocks.flatMap((block) => (block.kind === "system" ? blockVariables(block) : [])));
  return Float64Array.from(state.preVariables, (v) => {
    const { type, nominal } = state.variables[v]!;
    return type === "real" && (variability.rates[v] === 2 || solved.has(v)) ? nominal || 1 : 0;
  });
}
