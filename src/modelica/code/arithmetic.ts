/** Operators on numbers, vectors and matrices in generated code, with their rates. */
import type { Operator } from "../syntax/ast.ts";
import { type CodeType, checkOneType, NotCompilable, scalarOf } from "./codeTypes.ts";
import type { Code, CodeWriter } from "./codeWriter.ts";
import { numberFunctions } from "./scalarRuntime.ts";

const relations: Readonly<Partial<Record<Operator, string>>> = {
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  "==": "===",
  "<>": "!==",
};

export function applyOperator(w: CodeWriter, operator: Operator, a: Code, b: Code): Code {
  const relation = relations[operator];
  if (relation !== undefined) {
    if (a.type.rank + b.type.rank > 0) throw new NotCompilable("arrays are compared");
    checkOneType([a, b]);
    return w.value(scalarOf("Boolean"), `${a.text} ${relation} ${b.text} ? 1 : 0`);
  }
  if (a.type.kind === "String" && operator === "+") return w.value(scalarOf("String"), `${a.text} + ${b.text}`);
  needNumber(a.type, operator);
  needNumber(b.type, operator);
  switch (operator) {
    case "+":
    case ".+":
      return sum(w, a, b, "+");
    case "-":
    case ".-":
      return sum(w, a, b, "-");
    case "*":
      return a.type.rank > 0 && b.type.rank > 0 ? bilinear(w, "A.times", a, b, productRank(a, b)) : times(w, a, b);
    case ".*":
      return times(w, a, b);
    case "/":
    case "./":
      return quotient(w, a, b);
    case "^":
      if (a.type.rank === 2 && b.type.rank === 0) {
        if (a.rate !== undefined) throw new NotCompilable("the power of a matrix is differentiated");
        return w.value(scalarOf("Real", 2), `A.matrixPower(${a.text}, ${b.text})`);
      }
      return power(w, a, b);
    case ".^":
      return power(w, a, b);
    default:
      throw new NotCompilable(`operator ${operator}`);
  }
}

function needNumber({ kind }: CodeType, operator: string): void {
  if (kind !== "Real" && kind !== "Integer") throw new NotCompilable(`"${operator}" of a ${kind}`);
}

function kindOf(a: Code, b: Code): "Real" | "Integer" {
  return a.type.kind === "Real" || b.type.kind === "Real" ? "Real" : "Integer";
}

function productRank(a: Code, b: Code): number {
  return a.type.rank + b.type.rank - 2;
}

/** Element by element, a number with every element. */
function pairwise(
  a: Pick<Code, "text"> & { rank: number },
  b: Pick<Code, "text"> & { rank: number },
  sign: string,
): string {
  if (a.rank + b.rank === 0) return `(${a.text} ${sign} ${b.text})`;
  return `A.map2(E["${sign}"], ${a.text}, ${b.text})`;
}

const side = (code: Code): { text: string; rank: number } => ({ text: code.text, rank: code.type.rank });
const rateSide = (text: string, rank: number): { text: string; rank: number } => ({ text, rank });

/** a ± b of rates of which one may be zero. */
function addRates(
  w: CodeWriter,
  rank: number,
  a: string | undefined,
  b: string | undefined,
  sign = "+",
): string | undefined {
  if (a === undefined && b === undefined) return undefined;
  if (b === undefined) return a;
  if (a === undefined) return sign === "+" ? b : w.temp(rank === 0 ? `-${b}` : `A.map1(E.negate, ${b})`);
  return w.temp(pairwise(rateSide(a, rank), rateSide(b, rank), sign));
}

function sum(w: CodeWriter, a: Code, b: Code, sign: "+" | "-"): Code {
  const rank = Math.max(a.type.rank, b.type.rank);
  const rate = w.isDual ? addRates(w, rank, spread(w, a, b), spread(w, b, a), sign) : undefined;
  return w.value(scalarOf(kindOf(a, b), rank), pairwise(side(a), side(b), sign), rate);
}

/** The rate of a as an array of the size of b, where b has one. */
function spread(w: CodeWriter, a: Code, b: Code): string | undefined {
  if (a.rate === undefined || a.type.rank >= b.type.rank) return a.rate;
  return w.temp(`A.map2(E.first, ${a.rate}, ${b.text})`);
}

function times(w: CodeWriter, a: Code, b: Code): Code {
  const rank = Math.max(a.type.rank, b.type.rank);
  const part = (x: string | undefined, xRank: number, y: Code): string | undefined =>
    x === undefined ? undefined : w.temp(pairwise(rateSide(x, xRank), side(y), "*"));
  const rate = w.isDual ? addRates(w, rank, part(a.rate, a.type.rank, b), part(b.rate, b.type.rank, a)) : undefined;
  return w.value(scalarOf(kindOf(a, b), rank), pairwise(side(a), side(b), "*"), rate);
}

function quotient(w: CodeWriter, a: Code, b: Code): Code {
  const rank = Math.max(a.type.rank, b.type.rank);
  const text = w.temp(pairwise(side(a), side(b), "/"));
  let rate: string | undefined;
  if (w.isDual && (a.rate !== undefined || b.rate !== undefined)) {
    const shrink =
      b.rate === undefined ? undefined : w.temp(pairwise(rateSide(text, rank), rateSide(b.rate, b.type.rank), "*"));
    const above = addRates(w, rank, spread(w, a, b), shrink, "-")!;
    rate = w.temp(pairwise(rateSide(above, rank), side(b), "/"));
  }
  return w.value(scalarOf("Real", rank), text, rate);
}

function power(w: CodeWriter, a: Code, b: Code): Code {
  if (b.text === "2" && b.rate === undefined) return { ...times(w, a, a), type: scalarOf("Real", a.type.rank) };
  return callNumberFunction(w, "pow", [a, b]);
}

/** f(a, b) with f(ra, b) + f(a, rb). */
export function bilinear(w: CodeWriter, f: string, a: Code, b: Code, rank: number): Code {
  const rate = w.isDual
    ? addRates(w, rank, a.rate && w.temp(`${f}(${a.rate}, ${b.text})`), b.rate && w.temp(`${f}(${a.text}, ${b.rate})`))
    : undefined;
  return w.value(scalarOf(kindOf(a, b), rank), `${f}(${a.text}, ${b.text})`, rate);
}

/** f(a) with f(ra). */
export function linear(w: CodeWriter, f: string, a: Code, type: CodeType, ...rest: string[]): Code {
  const more = rest.map((item) => `, ${item}`).join("");
  return w.value(type, `${f}(${a.text}${more})`, a.rate && `${f}(${a.rate}${more})`);
}

export function negated(w: CodeWriter, a: Code): Code {
  needNumber(a.type, "-");
  const text = (x: string): string => (a.type.rank === 0 ? `-${x}` : `A.map1(E.negate, ${x})`);
  return w.value(a.type, text(a.text), a.rate && text(a.rate));
}

/** sin, atan2, min … of numbers, or element by element. */
export function callNumberFunction(w: CodeWriter, name: string, args: readonly Code[]): Code {
  const fn = numberFunctions[name]!;
  if (args.length !== fn.arguments) throw new NotCompilable(`${name} with ${args.length} arguments`);
  for (const arg of args) needNumber(arg.type, name);
  const rank = Math.max(...args.map(({ type }) => type.rank));
  const isReal = args.some(({ type }) => type.kind === "Real");
  const kind = fn.result === "same" ? (isReal ? "Real" : "Integer") : fn.result;
  const texts = args.map(({ text }) => text);
  const call = (f: string): string =>
    rank === 0 ? `${f}(${texts.join(", ")})` : `A.map${args.length}(${f}, ${texts.join(", ")})`;
  const widest = args.find(({ type }) => type.rank === rank)!;
  let rate: string | undefined;
  if (w.isDual && fn.slopes !== undefined)
    args.forEach((arg, k) => {
      const own = spread(w, arg, widest);
      if (own === undefined) return;
      const part = w.temp(pairwise(rateSide(call(`S.${name}${k}`), rank), rateSide(own, rank), "*"));
      rate = addRates(w, rank, rate, part);
    });
  return w.value(scalarOf(kind, rank), call(`E.${name}`), rate);
}
