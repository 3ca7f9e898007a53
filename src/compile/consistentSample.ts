/**
 * Arbitrary values of all variables that fulfil the constraints. Ranks are looked at there: away from the constraints they may be greater, as
 * that of a rotation by a quaternion whose length is not one.
 *
 * Constraints that give a variable which no other constraint contains are set aside, again and again, and evaluated at the end in
 * the opposite order. What is left is solved by Gauss–Newton steps of minimum norm, part by part.
 */
import { DenseQR } from "../math/denseQR.ts";
import { differentiate } from "../symbolic/differentiate.ts";
import { evaluate } from "../symbolic/evaluate.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { EquationIndex, VariableIndex } from "../symbolic/indices.ts";
import { contains } from "../symbolic/traverse.ts";
import { DisjointSets } from "./disjointSets.ts";
import { evaluateParameter } from "./parameterValues.ts";
import type { CompileState } from "./state.ts";
import type { Incidence } from "./structure.ts";
import { userCallDerivative } from "./userCalls.ts";

const iterations = 30;
const closeEnough = 1e-13;
/** Larger parts keep arbitrary values: solving them would take longer than the rest of the translation. */
const largestPart = 120;

export const arbitrary = (i: number): number => 0.3 + 1.4 * ((i * 0.6180339887498949) % 1);

export class ConsistentSample {
  private readonly state: CompileState;
  private readonly values: Float64Array;

  constructor(state: CompileState, incidence: Incidence) {
    this.state = state;
    this.values = Float64Array.from(state.variables, (_, i) => arbitrary(i + 1));
    const constraints = state.equations
      .map((_, i) => i as EquationIndex)
      .filter((i) => state.equations[i]!.derivative >= 0 && !this.callsFunctions(i));
    const { explicit, coupled } = setAside(constraints, incidence, (i, v) => this.slope(i, v).op === "num");
    for (const part of partsOf(coupled, incidence)) if (part.length <= largestPart) this.solve(part, incidence);
    for (const { equation, variable } of explicit.reverse()) this.solveExplicit(equation, variable);
  }

  /** The value of an expression there, or `undefined`. */
  evaluate(expression: Expr): number | undefined {
    const { state, values } = this;
    const value = evaluate(expression, {
      time: arbitrary(0),
      variable: (i) => values[i]!,
      parameter: (i) => evaluateParameter(state, i),
      object: () => undefined,
      runLeaf: ({ value: i }) => arbitrary(i + 2),
    });
    return Number.isFinite(value) ? value : undefined;
  }

  private callsFunctions(i: EquationIndex): boolean {
    const { left, right } = this.state.equations[i]!;
    return [left, right].some((side) => contains(side, ({ op }) => op === "ucall"));
  }

  private slope(i: EquationIndex, variable: VariableIndex): Expr {
    const { b, equations } = this.state;
    const { left, right } = equations[i]!;
    const leaf = (e: Expr): Expr => (e.op === "var" && e.value === variable ? b.one : b.zero);
    return differentiate(b, b.sub(left, right), leaf, userCallDerivative(this.state, "jacobian"));
  }

  private residual(i: EquationIndex): number {
    const { left, right } = this.state.equations[i]!;
    return this.evaluate(this.state.b.sub(left, right)) ?? 0;
  }

  private solveExplicit(equation: EquationIndex, variable: VariableIndex): void {
    const slope = this.evaluate(this.slope(equation, variable)) ?? 0;
    if (slope !== 0) this.values[variable]! -= this.residual(equation) / slope;
  }

  private solve(equations: readonly EquationIndex[], incidence: Incidence): void {
    const { values } = this;
    const variables = [...new Set(equations.flatMap((i) => incidence[i]!))];
    const columnOf = new Map(variables.map((v, k) => [v, k]));
    const slopes = equations.flatMap((i, row) =>
      incidence[i]!.map((v) => ({ place: row + equations.length * columnOf.get(v)!, slope: this.slope(i, v) })),
    );
    const qr = new DenseQR(equations.length, variables.length);
    const matrix = new Float64Array(equations.length * variables.length);
    const step = new Float64Array(variables.length);
    for (let k = 0; k < iterations; k++) {
      const rest = Float64Array.from(equations, (i) => this.residual(i));
      if (rest.every((x) => Math.abs(x) <= closeEnough)) return;
      for (const { place, slope } of slopes) matrix[place] = this.evaluate(slope) ?? 0;
      qr.factor(matrix, 1e-9);
      qr.solve(step, rest);
      variables.forEach((v, j) => {
        values[v]! -= step[j]!;
      });
    }
  }
}

function partsOf(equations: readonly EquationIndex[], incidence: Incidence): EquationIndex[][] {
  const sets = new DisjointSets<VariableIndex>();
  for (const i of equations) for (const v of incidence[i]!) sets.join(incidence[i]![0]!, v);
  const parts = new Map<VariableIndex, EquationIndex[]>();
  for (const i of equations) {
    if (incidence[i]!.length === 0) continue;
    const key = sets.find(incidence[i]![0]!);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [i]);
    else part.push(i);
  }
  return [...parts.values()];
}

interface Explicit {
  readonly equation: EquationIndex;
  readonly variable: VariableIndex;
}

function setAside(
  equations: readonly EquationIndex[],
  incidence: Incidence,
  isSolvable: (equation: EquationIndex, variable: VariableIndex) => boolean,
): { explicit: Explicit[]; coupled: EquationIndex[] } {
  const left = new Set(equations);
  const equationsOf = new Map<VariableIndex, Set<EquationIndex>>();
  for (const equation of equations)
    for (const v of incidence[equation]!) {
      const list = equationsOf.get(v);
      if (list === undefined) equationsOf.set(v, new Set([equation]));
      else list.add(equation);
    }
  const explicit: Explicit[] = [];
  const open = [...equationsOf.keys()];
  for (let k = 0; k < open.length; k++) {
    const variable = open[k]!;
    const list = equationsOf.get(variable)!;
    if (list.size !== 1) continue;
    const [equation] = list as unknown as readonly [EquationIndex];
    if (!isSolvable(equation, variable)) continue;
    explicit.push({ equation, variable });
    left.delete(equation);
    for (const w of incidence[equation]!) if (equationsOf.get(w)!.delete(equation)) open.push(w);
  }
  return { explicit, coupled: [...left] };
}
