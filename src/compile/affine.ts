/**
 * Variables that depend on one derivative alone, and affinely: the torque of a motor with gear on its own joint.
 *
 *     tau = base + slope·a           a = der(w);   base and slope known before a is
 *
 * A component that asks for such variables can solve for all its derivatives at once in a way of its own: the equations around it need
 * no system, however many there are. The equations between a and tau are written twice, once with a = 0 and once differentiated by a:
 *
 *     J·a = tau − gear·torque        →      J·0 = base(tau) − gear·torque,      J·1 = slope(tau)
 */
import type { AffineQuestion, ElementName } from "../language/predefined.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { EquationIndex, Marks, VariableIndex } from "../symbolic/indices.ts";
import { substitute } from "../symbolic/traverse.ts";
import { sortedComponents } from "./blocks.ts";
import { strongComponents } from "./blt.ts";
import { addCoefficients, type Curve, degree, findCurve } from "./curves.ts";
import { Matching } from "./matching.ts";
import { gradient } from "./partials.ts";
import { type CompileState, internalVariable, type PredefinedInstance } from "./state.ts";
import { equationVariables, type Incidence } from "./structure.ts";

/** Depends on no derivative that was asked for; on several of them, or on what comes after them. */
const onNone = -1;
const onMany = -2;

interface Candidate {
  readonly component: PredefinedInstance;
  readonly question: AffineQuestion;
  readonly effort: VariableIndex;
  readonly rate: VariableIndex;
  /** Of the names to the variables that stand for them. */
  readonly effortSign: number;
  readonly rateSign: number;
}

/** The equations between a derivative and the variable. */
interface Closure {
  readonly candidate: Candidate;
  readonly equations: readonly EquationIndex[];
  readonly variables: readonly VariableIndex[];
  /** Of those that are not affine as a whole. */
  readonly curve?: Curve;
}

/** Names of the variables that are affine, as a whole or piece by piece, by the paths of components. */
export function findAffine(
  state: CompileState,
  incidence: Incidence,
  states: readonly VariableIndex[],
): { names: NamesByPath; switched: NamesByPath; closures: readonly Closure[] } {
  const closures = findClosures(state, incidence, states, candidatesOf(state, states));
  const [names, switched] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const { candidate, curve } of closures) {
    const { path } = candidate.component;
    const found = curve === undefined ? names : switched;
    found.set(path, (found.get(path) ?? new Set()).add(candidate.question.name));
  }
  return { names, switched, closures };
}

type NamesByPath = ReadonlyMap<string, ReadonlySet<string>>;

function candidatesOf(state: CompileState, states: readonly VariableIndex[]): Candidate[] {
  const isTaken = new Set(states);
  const candidates = state.components.flatMap((component) => {
    const prefix = component.path === "" ? "" : `${component.path}.`;
    const find = (name: string): { target: VariableIndex; sign: number } => {
      const variable = state.groups.get(prefix + name)?.elements[0];
      return variable === undefined
        ? { target: -1 as VariableIndex, sign: 0 }
        : resolved(state, variable as VariableIndex);
    };
    return (component.affine ?? []).flatMap((question): Candidate[] => {
      const effort = find(question.name);
      const base = find(question.rate);
      const derivative = base.sign === 0 ? (-1 as VariableIndex) : state.variables[base.target]!.derivative;
      if (effort.sign === 0 || derivative < 0) return [];
      const rate = resolved(state, derivative);
      if (rate.sign === 0 || isTaken.has(rate.target)) return [];
      return [
        {
          component,
          question,
          effort: effort.target,
          rate: rate.target,
          effortSign: effort.sign,
          rateSign: base.sign * rate.sign,
        },
      ];
    });
  });
  // joints that turn together share their derivative
  return candidates.filter(({ rate }) => candidates.filter((other) => other.rate === rate).length === 1);
}

function resolved(state: CompileState, variable: VariableIndex): { target: VariableIndex; sign: number } {
  return state.aliases.get(variable) ?? { target: variable, sign: 1 };
}

function findClosures(
  state: CompileState,
  incidence: Incidence,
  states: readonly VariableIndex[],
  all: readonly Candidate[],
): Closure[] {
  if (all.length === 0) return [];
  const { matching: whole } = sortedComponents(state, incidence, states);
  const isState: Marks<VariableIndex> = new Uint8Array(state.variables.length);
  for (const s of states) isState[s] = 1;
  const isLast: Marks<VariableIndex> = new Uint8Array(state.variables.length);
  for (const { path, early } of state.components) {
    const prefix = path === "" ? "" : `${path}.`;
    for (const v of (early && state.groups.get(prefix + early.before)?.elements) ?? []) isLast[v as VariableIndex] = 1;
  }
  for (let candidates = all; candidates.length > 0; ) {
    const isGiven = new Set(candidates.map(({ rate }) => rate));
    const isOut = new Set(candidates.map((candidate) => relationOf(state, incidence, candidate, whole)));
    const rows: Incidence = incidence.map((row, e) =>
      isOut.has(e) ? [] : row.filter((v) => isState[v] === 0 && !isGiven.has(v)),
    );
    const matching = new Matching(rows.length, state.variables.length);
    rows.forEach((row, e) => {
      const v = whole.variableOf[e]!;
      if (!isOut.has(e) && row.includes(v)) matching.match(e, v);
    });
    const lost = rows.findIndex((_, e) => !isOut.has(e) && matching.variableOf[e]! < 0 && !matching.augment(rows, e));
    if (lost < 0) return closuresOf(state, incidence, rows, matching, candidates, isLast, isOut);
    // given together they contradict each other
    const reached = new Set(matching.reachedEquations.flatMap((e) => [...incidence[e]!]));
    const rest = candidates.filter(({ rate }) => !reached.has(rate));
    if (rest.length === candidates.length) return [];
    candidates = rest;
  }
  return [];
}

/** The equation that computes the derivative, or that relates it to all others. */
function relationOf(
  state: CompileState,
  incidence: Incidence,
  { component, question: { relation }, rate }: Candidate,
  whole: Matching | undefined,
): EquationIndex {
  if (relation === undefined) return whole!.equationOf[rate]!;
  const group = state.groups.get((component.path === "" ? "" : `${component.path}.`) + relation.name)!;
  const variable = resolved(state, group.elements[relation.index] as VariableIndex).target;
  if (variable === rate) return state.equations.findIndex((e) => otherSide(e, rate)?.op === "elem");
  const computes = (e: EquationIndex): boolean => otherSide(state.equations[e]!, variable)?.op === "elem";
  return incidence.findIndex((row, e) => row.includes(variable) && !computes(e));
}

/** What an equation sets equal to the variable. */
function otherSide({ left, right }: { left: Expr; right: Expr }, variable: VariableIndex): Expr | undefined {
  if (left.op === "var" && left.value === variable) return right;
  return right.op === "var" && right.value === variable ? left : undefined;
}

function closuresOf(
  state: CompileState,
  incidence: Incidence,
  rows: Incidence,
  matching: Matching,
  candidates: readonly Candidate[],
  isLast: Marks<VariableIndex>,
  isOut: ReadonlySet<EquationIndex>,
): Closure[] {
  const depends: Marks<VariableIndex> = new Int32Array(state.variables.length).fill(onNone);
  candidates.forEach(({ rate }, k) => {
    depends[rate] = k;
  });
  for (const component of strongComponents(rows, matching)) {
    if (isOut.has(component[0]!)) continue;
    let on: number = onNone;
    for (const e of component) for (const v of incidence[e]!) on = joined(on, depends[v]!);
    for (const e of component) {
      const v = matching.variableOf[e]!;
      depends[v] = isLast[v] === 1 ? onMany : on;
    }
  }
  return candidates.flatMap((candidate, k) => {
    if (depends[candidate.effort] !== k) return [];
    const equations: EquationIndex[] = [];
    const variables: VariableIndex[] = [];
    const isFound = new Set([candidate.rate]);
    const stack = [candidate.effort];
    while (stack.length > 0) {
      const v = stack.pop()!;
      if (isFound.has(v)) continue;
      isFound.add(v);
      const e = matching.equationOf[v]!;
      equations.push(e);
      variables.push(v);
      for (const other of incidence[e]!) if (depends[other] === k) stack.push(other);
    }
    const isAffine = equations.every((e) => {
      const { left, right } = state.equations[e]!;
      return degree(left, isFound) <= 1 && degree(right, isFound) <= 1;
    });
    if (isAffine) return [{ candidate, equations, variables }];
    const curve = findCurve(state, equations, variables, candidate.rate);
    return curve === undefined ? [] : [{ candidate, equations, variables, curve }];
  });
}

function joined(a: number, b: number): number {
  return a === onNone ? b : b === onNone || a === b ? a : onMany;
}

/** Equations of base and slope of the variables whose questions name them: `state` and `incidence` change. */
export function addAffine(state: CompileState, incidence: Incidence, closures: readonly Closure[]): void {
  const { b } = state;
  const add = (name: string): Expr => {
    state.variables.push(internalVariable(name, "real", false));
    return b.variable((state.variables.length - 1) as VariableIndex);
  };
  for (const { candidate, equations, variables, curve } of closures) {
    const { component, question, rate, effort, effortSign, rateSign } = candidate;
    const prefix = component.path === "" ? "" : `${component.path}.`;
    const define = (name: ElementName, value: Expr, sign: number): void => {
      const variable = state.groups.get(prefix + name.name)!.elements[name.index]!;
      const e = state.equations.findIndex(({ left }) => left.op === "var" && left.value === variable);
      state.equations[e]!.right = sign === 1 ? value : b.neg(value);
      incidence[e] = equationVariables(state.equations[e]!);
    };
    if (curve !== undefined) {
      if (question.curve === undefined) continue;
      const { bases, slopes } = addCoefficients(state, incidence, curve);
      const [rate0, rate1, effort0, effort1] = question.curve;
      define(rate0, bases.get(rate)!, rateSign);
      define(rate1, slopes.get(rate)!, rateSign);
      define(effort0, bases.get(effort)!, effortSign);
      define(effort1, slopes.get(effort)!, effortSign);
      // what computed the derivative gives the parameter
      const e = relationOf(state, incidence, candidate, undefined);
      const right = otherSide(state.equations[e]!, rate)!;
      Object.assign(state.equations[e]!, { left: b.variable(curve.parameter), right });
      incidence[e] = equationVariables(state.equations[e]!);
      continue;
    }
    if (question.base === undefined || question.slope === undefined) continue;
    const bases = new Map<VariableIndex, Expr>([[rate, b.zero]]);
    const slopes = new Map<VariableIndex, Expr>([[rate, b.one]]);
    for (const v of variables) {
      bases.set(v, add(`base(${state.variables[v]!.name})`));
      slopes.set(v, add(`slope(${state.variables[v]!.name})`));
    }
    const memo = new Map<number, Expr>();
    const atRest = (e: Expr): Expr =>
      substitute(b, e, (node) => (node.op === "var" ? bases.get(node.value) : undefined), memo);
    const push = (left: Expr, right: Expr, e: EquationIndex): void => {
      const equation = {
        ...state.equations[e]!,
        left,
        right,
        derivativeOf: -1 as EquationIndex,
        derivative: -1 as EquationIndex,
      };
      state.equations.push(equation);
      incidence.push(equationVariables(equation));
    };
    for (const e of equations) {
      const { left, right } = state.equations[e]!;
      push(atRest(left), atRest(right), e);
      const terms = [...gradient(state, b.sub(left, right), (v) => slopes.has(v))];
      push(b.add(terms.map(([v, factor]) => b.mul([factor, slopes.get(v)!]))), b.zero, e);
    }
    define(question.base, bases.get(effort)!, effortSign);
    define(question.slope, slopes.get(effort)!, effortSign * rateSign);
  }
}
