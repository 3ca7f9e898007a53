/** What can be done to a diagram, as edits of the text of its model. Each answers with nothing where the text computes what it would change. */
import { withoutLines } from "./lineEdits.ts";
import { entryOf, exportedObject, isDocument, type ListPart, type ObjectPart } from "./modelText.ts";
import { experimentReferences } from "./references.ts";
import {
  addItem,
  addLine,
  applyEdits,
  keyText,
  removeEntry,
  removeItem,
  renameEntry,
  replacePart,
  setEntry,
  type TextEdit,
} from "./textEdits.ts";

/** Left upper corner, in pixels; degrees by which the drawing is turned clockwise; whether left and right have changed places. */
export type Point = readonly [x: number, y: number, turn?: number | undefined, isMirrored?: boolean | undefined];

/** The word of the language that makes a component: `Resistor` of `Resistor.with({ … })`; empty when it is computed. */
export function typeIn(object: ObjectPart | undefined, component: string): string {
  const value = object && entryOf(object, component)?.value;
  if (value?.kind === "name") return value.name;
  return value?.kind === "call" ? value.name.replace(/\.with$/, "") : "";
}

/** Places of components as the text has them. */
export function placesIn(text: string, within = ""): ReadonlyMap<string, Point> {
  const object = exportedObject(text, within);
  const diagram = object && entryOf(object, "diagram")?.value;
  const places = new Map<string, Point>();
  if (diagram?.kind !== "object") return places;
  for (const { key, value } of diagram.entries) {
    if (value.kind !== "list") continue;
    const [x, y, turn, isMirrored] = value.items.map((item) => (item.kind === "plain" ? item.value : undefined));
    if (typeof x !== "number" || typeof y !== "number") continue;
    const angle = typeof turn === "number" ? turn : 0;
    places.set(key, isMirrored === true ? [x, y, angle, true] : angle === 0 ? [x, y] : [x, y, angle]);
  }
  return places;
}

/** Several components at once; places of others stay, and so does how those are turned whose place says nothing of it. */
export function move(text: string, places: ReadonlyMap<string, Point>, within = ""): string | undefined {
  let result = text;
  for (const [name, [x, y, turn, isMirrored]] of places) {
    const object = exportedObject(result, within);
    if (object === undefined) return undefined;
    const diagram = entryOf(object, "diagram")?.value;
    const before = placesIn(result, within).get(name);
    const angle = (((turn ?? before?.[2] ?? 0) % 360) + 360) % 360;
    const more = (isMirrored ?? before?.[3] ?? false) ? `, ${angle}, true` : angle === 0 ? "" : `, ${angle}`;
    const written = `[${Math.round(x)}, ${Math.round(y)}${more}]`;
    if (diagram === undefined)
      result = applyEdits(result, [setEntry(result, object, "diagram", `{ ${keyText(text, name)}: ${written} }`)]);
    else if (diagram.kind === "object") result = applyEdits(result, [setEntry(result, diagram, name, written)]);
    else return undefined;
  }
  return result;
}

export function connect(text: string, one: string, other: string, within = ""): string | undefined {
  const object = exportedObject(text, within);
  if (object === undefined) return undefined;
  const written = `[${JSON.stringify(one)}, ${JSON.stringify(other)}]`;
  const list = entryOf(object, "connect")?.value;
  if (list === undefined) return applyEdits(text, [addLine(text, object, "connect", `[\n    ${written},\n  ]`)]);
  return list.kind === "list" ? applyEdits(text, [addItem(text, list, written)]) : undefined;
}

/** Takes the end out of all that it is connected to. */
export function disconnect(text: string, end: string, within = ""): string | undefined {
  const isGone = (name: string): boolean => name === end;
  const free = withoutEnds(text, isGone, within);
  return free && withoutLines(free, isGone, within);
}

export function rename(text: string, name: string, other: string, within = ""): string | undefined {
  const object = exportedObject(text, within);
  if (object === undefined || entryOf(object, name) === undefined || entryOf(object, other) !== undefined)
    return undefined;
  const renamed = applyEdits(text, [
    ...renameEntry(text, object, name, other),
    ...objectReferences(object, name, other),
    ...(within === "" ? experimentReferences(text, name) : []).map((place) => replacePart(place, other)),
  ]);
  const diagram = entryOf(exportedObject(renamed, within)!, "diagram")?.value;
  if (diagram?.kind !== "object") return renamed;
  const end = (text: string): string =>
    text === name || text.startsWith(`${name}.`) ? other + text.slice(name.length) : text;
  // places have the name itself, corners the names of both ends
  const changed = diagram.entries.filter(({ key }) => key.split(" ").map(end).join(" ") !== key);
  return applyEdits(
    renamed,
    changed.flatMap(({ key }) => renameEntry(renamed, diagram, key, key.split(" ").map(end).join(" "))),
  );
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
export function remove(text: string, name: string, within = ""): string | undefined {
  const isGone = (end: string): boolean => end === name || end.startsWith(`${name}.`);
  const cut = withoutEnds(text, isGone, within);
  const free = cut && withoutLines(cut, isGone, within);
  const object = free === undefined ? undefined : exportedObject(free, within);
  if (free === undefined || object === undefined || entryOf(object, name) === undefined) return undefined;
  const without = applyEdits(free, [removeEntry(free, object, name)!]);
  const diagram = entryOf(exportedObject(without, within)!, "diagram")?.value;
  if (diagram?.kind !== "object" || entryOf(diagram, name) === undefined) return without;
  return applyEdits(without, [removeEntry(without, diagram, name)!]);
}

/** A value of a component: in its `.with({ … })`, which is made if there is none. */
export function setParameter(
  text: string,
  component: string,
  name: string,
  written: string,
  within = "",
): string | undefined {
  const object = exportedObject(text, within);
  const value = object && entryOf(object, component)?.value;
  if (value === undefined) return undefined;
  const given = `{ ${keyText(text, name)}: ${written} }`;
  if (value.kind === "name") return applyEdits(text, [replacePart(value, `${value.name}.with(${given})`)]);
  if (value.kind !== "call") return undefined;
  const [first] = value.given;
  if (first?.kind !== "object") return undefined;
  // a document says more of a parameter than its value
  const present = isDocument(text) ? entryOf(first, name)?.value : undefined;
  const declared = present?.kind === "call" && present.name === "Par" ? present.given[0] : undefined;
  if (declared?.kind === "object") return applyEdits(text, [setEntry(text, declared, "value", written)]);
  return applyEdits(text, [setEntry(text, first, name, written)]);
}

/** A component of a library, which is imported if it is not yet; the text, and the name that the component got. */
export function add(
  text: string,
  type: string,
  module: string,
  within = "",
): { text: string; name: string } | undefined {
  const object = exportedObject(text, within);
  // a document holds its components whole, so that a word of a library means nothing in it
  if (object === undefined || isDocument(text)) return undefined;
  const name = freeName(text, componentName(type), within);
  const edits = [addLine(text, object, name, type), ...(module === "" ? [] : importEdits(text, type, module))];
  return { text: applyEdits(text, edits), name };
}

/** A component of a library in a model document, which holds it whole: `document` is its JSON. */
export function addDocument(
  text: string,
  type: string,
  document: string,
  within = "",
): { text: string; name: string } | undefined {
  const object = exportedObject(text, within);
  if (object === undefined || !isDocument(text)) return undefined;
  const name = freeName(text, componentName(type), within);
  return { text: applyEdits(text, [addLine(text, object, name, document)]), name };
}

/** `emf` of `EMF`, `idealGear` of `IdealGear`; `pi` is a number, so that a `PI` is a controller. */
function componentName(type: string): string {
  if (/^(Limited|Discrete)?PID?$/.test(type)) return "controller";
  return type.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase());
}

/** The name, or the name with a number, that nothing in the model and no constant or import of the file has. */
export function freeName(text: string, base: string, within = ""): string {
  const object = exportedObject(text, within);
  const isTaken = (name: string): boolean => {
    // names that are computed may be any of the text
    if (object === undefined || object.hasMore) return new RegExp(`\\b${name}\\b`).test(text);
    const declared = new RegExp(
      `^(?:export\\s+)?(?:const|let|function|class)\\s+${name}\\b|^import\\b[^;]*\\b${name}\\b`,
      "m",
    );
    return entryOf(object, name) !== undefined || declared.test(text);
  };
  let name = base;
  for (let k = 2; isTaken(name); k++) name = `${base}${k}`;
  return name;
}

/** Nothing when the name is imported, or in a document; else a word more in an import of the module, or a line more. */
export function importEdits(text: string, name: string, module: string): TextEdit[] {
  if (isDocument(text)) return [];
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
function withoutEnds(text: string, isGone: (end: string) => boolean, within: string): string | undefined {
  let result = text;
  for (;;) {
    const object = exportedObject(result, within);
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
