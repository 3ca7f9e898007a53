import type { ClassInstance, ScalarKind } from "../model.ts";
import type { Expression, Reference } from "../syntax/ast.ts";

/** A size, and the class in whose text it stands. */
export interface Dimension {
  readonly expression: Expression;
  readonly scope: ClassInstance;
}

/** The class at the end of short definitions. */
export function finalClass(cls: ClassInstance): ClassInstance {
  void cls.members;
  return cls.syntax.body.kind === "short" && cls.bases.length === 1 ? finalClass(cls.bases[0]!) : cls;
}

export function isFunction(cls: ClassInstance): boolean {
  return finalClass(cls).syntax.restriction === "function";
}

export function isExternalObject(cls: ClassInstance): boolean {
  void cls.members;
  return cls.builtIn === "ExternalObject";
}

/** The enumeration that a type is. */
export function enumerationOf(cls: ClassInstance): ClassInstance | undefined {
  if (cls.syntax.body.kind === "enumeration") return cls;
  void cls.members;
  return cls.bases.length === 1 ? enumerationOf(cls.bases[0]!) : undefined;
}

/** Real, Integer, Boolean, String, an enumeration, or undefined for a class with parts. */
export function scalarType(cls: ClassInstance): ClassInstance | undefined {
  if (cls.syntax.body.kind === "enumeration") return cls;
  if (cls.parent === undefined && cls.world.isBuiltIn(cls.syntax)) return cls;
  void cls.members;
  for (const base of cls.bases) {
    const found = scalarType(base);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Sizes that a type brings along: `type Matrix = Real[3, 3]`, and types that extend it. */
export function typeDimensions(cls: ClassInstance): Dimension[] {
  const { body } = cls.syntax;
  void cls.members;
  const own =
    body.kind === "short" ? body.dimensions.map((expression) => ({ expression, scope: cls.parent ?? cls })) : [];
  const isType = cls.bases.length === 1 && (body.kind === "short" || scalarType(cls) !== undefined);
  return isType ? [...own, ...typeDimensions(cls.bases[0]!)] : own;
}

export function isOperatorRecord(cls: ClassInstance): boolean {
  return cls.lineage.some(({ syntax }) => syntax.isOperator && syntax.restriction === "record");
}

export function isConnector(cls: ClassInstance): boolean {
  for (let at: ClassInstance | undefined = cls; at !== undefined; at = at.bases[0]) {
    if (at.syntax.restriction === "connector") return true;
    void at.members;
    if (at.syntax.body.kind !== "short") break;
  }
  return finalClass(cls).syntax.restriction === "connector";
}

export function isExpandable(cls: ClassInstance): boolean {
  return finalClass(cls).syntax.isExpandable;
}

export function kindOfType(type: ClassInstance): ScalarKind | "Record" | "Function" {
  if (enumerationOf(type) !== undefined) return "Enumeration";
  if (isExternalObject(type)) return "Object";
  if (isFunction(type)) return "Function";
  const scalar = scalarType(type);
  return scalar === undefined ? "Record" : (scalar.syntax.name as ScalarKind);
}

export function referenceText(reference: Reference): string {
  return (reference.isAbsolute ? "." : "") + reference.parts.map((part) => part.name).join(".");
}
