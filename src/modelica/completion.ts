/** What may stand at a place of a Modelica text: classes, components, and elements and attributes that a modification may name. */
import { findClass } from "./classes/lookup.ts";
import { attributeNames } from "./flat/attributes.ts";
import { type ClassInstance, isClassMember, isComponentMember, type Member } from "./model.ts";
import type { Reference } from "./syntax/ast.ts";
import type { TextPlace } from "./textPlace.ts";

export interface ModelicaSuggestion {
  readonly name: string;
  /** `model`, `package`, … of classes; `parameter`, `constant`, `component` of elements; `attribute`. */
  readonly kind: string;
  readonly description: string;
}

const predefined = ["Real", "Integer", "Boolean", "String", "StateSelect", "AssertionLevel"];

/** `around`: the class that is being written; `topNames`: packages and classes at the top. */
export function suggestionsAt(
  place: TextPlace,
  around: ClassInstance | undefined,
  top: { readonly names: readonly string[]; readonly find: (name: string) => ClassInstance | undefined },
): ModelicaSuggestion[] {
  const { modified, path } = place;
  if (modified !== undefined) {
    let cls = classNamed(modified.type, around, top.find);
    for (const name of [...modified.components, ...path]) cls = cls && componentClass(cls, name);
    return cls === undefined ? [] : modifiable(cls);
  }
  if (path.length > 0) {
    const ofComponent = path.reduce<ClassInstance | undefined>((cls, name) => cls && componentClass(cls, name), around);
    const cls = ofComponent ?? classNamed(path, around, top.find);
    if (cls === undefined) return [];
    return ofComponent === undefined
      ? cls.members.filter((member) => isClassMember(member) || isConstant(member)).map(suggestion)
      : publicElements(cls);
  }
  const classes = [
    ...visibleClasses(around),
    ...top.names.map((name) => ({ name, kind: "package", description: "" })),
    ...predefined.map((name) => ({ name, kind: "type", description: "" })),
  ];
  return distinct(place.wants === "class" ? classes : [...elements(around), ...classes]);
}

/** Components of the class itself, protected ones too. */
function elements(cls: ClassInstance | undefined): ModelicaSuggestion[] {
  return (cls?.members ?? []).filter(isComponentMember).map(suggestion);
}

function publicElements(cls: ClassInstance): ModelicaSuggestion[] {
  return cls.members.filter((member) => isComponentMember(member) && !member.isProtected).map(suggestion);
}

/** Elements that a modification may change; of a predefined type its attributes. */
function modifiable(cls: ClassInstance): ModelicaSuggestion[] {
  if (cls.builtIn !== undefined)
    return attributeNames(cls.builtIn).map((name) => ({ name, kind: "attribute", description: "" }));
  const isOpen = ({ element, isProtected }: Member): boolean => {
    const isFixed = "isFinal" in element && element.isFinal;
    return (
      !isProtected && !isFixed && (element.kind === "component" || (element.kind === "class" && element.isReplaceable))
    );
  };
  return distinct(
    cls.members
      .filter(isOpen)
      .map(suggestion)
      .sort((a, b) => Number(b.kind === "parameter") - Number(a.kind === "parameter")),
  );
}

/** Classes of the class and of those around it. */
function visibleClasses(from: ClassInstance | undefined): ModelicaSuggestion[] {
  const found: ModelicaSuggestion[] = [];
  for (let cls = from; cls !== undefined; cls = cls.parent) {
    found.push(...cls.members.filter(isClassMember).map(suggestion));
    if (cls.syntax.isEncapsulated) break;
  }
  return found;
}

function isConstant({ element }: Member): boolean {
  return element.kind === "component" && element.variability === "constant";
}

function suggestion({ name, element }: Member): ModelicaSuggestion {
  if (element.kind === "class")
    return { name, kind: element.definition.restriction, description: element.definition.description };
  if (element.kind !== "component") return { name, kind: "component", description: "" };
  const kind =
    element.variability === "parameter" || element.variability === "constant" ? element.variability : "component";
  return { name, kind, description: element.description };
}

function componentClass(cls: ClassInstance, name: string): ClassInstance | undefined {
  const member = cls.member(name);
  return member !== undefined && isComponentMember(member) ? findClass(member.scope, member.element.type) : undefined;
}

function classNamed(
  path: readonly string[],
  around: ClassInstance | undefined,
  top: (name: string) => ClassInstance | undefined,
): ClassInstance | undefined {
  const [first, ...rest] = path;
  const from = around ?? top(first!);
  if (from === undefined) return undefined;
  const reference: Reference = {
    kind: "reference",
    parts: [first!, ...rest].map((name) => ({ name, subscripts: [] })),
    isAbsolute: around === undefined,
    at: 0,
  };
  return findClass(from, reference);
}

function distinct(list: readonly ModelicaSuggestion[]): ModelicaSuggestion[] {
  return [...new Map(list.map((one) => [one.name, one] as const).reverse()).values()].reverse();
}
