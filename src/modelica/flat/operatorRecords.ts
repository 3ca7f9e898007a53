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
import { isScalarKind, restacked, SizeFault, sameShape, shapeText } from "../values/arrays.ts";
import { TypeFault } from "../values/oneType.ts";
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
  const isOfArrays = operands.some(({ shape }) => shape.length > 0);
  const exact = isOfArrays && operator.startsWith(".") ? undefined : fittingOperator(l, record.cls, operator, operands);
  if (exact !== undefined) return l.callFunction(exact, { positional: operands, named: [] }, at, scope, 1)[0]!;
  if (isOfArrays) return arrayOperatorCall(l, operator, operands, record.cls, at, scope);
  const converted = operands.map((operand) =>
    isScalarKind(operand)
      ? overloadedConstructor(l, record.cls, { positional: [operand], named: [] }, at, scope)
      : operand,
  );
  const fitting = fittingOperator(l, record.cls, operator, converted);
  if (fitting === undefined) throw fail();
  return l.callFunction(fitting, { positional: converted, named: [] }, at, scope, 1)[0]!;
}

/** As for arrays of numbers, element by element or as a product of matrices; products that begin with a vector are left undefined [Modelica 14.5]. */
function arrayOperatorCall(
  l: Lowering,
  operator: Operator,
  operands: readonly Value[],
  record: ClassInstance,
  at: number,
  scope: Scope,
): Value {
  const [left, right] = operands as [Value, Value | undefined];
  const apply = (x: Value, y: Value | undefined): Value =>
    operatorCall(l, operator, y === undefined ? [x] : [x, y], at, scope);
  if (right === undefined)
    return restacked(
      elementsOf(left).map((x) => apply(x, undefined)),
      left.shape,
    );
  const [m, n] = [left.shape.length, right.shape.length];
  if (operator === "*" && m > 0 && n > 0) return matrixProduct(l, left, right, record, at, scope);
  const isEqual = sameShape(left.shape, right.shape);
  const repeats = operator.startsWith(".") || operator === "*" || (operator === "/" && n === 0);
  if (operator === "/" && n > 0) throw new TypeFault("an array cannot divide; use ./ for division element by element");
  if (operator === "^") throw new TypeFault("an array of records has no powers; use .^ for those of its elements");
  if (!isEqual && !(repeats && (m === 0 || n === 0)))
    throw new SizeFault(`the operands have sizes ${shapeText(left.shape)} and ${shapeText(right.shape)}`);
  const [x, y] = [elementsOf(left), elementsOf(right)];
  const shape = m === 0 ? right.shape : left.shape;
  const count = (m === 0 ? y : x).length;
  if (count === 0) return { kind: "Record", shape, elements: [], cls: record };
  return restacked(
    Array.from({ length: count }, (_, i) => apply(x[m === 0 ? 0 : i]!, y[n === 0 ? 0 : i])),
    shape,
  );
}

function matrixProduct(l: Lowering, left: Value, right: Value, record: ClassInstance, at: number, scope: Scope): Value {
  const [m, n] = [left.shape.length, right.shape.length];
  if (m === 1)
    throw new TypeFault(
      `a product that begins with a vector of "${record.qualifiedName}" is not defined; write sum(a[i]*b[i] for i in 1:size(a, 1)), or what else is meant`,
    );
  const inner = left.shape[1]!;
  if (m > 2 || n > 2 || inner !== right.shape[0])
    throw new SizeFault(`a product of sizes ${shapeText(left.shape)} and ${shapeText(right.shape)}`);
  const columns = n === 1 ? 1 : right.shape[1]!;
  const [x, y] = [elementsOf(left), elementsOf(right)];
  const items: Value[] = [];
  for (let i = 0; i < left.shape[0]!; i++)
    for (let j = 0; j < columns; j++)
      items.push(
        sumOfRecords(
          l,
          record,
          Array.from({ length: inner }, (_, k) =>
            operatorCall(l, "*", [x[i * inner + k]!, y[k * columns + j]!], at, scope),
          ),
          at,
          scope,
        ),
      );
  return restacked(items, n === 1 ? [left.shape[0]!] : [left.shape[0]!, columns]);
}

/** By the operator '+'; without elements it is the value of the operator '0'. */
export function sumOfRecords(
  l: Lowering,
  record: ClassInstance,
  items: readonly Value[],
  at: number,
  scope: Scope,
): Value {
  if (items.length > 0) return items.reduce((sum, item) => operatorCall(l, "+", [sum, item], at, scope));
  const [zero] = functionsOf(l, record, "'0'");
  if (zero === undefined)
    throw new TypeFault(`a sum without elements needs the operator '0' of "${record.qualifiedName}"`);
  return l.callFunction(zero, { positional: [], named: [] }, at, scope, 1)[0]!;
}

function elementsOf(value: Value): Value[] {
  if (value.kind === "Function") throw new TypeFault("functions have no operators");
  return (value.elements as readonly unknown[]).map(
    (element) => ({ ...value, shape: [], elements: [element] }) as unknown as Value,
  );
}
