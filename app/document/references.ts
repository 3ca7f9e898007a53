/**
 * Where a text names an entry of a model: in its connections and equations, in expressions that other entries are given, and, of the
 * model that the file exports, in what its experiment plots and changes.
 */
import { entryOf, experimentIn, type ObjectPart, type Part } from "./modelText.ts";

export interface Reference {
  readonly from: number;
  readonly to: number;
}

/** In the object itself; places of components and their lines (`diagram`) have names of their own. */
export function referencesIn(text: string, object: ObjectPart, name: string): Reference[] {
  return object.entries.flatMap(({ key, value }) => {
    if (key === "diagram" || key === "description") return [];
    const isText = ["connect", "equations", "initialEquations"].includes(key);
    return isText
      ? wordsIn(text, value, name)
      : expressionsIn(text, value, 0).flatMap((own) => wordsIn(text, own, name));
  });
}

/** In `plots` and `merge` of the experiment, where names are strings: `"motor.w"`. */
export function experimentReferences(text: string, name: string): Reference[] {
  const experiment = experimentIn(text);
  if (experiment?.kind !== "object") return [];
  const merge = entryOf(experiment, "merge")?.value;
  const keys = merge?.kind === "object" ? merge.entries : [];
  const named = [
    ...stringsIn(entryOf(experiment, "plots")?.value),
    ...keys.filter(({ keyFrom }) => /["'`]/.test(text[keyFrom]!)).map(({ keyFrom: from, keyTo: to }) => ({ from, to })),
  ];
  return named.flatMap(({ from }) => {
    const start = from + 1;
    const isMeant = text.startsWith(name, start) && /["'`.[]/.test(text[start + name.length] ?? "");
    return isMeant ? [{ from: start, to: start + name.length }] : [];
  });
}

/** Where a name stands for the entry: as a word that is not behind a point, a letter or a backslash. */
function wordsIn(text: string, { from, to }: Reference, name: string): Reference[] {
  const word = new RegExp(`(?<![\\w$.\\\\])${name.replace(/[$\\]/g, "\\$&")}(?![\\w$])`, "g");
  return Array.from(text.slice(from, to).matchAll(word), ({ index }) => ({
    from: from + index,
    to: from + index + name.length,
  }));
}

/** Expressions of a value that see the model around it: what is given to a component of a component sees that component. */
function expressionsIn(text: string, part: Part, depth: number): Reference[] {
  if (part.kind === "computed")
    return /^expr\s*`[^`]*`$/.test(text.slice(part.from, part.to))
      ? [{ from: text.indexOf("`", part.from) + 1, to: part.to - 1 }]
      : [];
  if (part.kind === "list") return part.items.flatMap((item) => expressionsIn(text, item, depth));
  if (part.kind === "object") return part.entries.flatMap(({ value }) => expressionsIn(text, value, depth));
  if (part.kind !== "call") return [];
  const inner = /^(Model|Model3D)$|\.with$/.test(part.name) ? depth + 1 : depth;
  return inner > 1 ? [] : part.given.flatMap((given) => expressionsIn(text, given, inner));
}

function stringsIn(part: Part | undefined): Reference[] {
  if (part?.kind === "list") return part.items.flatMap(stringsIn);
  return part?.kind === "plain" && typeof part.value === "string" ? [part] : [];
}
