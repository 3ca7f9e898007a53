// npm run mutate -- FOLDER [FILE …] [--tests PATTERN] [--lines N [--seed S]]: small changes in the files of src/FOLDER (or in those of it that
// are named), and which of them the tests of test/FOLDER (or PATTERN) notice. Stryker makes the changes; what is known from the last run is
// not tried again. --lines draws a sample: only changes within N lines of code that are drawn at random, the same ones for the same seed.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "../src/math/random.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: "string" }, lines: { type: "string" }, seed: { type: "string", default: "1" } },
});
const [folder, ...files] = positionals;
if (folder === undefined)
  throw new Error("npm run mutate -- FOLDER [FILE …], for example: npm run mutate -- events delays.ts");

/** So many lines of code of these files, as ranges that Stryker understands. */
function drawnLines(paths: readonly string[], count: number, seed: number): string[] {
  const places = paths.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, k) =>
        /^\s*(?:\/?\*|\/\/|import |export type |[\])};,]*$)/.test(line) ? [] : [`${path}:${k + 1}-${k + 1}`],
      ),
  );
  const random = createRandom(seed);
  for (let k = places.length - 1; k > 0; k--) {
    const other = random.below(k + 1);
    [places[k], places[other]] = [places[other]!, places[k]!];
  }
  return places.slice(0, count);
}

const root = `src/${folder}`;
const all = (): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => join(root, name));
const paths = files.length > 0 ? files.map((name) => join(root, name)) : all();

const reports = join("node_modules", ".cache", "mutate");
mkdirSync(reports, { recursive: true });
const settings = {
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutate.config.ts", related: false },
  plugins: ["@stryker-mutator/vitest-runner"],
  mutate: values.lines === undefined ? paths : drawnLines(paths, Number(values.lines), Number(values.seed)),
  coverageAnalysis: "perTest",
  concurrency: 1,
  incremental: true,
  incrementalFile: join(reports, `${folder}.json`),
  // a change may make a loop endless
  timeoutMS: 20_000,
  timeoutFactor: 3,
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: true },
  tempDirName: join(reports, "sandbox"),
  ignorePatterns: ["dist", "docs", "app", "bench", "examples/pictures"],
  checkers: [],
  disableTypeChecks: false,
};
const file = join(reports, "settings.json");
writeFileSync(file, JSON.stringify(settings, undefined, 2));
try {
  execFileSync(process.execPath, [join("node_modules", "@stryker-mutator", "core", "bin", "stryker.js"), "run", file], {
    stdio: "inherit",
    env: { ...process.env, MUTATE_TESTS: values.tests ?? `test/${folder}/**/*.test.ts` },
  });
} catch {
  process.exitCode = 1;
}
