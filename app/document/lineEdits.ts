/** Corners of the lines of a diagram, as the text keeps them beside the places of components: `"a.p b.n": [[120, 40], [120, 90]]`. */
import { entryOf, exportedObject, type ListPart, type ObjectPart } from "./modelText.ts";
import { applyEdits, keyText, removeEntry, removeItem, setEntry } from "./textEdits.ts";

type Corner = readonly [x: number, y: number];
export type Corners = ReadonlyMap<string, readonly Corner[]>;

/** Names of both ends; names have no spaces. */
export function lineKey(first: string, other: string): string {
  return `${first} ${other}`;
}

export function cornersIn(text: string, within = ""): Corners {
  const diagram = diagramOf(exportedObject(text, within));
  const corners = new Map<string, readonly Corner[]>();
  for (const { key, value } of diagram?.entries ?? []) {
    if (!key.includes(" ") || value.kind !== "list") continue;
    const points = value.items.map((item) => (item.kind === "list" ? numbersIn(item) : []));
    if (points.every((point) => point.length === 2)) corners.set(key, points as unknown as Corner[]);
  }
  return corners;
}

/** Gives lines their corners; a line that gets none finds its way by itself again. */
export function setCorners(text: string, corners: Corners, within = ""): string | undefined {
  let result = text;
  for (const [key, points] of corners) {
    const object = exportedObject(result, within);
    if (object === undefined) return undefined;
    const value = entryOf(object, "diagram")?.value;
    const diagram = diagramOf(object);
    const written = `[${points.map(([x, y]) => `[${Math.round(x)}, ${Math.round(y)}]`).join(", ")}]`;
    if (points.length === 0) {
      const edit = diagram && removeEntry(result, diagram, key);
      if (edit !== undefined) result = applyEdits(result, [edit]);
    } else if (value === undefined)
      result = applyEdits(result, [setEntry(result, object, "diagram", `{ ${keyText(result, key)}: ${written} }`)]);
    else if (diagram === undefined) return undefined;
    else result = applyEdits(result, [setEntry(result, diagram, key, written)]);
  }
  return result;
}

/** The text without the corners of lines that end at what is gone. */
export function withoutLines(text: string, isGone: (end: string) => boolean, within = ""): string {
  const gone = [...cornersIn(text, within).keys()].filter((key) => key.split(" ").some(isGone));
  return setCorners(text, new Map(gone.map((key) => [key, []])), within) ?? text;
}

/** Takes one line away: the connection, or of one with more ends the second end. */
export function removeLine(text: string, first: string, other: string, within = ""): string | undefined {
  const object = exportedObject(text, within);
  const list = object && entryOf(object, "connect")?.value;
  if (list?.kind !== "list") return undefined;
  for (const [k, item] of list.items.entries()) {
    if (item.kind !== "list") continue;
    const ends = item.items.map((end) => (end.kind === "plain" ? String(end.value) : ""));
    if (ends[0] !== first || !ends.includes(other)) continue;
    const edit = ends.length > 2 ? removeItem(text, item, ends.indexOf(other)) : removeItem(text, list, k);
    const result = edit && applyEdits(text, [edit]);
    return result && setCorners(result, new Map([[lineKey(first, other), []]]), within);
  }
  return undefined;
}

function diagramOf(object: ObjectPart | undefined): ObjectPart | undefined {
  const value = object && entryOf(object, "diagram")?.value;
  return value?.kind === "object" ? value : undefined;
}

function numbersIn({ items }: ListPart): number[] {
  return items.flatMap((item) => (item.kind === "plain" && typeof item.value === "number" ? [item.value] : []));
}
