/** Values of parameters: numbers as given, expressions evaluated in the order of their dependence. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { callWithConstants } from "../language/functions.ts";
import { type Bindings, evaluate, evaluator } from "../symbolic/evaluate.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { ObjectIndex, ParameterIndex } from "../symbolic/indices.ts";
import { print } from "../symbolic/print.ts";
import { visitNodes } from "../symbolic/traverse.ts";
import { type CompileState, leafNames } from "./state.ts";

/** So deep parameters that need each other are followed by recursion; those beyond are computed one after the other. */
const deepest = 200;

/** Value of one parameter as it is in the model; used while sizes are found. Those that it needs are added to the known ones. */
export function evaluateParameter(
  state: CompileState,
  index: ParameterIndex,
  known = new Map<ParameterIndex, number>(),
  depth = 0,
): number {
  const parameter = state.parameters[index]!;
  if (parameter.expression === undefined) return parameter.value;
  const found = known.get(index);
  if (found !== undefined) return found;
  if (depth > 2 * deepest) throw cycle(parameter.name);
  if (depth === deepest)
    for (const inner of neededBy(state, index)) evaluateParameter(state, inner, known, deepest + 1);
  const value = evaluate(parameter.expression, {
    time: 0,
    variable: () => Number.NaN,
    parameter: (i) => evaluateParameter(state, i, known, depth + 1),
    object: (i) => state.objects[i]!.value,
    userCall: (call, args) => callWithConstants(state.functions[call.value]!, args),
  });
  known.set(index, value);
  return value;
}

/** All parameters that the value of this one may need, but for itself: those first that others need. */
function neededBy(state: CompileState, index: ParameterIndex): ParameterIndex[] {
  const needs = (i: ParameterIndex): ParameterIndex[] => {
    const found: ParameterIndex[] = [];
    const { expression } = state.parameters[i]!;
    if (expression !== undefined)
      visitNodes(expression, (node) => {
        if (node.op === "par") found.push(node.value);
      });
    return found;
  };
  const order: ParameterIndex[] = [];
  const met = new Set([index]);
  const open = [{ index, needs: needs(index) }];
  while (open.length > 0) {
    const last = open[open.length - 1]!;
    const inner = last.needs.pop();
    if (inner === undefined) {
      open.pop();
      if (open.length > 0) order.push(last.index);
    } else if (!met.has(inner)) {
      met.add(inner);
      open.push({ index: inner, needs: needs(inner) });
    }
  }
  return order;
}

/** Objects of a run: texts and other parameters that are not numbers. */
export interface ParameterValues {
  readonly numbers: Float64Array;
  readonly objects: readonly unknown[];
}

/**
 * All parameters of a run. `given` replaces values (by index); a replaced expression is no longer evaluated.
 * Refuses missing values and values that are not numbers.
 */
export function evaluateParameters(
  state: CompileState,
  given: ReadonlyMap<ParameterIndex, number>,
  givenObjects: ReadonlyMap<ObjectIndex, unknown>,
  isChecked = true,
): ParameterValues {
  const numbers = new Float64Array(state.parameters.length);
  const objects: unknown[] = [];
  // what an object follows was made before it
  for (const [i, { value, sameAs }] of state.objects.entries())
    objects.push(givenObjects.has(i) ? givenObjects.get(i) : sameAs >= 0 ? objects[sameAs] : value);
  const status = new Uint8Array(state.parameters.length);
  let depth = 0;
  let reason: string | undefined;
  const bindings: Bindings = {
    time: 0,
    variable: () => Number.NaN,
    parameter: (i) => compute(i),
    object: (i) => objects[i],
    userCall: (call, args) => {
      const fn = state.functions[call.value]!;
      const results = callWithConstants(fn, args);
      if (results.some(Number.isNaN))
        reason ??= (fn.explain as ((...list: unknown[]) => string | undefined) | undefined)?.(...args);
      return results;
    },
  };
  // what several have in common is computed once, unless a call may give something else each time
  const isShared = !state.functions.some(({ hasEffects, ofComponent }) => hasEffects && ofComponent === undefined);
  const evaluated = isShared ? evaluator(bindings) : (expression: Expr): number => evaluate(expression, bindings);
  const compute = (index: ParameterIndex): number => {
    if (status[index] === 2) return numbers[index]!;
    const parameter = state.parameters[index]!;
    if (status[index] === 1) throw cycle(parameter.name);
    status[index] = 1;
    const replaced = given.get(index);
    const { expression } = parameter;
    const outer = reason;
    reason = undefined;
    depth++;
    if (depth === deepest + 1 && replaced === undefined)
      for (const inner of neededBy(state, index)) if (status[inner] === 0) compute(inner);
    let value: number;
    if (replaced !== undefined) value = replaced;
    else if (expression === undefined) value = parameter.value;
    else {
      value = evaluated(expression);
      // a call that others have made before is made again, for its reason
      if (Number.isNaN(value) && reason === undefined) evaluate(expression, bindings);
    }
    depth--;
    numbers[index] = value;
    status[index] = 2;
    const isGiven = parameter.isGiven || replaced !== undefined;
    if (isChecked)
      check(state, parameter.name, value, isGiven, replaced === undefined ? expression : undefined, reason);
    reason = outer;
    return value;
  };
  for (let i = 0 as ParameterIndex; i < numbers.length; i++) {
    const { expression, value, isGiven } = state.parameters[i]!;
    // most are plain numbers
    if (expression === undefined && isGiven && !Number.isNaN(value) && !given.has(i)) {
      numbers[i] = value;
      status[i] = 2;
    } else compute(i);
  }
  if (isChecked) checkLimits(state, numbers, objects);
  return { numbers, objects };
}

/** `expression`: what the value was computed from, if it was. */
function check(
  state: CompileState,
  name: string,
  value: number,
  isGiven: boolean,
  expression: Expr | undefined,
  reason: string | undefined,
): void {
  if (!isGiven) {
    throw new RattlebackError("E-PARAMETER-NO-VALUE", `The parameter "${name}" has no value.`, {
      path: name,
      hint: `give one in the model: { ${name}: 1 }, or for one run: simulate(model, { merge: { … } })`,
      data: { name },
    });
  }
  if (!Number.isNaN(value)) return;
  throw new RattlebackError("E-PARAMETER-NAN", `The parameter "${name}" is not a number.`, {
    path: name,
    ...(expression !== undefined && { where: `${name} = ${print(expression, leafNames(state))}` }),
    because: reason ?? (expression !== undefined ? "its expression gave NaN" : "the value given is NaN"),
    hint:
      reason !== undefined
        ? "change the values it is computed from"
        : expression !== undefined
          ? "look for 0/0, the square root of a negative number, or a function that returns nothing"
          : "give a finite number",
    data: { name },
  });
}

function checkLimits(state: CompileState, numbers: Float64Array, objects: readonly unknown[]): void {
  const bindings: Bindings = {
    time: 0,
    variable: () => Number.NaN,
    parameter: (i) => numbers[i]!,
    object: (i) => objects[i],
  };
  state.parameters.forEach(({ name, min, max }, index) => {
    if (min === undefined && max === undefined) return;
    for (const [limit, isLower] of [
      [min, true],
      [max, false],
    ] as const) {
      if (limit === undefined) continue;
      const bound = limit.op === "num" ? limit.value : evaluate(limit, bindings);
      const value = numbers[index]!;
      if (isLower ? value >= bound : value <= bound) continue;
      if (isLower && bound === Number.MIN_VALUE)
        throw new RattlebackError("E-PARAMETER-RANGE", `The parameter "${name}" is ${value}; it must be positive.`, {
          path: name,
          hint: "choose a value above zero",
          data: { name, value, bound: 0 },
        });
      throw new RattlebackError(
        "E-PARAMETER-RANGE",
        `The parameter "${name}" is ${value}; its ${isLower ? "least" : "largest"} value is ${bound}.`,
        {
          path: name,
          hint: `choose a value ${isLower ? "of at least" : "of at most"} ${bound}, or change its ${isLower ? "min" : "max"}`,
          data: { name, value, bound },
        },
      );
    }
  });
}

function cycle(name: string): RattlebackError {
  return new RattlebackError("E-PARAMETER-CYCLE", `The value of "${name}" depends on itself.`, {
    path: name,
    hint: "follow the expressions of the parameters involved; one of them must be a number",
    data: { name },
  });
}
