/** What can be done to a diagram, as edits of the text of its model. Each answers with nothing where the text computes what it would change. */
import { entryOf, type ListPart, type ModelText, modelsIn, type ObjectPart } from "./modelText.ts";
import {
  addItem,
  applyEdits,
  keyText,
  removeEntry,
  removeItem,
  renameEntry,
  replacePart,
  setEntry,
  type TextEdit,
} from "./textEdits.ts";

export type Point = readonly [x: number, y: number];

/** The model that the file exports; undefined when it is not a literal. */
export function exportedModel(text: string): ModelText | undefined {
  return modelsIn(text).find(({ isDefault }) => isDefault);
}

export function exportedObject(text: string): ObjectPart | undefined {
  return exportedModel(text)?.object;
}

/** Places of components as the text has them. */
export function placesIn(text: string): ReadonlyMap<string, Point> {
  const object = exportedObject(text);
  const diagram = object && entryOf(object, "diagram")?.value;
  const places = new Map<string, Point>();
  if (diagram?.kind !== "object") return places;
  for (const { key, value } of diagram.entries) {
    if (value.kind !== "list") continue;
    const [x, y] = value.items;
    if (x?.kind === "plain" && y?.kind === "plain" && typeof x.value === "number" && typeof y.value === "number")
      places.set(key, [x.value, y.value]);
  }
  return places;
}

/** Several components at once; places of others stay. */
export function move(text: string, places: ReadonlyMap<string, Point>): string | undefined {
  let result = text;
  for (const [name, [x, y]] of places) {
    const object = exportedObject(result);
    if (object === undefined) return undefined;
    const written = `[${Math.round(x)}, ${Math.round(y)}]`;
    const diagram = entryOf(object, "diagram")?.value;
    if (diagram === undefined)
      result = applyEdits(result, [setEntry(result, object, "diagram", `{ ${keyText(name)}: ${written} }`)]);
    else if (diagram.kind === "object") result = applyEdits(result, [setEntry(result, diagram, name, written)]);
    else return undefined;
  }
  return result;
}

export function connect(text: string, one: string, other: string): string | undefined {
  const object = exportedObject(text);
  if (object === undefined) return undefined;
  const written = `[${JSON.stringify(one)}, ${JSON.stringify(other)}]`;
  const list = entryOf(object, "connect")?.value;
  if (list === undefined) return applyEdits(text, [setEntry(text, object, "connect", `[${written}]`)]);
  return list.kind === "list" ? applyEdits(text, [addItem(text, list, written)]) : undefined;
}

/** Takes the end out of all that it is connected to. */
export function disconnect(text: string, end: string): string | undefined {
  return withoutEnds(text, (name) => name === end);
}

export function rename(text: string, name: string, other: string): string | undefined {
  const object = exportedObject(text);
  if (object === undefined || entryOf(object, name) === undefined || entryOf(object, other) !== undefined)
    return undefined;
  const renamed = applyEdits(text, [
    ...renameEntry(text, object, name, other),
    ...objectReferences(object, name, other),
  ]);
  const diagram = entryOf(exportedObject(renamed)!, "diagram")?.value;
  if (diagram?.kind !== "object" || entryOf(diagram, name) === undefined) return renamed;
  return applyEdits(renamed, renameEntry(renamed, diagram, name, other));
}

/** Where objects and joints of a model in space name another entry. */
function objectReferences(object: ObjectPart, name: string, other: string): TextEdit[] {
  return object.entries.flatMap(({ value }) => {
    const given = value.kind === "call" ? value.given[0] : undefined;
    if (given?.kind !== "object") return [];
    return ["parent", "obj1", "obj2"].flatMap((key) => {
      const part = entryOf(given, key)?.value;
      if (part?.kind !== "plain" || typeof part.value !== "string") return [];
      const isMeant = part.value === name || part.value.startsWith(`${name}.`);
      return isMeant ? [replacePart(part, JSON.stringify(other + part.value.slice(name.length)))] : [];
    });
  });
}

/** With its connections and its place. */
export function remove(text: string, name: string): string | undefined {
  const free = withoutEnds(text, (end) => end === name || end.startsWith(`${name}.`));
  const object = free === undefined ? undefined : exportedObject(free);
  if (free === undefined || object === undefined || entryOf(object, name) === undefined) return undefined;
  const without = applyEdits(free, [removeEntry(free, object, name)!]);
  const diagram = entryOf(exportedObject(without)!, "diagram")?.value;
  if (diagram?.kind !== "object" || entryOf(diagram, name) === undefined) return without;
  return applyEdits(without, [removeEntry(without, diagram, name)!]);
}

/** A value of a component: in its `.with({ … })`, which is made if there is none. */
export function setParameter(text: string, component: string, name: string, written: string): string | undefined {
  const object = exportedObject(text);
  const value = object && entryOf(object, component)?.value;
  if (value === undefined) return undefined;
  const given = `{ ${keyText(name)}: ${written} }`;
  if (value.kind === "name") return applyEdits(text, [replacePart(value, `${value.name}.with(${given})`)]);
  if (value.kind !== "call" || !/(\.with|^Model|^Model3D)$/.test(value.name)) return undefined;
  const [first] = value.given;
  if (first?.kind === "object") return applyEdits(text, [setEntry(text, first, name, written)]);
  return undefined;
}

/** A component of a library, which is imported if it is not yet; the text, and the name that the component got. */
export function add(text: string, type: string, module: string): { text: string; name: string } | undefined {
  const object = exportedObject(text);
  if (object === undefined) return undefined;
  const name = freeName(text, type.charAt(0).toLowerCase() + type.slice(1));
  const edits = [setEntry(text, object, name, type), ...importEdits(text, type, module)];
  return { text: applyEdits(text, edits), name };
}

/** The name, or the name with a number, that is not a word of the text yet. */
export function freeName(text: string, base: string): string {
  let name = base;
  for (let k = 2; new RegExp(`\\b${name}\\b`).test(text); k++) name = `${base}${k}`;
  return name;
}

/** Nothing when the name is imported; else a word more in an import of the module, or a line more. */
export function importEdits(text: string, name: string, module: string): TextEdit[] {
  let end = 0;
  for (const match of text.matchAll(
    /^import\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?(\{([^}]*)\})?[^;'"]*["']([^"']+)["'];?[ \t]*\n/gm,
  )) {
    const [whole, braces, names = "", from] = match;
    end = match.index + whole.length;
    if (from !== module || braces === undefined || whole.startsWith("import type")) continue;
    if (names.split(",").some((word) => word.trim() === name)) return [];
    const list = match.index + whole.indexOf("{") + 1;
    const last = list + names.trimEnd().replace(/,$/, "").length;
    return [{ from: last, to: last, insert: names.trim() === "" ? ` ${name} ` : `, ${name}` }];
  }
  const at = end > 0 ? end : /^(?:\/\/[^\n]*\n)*/.exec(text)![0].length;
  return [{ from: at, to: at, insert: `import { ${name} } from ${JSON.stringify(module)};\n` }];
}

/** Connections without some of their ends; those with fewer than two left are gone. */
function withoutEnds(text: string, isGone: (end: string) => boolean): string | undefined {
  let result = text;
  for (;;) {
    const object = exportedObject(result);
    if (object === undefined) return undefined;
    const list = entryOf(object, "connect")?.value;
    if (list === undefined) return result;
    if (list.kind !== "list") return undefined;
    const edit = firstCut(result, list, isGone);
    if (edit === undefined) return result;
    result = applyEdits(result, [edit]);
  }
}

function firstCut(text: string, list: ListPart, isGone: (end: string) => boolean): TextEdit | undefined {
  for (const [k, item] of list.items.entries()) {
    if (item.kind !== "list") continue;
    const at = item.items.findIndex((end) => end.kind === "plain" && isGone(String(end.value)));
    if (at >= 0) return item.items.length > 2 ? removeItem(text, item, at) : removeItem(text, list, k);
  }
  return undefined;
}
