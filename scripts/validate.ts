// Runs every reference case and prints what we compute beside what is known: `npm run validate -- [part of a file name …]`
//
//   --record=<file>   also keep the comparisons, one JSON document per line
//
// The tests below assert the same comparisons in `npm test`; here they also write them down.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ComparisonRecord, excess, readComparisons } from "../test/reference/comparison.ts";

const files = [
  "test/reference/modelica/modelica.test.ts",
  "test/reference/modia/modia.test.ts",
  "test/mechanics/reference/reference.test.ts",
  "test/multibody/referenceCases.test.ts",
  "test/multibody/structure/robots.test.ts",
  "test/contact/referenceCases.test.ts",
  "test/contact/modia3dCases.test.ts",
  "test/collision/referencePoses.test.ts",
  "test/planar/collisionConfiguration.test.ts",
  "test/integrate/referenceProblems.test.ts",
];

const options = process.argv.slice(2);
const parts = options.filter((option) => !option.startsWith("--"));
const record = options.find((option) => option.startsWith("--record="))?.slice("--record=".length);
const chosen = parts.length === 0 ? files : files.filter((file) => parts.some((part) => file.includes(part)));
if (chosen.length === 0) {
  console.error(`No reference test has "${parts.join('" or "')}" in its name:\n  ${files.join("\n  ")}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "rattleback-validate-"));
try {
  process.exitCode = validate(join(folder, "comparisons.jsonl"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function validate(journal: string): number {
  const vitest = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--reporter=dot", "--silent=true", ...chosen],
    { env: { ...process.env, RATTLEBACK_VALIDATE: journal }, encoding: "utf8", maxBuffer: 1e8 },
  );
  const records = existsSync(journal) ? readComparisons(journal) : [];
  if (record !== undefined && records.length > 0) copyFileSync(journal, record);
  // parallel tests finish in any order
  for (const file of chosen) {
    const own = records.filter((record) => record.file === file);
    console.log(`\n${file}\n`);
    if (own.length === 0) console.log("  (no comparison was written down)");
    else printTable(own);
  }
  const missed = records.filter((record) => !passes(record));
  console.log(`\n${records.length} comparisons, ${missed.length} outside of what is allowed.`);
  if (vitest.status === 0) return 0;
  console.log(vitest.stdout, vitest.stderr);
  return vitest.status ?? 1;
}

function passes(record: ComparisonRecord): boolean {
  return excess(record) <= 1;
}

function printTable(records: readonly ComparisonRecord[]): void {
  const rows = records.map((record) => [
    shorten(record.test),
    record.quantity,
    digits(record.value),
    digits(record.reference),
    Math.abs(record.value - record.reference).toExponential(1),
    record.allowed.toExponential(1) + (passes(record) ? "" : "  MISSED"),
  ]);
  const table = [["case", "quantity", "our value", "reference", "error", "allowed"], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const print = (row: readonly string[]) =>
    console.log(
      `| ${row.map((cell, k) => (k < 2 ? cell.padEnd(widths[k]!) : cell.padStart(widths[k]!))).join(" | ")} |`,
    );
  print(table[0]!);
  console.log(`|${widths.map((width, k) => (k < 2 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`);
  rows.forEach(print);
}

/** The groups of a test are separated by " > "; the last one says what is compared. */
function shorten(test: string): string {
  const name = test.split(" > ").at(-1)!;
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}

function digits(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value) : value.toPrecision(10);
}
