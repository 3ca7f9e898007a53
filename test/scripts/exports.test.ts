// What src/ exports, something other than a test uses: code that only tests call belongs to them.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { filesIn } from "../docs/filesIn.ts";

/** Exported for whoever is not seen here. */
const exceptions = [
  // called by Node's module loader
  "src/commandLine/loaderHooks.ts load",
  "src/commandLine/loaderHooks.ts resolve",
  // a region of IF97 that no function of (p, T) or (p, h) reaches; held to the printed values of the standard
  "src/media/if97/gibbsRegion.ts region2Metastable",
];

const read = (folders: readonly string[]): Map<string, string> =>
  new Map(folders.flatMap((folder) => filesIn(folder, ".ts")).map((file) => [file, readFileSync(file, "utf8")]));

const texts = read(["src", "app", "bench", "scripts", "examples", "fuzz"]);

const fileNamed = (specifier: string, from: string): string =>
  specifier === "rattleback"
    ? "src/index.ts"
    : specifier.startsWith("rattleback/")
      ? `src/entries/${specifier.slice("rattleback/".length)}.ts`
      : join(dirname(from), specifier);

/** `file name` of everything that is imported or exported again; `file *` where a module is taken as a whole. */
function usedNames(files: ReadonlyMap<string, string>): Set<string> {
  const names = new Set<string>();
  for (const [file, text] of files) {
    for (const [, list, specifier] of text.matchAll(/^(?:import|export)\s[^;{"]*\{([^}]*)\}\s*from\s*"([^"]+)"/gm))
      for (const part of list!.split(",")) {
        const name = /^(?:type\s+)?(\w+)/.exec(part.trim())?.[1];
        if (name !== undefined) names.add(`${fileNamed(specifier!, file)} ${name}`);
      }
    for (const [, alias, specifier] of text.matchAll(/^import \* as (\w+) from "([^"]+)"/gm))
      for (const [, name] of text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, "g")))
        names.add(`${fileNamed(specifier!, file)} ${name}`);
    for (const [, specifier] of text.matchAll(/(?:^export \*[^"]*from |\bimport\(\s*)"([^"]+)"/gm))
      names.add(`${fileNamed(specifier!, file)} *`);
  }
  return names;
}

/** `file name` of the values that src/ exports and that nothing in `users` takes. */
function unusedValues(users: ReadonlySet<string>, isWanted: (name: string, text: string) => boolean): string[] {
  const found: string[] = [];
  for (const [file, text] of texts) {
    if (!file.startsWith("src/") || file === "src/index.ts" || file.startsWith("src/entries/")) continue;
    for (const [, name] of text.matchAll(/^export (?:abstract )?(?:async )?(?:function\*?|class|const|let) (\w+)/gm))
      if (!users.has(`${file} ${name}`) && !users.has(`${file} *`) && !isWanted(name!, text))
        found.push(`${file} ${name}`);
  }
  return found.sort();
}

const used = usedNames(texts);

it("what src/ exports is used by something other than a test, or in its own file", () => {
  const isUsedAtHome = (name: string, text: string): boolean =>
    text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").split(new RegExp(`\\b${name}\\b`)).length > 2;
  expect(unusedValues(used, isUsedAtHome)).toEqual(exceptions);
});

it("what is used in its own file alone is not exported", () => {
  const withTests = new Set([...used, ...usedNames(read(["test"]))]);
  expect(unusedValues(withTests, () => false)).toEqual(exceptions.slice(0, 2));
});
