/**
 * Choice of states by dummy derivatives: every differentiated equation turns one highest derivative into an ordinary unknown.
 *
 * Source   [MattssonSoderlind1993]
 *
 * Which derivative becomes the dummy is decided by a matching that takes the least wanted states first (the sets that can be
 * matched form a matroid, so taking them in that order is optimal): wishes of the user, then init, then start, then nothing,
 * last what only the differentiation of constraints brought in; among equals a variable for which an equation can be solved without
 * dividing by an expression. Coefficients that change may vanish, such as those of the matrix of a rotation: a choice whose matching has
 * constant coefficients only comes before start values.
 * Where the chosen coefficients depend on variables the choice can become singular; such groups are reported, and the run
 * changes over to other states when that happens.
 */
import { differentiate } from "../symbolic/differentiate.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { ArrayTable, ColumnPlace, EquationIndex, Marks, RowPlace, VariableIndex } from "../symbolic/indices.ts";
import { contains } from "../symbolic/traverse.ts";
import { arbitrary, ConsistentSample } from "./consistentSample.ts";
import { GenericRank } from "./genericRank.ts";
import { Matching } from "./matching.ts";
import type { CompileState } from "./state.ts";
import { type Incidence, occurringDerivatives } from "./structure.ts";
import { userCallDerivative } from "./userCalls.ts";

/** A candidate wanted as much as this is a state because the user said so. */
const explicitWish = 100;

/** Less wanted: nobody gave it a value for the start. */
const startWish = 20;

/**
 * Beside variables that a library wants to avoid: one that a single equation gives, such as a position that a sensor differentiates,
 * is avoided even more. To compute the others from what was measured is an inverse problem that may have no solution.
 */
const measuredWish = -120;

/** Larger groups are not watched: their Jacobian is factored after every step. */
const largestGroup = 100;

/** Constraint equations with a choice of dummies that may have to change during the run. */
export interface DynamicGroup {
  /** Undifferentiated constraint equations of the group … */
  readonly equations: readonly EquationIndex[];
  /** … the variables they contain, one of which per equation is not a state … */
  readonly variables: readonly VariableIndex[];
  /** … and ∂equation/∂variable, row by row. */
  readonly jacobian: readonly Expr[];
  /** Variables that are not states now. */
  readonly dependent: readonly VariableIndex[];
}

export interface StateChoice {
  readonly states: readonly VariableIndex[];
  readonly dynamicGroups: readonly DynamicGroup[];
}

/**
 * `wanted`: variables that shall be states if possible (names), for a change of states during the run; `written`: variables whose
 * derivatives the model itself contains.
 */
export function selectStates(
  state: CompileState,
  incidence: Incidence,
  wanted: ReadonlySet<string>,
  written: ReadonlySet<VariableIndex>,
): StateChoice {
  const { variables, equations } = state;
  const isDummy: Marks<VariableIndex> = new Uint8Array(variables.length);
  const isObserved = new Set(state.observed.map(({ variable }) => state.aliases.get(variable)?.target ?? variable));
  let rows = equations
    .map((_, i) => i)
    .filter((i) => equations[i]!.derivative < 0 && equations[i]!.derivativeOf >= 0) as ArrayTable<
    RowPlace,
    EquationIndex
  >;
  let candidates: VariableIndex[] = [];
  const occurs = occurringDerivatives(state, incidence);
  variables.forEach((variable, i) => {
    if (occurs[i] === 1 && variable.derivative < 0 && variable.derivativeOf >= 0) candidates.push(i);
  });
  const dynamicGroups: DynamicGroup[] = [];
  let sample: ConsistentSample | undefined;
  const point = (): ConsistentSample => {
    sample ??= new ConsistentSample(state, incidence);
    return sample;
  };
  while (rows.length > 0) {
    const isCandidate = new Set(candidates);
    const rowsOf = new Map<VariableIndex, RowPlace[]>();
    rows.forEach((equation, k) => {
      for (const v of incidence[equation]!) {
        if (!isCandidate.has(v) || equations[equation]!.brought?.has(v) === true) continue;
        const list = rowsOf.get(v);
        if (list === undefined) rowsOf.set(v, [k]);
        else list.push(k);
      }
    });
    const coefficients = new Coefficients(state, point);
    const constrained = candidates.filter((v) => rowsOf.has(v));
    // where a library says which variables are bad states, it knows better than the coefficients
    const isRanked = constrained.some((v) => variables[variables[v]!.derivativeOf]!.stateSelect < 0);
    const order = constrained
      .map((v) => {
        const cost = Math.min(...rowsOf.get(v)!.map((k) => coefficients.kind(rows[k]!, v)));
        const want = desire(state, variables[v]!.derivativeOf, wanted, written, isObserved);
        const isMeasured = isRanked && cost < 2 && rowsOf.get(v)!.length === 1 && want >= 0 && want < startWish;
        return { v, want: isMeasured ? measuredWish : want, cost };
      })
      .sort((a, b) => a.want - b.want || a.cost - b.cost || b.v - a.v);
    const rank = new GenericRank();
    const isIndependent = new Set(
      order.filter(({ v }) => rank.take(new Map(rowsOf.get(v)!.map((k) => [k, coefficients.sample(rows[k]!, v)])))),
    );
    const ranked = [...isIndependent, ...order.filter((item) => !isIndependent.has(item))];
    const steadyRowsOf = (v: VariableIndex): RowPlace[] =>
      rowsOf.get(v)!.filter((k) => coefficients.kind(rows[k]!, v) < 2);
    let dummies = matched(ranked, rows.length, (v) => rowsOf.get(v)!);
    const mayBeSteadier = wanted.size === 0 && !isRanked;
    if (mayBeSteadier && matched(dummies, rows.length, steadyRowsOf).length < dummies.length) {
      const steady = matched(order, rows.length, steadyRowsOf);
      const wishes = (list: readonly Candidate[]): number => list.filter(({ want }) => want >= explicitWish).length;
      if (steady.length === rows.length && wishes(steady) <= wishes(dummies)) dummies = steady;
    }
    if (dummies.length < rows.length) {
      // cannot happen: the balance check has found a complete matching, and Pantelides keeps it
      throw new Error(`no derivative is left for ${rows.map((row) => state.equations[row]!.source.text).join(", ")}`);
    }
    const chosen = dummies.map(({ v }) => v);
    for (const v of chosen) isDummy[v] = 1;
    const wants = new Map(order.map(({ v, want }) => [v, want]));
    dynamicGroups.push(...findDynamicGroups(state, rows, incidence, wants, new Set(chosen), coefficients));
    rows = rows
      .map((equation) => equations[equation]!.derivativeOf)
      .filter((equation) => equations[equation]!.derivativeOf >= 0) as ArrayTable<RowPlace, EquationIndex>;
    candidates = chosen.map((v) => variables[v]!.derivativeOf).filter((v) => variables[v]!.derivativeOf >= 0);
  }
  const states = variables
    .map((_, i) => i)
    .filter((i) => {
      const { derivative } = variables[i]!;
      return derivative >= 0 && occurs[derivative] === 1 && isDummy[derivative] === 0 && !state.aliases.has(i);
    });
  return { states, dynamicGroups };
}

interface Candidate {
  readonly v: VariableIndex;
  /** How much it is wanted as a state. */
  readonly want: number;
}

/** The first candidates, in order, that can have a row of their own each. */
function matched<C extends Candidate>(
  order: readonly C[],
  rows: number,
  rowsOf: (v: VariableIndex) => readonly RowPlace[],
): C[] {
  const matching = new Matching<ColumnPlace, RowPlace>(order.length, rows);
  const edges = order.map(({ v }) => rowsOf(v));
  const chosen: C[] = [];
  for (let k = 0 as ColumnPlace; k < order.length && chosen.length < rows; k++)
    if (matching.augment(edges, k)) chosen.push(order[k]!);
  return chosen;
}

function desire(
  state: CompileState,
  variable: VariableIndex,
  wanted: ReadonlySet<string>,
  written: ReadonlySet<VariableIndex>,
  isObserved: ReadonlySet<VariableIndex>,
): number {
  const { stateSelect, init, isPreferred, start, isInternal, name } = state.variables[variable]!;
  if (isObserved.has(variable)) return 1e7;
  if (wanted.has(name)) return 1e6;
  const isBroughtIn = stateSelect === 0 && init === undefined && !written.has(variable);
  return (
    (isBroughtIn ? -150 : stateSelect * 100) +
    (init !== undefined ? (isPreferred ? 30 : 40) : start !== undefined ? startWish : 0) +
    (isInternal ? 0 : 5)
  );
}

/** ∂equation/∂variable: 0 a number, 1 an expression of parameters, 2 something that changes. */
class Coefficients {
  private readonly state: CompileState;
  private readonly memo = new Map<string, Expr>();
  private readonly point: () => ConsistentSample;
  constructor(state: CompileState, point: () => ConsistentSample) {
    this.state = state;
    this.point = point;
  }

  of(equation: EquationIndex, variable: VariableIndex): Expr {
    const key = `${equation} ${variable}`;
    let result = this.memo.get(key);
    if (result === undefined) {
      const { b, equations } = this.state;
      const { left, right } = equations[equation]!;
      const leaf = (e: Expr): Expr => (e.op === "var" && e.value === variable ? b.one : b.zero);
      result = differentiate(b, b.sub(left, right), leaf, userCallDerivative(this.state, "jacobian"));
      this.memo.set(key, result);
    }
    return result;
  }

  /** Its value at an arbitrary point; where it has none there, or a function would have to be called, some number. */
  sample(equation: EquationIndex, variable: VariableIndex): number {
    const coefficient = this.of(equation, variable);
    if (coefficient.op === "num") return coefficient.value;
    const isCall = contains(coefficient, ({ op }) => op === "ucall");
    return (isCall ? undefined : this.point().evaluate(coefficient)) ?? arbitrary(equation + variable);
  }

  kind(equation: EquationIndex, variable: VariableIndex): 0 | 1 | 2 {
    const coefficient = this.of(equation, variable);
    if (coefficient.op === "num") return coefficient.value === 0 ? 2 : 0;
    return contains(coefficient, (node) => node.op === "var" || node.op === "time" || node.op === "rel") ? 2 : 1;
  }
}

/**
 * The constraints without those that give a dependent variable whatever the others do: it is in no other constraint, and its coefficient
 * does not change. What is left when they are gone may have more of that kind.
 */
function undecided(
  rows: readonly EquationIndex[],
  incidence: Incidence,
  wants: ReadonlyMap<VariableIndex, number>,
  dummies: ReadonlySet<VariableIndex>,
  coefficients: Coefficients,
): EquationIndex[] {
  const left = new Set(rows);
  const rowsOf = new Map<VariableIndex, Set<EquationIndex>>();
  for (const equation of rows)
    for (const v of incidence[equation]!) {
      if (!wants.has(v)) continue;
      const list = rowsOf.get(v);
      if (list === undefined) rowsOf.set(v, new Set([equation]));
      else list.add(equation);
    }
  const open = [...dummies];
  for (let k = 0; k < open.length; k++) {
    const v = open[k]!;
    const list = rowsOf.get(v);
    if (list?.size !== 1) continue;
    const [equation] = list;
    if (coefficients.kind(equation!, v) === 2) continue;
    // v = der(y): where der(y) may become a state, v is the better one
    const others = incidence[equation!]!.filter((w) => w !== v && wants.has(w));
    if (others.length === 1 && wants.get(v)! >= 0 && wants.get(v)! > wants.get(others[0]!)!) continue;
    left.delete(equation!);
    for (const w of incidence[equation!]!) if (rowsOf.get(w)?.delete(equation!) && dummies.has(w)) open.push(w);
  }
  return [...left];
}

/** Connected parts of the constraints in which a coefficient changes and there is a choice. */
function findDynamicGroups(
  state: CompileState,
  rows: readonly EquationIndex[],
  incidence: Incidence,
  wants: ReadonlyMap<VariableIndex, number>,
  dummies: ReadonlySet<VariableIndex>,
  coefficients: Coefficients,
): DynamicGroup[] {
  const groupOf = new Map<VariableIndex, EquationIndex[]>();
  const groups = new Map<EquationIndex[], Set<VariableIndex>>();
  for (const equation of undecided(rows, incidence, wants, dummies, coefficients)) {
    const columns = incidence[equation]!.filter((v) => wants.has(v));
    let members = [equation];
    const all = new Set(columns);
    for (const v of columns) {
      const other = groupOf.get(v);
      if (other === undefined || other === members || !groups.has(other)) continue;
      members = [...other, ...members.filter((e) => !other.includes(e))];
      for (const w of groups.get(other)!) all.add(w);
      groups.delete(other);
    }
    groups.set(members, all);
    for (const v of all) groupOf.set(v, members);
  }
  const result: DynamicGroup[] = [];
  for (const [equations, columns] of groups) {
    const list = [...columns];
    if (list.length <= equations.length || equations.length > largestGroup) continue;
    const changes = equations.some((e) => list.some((v) => incidence[e]!.includes(v) && coefficients.kind(e, v) === 2));
    if (!changes) continue;
    result.push({
      equations: equations.map((e) => state.equations[e]!.derivativeOf),
      variables: list.map((v) => state.variables[v]!.derivativeOf),
      jacobian: equations.flatMap((e) =>
        list.map((v) => (incidence[e]!.includes(v) ? coefficients.of(e, v) : state.b.zero)),
      ),
      dependent: list.filter((v) => dummies.has(v)).map((v) => state.variables[v]!.derivativeOf),
    });
  }
  return result;
}
