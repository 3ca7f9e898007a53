/**
 * Where in the text of a model file an error belongs. Equations are texts inside the file, so the compiler names an equation or a
 * variable, and this finds the line on which the user wrote it.
 *
 * In order: a place that the error knows itself; the entry of `connect`; the text of an equation; the line under which a caret
 * stands; the declaration that the error's path leads to; the declaration of a name of the path, innermost first; a use of that name;
 * the line of the model file on the stack. Imports are never the place.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";

export interface TextPlace {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** Characters to mark. */
  readonly length: number;
}

/** The place, or undefined when nothing in the text can be named. `stackLine` is the line on the stack, if one is known. */
export function errorPlace(text: string, error: unknown, stackLine?: number): TextPlace | undefined {
  const place = error instanceof RattlebackError ? placeOfError(text, error) : undefined;
  if (place !== undefined) return place;
  return stackLine === undefined ? undefined : wholeLine(text, stackLine);
}

function placeOfError(text: string, error: RattlebackError): TextPlace | undefined {
  const { data } = error;
  if (typeof data["fileLine"] === "number") {
    const column = typeof data["fileColumn"] === "number" ? data["fileColumn"] : 1;
    return { line: data["fileLine"], column, length: 1 };
  }
  const own = withoutImports(text);
  return (
    connectPlace(text, data["connect"]) ??
    firstOf(equationTexts(data), (equation) => findText(text, equation)) ??
    caretPlace(text, error.where) ??
    endOfPath(own, pathOf(error)) ??
    firstOf(namesOf(error), (name) => declarationOf(own, name)) ??
    firstOf(namesOf(error), (name) => useOf(own, name))
  );
}

/** The same text with blanks for imports. */
function withoutImports(text: string): string {
  return text.replace(/^[ \t]*import\s[^;]*?from\s*["'][^"'\n]*["'];?/gm, (found) => found.replace(/[^\n]/g, " "));
}

function firstOf<T>(items: readonly T[], find: (item: T) => TextPlace | undefined): TextPlace | undefined {
  for (const item of items) {
    const place = find(item);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The entry of `connect` with these names. */
function connectPlace(text: string, names: unknown): TextPlace | undefined {
  if (!Array.isArray(names) || names.length === 0) return undefined;
  const quoted = names.map((name) => `["'\`]${escaped(String(name))}["'\`]`);
  const match = new RegExp(quoted.join("\\s*,\\s*")).exec(text);
  return match === null ? undefined : placeAt(text, match.index, match[0].split("\n")[0]!.length);
}

/** Texts of equations in the data of compile errors. */
function equationTexts(data: RattlebackError["data"]): string[] {
  const texts: string[] = [];
  const take = (value: unknown): void => {
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null && "text" in value) take(value.text);
  };
  take(data["equation"]);
  if (Array.isArray(data["equations"])) data["equations"].forEach(take);
  return texts;
}

/** The needle in the text, where any white space equals any other. */
function findText(text: string, needle: string): TextPlace | undefined {
  const pattern = needle.trim().split(/\s+/).map(escaped).join("\\s+");
  if (pattern === "") return undefined;
  const match = new RegExp(`(?<![\\w.])${pattern}(?![\\w(])`).exec(text) ?? new RegExp(pattern).exec(text);
  return match === null ? undefined : placeAt(text, match.index, match[0].split("\n")[0]!.length);
}

/** Text as a pattern that matches it. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** `line 2, column 5`, the line, and a caret under the column: the form of syntax errors of equations. */
function caretPlace(text: string, where: string | undefined): TextPlace | undefined {
  const match = /line \d+, column \d+\n {11}(.*)\n {11}( *)\^/.exec(where ?? "");
  if (match === null) return undefined;
  const line = match[1]!;
  const start = text.indexOf(line.trimEnd());
  if (line.trim() === "" || start < 0) return undefined;
  const caret = match[2]!.length;
  const word = /^(\w+|\S)/.exec(line.slice(caret));
  return placeAt(text, start + Math.min(caret, line.trimEnd().length - 1), word === null ? 1 : word[0].length);
}

function pathOf({ path }: RattlebackError): string {
  return (path ?? "").replace(/^options\.(merge\.)?/, "").replace(/\[[^\]]*\]/g, "");
}

/** `a.b`: the `b:` inside of what stands behind `a:`. undefined when the text does not have all of it. */
function endOfPath(text: string, path: string): TextPlace | undefined {
  const names = path.split(".");
  if (names.length < 2 || !names.every(isName)) return undefined;
  let [from, to] = [0, text.length];
  let place: TextPlace | undefined;
  for (const name of names) {
    const pattern = new RegExp(`(?<=[{,]\\s*|^\\s*)${name}(?=\\s*:)`, "gmu");
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null || match.index >= to) return undefined;
    place = placeAt(text, match.index, name.length);
    from = match.index + name.length;
    to = endOfValue(text, from);
  }
  return place;
}

/** Where the value that begins here ends: at a comma or a closing bracket of its own level. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const letter = text[at]!;
    if ("([{".includes(letter)) depth++;
    else if (")]}".includes(letter) && depth-- === 0) return at;
    else if (letter === "," && depth === 0) return at;
  }
  return text.length;
}

function isName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);
}

/** Names in the path and in the first sentence, the innermost of a dotted name first. */
function namesOf(error: RattlebackError): string[] {
  const path = pathOf(error);
  const quoted = Array.from(error.what.matchAll(/"([\p{L}_][\p{L}\p{N}_.]*)"/gu), (match) => match[1]!);
  const names = [path, ...quoted].flatMap((name) =>
    name
      .replace(/\[[^\]]*\]/g, "")
      .split(".")
      .reverse(),
  );
  return [...new Set(names.filter(isName))];
}

/** `name:` in an object. */
function declarationOf(text: string, name: string): TextPlace | undefined {
  const match = new RegExp(`(?<=[{,]\\s*|^\\s*)${name}(?=\\s*[:,}])`, "mu").exec(text);
  return match === null ? undefined : placeAt(text, match.index, name.length);
}

function useOf(text: string, name: string): TextPlace | undefined {
  const match = new RegExp(`(?<![\\p{L}\\p{N}_.])${name}(?![\\p{L}\\p{N}_])`, "u").exec(text);
  return match === null ? undefined : placeAt(text, match.index, name.length);
}

function placeAt(text: string, at: number, length: number): TextPlace {
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n"), length: Math.max(1, length) };
}

function wholeLine(text: string, line: number): TextPlace | undefined {
  const content = text.split("\n")[line - 1];
  if (content === undefined) return undefined;
  const column = content.length - content.trimStart().length + 1;
  return { line, column, length: Math.max(1, content.trim().length) };
}
