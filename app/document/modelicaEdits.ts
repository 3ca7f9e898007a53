/**
 * What can be done to the diagram of a Modelica class, as edits of its text: declarations, modifications, connect equations, and the
 * annotations `Placement` and `Line`, which are the layout. Each answers with nothing where the text does not have what is changed.
 *
 * Length   one short function per edit, over the same few places of the text
 */
import type { IconPlace } from "../../src/modelica/classDiagram.ts";
import type { Point } from "./diagramEdits.ts";
import { type Corners, lineKey } from "./lineEdits.ts";
import { movedPlace, newPlace, pointInPixels, pointInUnits } from "./modelicaPlaces.ts";
import {
  type ArgumentsText,
  argumentOf,
  type ConnectText,
  classNamed,
  type DeclarationText,
  type ModelicaClassText,
  tokensOf,
} from "./modelicaText.ts";
import { applyEdits, type TextEdit } from "./textEdits.ts";

/** Places of components as the text of the class has them. */
export function placesIn(text: string, className: string): Map<string, IconPlace> {
  const places = new Map<string, IconPlace>();
  for (const { name, annotation } of classNamed(text, className)?.declarations ?? []) {
    const place = placementIn(text, annotation);
    if (place !== undefined) places.set(name, place);
  }
  return places;
}

/** Corners of lines, without their ends, in pixels. */
export function cornersIn(text: string, className: string): Corners {
  const corners = new Map<string, readonly (readonly [number, number])[]>();
  for (const { first, other, annotation } of classNamed(text, className)?.connects ?? []) {
    const points = pairs(numbersIn(text, argumentOf(annotation, "Line", "points")?.value));
    if (points.length > 2) corners.set(lineKey(first, other), points.slice(1, -1).map(pointInPixels));
  }
  return corners;
}

export function move(text: string, className: string, places: ReadonlyMap<string, Point>): string | undefined {
  let result = text;
  for (const [name, point] of places) {
    const declared = declarationOf(classNamed(result, className), name);
    if (declared === undefined) return undefined;
    const before = placementIn(result, declared.annotation);
    result = applyEdits(
      result,
      placementEdits(result, declared, before, before ? movedPlace(before, point) : newPlace(point)),
    );
  }
  return result;
}

/** Lines that have an annotation with points. */
export function linesIn(text: string, className: string): Set<string> {
  const drawn = (classNamed(text, className)?.connects ?? []).filter(
    ({ annotation }) => argumentOf(annotation, "Line", "points") !== undefined,
  );
  return new Set(drawn.map(({ first, other }) => lineKey(first, other)));
}

/** Gives lines their points, from end to end, in pixels. Lines of bases are not in this text. */
export function setLines(text: string, className: string, lines: Corners): string | undefined {
  let result = text;
  for (const [key, points] of lines) {
    const found = classNamed(result, className);
    const line = found?.connects.find(({ first, other }) => lineKey(first, other) === key);
    if (found === undefined) return undefined;
    if (line === undefined) continue;
    const written = `{${points.map((point) => `{${pointInUnits(point).join(",")}}`).join(",")}}`;
    const present = argumentOf(line.annotation, "Line", "points")?.value;
    const around = argumentOf(line.annotation, "Line")?.inner;
    const edit: TextEdit =
      present !== undefined
        ? { ...present, insert: written }
        : around !== undefined
          ? inserted(result, around, `points=${written}`)
          : line.annotation !== undefined
            ? inserted(result, line.annotation, `Line(points=${written})`)
            : insertion(line.endOfCall, ` annotation (Line(points=${written}))`);
    result = applyEdits(result, [edit]);
  }
  return result;
}

/** `points` from end to end, in pixels; `color`: red, green, blue. */
export function connect(
  text: string,
  className: string,
  [one, other]: readonly [string, string],
  points: readonly (readonly [number, number])[],
  color: readonly number[] | undefined,
): string | undefined {
  const found = classNamed(text, className);
  if (found === undefined) return undefined;
  const way = points.map((point) => `{${pointInUnits(point).join(",")}}`).join(",");
  const line = points.length < 2 ? "" : `points={${way}}${color === undefined ? "" : `, color={${color.join(",")}}`}`;
  const written = `connect(${one}, ${other})${line === "" ? "" : ` annotation (Line(${line}))`};`;
  const last = found.connects.at(-1);
  if (last !== undefined) {
    const at = endOfLine(text, last.to);
    return applyEdits(text, [insertion(at, `\n${indentAt(text, last.from)}${written}`)]);
  }
  const indent = `${indentAt(text, found.from)}  `;
  if (found.equationsFrom !== undefined)
    return applyEdits(text, [insertion(found.equationsFrom, `\n${indent}${written}`)]);
  const at = lineStart(text, found.tail);
  const isOwnLine = /^[ \t]*$/.test(text.slice(at, found.tail));
  const equation = `${indentAt(text, found.from)}equation\n${indent}${written}\n`;
  return applyEdits(text, [insertion(isOwnLine ? at : found.tail, isOwnLine ? equation : `\n${equation}`)]);
}

export function removeLine(text: string, className: string, first: string, other: string): string | undefined {
  const result = withoutConnects(text, className, (line) => line.first === first && line.other === other);
  return result === text ? undefined : result;
}

/** Takes the end out of all that it is connected to. */
export function disconnect(text: string, className: string, end: string): string | undefined {
  return withoutConnects(text, className, ({ first, other }) => first === end || other === end);
}

/** With its connections. */
export function remove(text: string, className: string, name: string): string | undefined {
  const declared = declarationOf(classNamed(text, className), name);
  if (declared === undefined) return undefined;
  const isOf = (end: string): boolean => end.replace(/[.[].*$/, "") === name;
  const free = withoutConnects(text, className, ({ first, other }) => isOf(first) || isOf(other))!;
  const own = declarationOf(classNamed(free, className), name)!;
  if (own.count === 1) return applyEdits(free, [withLine(free, own.clause)]);
  // one of several: with the comma before it, or behind the first
  const comma = /,\s*$/.exec(free.slice(own.clause.from, own.from));
  if (comma !== null) return applyEdits(free, [{ from: own.clause.from + comma.index, to: own.to, insert: "" }]);
  const behind = /^\s*,\s*/.exec(free.slice(own.to))![0].length;
  return applyEdits(free, [{ from: own.from, to: own.to + behind, insert: "" }]);
}

/** Another name for a component, and for all that refers to it in the class. */
export function rename(text: string, className: string, name: string, other: string): string | undefined {
  const found = classNamed(text, className);
  const own = declarationOf(found, name);
  if (found === undefined || own === undefined || declarationOf(found, other) !== undefined) return undefined;
  const edits = referencesTo(text, found, name, own.nameFrom).map(
    ({ from, to }): TextEdit => ({ from, to, insert: other }),
  );
  return applyEdits(text, edits);
}

/** Where the text of a class names one of its components. `declaredAt`: where its own declaration does. */
export function referencesTo(
  text: string,
  found: ModelicaClassText,
  name: string,
  declaredAt: number | undefined,
): { readonly from: number; readonly to: number }[] {
  const tokens = tokensOf(text);
  // names in classes inside, and of types, are not those of components
  const types = found.declarations.map(({ clause, from }) => ({ from: clause.from, to: from }));
  const others = [...found.classes, ...types.filter((type, k) => types[k - 1]?.from !== type.from)];
  return tokens.filter((token, k) => {
    const isInside = token.from >= found.from && token.to <= found.to;
    if (!isInside || token.kind !== "name" || token.word !== name) return false;
    if (others.some(({ from, to }) => token.from >= from && token.to <= to)) return false;
    const [before, behind] = [tokens[k - 1]?.kind, tokens[k + 1]?.kind];
    // names behind a point are of something else, and so are those of modifications and arguments
    const isOfOther = before === "." || (token.depth > 0 && (behind === "=" || behind === "("));
    return !isOfOther || token.from === declaredAt;
  });
}

export function setParameter(
  text: string,
  className: string,
  component: string,
  name: string,
  written: string,
): string | undefined {
  const declared = declarationOf(classNamed(text, className), component);
  if (declared === undefined) return undefined;
  const { modification, modificationAt } = declared;
  const present = argumentOf(modification, name);
  if (present?.value !== undefined) return applyEdits(text, valueEdits(text, present.value, written));
  if (present !== undefined) return applyEdits(text, [insertion(present.to, `=${written}`)]);
  const edit =
    modification === undefined
      ? insertion(modificationAt, `(${name}=${written})`)
      : inserted(text, modification, `${name}=${written}`);
  return applyEdits(text, [edit]);
}

/** A number, or the numbers of a vector, as Modelica writes them. */
export function valueWritten(value: number | readonly number[]): string {
  return typeof value === "number" ? String(value) : `{${value.join(", ")}}`;
}

/** Of numbers in brackets those that differ, if there are as many; otherwise all. */
function valueEdits(text: string, place: { from: number; to: number }, written: string): TextEdit[] {
  const before = numbersIn(text, place);
  const after = numbersIn(written, { from: 0, to: written.length });
  if (before.length !== after.length || before.length < 2) return [{ ...place, insert: written }];
  return before.flatMap(({ value, from, to }, k) =>
    value === after[k]!.value ? [] : [{ from, to, insert: String(after[k]!.value) }],
  );
}

/** A component of a class; the text, and the name that it got. */
export function add(
  text: string,
  className: string,
  type: string,
  at: Point,
): { text: string; name: string } | undefined {
  const found = classNamed(text, className);
  if (found === undefined) return undefined;
  const base = type.slice(type.lastIndexOf(".") + 1).replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase());
  const name = freeName(text, found, base);
  return { text: insertDeclaration(text, found, `${type} ${name} annotation (${placementText(newPlace(at))})`), name };
}

/** The name, or the name with a number, that nothing in the class has. */
export function freeName(text: string, { from, to }: ModelicaClassText, base: string): string {
  const words = new Set(tokensOf(text.slice(from, to)).map(({ word, kind }) => (kind === "name" ? word : kind)));
  let name = base;
  for (let k = 2; words.has(name); k++) name = `${base}${k}`;
  return name;
}

/** Behind the declarations that are there, in a line of its own. */
export function insertDeclaration(text: string, found: ModelicaClassText, written: string): string {
  const indent = `${indentAt(text, found.from)}  `;
  const at = endOfLine(text, found.declarationsEnd);
  // what follows in the same line goes to the next one
  const isEnd = /^[ \t]*(\r?\n|$)/.test(text.slice(at));
  return applyEdits(text, [insertion(at, `\n${indent}${written};${isEnd ? "" : "\n"}`)]);
}

export function declarationOf(found: ModelicaClassText | undefined, name: string): DeclarationText | undefined {
  return found?.declarations.find((declared) => declared.name === name);
}

function withoutConnects(text: string, className: string, isGone: (line: ConnectText) => boolean): string | undefined {
  const found = classNamed(text, className);
  return (
    found &&
    applyEdits(
      text,
      found.connects.filter(isGone).map((line) => withLine(text, line)),
    )
  );
}

function placementIn(text: string, annotation: ArgumentsText | undefined): IconPlace | undefined {
  const inside = argumentOf(annotation, "Placement", "transformation")?.inner;
  const [first, second] = pairs(numbersIn(text, argumentOf(inside, "extent")?.value));
  if (first === undefined || second === undefined) return undefined;
  const [origin = [0, 0]] = pairs(numbersIn(text, argumentOf(inside, "origin")?.value));
  const [rotation = 0] = numbersIn(text, argumentOf(inside, "rotation")?.value).map(({ value }) => value);
  return { extent: [first, second], origin: origin as readonly [number, number], rotation };
}

/** Only numbers that differ are written. */
function placementEdits(
  text: string,
  declared: DeclarationText,
  before: IconPlace | undefined,
  after: IconPlace,
): TextEdit[] {
  const { annotation, to } = declared;
  if (before === undefined) {
    const written = placementText(after);
    // a placement that is computed, or without an extent, is left alone
    if (argumentOf(annotation, "Placement") !== undefined) return [];
    return [annotation === undefined ? insertion(to, ` annotation (${written})`) : inserted(text, annotation, written)];
  }
  const inside = argumentOf(annotation, "Placement", "transformation")!.inner!;
  const set = (name: string, values: readonly number[], write: string, usual: string): TextEdit[] => {
    const present = argumentOf(inside, name);
    if (present?.value === undefined) return write === usual ? [] : [inserted(text, inside, `${name}=${write}`)];
    const numbers = numbersIn(text, present.value);
    if (numbers.length !== values.length) return [{ ...present.value, insert: write }];
    return numbers.flatMap(({ value, from, to: end }, k) =>
      value === values[k] ? [] : [{ from, to: end, insert: String(values[k]) }],
    );
  };
  const { extent, origin, rotation } = after;
  const all = [
    ...set("extent", extent.flat(), extentText(after), ""),
    ...set("rotation", [rotation], String(rotation), "0"),
    ...set("origin", origin, `{${origin.join(",")}}`, "{0,0}"),
  ];
  // what is added at one place is one edit
  const added = all.filter(({ from, to: end }) => from === end);
  if (added.length < 2) return all;
  return [
    ...all.filter((edit) => !added.includes(edit)),
    { ...added[0]!, insert: added.map(({ insert }) => insert).join("") },
  ];
}

export function placementText(place: IconPlace): string {
  const { origin, rotation } = place;
  const more = rotation === 0 ? "" : `, rotation=${rotation}, origin={${origin.join(",")}}`;
  return `Placement(transformation(extent=${extentText(place)}${more}))`;
}

const extentText = ({ extent: [a, b] }: IconPlace): string => `{{${a.join(",")}},{${b.join(",")}}}`;

interface NumberText {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

/** Of a value that is nothing but numbers in brackets. */
function numbersIn(text: string, place: { from: number; to: number } | undefined): NumberText[] {
  const written = place === undefined ? "" : text.slice(place.from, place.to);
  if (!/^[\s{},\d.eE+-]*$/.test(written)) return [];
  return Array.from(written.matchAll(/[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/g), (match) => {
    const from = place!.from + match.index;
    return { value: Number(match[0]), from, to: from + match[0].length };
  });
}

function pairs(numbers: readonly NumberText[]): [number, number][] {
  const list: [number, number][] = [];
  for (let k = 0; k + 1 < numbers.length; k += 2) list.push([numbers[k]!.value, numbers[k + 1]!.value]);
  return list;
}

const insertion = (at: number, insert: string): TextEdit => ({ from: at, to: at, insert });

/** Behind the last argument. */
function inserted(text: string, list: ArgumentsText, written: string): TextEdit {
  const last = list.entries.at(-1);
  if (last !== undefined) return insertion(last.to, `, ${written}`);
  const isEmpty = text.slice(list.from + 1, list.to - 1).trim() === "";
  return isEmpty ? { from: list.from + 1, to: list.to - 1, insert: written } : insertion(list.from + 1, `${written}, `);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Behind comments that stand in the same line. */
function endOfLine(text: string, at: number): number {
  return at + /^([ \t]*\/\*[^\n]*?\*\/)*([ \t]*\/\/[^\n]*)?/.exec(text.slice(at))![0].length;
}

export function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at)))![0];
}

/** A part with its line when nothing else is in it. */
function withLine(text: string, { from, to }: { from: number; to: number }): TextEdit {
  const start = lineStart(text, from);
  const rest = /^[ \t]*(\r?\n|$)/.exec(text.slice(to));
  const isAlone = /^[ \t]*$/.test(text.slice(start, from)) && rest !== null;
  return isAlone ? { from: start, to: to + rest[0].length, insert: "" } : { from, to, insert: "" };
}
