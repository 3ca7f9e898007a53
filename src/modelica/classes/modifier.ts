import type { Modifier, Scope } from "../model.ts";
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
    entries: makeEntries(syntax.entries, scope, level),
    binding: binding && { expression: binding, scope, at: binding.at, isEach, isFinal, indices: [], level },
    redeclaration: undefined,
    isEach,
    at: syntax.at,
  };
}

export function makeEntries(list: readonly ModifierSyntax[], scope: Scope, level: number): Map<string, Modifier> {
  const entries = new Map<string, Modifier>();
  for (const item of list) {
    let modifier: Modifier =
      item.redeclaration === undefined
        ? makeModifier(item.modification, scope, level, item.isEach, item.isFinal)
        : {
            ...noModifier,
            redeclaration: { element: item.redeclaration, scope },
            isEach: item.isEach,
          };
    modifier = { ...modifier, at: item.at };
    for (let i = item.path.length - 1; i > 0; i--)
      modifier = { ...noModifier, entries: new Map([[item.path[i]!, modifier]]), at: item.at };
    const name = item.path[0]!;
    entries.set(name, merge(modifier, entries.get(name) ?? noModifier));
  }
  return entries;
}

/** What `outer` says, and what `inner` says where `outer` is silent. */
export function merge(outer: Modifier, inner: Modifier): Modifier {
  if (outer === noModifier) return inner;
  if (inner === noModifier) return outer;
  const entries = new Map(inner.entries);
  for (const [name, modifier] of outer.entries) {
    const known = entries.get(name);
    entries.set(name, known === undefined ? modifier : merge(modifier, known));
  }
  return {
    entries,
    binding: outer.binding ?? inner.binding,
    redeclaration: outer.redeclaration ?? inner.redeclaration,
    isEach: outer.isEach || inner.isEach,
    at: outer.at,
  };
}

/** What comes to an inner component is one level further outside. */
export function raised(modifier: Modifier): Modifier {
  if (modifier === noModifier) return modifier;
  return {
    ...modifier,
    entries: new Map([...modifier.entries].map(([name, inner]) => [name, raised(inner)])),
    binding: modifier.binding && { ...modifier.binding, level: modifier.binding.level + 1 },
  };
}

/** The modification of element `index` of an array of components: values without `each` are arrays of which it gets its part. */
export function elementModifier(modifier: Modifier, index: readonly number[]): Modifier {
  if (modifier === noModifier) return modifier;
  const { binding } = modifier;
  return {
    ...modifier,
    isEach: false,
    entries: new Map([...modifier.entries].map(([name, inner]) => [name, elementEntry(inner, index)])),
    binding:
      binding &&
      (binding.isEach ? { ...binding, isEach: false } : { ...binding, indices: [...binding.indices, ...index] }),
  };
}

function elementEntry(modifier: Modifier, index: readonly number[]): Modifier {
  if (modifier.isEach) {
    const { binding } = modifier;
    return { ...modifier, isEach: false, binding: binding && { ...binding, isEach: false } };
  }
  return elementModifier(modifier, index);
}
