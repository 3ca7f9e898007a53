/** TypeScript's own language service in a worker, on a file, what it imports, and the declarations of this package. It runs nothing. */
import ts from "typescript";
import type { LanguageAnswer, LanguageRequest, Suggestion, TextProblem } from "./languageProtocol.ts";

const fileName = "/model.ts";
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: ["studio"],
  lib: ["lib.es2023.d.ts"],
};
const mostSuggestions = 300;

const service = fetch(new URL("types.json", new URL(".", location.href.replace(/assets\/[^/]*$/, ""))))
  .then((response) => response.json() as Promise<Record<string, string>>)
  .then((files) => createService(new Map(Object.entries(files))));

let text = "";
/** By path: "/models/arm.ts". */
let parts: ReadonlyMap<string, string> = new Map();
let version = 0;

addEventListener("message", async (event: MessageEvent<LanguageRequest>) => {
  const { id, text: newText, parts: newParts, ask } = event.data;
  const language = await service;
  if (newText !== text) {
    text = newText;
    parts = new Map(Object.entries(newParts).map(([name, content]) => [name.replace(/^\.\//, "/"), content]));
    version++;
  }
  postMessage({ id, ...answer(language, ask) } satisfies LanguageAnswer);
});

function answer(language: ts.LanguageService, ask: LanguageRequest["ask"]): Omit<LanguageAnswer, "id"> {
  if (ask.kind === "problems") return { problems: problems(language) };
  if (ask.kind === "suggestions") return { suggestions: suggestions(language, ask.at) };
  if (ask.kind === "details") {
    const details = language.getCompletionEntryDetails(fileName, ask.at, ask.name, {}, undefined, {}, undefined);
    return { explanation: details && explain(ask.at, ask.at, details.displayParts, details.documentation ?? []) };
  }
  const info = language.getQuickInfoAtPosition(fileName, ask.at);
  if (info === undefined) return { explanation: undefined };
  const { start, length } = info.textSpan;
  return { explanation: explain(start, start + length, info.displayParts ?? [], info.documentation ?? []) };
}

function explain(from: number, to: number, signature: ts.SymbolDisplayPart[], documentation: ts.SymbolDisplayPart[]) {
  const textOf = (parts: ts.SymbolDisplayPart[]): string => parts.map((part) => part.text).join("");
  return { from, to, signature: textOf(signature), documentation: textOf(documentation) };
}

function problems(language: ts.LanguageService): TextProblem[] {
  const found = [...language.getSyntacticDiagnostics(fileName), ...language.getSemanticDiagnostics(fileName)];
  return found.map(({ start = 0, length = 1, messageText, category }) => ({
    from: start,
    to: start + length,
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
    isError: category === ts.DiagnosticCategory.Error,
  }));
}

function suggestions(language: ts.LanguageService, at: number): Suggestion[] {
  const found = language.getCompletionsAtPosition(fileName, at, { includeCompletionsForModuleExports: false });
  return (found?.entries ?? []).slice(0, mostSuggestions).map(({ name, kind }) => ({ name, kind }));
}

function createService(files: ReadonlyMap<string, string>): ts.LanguageService {
  const read = (name: string): string | undefined => (name === fileName ? text : (parts.get(name) ?? files.get(name)));
  const folders = new Set<string>();
  for (const name of files.keys())
    for (let at = name.lastIndexOf("/"); at > 0; at = name.lastIndexOf("/", at - 1)) folders.add(name.slice(0, at));
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [fileName],
    // parts change with the file, never alone
    getScriptVersion: (name) => (name === fileName || parts.has(name) ? String(version) : "0"),
    getScriptSnapshot: (name) => {
      const content = read(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => "/",
    getDefaultLibFileName: () => "/lib/lib.es2023.d.ts",
    fileExists: (name) => read(name) !== undefined,
    readFile: read,
    directoryExists: (name) =>
      name === "/" || folders.has(name) || [...parts.keys()].some((part) => part.startsWith(`${name}/`)),
    getDirectories: (name) => {
      const start = name.endsWith("/") ? name : `${name}/`;
      return [...folders].filter((folder) => folder.startsWith(start) && !folder.slice(start.length).includes("/"));
    },
    useCaseSensitiveFileNames: () => true,
  });
}
