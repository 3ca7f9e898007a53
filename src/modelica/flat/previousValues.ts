/** pre(x), edge(x) and change(x): values before an event. */
import type { Expr } from "../../symbolic/expression.ts";
import type { ScalarValue, Scope } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { CallExpression } from "../syntax/ast.ts";
import type { Lowering } from "./context.ts";

/** Between events pre(x) would be x at the last one: outside of when x changes at events only. */
export function wantDiscrete(l: Lowering, name: string, value: ScalarValue, call: CallExpression, scope: Scope): void {
  for (const e of value.elements) {
    if (e.op !== "var") continue;
    const { state } = l;
    state.wantedDiscrete.push({
      variable: e.value,
      refuse: () =>
        modelicaError(
          "E-MODELICA-TYPE",
          `"${name}" takes what changes at events only, outside of when.`,
          { file: scope.cls.syntax.file, at: call.at },
          {
            ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
            because: `"${state.variables[e.value]!.name}" changes all the time`,
            hint: "read it inside of when, or keep it with one: when … then d = x; end when",
          },
        ),
    });
  }
}

export function previous(l: Lowering, e: Expr): Expr {
  if (e.op === "num") return e;
  const held = e.op === "var" ? e : l.heldVariable(e);
  if (held.op !== "var") return held;
  l.state.preVariables.add(held.value);
  return l.b.make("pre", [], held.value, "");
}
