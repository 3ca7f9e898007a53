/** Functions that the language predefines, in generated code. */
import type { CallExpression, Expression } from "../syntax/ast.ts";
import { bilinear, callNumberFunction, linear } from "./arithmetic.ts";
import { type CodeType, NotCompilable, scalarOf } from "./codeTypes.ts";
import type { CodeUnit } from "./codeUnit.ts";
import type { Code, CodeScope, CodeWriter } from "./codeWriter.ts";
import { writeExpression, writeLoop } from "./expressions.ts";
import { numberFunctions } from "./scalarRuntime.ts";

const largest = "1.7976931348623157e308";

export function writeBuiltIn(u: CodeUnit, w: CodeWriter, name: string, call: CallExpression, s: CodeScope): Code {
  if (call.iterators.length > 0) return reduction(u, w, name, call, s);
  const written = new Map<number, Code>();
  const arg = (k: number): Code => {
    const e = call.positional[k];
    if (e === undefined) throw new NotCompilable(`"${name}" lacks an argument`);
    const code = written.get(k) ?? writeExpression(u, w, e, s);
    written.set(k, code);
    return code;
  };
  /** Others are refused where calls are computed without generated code. */
  const whole = (code: Code): string => {
    if (code.type.kind !== "Integer") throw new NotCompilable(`"${name}" of a ${code.type.kind}`);
    return code.text;
  };
  const numbers = (code: Code): Code => {
    if (code.type.kind !== "Integer" && code.type.kind !== "Real")
      throw new NotCompilable(`"${name}" of a ${code.type.kind}`);
    return code;
  };
  const all = (from = 0): Code[] => call.positional.slice(from).map((e) => writeExpression(u, w, e, s));
  const real = (rank: number): CodeType => scalarOf("Real", rank);
  const isExtremum = name === "min" || name === "max";
  if (isExtremum && call.positional.length === 1) return extremum(w, name, arg(0));
  if (name !== "pow" && Object.hasOwn(numberFunctions, name)) {
    const args = all();
    if (args.some(({ type }) => type.kind === "Enumeration" || type.kind === "Boolean")) throw new NotCompilable(name);
    return callNumberFunction(w, name, args);
  }
  switch (name) {
    case "noEvent":
    case "pure":
      return arg(0);
    case "smooth":
      return arg(1);
    case "Integer":
      if (arg(0).type.kind !== "Enumeration") throw new NotCompilable(`"Integer" of a ${arg(0).type.kind}`);
      return { ...arg(0), type: scalarOf("Integer", arg(0).type.rank) };
    case "Real":
      return { ...arg(0), type: real(arg(0).type.rank) };
    case "Boolean":
      return { ...arg(0), type: scalarOf("Boolean", arg(0).type.rank) };
    case "String":
      return textOf(u, w, call, s);
    case "size": {
      const array = arg(0);
      if (array.type.rank === 0) throw new NotCompilable("the size of a number");
      if (call.positional.length === 1) return w.value(scalarOf("Integer", 1), `A.sizes(${array.text})`);
      return w.value(scalarOf("Integer"), `A.sizeAt(${array.text}, ${whole(arg(1))})`);
    }
    case "ndims":
      return { text: String(arg(0).type.rank), rate: undefined, type: scalarOf("Integer"), isFresh: true };
    case "scalar":
      return linear(w, "A.reshape", arg(0), { ...arg(0).type, rank: 0 }, "0");
    case "vector":
      return linear(w, "A.reshape", arg(0), { ...arg(0).type, rank: 1 }, "1");
    case "matrix":
      return linear(w, "A.reshape", arg(0), { ...arg(0).type, rank: 2 }, "2");
    case "zeros":
    case "ones": {
      const sizes = all();
      const texts = sizes.map(whole).join(", ");
      return w.value(scalarOf("Integer", sizes.length), `A.filled(${name === "zeros" ? 0 : 1}, ${texts})`);
    }
    case "fill": {
      const [item, ...sizes] = all() as [Code, ...Code[]];
      const type = { ...item.type, rank: item.type.rank + sizes.length };
      return linear(w, "A.filled", item, type, ...sizes.map(whole));
    }
    case "identity":
      return w.value(scalarOf("Integer", 2), `A.identity(${whole(arg(0))})`);
    case "diagonal":
      return linear(w, "A.diagonal", arg(0), { ...arg(0).type, rank: 2 });
    case "linspace": {
      const [from, to] = [numbers(arg(0)), numbers(arg(1))];
      const n = whole(arg(2));
      const rate = from.rate ?? to.rate;
      return w.value(
        real(1),
        `A.linspace(${from.text}, ${to.text}, ${n})`,
        rate && `A.linspace(${w.rateOf(from)}, ${w.rateOf(to)}, ${n})`,
      );
    }
    case "transpose":
      return linear(w, "A.transpose", arg(0), arg(0).type);
    case "symmetric":
      return linear(w, "A.symmetric", arg(0), arg(0).type);
    case "skew":
      return linear(w, "A.skew", numbers(arg(0)), real(2));
    case "outerProduct":
      return bilinear(w, "A.outerProduct", numbers(arg(0)), numbers(arg(1)), 2);
    case "cross":
      return bilinear(w, "A.cross", numbers(arg(0)), numbers(arg(1)), 1);
    case "sum": {
      const x = arg(0);
      if (x.type.kind === "Record" || x.type.rank === 0) throw new NotCompilable("a sum of records");
      numbers(x);
      return linear(w, "A.sum", x, { ...x.type, rank: 0 });
    }
    case "product": {
      const x = numbers(arg(0));
      return w.value({ ...x.type, rank: 0 }, `A.product(${x.text})`, x.rate && `A.productRate(${x.text}, ${x.rate})`);
    }
    case "cat": {
      const [dimension, ...items] = all() as [Code, ...Code[]];
      if (!/^\d+$/.test(dimension.text)) throw new NotCompilable("cat along a dimension that is not known");
      const kind = items.some(({ type }) => type.kind === "Real") ? "Real" : items[0]!.type.kind;
      const text = (part: (item: Code) => string): string =>
        `A.concatenate(${Number(dimension.text) - 1}, ${items.map(part).join(", ")})`;
      const rate = items.some((item) => item.rate !== undefined) ? text((item) => w.rateOf(item)) : undefined;
      return w.value(
        { ...items[0]!.type, kind },
        text((item) => item.text),
        rate,
      );
    }
    default:
      throw new NotCompilable(`"${name}"`);
  }
}

function extremum(w: CodeWriter, name: "min" | "max", x: Code): Code {
  if (x.type.rank === 0) return x;
  const value = w.temp(`A.${name === "min" ? "least" : "greatest"}(${x.text})`);
  return w.value({ ...x.type, rank: 0 }, value, x.rate && `A.rateAt(${x.text}, ${value}, ${x.rate})`);
}

/** sum(e for i in r) and its relatives. */
function reduction(u: CodeUnit, w: CodeWriter, name: string, call: CallExpression, s: CodeScope): Code {
  const start = { sum: "0", product: "1", min: largest, max: `-${largest}` }[name];
  if (start === undefined) throw new NotCompilable(`"${name}" with iterators`);
  const [total, rate] = [w.newName(), w.newName()];
  w.line(`let ${total} = ${start}, ${rate} = 0;`);
  let kind: CodeType["kind"] = "Real";
  let changes = false;
  const nest = (k: number, at: CodeScope): void => {
    const iterator = call.iterators[k];
    if (iterator !== undefined) {
      writeLoop(u, w, iterator, call.positional[0]!, at, (inner) => nest(k + 1, inner));
      return;
    }
    const code = writeExpression(u, w, call.positional[0]!, at);
    if (code.type.rank > 0 || code.type.kind === "Record") throw new NotCompilable("a sum of arrays");
    kind = code.type.kind;
    changes = code.rate !== undefined;
    const own = w.rateOf(code);
    if (name === "sum" || name === "product") {
      const sign = name === "sum" ? "+" : "*";
      if (changes)
        w.line(`${rate} = ${name === "sum" ? `${rate} + ${own}` : `${rate}*${code.text} + ${total}*${own}`};`);
      w.line(`${total} = ${total} ${sign} ${code.text};`);
    } else
      w.line(`if (${code.text} ${name === "min" ? "<" : ">"} ${total}) { ${total} = ${code.text}; ${rate} = ${own}; }`);
  };
  nest(0, s);
  return { text: total, rate: w.isDual && changes ? rate : undefined, type: { kind, rank: 0 }, isFresh: true };
}

function textOf(u: CodeUnit, w: CodeWriter, call: CallExpression, s: CodeScope): Code {
  const value = writeExpression(u, w, call.positional[0]!, s);
  const { kind } = value.type;
  const option = (name: string, k: number, otherwise: string): string => {
    const e: Expression | undefined = call.named.find((item) => item.name === name)?.value ?? call.positional[k];
    return e === undefined ? otherwise : writeExpression(u, w, e, s).text;
  };
  const text = (code: string): Code => w.value(scalarOf("String"), code);
  const second = call.positional[1];
  const format =
    call.named.find(({ name }) => name === "format")?.value ?? (second?.kind === "string" ? second : undefined);
  if (format !== undefined) return text(`E.formatted(${value.text}, ${writeExpression(u, w, format, s).text})`);
  const isReal = kind === "Real";
  const length = option("minimumLength", isReal ? 2 : 1, "0");
  const left = option("leftJustified", isReal ? 3 : 2, "1");
  if (isReal) return text(`E.realText(${value.text}, ${option("significantDigits", 1, "6")}, ${length}, ${left})`);
  if (kind === "Integer") return text(`E.plainText(String(${value.text}), ${length}, ${left})`);
  if (kind === "Boolean") return text(`E.plainText(${value.text} ? "true" : "false", ${length}, ${left})`);
  const body = value.type.cls?.syntax.body;
  if (body?.kind !== "enumeration") throw new NotCompilable("the text of an enumeration");
  const names = u.keep(body.literals.map((literal) => literal.name));
  return text(`E.plainText(${names}[${value.text} - 1], ${length}, ${left})`);
}
