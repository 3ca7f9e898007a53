/** Conditions of `if`, `while` and `assert`: one truth value, neither a number nor an array. */
import type { ClassInstance, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { Expression } from "../syntax/ast.ts";
import { article } from "../values/oneType.ts";

/** Refuses what is not one truth value; `where` is the class whose text has the condition. */
export function checkCondition(kind: Value["kind"], dimensions: number, e: Expression, where: ClassInstance): void {
  checkTruth(kind, e, where);
  if (dimensions === 0) return;
  throw modelicaError("E-MODELICA-TYPE", "A condition is one truth value.", placeOf(e, where), {
    ...pathOf(where),
    because: `it is an array of ${dimensions} dimension${dimensions === 1 ? "" : "s"}`,
    hint: "write it without brackets, or choose an element of the array",
  });
}

/** Refuses what is neither a truth value nor an array of them: conditions, and operands of `and`, `or` and `not`. */
export function checkTruth(kind: Value["kind"], e: Expression, where: ClassInstance): void {
  if (kind === "Boolean") return;
  throw modelicaError("E-MODELICA-TYPE", "A truth value is expected.", placeOf(e, where), {
    ...pathOf(where),
    because: `the expression is ${article(kind)}`,
    hint: kind === "Real" || kind === "Integer" ? "write a relation, such as x > 0" : "write a relation",
  });
}

function placeOf({ at }: Expression, { syntax: { file } }: ClassInstance): Parameters<typeof modelicaError>[2] {
  return { file, at };
}

function pathOf({ root: { path } }: ClassInstance): { path?: string } {
  return path === "" ? {} : { path };
}
