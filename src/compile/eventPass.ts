/**
 * Relations become events: every comparison of changing quantities outside noEvent is replaced by a relation that is frozen
 * between events. Comparisons of time with something that changes at events only become time events.
 */
import { differentiate } from "../symbolic/differentiate.ts";
import type { Expr } from "../symbolic/expression.ts";
import { isJump } from "../symbolic/functions.ts";
import type { RelationIndex, VariableIndex } from "../symbolic/indices.ts";
import { print } from "../symbolic/print.ts";
import { contains, MetNodes, substitute, visitNodes } from "../symbolic/traverse.ts";
import type { Relation } from "./eventTables.ts";
import { breakJumps } from "./jumpFunctions.ts";
import { type CompileState, leafNames } from "./state.ts";

export function findEvents(state: CompileState): void {
  if (!mentionsEvents(state)) return;
  markDiscrete(state);
  let steady = steadyVariables(state);
  for (const { variable, check } of state.wantedDiscrete) if (!steady.has(variable)) check(state, variable);
  const jumps = state.equations.filter(
    ({ left, right, source: { kind } }) => kind !== "when" && (hasJump(left) || hasJump(right)),
  );
  if (jumps.length > 0 && breakJumps(state, jumps, (expression) => changesContinuously(expression, steady))) {
    markDiscrete(state);
    steady = steadyVariables(state);
  }
  const numbers = new Map<number, RelationIndex>();
  const memo = new Map<number, Expr>();
  /** Expressions with noEvent(…) taken off. */
  const quiet = new Map<number, Expr>();
  for (const equation of state.equations) {
    equation.left = withEvents(state, equation.left, steady, numbers, memo, quiet);
    equation.right = withEvents(state, equation.right, steady, numbers, memo, quiet);
  }
  markEffects(state);
  for (const equation of state.initialEquations) {
    equation.left = withoutEvents(state, equation.left, quiet);
    equation.right = withoutEvents(state, equation.right, quiet);
  }
}

const hasJump = (expression: Expr): boolean => contains(expression, ({ op, name }) => op === "call" && isJump(name));

/** Most models have no events at all, and then there is nothing to do. */
function mentionsEvents(state: CompileState): boolean {
  const isEventNode = ({ op, name }: Expr): boolean =>
    op === "lt" ||
    op === "le" ||
    op === "gt" ||
    op === "ge" ||
    op === "pre" ||
    op === "tick" ||
    op === "flag" ||
    (op === "call" && (name === "noEvent" || isJump(name)));
  return [...state.equations, ...state.initialEquations].some(
    ({ left, right }) => contains(left, isEventNode) || contains(right, isEventNode),
  );
}

function withEvents(
  state: CompileState,
  expression: Expr,
  steady: ReadonlySet<VariableIndex>,
  numbers: Map<number, RelationIndex>,
  memo: Map<number, Expr>,
  quiet: Map<number, Expr>,
): Expr {
  const b = state.b;
  return substitute(
    b,
    expression,
    (node) => {
      if (node.op === "call" && node.name === "noEvent") return withoutEvents(state, node.args[0]!, quiet);
      if (node.op !== "lt" && node.op !== "le" && node.op !== "gt" && node.op !== "ge") return undefined;
      if (!changesContinuously(node, steady)) return undefined;
      let index = numbers.get(node.id);
      if (index === undefined) {
        index = state.relations.length as RelationIndex;
        numbers.set(node.id, index);
        const clean = withoutEvents(state, node, quiet);
        state.relations.push({
          expression: clean,
          text: print(clean, leafNames(state)),
          timeEvent: timeEventOf(state, clean, steady),
          isDecidedBySystem: false,
          effect: node.name === "kink" ? "kink" : "discrete",
        });
      }
      return b.make("rel", [state.relations[index]!.expression], index);
    },
    memo,
  );
}

/** Relations that stand in equations of other than discrete variables. */
function markEffects(state: CompileState): void {
  const isDiscrete = ({ op, value }: Expr): boolean =>
    op === "var" && state.variables[value as VariableIndex]!.isDiscrete;
  const met = new MetNodes();
  for (const { left, right } of state.equations) {
    if (isDiscrete(left) || isDiscrete(right)) continue;
    for (const side of [left, right])
      visitNodes(
        side,
        (node) => {
          if (node.op !== "rel") return;
          const relation = state.relations[node.value]!;
          if (relation.effect === "discrete") relation.effect = "any";
        },
        met,
      );
  }
}

/** The expression with noEvent(…) taken off. */
function withoutEvents(state: CompileState, expression: Expr, quiet: Map<number, Expr>): Expr {
  return substitute(
    state.b,
    expression,
    ({ op, name, args }) => (op === "call" && name === "noEvent" ? withoutEvents(state, args[0]!, quiet) : undefined),
    quiet,
  );
}

function changesContinuously(expression: Expr, steady: ReadonlySet<VariableIndex>): boolean {
  return contains(
    expression,
    (node) =>
      node.op === "time" || node.op === "delay" || node.op === "elem" || (node.op === "var" && !steady.has(node.value)),
  );
}

/** Operations that leave a straight line of time as the one straight piece it is, if they leave it straight. */
const smooth: ReadonlySet<Expr["op"]> = new Set(["time", "add", "neg", "mul", "div"]);

/** c·time + d compared with 0, c a number and d constant between events. */
function timeEventOf(state: CompileState, relation: Expr, steady: ReadonlySet<VariableIndex>): Relation["timeEvent"] {
  const b = state.b;
  if (
    contains(
      relation,
      (node) => (node.op === "var" && !steady.has(node.value)) || node.op === "elem" || node.op === "delay",
    )
  )
    return undefined;
  const difference = b.sub(relation.args[0]!, relation.args[1]!);
  // what jumps with time has one slope, too, and several pieces
  const timeless = new Set<number>();
  const isTime = ({ op }: Expr): boolean => op === "time";
  if (contains(difference, (node) => !smooth.has(node.op) && contains(node, isTime, timeless))) return undefined;
  const slope = differentiate(
    b,
    difference,
    (leaf) => (leaf.op === "time" ? b.one : b.zero),
    () => b.zero,
  );
  if (slope.op !== "num" || slope.value === 0) return undefined;
  const rest = substitute(b, difference, (node) => (node.op === "time" ? b.zero : undefined));
  const isUpward = relation.op === "gt" || relation.op === "ge";
  return { at: b.div(b.neg(rest), slope), becomesTrue: slope.value > 0 === isUpward };
}

/** Discrete variables, and those that equations define from parameters and discrete variables alone. */
function steadyVariables(state: CompileState): Set<VariableIndex> {
  const steady = new Set<VariableIndex>();
  state.variables.forEach((variable, i) => {
    if (variable.isDiscrete) steady.add(i);
  });
  for (let isProgress = true; isProgress; ) {
    isProgress = false;
    for (const { left, right } of state.equations) {
      for (const [target, value] of [
        [left, right],
        [right, left],
      ] as const) {
        if (target.op !== "var" || steady.has(target.value) || value.op === "num") continue;
        const { derivative, derivativeOf } = state.variables[target.value]!;
        if (derivative >= 0 || derivativeOf >= 0) continue;
        if (changesContinuously(value, steady)) continue;
        steady.add(target.value);
        isProgress = true;
      }
    }
  }
  return steady;
}

/** Variables that equations define from discrete things alone are discrete themselves; repeated until nothing changes. */
function markDiscrete(state: CompileState): void {
  for (const variable of state.variables)
    if (variable.type === "boolean" && variable.derivative < 0) variable.isDiscrete = true;
  const isDiscrete = (expression: Expr): boolean => {
    let result = true;
    const met = new MetNodes();
    const walk = (node: Expr): void => {
      if (!result || !met.add(node.id)) return;
      if (node.op === "time" || node.op === "delay" || node.op === "elem") result = false;
      else if (node.op === "var") result = state.variables[node.value]!.isDiscrete;
      else if (node.op === "call" && node.name === "noEvent")
        result = !contains(
          node,
          (inner) => inner.op === "time" || (inner.op === "var" && !state.variables[inner.value]!.isDiscrete),
        );
      else if (node.op !== "lt" && node.op !== "le" && node.op !== "gt" && node.op !== "ge")
        for (const arg of node.args) walk(arg);
    };
    walk(expression);
    return result;
  };
  const hasEventLeaf = (expression: Expr): boolean => {
    let found = false;
    visitNodes(expression, (node) => {
      found ||=
        node.op === "pre" ||
        node.op === "tick" ||
        node.op === "flag" ||
        node.op === "lt" ||
        node.op === "le" ||
        node.op === "gt" ||
        node.op === "ge" ||
        (node.op === "var" && state.variables[node.value]!.isDiscrete);
    });
    return found;
  };
  let isProgress =
    state.preVariables.size > 0 || state.samplers.length > 0 || state.variables.some((variable) => variable.isDiscrete);
  while (isProgress) {
    isProgress = false;
    for (const { left, right } of state.equations) {
      for (const [target, value] of [
        [left, right],
        [right, left],
      ] as const) {
        if (target.op !== "var") continue;
        const variable = state.variables[target.value]!;
        if (variable.isDiscrete || variable.derivative >= 0 || variable.derivativeOf >= 0) continue;
        if (hasEventLeaf(value) && isDiscrete(value)) {
          variable.isDiscrete = true;
          isProgress = true;
        }
      }
    }
  }
}
