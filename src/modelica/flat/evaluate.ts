/**
 * Expressions of Modelica become values: scalarised, typed, with everything constant computed.
 *
 * Length   one case per kind of expression, and the cases call each other
 */
import { suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Expr } from "../../symbolic/expression.ts";
import { contains } from "../../symbolic/traverse.ts";
import { lookup } from "../classes/lookup.ts";
import { noModifier } from "../classes/modifier.ts";
import {
  type ClassInstance,
  type ComponentNode,
  findLocal,
  isClassMember,
  isComponentMember,
  type Locals,
  type Member,
  type ScalarValue,
  type Scope,
  type Value,
} from "../model.ts";
import { type FaultPlace, modelicaError } from "../modelicaError.ts";
import type { Expression, Iterator, LoopBody, Reference } from "../syntax/ast.ts";
import {
  concatenate,
  index,
  isScalarKind,
  promote,
  restacked,
  SizeFault,
  type Subscript,
  sameShape,
  sizeError,
  stack,
} from "../values/arrays.ts";
import { areOfOneType, article, TypeFault, typeName } from "../values/oneType.ts";
import { applyBinary, negate, opposite } from "../values/operators.ts";
import { scalarValue } from "../values/value.ts";
import { enumerationOf } from "./classKinds.ts";
import { checkTruth } from "./conditions.ts";
import type { Lowering } from "./context.ts";
import { NotExecutable } from "./functionParts.ts";
import { checkAssigned } from "./unassigned.ts";

export function evaluate(l: Lowering, e: Expression, scope: Scope): Value {
  try {
    return evaluateUnchecked(l, e, scope);
  } catch (error) {
    if (error instanceof NotExecutable) throw error;
    throw valueError(error, { file: scope.cls.syntax.file, at: e.at }, scope.cls.root.path);
  }
}

/** Sizes and types that do not fit, as errors with their place; other errors as they are. */
export function valueError(error: unknown, place: FaultPlace, path: string): unknown {
  if (error instanceof SizeFault) return sizeError(error, place, path);
  if (error instanceof NotExecutable)
    return modelicaError("E-MODELICA-STRUCTURAL", "A value is needed to translate the model.", place, {
      ...(path !== "" && { path }),
      because: error.message,
      hint: "let it depend on constants and on parameters with values only",
    });
  if (!(error instanceof TypeFault)) return error;
  return modelicaError("E-MODELICA-TYPE", "Types do not fit.", place, {
    ...(path !== "" && { path }),
    because: error.message,
    hint: "convert explicitly where that is meant",
  });
}

function evaluateUnchecked(l: Lowering, e: Expression, scope: Scope): Value {
  const { b } = l;
  switch (e.kind) {
    case "number":
      return scalarValue(e.isInteger ? "Integer" : "Real", b.num(e.value));
    case "string":
      return scalarValue("String", b.make("str", [], 0, e.value));
    case "boolean":
      return scalarValue("Boolean", b.boolean(e.value));
    case "reference":
      return evaluateReference(l, e, scope);
    case "call":
      return l.call(e, scope);
    case "partial":
      return l.functionValue(e, scope);
    case "array":
      return stack(e.items.map((item) => evaluate(l, item, scope)));
    case "comprehension":
      return comprehension(l, e.body, e.iterators, scope);
    case "matrix": {
      const rows = e.rows.map((row) => {
        const items = row.map((item) => evaluate(l, item, scope));
        const dimensions = Math.max(2, ...items.map(({ shape }) => shape.length));
        return concatenate(
          1,
          items.map((item) => promote(item, dimensions)),
        );
      });
      return concatenate(0, rows);
    }
    case "range":
      return range(l, e, scope);
    case "binary": {
      const left = evaluate(l, e.left, scope);
      if (e.operator === "and" || e.operator === "or") checkTruth(left.kind, e.left, scope.cls);
      if ((e.operator === "and" || e.operator === "or") && isScalarKind(left) && left.shape.length === 0) {
        const decided = left.elements[0]!;
        if (decided.op === "num" && (decided.value !== 0) === (e.operator === "or")) return left;
      }
      const right = rightOperand(l, e, left, scope);
      if (!isScalarKind(left) || !isScalarKind(right)) return l.operator(e.operator, [left, right], e.at, scope);
      if (e.operator === "==" || e.operator === "<>") warnOfEquality(l, [left, right], e, scope);
      return applyBinary(b, e.operator, left, right);
    }
    case "unary": {
      const value = evaluate(l, e.operand, scope);
      if (e.operator === "+" || e.operator === ".+") return value;
      if (!isScalarKind(value)) return l.operator("-", [value], e.at, scope);
      if (e.operator === "not") return opposite(b, value);
      return negate(b, value);
    }
    case "if":
      return conditional(l, e, 0, scope);
    case "indexed":
      return index(evaluate(l, e.base, scope), subscriptsOf(l, e.subscripts, evaluate(l, e.base, scope).shape, scope));
    case "end": {
      const { end } = l;
      if (end !== undefined) return scalarValue("Integer", b.num(end));
      throw new TypeFault('"end" is only allowed in subscripts');
    }
    case "tuple":
      throw new TypeFault("(a, b) is only allowed on the left side of an equation");
    case "colon":
      throw new TypeFault('":" is only allowed in subscripts');
  }
}

type Binary = Extract<Expression, { kind: "binary" }>;

/** What decides already leaves the other operand of "and" and "or" open: an index may be outside there. */
function rightOperand(l: Lowering, { operator, right }: Binary, left: Value, scope: Scope): Value {
  const isDecisive = (operator === "and" || operator === "or") && isScalarKind(left) && left.shape.length === 0;
  if (!isDecisive) return evaluate(l, right, scope);
  const first = left.elements[0]!;
  return l.functionAssertions.under(operator === "and" ? first : l.b.not(first), () => evaluate(l, right, scope));
}

/** Real values that change are hardly ever equal: outside of functions the language forbids to ask. */
function warnOfEquality(l: Lowering, sides: readonly ScalarValue[], { operator, at }: Binary, { cls }: Scope): void {
  if (cls.syntax.restriction.endsWith("function") || sides.every(({ kind }) => kind !== "Real")) return;
  const changes = (e: Expr): boolean => contains(e, ({ op }) => op === "var" || op === "time");
  if (!sides.some(({ elements }) => elements.some(changes))) return;
  const place = cls.syntax.file.nameOf(at);
  const warning = `W-REAL-EQUALITY  ${place}: ${operator} compares Real values that change, and the run hardly ever looks where they are equal. Compare with < or >, or with a tolerance.`;
  if (!l.state.notes.warnings.includes(warning)) l.state.notes.warnings.push(warning);
}

function conditional(l: Lowering, e: Extract<Expression, { kind: "if" }>, at: number, scope: Scope): Value {
  const branch = e.branches[at];
  if (branch === undefined) return evaluate(l, e.otherwise, scope);
  const condition = l.decided(l.condition(branch.condition, scope));
  if (condition.op === "num")
    return condition.value !== 0 ? evaluate(l, branch.value, scope) : conditional(l, e, at + 1, scope);
  const { functionAssertions } = l;
  const value = functionAssertions.under(condition, () => evaluate(l, branch.value, scope));
  const other = functionAssertions.under(l.b.not(condition), () => conditional(l, e, at + 1, scope));
  return choose(l, condition, value, other);
}

/** if condition then a else b, element by element. */
export function choose(l: Lowering, condition: ScalarValue["elements"][number], a: Value, other: Value): Value {
  if (a.kind === "Function" || other.kind === "Function")
    throw new TypeFault("a function cannot depend on a condition");
  if (!sameShape(a.shape, other.shape))
    throw new SizeFault(`the branches have sizes [${a.shape}] and [${other.shape}]`);
  if (a.kind === "Record" && other.kind === "Record")
    return {
      ...a,
      elements: a.elements.map(
        (fields, i) =>
          new Map(
            [...fields].map(([name, value]) => [name, choose(l, condition, value, other.elements[i]!.get(name)!)]),
          ),
      ),
    };
  if (a.kind === "Record" || other.kind === "Record")
    throw new TypeFault("a record and a number are branches of one condition");
  if (!areOfOneType(a, other))
    throw new TypeFault(`one branch is ${article(typeName(a))}, the other ${article(typeName(other))}`);
  return {
    ...a,
    kind: a.kind === "Integer" && other.kind === "Real" ? "Real" : a.kind,
    elements: a.elements.map((x, i) => l.b.conditional(condition, x, other.elements[i]!)),
  };
}

function comprehension(l: Lowering, body: Expression, iterators: readonly Iterator[], scope: Scope): Value {
  // the last iterator is the first dimension
  const last = iterators[iterators.length - 1]!;
  const rest = iterators.slice(0, -1);
  const element = (inner: Scope): Value =>
    rest.length === 0 ? evaluate(l, body, inner) : comprehension(l, body, rest, inner);
  const items = iterate(l, last, body, scope, element);
  return items.length > 0 ? stack(items) : withoutElements(l, last, scope, element);
}

/** An array of no elements still has the sizes that they would have, as far as the first value of the range tells them. */
function withoutElements(l: Lowering, iterator: Iterator, scope: Scope, element: (inner: Scope) => Value): Value {
  const range = iterator.range?.kind === "range" ? evaluate(l, iterator.range.from, scope) : undefined;
  if (range === undefined) return stack([]);
  const { count } = l.functionAssertions;
  try {
    const locals: Locals = { values: new Map([[iterator.name, range]]), around: scope.locals };
    const first = element({ cls: scope.cls, locals });
    return index(stack([first]), [[]]);
  } catch (error) {
    if (error instanceof RattlebackError || error instanceof NotExecutable) return stack([]);
    throw error;
  } finally {
    l.functionAssertions.forgetFrom(count);
  }
}

/** One result per value of the iterator. */
export function iterate<T>(
  l: Lowering,
  iterator: Iterator,
  body: LoopBody,
  scope: Scope,
  visit: (inner: Scope) => T,
): T[] {
  const values = iteratorValues(l, iterator, body, scope);
  const results: T[] = [];
  for (const value of values) {
    const locals: Locals = { values: new Map([[iterator.name, value]]), around: scope.locals };
    results.push(visit({ cls: scope.cls, locals }));
  }
  return results;
}

function iteratorValues(l: Lowering, iterator: Iterator, body: LoopBody, scope: Scope): Value[] {
  if (iterator.range === undefined) {
    const implied = l.impliedRange(iterator.name, body, scope);
    if (implied === undefined)
      throw modelicaError(
        "E-MODELICA-SIZE",
        `The range of "${iterator.name}" cannot be determined.`,
        scope.cls.placeOf(iterator),
        {
          hint: `write for ${iterator.name} in 1:n`,
        },
      );
    return implied.elements.map((e) => ({ ...implied, shape: [], elements: [e] }));
  }
  const whole = l.typeRange(iterator.range, scope) ?? evaluate(l, iterator.range, scope);
  if (whole.shape.length !== 1)
    throw modelicaError(
      "E-MODELICA-TYPE",
      `The range of "${iterator.name}" is not a vector.`,
      { file: scope.cls.syntax.file, at: iterator.range.at },
      {
        ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
        because: whole.shape.length === 0 ? `it is ${article(whole.kind)}` : `it has ${whole.shape.length} dimensions`,
        hint: `write for ${iterator.name} in 1:n, or in {1, 3, 4}`,
      },
    );
  return Array.from({ length: whole.shape[0]! }, (_, i) => index(whole, [i + 1]));
}

function range(l: Lowering, e: Extract<Expression, { kind: "range" }>, scope: Scope): Value {
  const number = (part: Expression): { value: number; source: ScalarValue } => {
    const source = evaluate(l, part, scope) as ScalarValue;
    return { value: l.constant(l.scalar(source, undefined, part, scope), part, scope), source };
  };
  const [from, to] = [number(e.from), number(e.to)];
  if (!areOfOneType(from.source, to.source))
    throw new TypeFault(
      `a range ends with what it begins with, not from ${article(typeName(from.source))} to ${article(typeName(to.source))}`,
    );
  const step = e.step === undefined ? 1 : number(e.step).value;
  if (step === 0) throw new SizeFault("the step of the range is zero");
  const count = Math.max(0, Math.floor((to.value - from.value) / step + 1e-10) + 1);
  if (count > 5e6) throw new SizeFault(`the range has ${count} elements`);
  const isReal = from.source.kind === "Real" || to.source.kind === "Real" || !Number.isInteger(step);
  return {
    kind: from.source.kind === "Integer" && isReal ? "Real" : from.source.kind,
    cls: from.source.cls,
    shape: [count],
    elements: Array.from({ length: count }, (_, i) => l.b.num(from.value + i * step)),
  };
}

/** Subscripts as numbers; `end` is the size of the dimension. A symbolic subscript is refused here. */
export function subscriptsOf(
  l: Lowering,
  list: readonly Expression[],
  shape: readonly number[],
  scope: Scope,
): Subscript[] {
  return list.map((item, k) => {
    if (item.kind === "colon") return "all";
    const before = l.end;
    l.end = shape[k];
    try {
      const value = evaluate(l, item, scope);
      checkSubscript(value, shape[k]);
      const numbers = value.elements.map((x) => l.constant(x, item, scope) + (value.kind === "Boolean" ? 1 : 0));
      return value.shape.length === 0 ? numbers[0]! : numbers;
    } finally {
      l.end = before;
    }
  });
}

/** A subscript is a whole number, or of a type with as many values as there are elements. */
export function checkSubscript(value: Value, size: number | undefined): asserts value is ScalarValue {
  if (!isScalarKind(value) || value.kind === "Real" || value.kind === "String")
    throw new TypeFault(`a subscript is a whole number, not a ${value.kind}`);
  const length = literalCount(value);
  if (length !== undefined && size !== undefined && size !== length)
    throw new TypeFault(`a subscript of ${size} elements is a whole number, not ${article(typeName(value))}`);
}

/** How many values the type of a subscript has that is no number. */
function literalCount({ kind, cls }: ScalarValue): number | undefined {
  if (kind === "Boolean") return 2;
  const body = kind === "Enumeration" ? cls?.syntax.body : undefined;
  return body?.kind === "enumeration" ? body.literals.length : undefined;
}

function evaluateReference(l: Lowering, reference: Reference, scope: Scope): Value {
  const { parts } = reference;
  const first = parts[0]!;
  if (!reference.isAbsolute) {
    const local = findLocal(scope, first.name);
    if (local !== undefined) {
      checkAssigned(l, local, first.name, reference, scope);
      return fieldOf(l, indexValue(l, local.values.get(first.name)!, first.subscripts, scope), parts.slice(1), scope);
    }
  }
  const start = resolve(l, reference, scope);
  if (start === undefined) {
    if (first.name === "time" && parts.length === 1) return scalarValue("Real", l.b.time);
    throw unknownName(reference, scope);
  }
  if (start.kind === "value") return start.value;
  return follow(l, start.node, reference, start.at, scope);
}

export type Resolved =
  | { readonly kind: "node"; readonly node: ComponentNode /** Index of the part that names it. */; readonly at: number }
  | { readonly kind: "value"; readonly value: Value };

/** The component that the beginning of a reference names, through packages and classes. */
export function resolve(l: Lowering, { parts, isAbsolute, at }: Reference, scope: Scope): Resolved | undefined {
  const found = isAbsolute ? undefined : lookup(scope.cls, parts[0]!.name);
  let cls: ClassInstance | undefined;
  if (found === undefined) cls = l.topClass(parts[0]!.name);
  else if (found.kind === "class") cls = found.cls;
  else if (isClassMember(found.member)) cls = l.memberClass(found.member, noModifier);
  else {
    const { member, owner } = found;
    checkVisible(member, owner, scope, at);
    // "inner outer": the class itself sees the outer one, its components see the inner one
    const isBoth = isComponentMember(member) && member.element.isInner && member.element.isOuter;
    const node = isBoth ? l.outerComponent(owner, member) : l.component(owner, member.name);
    return node && { kind: "node", node, at: 0 };
  }
  for (let i = 1; i < parts.length && cls !== undefined; i++) {
    const { name } = parts[i]!;
    const { body } = enumerationOf(cls)?.syntax ?? cls.syntax;
    if (body.kind === "enumeration") {
      const literal = body.literals.findIndex((item) => item.name === name);
      if (literal >= 0)
        return { kind: "value", value: scalarValue("Enumeration", l.b.num(literal + 1), enumerationOf(cls)) };
      return undefined;
    }
    const member = cls.member(name);
    if (member === undefined) return undefined;
    if (isClassMember(member)) cls = l.memberClass(member, noModifier);
    else {
      if (isComponentMember(member) && member.element.variability !== "constant")
        throw notConstant(cls, name, at, scope);
      const node = l.component(cls.root, name);
      return node && { kind: "node", node, at: i };
    }
  }
  return undefined;
}

/** What is taken from a class, not from a component, is a constant. */
function notConstant(owner: ClassInstance, name: string, at: number, { cls }: Scope): RattlebackError {
  return modelicaError(
    "E-MODELICA-NAME",
    `"${name}" of the class "${owner.qualifiedName}" is not a constant.`,
    { file: cls.syntax.file, at },
    {
      ...(cls.root.path !== "" && { path: cls.root.path }),
      because: "variables and parameters belong to components, not to classes",
      hint: `declare it as a constant, or declare a component of the class and read "${name}" of that`,
      data: { name },
    },
  );
}

/** Of the classes around a class only constants are seen: there is no instance of them whose components could be meant. */
function checkVisible(member: Member, owner: ClassInstance, { cls }: Scope, at: number): void {
  if (owner === cls.root || !isComponentMember(member) || member.element.variability === "constant") return;
  throw modelicaError(
    "E-MODELICA-NAME",
    `"${member.name}" is not visible here.`,
    { file: cls.syntax.file, at },
    {
      ...(cls.root.path !== "" && { path: cls.root.path }),
      because: `it is a component of "${owner.qualifiedName}", around "${cls.qualifiedName}", and not a constant`,
      hint: `declare a parameter in "${cls.syntax.name}" and give it the value where a component of that class is declared`,
      data: { name: member.name },
    },
  );
}

/** Elements of instances along a reference; slices of arrays of components give arrays. */
function follow(l: Lowering, node: ComponentNode, reference: Reference, at: number, scope: Scope): Value {
  const { parts } = reference;
  const { subscripts } = parts[at]!;
  const isLast = at === parts.length - 1;
  l.checkPresent(node, reference, scope);
  if (isLast || node.scalar !== undefined) {
    const value = indexValue(l, l.valueOf(node), subscripts, scope);
    return fieldOf(l, value, parts.slice(at + 1), scope);
  }
  const { instances, shape } = node;
  const chosen = index(
    { kind: "Object", shape, elements: instances as never, cls: undefined },
    subscriptsOf(l, subscripts, shape, scope),
  );
  const name = parts[at + 1]!.name;
  const items = (chosen.elements as unknown as ClassInstance[]).map((instance) => {
    const child = l.component(instance, name);
    if (child === undefined) {
      // constants and enumerations through a class of the instance
      const inner = resolve(l, { ...reference, isAbsolute: false, parts: parts.slice(at + 1) }, instance.scope);
      if (inner?.kind === "value") return inner.value;
      if (inner !== undefined && inner.at > 0)
        return follow(l, inner.node, { ...reference, parts: parts.slice(at + 1) }, inner.at, scope);
      throw noElement(instance, name, reference, scope);
    }
    if (child.member.isProtected) throw protectedElement(instance, name, reference, scope);
    return follow(l, child, reference, at + 1, scope);
  });
  return restacked(items, chosen.shape);
}

function indexValue(l: Lowering, value: Value, subscripts: readonly Expression[], scope: Scope): Value {
  if (subscripts.length === 0) return value;
  const symbolic = l.symbolicElement(value, subscripts, scope);
  if (symbolic !== undefined) return symbolic;
  return index(value, subscriptsOf(l, subscripts, value.shape, scope));
}

function fieldOf(l: Lowering, value: Value, parts: Reference["parts"], scope: Scope): Value {
  if (parts.length === 0) return value;
  const { name, subscripts } = parts[0]!;
  if (value.kind !== "Record") throw new TypeFault(`"${name}" is asked of what is not a record`);
  const items = value.elements.map((fields) => {
    const field = fields.get(name);
    if (field === undefined) {
      // a constant of the class of the record
      throw new TypeFault(`the record "${value.cls.qualifiedName}" has no field "${name}"`);
    }
    return fieldOf(l, indexValue(l, field, subscripts, scope), parts.slice(1), scope);
  });
  return restacked(items, value.shape);
}

export function protectedElement(
  instance: ClassInstance,
  name: string,
  { at }: Pick<Reference, "at">,
  { cls }: Scope,
): RattlebackError {
  return modelicaError(
    "E-MODELICA-NAME",
    `"${name}" of "${instance.path}" is protected.`,
    { file: cls.syntax.file, at },
    {
      ...(cls.root.path !== "" && { path: cls.root.path }),
      because: `"${instance.qualifiedName}" hides it from the outside`,
      hint: "read a public variable, or extend the class",
      data: { name },
    },
  );
}

function noElement(instance: ClassInstance, name: string, reference: Reference, scope: Scope): RattlebackError {
  const known = instance.members.map((member) => member.name);
  return modelicaError(
    "E-MODELICA-NAME",
    `"${instance.path}" has no element "${name}".`,
    { file: scope.cls.syntax.file, at: reference.at },
    {
      ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
      because: `it is a "${instance.qualifiedName}"`,
      hint: suggestName(name, known, "look at the class of the component"),
      data: { name },
    },
  );
}

function unknownName(reference: Reference, scope: Scope): RattlebackError {
  const text = reference.parts.map(({ name }) => name).join(".");
  const known = scope.cls.root.members.map((member) => member.name);
  return modelicaError(
    "E-MODELICA-NAME",
    `The name "${text}" is unknown.`,
    { file: scope.cls.syntax.file, at: reference.at },
    {
      ...(scope.cls.root.path !== "" && { path: scope.cls.root.path }),
      because: `it is looked up in "${scope.cls.qualifiedName}" and the classes around it`,
      hint: suggestName(reference.parts[0]!.name, known, "declare it, or check its spelling"),
      data: { name: text },
    },
  );
}
