/** pre(x), edge(x) and change(x): values before an event. */
import type { CompileState } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import { contains } from "../../symbolic/traverse.ts";
import type { ScalarValue, Scope } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { CallExpression } from "../syntax/ast.ts";
import type { Lowering } from "./context.ts";

/** Between events pre(x) would be x at the last one: outside of when x changes at events only. */
export function wantDiscrete(l: Lowering, name: string, value: ScalarValue, call: CallExpression, scope: Scope): void {
  for (const e of value.elements) {
    if (e.op !== "var") continue;
    l.state.wantedDiscrete.push({
      variable: e.value,
      check(state, variable) {
        if (!changesByItself(state, variable)) return;
        throw modelicaError(
          "E-MODELICA-TYPE",
          `"${name}" takes what changes at events only, outside of when.`,
          { file: scope.cls.syntax.file, at: call.at },
          {
            ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
            because: `"${state.variables[variable]!.name}" changes all the time`,
            hint: "read it inside of when, or keep it with one: when … then d = x; end when",
          },
        );
      },
    });
  }
}

/** A state, or what an equation gives by time, a state or what such gives: not a parameter of the start, nor what is decided elsewhere. */
function changesByItself({ variables, equations, b }: CompileState, wanted: VariableIndex): boolean {
  const met = new Set<VariableIndex>();
  const changes = (v: VariableIndex): boolean => {
    if (met.has(v)) return false;
    met.add(v);
    const { derivative, derivativeOf, isDiscrete } = variables[v]!;
    if (derivative >= 0 || derivativeOf >= 0) return true;
    if (isDiscrete) return false;
    const own = b.variable(v);
    const value = equations.find(({ left, right }) => left === own || right === own);
    if (value === undefined) return false;
    return contains(value.left === own ? value.right : value.left, (node) =>
      node.op === "var" ? changes(node.value) : node.op === "time" || node.op === "delay",
    );
  };
  return changes(wanted);
}

export function previous(l: Lowering, e: Expr): Expr {
  if (e.op === "num") return e;
  const held = e.op === "var" ? e : l.heldVariable(e);
  if (held.op !== "var") return held;
  l.state.preVariables.add(held.value);
  return l.b.make("pre", [], held.value, "");
}
