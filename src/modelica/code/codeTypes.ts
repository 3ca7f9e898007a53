/** Types of generated functions: kind and number of dimensions; sizes are known in the run. */

import { enumerationOf, kindOfType } from "../flat/classKinds.ts";
import { declaredDimensions, declaredType } from "../flat/declarations.ts";
import { type ClassInstance, isComponentMember, type Member, type ScalarKind, type Value } from "../model.ts";
import type { ComponentSyntax } from "../syntax/ast.ts";
import { areOfOneType } from "../values/oneType.ts";

export interface CodeType {
  readonly kind: ScalarKind | "Record" | "Function";
  readonly rank: number;
  /** Of a record. */
  readonly fields?: readonly CodeField[];
  /** The record or the enumeration. */
  readonly cls?: ClassInstance | undefined;
}

export interface CodeField {
  readonly name: string;
  readonly type: CodeType;
  readonly member: Member<ComponentSyntax>;
}

/** Thrown when a function is interpreted instead of compiled. */
export class NotCompilable extends Error {}

const fieldsOfRecords = new WeakMap<ClassInstance, readonly CodeField[]>();

export function typeOfClass(cls: ClassInstance, rank: number): CodeType {
  const kind = kindOfType(cls);
  if (kind === "Enumeration") return { kind, rank, cls: enumerationOf(cls) };
  if (kind !== "Record") return { kind, rank };
  let fields = fieldsOfRecords.get(cls);
  if (fields === undefined) {
    fields = cls.members
      .filter(isComponentMember)
      .map((member) => ({ name: member.name, type: typeOfMember(member), member }));
    fieldsOfRecords.set(cls, fields);
  }
  return { kind, rank, fields, cls };
}

export function typeOfMember(member: Member<ComponentSyntax>): CodeType {
  return typeOfClass(declaredType(member), declaredDimensions(member));
}

export function typeOfValue(value: Value): CodeType {
  if (value.kind === "Function") return { kind: "Function", rank: 0 };
  if (value.kind === "Record") return typeOfClass(value.cls, value.shape.length);
  return { kind: value.kind, rank: value.shape.length, cls: value.cls };
}

/** Numbers that may change continuously are part of it. */
export function hasRate({ kind, fields }: CodeType): boolean {
  return kind === "Real" || (kind === "Record" && fields!.some(({ type }) => hasRate(type)));
}

/** Its rate is of the same type: what a derivative function takes beside it. */
export function isRealThroughout({ kind, fields }: CodeType): boolean {
  return kind === "Real" || (kind === "Record" && fields!.every(({ type }) => isRealThroughout(type)));
}

export function scalarOf(kind: ScalarKind, rank = 0): CodeType {
  return { kind, rank };
}

/** What is not of one type is refused by the interpreter, which knows its place. */
export function checkOneType(items: readonly { readonly type: CodeType }[]): void {
  if (!items.every(({ type }) => areOfOneType(type, items[0]!.type))) throw new NotCompilable("different types");
}
