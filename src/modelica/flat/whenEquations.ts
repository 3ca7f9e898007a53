/**
 * when clauses become equations of discrete variables. Each element of a vector of conditions has its own edge:
 *
 *     c_i = condition_i,   active = c_1 and not pre(c_1) or …      v = if active then value else pre(v)
 */
import type { Source } from "../../compile/source.ts";
import type { Equation } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import { contains } from "../../symbolic/traverse.ts";
import type { ScalarValue, Scope, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { EquationSyntax, Expression } from "../syntax/ast.ts";
import { isScalarKind, SizeFault, sameShape, shapeText } from "../values/arrays.ts";
import { article, TypeFault } from "../values/oneType.ts";
import { referenceText } from "./classKinds.ts";
import { clockPlace } from "./clocks.ts";
import { checkTruth } from "./conditions.ts";
import type { Lowering } from "./context.ts";
import { forEach, lowerCall, sourceOf } from "./equationParts.ts";
import { addRaised } from "./functionAssertions.ts";
import { neededArgument } from "./statements.ts";
import { knownText } from "./strings.ts";
import { defineTextAtEvents, type TextAtEvent } from "./textVariables.ts";
import { unequalKinds } from "./typeFit.ts";

/** The variable that is true in the event iteration in which the clause fires, unless an earlier branch did. */
export function activeVariable(
  l: Lowering,
  condition: Expression,
  scope: Scope,
  earlier: readonly Expr[],
  source: Source,
): Expr {
  const { b } = l;
  const { state } = l;
  const value = l.evaluate(condition, scope);
  checkTruth(value.kind, condition, scope.cls);
  const initial = b.make("flag", [], 0, "initial");
  const rises = (value as ScalarValue).elements.map((e) => {
    const held = l.newVariable("when", "boolean", true);
    state.variables[held]!.start = b.zero;
    state.preVariables.add(held);
    l.define(held, e, source, "equation");
    const saysInitial = contains(e, ({ op, name }) => op === "flag" && name === "initial");
    return b.and([...(saysInitial ? [] : [b.not(initial)]), b.variable(held), b.not(b.make("pre", [], held, ""))]);
  });
  const active = l.newVariable("active", "boolean", true);
  l.define(active, b.and([b.or(rises), ...earlier.map((e) => b.not(e))]), source);
  return b.variable(active);
}

/** `clockedBody` lowers the equations of a clause whose condition is a clock: they are equations of its partition. */
export function lowerWhen(
  l: Lowering,
  equation: Extract<EquationSyntax, { kind: "when" }>,
  scope: Scope,
  clockedBody: (body: readonly EquationSyntax[], sink: Equation[]) => void,
): void {
  const { b, state } = l;
  const source = sourceOf(scope, equation, "when");
  const [first] = equation.branches;
  const clock = l.evaluate(first!.condition, scope);
  if (clock.kind === "Clock") {
    const equations: Equation[] = [];
    clockedBody(first!.body, equations);
    state.equations.push(...equations);
    l.clocks.body(clock.elements[0]!.value, equations, clockPlace(scope.cls.syntax.file, equation.at));
    return;
  }
  const earlier: Expr[] = [];
  const values = new Map<VariableIndex, { active: Expr; value: Expr; source: Source }[]>();
  const texts = new Map<Expr, TextAtEvent[]>();
  for (const branch of equation.branches) {
    const active = activeVariable(l, branch.condition, scope, earlier, source);
    earlier.push(active);
    for (const inner of branch.body) body(inner, active, scope);
  }
  for (const [index, list] of values) {
    const variable = state.variables[index]!;
    let value: Expr = b.make("pre", [], index, "");
    for (const item of [...list].reverse()) value = b.conditional(item.active, item.value, value);
    state.preVariables.add(index);
    variable.isDiscrete = true;
    l.define(index, value, list[0]!.source);
  }
  for (const [target, list] of texts)
    if (!defineTextAtEvents(l, target, list, source))
      throw modelicaError(
        "E-MODELICA-WHEN",
        "A text is given here that has a value already.",
        { file: scope.cls.syntax.file, at: equation.at },
        {
          ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
          because: "each variable has one equation",
          hint: "give a String variable its text in its declaration, in one equation or in one when",
        },
      );

  function set(left: Value, right: Value, active: Expr, inner: EquationSyntax, at: Scope): void {
    if (left.kind === "Function" || right.kind === "Function" || !sameShape(left.shape, right.shape))
      throw unfit(left, right, inner, at);
    if (left.kind === "Record" && right.kind === "Record") {
      left.elements.forEach((fields, i) => {
        for (const [name, field] of fields) {
          const other = right.elements[i]!.get(name);
          if (other === undefined) throw unfit(left, right, inner, at);
          set(field, other, active, inner, at);
        }
      });
      return;
    }
    if (!isScalarKind(left) || !isScalarKind(right)) throw unfit(left, right, inner, at);
    if (unequalKinds(left, right) !== undefined) throw unfit(left, right, inner, at);
    left.elements.forEach((target, i) => {
      if (left.kind === "String") {
        texts.set(target, [...(texts.get(target) ?? []), { active, text: right.elements[i]! }]);
        return;
      }
      if (target.op !== "var" || state.variables[target.value]!.derivativeOf >= 0)
        throw modelicaError(
          "E-MODELICA-WHEN",
          'Inside "when", an equation has a variable on its left side.',
          { file: at.cls.syntax.file, at: inner.at },
          {
            ...(at.cls.root.path !== "" && { path: at.cls.root.path }),
            hint: "write v = expression",
          },
        );
      const list = values.get(target.value) ?? [];
      list.push({ active, value: l.withoutEventsIn(right.elements[i]!), source: sourceOf(at, inner, "when") });
      values.set(target.value, list);
    });
  }

  function body(inner: EquationSyntax, active: Expr, at: Scope): void {
    const { functionAssertions } = l;
    const { raised } = functionAssertions.collect(() =>
      functionAssertions.atInstant(() => functionAssertions.under(active, () => lowerInner(inner, active, at))),
    );
    addRaised(l, raised, sourceOf(at, inner, "when"));
  }

  function lowerInner(inner: EquationSyntax, active: Expr, at: Scope): void {
    switch (inner.kind) {
      case "equality":
        if (inner.left.kind === "tuple" && inner.right.kind === "call") {
          const results = l.results(inner.right, at, inner.left.items.length);
          inner.left.items.forEach((item, i) => {
            if (item !== undefined) set(l.evaluate(item, at), results[i]!, active, inner, at);
          });
        } else set(l.evaluate(inner.left, at), l.evaluate(inner.right, at), active, inner, at);
        break;
      case "for":
        forEach(l, inner, at, (deeper) => {
          for (const item of inner.body) body(item, active, deeper);
        });
        break;
      case "if": {
        let open = active;
        for (const branch of inner.branches) {
          const condition = l.withoutEventsIn(l.decided(l.condition(branch.condition, at)));
          const here = b.and([open, condition]);
          if (here.op !== "num" || here.value !== 0) for (const item of branch.body) body(item, here, at);
          open = b.and([open, b.not(condition)]);
          if (open.op === "num") return;
        }
        for (const item of inner.otherwise ?? []) body(item, open, at);
        break;
      }
      case "call": {
        const name = referenceText(inner.call.callee);
        if (name === "reinit")
          reinit(
            l,
            neededArgument(inner.call, "x", 0, at),
            neededArgument(inner.call, "expr", 1, at),
            active,
            at,
            sourceOf(at, inner, "when"),
          );
        else if (name === "terminate")
          terminate(l, neededArgument(inner.call, "message", 0, at), active, at, sourceOf(at, inner, "when"));
        else lowerCall(l, inner.call, at, sourceOf(at, inner, "when"), active, true);
        break;
      }
      default:
        throw modelicaError(
          "E-MODELICA-WHEN",
          `"${inner.kind}" is not allowed inside "when".`,
          { file: at.cls.syntax.file, at: inner.at },
          {
            hint: "equations, if, for, reinit, assert and terminate may",
          },
        );
    }
  }
}

function unfit(left: Value, right: Value, { at }: EquationSyntax, { cls }: Scope): Error {
  const form = (value: Value): string =>
    value.kind === "Function" ? "a function" : `a ${value.kind} of size ${shapeText(value.shape)}`;
  return modelicaError(
    "E-MODELICA-SIZE",
    "The two sides of an equation do not fit.",
    { file: cls.syntax.file, at },
    {
      ...(cls.root.path !== "" && { path: cls.root.path }),
      because: `one is ${form(left)}, the other ${form(right)}`,
      hint: "make their sizes and types agree",
    },
  );
}

/** The condition as a variable that the run can look at. */
function asVariable(l: Lowering, active: Expr, source: Source): VariableIndex {
  if (active.op === "var") return active.value;
  const variable = l.newVariable("active", "boolean", true);
  l.define(variable, active, source);
  return variable;
}

export function reinit(
  l: Lowering,
  target: Expression,
  value: Expression,
  active: Expr,
  scope: Scope,
  source: Source,
): void {
  const { b, state } = l;
  const [targets, news] = [l.evaluate(target, scope), l.evaluate(value, scope)];
  if (!isScalarKind(targets) || !isScalarKind(news) || (news.shape.length > 0 && !sameShape(targets.shape, news.shape)))
    throw new SizeFault("reinit(x, expr) takes a variable and a value of its size");
  if (news.kind !== "Real" && news.kind !== "Integer")
    throw new TypeFault(`reinit gives a Real its value, ${article(news.kind)} is given`);
  const flag = asVariable(l, active, source);
  targets.elements.forEach((e, i) => {
    if (e.op !== "var")
      throw modelicaError(
        "E-MODELICA-WHEN",
        "reinit sets a variable.",
        { file: scope.cls.syntax.file, at: target.at },
        { hint: "reinit(v, -0.7*pre(v))" },
      );
    const index = l.newVariable("reinit", "real", true);
    l.define(
      index,
      b.conditional(b.variable(flag), l.withoutEventsIn(news.elements[news.shape.length === 0 ? 0 : i]!), b.zero),
      source,
    );
    state.actions.push({ active: flag, kind: "reinit", target: e.value, value: index, message: "", source });
  });
}

export function terminate(l: Lowering, message: Expression, active: Expr, scope: Scope, source: Source): void {
  const text = l.evaluate(message, scope);
  l.scalar(text, "String", message, scope);
  l.state.actions.push({
    active: asVariable(l, active, source),
    kind: "terminate",
    target: -1 as VariableIndex,
    value: -1 as VariableIndex,
    message: knownText(text),
    source,
  });
}
