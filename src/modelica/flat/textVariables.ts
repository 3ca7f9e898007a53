/**
 * String variables. A text has no place among the numbers of a run: a variable stands for the text of its equation, with the values that
 * the run will know in it, and is seen in messages of assertions.
 *
 *     s = "x = " + String(x)              s is that text
 *     when c then s = "at " + String(time); end when
 *                                         s is one of the texts, chosen by a discrete Integer, of values that the event kept
 */
import type { Message } from "../../compile/message.ts";
import type { Source } from "../../compile/source.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import type { ComponentNode, ScalarValue } from "../model.ts";
import { isScalarKind } from "../values/arrays.ts";
import { sizeOf } from "../values/value.ts";
import { attribute, bindingValue, fitted } from "./bindings.ts";
import type { Lowering } from "./context.ts";
import { messageOf } from "./strings.ts";

export function textVariable(l: Lowering, node: ComponentNode): ScalarValue {
  const bound = bindingValue(l, node);
  if (bound !== undefined) return fitted(bound, node, node.binding, "The value");
  const elements = Array.from({ length: sizeOf(node.shape) }, () => {
    l.texts.push(undefined);
    return l.b.make("call", [], l.texts.length - 1, "$text");
  });
  const start = attribute(l, node, "start")?.value;
  if (start !== undefined && isScalarKind(start))
    elements.forEach(({ value }, i) =>
      l.startTexts.set(value, start.elements[Math.min(i, start.elements.length - 1)]!),
    );
  return { kind: "String", shape: node.shape, elements, cls: undefined };
}

const isOpen = (l: Lowering, e: Expr): boolean =>
  e.op === "call" && e.name === "$text" && l.texts[e.value] === undefined;

/** An equation between texts gives a variable its text; false when none of the two is a variable without one. */
export function defineText(l: Lowering, left: Expr, right: Expr): boolean {
  const target = isOpen(l, left) ? left : isOpen(l, right) ? right : undefined;
  if (target === undefined) return left === right;
  l.texts[target.value] = target === left ? right : left;
  return true;
}

/** A text that an event gives: its values are kept until the next. */
export interface TextAtEvent {
  readonly active: Expr;
  readonly text: Expr;
}

export function defineTextAtEvents(l: Lowering, target: Expr, list: readonly TextAtEvent[], source: Source): boolean {
  if (!isOpen(l, target)) return false;
  const { b, state } = l;
  const hold = (name: string, type: "real" | "integer", values: readonly { active: Expr; value: Expr }[]): Expr => {
    const variable: VariableIndex = l.newVariable(name, type, true);
    state.variables[variable]!.start = b.zero;
    state.preVariables.add(variable);
    let value: Expr = b.make("pre", [], variable, "");
    for (const item of [...values].reverse()) value = b.conditional(item.active, l.withoutEventsIn(item.value), value);
    l.define(variable, value, source);
    return b.variable(variable);
  };
  const kept = (e: Expr, active: Expr): Expr => {
    if (e.op === "call" && e.name === "$show")
      return b.make("call", [hold("shown", "real", [{ active, value: e.args[0]! }])], e.value, "$show");
    if (e.op === "call" && e.name === "$join")
      return b.make(
        "call",
        e.args.map((arg) => kept(arg, active)),
        0,
        "$join",
      );
    if (e.op !== "if") return e;
    const [condition, first, second] = e.args as [Expr, Expr, Expr];
    const truth = hold("chosen", "integer", [{ active, value: b.conditional(condition, b.one, b.zero) }]);
    return b.make("if", [b.relation("ne", truth, b.zero), kept(first, active), kept(second, active)], 0, "");
  };
  const which = hold(
    "text",
    "integer",
    list.map(({ active }, i) => ({ active, value: b.num(i + 1) })),
  );
  let text = l.startTexts.get(target.value) ?? b.make("str", [], 0, "");
  list.forEach(({ active, text: given }, i) => {
    text = b.make("if", [b.relation("eq", which, b.num(i + 1)), kept(given, active), text], 0, "");
  });
  l.texts[target.value] = text;
  return true;
}

/** Messages in which variables stand, once all equations were read. */
export function finishMessages(l: Lowering): void {
  const { assertions } = l.state;
  const finished = (message: Message, depth: number): Message =>
    message.flatMap((part): Message => {
      if (typeof part === "string") return [part];
      if ("condition" in part)
        return [{ ...part, whenTrue: finished(part.whenTrue, depth), whenFalse: finished(part.whenFalse, depth) }];
      const { value } = part;
      if (value.op !== "call" || value.name !== "$text") return [part];
      const text = l.texts[value.value] ?? l.startTexts.get(value.value);
      if (text === undefined || depth > l.texts.length) return [];
      return finished(messageOf(l, { kind: "String", shape: [], elements: [text], cls: undefined }), depth + 1);
    });
  assertions.forEach((assertion, i) => {
    assertions[i] = { ...assertion, message: finished(assertion.message, 0) };
  });
}
