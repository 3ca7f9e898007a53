/** Declarations of function variables: their dimensions, their kind, the value they have before any assignment. */
import { findClass } from "../classes/lookup.ts";
import { elementModifier, merge } from "../classes/modifier.ts";
import {
  type Binding,
  type ClassInstance,
  type Fields,
  isComponentMember,
  type Locals,
  type Member,
  type Modifier,
  type Scope,
  type Value,
} from "../model.ts";
import type { ComponentSyntax, Expression } from "../syntax/ast.ts";
import { index, isScalarKind, SizeFault, sameShape, shapeText } from "../values/arrays.ts";
import { TypeFault } from "../values/oneType.ts";
import { sizeOf } from "../values/value.ts";
import { type Dimension, enumerationOf, kindOfType, typeDimensions } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { misfit } from "./typeFit.ts";

interface Declared {
  readonly type: ClassInstance;
  readonly dimensions: readonly Dimension[];
}

const cache = new WeakMap<Member, Declared>();

function declaredOf(member: Member<ComponentSyntax>): Declared {
  let declared = cache.get(member);
  if (declared === undefined) {
    const type = findClass(member.scope, member.element.type);
    const own = member.element.dimensions.map((expression) => ({ expression, scope: member.scope }));
    const dimensions = [...own, ...typeDimensions(type)];
    declared = { type, dimensions };
    cache.set(member, declared);
  }
  return declared;
}

export function declaredDimensions(member: Member<ComponentSyntax>): number {
  return declaredOf(member).dimensions.length;
}

export function declaredDimensionsOf(member: Member<ComponentSyntax>): readonly Dimension[] {
  return declaredOf(member).dimensions;
}

export function declaredType(member: Member<ComponentSyntax>): ClassInstance {
  return declaredOf(member).type;
}

/** The value as one of the declared type: an Integer in the place of a Real is a Real. */
export function withKind(_: Lowering, member: Member<ComponentSyntax>, value: Value): Value {
  const type = declaredType(member);
  const because = misfit(type, value);
  if (because !== undefined) throw new TypeFault(`of "${member.name}" ${because}`);
  return value.kind === "Integer" && kindOfType(type) === "Real" ? { ...value, kind: "Real" } : value;
}

/** Refuses a value whose size is not the declared one, as far as that is known. */
export function checkSize(l: Lowering, member: Member<ComponentSyntax>, value: Value, locals: Locals): void {
  const { dimensions } = declaredOf(member);
  if (dimensions.length === 0 || value.kind === "Function") return;
  const sizes = dimensions.map(({ expression, scope }, k) =>
    expression.kind === "colon"
      ? value.shape[k]
      : knownSize(l, expression, { cls: scope, locals: scope.root === member.scope.root ? locals : undefined }),
  );
  if (value.shape.length === sizes.length && sizes.every((size, k) => size === undefined || size === value.shape[k]))
    return;
  const declared = `[${sizes.map((size) => size ?? ":").join(", ")}]`;
  throw new SizeFault(otherSize(member.name, declared, value.shape));
}

/** A variable whose sizes are declared keeps them: what it is assigned has the size of the value before. */
export function checkSameSize(member: Member<ComponentSyntax>, old: Value, value: Value): void {
  const { dimensions } = declaredOf(member);
  if (old.kind === "Function" || value.kind === "Function" || sameShape(old.shape, value.shape)) return;
  if (dimensions.some(({ expression }) => expression.kind === "colon")) return;
  throw new SizeFault(otherSize(member.name, shapeText(old.shape), value.shape));
}

function otherSize(name: string, declared: string, given: readonly number[]): string {
  return `"${name}" has size ${declared}, and is given a value of size ${shapeText(given)}`;
}

function knownSize(l: Lowering, expression: Expression, scope: Scope): number | undefined {
  const type = l.typeRange(expression, scope);
  if (type !== undefined) return type.shape[0];
  const value = l.evaluate(expression, scope);
  return isScalarKind(value) && value.shape.length === 0 ? l.tryConstant(value.elements[0]!) : undefined;
}

/** The value before the first assignment; undefined when the size comes with the assignment. */
export function defaultValue(l: Lowering, member: Member<ComponentSyntax>, locals: Locals): Value | undefined {
  const { type, dimensions } = declaredOf(member);
  const shape: number[] = [];
  for (const { expression, scope } of dimensions) {
    if (expression.kind === "colon") return undefined;
    const size = l.dimension(expression, { cls: scope, locals: scope.root === member.scope.root ? locals : undefined });
    if (size === undefined) return undefined;
    shape.push(size);
  }
  return zeroValue(l, type, shape, { modifier: member.modifier, root: member.scope.root, locals });
}

/** What a declaration says about the fields of its record, and the variables that this may name. */
interface FieldModifiers {
  readonly modifier: Modifier;
  /** The class whose variables `locals` are. */
  readonly root: ClassInstance;
  readonly locals: Locals;
}

export function zeroValue(
  l: Lowering,
  type: ClassInstance,
  shape: readonly number[],
  given?: FieldModifiers,
): Value | undefined {
  const kind = kindOfType(type);
  const count = sizeOf(shape);
  if (kind === "Function") return undefined;
  if (kind === "Record")
    return {
      kind: "Record",
      shape,
      elements: Array.from({ length: count }, (_, i) => {
        const index = shape.length === 0 ? [] : positionOf(i, shape);
        return zeroFields(l, type, given && { ...given, modifier: elementModifier(given.modifier, index, shape) });
      }),
      cls: type,
    };
  const element = kind === "String" ? l.b.make("str", [], 0, "") : kind === "Enumeration" ? l.b.one : l.b.zero;
  return {
    kind,
    shape,
    elements: Array.from({ length: count }, () => element),
    cls: kind === "Enumeration" ? enumerationOf(type) : undefined,
  };
}

function zeroFields(l: Lowering, type: ClassInstance, given: FieldModifiers | undefined): Fields {
  const map = new Map<string, Value>();
  const locals: Locals = { values: map, around: undefined };
  for (const member of type.members) {
    if (!isComponentMember(member)) continue;
    const outer = given?.modifier.entries.get(member.name);
    const value = outer?.binding === undefined ? ownValue(member) : outerValue(member, outer.binding);
    if (value !== undefined) map.set(member.name, value);
  }
  return map;

  function ownValue(member: Member<ComponentSyntax>): Value | undefined {
    const { binding } = member.modifier;
    if (binding !== undefined)
      return withKind(l, member, l.evaluate(binding.expression, { cls: binding.scope.cls, locals }));
    const outer = given?.modifier.entries.get(member.name);
    if (outer === undefined || outer.entries.size === 0) return defaultValue(l, member, locals);
    const shape = defaultValue(l, member, locals)?.shape;
    return shape && zeroValue(l, declaredType(member), shape, { ...given!, modifier: merge(outer, member.modifier) });
  }

  function outerValue(member: Member<ComponentSyntax>, { expression, scope, indices }: Binding): Value {
    const inner = scope.cls.root === given!.root ? { cls: scope.cls, locals: given!.locals } : scope;
    return withKind(l, member, index(l.evaluate(expression, inner), indices));
  }
}

/** Subscripts of element `i`, row by row. */
function positionOf(i: number, shape: readonly number[]): number[] {
  const position: number[] = [];
  for (let k = shape.length - 1, rest = i; k >= 0; rest = Math.floor(rest / shape[k]!), k--)
    position.unshift((rest % shape[k]!) + 1);
  return position;
}
