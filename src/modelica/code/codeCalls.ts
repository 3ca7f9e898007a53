/** Calls in generated code: functions of the library, records, and what the language predefines. */
import { tryFindClass } from "../classes/lookup.ts";
import { isBuiltInName } from "../flat/builtIns.ts";
import {
  enumerationOf,
  finalClass,
  isExternalObject,
  isFunction,
  isOperatorRecord,
  referenceText,
} from "../flat/classKinds.ts";
import { annotatedDerivative } from "../flat/derivativeAnnotation.ts";
import { functionParts } from "../flat/functionParts.ts";
import { fittingConstructor, fittingOperator } from "../flat/operatorRecords.ts";
import type { ClassInstance, Value } from "../model.ts";
import type { CallArguments, CallExpression, Expression, Operator } from "../syntax/ast.ts";
import { writeBuiltIn } from "./codeBuiltIns.ts";
import { type CodeType, hasRate, isRealThroughout, NotCompilable, typeOfClass, typeOfMember } from "./codeTypes.ts";
import type { CallWriter, CodeUnit } from "./codeUnit.ts";
import { type Code, type CodeScope, type CodeWriter, type Entry, findEntry, type KnownFunction } from "./codeWriter.ts";
import { writeExpression } from "./expressions.ts";

type Argument = { readonly code: Code } | { readonly fn: KnownFunction };
interface Given {
  readonly positional: readonly Argument[];
  readonly named: readonly { readonly name: string; readonly argument: Argument }[];
}

export class Calls implements CallWriter {
  private readonly u: CodeUnit;

  constructor(u: CodeUnit) {
    this.u = u;
  }

  write(w: CodeWriter, call: CallExpression, s: CodeScope, count: number): readonly Code[] {
    const { u } = this;
    const { callee } = call;
    const isSimple = callee.parts.length === 1 && !callee.isAbsolute;
    const local = isSimple ? findEntry(s, callee.parts[0]!.name) : undefined;
    if (local !== undefined && "fn" in local) {
      const given = this.arguments(w, call, s);
      const named = [...local.fn.given.map(({ name, code }) => ({ name, argument: { code } })), ...given.named];
      return this.callFunction(w, local.fn.cls, { ...given, named }, s, count);
    }
    const cls = tryFindClass(s.cls, callee);
    if (cls === undefined || (isSimple && cls.parent === undefined && u.l.isBuiltIn(cls.syntax))) {
      const full = referenceText(callee).replace(/^\./, "");
      if (!isBuiltInName(full)) throw new NotCompilable(`"${full}" is unknown`);
      return [writeBuiltIn(u, w, full, call, s)];
    }
    const { body } = finalClass(cls).syntax;
    if (isBuiltInName(cls.syntax.name) && body.kind === "long" && body.external?.language === "builtin")
      return [writeBuiltIn(u, w, cls.syntax.name, call, s)];
    return this.callClass(w, cls, this.arguments(w, call, s), s, count);
  }

  operator(w: CodeWriter, operator: Operator, operands: readonly Code[], s: CodeScope): Code {
    const record = operands.find(({ type }) => type.kind === "Record")!.type.cls!;
    const fn = fittingOperator(this.u.l, record, operator, operands.map(pattern));
    if (fn === undefined) throw new NotCompilable(`operator ${operator} of records`);
    return this.callFunction(w, fn, { positional: operands.map((code) => ({ code })), named: [] }, s, 1)[0]!;
  }

  private arguments(w: CodeWriter, args: CallArguments, s: CodeScope): Given {
    if (args.iterators.length > 0) throw new NotCompilable("iterators in a call");
    return {
      positional: args.positional.map((item) => this.argument(w, item, s)),
      named: args.named.map(({ name, value }) => ({ name, argument: this.argument(w, value, s) })),
    };
  }

  private argument(w: CodeWriter, e: Expression, s: CodeScope): Argument {
    if (e.kind === "partial") {
      const cls = tryFindClass(s.cls, e.callee);
      if (cls === undefined) throw new NotCompilable("an unknown function");
      const given = this.arguments(w, e.args, s).named.map(({ name, argument }) => {
        if (!("code" in argument)) throw new NotCompilable("a function of a function");
        return { name, code: argument.code };
      });
      return { fn: { cls, given } };
    }
    if (e.kind === "reference" && e.parts.every(({ subscripts }) => subscripts.length === 0)) {
      const entry = e.parts.length === 1 ? findEntry(s, e.parts[0]!.name) : undefined;
      if (entry !== undefined && "fn" in entry) return entry;
      const isLocal = findEntry(s, e.parts[0]!.name) !== undefined;
      if (!isLocal) {
        const cls = tryFindClass(s.cls, e);
        if (cls !== undefined && isFunction(cls)) return { fn: { cls, given: [] } };
      }
    }
    return { code: writeExpression(this.u, w, e, s) };
  }

  private callClass(w: CodeWriter, cls: ClassInstance, given: Given, s: CodeScope, count: number): readonly Code[] {
    if (enumerationOf(cls) !== undefined) {
      const [first] = given.positional;
      if (first === undefined || !("code" in first)) throw new NotCompilable("an enumeration without value");
      return [{ ...first.code, type: typeOfClass(cls, first.code.type.rank) }];
    }
    if (isExternalObject(cls)) throw new NotCompilable("an external object is made");
    if (isOperatorRecord(cls)) {
      const values = given.positional.map((argument) => pattern(codeOf(argument)));
      const named = given.named.map(({ name, argument }) => ({ name, value: pattern(codeOf(argument)) }));
      const maker = fittingConstructor(this.u.l, cls, values, named);
      if (maker !== undefined) return this.callFunction(w, maker, given, s, 1);
      return [this.construct(w, cls, given)];
    }
    const { restriction } = finalClass(cls).syntax;
    if (restriction === "record" || restriction === "connector") return [this.construct(w, cls, given)];
    if (!isFunction(cls)) throw new NotCompilable(`a call of the ${restriction} "${cls.qualifiedName}"`);
    return this.callFunction(w, cls, given, s, count);
  }

  /** R(a, b = 2) */
  private construct(w: CodeWriter, cls: ClassInstance, given: Given): Code {
    const type = typeOfClass(cls, 0);
    const settable = type.fields!.filter(
      ({ member }) => !member.element.isFinal && !member.isProtected && member.element.variability !== "constant",
    );
    const codes = new Map<string, Code>();
    given.positional.forEach((argument, k) => {
      if (settable[k] === undefined) throw new NotCompilable("too many fields");
      codes.set(settable[k].name, codeOf(argument));
    });
    for (const { name, argument } of given.named) codes.set(name, codeOf(argument));
    const names = new Map<string, Entry>();
    const list = type.fields!.map((field) => {
      let code = codes.get(field.name);
      if (code === undefined) {
        const { binding } = field.member.modifier;
        if (binding === undefined || binding.indices.length > 0)
          throw new NotCompilable(`"${field.name}" has no value`);
        code = writeExpression(this.u, w, binding.expression, { cls: binding.scope.cls, names, around: undefined });
      }
      if (code.type.rank !== field.type.rank) throw new NotCompilable("records of arrays");
      names.set(field.name, { code });
      return code;
    });
    const rate = list.some((code) => code.rate !== undefined)
      ? `[${list.map((code) => w.ownRate(code)).join(", ")}]`
      : undefined;
    return w.value(type, `[${list.map((code) => w.own(code)).join(", ")}]`, rate);
  }

  private callFunction(w: CodeWriter, cls: ClassInstance, given: Given, s: CodeScope, count: number): readonly Code[] {
    const { inputs, outputs } = functionParts(cls);
    const args = new Map<string, Argument>();
    given.positional.forEach((argument, k) => {
      if (inputs[k] === undefined) throw new NotCompilable("too many arguments");
      args.set(inputs[k].name, argument);
    });
    for (const { name, argument } of given.named) args.set(name, argument);
    const names = new Map<string, Entry>();
    const functions = new Map<string, KnownFunction>();
    const codes: Code[] = [];
    const wide: { shape: string; places: Set<Code> } = { shape: "", places: new Set() };
    const ordered: { name: string; code: Code }[] = [];
    for (const member of inputs) {
      let argument = args.get(member.name);
      if (argument === undefined) {
        const { binding } = member.modifier;
        if (binding === undefined || binding.indices.length > 0)
          throw new NotCompilable(`"${member.name}" has no value`);
        const isOwn = binding.scope.cls.root === cls.root;
        argument = {
          code: writeExpression(this.u, w, binding.expression, {
            cls: binding.scope.cls,
            names: isOwn ? names : new Map(),
            around: undefined,
          }),
        };
      }
      names.set(member.name, argument);
      if ("fn" in argument) {
        functions.set(member.name, argument.fn);
        codes.push(...argument.fn.given.map(({ code }) => code));
        continue;
      }
      const type = typeOfMember(member);
      const { code } = argument;
      if (code.type.rank > type.rank) {
        if (type.rank > 0) throw new NotCompilable("arrays in the place of smaller arrays");
        wide.places.add(code);
        wide.shape ||= `${code.text}.shape`;
      } else if (code.type.rank < type.rank) throw new NotCompilable("a number in the place of an array");
      codes.push(code);
      ordered.push({ name: member.name, code });
    }
    void s;
    const types = outputs.map(typeOfMember);
    if (wide.places.size > 0) return this.vectorised(w, cls, functions, codes, wide.places, wide.shape, types);
    if (w.isDual && codes.some(({ rate }) => rate !== undefined))
      return this.callWithRates(w, cls, functions, codes, ordered, types, count);
    const call = w.temp(`F[${this.u.request(cls, functions, false)}](${codes.map(({ text }) => text).join(", ")})`);
    return types.map((type, k) => w.value(type, `${call}[${k}]`));
  }

  private callWithRates(
    w: CodeWriter,
    cls: ClassInstance,
    functions: ReadonlyMap<string, KnownFunction>,
    codes: readonly Code[],
    ordered: readonly { name: string; code: Code }[],
    types: readonly CodeType[],
    count: number,
  ): readonly Code[] {
    void count;
    const texts = codes.map(({ text }) => text).join(", ");
    const annotated = functions.size === 0 ? annotatedDerivative(cls, 1) : undefined;
    if (annotated !== undefined) {
      const counted = ordered.filter(({ name, code }) => !annotated.ignored.has(name) && hasRate(code.type));
      if (!counted.every(({ code }) => isRealThroughout(code.type))) throw new NotCompilable("rates of records");
      const value = w.temp(`F[${this.u.request(cls, functions, false)}](${texts})`);
      const all = [texts, ...counted.map(({ code }) => w.rateOf(code))].join(", ");
      const rates = w.temp(`F[${this.u.request(annotated.derived, new Map(), false)}](${all})`);
      let at = 0;
      return types.map((type, k) => w.value(type, `${value}[${k}]`, hasRate(type) ? `${rates}[${at++}]` : undefined));
    }
    const all = [texts, ...codes.map((code) => (hasRate(code.type) ? w.rateOf(code) : "0"))].join(", ");
    const call = w.temp(`F[${this.u.request(cls, functions, true)}](${all})`);
    return types.map((type, k) => w.value(type, `${call}[${k}]`, `${call}[${types.length + k}]`));
  }

  private vectorised(
    w: CodeWriter,
    cls: ClassInstance,
    functions: ReadonlyMap<string, KnownFunction>,
    codes: readonly Code[],
    places: ReadonlySet<Code>,
    shape: string,
    types: readonly CodeType[],
  ): readonly Code[] {
    if (w.isDual && codes.some(({ rate }) => rate !== undefined)) throw new NotCompilable("rates of vectorised calls");
    const rank = [...places][0]!.type.rank;
    const texts = codes.map((code) => (places.has(code) ? `pick(${code.text})` : code.text)).join(", ");
    const call = `F[${this.u.request(cls, functions, false)}](${texts})[0]`;
    const type = types[0]!;
    if (type.rank > 0) throw new NotCompilable("arrays as results of vectorised calls");
    return [w.value({ ...type, rank }, `A.vectorised((pick) => ${call}, ${shape})`)];
  }
}

function codeOf(argument: Argument): Code {
  if ("code" in argument) return argument.code;
  throw new NotCompilable("a function in the place of a value");
}

/** A value of the type, as far as the choice among overloaded functions asks for it. */
function pattern({ type }: Code): Value {
  const shape = Array<number>(type.rank).fill(1);
  return { kind: type.kind, shape, elements: [], cls: type.cls } as unknown as Value;
}
