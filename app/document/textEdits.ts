/**
 * The smallest changes of a text that do something to a literal in it: only what is changed is written; comments, order and the way
 * the author writes stay. All places are those of the text before the change.
 */
import { jsonOf } from "./jsonText.ts";
import { type EntryPart, entryOf, isDocument, type ListPart, type ObjectPart, type Part } from "./modelText.ts";
import { referencesIn } from "./references.ts";

export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The text after edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { from, to, insert } of [...edits].sort((a, b) => b.from - a.from))
    result = result.slice(0, from) + insert + result.slice(to);
  return result;
}

/** What takes the edits back, for the text after them. */
export function inverseOf(text: string, edits: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return [...edits]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, insert }) => {
      const start = from + shift;
      shift += insert.length - (to - from);
      return { from: start, to: start + insert.length, insert: text.slice(from, to) };
    });
}

/** A value in place of another. */
export function replacePart({ from, to }: Pick<Part, "from" | "to">, written: string): TextEdit {
  return { from, to, insert: written };
}

/** Gives an entry of the object another value, or adds it behind the others. */
export function setEntry(text: string, object: ObjectPart, key: string, written: string): TextEdit {
  const entry = entryOf(object, key);
  const own = writtenIn(text, written);
  if (entry === undefined) return insertInto(text, object, object.entries.at(-1), `${keyText(text, key)}: ${own}`);
  // `{ a }` is the name and the value at once
  if (entry.keyTo === entry.to) return { from: entry.to, to: entry.to, insert: `: ${own}` };
  return replacePart(entry.value, own);
}

/** What a model says behind its parameters, variables and components. */
const behindComponents: ReadonlySet<string> = new Set([
  "connect",
  "equations",
  "initialEquations",
  "functions",
  "diagram",
]);

/** Adds an entry to a model with the components it has, in a line of its own, also to a model that has nothing yet. */
export function addLine(text: string, object: ObjectPart, key: string, written: string): TextEdit {
  const own = `${keyText(text, key)}: ${writtenIn(text, written)}`;
  if (text.slice(object.from + 1, object.to - 1).trim() === "") {
    const indent = indentAt(text, object.from);
    const comma = isDocument(text) ? "" : ",";
    return { from: object.from + 1, to: object.to - 1, insert: `\n${indent}  ${own}${comma}\n${indent}` };
  }
  const first = object.entries.find((entry) => behindComponents.has(entry.key));
  if (first === undefined) return setEntry(text, object, key, written);
  const last = object.entries.findLast((entry) => !behindComponents.has(entry.key));
  if (last !== undefined) return insertBehind(text, object, last, last.to, own);
  const isAlone = /^[ \t]*$/.test(text.slice(lineStart(text, first.from), first.from));
  const at = object.from + 1;
  return { from: at, to: at, insert: isAlone ? `\n${indentAt(text, first.from)}${own},` : ` ${own},` };
}

export function removeEntry(text: string, object: ObjectPart, key: string): TextEdit | undefined {
  const entry = entryOf(object, key);
  return entry && removeFrom(text, object, entry);
}

/** Adds an item behind the others. */
export function addItem(text: string, list: ListPart, written: string): TextEdit {
  return insertInto(text, list, list.items.at(-1), writtenIn(text, written));
}

export function removeItem(text: string, list: ListPart, index: number): TextEdit | undefined {
  const item = list.items[index];
  return item && removeFrom(text, list, item);
}

/** Another name for an entry, and for what refers to it in the same object. */
export function renameEntry(text: string, object: ObjectPart, key: string, name: string): TextEdit[] {
  const entry = entryOf(object, key);
  if (entry === undefined || key === name) return [];
  const isShort = entry.keyTo === entry.to;
  const own: TextEdit = {
    from: entry.keyFrom,
    to: entry.keyTo,
    insert: isShort ? `${keyText(text, name)}: ${text.slice(entry.keyFrom, entry.keyTo)}` : keyText(text, name),
  };
  return [own, ...referencesIn(text, object, key).map(({ from, to }) => ({ from, to, insert: name }))];
}

/** A key as it is written: in quotes when it is not a name, and in documents. */
export function keyText(text: string, key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) && !isDocument(text) ? key : JSON.stringify(key);
}

/** A value as the text writes it: documents are JSON. */
export function writtenIn(text: string, written: string): string {
  return isDocument(text) ? jsonOf(written) : written;
}

/** Behind the last of what stands between the brackets, written as that is: beside it or in a line of its own. */
function insertInto(
  text: string,
  around: ObjectPart | ListPart,
  last: Part | EntryPart | undefined,
  written: string,
): TextEdit {
  const inside = text.slice(around.from + 1, around.to - 1);
  const hasMore = around.kind === "object" && around.hasMore;
  if (last === undefined && !hasMore) {
    // nothing but perhaps a comment
    if (inside.trim() === "") {
      const space = around.kind === "object" ? " " : "";
      return { from: around.from + 1, to: around.to - 1, insert: `${space}${written}${space}` };
    }
    const indent = indentAt(text, around.to - 1);
    const end = around.from + 1 + inside.trimEnd().length;
    return { from: end, to: around.to - 1, insert: `\n${indent}  ${written},\n${indent}` };
  }
  const end = last === undefined || hasMore ? endOfContent(text, around) : last.to;
  return insertBehind(text, around, last, end, written);
}

/** Behind what ends there, written as `last` is. */
function insertBehind(
  text: string,
  around: Part,
  last: Part | EntryPart | undefined,
  end: number,
  written: string,
): TextEdit {
  const comma = commaBehind(text, end, around.to);
  const start = last?.from ?? end;
  const at = comma === undefined ? end : comma + 1;
  // a comment behind the comma belongs to the entry before
  const rest = /^[ \t]*(\/\/[^\n]*)?/.exec(text.slice(at))![0].length;
  const isLast = text.slice(at, around.to - 1).trim() === "";
  const isAlone =
    /^[ \t]*$/.test(text.slice(lineStart(text, start), start)) && (isLast || /[\n/]/.test(text[at + rest]!));
  if (!isAlone)
    return { from: at, to: at, insert: comma === undefined ? `, ${written}` : ` ${written}${isLast ? "" : ","}` };
  const indent = indentAt(text, start);
  if (comma === undefined) return { from: end, to: end, insert: `,\n${indent}${written}` };
  return { from: at + rest, to: at + rest, insert: `\n${indent}${written},` };
}

/** Where what stands between the brackets ends, its last comma left out. */
function endOfContent(text: string, { from, to }: Part): number {
  const inside = text.slice(from + 1, to - 1);
  return from + 1 + inside.replace(/,?(\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*$/, "").length;
}

/** With its comma; with its line when nothing else is in it. */
function removeFrom(text: string, around: ObjectPart | ListPart, part: Part | EntryPart): TextEdit {
  const comma = commaBehind(text, part.to, around.to);
  let [from, to] = [part.from, comma === undefined ? part.to : comma + 1];
  const before = text.slice(lineStart(text, from), from);
  const after = /^[ \t]*(\n|$)/.exec(text.slice(to));
  // documents have no comma behind the last
  const isLast = comma === undefined && isDocument(text);
  if (!isLast && /^[ \t]*$/.test(before) && after !== null && lineStart(text, from) > around.from) {
    from -= before.length;
    to += after[0].length;
    return { from, to, insert: "" };
  }
  if (comma === undefined) {
    // the last one without a comma: that of the one before goes too
    const lead = /,\s*$/.exec(text.slice(around.from + 1, from));
    if (lead !== null) from -= lead[0].length;
  } else to += /^[ \t]*/.exec(text.slice(to))![0].length;
  return { from, to, insert: "" };
}

/** Place of the comma behind a part, comments skipped; undefined when there is none. */
function commaBehind(text: string, from: number, end: number): number | undefined {
  const gap = /^(\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from, end))![0].length;
  return text[from + gap] === "," ? from + gap : undefined;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at)))![0];
}
