/** The body of a function as generated code: variables with their first values, statements or an external call, results. */
import type { Dimension } from "../flat/classKinds.ts";
import { declaredDimensionsOf } from "../flat/declarations.ts";
import { type FunctionParts, functionParts } from "../flat/functionParts.ts";
import { mayBeUnassigned } from "../flat/unassigned.ts";
import type { ClassInstance, Member, Modifier } from "../model.ts";
import { externalFunctions } from "../services/externals.ts";
import type { ComponentSyntax, Expression } from "../syntax/ast.ts";
import { sizeOf } from "../values/value.ts";
import { cellsOf } from "./cells.ts";
import { writeStatements } from "./codeStatements.ts";
import { type CodeType, hasRate, NotCompilable, typeOfMember } from "./codeTypes.ts";
import type { CodeUnit } from "./codeUnit.ts";
import { type Code, type CodeScope, CodeWriter, type Entry, type KnownFunction } from "./codeWriter.ts";
import { writeExpression } from "./expressions.ts";

/** JavaScript of a function expression: inputs, then their rates; gives the outputs, then their rates. */
export function writeFunction(
  u: CodeUnit,
  cls: ClassInstance,
  functions: ReadonlyMap<string, KnownFunction>,
  isDual: boolean,
): string {
  const w = new CodeWriter(isDual);
  const parts = functionParts(cls);
  const names = new Map<string, Entry>();
  const parameters: string[] = [];
  const rates: string[] = [];
  const parameter = (type: CodeType): Code => {
    const text = w.newName();
    parameters.push(text);
    const rate = w.newName();
    rates.push(rate);
    return { text, rate: isDual && hasRate(type) ? rate : undefined, type, isFresh: false };
  };
  for (const member of parts.inputs) {
    const fn = functions.get(member.name);
    if (fn === undefined) names.set(member.name, { code: parameter(typeOfMember(member)) });
    else
      names.set(member.name, {
        fn: { cls: fn.cls, given: fn.given.map(({ name, code }) => ({ name, code: parameter(code.type) })) },
      });
  }
  const marked = mayBeUnassigned(cls, parts);
  const apart = cellsOf(cls, parts);
  for (const member of parts.variables) {
    const { binding } = member.modifier;
    const shape = apart.get(member.name);
    if (shape !== undefined) {
      const type = { ...typeOfMember(member), rank: 0 };
      const first: Code = { text: "NaN", rate: undefined, type, isFresh: true };
      names.set(member.name, { cells: Array.from({ length: sizeOf(shape) }, () => w.variable(type, first)), shape });
      continue;
    }
    const isOwn = binding?.scope.cls.root === cls.root;
    const scope = (at: ClassInstance): CodeScope => ({
      cls: at,
      names: isOwn || binding === undefined ? names : new Map(),
      around: undefined,
    });
    const first =
      binding === undefined
        ? firstValue(u, w, member, { cls: member.scope, names, around: undefined })
        : writeExpression(u, w, binding.expression, scope(binding.scope.cls));
    const mark = marked.has(member.name) ? w.newName() : undefined;
    if (mark !== undefined) w.line(`let ${mark} = false;`);
    names.set(member.name, { code: w.variable(typeOfMember(member), first), ...(mark !== undefined && { mark }) });
  }
  const external = cls.lineage.find(({ syntax: { body } }) => body.kind === "long" && body.external !== undefined);
  w.block("body:", () => {
    if (external !== undefined) {
      if (isDual) throw new NotCompilable("an external function is differentiated");
      writeExternal(u, w, external, parts, names);
      return;
    }
    for (const base of cls.lineage) {
      const { body } = base.syntax;
      if (body.kind === "der") throw new NotCompilable("a partial derivative");
      if (body.kind !== "long") continue;
      for (const list of body.algorithms) writeStatements(u, w, list, { cls: base, names, around: undefined });
    }
  });
  const results = parts.outputs.map(({ name }, k) => {
    const { code, mark } = names.get(name) as Extract<Entry, { code: Code }>;
    if (mark === undefined) return code;
    // the caller may not want those behind the first
    if (k === 0) w.line(`if (!${mark}) A.unassigned();`);
    else if (code.type.kind === "Real" || code.type.kind === "Integer") w.line(`if (!${mark}) ${code.text} = NaN;`);
    return code;
  });
  const values = results.map(({ text }) => text);
  const more = isDual ? results.map((code) => code.rate ?? "0") : [];
  w.line(`return [${[...values, ...more].join(", ")}];`);
  return `function (${[...parameters, ...(isDual ? rates : [])].join(", ")}) {\n${w.lines.join("\n")}\n}`;
}

/** Zeros, in arrays of Reals no numbers, of the declared size; nothing when the size comes with the assignment. */
function firstValue(u: CodeUnit, w: CodeWriter, member: Member<ComponentSyntax>, s: CodeScope): Code | undefined {
  const type = typeOfMember(member);
  const dimensions = declaredDimensionsOf(member);
  if (dimensions.some(({ expression }) => expression.kind === "colon")) return undefined;
  const inner = firstElement(u, w, { ...type, rank: 0 }, member.modifier, s, dimensions.length > 0);
  if (dimensions.length === 0) return inner;
  const sizes = dimensions.map((dimension) => sizeText(u, w, dimension, s));
  const element = type.kind === "Real" ? "NaN" : (inner?.text ?? "undefined");
  return w.value(type, `A.filled(${element}, ${sizes.join(", ")})`);
}

function sizeText(u: CodeUnit, w: CodeWriter, { expression, scope }: Dimension, s: CodeScope): string {
  const range = u.typeRange(expression, { ...s, cls: scope });
  if (range !== undefined) return `${range.text}.data.length`;
  return writeExpression(
    u,
    w,
    expression,
    scope.root === s.cls.root ? { ...s, cls: scope } : { cls: scope, names: new Map(), around: undefined },
  ).text;
}

function firstElement(
  u: CodeUnit,
  w: CodeWriter,
  type: CodeType,
  modifier: Modifier,
  s: CodeScope,
  isArray: boolean,
): Code | undefined {
  const literal = (text: string): Code => ({ text, rate: undefined, type, isFresh: true });
  if (type.kind === "String") return literal('""');
  if (type.kind === "Enumeration") return literal("1");
  if (type.kind === "Object" || type.kind === "Function") return undefined;
  if (type.kind !== "Record") return literal("0");
  const names = new Map<string, Entry>();
  const list = type.fields!.map((field) => {
    const outer = modifier.entries.get(field.name);
    let code: Code | undefined;
    if (outer?.binding !== undefined) {
      if (isArray) throw new NotCompilable("modified fields of arrays of records");
      const { expression, scope } = outer.binding;
      code = writeExpression(
        u,
        w,
        expression,
        scope.cls.root === s.cls.root
          ? { ...s, cls: scope.cls }
          : { cls: scope.cls, names: new Map(), around: undefined },
      );
    } else if (outer !== undefined && outer.entries.size > 0) throw new NotCompilable("modified records in records");
    else {
      const { binding } = field.member.modifier;
      const inner: CodeScope = { cls: binding?.scope.cls ?? field.member.scope, names, around: undefined };
      code =
        binding === undefined
          ? firstValue(u, w, field.member, inner)
          : writeExpression(u, w, binding.expression, inner);
    }
    if (code === undefined) throw new NotCompilable("a field of open size");
    names.set(field.name, { code });
    return code;
  });
  const rate = list.some((code) => code.rate !== undefined)
    ? `[${list.map((code) => w.ownRate(code)).join(", ")}]`
    : undefined;
  return w.value(type, `[${list.map((code) => w.own(code)).join(", ")}]`, rate);
}

/** A call of one of our own functions by its name. */
function writeExternal(
  u: CodeUnit,
  w: CodeWriter,
  cls: ClassInstance,
  parts: FunctionParts,
  names: ReadonlyMap<string, Entry>,
): void {
  const { body } = cls.syntax;
  if (body.kind !== "long" || body.external === undefined) return;
  const { external } = body;
  const implementation = externalFunctions.get(external.name ?? cls.syntax.name);
  if (implementation === undefined) throw new NotCompilable("an external function that is not available");
  const written = new Set([...parts.outputs, ...parts.locals].map(({ name }) => name));
  const scope: CodeScope = { cls, names, around: undefined };
  const plain = (name: string): Expression => ({
    kind: "reference",
    parts: [{ name, subscripts: [] }],
    isAbsolute: false,
    at: external.at,
  });
  const list =
    external.args.length > 0 || external.name !== undefined
      ? external.args
      : [...parts.inputs, ...(parts.outputs.length > 1 ? parts.outputs : [])].map(({ name }) => plain(name));
  const after: string[] = [];
  const args = list.map((e) => {
    const code = writeExpression(u, w, e, scope);
    const { kind, rank } = code.type;
    if (kind === "Record" || (kind === "Boolean" && rank > 0))
      throw new NotCompilable("an argument of an external function");
    const isWritten =
      e.kind === "reference" &&
      e.parts.length === 1 &&
      e.parts[0]!.subscripts.length === 0 &&
      written.has(e.parts[0]!.name);
    if (!isWritten || rank > 0) return kind === "Boolean" ? `${code.text} !== 0` : code.text;
    const cell = w.temp(`{ value: ${code.text} }`);
    after.push(`${code.text} = ${kind === "String" || kind === "Object" ? "" : "+"}${cell}.value;`);
    return cell;
  });
  const result = w.temp(`${u.keep(implementation)}([${args.join(", ")}], ${u.keep(u.l.externalRun)})`);
  for (const line of after) w.line(line);
  const target =
    external.output?.parts[0]?.name ??
    (external.name === undefined && parts.outputs.length === 1 ? parts.outputs[0]!.name : undefined);
  if (target === undefined) return;
  const entry = names.get(target);
  if (entry === undefined || !("code" in entry)) throw new NotCompilable("the result of an external function");
  const { text, type } = entry.code;
  const isNumber = type.rank === 0 && type.kind !== "String" && type.kind !== "Object";
  w.line(`${text} = ${isNumber ? "+" : ""}${result};`);
}
