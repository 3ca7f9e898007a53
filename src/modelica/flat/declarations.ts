/** Declarations of function variables: their dimensions, their kind, the value they have before any assignment. */
import { findClass } from "../classes/lookup.ts";
import { type ClassInstance, type Fields, isComponentMember, type Locals, type Member, type Value } from "../model.ts";
import type { ComponentSyntax } from "../syntax/ast.ts";
import { sizeOf } from "../values/value.ts";
import { type Dimension, enumerationOf, kindOfType, typeDimensions } from "./classKinds.ts";
import type { Lowering } from "./context.ts";

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

export function declaredDimensions(_: Lowering, member: Member<ComponentSyntax>): number {
  return declaredOf(member).dimensions.length;
}

export function declaredType(member: Member<ComponentSyntax>): ClassInstance {
  return declaredOf(member).type;
}

/** An Integer in the place of a Real is a Real. */
export function withKind(_: Lowering, member: Member<ComponentSyntax>, value: Value): Value {
  if (value.kind !== "Integer") return value;
  return kindOfType(declaredType(member)) === "Real" ? { ...value, kind: "Real" } : value;
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
  return zeroValue(l, type, shape);
}

export function zeroValue(l: Lowering, type: ClassInstance, shape: readonly number[]): Value | undefined {
  const kind = kindOfType(type);
  const count = sizeOf(shape);
  if (kind === "Function") return undefined;
  if (kind === "Record") {
    const fields = (): Fields => {
      const map = new Map<string, Value>();
      for (const member of type.members) {
        if (!isComponentMember(member)) continue;
        const { binding } = member.modifier;
        const scope = binding?.scope;
        const value =
          binding !== undefined && scope !== undefined
            ? withKind(
                l,
                member,
                l.evaluate(binding.expression, { cls: scope.cls, locals: { values: map, around: undefined } }),
              )
            : defaultValue(l, member, { values: map, around: undefined });
        if (value !== undefined) map.set(member.name, value);
      }
      return map;
    };
    return { kind: "Record", shape, elements: Array.from({ length: count }, fields), cls: type };
  }
  const element = kind === "String" ? l.b.make("str", [], 0, "") : kind === "Enumeration" ? l.b.one : l.b.zero;
  return {
    kind,
    shape,
    elements: Array.from({ length: count }, () => element),
    cls: kind === "Enumeration" ? enumerationOf(type) : undefined,
  };
}
