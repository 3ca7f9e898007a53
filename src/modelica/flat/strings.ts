/**
 * String(…): texts of known values. What is known only in the run stays an expression in the text, `$show` with the number of its format, so
 * that messages of assertions can be completed when they are told.
 */
import type { Message } from "../../compile/message.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { ScalarValue, Scope, Value } from "../model.ts";
import type { CallExpression } from "../syntax/ast.ts";
import { isScalarKind } from "../values/arrays.ts";
import { formatC, formatReal, isFormat, padded } from "../values/format.ts";
import { TypeFault } from "../values/oneType.ts";
import { text } from "../values/operators.ts";
import { isOperatorRecord } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { textOfRecord } from "./operatorRecords.ts";

export function stringOf(l: Lowering, call: CallExpression, scope: Scope): ScalarValue {
  const [first] = call.positional;
  const value = first && l.evaluate(first, scope);
  if (value?.kind === "Record" && isOperatorRecord(value.cls)) {
    const args = {
      positional: call.positional.map((item) => l.argument(item, scope)),
      named: call.named.map(({ name, value: given }) => ({ name, value: l.argument(given, scope) })),
    };
    return textOfRecord(l, value, args, call.at, scope);
  }
  if (value === undefined || !isScalarKind(value) || value.shape.length > 0)
    throw new TypeFault("String takes a number, a truth value or an enumeration");
  const option = (name: string, k: number): ScalarValue | undefined => {
    const e = call.named.find((item) => item.name === name)?.value ?? call.positional[k];
    return e === undefined ? undefined : (l.evaluate(e, scope) as ScalarValue);
  };
  const number = (name: string, kind: "Integer" | "Boolean", k: number, otherwise: number): number => {
    const given = option(name, k);
    return given === undefined ? otherwise : l.constant(l.scalar(given, kind, call, scope), call, scope);
  };
  const [e] = value.elements;
  const known = l.tryConstant(e!);
  const shown = (show: (value: number) => string): ScalarValue => {
    if (known !== undefined) return text(l.b, show(known));
    l.shows.push(show);
    return { ...text(l.b, ""), elements: [l.b.make("call", [e!], l.shows.length - 1, "$show")] };
  };
  const isReal = value.kind === "Real";
  const given = option("format", 99);
  const format = given && l.scalar(given, "String", call, scope).name;
  const second = call.positional[1] === undefined ? undefined : (l.evaluate(call.positional[1], scope) as ScalarValue);
  if (second?.kind === "String") {
    const { name } = l.scalar(second, undefined, call, scope);
    return shown(formatter(name));
  }
  if (format !== undefined) return shown(formatter(format));
  const digits = number("significantDigits", "Integer", isReal ? 1 : 99, 6);
  if (!(Number.isInteger(digits) && digits >= 1 && digits <= 100))
    throw new TypeFault(`significantDigits is a whole number from 1 to 100, not ${digits}`);
  const length = number("minimumLength", "Integer", isReal ? 2 : 1, 0);
  if (!(length <= 10_000)) throw new TypeFault(`minimumLength is 10000 at most, not ${length}`);
  const left = number("leftJustified", "Boolean", isReal ? 3 : 2, 1) !== 0;
  return shown((x) => padded(plain(value, x, digits), length, left));
}

function formatter(format: string): (x: number) => string {
  if (!isFormat(format))
    throw new TypeFault(`"${format}" is not a format of numbers, which are like those of C: ".3f", "5d", "g"`);
  return (x) => formatC(x, format);
}

function plain(value: ScalarValue, known: number, digits: number): string {
  if (value.kind === "Boolean") return known !== 0 ? "true" : "false";
  if (value.kind === "Enumeration") {
    const body = value.cls?.syntax.body;
    const name = body?.kind === "enumeration" ? body.literals[known - 1]?.name : undefined;
    return name ?? String(known);
  }
  return value.kind === "Integer" ? String(known) : formatReal(known, digits);
}

/** A text whose unknown parts are dots. */
export function knownText(value: Value): string {
  if (!isScalarKind(value)) return "";
  const show = (e: Expr): string =>
    e.op === "str" ? e.name : e.op === "call" && e.name === "$join" ? e.args.map(show).join("") : "…";
  return show(value.elements[0]!);
}

/** A text with the values that the run will know. */
export function messageOf(l: Lowering, value: Value): Message {
  if (!isScalarKind(value)) return [];
  const parts = (e: Expr): Message => {
    if (e.op === "str") return [e.name];
    if (e.op === "call" && e.name === "$join") return e.args.flatMap(parts);
    if (e.op === "call" && e.name === "$show") return [{ value: e.args[0]!, show: l.shows[e.value]! }];
    if (e.op === "call" && e.name === "$text") return [{ value: e, show: String }];
    if (e.op === "if") return [{ condition: e.args[0]!, whenTrue: parts(e.args[1]!), whenFalse: parts(e.args[2]!) }];
    return ["…"];
  };
  return parts(value.elements[0]!);
}
