/** Texts of assertions: what is known when the model is translated, and values that the run puts in. */
import type { Expr } from "../symbolic/expression.ts";

export type MessagePart = string | ShownValue | ChosenText;
export type Message = readonly MessagePart[];

export interface ShownValue {
  readonly value: Expr;
  readonly show: (value: number) => string;
}

export interface ChosenText {
  readonly condition: Expr;
  readonly whenTrue: Message;
  readonly whenFalse: Message;
}

/** With `…` for what only the run knows. */
export function knownMessage(message: Message): string {
  return message.map((part) => (typeof part === "string" ? part : "…")).join("");
}

export function messageText(message: Message, evaluate: (e: Expr) => number): string {
  return message
    .map((part): string => {
      if (typeof part === "string") return part;
      if ("value" in part) return part.show(evaluate(part.value));
      return messageText(evaluate(part.condition) !== 0 ? part.whenTrue : part.whenFalse, evaluate);
    })
    .join("");
}

/** The message with other expressions in place of its own. */
export function mapMessage(message: Message, map: (e: Expr) => Expr): Message {
  return message.map((part): MessagePart => {
    if (typeof part === "string") return part;
    if ("value" in part) return { ...part, value: map(part.value) };
    const [whenTrue, whenFalse] = [mapMessage(part.whenTrue, map), mapMessage(part.whenFalse, map)];
    return { condition: map(part.condition), whenTrue, whenFalse };
  });
}
