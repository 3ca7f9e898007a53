/** String(…): texts of known values; what is known only in the run keeps its place in the text. */
import type { ScalarValue, Scope, Value } from "../model.ts";
import type { CallExpression } from "../syntax/ast.ts";
import { isScalarKind } from "../values/arrays.ts";
import { formatC, formatReal, padded } from "../values/format.ts";
import { TypeFault, text } from "../values/operators.ts";
import type { Lowering } from "./context.ts";

export function stringOf(l: Lowering, call: CallExpression, scope: Scope): ScalarValue {
  const [first] = call.positional;
  const value = first && l.evaluate(first, scope);
  if (value === undefined || !isScalarKind(value) || value.shape.length > 0)
    throw new TypeFault("String takes a number, a truth value or an enumeration");
  const option = (name: string, k: number): ScalarValue | undefined => {
    const e = call.named.find((item) => item.name === name)?.value ?? call.positional[k];
    return e === undefined ? undefined : (l.evaluate(e, scope) as ScalarValue);
  };
  const number = (name: string, k: number, otherwise: number): number => {
    const given = option(name, k);
    return given === undefined ? otherwise : l.constant(l.scalar(given, undefined, call, scope), call, scope);
  };
  const [e] = value.elements;
  const known = l.tryConstant(e!);
  if (known === undefined) return text(l.b, "…");
  const isReal = value.kind === "Real";
  const format = option("format", 99)?.elements[0]?.name;
  const second = call.positional[1] === undefined ? undefined : (l.evaluate(call.positional[1], scope) as ScalarValue);
  if (second?.kind === "String") return text(l.b, formatC(known, l.scalar(second, undefined, call, scope).name));
  if (format !== undefined) return text(l.b, formatC(known, format));
  const digits = number("significantDigits", isReal ? 1 : 99, 6);
  if (!(Number.isInteger(digits) && digits >= 1 && digits <= 100))
    throw new TypeFault(`significantDigits is a whole number from 1 to 100, not ${digits}`);
  const length = number("minimumLength", isReal ? 2 : 1, 0);
  if (!(length <= 10_000)) throw new TypeFault(`minimumLength is 10000 at most, not ${length}`);
  const left = number("leftJustified", isReal ? 3 : 2, 1) !== 0;
  return text(l.b, padded(plain(value, known, digits), length, left));
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
  const show = (e: ScalarValue["elements"][number]): string =>
    e.op === "str" ? e.name : e.op === "call" && e.name === "$join" ? e.args.map(show).join("") : "…";
  return show(value.elements[0]!);
}
