/** Which part of a model stands where in the text. */
import { classNamed } from "./modelicaText.ts";
import { entryOf, exportedObject } from "./modelText.ts";

/** Name of the entry of the exported model, or of the Modelica class, around a place, its comma included; undefined outside of all. */
export function entryAt(text: string, at: number, className?: string): string | undefined {
  if (className !== undefined)
    return classNamed(text, className)?.declarations.find(({ clause }) => clause.from <= at && at <= clause.to)?.name;
  const reserved = /^(equations|initialEquations|connect|functions|description|diagram|_class)$/;
  return exportedObject(text)?.entries.find(({ from, to, key }) => from <= at && at <= to + 1 && !reserved.test(key))
    ?.key;
}

/** Where the entry of that name stands; of a name inside a component that of the component. */
export function placeOfEntry(text: string, name: string, className?: string): { from: number; to: number } | undefined {
  if (className !== undefined)
    return classNamed(text, className)?.declarations.find((declared) => declared.name === name.split(/[.[]/)[0])
      ?.clause;
  const object = exportedObject(text);
  return object && entryOf(object, name.split(/[.[]/)[0]!);
}

/** Place in the text of a line and a column, both from 1. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let k = 1; k < line; k++) start = text.indexOf("\n", start) + 1;
  return start + column - 1;
}
