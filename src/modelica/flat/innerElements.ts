/**
 * `outer` names what the nearest instance around declares as `inner`. Where there is none, a class that asks for it in its annotation
 * (`defaultComponentPrefixes = "inner"`) is added to the model, and nothing else is.
 */
import { findClass } from "../classes/lookup.ts";
import { type ClassInstance, type ComponentNode, isComponentMember, type Member } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import { annotationsNamed } from "../syntax/annotations.ts";
import type { ComponentSyntax } from "../syntax/ast.ts";
import { enumerationOf, scalarType } from "./classKinds.ts";

/** The declaration of an outer element brings nothing of its own, and what it stands for has all that its class has. */
export function checkInner(from: ClassInstance, member: Member<ComponentSyntax>, inner: ComponentNode): void {
  const { element, scope } = member;
  const place = scope.placeOf(element);
  const path = from.path === "" ? {} : { path: from.path };
  if (element.modification !== undefined)
    throw modelicaError("E-MODELICA-MODIFIER", `"outer ${member.name}" cannot be modified.`, place, {
      ...path,
      because: `it stands for "${inner.path}", whose values count`,
      hint: "modify the inner component",
      data: { name: member.name },
    });
  const wanted = findClass(scope, element.type);
  const lack = lackOf(wanted, inner.type);
  if (lack === undefined) return;
  throw modelicaError("E-MODELICA-TYPE", `"inner ${inner.path}" does not fit "outer ${member.name}".`, place, {
    ...path,
    because: lack,
    hint: `declare it with "${wanted.qualifiedName}" or a class that extends it`,
    data: { name: member.name },
  });
}

/** What a type has to be, or to have, to stand for another one. */
function lackOf(wanted: ClassInstance, type: ClassInstance): string | undefined {
  const [need, have] = [scalarType(wanted), scalarType(type)];
  if (need !== undefined || have !== undefined) {
    const [first, second] = [need, have].map((one) => one && (one.builtIn ?? enumerationOf(one)?.qualifiedName));
    return first === second ? undefined : `"${type.qualifiedName}" is not a "${wanted.qualifiedName}"`;
  }
  const missing = wanted.members.find(
    (one) => isComponentMember(one) && !one.isProtected && type.member(one.name) === undefined,
  );
  return missing && `"${type.qualifiedName}" has no "${missing.name}", which "${wanted.qualifiedName}" has`;
}

/** A warning that tells about an inner component that was added; refuses where none may be. */
export function addedInner(from: ClassInstance, { name, scope, element }: Member<ComponentSyntax>): string {
  const type = findClass(scope, element.type);
  const message = annotatedText(type, "missingInnerMessage");
  if (annotatedText(type, "defaultComponentPrefixes")?.split(/\s+/).includes("inner") !== true || type.syntax.isPartial)
    throw modelicaError(
      "E-MODELICA-INNER",
      `There is no "inner ${name}" for "outer ${name}".`,
      scope.placeOf(element),
      {
        ...(from.path !== "" && { path: from.path }),
        because: message ?? `no component around "${from.path}" declares it`,
        hint: `declare it in the model: inner ${type.qualifiedName} ${name}`,
        data: { name },
      },
    );
  const reason = message === undefined ? "" : `: ${message}`;
  return `no component "inner ${name}" exists around "${from.path}": one with default values was added to the model${reason}`;
}

function annotatedText(type: ClassInstance, name: string): string | undefined {
  for (const { syntax } of [...type.lineage].reverse()) {
    const [entry] = annotationsNamed(syntax.file, syntax.annotation, name);
    const text = entry?.modification?.binding;
    if (text?.kind === "string") return text.value;
  }
  return undefined;
}
