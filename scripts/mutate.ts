// npm run mutate -- FOLDER [FILE …] [--tests PATTERN]: small changes in the files of src/FOLDER (or in those of it that are named), and which
// of them the tests of test/FOLDER (or PATTERN) notice. Stryker makes the changes; what is known from the last run is not tried again.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { tests: { type: "string" } } });
const [folder, ...files] = positionals;
if (folder === undefined)
  throw new Error("npm run mutate -- FOLDER [FILE …], for example: npm run mutate -- events delays.ts");

const reports = join("node_modules", ".cache", "mutate");
mkdirSync(reports, { recursive: true });
const settings = {
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutate.config.ts", related: false },
  plugins: ["@stryker-mutator/vitest-runner"],
  mutate: files.length > 0 ? files.map((file) => `src/${folder}/${file}`) : [`src/${folder}/**/*.ts`],
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
