/** What equations and when clauses share. */
import type { Source } from "../../compile/source.ts";
import type { Equation } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { Scope } from "../model.ts";
import type { FaultPlace } from "../modelicaError.ts";
import type { CallExpression, EquationSyntax } from "../syntax/ast.ts";
import { referenceText } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { iterate } from "./evaluate.ts";
import { remembered } from "./remembered.ts";
import { argumentOf, neededArgument } from "./statements.ts";
import { messageOf } from "./strings.ts";

export interface EquationSink extends Iterable<Equation> {
  length: number;
  push(...equations: Equation[]): number;
}

/** What stands at a place of a file. */
export function sourceAt({ file, at }: FaultPlace, text: string, path: string, kind: Source["kind"]): Source {
  return { text, path, line: file.place(at).line, file: file.nameOf(at), kind };
}

export function sourceOf(scope: Scope, item: { at: number; end: number }, kind: Source["kind"] = "equation"): Source {
  const { file } = scope.cls.syntax;
  const text = file.text.slice(item.at, item.end).replace(/\s+/g, " ").trim();
  return sourceAt(
    { file, at: item.at },
    text.length > 200 ? `${text.slice(0, 200)} …` : text,
    scope.cls.root.path,
    kind,
  );
}

type ForEquation = Pick<Extract<EquationSyntax, { kind: "for" }>, "iterators" | "body">;

export function forEach(
  l: Lowering,
  { iterators, body }: ForEquation,
  scope: Scope,
  visit: (inner: Scope) => void,
): void {
  const [first, ...rest] = iterators;
  if (first === undefined) visit(scope);
  else iterate(l, first, body, scope, (inner) => forEach(l, { iterators: rest, body }, inner, visit));
}

/**
 * assert and other calls without result; `active` is the condition under which they count. Inside `when` it is true for an instant only,
 * so that a broken promise has to be remembered.
 */
export function lowerCall(
  l: Lowering,
  call: CallExpression,
  scope: Scope,
  source: Source,
  active: Expr,
  isInWhen = false,
): void {
  const name = referenceText(call.callee);
  if (name === "assert") {
    const condition = l.condition(neededArgument(call, "condition", 0, scope), scope);
    const level = argumentOf(call, "level", 2);
    const levelValue =
      level === undefined ? 2 : l.tryConstant(l.scalar(l.evaluate(level, scope), "Enumeration", level, scope));
    if (condition.op === "num" && condition.value !== 0) return;
    const holds = l.withoutEventsIn(l.b.or([l.b.not(active), condition]));
    const text = neededArgument(call, "message", 1, scope);
    const given = l.evaluate(text, scope);
    l.scalar(given, "String", text, scope);
    const message = messageOf(l, given);
    const isWarning = levelValue === 1;
    l.state.assertions.push(
      isInWhen
        ? { condition: l.b.not(remembered(l, l.b.not(holds), source)), message, source, isWarning, isEvent: true }
        : { condition: holds, message, source, isWarning },
    );
    return;
  }
  if (name.startsWith("Connections.")) return;
  l.callStatement(call, scope);
}
