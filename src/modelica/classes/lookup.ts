/** Names of classes, from the place where they are written outwards; imports; the predefined and the top-level names. */
import { suggestName } from "../../errors/nearestName.ts";
import { referenceText } from "../flat/classKinds.ts";
import { type ClassInstance, isClassMember, isComponentMember, type Member, type Modifier } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ImportSyntax, Reference } from "../syntax/ast.ts";
import { noModifier } from "./modifier.ts";

/** What a simple name means: a member of a class around the place, or a class of the top or of an import. */
export type Found =
  | { readonly kind: "member"; readonly member: Member; readonly owner: ClassInstance }
  | { readonly kind: "class"; readonly cls: ClassInstance };

export function lookup(from: ClassInstance, name: string): Found | undefined {
  for (let at: ClassInstance | undefined = from; at !== undefined; at = at.parent) {
    const member = at.member(name);
    if (member !== undefined) return { kind: "member", member, owner: at.root };
    const imported = findImport(at, name);
    if (imported !== undefined) return imported;
    if (at.syntax.isEncapsulated) break;
  }
  const cls = from.world.topClass(name);
  return cls === undefined ? undefined : { kind: "class", cls };
}

function findImport(at: ClassInstance, name: string): Found | undefined {
  const { body } = at.syntax;
  if (body.kind !== "long") return undefined;
  let wild: Found | undefined;
  for (const element of body.imports) {
    if (element.names === undefined) wild ??= findInWild(at, element, name);
    else {
      const original = element.names.get(name);
      if (original === undefined) continue;
      return importedName(at, element.isWhole ? element.path : [...element.path, original], element);
    }
  }
  return wild;
}

function findInWild(at: ClassInstance, element: ImportSyntax, name: string): Found | undefined {
  const found = importedName(at, element.path, element);
  const cls = found.kind === "class" ? found.cls : classOf(found.member);
  const member = cls?.member(name);
  return member === undefined || member.isProtected ? undefined : { kind: "member", member, owner: cls!.root };
}

function importedName(at: ClassInstance, path: readonly string[], element: ImportSyntax): Found {
  let found: Found | undefined;
  let cls = at.world.topClass(path[0]!);
  if (cls !== undefined) found = { kind: "class", cls };
  for (const name of path.slice(1)) {
    const member: Member | undefined = cls?.member(name);
    if (member === undefined) {
      found = undefined;
      break;
    }
    found = { kind: "member", member, owner: cls!.root };
    cls = classOf(member);
  }
  if (found !== undefined) return found;
  throw modelicaError("E-MODELICA-NAME", `The import "${path.join(".")}" is unknown.`, at.placeOf(element), {
    hint: "names of imports are absolute: begin with the package at the top",
  });
}

function classOf(member: Member): ClassInstance | undefined {
  return isClassMember(member) ? member.scope.world.memberClass(member, noModifier) : undefined;
}

/** The class that a reference names. */
export function findClass(
  from: ClassInstance,
  reference: Reference,
  modifier: Modifier = noModifier,
  root?: ClassInstance,
): ClassInstance {
  const found = tryFindClass(from, reference, modifier, root);
  if (found !== undefined) return found;
  const text = referenceText(reference);
  const known = namesAround(from);
  throw modelicaError("E-MODELICA-NAME", `The class "${text}" is unknown.`, from.placeOf(reference), {
    because: `it is looked up in "${from.qualifiedName}" and the classes around it`,
    hint: suggestName(
      reference.parts[0]!.name,
      known,
      "check its spelling, or add the library that has it: to MODELICAPATH, in the studio by dropping its folder",
    ),
    data: { name: text },
  });
}

export function tryFindClass(
  from: ClassInstance,
  reference: Reference,
  modifier: Modifier = noModifier,
  root?: ClassInstance,
): ClassInstance | undefined {
  const { parts } = reference;
  const { world } = from;
  const isLast = (i: number): boolean => i === parts.length - 1;
  const first = parts[0]!.name;
  let cls: ClassInstance | undefined;
  const top = (): ClassInstance | undefined =>
    world.topClass(first, isLast(0) ? modifier : noModifier, isLast(0) ? root : undefined);
  if (reference.isAbsolute) cls = top();
  else {
    const found = lookup(from, first);
    if (found?.kind === "class")
      cls =
        isLast(0) && (modifier !== noModifier || root !== undefined) ? remade(found.cls, modifier, root) : found.cls;
    else if (found !== undefined)
      cls = instanceOf(found.member, found.owner, isLast(0) ? modifier : noModifier, isLast(0) ? root : undefined);
  }
  for (let i = 1; i < parts.length && cls !== undefined; i++) {
    const member: Member | undefined = cls.member(parts[i]!.name);
    if (member === undefined) return undefined;
    cls = instanceOf(member, cls.root, isLast(i) ? modifier : noModifier, isLast(i) ? root : undefined);
  }
  return cls;
}

function remade(cls: ClassInstance, modifier: Modifier, root: ClassInstance | undefined): ClassInstance {
  return cls.world.remake(cls, modifier, root);
}

/** The class of a class member; of a component, the class of its instance. */
function instanceOf(
  member: Member,
  owner: ClassInstance,
  modifier: Modifier,
  root: ClassInstance | undefined,
): ClassInstance | undefined {
  if (isClassMember(member)) return member.scope.world.memberClass(outerClass(member, owner), modifier, root);
  if (!isComponentMember(member) || !owner.isModel) return undefined;
  return owner.world.componentClass(owner, member.name);
}

/** `outer` classes are those of the nearest instance around that declares them `inner`. */
function outerClass<M extends Member>(member: M, owner: ClassInstance): M {
  if (!member.element.isOuter) return member;
  return (owner.world.innerClass(owner, member.name) as M | undefined) ?? member;
}

/** A base class: what a class inherits itself must not be needed to find it. */
export function findBase(
  from: ClassInstance,
  reference: Reference,
  modifier: Modifier,
  root: ClassInstance,
): ClassInstance {
  return findClass(from, reference, modifier, root);
}

function namesAround(from: ClassInstance): string[] {
  const names: string[] = [];
  for (let at: ClassInstance | undefined = from; at !== undefined; at = at.parent)
    if (!at.isOpen) names.push(...at.members.map(({ name }) => name));
  return names;
}
