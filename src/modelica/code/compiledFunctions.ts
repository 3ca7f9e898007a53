/**
 * Functions with algorithms as generated JavaScript. The text of a model never becomes code by itself: names are replaced by our own,
 * texts are literals, and everything else is written by the files beside this one. What they cannot write stays interpreted.
 */
import type { Lowering } from "../flat/context.ts";
import { functionParts, isKnown } from "../flat/functionParts.ts";
import type { ClassInstance, FunctionValue, Scope, Value } from "../model.ts";
import type { Expression, Reference } from "../syntax/ast.ts";
import { arrayFunctions } from "./arrayFunctions.ts";
import type { Datum, Item } from "./arrayRuntime.ts";
import { Calls } from "./codeCalls.ts";
import { type CodeType, NotCompilable, typeOfMember, typeOfValue } from "./codeTypes.ts";
import type { CallWriter, CodeUnit } from "./codeUnit.ts";
import type { Code, CodeScope, KnownFunction } from "./codeWriter.ts";
import { writeFunction } from "./functionWriter.ts";
import { withRecentResults } from "./recentResults.ts";
import * as scalars from "./scalarRuntime.ts";

export type Compiled = (...args: unknown[]) => Datum[];

const evaluations: Record<string, unknown> = {
  "+": (x: number, y: number) => x + y,
  "-": (x: number, y: number) => x - y,
  "*": (x: number, y: number) => x * y,
  "/": (x: number, y: number) => x / y,
  first: (x: number) => x,
  negate: (x: number) => -x,
  realText: scalars.realText,
  plainText: scalars.plainText,
  formatted: scalars.formatted,
};
const slopes: Record<string, unknown> = {};
for (const [name, fn] of Object.entries(scalars.numberFunctions)) {
  evaluations[name] = fn.evaluate;
  fn.slopes?.forEach((slope, k) => {
    slopes[`${name}${k}`] = slope;
  });
}

/** Characters of code. */
const longText = 1500;

/** All compiled functions of a model. */
export class CompiledFunctions implements CodeUnit {
  readonly l: Lowering;
  readonly calls: CallWriter = new Calls(this);
  private readonly functions: Compiled[] = [];
  private readonly kept: unknown[] = [];
  private readonly places = new Map<unknown, number>();
  private readonly known = new Map<ClassInstance, Map<string, number | NotCompilable>>();
  private readonly ids = new Map<ClassInstance, number>();
  /** Places of functions whose results follow from their arguments. */
  private readonly pure = new Set<number>();

  constructor(l: Lowering) {
    this.l = l;
  }

  /** The function for inputs of these kinds; undefined when it has to be interpreted. */
  find(cls: ClassInstance, inputs: ReadonlyMap<string, Value>, isDual: boolean): Compiled | undefined {
    try {
      const functions = new Map<string, KnownFunction>();
      for (const member of functionParts(cls).inputs) {
        const value = inputs.get(member.name);
        if (value === undefined) return undefined;
        if (value.kind === "Function") functions.set(member.name, knownFunction(value));
        else if (typeOfMember(member).rank !== value.shape.length || !agrees(typeOfMember(member), value))
          return undefined;
      }
      return this.functions[this.request(cls, functions, isDual)];
    } catch (error) {
      if (error instanceof NotCompilable) return undefined;
      throw error;
    }
  }

  request(cls: ClassInstance, functions: ReadonlyMap<string, KnownFunction>, isDual: boolean): number {
    let table = this.known.get(cls);
    if (table === undefined) {
      table = new Map();
      this.known.set(cls, table);
    }
    const key = `${isDual}${[...functions].map(([name, fn]) => `${name}:${this.signature(fn)}`).join(";")}`;
    const found = table.get(key);
    if (found instanceof NotCompilable) throw found;
    if (found !== undefined) return found;
    const place = this.functions.length;
    this.functions.push(() => {
      throw new Error("not compiled yet");
    });
    table.set(key, place);
    try {
      const text = writeFunction(this, cls, functions, isDual);
      const fn = this.compile(text);
      const count = functionParts(cls).inputs.length * (isDual ? 2 : 1);
      if (this.isPure(cls, text, place)) this.pure.add(place);
      const remembers = this.pure.has(place) && functions.size === 0 && takesNumbers(cls) && isLong(text);
      this.functions[place] = remembers ? withRecentResults(fn, count) : fn;
    } catch (error) {
      if (!(error instanceof NotCompilable)) throw error;
      table.set(key, error);
      throw error;
    }
    return place;
  }

  /** Its results follow from its arguments: neither it nor what it calls runs anything of ours, such as a generator of random numbers. */
  private isPure(cls: ClassInstance, text: string, place: number): boolean {
    const isForeign = cls.lineage.some(({ syntax: { body } }) => body.kind === "long" && body.external !== undefined);
    const called = [...text.matchAll(/\bF\[(\d+)\]/g)].map(([, number]) => Number(number));
    return !isForeign && called.every((other) => other === place || this.pure.has(other));
  }

  private compile(text: string): Compiled {
    const make = new Function("F", "K", "A", "E", "S", `"use strict"; return ${text};`);
    return make(this.functions, this.kept, arrayFunctions, evaluations, slopes) as Compiled;
  }

  private signature({ cls, given }: KnownFunction): string {
    let id = this.ids.get(cls);
    if (id === undefined) {
      id = this.ids.size;
      this.ids.set(cls, id);
    }
    return `${id}(${given.map(({ name, code }) => `${name}${code.type.kind}${code.type.rank}`).join(",")})`;
  }

  keep(value: unknown): string {
    let place = this.places.get(value);
    if (place === undefined) {
      place = this.kept.length;
      this.kept.push(value);
      this.places.set(value, place);
    }
    return `K[${place}]`;
  }

  constant(reference: Reference, s: CodeScope): Code {
    const { l } = this;
    const scope: Scope = { cls: s.cls, locals: undefined };
    const value = l.constantValue(l.evaluate(reference, scope));
    if (!isKnown(value) || value.kind === "Function") throw new NotCompilable("a value that is known in the run only");
    return this.constantCode(value);
  }

  typeRange(e: Expression, s: CodeScope): Code | undefined {
    if (e.kind === "reference" && e.parts.length === 1 && [...namesOf(s)].includes(e.parts[0]!.name)) return undefined;
    const value = this.l.typeRange(e, { cls: s.cls, locals: undefined });
    return value && this.constantCode(value);
  }

  private constantCode(value: Value): Code {
    const datum = toDatum(this.l, value);
    const type = typeOfValue(value);
    const text =
      typeof datum === "number"
        ? numberText(datum)
        : typeof datum === "string"
          ? JSON.stringify(datum)
          : this.keep(datum);
    return { text, rate: undefined, type, isFresh: false };
  }
}

function* namesOf(s: CodeScope | undefined): Generator<string> {
  for (let at = s; at !== undefined; at = at.around) yield* at.names.keys();
}

function numberText(x: number): string {
  return Object.is(x, -0) ? "-0" : x < 0 ? `(${x})` : String(x);
}

/** Single numbers. */
function takesNumbers(cls: ClassInstance): boolean {
  return functionParts(cls).inputs.every((member) => {
    const { kind, rank } = typeOfMember(member);
    return rank === 0 && (kind === "Real" || kind === "Integer" || kind === "Boolean" || kind === "Enumeration");
  });
}

/** It costs far more than to look for a result. */
function isLong(text: string): boolean {
  return text.length > longText || /\b(?:for|while) \(/.test(text);
}

/** A record has all fields of the type. */
function agrees(type: CodeType, value: Value): boolean {
  if (type.kind !== "Record") return value.kind !== "Record";
  return (
    value.kind === "Record" &&
    value.elements.every((fields) =>
      type.fields!.every((field) => {
        const item = fields.get(field.name);
        return item !== undefined && item.shape.length === field.type.rank && agrees(field.type, item);
      }),
    )
  );
}

function knownFunction({ cls, given }: FunctionValue): KnownFunction {
  return {
    cls,
    given: given.map(({ name, value }) => {
      if (value.kind === "Function") throw new NotCompilable("a function of a function");
      return { name, code: { text: "", rate: undefined, type: typeOfValue(value), isFresh: false } };
    }),
  };
}

/** A known value as generated code has it. */
export function toDatum(l: Lowering, value: Value): Datum {
  if (value.kind === "Function") throw new NotCompilable("a function as a value");
  const items =
    value.kind === "Record"
      ? value.elements.map((fields) =>
          typeOfValue(value).fields!.map((field) => {
            const item = fields.get(field.name);
            if (item === undefined) throw new NotCompilable(`no field "${field.name}"`);
            return toDatum(l, item);
          }),
        )
      : value.elements.map((e): Item => {
          if (e.op === "num") return e.value;
          if (e.op === "str") return e.name;
          if (e.op === "obj") return l.state.objects[e.value]!.value as object;
          throw new NotCompilable("a value that is known in the run only");
        });
  return value.shape.length === 0 ? items[0]! : { shape: [...value.shape], data: items };
}
