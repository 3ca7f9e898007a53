/** When clauses of the language: their bodies may hold equations, reinit, terminate, assert, loops and conditions. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import type { Statement, WhenStatement } from "../symbolic/syntax.ts";
import { activeBody } from "./activeStatements.ts";
import type { ArrayExpr } from "./arrays.ts";
import type { FlattenContext } from "./flattenContext.ts";
import { asNumbers, asScalar, placeError, type Scope } from "./scope.ts";
import type { Source } from "./source.ts";
import { translate } from "./translate.ts";

export function translateWhen(statement: WhenStatement, scope: Scope, context: FlattenContext, source: Source): void {
  const whenSource: Source = { ...source, kind: "when" };
  const conditions = statement.branches.map(({ condition }) => {
    const { shape, elements } = asNumbers(translate(condition, scope, context), condition, scope);
    if (shape.length < 2 && elements.length > 0) return elements;
    throw placeError(
      "E-WHEN",
      scope,
      condition.at,
      '"when" takes one condition or a list of them.',
      "when {a, b} then … end",
    );
  });
  const active = context.whens.clause(conditions, whenSource);
  const { path } = scope.instance;
  const rank = path === "" ? 0 : -path.split(".").length;
  statement.branches.forEach(({ body }, k) => {
    new Body(statement, context, whenSource, rank).translate(body, scope, active[k]!);
  });
}

/** What happens in one branch. */
class Body {
  private readonly statement: WhenStatement;
  private readonly context: FlattenContext;
  private readonly source: Source;
  private readonly rank: number;
  /** Variables that are set already, with the guards under which they are. */
  private readonly done = new Map<VariableIndex, Set<Expr>>();

  constructor(statement: WhenStatement, context: FlattenContext, source: Source, rank: number) {
    this.statement = statement;
    this.context = context;
    this.source = source;
    this.rank = rank;
  }

  translate(body: readonly Statement[], scope: Scope, guard: Expr): void {
    const { b } = this.context.state;
    for (const { statement: inner, scope: at } of activeBody(body, scope, this.context).list) {
      switch (inner.kind) {
        case "equation":
          this.equation(inner, at, guard);
          break;
        case "if": {
          const rest = [guard];
          for (const { condition: syntax, body: branch } of inner.branches) {
            const condition = asScalar(asNumbers(translate(syntax, at, this.context), syntax, at), syntax, at);
            this.translate(branch, at, b.and([...rest, condition]));
            rest.push(b.not(condition));
          }
          this.translate(inner.otherwise, at, b.and(rest));
          break;
        }
        case "reinit":
          this.reinit(inner, at, guard);
          break;
        case "terminate":
          this.context.whens.terminate(guard, inner.message, this.source);
          break;
        case "assert": {
          const condition = asScalar(translate(inner.condition, at, this.context), inner.condition, at);
          this.context.whens.assert(guard, condition, inner, { ...this.source, text: inner.text });
          break;
        }
        default:
          throw new RattlebackError("E-WHEN", `"${inner.kind}" cannot stand inside "when".`, {
            ...(at.instance.path !== "" && { path: at.instance.path }),
            where: this.statement.text,
            hint: "equations, reinit(…), terminate(…), assert(…), for and if may",
          });
      }
    }
  }

  private equation(inner: Statement & { kind: "equation" }, scope: Scope, guard: Expr): void {
    const { context } = this;
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
      const variable = context.state.variables[target.value]!;
      const guards = this.done.get(target.value) ?? new Set();
      if (guards.has(guard))
        throw placeError(
          "E-WHEN",
          scope,
          inner.at,
          `"${variable.name}" gets two values in one branch.`,
          "leave one of them out, or put the other into a when clause of its own",
        );
      this.done.set(target.value, guards.add(guard));
      if (inner.right.kind === "boolean") variable.type = "boolean";
      context.whens.assign(target.value, guard, right.elements[i]!, this.source, this.rank);
    });
  }

  private reinit(inner: Statement & { kind: "reinit" }, scope: Scope, guard: Expr): void {
    const { context } = this;
    const targets = translate(inner.target, scope, context).elements;
    const values = asNumbers(translate(inner.value, scope, context), inner.value, scope).elements;
    if (values.length !== 1 && values.length !== targets.length)
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
      context.whens.reinit(target.value, guard, values[i] ?? values[0]!, { ...this.source, text: inner.text });
    });
  }
}
