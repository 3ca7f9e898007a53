/**
 * Compares our solvers with SUNDIALS on the reference problems: `npm run bench:solvers -- [options] [problem…]`
 *
 *   --counts     no timing: one run each
 *   --update     write docs/figures/solvers, the tables of docs/solvers.md, bench/results and the counts the tests compare with
 *
 * Prints digits, steps, evaluations and wall time of every run, and their ratios to CVODE (BDF, Adams) or IDA at
 * the same tolerance. Where gcc or libsundials-dev is absent it says so and prints our numbers only.
 */
import { methodNames } from "../../src/entries/solvers.ts";
import { methodsFor, type ReferenceMethod, referenceProblems } from "../../test/reference/ivp/index.ts";
import type { ReferenceProblem } from "../../test/reference/ivp/referenceProblem.ts";
import { isMeasurement, type Outcome, tolerances } from "./measurement.ts";
import { measureOurs } from "./ours.ts";
import { writeSummary } from "./summary.ts";
import { buildSundials, disagreement, measureSundials, sundialsVersion } from "./sundials.ts";
import { type Row, ratios, textTable } from "./tables.ts";
import { updateFiles } from "./update.ts";

const options = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
/** Time for repetitions of one run; more where the limits on time apply. */
const rounds = 5;
const isTimed = !options.includes("--counts");
const secondsFor = ({ size }: ReferenceProblem): number => (isTimed ? (size >= 20 ? 1 : 0.3) : 0);

/** The SUNDIALS method that a method of ours is measured against. */
const counterpart: Partial<Record<ReferenceMethod, string>> = { bdf: "bdf", adams: "adams", ida: "ida" };

if (options.includes("--update") && wanted.length > 0) throw new Error("--update needs all problems");
const problems = referenceProblems.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const reason = buildSundials();
if (reason !== undefined) console.log(`SUNDIALS is not compared: ${reason}.\n`);

if (isTimed) warmUp();
const allRows: Row[] = [];
for (const problem of problems) {
  if (reason === undefined && hasCounterpart(problem)) {
    const difference = disagreement(problem);
    // Sums in another order and other exp and sin: a few roundings of the largest term.
    if (difference > 1e-12) throw new Error(`${problem.name}: the two programs differ by ${difference}`);
  }
  const rows = measureProblem(problem);
  allRows.push(...rows);
  console.log(`${textTable(`${problem.title} (${problem.name}, ${problem.size} unknowns)`, rows)}\n`);
}
reportLimits(allRows);
if (wanted.length === 0 && isTimed) {
  writeSummary(problems, allRows, reason === undefined ? sundialsVersion() : undefined);
}
if (options.includes("--update")) {
  if (reason !== undefined) throw new Error("--update needs SUNDIALS");
  updateFiles(problems, allRows, sundialsVersion());
}

/** Lets the engine compile every method before the first run that counts. */
function warmUp(): void {
  for (const problem of referenceProblems.filter(({ size }) => size <= 8)) {
    for (const method of methodsFor(problem)) measureOurs(problem, method, 1e-6, 0.1);
  }
}

function hasCounterpart(problem: ReferenceProblem): boolean {
  return problem.form === "dae" || problem.massMatrix === undefined;
}

function measureProblem(problem: ReferenceProblem): Row[] {
  const available = methodsFor(problem).filter((m) => m === "ida" || (methodNames as string[]).includes(m));
  const seconds = secondsFor(problem) / rounds;
  return tolerances.flatMap((tolerance) =>
    available.map((method) => {
      const name = counterpart[method];
      let row: Row | undefined;
      for (let round = 0; round < (isTimed ? rounds : 1); round++) {
        const theirs =
          reason === undefined && name !== undefined ? measureSundials(problem, name, tolerance, seconds) : undefined;
        row = faster(row, { ours: measureOurs(problem, method, tolerance, seconds), theirs });
        if (lasts(row) > 1) break;
      }
      return row as Row;
    }),
  );
}

/** Both sides take turns, so that other work on the machine slows neither alone. */
function faster(before: Row | undefined, now: Row): Row {
  if (before === undefined) return now;
  const pick = <T extends Outcome | undefined>(a: T, b: T): T =>
    a !== undefined && b !== undefined && isMeasurement(a) && isMeasurement(b) && a.seconds < b.seconds ? a : b;
  return { ours: pick(before.ours, now.ours), theirs: pick(before.theirs, now.theirs) };
}

/** Seconds that one run of the slower side takes. */
function lasts({ ours, theirs }: Row): number {
  return Math.max(...[ours, theirs].map((run) => (run !== undefined && isMeasurement(run) ? run.seconds : 0)));
}

/** The aims: digits ≥ theirs − 0.5, steps and evaluations ≤ 1.2 ×, time ≤ 1.5 × from 20 unknowns. */
function reportLimits(rows: readonly Row[]): void {
  const size = new Map(referenceProblems.map((p) => [p.name, p.size]));
  const beyond = rows.flatMap((row) => {
    const r = ratios(row);
    if (r === undefined) return [];
    const found = [
      r.digits < -0.5 ? `digits ${r.digits.toFixed(2)}` : "",
      r.steps > 1.2 ? `steps × ${r.steps.toFixed(2)}` : "",
      r.evaluations > 1.2 ? `evaluations × ${r.evaluations.toFixed(2)}` : "",
      isTimed && r.seconds > 1.5 && (size.get(row.ours.problem) ?? 0) >= 20 ? `time × ${r.seconds.toFixed(2)}` : "",
    ].filter((text) => text !== "");
    const { problem, method, tolerance } = row.ours;
    return found.length === 0 ? [] : [`  ${problem} ${method} ${tolerance.toExponential(0)}: ${found.join(", ")}`];
  });
  const failed = rows.flatMap(({ ours }) =>
    "failure" in ours ? [`  ${ours.problem} ${ours.method} ${ours.tolerance}: ${ours.failure}`] : [],
  );
  console.log(beyond.length === 0 ? "Everything is within the limits." : `Beyond the limits:\n${beyond.join("\n")}`);
  if (failed.length > 0) console.log(`Failed:\n${failed.join("\n")}`);
}
