/**
 * Where in the text of a model file an error belongs. Equations are texts inside the file, so the compiler names an equation or a
 * variable, and this finds the line on which the user wrote it.
 *
 * In order: a place that the error knows itself; the text of an equation; the line under which a caret stands; the declaration of
 * a name of the error's path, innermost first; a use of that name; the line of the model file on the stack.
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
  return (
    firstOf(equationTexts(data), (equation) => findText(text, equation)) ??
    caretPlace(text, error.where) ??
    firstOf(namesOf(error), (name) => declarationOf(text, name)) ??
    firstOf(namesOf(error), (name) => useOf(text, name))
  );
}

function firstOf<T>(items: readonly T[], find: (item: T) => TextPlace | undefined): TextPlace | undefined {
  for (const item of items) {
    const place = find(item);
    if (place !== undefined) return place;
  }
  return undefined;
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
  const pattern = needle
    .trim()
    .split(/\s+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("\\s+");
  if (pattern === "") return undefined;
  const match = new RegExp(`(?<![\\w.])${pattern}(?![\\w(])`).exec(text) ?? new RegExp(pattern).exec(text);
  return match === null ? undefined : placeAt(text, match.index, match[0].split("\n")[0]!.length);
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

/** Names in the path and in the first sentence, the innermost of a dotted name first. */
function namesOf(error: RattlebackError): string[] {
  const path = (error.path ?? "").replace(/^options\.(merge\.)?/, "");
  const quoted = Array.from(error.what.matchAll(/"([\p{L}_][\p{L}\p{N}_.]*)"/gu), (match) => match[1]!);
  const names = [path, ...quoted].flatMap((name) =>
    name
      .replace(/\[[^\]]*\]/g, "")
      .split(".")
      .reverse(),
  );
  return [...new Set(names.filter((name) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)))];
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
