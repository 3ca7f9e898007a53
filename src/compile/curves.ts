/**
 * Variables that follow with a derivative from one parameter x, piece by piece: dry friction between torque and acceleration of a joint.
 *
 *     a = a₀ + a₁·x,   tau = t₀ + t₁·x        coefficients known while relations of x keep their values; a₁ = 0 where friction holds
 *
 * What computes the derivatives for given coefficients of all joints gives x in place of a, and the relations of x are looked at then: a
 * system without unknowns but relations (modeSearch.ts), whose cost grows with the number of joints, not with its square.
 */
import type { Expr } from "../symbolic/expression.ts";
import type { EquationIndex, VariableIndex } from "../symbolic/indices.ts";
import { linearIn } from "../symbolic/linearForm.ts";
import { contains, substitute, variablesOf } from "../symbolic/traverse.ts";
import { continuousVariablesOf, isFree } from "./outsideRelations.ts";
import { gradient } from "./partials.ts";
import { type CompileState, type Equation, internalVariable } from "./state.ts";
import { equationVariables, type Incidence } from "./structure.ts";

export interface Curve {
  readonly parameter: VariableIndex;
  /** In the order in which they follow from the parameter. */
  readonly steps: readonly {
    readonly variable: VariableIndex;
    readonly value: Expr;
    readonly equation: EquationIndex;
  }[];
}

/** `variables` and the derivative as functions of one of them, from the equations between them; undefined when that is not possible. */
export function findCurve(
  state: CompileState,
  equations: readonly EquationIndex[],
  variables: readonly VariableIndex[],
  rate: VariableIndex,
): Curve | undefined {
  const open = new Set([rate, ...variables]);
  const rest = withoutPositions(state, equations, open);
  if (rest.length !== open.size - 1) return undefined;
  for (const parameter of open) {
    const steps = stepsFrom(state, rest, open, parameter);
    if (steps !== undefined) return { parameter, steps };
  }
  return undefined;
}

/** The equations but for those of truth values, which the relations alone decide: these leave `open`. */
function withoutPositions(
  { equations: all }: CompileState,
  equations: readonly EquationIndex[],
  open: Set<VariableIndex>,
): EquationIndex[] {
  let rest = [...equations];
  for (let before = -1; before !== rest.length; ) {
    before = rest.length;
    rest = rest.filter((e) => {
      const { left, right } = all[e]!;
      const position = [
        [left, right],
        [right, left],
      ].find(([side, value]) => side!.op === "var" && open.has(side!.value) && isFree(value!, open));
      if (position !== undefined) open.delete(position[0]!.value as VariableIndex);
      return position === undefined;
    });
  }
  return rest;
}

function stepsFrom(
  state: CompileState,
  equations: readonly EquationIndex[],
  open: ReadonlySet<VariableIndex>,
  parameter: VariableIndex,
): Curve["steps"] | undefined {
  const known = new Set([parameter]);
  const steps: Curve["steps"][number][] = [];
  let rest = [...equations];
  while (rest.length > 0) {
    const left = rest.filter((e) => {
      const equation = state.equations[e]!;
      const unknown = [...continuousVariablesOf(equation.right, continuousVariablesOf(equation.left))].filter(
        (v) => open.has(v) && !known.has(v),
      );
      const value = unknown.length === 1 ? solved(state, equation, unknown[0]!) : undefined;
      if (value === undefined || !isAffine(value, open)) return true;
      steps.push({ variable: unknown[0]!, value, equation: e });
      known.add(unknown[0]!);
      return false;
    });
    if (left.length === rest.length) return undefined;
    rest = left;
  }
  return steps;
}

/** The variable by the others, where nothing is divided by but numbers and parameters. */
function solved(
  { b }: CompileState,
  { left, right }: { left: Expr; right: Expr },
  variable: VariableIndex,
): Expr | undefined {
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const)
    if (side.op === "var" && !variablesOf(other).has(variable)) return other;
  const form = linearIn(b, b.sub(left, right), variable);
  const isFixed = (e: Expr): boolean =>
    !contains(e, ({ op }) => !["num", "par", "neg", "add", "mul", "div", "pow"].includes(op));
  return form === undefined || form.factor === b.zero || !isFixed(form.factor)
    ? undefined
    : b.div(b.neg(form.rest), form.factor);
}

/** No relation of the variables decides inside it, and it is affine in them. */
function isAffine(value: Expr, variables: ReadonlySet<VariableIndex>): boolean {
  const decides = contains(value, (e) => e.op === "rel" && [...variablesOf(e)].some((v) => variables.has(v)));
  return !decides && degree(value, variables) <= 1;
}

/** Degree of an expression in the variables: 0, 1, or infinite when it is neither. */
export function degree(
  expression: Expr,
  variables: ReadonlySet<VariableIndex>,
  memo: Map<number, number> = new Map(),
): number {
  const known = memo.get(expression.id);
  if (known !== undefined) return known;
  const { op, args, value } = expression;
  const degrees = args.map((arg) => degree(arg, variables, memo));
  let found: number;
  if (op === "var") found = variables.has(value) ? 1 : 0;
  else if (op === "pre" && variables.has(value)) found = Number.POSITIVE_INFINITY;
  else if (op === "neg" || op === "add") found = Math.max(0, ...degrees);
  else if (op === "mul") found = degrees.reduce((sum, d) => sum + d, 0);
  else if (op === "div" && degrees[1] === 0) found = degrees[0]!;
  else if (op === "if" && degrees[0] === 0) found = Math.max(degrees[1]!, degrees[2]!);
  else found = degrees.every((d) => d === 0) ? 0 : Number.POSITIVE_INFINITY;
  if (found > 1) found = Number.POSITIVE_INFINITY;
  memo.set(expression.id, found);
  return found;
}

/** Adds equations for the coefficients of all variables of the curve: `state` and `incidence` change. */
export function addCoefficients(
  state: CompileState,
  incidence: Incidence,
  { parameter, steps }: Curve,
): { readonly bases: ReadonlyMap<VariableIndex, Expr>; readonly slopes: ReadonlyMap<VariableIndex, Expr> } {
  const { b } = state;
  const bases = new Map<VariableIndex, Expr>([[parameter, b.zero]]);
  const slopes = new Map<VariableIndex, Expr>([[parameter, b.one]]);
  const memo = new Map<number, Expr>();
  for (const { variable, value, equation } of steps) {
    const define = (kind: string, into: Map<VariableIndex, Expr>, right: Expr): void => {
      state.variables.push(internalVariable(`${kind}(${state.variables[variable]!.name})`, "real", false));
      const left = b.variable((state.variables.length - 1) as VariableIndex);
      const own: Equation = {
        ...state.equations[equation]!,
        left,
        right,
        derivativeOf: -1 as EquationIndex,
        derivative: -1 as EquationIndex,
      };
      state.equations.push(own);
      incidence.push(equationVariables(own));
      into.set(variable, left);
    };
    const terms = [...gradient(state, value, (v) => slopes.has(v))].map(([v, factor]) =>
      b.mul([factor, slopes.get(v)!]),
    );
    const base = substitute(b, value, (node) => (node.op === "var" ? bases.get(node.value) : undefined), memo);
    define("base", bases, base);
    define("slope", slopes, b.add(terms));
  }
  return { bases, slopes };
}
