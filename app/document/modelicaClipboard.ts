/** Components of Modelica that are copied from one class and pasted into another: their declarations, and what joins them. */
import type { Copied } from "./clipboard.ts";
import type { Point } from "./diagramEdits.ts";
import { connect, freeName, insertDeclaration, move, placesIn } from "./modelicaEdits.ts";
import { iconBox, turnedSize } from "./modelicaPlaces.ts";
import { classNamed } from "./modelicaText.ts";

export function copy(text: string, className: string, names: ReadonlySet<string>): Copied | undefined {
  const found = classNamed(text, className);
  const declarations = found?.declarations.filter(({ name }) => names.has(name)) ?? [];
  if (found === undefined || declarations.length === 0) return undefined;
  return {
    format: "modelica-components",
    entries: declarations.map(({ name, nameTo, to, clause, type }) => ({
      name,
      // prefixes stand before the type
      type: text.slice(clause.from, text.indexOf(type[0]!, clause.from)) + type,
      written: text.slice(nameTo, to),
    })),
    connections: found.connects
      .map(({ first, other }) => [first, other])
      .filter((ends) => ends.every((end) => names.has(ownerIn(end)))),
    imports: [],
  };
}

export function paste(
  text: string,
  className: string,
  { format, entries, connections }: Copied,
  [dx, dy]: readonly [number, number],
): { text: string; names: readonly string[] } | undefined {
  if (format !== "modelica-components") return undefined;
  let result = text;
  const renamed = new Map<string, string>();
  for (const { name, type = "", written } of entries) {
    const found = classNamed(result, className);
    if (found === undefined) return undefined;
    const own = freeName(result, found, name);
    renamed.set(name, own);
    result = insertDeclaration(result, found, `${type} ${own}${written}`);
  }
  const places = new Map<string, Point>();
  const icons = placesIn(result, className);
  for (const own of renamed.values()) {
    const icon = icons.get(own);
    if (icon === undefined) continue;
    const box = iconBox(icon);
    const [width, height] = turnedSize(box);
    places.set(own, [box.x - width / 2 + dx, box.y - height / 2 + dy]);
  }
  result = move(result, className, places) ?? result;
  const ownEnd = (end: string): string => renamed.get(ownerIn(end))! + end.slice(ownerIn(end).length);
  for (const [first, other] of connections)
    result = connect(result, className, [ownEnd(first!), ownEnd(other!)], [], undefined) ?? result;
  return { text: result, names: [...renamed.values()] };
}

const ownerIn = (end: string): string => end.replace(/[.[].*$/, "");
