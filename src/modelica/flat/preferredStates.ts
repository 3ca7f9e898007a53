/**
 * A variable that is preferred as a state need not occur differentiated: mass and energy of a volume are, its pressure and enthalpy are preferred. Such a
 * variable becomes a candidate by an equation that names its derivative, where it can take the place of a state that is wanted less: algebraic equations
 * alone, all of which have a derivative, compute it from the states, and it from them.
 *
 * What reinit sets has to be a state, even where others follow from systems of equations then ([ModelicaSpec] sec. 8.3.6).
 */

import { Matching } from "../../compile/matching.ts";
import { type CompileState, derivativeOf, type Equation, internalVariable, newEquation } from "../../compile/state.ts";
import { equationVariables } from "../../compile/structure.ts";
import { userCallDerivative } from "../../compile/userCalls.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { differentiate } from "../../symbolic/differentiate.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { ArrayTable, Cells, EquationIndex, VariableIndex } from "../../symbolic/indices.ts";

export function differentiatePreferredVariables(state: CompileState): void {
  const { variables, actions } = state;
  const isSet = new Set(actions.map(({ target }) => target));
  const candidates = [...variables.keys()].filter((v) => isCandidate(state, v, isSet));
  if (candidates.length === 0) return;
  const exchange = new Exchange(state, isSet);
  const obstacles = new Map<VariableIndex, string>();
  const demanded = candidates.filter((v) => isSet.has(v));
  const preferred = candidates.filter((v) => !isSet.has(v));
  for (const v of [...exchange.demand(demanded, obstacles), ...exchange.among(preferred)]) nameDerivative(state, v);
  actions.forEach((action, k) => {
    const obstacle = obstacles.get(action.target);
    if (obstacle !== undefined) actions[k] = { ...action, obstacle };
  });
}

function isCandidate({ variables }: CompileState, v: VariableIndex, isSet: ReadonlySet<VariableIndex>): boolean {
  const { stateSelect, derivative, derivativeOf, isDiscrete, type } = variables[v]!;
  return (stateSelect >= 1 || isSet.has(v)) && derivative < 0 && derivativeOf < 0 && !isDiscrete && type === "real";
}

function nameDerivative(state: CompileState, v: VariableIndex): void {
  const { b, variables } = state;
  const { name } = variables[v]!;
  const added = (variables.push(internalVariable(`$rate(${name})`, "real", false)) - 1) as VariableIndex;
  const text = `der(${name}), as ${name} is preferred as a state`;
  state.equations.push(
    newEquation(b.variable(added), b.variable(derivativeOf(state, v)), { text, path: "", line: 1, kind: "binding" }),
  );
}

/** Which algebraic equation computes which variable, and along which of them a variable and a state can change places. */
class Exchange {
  private readonly state: CompileState;
  private readonly rows: ArrayTable<EquationIndex, readonly VariableIndex[]>;
  private readonly matching: Matching;
  private readonly chosen = new Set<VariableIndex>();
  private readonly isSet: ReadonlySet<VariableIndex>;
  /** States that keep their place: set by reinit, or preferred under another name. */
  private readonly kept: Set<VariableIndex>;

  constructor(state: CompileState, isSet: ReadonlySet<VariableIndex>) {
    this.state = state;
    const { variables } = state;
    this.isSet = isSet;
    this.kept = new Set(isSet);
    const isRate = ratesOf(state);
    this.rows = state.equations
      .map(equationVariables)
      .map((row) => (row.some((v) => isRate.has(v)) ? [] : row)) as ArrayTable<EquationIndex, readonly VariableIndex[]>;
    const isState = (v: VariableIndex): boolean => variables[v]!.derivative >= 0;
    this.matching = new Matching(this.rows.length, variables.length);
    this.rows.forEach((_, e) => {
      this.matching.augment(this.rows, e, isState);
    });
    // what is left are constraints between states, each of which is computed by one
    this.matching.resetLookAhead();
    this.rows.forEach((row, e) => {
      if (row.length > 0 && this.matching.variableOf[e]! < 0) this.matching.augment(this.rows, e);
    });
  }

  private isState(v: VariableIndex): boolean {
    return this.state.variables[v]!.derivative >= 0;
  }

  /** Those of the variables that became states. The others are states under another name, or have an obstacle. */
  demand(variables: readonly VariableIndex[], obstacles: Map<VariableIndex, string>): VariableIndex[] {
    const open = variables.filter((v) => {
      const { obstacle } = this.wayTo(v);
      if (obstacle !== undefined) obstacles.set(v, obstacle);
      return obstacle === undefined;
    });
    return this.nearestFirst(open).filter((v) => {
      if (this.pathFrom(v) === undefined) obstacles.set(v, "those from which it follows keep their place");
      return this.take(v);
    });
  }

  /** A pressure takes the place of the mass in its own volume. */
  private nearestFirst(variables: readonly VariableIndex[]): VariableIndex[] {
    const lengths = new Map(variables.map((v) => [v, this.pathFrom(v)?.length ?? 0]));
    return [...variables].sort((p, q) => lengths.get(p)! - lengths.get(q)!);
  }

  /** Candidates that became states. What they compute needs no system of equations then: those with equations in common are taken together, or none of them. */
  among(candidates: readonly VariableIndex[]): VariableIndex[] {
    const { matching } = this;
    const chosen: VariableIndex[] = [];
    for (const { members, equations } of this.groups(candidates)) {
      const before = equations.map((e) => matching.variableOf[e]!);
      const taken = this.nearestFirst(members).filter((v) => this.take(v));
      if (!this.hasLoop(equations)) chosen.push(...taken);
      else {
        for (const v of equations.map((e) => matching.variableOf[e]!)) this.free(v);
        equations.forEach((e, k) => {
          matching.match(e, before[k]!);
        });
        for (const v of taken) this.chosen.delete(v);
      }
    }
    return chosen;
  }

  private groups(candidates: readonly VariableIndex[]): { members: VariableIndex[]; equations: EquationIndex[] }[] {
    const groupOf = new Map<EquationIndex, { members: VariableIndex[]; equations: EquationIndex[] }>();
    for (const v of candidates) {
      const { closure, obstacle } = this.wayTo(v);
      if (obstacle !== undefined) continue;
      const joined = new Set([...closure].flatMap((e) => groupOf.get(e) ?? []));
      const group = {
        members: [...[...joined].flatMap(({ members }) => members), v],
        equations: [...new Set([...[...joined].flatMap(({ equations }) => equations), ...closure])],
      };
      for (const e of group.equations) groupOf.set(e, group);
    }
    return [...new Set(groupOf.values())];
  }

  /** The algebraic equations that compute a variable from the states, and what is against it: one of them that has no derivative, or none at all. */
  private wayTo(v: VariableIndex): { closure: ReadonlySet<EquationIndex>; obstacle?: string } {
    const { rows, matching, state } = this;
    const closure = new Set<EquationIndex>();
    const met = new Set([v]);
    for (const variable of met) {
      const e = matching.equationOf[variable]!;
      if (e < 0) return { closure, obstacle: `"${state.variables[variable]!.name}" does not follow from states alone` };
      if (!this.hasDerivative(e))
        return { closure, obstacle: `"${state.equations[e]!.source.text}" may jump, or has no derivative` };
      closure.add(e);
      for (const w of rows[e]!) if (!this.isState(w) && !this.chosen.has(w) && !isDiscrete(state, w)) met.add(w);
    }
    return { closure };
  }

  /** Whether these equations cannot be solved one after the other. */
  private hasLoop(equations: readonly EquationIndex[]): boolean {
    const open = new Set(equations);
    for (let count = -1; count !== open.size; ) {
      count = open.size;
      for (const e of open) {
        const isSolved = this.rows[e]!.every((v) => {
          const owner = this.matching.equationOf[v]!;
          return owner === e || !open.has(owner);
        });
        if (isSolved) open.delete(e);
      }
    }
    return open.size > 0;
  }

  private free(v: VariableIndex): void {
    (this.matching.equationOf as Cells<VariableIndex, EquationIndex>)[v] = -1 as EquationIndex;
  }

  private readonly differentiable = new Map<EquationIndex, boolean>();

  private hasDerivative(e: EquationIndex): boolean {
    let known = this.differentiable.get(e);
    if (known === undefined) {
      const { left, right } = this.state.equations[e]!;
      known =
        !jumps(this.state, left) &&
        !jumps(this.state, right) &&
        hasRate(this.state, left) &&
        hasRate(this.state, right);
      this.differentiable.set(e, known);
    }
    return known;
  }

  /** The equations from that of a variable to the nearest one with a state that is wanted less, with the variable that each is to compute. */
  private pathFrom(v: VariableIndex): { equation: EquationIndex; variable: VariableIndex }[] | undefined {
    const { rows, matching, chosen } = this;
    const wish = this.isSet.has(v) ? demand : this.state.variables[v]!.stateSelect;
    const first = matching.equationOf[v]!;
    const from = new Map<EquationIndex, { equation: EquationIndex; variable: VariableIndex } | undefined>([
      [first, undefined],
    ]);
    for (const equation of from.keys()) {
      for (const variable of rows[equation]!) {
        if (variable === v || chosen.has(variable)) continue;
        const owner = matching.equationOf[variable]!;
        if (owner >= 0) {
          if (!from.has(owner)) from.set(owner, { equation, variable });
          continue;
        }
        if (!this.isState(variable) || !this.gives(variable, wish)) continue;
        const path = [{ equation, variable }];
        for (let step = from.get(equation); step !== undefined; step = from.get(step.equation)) path.push(step);
        return path;
      }
    }
    return undefined;
  }

  private gives(state: VariableIndex, wish: number): boolean {
    return this.state.variables[state]!.stateSelect < wish && !this.kept.has(state);
  }

  private take(v: VariableIndex): boolean {
    const path = this.pathFrom(v);
    if (path === undefined) return false;
    if (path.every(({ equation }) => isAlias(this.state.equations[equation]!))) {
      this.kept.add(path[0]!.variable);
      return false;
    }
    for (const { equation, variable } of path) this.matching.match(equation, variable);
    this.free(v);
    this.chosen.add(v);
    return true;
  }
}

/** Derivatives, and what is equal or opposite to one and no state itself. */
function ratesOf({ variables, equations }: CompileState): ReadonlySet<VariableIndex> {
  const rates = new Set([...variables.keys()].filter((v) => variables[v]!.derivativeOf >= 0));
  const equal = new Map<VariableIndex, VariableIndex[]>();
  for (const equation of equations) {
    if (!isAlias(equation)) continue;
    const [p, q] = equationVariables(equation);
    for (const [v, w] of [
      [p, q],
      [q, p],
    ])
      if (v !== undefined && w !== undefined) equal.set(v, [...(equal.get(v) ?? []), w]);
  }
  for (const rate of rates) for (const v of equal.get(rate) ?? []) if (variables[v]!.derivative < 0) rates.add(v);
  return rates;
}

function isAlias({ left, right }: Equation): boolean {
  const [p, q] = [left, right].map((e) => (e.op === "neg" ? e.args[0]! : e));
  return p!.op === "var" && q!.op === "var";
}

/** What makes events, or changes at events only: but for what tells functions in which part of their range they are, such as the phase of a medium. */
function jumps(state: CompileState, e: Expr): boolean {
  const stack = [e];
  const met = new Set<number>();
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (met.has(node.id)) continue;
    met.add(node.id);
    if (ofEvents.has(node.op) || (comparisons.has(node.op) && changes(node))) return true;
    if (node.op === "var" && isDiscrete(state, node.value)) return true;
    if (node.op === "call" && steps.has(node.name)) return true;
    if (node.op === "call" && node.name === "noEvent") continue;
    const isPart = (arg: Expr): boolean => arg.op === "var" && state.variables[arg.value]!.type === "integer";
    stack.push(...(node.op === "ucall" ? node.args.filter((arg) => !isPart(arg)) : node.args));
  }
  return false;
}

function isDiscrete({ variables }: CompileState, v: VariableIndex): boolean {
  return variables[v]!.isDiscrete || variables[v]!.type !== "real";
}

/** As stateSelect = StateSelect.always. */
const demand = 2;
const ofEvents: ReadonlySet<string> = new Set(["pre", "flag", "tick", "delay", "rel"]);
const steps: ReadonlySet<string> = new Set(["sign", "floor", "ceil", "round", "trunc", "mod"]);
const comparisons: ReadonlySet<string> = new Set(["lt", "le", "gt", "ge", "eq", "ne"]);

function changes(e: Expr): boolean {
  return e.op === "var" || e.op === "time" || e.args.some(changes);
}

function hasRate(state: CompileState, e: Expr): boolean {
  const { b } = state;
  try {
    differentiate(
      b,
      e,
      (leaf) => (leaf.op === "var" || leaf.op === "time" ? leaf : b.zero),
      userCallDerivative(state, "time"),
    );
    return true;
  } catch (error) {
    if (error instanceof RattlebackError) return false;
    throw error;
  }
}
