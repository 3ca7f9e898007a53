/** Compiled functions as equations call them, with numbers in flat order, and as translation calls them, with known values. */
import { enumerationOf } from "../flat/classKinds.ts";
import type { Lowering } from "../flat/context.ts";
import { functionParts } from "../flat/functionParts.ts";
import type { ClassInstance, Fields, ScalarValue, Value } from "../model.ts";
import type { StatementSyntax } from "../syntax/ast.ts";
import { type Datum, type Item, isArray } from "./arrayRuntime.ts";
import { type CodeType, hasRate, typeOfMember, typeOfValue } from "./codeTypes.ts";
import { type CompiledFunctions, toDatum } from "./compiledFunctions.ts";

/** Numbers of all outputs for flat arguments; with rates, those of the outputs for arguments that are followed by their rates. */
export function compiledCall(
  compiled: CompiledFunctions,
  cls: ClassInstance,
  inputs: ReadonlyMap<string, Value>,
  total: number,
  isDual: boolean,
): ((args: readonly unknown[]) => number[]) | undefined {
  const parts = functionParts(cls);
  if (inputs.size !== parts.inputs.length) return undefined;
  const fn = compiled.find(cls, inputs, isDual);
  if (fn === undefined) return undefined;
  const values = [...inputs.values()].flatMap((value) =>
    value.kind === "Function" ? value.given.map((item) => item.value) : [value],
  );
  const readers = values.map(reader);
  const types = parts.outputs.map(typeOfMember);
  if (!isDual && types.length === total && values.every(isNumber) && types.every(isNumberType))
    return (args) => fn(...(args as readonly Item[])) as number[];
  return (args) => {
    let at = 0;
    const next = (): unknown => args[at++];
    const list = readers.map((read) => read(next));
    if (isDual) for (const read of readers) list.push(read(next));
    const results = fn(...list);
    const flat: number[] = [];
    types.forEach((type, k) => {
      if (!isDual) flatten(results[k]!, flat);
      else if (hasRate(type)) flatten(results[types.length + k]!, flat);
      else flattenZeros(results[k]!, flat);
    });
    if (flat.length !== total) throw new Error("the results have other sizes than expected");
    return flat;
  };
}

/** Such values are handed over as they are: tables are read many thousand times in a run. */
function isNumber(value: Value): boolean {
  return value.kind !== "Record" && value.kind !== "Function" && value.shape.length === 0;
}

function isNumberType({ kind, rank }: CodeType): boolean {
  return rank === 0 && (kind === "Real" || kind === "Integer" || kind === "Boolean");
}

/** What reads a value of this structure from flat arguments. */
function reader(pattern: Value): (next: () => unknown) => Datum {
  if (pattern.kind === "Record") {
    const order = typeOfValue(pattern).fields!.map(({ name }) => name);
    const records = pattern.elements.map((fields) => {
      const names = [...fields.keys()];
      const inner = [...fields.values()].map(reader);
      const places = order.map((name) => names.indexOf(name));
      return (next: () => unknown): Datum => {
        const all = inner.map((read) => read(next));
        return places.map((place) => all[place]!);
      };
    });
    if (pattern.shape.length === 0) return records[0]!;
    return (next) => ({ shape: [...pattern.shape], data: records.map((read) => read(next) as Item) });
  }
  const { shape, elements } = pattern as ScalarValue;
  if (shape.length === 0) return (next) => next() as Item;
  if (elements.length === 0) return () => ({ shape: [...shape], data: [] });
  if (elements.some(({ op }) => op === "str" || op === "obj"))
    return (next) => ({ shape: [...shape], data: elements.map(() => next() as Item) });
  return (next) => ({ shape: [...shape], data: next() as number[] });
}

function flatten(x: Datum, into: number[]): void {
  if (typeof x === "number") into.push(x);
  else if (isArray(x)) for (const item of x.data) flatten(item, into);
  else if (Array.isArray(x)) for (const field of x as readonly Datum[]) flatten(field, into);
  else into.push(Number.NaN);
}

function flattenZeros(x: Datum, into: number[]): void {
  const from = into.length;
  flatten(x, into);
  into.fill(0, from);
}

/** The results for known inputs; undefined when the function has to be interpreted, which also tells what is wrong. */
export function runCompiled(
  l: Lowering,
  compiled: CompiledFunctions,
  cls: ClassInstance,
  inputs: ReadonlyMap<string, Value>,
): readonly Value[] | undefined {
  const parts = functionParts(cls);
  const fn = compiled.find(cls, inputs, false);
  if (fn === undefined) return undefined;
  const args = [...inputs.values()].flatMap((value) =>
    value.kind === "Function" ? value.given.map((item) => toDatum(l, item.value)) : [toDatum(l, value)],
  );
  try {
    const results = fn(...args);
    const values = parts.outputs.map((member, k) => fromDatum(l, typeOfMember(member), results[k]));
    return values.some((value) => value === undefined) ? undefined : (values as Value[]);
  } catch {
    return undefined;
  }
}

function fromDatum(l: Lowering, type: CodeType, datum: Datum | undefined): Value | undefined {
  if (datum === undefined) return undefined;
  const [shape, items] = isArray(datum) ? [datum.shape, datum.data] : [[], [datum]];
  if (shape.length !== type.rank || type.kind === "Function") return undefined;
  if (type.kind === "Record") {
    const elements: Fields[] = [];
    for (const record of items as readonly (readonly Datum[])[]) {
      const fields = new Map<string, Value>();
      for (const [k, field] of type.fields!.entries()) {
        const value = fromDatum(l, field.type, record[k]);
        if (value === undefined) return undefined;
        fields.set(field.name, value);
      }
      elements.push(fields);
    }
    return { kind: "Record", shape, elements, cls: type.cls! };
  }
  const element = (item: unknown): ScalarValue["elements"][number] =>
    typeof item === "number"
      ? l.b.num(item)
      : typeof item === "string"
        ? l.b.make("str", [], 0, item)
        : l.objectLeaf(item as object);
  const cls = type.kind === "Enumeration" && type.cls !== undefined ? enumerationOf(type.cls) : undefined;
  return { kind: type.kind, shape, elements: items.map(element), cls };
}

/** Its statements contain a loop: worth compiling for one call. */
export function hasLoop(cls: ClassInstance): boolean {
  const inList = (list: readonly StatementSyntax[]): boolean =>
    list.some((statement) => {
      if (statement.kind === "for" || statement.kind === "while") return true;
      if (statement.kind !== "if") return false;
      return statement.branches.some(({ body }) => inList(body)) || inList(statement.otherwise ?? []);
    });
  return cls.lineage.some(({ syntax: { body } }) => body.kind === "long" && body.algorithms.some(inList));
}
