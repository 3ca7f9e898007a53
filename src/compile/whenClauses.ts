/**
 * `when` clauses become equations of discrete variables:
 *
 *     c = condition,   a = not initial() and c and not pre(c)             (a = edge(c) when the condition says initial())
 *     v = if a then expression else pre(v)
 *
 * A clause that is true from the start does not fire at the start unless it says initial().
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { Statement, WhenStatement } from "../symbolic/syntax.ts";
import { contains } from "../symbolic/traverse.ts";
import type { ArrayExpr } from "./arrays.ts";
import type { FlattenContext } from "./flattenContext.ts";
import { asNumbers, asScalar, placeError, type Scope } from "./scope.ts";
import type { Source } from "./source.ts";
import { translate } from "./translate.ts";

export function translateWhen(statement: WhenStatement, scope: Scope, context: FlattenContext, source: Source): void {
  const { state } = context;
  const b = state.b;
  const whenSource: Source = { ...source, kind: "when" };
  const initial = b.make("flag", [], 0, "initial");
  const earlier: Expr[] = [];
  /** Variable → its values in the order of the branches. */
  const values = new Map<number, { active: Expr; value: Expr }[]>();
  for (const branch of statement.branches) {
    const condition = asScalar(translate(branch.condition, scope, context), branch.condition, scope);
    const held = context.newVariable("$when", scope.instance, { isDiscrete: true, type: "boolean" });
    state.variables[held]!.start = b.zero;
    state.preVariables.add(held);
    equate(held, condition);
    const saysInitial = contains(condition, (node) => node.op === "flag" && node.name === "initial");
    const rises = b.and([b.variable(held), b.not(b.make("pre", [], held, ""))]);
    const active = context.newVariable("$active", scope.instance, { isDiscrete: true, type: "boolean" });
    equate(active, b.and([...(saysInitial ? [] : [b.not(initial)]), rises, ...earlier.map((e) => b.not(e))]));
    earlier.push(b.variable(active));
    for (const inner of branch.body) translateBody(inner, active);
  }
  for (const [variable, list] of values) {
    let value: Expr = b.make("pre", [], variable, "");
    for (const item of [...list].reverse()) value = b.conditional(item.active, item.value, value);
    state.preVariables.add(variable);
    state.variables[variable]!.isDiscrete = true;
    state.variables[variable]!.start ??= state.variables[variable]!.init ?? b.zero;
    equate(variable, value);
  }

  function equate(variable: number, value: Expr): void {
    state.equations.push({
      left: b.variable(variable),
      right: value,
      source: whenSource,
      derivativeOf: -1,
      derivative: -1,
    });
  }

  function translateBody(inner: Statement, active: number): void {
    switch (inner.kind) {
      case "equation": {
        const [left, right] = [inner.left, inner.right].map((side) =>
          asNumbers(translate(side, scope, context), side, scope),
        ) as [ArrayExpr, ArrayExpr];
        if (left.elements.length !== right.elements.length)
          throw placeError("E-ARRAY-SIZE", scope, inner.at, "The two sides differ in size.", "make the sizes agree");
        left.elements.forEach((target, i) => {
          if (target.op !== "var")
            throw placeError(
              "E-WHEN",
              scope,
              inner.at,
              'Inside "when", an equation has a variable on its left side.',
              "write v = expression",
            );
          if (inner.right.kind === "boolean") state.variables[target.value]!.type = "boolean";
          const list = values.get(target.value) ?? [];
          list.push({ active: b.variable(active), value: right.elements[i]! });
          values.set(target.value, list);
        });
        break;
      }
      case "reinit": {
        const targets = translate(inner.target, scope, context).elements;
        const news = asNumbers(translate(inner.value, scope, context), inner.value, scope).elements;
        if (news.length !== 1 && news.length !== targets.length)
          throw placeError("E-ARRAY-SIZE", scope, inner.at, "State and value differ in size.", "make the sizes agree");
        targets.forEach((target, i) => {
          if (target.op !== "var")
            throw placeError(
              "E-REINIT",
              scope,
              inner.at,
              "reinit sets a state.",
              "reinit(v, -0.7*v) with der(v) in an equation",
            );
          const value = context.newVariable("$reinit", scope.instance, { isDiscrete: true, type: "real" });
          equate(value, b.conditional(b.variable(active), news[i] ?? news[0]!, b.zero));
          state.actions.push({
            active,
            kind: "reinit",
            target: target.value,
            value,
            message: "",
            source: { ...whenSource, text: inner.text },
          });
        });
        break;
      }
      case "terminate":
        state.actions.push({
          active,
          kind: "terminate",
          target: -1,
          value: -1,
          message: inner.message,
          source: whenSource,
        });
        break;
      default:
        throw new RattlebackError("E-WHEN", `"${inner.kind}" cannot stand inside "when".`, {
          ...(scope.instance.path !== "" && { path: scope.instance.path }),
          where: statement.text,
          hint: "equations, reinit(…) and terminate(…) may",
        });
    }
  }
}
