/** Completion in texts of Modelica: classes of the file and of the library on the page, components, modifications. */
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { type ModelicaLibrary, type ModelicaSuggestion, placeInText } from "../../src/entries/modelica.ts";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import type { LibraryContents } from "../protocol.ts";
import { libraryOfText } from "./libraryOfText.ts";

/** How the list marks them. */
const types: Readonly<Record<string, string>> = {
  package: "namespace",
  function: "function",
  type: "type",
  parameter: "property",
  constant: "constant",
  component: "variable",
  attribute: "property",
};

/** Without a wish it answers where a word or what follows a point is being written. */
export function completeModelica(
  context: CompletionContext,
  fileName: string,
  contents: LibraryContents,
): CompletionResult | null {
  const { pos, explicit, state } = context;
  const text = state.doc.toString();
  const place = placeInText(text, pos);
  if (place === undefined || (place.from === pos && place.path.length === 0 && !explicit)) return null;
  const library = readable(contents, fileName, place.rest);
  const suggestions = library?.suggestions(place) ?? [];
  if (suggestions.length === 0) return null;
  return { from: place.from, validFor: /^\w*$/, options: suggestions.map(option) };
}

function option({ name, kind, description }: ModelicaSuggestion) {
  return { label: name, type: types[kind] ?? "class", detail: kind, ...(description !== "" && { info: description }) };
}

/** Where the text has other errors, the library without it. */
function readable(contents: LibraryContents, fileName: string, text: string): ModelicaLibrary | undefined {
  for (const own of [text, ""]) {
    try {
      return libraryOfText(contents, fileName, own);
    } catch (error) {
      if (!(error instanceof RattlebackError)) throw error;
    }
  }
  return undefined;
}
