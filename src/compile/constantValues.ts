/** Values that are needed while a model is translated: sizes, and first guesses for trial calls of functions. */

import { callWithConstants } from "../language/functions.ts";
import { evaluate } from "../symbolic/evaluate.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { ParameterIndex } from "../symbolic/indices.ts";
import type { NameSyntax, Syntax } from "../symbolic/syntax.ts";
import { contains, visitNodes } from "../symbolic/traverse.ts";
import { evaluateParameter } from "./parameterValues.ts";
import type { Scope } from "./scope.ts";
import type { CompileState } from "./state.ts";
import { visitSyntax } from "./visitSyntax.ts";

/** What has another value during the run. */
const changing: ReadonlySet<Expr["op"]> = new Set<Expr["op"]>(["var", "time", "pre", "flag", "tick", "delay", "elem"]);

/**
 * The number that an expression of parameters has, undefined for one that contains variables. What is translated with it holds for
 * these values of the parameters only.
 */
export function constantValue(state: CompileState, expression: Expr): number | undefined {
  if (expression.op === "num") return expression.value;
  // results of functions are constant where their arguments are
  if (contains(expression, ({ op }) => op !== "elem" && changing.has(op))) return undefined;
  markStructural(state, expression);
  return firstValue(state, expression);
}

function markStructural(state: CompileState, expression: Expr): void {
  const open = [expression];
  while (open.length > 0)
    visitNodes(open.pop()!, (node) => {
      if (node.op !== "par" || state.structural.has(node.value)) return;
      state.structural.add(node.value);
      const { expression: bound } = state.parameters[node.value]!;
      if (bound !== undefined) open.push(bound);
    });
}

/** A finite value that the expression might have, with variables at their start. */
export function trialValue(state: CompileState, expression: Expr): number {
  const value = firstValue(state, expression);
  return Number.isFinite(value) ? value : 1;
}

/** The value of an expression with parameters as they are in the model and variables at their start. */
function firstValue(state: CompileState, expression: Expr): number {
  const known = new Map<ParameterIndex, number>();
  return evaluate(expression, {
    time: 0,
    parameter: (i) => evaluateParameter(state, i, known),
    object: (i) => state.objects[i]!.value,
    variable: (i) => {
      const { init, start } = state.variables[i]!;
      const first = init ?? start;
      return first === undefined ? 0 : firstValue(state, first);
    },
    userCall: (call, args) => callWithConstants(state.functions[call.value]!, args),
  });
}

/** The value of a condition on parameters; remembered, because another value needs another program. */
export function decide(state: CompileState, condition: Expr): boolean {
  if (condition.op === "num") return condition.value !== 0;
  const value = firstValue(state, condition) !== 0;
  if (!state.decisions.some((decision) => decision.condition === condition)) state.decisions.push({ condition, value });
  return value;
}

/** As decide; false for a condition that contains more than parameters. */
export function isDecided(state: CompileState, condition: Expr): boolean {
  return !contains(condition, ({ op }) => changing.has(op)) && decide(state, condition);
}

/** What n is in `T[n]` when the same model has an equation n = length(T). */
export function definitionOf(
  name: NameSyntax,
  scope: Scope,
): { syntax: Syntax; place: Pick<Scope, "text" | "entry"> } | undefined {
  if (name.parts.length !== 1) return undefined;
  for (const { text, entry, statements } of scope.instance.equations) {
    for (const statement of statements) {
      if (statement.kind !== "equation" || statement.left.kind !== "name" || statement.left.parts.length !== 1)
        continue;
      if (statement.left.parts[0] !== name.parts[0] || statement.right.kind === "name") continue;
      let usesItself = false;
      visitSyntax(statement.right, (node) => {
        usesItself ||= node.kind === "name" && node.parts[0] === name.parts[0];
      });
      return usesItself ? undefined : { syntax: statement.right, place: { text, entry } };
    }
  }
  return undefined;
}
