/** Modifications: what they say of an element and of what is inside it; outer ones override inner ones, unless those are final. */
import type { Binding, Modifier, Redeclaration, Scope } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ModificationSyntax, ModifierSyntax } from "../syntax/ast.ts";

export const noModifier: Modifier = {
  entries: new Map(),
  binding: undefined,
  redeclaration: undefined,
  isEach: false,
  at: 0,
};

export function makeModifier(
  syntax: ModificationSyntax | undefined,
  scope: Scope,
  level = 0,
  isEach = false,
  isFinal = false,
): Modifier {
  if (syntax === undefined) return noModifier;
  const { binding } = syntax;
  return {
    entries: makeEntries(syntax.entries, scope, level, isFinal),
    binding: binding && { expression: binding, scope, at: binding.at, isEach, isFinal, indices: [], sizes: [], level },
    redeclaration: undefined,
    isEach,
    at: syntax.at,
  };
}

/** What is inside a final element is final, too. */
export function makeEntries(
  list: readonly ModifierSyntax[],
  scope: Scope,
  level: number,
  isFinal = false,
): Map<string, Modifier> {
  const entries = new Map<string, Modifier>();
  for (const item of list) {
    let modifier: Modifier =
      item.redeclaration === undefined
        ? makeModifier(item.modification, scope, level, item.isEach, isFinal || item.isFinal)
        : {
            ...noModifier,
            redeclaration: { element: item.redeclaration, scope, isFinal: isFinal || item.isFinal },
            isEach: item.isEach,
          };
    modifier = { ...modifier, at: item.at };
    for (let i = item.path.length - 1; i > 0; i--)
      modifier = { ...noModifier, entries: new Map([[item.path[i]!, modifier]]), at: item.at };
    const name = item.path[0]!;
    const known = entries.get(name);
    entries.set(name, known === undefined ? modifier : united(known, modifier, name));
  }
  return entries;
}

/** Two modifications of one list: none of them counts more, so that they must not say the same thing twice. */
function united(first: Modifier, second: Modifier, name: string): Modifier {
  const entries = new Map(first.entries);
  for (const [inner, modifier] of second.entries) {
    const known = entries.get(inner);
    entries.set(inner, known === undefined ? modifier : united(known, modifier, `${name}.${inner}`));
  }
  const again = (second.binding ?? second.redeclaration)?.scope;
  if (again !== undefined && (first.binding ?? first.redeclaration) !== undefined)
    throw modelicaError("E-MODELICA-MODIFIER", `"${name}" is modified twice.`, placeOf(again, second), {
      ...pathOf(again),
      because: "both modifications stand in one list, so that neither overrides the other",
      hint: "remove one of them",
      data: { name },
    });
  return { ...merge(second, first), entries };
}

/** What `outer` says, and what `inner` says where `outer` is silent; what `inner` says is final must not be changed. */
export function merge(outer: Modifier, inner: Modifier, of = ""): Modifier {
  return combine(outer, inner, of, refuseFinal);
}

/** What a declaration says, and what its constraining clause says where it is silent. */
export function supplement(declared: Modifier, constraining: Modifier): Modifier {
  return combine(declared, constraining, "", () => {});
}

function combine(outer: Modifier, inner: Modifier, of: string, check: typeof refuseFinal): Modifier {
  if (outer === noModifier) return inner;
  if (inner === noModifier) return outer;
  check(outer, inner.binding ?? inner.redeclaration, of);
  const entries = new Map(outer.binding === undefined ? inner.entries : overridden(inner.entries));
  for (const [name, modifier] of outer.entries) {
    const known = entries.get(name);
    const path = of === "" ? name : `${of}.${name}`;
    entries.set(name, known === undefined ? modifier : combine(modifier, known, path, check));
  }
  return {
    entries,
    binding: outer.binding ?? inner.binding,
    redeclaration: outer.redeclaration ?? inner.redeclaration,
    isEach: outer.isEach || inner.isEach,
    at: outer.at,
  };
}

/** A value for the whole counts more than those that were given to its fields before; attributes of a number stay. */
function overridden(entries: ReadonlyMap<string, Modifier>): ReadonlyMap<string, Modifier> {
  return new Map(
    Array.from(entries, ([name, modifier]) => [
      name,
      {
        ...modifier,
        entries: overridden(modifier.entries),
        binding: modifier.binding && { ...modifier.binding, isOverridden: true },
      },
    ]),
  );
}

/** The scope of the first value or redeclaration that a modification brings, its own or one inside it. */
export function firstScope(modifier: Modifier): { scope: Scope; modifier: Modifier } | undefined {
  const own = modifier.binding ?? modifier.redeclaration;
  if (own !== undefined) return { scope: own.scope, modifier };
  for (const inner of modifier.entries.values()) {
    const found = firstScope(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is final keeps what it was given. */
function refuseFinal(outer: Modifier, inner: Binding | Redeclaration | undefined, name: string): void {
  if (inner?.isFinal !== true) return;
  const given = outer.binding ?? outer.redeclaration;
  if (given === undefined || isSame(given, inner)) return;
  throw finalElement(name, { scope: given.scope, modifier: outer }, inner.scope);
}

/** One clause that reaches an element on two ways. */
function isSame(a: Binding | Redeclaration, b: Binding | Redeclaration): boolean {
  return "expression" in a
    ? "expression" in b && a.expression === b.expression
    : "element" in b && a.element === b.element;
}

/** Refuses modifications of an element that is declared final. */
export function checkNotFinal(name: string, outer: Modifier, declared: Scope): void {
  const given = firstScope(outer);
  if (given !== undefined) throw finalElement(name, given, declared);
}

function finalElement(name: string, given: { scope: Scope; modifier: Modifier }, declared: Scope): Error {
  return modelicaError(
    "E-MODELICA-MODIFIER",
    `"${name}" is final and cannot be modified.`,
    placeOf(given.scope, given.modifier),
    {
      ...pathOf(given.scope),
      because: `"${declared.cls.qualifiedName}" says so`,
      hint: "remove the modification, or the word final",
      data: { name },
    },
  );
}

const placeOf = ({ cls }: Scope, { at }: Modifier) => ({ file: cls.syntax.file, at });
const pathOf = ({ cls }: Scope) => (cls.root.path === "" ? {} : { path: cls.root.path });

/** What comes to an inner component is one level further outside. */
export function raised(modifier: Modifier): Modifier {
  if (modifier === noModifier) return modifier;
  return {
    ...modifier,
    entries: new Map([...modifier.entries].map(([name, inner]) => [name, raised(inner)])),
    binding: modifier.binding && { ...modifier.binding, level: modifier.binding.level + 1 },
  };
}

/** The modification of element `index` of an array of components: values without `each` are arrays of its `shape`, of which it gets its part. */
export function elementModifier(modifier: Modifier, index: readonly number[], shape: readonly number[]): Modifier {
  if (modifier === noModifier) return modifier;
  const { binding } = modifier;
  return {
    ...modifier,
    isEach: false,
    entries: new Map([...modifier.entries].map(([name, inner]) => [name, elementEntry(inner, index, shape)])),
    binding:
      binding &&
      (binding.isEach
        ? { ...binding, isEach: false }
        : { ...binding, indices: [...binding.indices, ...index], sizes: [...binding.sizes, ...shape] }),
  };
}

function elementEntry(modifier: Modifier, index: readonly number[], shape: readonly number[]): Modifier {
  if (modifier.isEach) {
    const { binding } = modifier;
    return { ...modifier, isEach: false, binding: binding && { ...binding, isEach: false } };
  }
  return elementModifier(modifier, index, shape);
}
