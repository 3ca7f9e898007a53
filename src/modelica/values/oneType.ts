/** Values of one type can be compared, chosen by a condition, and be elements of one array: Integers and Reals alike, and one enumeration only. */
import type { ClassInstance, Value } from "../model.ts";
import type { ClassSyntax } from "../syntax/ast.ts";

export class TypeFault extends Error {}

interface Typed {
  readonly kind: Value["kind"];
  /** The record or the enumeration. */
  readonly cls?: ClassInstance | undefined;
}

export function areOfOneType(a: Typed, b: Typed): boolean {
  if (isNumber(a) && isNumber(b)) return true;
  return a.kind === b.kind && !(a.kind === "Enumeration" && areOtherEnumerations(a.cls, b.cls));
}

export function isNumber({ kind }: Typed): boolean {
  return kind === "Real" || kind === "Integer";
}

/** Enumerations are the same when their literals are. */
export function areOtherEnumerations(one: ClassInstance | undefined, other: ClassInstance | undefined): boolean {
  if (one === undefined || other === undefined || one.syntax === other.syntax) return false;
  return literalsOf(one.syntax) !== literalsOf(other.syntax);
}

function literalsOf({ body }: ClassSyntax): string {
  return body.kind === "enumeration" ? body.literals.map(({ name }) => name).join(" ") : "";
}

/** As sentences name it: "Real", or the name of an enumeration. */
export function typeName({ kind, cls }: Typed): string {
  return kind === "Enumeration" && cls !== undefined ? cls.qualifiedName : kind;
}

export function article(kind: string): string {
  return `${/^[AEIOU]/.test(kind) ? "an" : "a"} ${kind}`;
}
