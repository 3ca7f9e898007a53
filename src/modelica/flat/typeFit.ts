/** Which values a type takes: its own, Integers where Reals are meant, and nothing else. */
import { type ClassInstance, isComponentMember, type ScalarValue, type Value } from "../model.ts";
import { areOtherEnumerations, article } from "../values/oneType.ts";
import { enumerationOf, kindOfType } from "./classKinds.ts";

/** Why a value is not one of a type; undefined when it is. */
export function misfit(type: ClassInstance, value: Value): string | undefined {
  const kind = kindOfType(type);
  if (kind === "Record" && value.kind === "Record") return fieldMisfit(type, value);
  if (kind === "Enumeration" && value.kind === "Enumeration") return otherEnumeration(enumerationOf(type), value.cls);
  if (kind === value.kind || (kind === "Real" && value.kind === "Integer")) return undefined;
  return `${article(kind)} is wanted, ${article(value.kind)} is given`;
}

/** Why the two sides of an equation cannot be equal. Integers and Reals may be, unless the equation gives an Integer the value of a formula. */
export function unequalKinds(left: ScalarValue, right: ScalarValue): string | undefined {
  if (left.kind === "Enumeration" && right.kind === "Enumeration") return otherEnumeration(left.cls, right.cls);
  if (left.kind === right.kind) return undefined;
  if (left.kind === "Real" && right.kind === "Integer") return undefined;
  const isGiven = left.elements.some((e, i) => e.op === "var" && right.elements[i]?.op !== "var");
  if (left.kind === "Integer" && right.kind === "Real" && !isGiven) return undefined;
  return `one side is ${article(left.kind)}, the other ${article(right.kind)}`;
}

/** Records are compared by the names of their fields. */
function fieldMisfit(type: ClassInstance, value: Extract<Value, { kind: "Record" }>): string | undefined {
  const [fields] = value.elements;
  if (fields === undefined) return undefined;
  for (const member of type.members)
    if (isComponentMember(member) && member.element.condition === undefined && !fields.has(member.name))
      return `the record "${value.cls.qualifiedName}" has no field "${member.name}"`;
  return undefined;
}

function otherEnumeration(wanted: ClassInstance | undefined, given: ClassInstance | undefined): string | undefined {
  if (!areOtherEnumerations(wanted, given)) return undefined;
  return `a "${wanted!.qualifiedName}" is wanted, a "${given!.qualifiedName}" is given`;
}
