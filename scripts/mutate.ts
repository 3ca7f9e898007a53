// npm run mutate -- FOLDER [FILE …] [--tests FOLDER,FOLDER] [--further FOLDER,FOLDER] [--lines N [--seed S]] [--seconds 500]: small changes in
// the files of src/FOLDER (or in those of it that are named), and which of them the tests of test/FOLDER (or of the folders or files given)
// notice.
//
// Stryker makes the changes, mutate/stage.ts tries them. --further names tests that are tried on what the first ones did not notice, since
// a folder is told by those who use it, too; --seconds holds for each of both. --lines draws a sample: only changes within N lines of code
// that are drawn at random, the same ones for the same seed. Survivors that test/survivors/ explains are counted apart.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drawnLines } from "./mutate/drawnLines.ts";
import { type Change, makeSandbox } from "./mutate/sandbox.ts";
import { afterBoth, isUnnoticed, type Mutant, type MutationReport, scoreOf } from "./mutate/score.ts";
import { tryChanges } from "./mutate/stage.ts";
import { readSurvivors } from "./mutate/survivors.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: "string" },
    further: { type: "string" },
    lines: { type: "string" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "500" },
  },
});
const [folder, ...names] = positionals;
if (folder === undefined)
  throw new Error("npm run mutate -- FOLDER [FILE …], for example: npm run mutate -- events delayLines.ts");

const filesIn = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .sort()
        .map((name) => join(path, name));

const root = join("src", folder);
const paths = names.length > 0 ? names.map((name) => join(root, name)) : filesIn(root);
const testsIn = (list: string): string[] =>
  list
    .split(",")
    .flatMap(filesIn)
    .filter((name) => name.endsWith(".test.ts") && !name.endsWith("allocation.test.ts"));
// both are looked for before anything is tried
const firstTests = testsIn(values.tests ?? join("test", folder));
const furtherTests = values.further === undefined ? undefined : testsIn(values.further);
const sandbox = join("node_modules", ".cache", "mutate", folder);

const changes = await makeSandbox(
  sandbox,
  paths,
  values.lines === undefined ? undefined : drawnLines(paths, Number(values.lines), Number(values.seed)),
);
const sources = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
const tryWith = (tests: readonly string[], ids: readonly string[]): Promise<Map<string, string>> =>
  tryChanges({
    sandbox,
    tests,
    changes: ids,
    seed: Number(values.seed),
    seconds: Number(values.seconds),
  });
const all = changes.map(({ id }) => id);
const status = await tryWith(firstTests, all);
if (furtherTests !== undefined) {
  const left = all.filter((id) => isUnnoticed(status.get(id)));
  for (const [id, told] of await tryWith(furtherTests, left)) status.set(id, afterBoth(status.get(id)!, told));
}
console.log(scoreOf(report(changes), readSurvivors()));

/** As mutation-testing-elements writes it: lines and columns count from 1. */
function report(list: readonly Change[]): MutationReport {
  const files: Record<string, { source: string; mutants: Mutant[] }> = {};
  for (const { id, fileName, replacement, location } of list) {
    files[fileName] ??= { source: sources.get(fileName)!, mutants: [] };
    const place = ({ line, column }: Change["location"]["start"]) => ({ line: line + 1, column: column + 1 });
    files[fileName].mutants.push({
      status: status.get(id) ?? "Pending",
      replacement,
      location: { start: place(location.start), end: place(location.end) },
    });
  }
  return { files };
}
