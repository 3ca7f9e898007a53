/**
 * Expressions of functions as generated code.
 *
 * Length   the writers of all kinds of expressions call each other
 */
import { checkCondition, checkTruth } from "../flat/conditions.ts";
import type { Expression, Iterator, LoopBody, Reference } from "../syntax/ast.ts";
import { applyOperator, negated } from "./arithmetic.ts";
import { cellIndex } from "./cells.ts";
import { type CodeType, checkOneType, hasRate, NotCompilable, scalarOf } from "./codeTypes.ts";
import type { CodeUnit } from "./codeUnit.ts";
import { type Code, type CodeScope, type CodeWriter, type Entry, findEntry } from "./codeWriter.ts";

export function writeExpression(u: CodeUnit, w: CodeWriter, e: Expression, s: CodeScope): Code {
  const inner = (item: Expression): Code => writeExpression(u, w, item, s);
  switch (e.kind) {
    case "number":
      return literal(String(e.value), e.isInteger ? "Integer" : "Real");
    case "string":
      return literal(JSON.stringify(e.value), "String");
    case "boolean":
      return literal(e.value ? "1" : "0", "Boolean");
    case "reference":
      return writeReference(u, w, e, s);
    case "call": {
      const [first] = u.calls.write(w, e, s, 1);
      if (first === undefined) throw new NotCompilable("a call without result");
      return first;
    }
    case "array":
      return stacked(w, e.items.map(inner));
    case "comprehension":
      return comprehension(u, w, e.body, e.iterators, s);
    case "matrix":
      return matrix(
        w,
        e.rows.map((row) => row.map(inner)),
      );
    case "range": {
      const [from, to] = [inner(e.from), inner(e.to)];
      checkOneType([from, to]);
      const step = e.step === undefined ? undefined : inner(e.step);
      const isReal = [from, to, step].some((part) => part?.type.kind === "Real");
      return w.value(
        scalarOf(isReal ? "Real" : "Integer", 1),
        `A.range(${from.text}, ${step?.text ?? "1"}, ${to.text})`,
      );
    }
    case "binary":
      if (e.operator === "and" || e.operator === "or") return logic(u, w, e.operator, e.left, e.right, s);
      {
        const [left, right] = [inner(e.left), inner(e.right)];
        if (left.type.kind === "Record" || right.type.kind === "Record")
          return u.calls.operator(w, e.operator, [left, right], s);
        return applyOperator(w, e.operator, left, right);
      }
    case "unary": {
      if (e.operator === "not") return w.value(scalarOf("Boolean"), `${truthText(u, w, e.operand, s)} ? 0 : 1`);
      const value = inner(e.operand);
      if (e.operator === "+" || e.operator === ".+") return value;
      return value.type.kind === "Record" ? u.calls.operator(w, "-", [value], s) : negated(w, value);
    }
    case "if":
      return conditional(u, w, e, s);
    case "indexed":
      return writeSubscripts(u, w, inner(e.base), e.subscripts, s);
    case "end":
      if (s.end === undefined) throw new NotCompilable("end outside subscripts");
      return literal(s.end, "Integer");
    default:
      throw new NotCompilable(e.kind);
  }
}

function literal(text: string, kind: "Integer" | "Real" | "String" | "Boolean"): Code {
  return { text, rate: undefined, type: scalarOf(kind), isFresh: true };
}

function stacked(w: CodeWriter, items: readonly Code[]): Code {
  const [first] = items;
  if (first === undefined) throw new NotCompilable("an empty array without type");
  checkOneType(items);
  const isReal = items.some(({ type }) => type.kind === "Real");
  const type: CodeType = { ...first.type, kind: isReal ? "Real" : first.type.kind, rank: first.type.rank + 1 };
  const rate = items.some((item) => item.rate !== undefined)
    ? `A.stack([${items.map((item) => w.ownRate(item)).join(", ")}])`
    : undefined;
  const kept = (item: Code): string => (item.type.kind === "Record" ? w.own(item) : item.text);
  return w.value(type, `A.stack([${items.map(kept).join(", ")}])`, rate);
}

/** [a, b; c, d] */
function matrix(w: CodeWriter, rows: readonly (readonly Code[])[]): Code {
  const all = rows.flat();
  checkOneType(all);
  const rank = Math.max(2, ...all.map(({ type }) => type.rank));
  const kind = all.some(({ type }) => type.kind === "Real") ? "Real" : all[0]!.type.kind;
  const text = (part: (item: Code) => string): string => {
    const lines = rows.map(
      (row) => `A.concatenate(1, ${row.map((item) => `A.promote(${part(item)}, ${rank})`).join(", ")})`,
    );
    return `A.concatenate(0, ${lines.join(", ")})`;
  };
  const rate = all.some((item) => item.rate !== undefined) ? text((item) => w.rateOf(item)) : undefined;
  return w.value(
    { ...all[0]!.type, kind, rank },
    text((item) => item.text),
    rate,
  );
}

export function conditionText(u: CodeUnit, w: CodeWriter, e: Expression, s: CodeScope): string {
  const { text, type } = writeExpression(u, w, e, s);
  checkCondition(type.kind, type.rank, e, s.cls);
  return text;
}

/** An operand of and, or, not: arrays of truth values are for the interpreter. */
function truthText(u: CodeUnit, w: CodeWriter, e: Expression, s: CodeScope): string {
  const { text, type } = writeExpression(u, w, e, s);
  checkTruth(type.kind, e, s.cls);
  if (type.rank > 0) throw new NotCompilable("logic of arrays");
  return text;
}

function logic(u: CodeUnit, w: CodeWriter, operator: "and" | "or", a: Expression, b: Expression, s: CodeScope): Code {
  const name = w.newName();
  w.line(`let ${name} = ${truthText(u, w, a, s)};`);
  w.block(`if (${operator === "and" ? "" : "!"}${name})`, () => {
    w.line(`${name} = ${truthText(u, w, b, s)};`);
  });
  return { text: name, rate: undefined, type: scalarOf("Boolean"), isFresh: true };
}

function conditional(u: CodeUnit, w: CodeWriter, e: Extract<Expression, { kind: "if" }>, s: CodeScope): Code {
  const [text, rate] = [w.newName(), w.newName()];
  w.line(`let ${text}, ${rate};`);
  let type: CodeType | undefined;
  let rates = false;
  const branch = (value: Expression): void => {
    const code = writeExpression(u, w, value, s);
    checkOneType([{ type: type ?? code.type }, code]);
    if (type === undefined) type = code.type;
    else if (code.type.kind === "Real" && type.kind === "Integer") type = { ...type, kind: "Real" };
    if (type.rank !== code.type.rank) throw new NotCompilable("branches of different dimensions");
    w.line(`${text} = ${w.own(code)};`);
    if (w.isDual && hasRate(code.type)) {
      rates = true;
      w.line(`${rate} = ${w.ownRate(code)};`);
    } else if (w.isDual && type.rank === 0 && type.kind === "Integer") w.line(`${rate} = 0;`);
  };
  const from = (k: number): void => {
    const item = e.branches[k];
    if (item === undefined) {
      branch(e.otherwise);
      return;
    }
    const condition = conditionText(u, w, item.condition, s);
    w.block(`if (${condition})`, () => branch(item.value));
    w.block("else", () => from(k + 1));
  };
  from(0);
  return { text, rate: rates ? rate : undefined, type: type!, isFresh: true };
}

function comprehension(
  u: CodeUnit,
  w: CodeWriter,
  body: Expression,
  iterators: readonly Iterator[],
  s: CodeScope,
): Code {
  // the last iterator is the first dimension
  const last = iterators[iterators.length - 1]!;
  const rest = iterators.slice(0, -1);
  const [list, rates] = [w.newName(), w.newName()];
  w.line(`const ${list} = [];`);
  if (w.isDual) w.line(`const ${rates} = [];`);
  let type: CodeType | undefined;
  writeLoop(u, w, last, body, s, (inner) => {
    const code = rest.length === 0 ? writeExpression(u, w, body, inner) : comprehension(u, w, body, rest, inner);
    type = code.type;
    w.line(`${list}.push(${w.own(code)});`);
    if (w.isDual && hasRate(type)) w.line(`${rates}.push(${w.ownRate(code)});`);
  });
  return w.value({ ...type!, rank: type!.rank + 1 }, `A.stack(${list})`, `A.stack(${rates})`);
}

/** A loop over the values of an iterator. */
export function writeLoop(
  u: CodeUnit,
  w: CodeWriter,
  { name, range }: Iterator,
  body: LoopBody,
  s: CodeScope,
  visit: (inner: CodeScope) => void,
  label = "",
): void {
  const i = w.newName();
  const inside = (text: string, type: CodeType): void => {
    const code: Code = { text, rate: undefined, type, isFresh: false };
    visit({
      cls: s.cls,
      names: new Map<string, Entry>([[name, { code }]]),
      around: s,
      ...(s.end !== undefined && { end: s.end }),
    });
  };
  if (range === undefined) {
    const size = impliedSize(u, w, name, body, s);
    w.block(`${label}for (let ${i} = 1; ${i} <= ${size}; ${i}++)`, () => inside(i, scalarOf("Integer")));
    return;
  }
  if (range.kind === "range") {
    const [from, to] = [writeExpression(u, w, range.from, s), writeExpression(u, w, range.to, s)];
    checkOneType([from, to]);
    const step = range.step === undefined ? undefined : writeExpression(u, w, range.step, s);
    const isReal = [from, to, step].some((part) => part?.type.kind === "Real");
    if (step === undefined && !isReal) {
      // the bound counts as it is before the loop
      const [first, bound] = [w.newName(), w.newName()];
      w.line(`const ${first} = ${from.text}, ${bound} = ${to.text};`);
      w.block(`${label}for (let ${i} = ${first}; ${i} <= ${bound}; ${i}++)`, () => inside(i, from.type));
      return;
    }
    const [start, stride, count] = [w.newName(), w.newName(), w.newName()];
    w.line(`const ${start} = ${from.text}, ${stride} = ${step?.text ?? "1"};`);
    w.line(`const ${count} = A.rangeCount(${start}, ${stride}, ${to.text});`);
    w.block(`${label}for (let ${i} = 0; ${i} < ${count}; ${i}++)`, () => {
      inside(w.temp(`${start} + ${i}*${stride}`), scalarOf(isReal ? "Real" : "Integer"));
    });
    return;
  }
  const values = u.typeRange(range, s) ?? writeExpression(u, w, range, s);
  if (values.type.rank !== 1) throw new NotCompilable("a loop over a matrix");
  const whole = w.newName();
  w.line(`const ${whole} = ${values.text};`);
  if (values.rate !== undefined) throw new NotCompilable("a loop over values that change");
  w.block(`${label}for (let ${i} = 0; ${i} < ${whole}.data.length; ${i}++)`, () =>
    inside(w.temp(`${whole}.data[${i}]`), { ...values.type, rank: 0 }),
  );
}

/** How far an iterator without range goes: the size of the array that it indexes. */
function impliedSize(u: CodeUnit, w: CodeWriter, name: string, body: LoopBody, s: CodeScope): string {
  let found: string | undefined;
  const visit = (e: unknown): void => {
    if (found !== undefined || typeof e !== "object" || e === null) return;
    if ("kind" in e && e.kind === "reference") {
      const reference = e as Reference;
      reference.parts.forEach(({ subscripts }, k) =>
        subscripts.forEach((subscript, d) => {
          const isIt =
            subscript.kind === "reference" && subscript.parts.length === 1 && subscript.parts[0]!.name === name;
          if (found !== undefined || !isIt) return;
          const parts = [...reference.parts.slice(0, k), { name: reference.parts[k]!.name, subscripts: [] }];
          found = w.temp(`${writeReference(u, w, { ...reference, parts }, s).text}.shape[${d}]`);
        }),
      );
    }
    for (const inner of Object.values(e)) visit(inner);
  };
  visit(body);
  if (found === undefined) throw new NotCompilable("an iterator without range");
  return found;
}

function writeReference(u: CodeUnit, w: CodeWriter, e: Reference, s: CodeScope): Code {
  const { parts } = e;
  const entry = e.isAbsolute ? undefined : findEntry(s, parts[0]!.name);
  if (entry !== undefined) {
    if ("cells" in entry) {
      const cell = entry.cells[cellIndex(parts[0]!.subscripts, entry.shape) ?? -1];
      if (cell === undefined) throw new NotCompilable("an array that was taken apart");
      return cell;
    }
    if (!("code" in entry)) throw new NotCompilable("a function as a value");
    if (entry.mark !== undefined) w.line(`if (!${entry.mark}) A.unassigned();`);
    return follow(u, w, writeSubscripts(u, w, entry.code, parts[0]!.subscripts, s), parts.slice(1), s);
  }
  // a constant: its part without subscripts is known now
  const subscripted = parts.findIndex(({ subscripts }) => subscripts.length > 0);
  const last = subscripted < 0 ? parts.length - 1 : subscripted;
  const base = { ...e, parts: [...parts.slice(0, last), { name: parts[last]!.name, subscripts: [] }] };
  const code = u.constant(base, s);
  return follow(u, w, writeSubscripts(u, w, code, parts[last]!.subscripts, s), parts.slice(last + 1), s);
}

function follow(u: CodeUnit, w: CodeWriter, code: Code, parts: Reference["parts"], s: CodeScope): Code {
  const [part, ...rest] = parts;
  if (part === undefined) return code;
  return follow(u, w, writeSubscripts(u, w, writeField(w, code, part.name), part.subscripts, s), rest, s);
}

export function fieldIndex(type: CodeType, name: string): number {
  const k = type.kind === "Record" ? type.fields!.findIndex((field) => field.name === name) : -1;
  if (k < 0) throw new NotCompilable(`no field "${name}"`);
  return k;
}

function writeField(w: CodeWriter, { text, rate, type }: Code, name: string): Code {
  const k = fieldIndex(type, name);
  const field = type.fields![k]!.type;
  const part = (x: string): string => (type.rank === 0 ? `${x}[${k}]` : `A.fieldOf(${x}, ${k})`);
  const code = w.value({ ...field, rank: field.rank + type.rank }, part(text), rate && part(rate));
  return { ...code, isFresh: type.rank > 0 && field.kind !== "Record" };
}

/** Subscripts as texts; null for all. */
export function subscriptTexts(
  u: CodeUnit,
  w: CodeWriter,
  base: string,
  subscripts: readonly Expression[],
  s: CodeScope,
): { text: string; isScalar: boolean }[] {
  return subscripts.map((item, k) => {
    if (item.kind === "colon") return { text: "null", isScalar: false };
    const code = writeExpression(u, w, item, { ...s, names: new Map(), around: s, end: `${base}.shape[${k}]` });
    if (code.type.rank > 1 || code.type.kind === "Real") throw new NotCompilable("a subscript is a whole number");
    return { text: code.type.kind === "Boolean" ? `(${code.text} + 1)` : code.text, isScalar: code.type.rank === 0 };
  });
}

function writeSubscripts(
  u: CodeUnit,
  w: CodeWriter,
  code: Code,
  subscripts: readonly Expression[],
  s: CodeScope,
): Code {
  if (subscripts.length === 0) return code;
  const { text, rate, type } = code;
  const list = subscriptTexts(u, w, text, subscripts, s);
  if (list.length > type.rank) throw new NotCompilable("too many subscripts");
  const place = elementPlace(w, text, type, list);
  if (place !== undefined) {
    const element = w.value({ ...type, rank: 0 }, `${text}.data[${place}]`, rate && `${rate}.data[${place}]`);
    return { ...element, isFresh: type.kind !== "Record" };
  }
  const rank = type.rank - list.filter(({ isScalar }) => isScalar).length;
  const texts = list.map((item) => item.text).join(", ");
  const part = w.value({ ...type, rank }, `A.slice(${text}, ${texts})`, rate && `A.slice(${rate}, ${texts})`);
  return { ...part, isFresh: type.kind !== "Record" };
}

/** Where the one element lies that the subscripts choose. */
export function elementPlace(
  w: CodeWriter,
  text: string,
  type: CodeType,
  list: readonly { text: string; isScalar: boolean }[],
): string | undefined {
  if (list.length !== type.rank || list.some(({ isScalar }) => !isScalar)) return undefined;
  const texts = list.map((item) => item.text).join(", ");
  if (list.length === 1) return w.temp(`A.at1(${text}, ${texts})`);
  return w.temp(list.length === 2 ? `A.at2(${text}, ${texts})` : `A.atN(${text}, [${texts}])`);
}
