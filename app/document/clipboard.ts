/** Components that are copied from one model and pasted into another: the text of their entries, what joins them, what they import. */
import { connect, freeName, importEdits, move, type Point, placesIn } from "./diagramEdits.ts";
import { entryOf, exportedObject, isDocument, type ListPart, modelsIn } from "./modelText.ts";
import { addLine, applyEdits } from "./textEdits.ts";

export interface Copied {
  readonly format: "rattleback-components" | "modelica-components";
  readonly entries: readonly {
    readonly name: string;
    readonly written: string;
    readonly place?: Point;
    /** Of a declaration of Modelica, which is written before the name. */
    readonly type?: string;
  }[];
  readonly connections: readonly (readonly string[])[];
  /** Where words of the entries come from. */
  readonly imports: readonly { readonly word: string; readonly module: string }[];
}

export function copy(text: string, names: ReadonlySet<string>, within = ""): Copied | undefined {
  const object = exportedObject(text, within);
  if (object === undefined) return undefined;
  const places = placesIn(text, within);
  const entries = object.entries
    .filter(({ key }) => names.has(key))
    .map(({ key: name, value }) => {
      const place = places.get(name);
      return { name, written: text.slice(value.from, value.to), ...(place !== undefined && { place }) };
    });
  if (entries.length === 0) return undefined;
  const list = entryOf(object, "connect")?.value;
  const all = list?.kind === "list" ? connectionsIn(list) : [];
  const connections = all
    .map((ends) => ends.filter((end) => names.has(end.split(".")[0]!)))
    .filter((ends) => ends.length > 1);
  const words = new Set(entries.flatMap(({ written }) => written.match(/\b[A-Z]\w*/g) ?? []));
  const imports = importsIn(text).filter(({ word }) => words.has(word));
  return { format: "rattleback-components", entries, connections, imports };
}

/** Names that are taken get a number; they stand that far from their originals. */
export function paste(
  text: string,
  copied: Copied,
  [dx, dy]: readonly [number, number],
  within = "",
): { text: string; names: readonly string[] } | undefined {
  if (copied.format !== "rattleback-components") return undefined;
  let result = text;
  const renamed = new Map<string, string>();
  for (const { name, written } of copied.entries) {
    // documents and programs say the same in other words
    if (isDocument(text) !== /^\s*\{\s*"_class"/.test(written)) return undefined;
    const object = exportedObject(result, within);
    if (object === undefined) return undefined;
    const own = freeName(result, name, within);
    renamed.set(name, own);
    result = applyEdits(result, [addLine(result, object, own, written)]);
  }
  const ownEnd = (end: string): string => {
    const first = end.split(".")[0]!;
    return renamed.get(first)! + end.slice(first.length);
  };
  for (const [first, ...others] of copied.connections)
    for (const other of others) {
      const joined = connect(result, ownEnd(first!), ownEnd(other), within);
      if (joined === undefined) return undefined;
      result = joined;
    }
  const places = new Map<string, Point>();
  for (const { name, place } of copied.entries)
    if (place !== undefined)
      places.set(renamed.get(name)!, [place[0] + dx, place[1] + dy, place[2] ?? 0, place[3] ?? false]);
  const placed = move(result, places, within);
  if (placed === undefined) return undefined;
  result = placed;
  const known = new Set([...importsIn(result).map(({ word }) => word), ...modelsIn(result).map(({ name }) => name)]);
  for (const { word, module } of copied.imports)
    if (!known.has(word)) result = applyEdits(result, importEdits(result, word, module));
  return { text: result, names: [...renamed.values()] };
}

/** What is on the clipboard, when it is components. */
export function readCopied(text: string): Copied | undefined {
  try {
    const value = JSON.parse(text) as Partial<Copied> | null;
    const isKnown = value?.format === "rattleback-components" || value?.format === "modelica-components";
    return isKnown ? (value as Copied) : undefined;
  } catch {
    return undefined;
  }
}

/** Words that the file imports by name. */
function importsIn(text: string): { word: string; module: string }[] {
  const pattern = /^import\s+\{([^}]*)\}\s+from\s+["']([^"']+)["']/gm;
  return Array.from(text.matchAll(pattern)).flatMap(([, words = "", module = ""]) =>
    words
      .split(",")
      .map((word) => word.trim().replace(/^type\s+/, ""))
      .filter((word) => word !== "")
      .map((word) => ({ word, module })),
  );
}

function connectionsIn({ items }: ListPart): string[][] {
  return items.flatMap((item) =>
    item.kind === "list"
      ? [item.items.flatMap((end) => (end.kind === "plain" && typeof end.value === "string" ? [end.value] : []))]
      : [],
  );
}
