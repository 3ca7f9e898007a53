/** Record constructors, and the operators of operator records such as Complex. */
import { noModifier } from "../classes/modifier.ts";
import {
  type Arguments,
  type ClassInstance,
  isClassMember,
  isComponentMember,
  type Member,
  type RecordValue,
  type ScalarValue,
  type Scope,
  type Value,
} from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ComponentSyntax, Operator } from "../syntax/ast.ts";
import { index, isScalarKind, restacked } from "../values/arrays.ts";
import { finalClass, kindOfType } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { declaredType, withKind } from "./declarations.ts";
import { functionParts } from "./functionParts.ts";

/** R(a, b = 2): fields in order; those that are final or protected keep their values. */
export function constructRecord(
  l: Lowering,
  cls: ClassInstance,
  args: Arguments,
  at: number,
  scope: Scope,
): RecordValue {
  const fields = cls.members.filter(isComponentMember);
  const settable = fields.filter(
    ({ element, isProtected }) => !element.isFinal && !isProtected && element.variability !== "constant",
  );
  const given = new Map<string, Value>();
  const fail = (what: string): Error =>
    modelicaError(
      "E-MODELICA-CALL",
      what,
      { file: scope.cls.syntax.file, at },
      {
        because: `the record "${cls.qualifiedName}" has the fields ${settable.map(({ name }) => name).join(", ")}`,
        hint: "give each field once, by position or by name",
      },
    );
  args.positional.forEach((value, i) => {
    const field = settable[i];
    if (field === undefined) throw fail(`${args.positional.length} values are given.`);
    given.set(field.name, value);
  });
  for (const { name, value } of args.named) {
    if (!fields.some((field) => field.name === name)) throw fail(`There is no field "${name}".`);
    given.set(name, value);
  }
  const values = new Map<string, Value>();
  for (const field of fields) {
    const known = given.get(field.name);
    values.set(
      field.name,
      known === undefined ? l.fieldDefault(cls, field, values, at, scope) : withKind(l, field, known),
    );
  }
  return { kind: "Record", shape: [], elements: [values], cls };
}

export function overloadedConstructor(
  l: Lowering,
  cls: ClassInstance,
  args: Arguments,
  at: number,
  scope: Scope,
): Value {
  const found = fittingConstructor(l, cls, args.positional, args.named);
  if (found === undefined) return constructRecord(l, cls, args, at, scope);
  return l.callFunction(found, args, at, scope, 1)[0]!;
}

export function fittingConstructor(
  l: Lowering,
  cls: ClassInstance,
  values: readonly Value[],
  named: readonly { name: string; value: Value }[],
): ClassInstance | undefined {
  return functionsOf(l, cls, "'constructor'").find((fn) => fits(l, functionParts(fn).inputs, values, named));
}

/** String(r, …) of an operator record. */
export function textOfRecord(l: Lowering, record: RecordValue, args: Arguments, at: number, scope: Scope): ScalarValue {
  const found = functionsOf(l, record.cls, "'String'").find((fn) =>
    fits(l, functionParts(fn).inputs, args.positional, args.named),
  );
  if (found === undefined)
    throw modelicaError(
      "E-MODELICA-TYPE",
      `"String" is not defined for these operands.`,
      { file: scope.cls.syntax.file, at },
      {
        ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
        because: `"${record.cls.qualifiedName}" has no operator 'String' that takes them`,
        hint: "write the text from its fields: String(r.x)",
      },
    );
  return l.callFunction(found, args, at, scope, 1)[0] as ScalarValue;
}

/** The function of the operator for operands as they are, without conversions. */
export function fittingOperator(
  l: Lowering,
  record: ClassInstance,
  operator: Operator,
  operands: readonly Value[],
): ClassInstance | undefined {
  const candidates = functionsOf(l, record, `'${operator.replace(/^\./, "")}'`);
  return candidates.find((fn) => fits(l, functionParts(fn).inputs, operands));
}

/** The functions of an operator: one, or the members of a package-like operator. */
function functionsOf(l: Lowering, cls: ClassInstance, operator: string): ClassInstance[] {
  const member = cls.member(operator);
  if (member === undefined || !isClassMember(member)) return [];
  const found = l.memberClass(member, noModifier);
  if (finalClass(found).syntax.restriction === "function") return [found];
  return found.members.filter(isClassMember).map((inner) => l.memberClass(inner, noModifier));
}

function fits(
  l: Lowering,
  inputs: readonly Member<ComponentSyntax>[],
  values: readonly Value[],
  named: readonly { name: string; value: Value }[] = [],
): boolean {
  if (values.length > inputs.length) return false;
  return inputs.every((input, i) => {
    const value = values[i] ?? named.find(({ name }) => name === input.name)?.value;
    if (value === undefined) return input.modifier.binding !== undefined;
    return fitsInput(l, input, value);
  });
}

function fitsInput(_: Lowering, input: Member<ComponentSyntax>, value: Value): boolean {
  const kind = kindOfType(declaredType(input));
  if (input.element.dimensions.length !== value.shape.length) return false;
  return kind === value.kind || (kind === "Real" && value.kind === "Integer");
}

/** An operator of which an operand is a record. */
export function operatorCall(
  l: Lowering,
  operator: Operator,
  operands: readonly Value[],
  at: number,
  scope: Scope,
): Value {
  const record = operands.find((operand): operand is RecordValue => operand.kind === "Record");
  const fail = (): Error =>
    modelicaError(
      "E-MODELICA-TYPE",
      `"${operator}" is not defined for these operands.`,
      { file: scope.cls.syntax.file, at },
      {
        ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
        because: `they are ${operands.map((operand) => (operand.kind === "Record" ? operand.cls.qualifiedName : operand.kind)).join(" and ")}`,
        hint: "only operator records have operators",
      },
    );
  if (record === undefined) throw fail();
  // `.*` of vectors is not their scalar product
  const isByElement = operator.startsWith(".") && operands.some(({ shape }) => shape.length > 0);
  const exact = isByElement ? undefined : fittingOperator(l, record.cls, operator, operands);
  if (exact !== undefined) return l.callFunction(exact, { positional: operands, named: [] }, at, scope, 1)[0]!;
  const shapes = operands.filter(({ shape }) => shape.length > 0);
  if (shapes.length > 0) {
    const { shape } = shapes[0]!;
    const count = shape.reduce((product, n) => product * n, 1);
    const items = Array.from({ length: count }, (_, i) => {
      const position: number[] = [];
      let rest = i;
      for (let k = shape.length - 1; k >= 0; k--) {
        position.unshift((rest % shape[k]!) + 1);
        rest = Math.floor(rest / shape[k]!);
      }
      return operatorCall(
        l,
        operator,
        operands.map((operand) => (operand.shape.length > 0 ? index(operand, position) : operand)),
        at,
        scope,
      );
    });
    if (operator === "*" && operands.every((operand) => operand.shape.length === 1))
      return items.reduce((sum, item) => operatorCall(l, "+", [sum, item], at, scope));
    return restacked(items, shape);
  }
  const converted = operands.map((operand) =>
    isScalarKind(operand)
      ? overloadedConstructor(l, record.cls, { positional: [operand], named: [] }, at, scope)
      : operand,
  );
  const fitting = fittingOperator(l, record.cls, operator, converted);
  if (fitting === undefined) throw fail();
  return l.callFunction(fitting, { positional: converted, named: [] }, at, scope, 1)[0]!;
}
