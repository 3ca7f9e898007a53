/** `rattleback modelica test`: the models of packages beside their reference results. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { extname, resolve } from "node:path";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Mechanics, ModelicaLibrary } from "../../modelica/importModelica.ts";
import type { CommandArguments } from "../arguments.ts";
import { CommandFailure, fileError, usageError } from "../commandFailure.ts";
import { exitCode } from "../exitCode.ts";
import type { Terminal } from "../terminal.ts";
import { writeParts } from "../writeResult.ts";
import { htmlReport } from "./htmlReport.ts";
import type { Outcome } from "./outcome.ts";
import { OutcomeFile } from "./outcomeFile.ts";
import { ProcessorShares } from "./processorShares.ts";
import { runTests } from "./runTests.ts";
import { outcomeLine, outcomesToCsv, outcomesToJson, summaryText } from "./summary.ts";
import type { WorkerSetup } from "./testWorker.ts";
import { workerTester } from "./workerTester.ts";

const writers: Readonly<Record<string, (outcomes: readonly Outcome[], title: string) => string>> = {
  ".csv": outcomesToCsv,
  ".json": outcomesToJson,
  ".html": (outcomes, title) => htmlReport(title, outcomes),
};

export async function testCommand(
  library: ModelicaLibrary,
  names: readonly string[],
  given: CommandArguments,
  terminal: Terminal,
): Promise<void> {
  const { folder } = terminal;
  const outputs = given.texts("out");
  for (const output of outputs)
    if (writers[extname(output)] === undefined)
      throw usageError(`Outcomes cannot be written as "${output}".`, "a name that ends in .csv, .json or .html");
  const setup = setupOf(given, folder);
  const [jobs, timeLimit] = [given.number("jobs") ?? availableParallelism(), given.number("time-limit") ?? 300];
  if (!Number.isInteger(jobs) || jobs < 1) throw usageError(`--jobs is ${jobs}.`, "a whole number, 1 or more");
  if (!(timeLimit > 0)) throw usageError(`--time-limit is ${timeLimit}.`, "seconds, such as 60");
  const only = given.texts("only");
  const all = new Map(names.flatMap((name) => library.testModels(name)).map((model) => [model.name, model]));
  const models = [...all.values()].filter((model) => only.length === 0 || only.some((part) => isIn(model.name, part)));
  if (models.length === 0)
    throw usageError(
      `There is no model with an experiment annotation in "${[...names, ...only].join('", "')}".`,
      "give models annotation(experiment(StopTime = 1)), or choose another package",
    );
  const results = given.text("results");
  const { reference, tolerance, method, mechanics, paths, files } = setup;
  const file = new OutcomeFile(results === undefined ? undefined : resolve(folder, results), {
    ...{ reference, tolerance, method, mechanics, files, paths: [...paths, process.env["MODELICAPATH"] ?? ""] },
  });
  const known = models.filter((model) => file.done.has(model.name)).length;
  if (known > 0) terminal.error(`${known} of ${models.length} models were tested before\n`);
  const shares = new ProcessorShares();
  const testers = Array.from({ length: Math.min(jobs, models.length) }, () => workerTester(setup, timeLimit, shares));
  const outcomes = await runTests(models, file, testers, (outcome) => terminal.out(outcomeLine(outcome)));
  terminal.out(summaryText(outcomes));
  for (const output of outputs) writeParts([writers[extname(output)]!(outcomes, names.join(", "))], output, folder);
  checkAllPassed(outcomes);
}

function setupOf(given: CommandArguments, folder: string): WorkerSetup {
  const reference = given.text("reference");
  if (reference === undefined)
    throw usageError("There is no folder of reference results.", "rattleback modelica test Package --reference folder");
  const path = resolve(folder, reference);
  if (!existsSync(path))
    throw fileError(`The folder "${reference}" does not exist.`, reference, "check its name after --reference");
  const [tolerance, method] = [given.number("tolerance"), given.text("method")];
  const mechanics = given.text("mechanics") as Mechanics | undefined;
  return {
    ...{ reference: path, paths: given.texts("path"), files: given.texts("file"), folder },
    ...(tolerance !== undefined && { tolerance }),
    ...(method !== undefined && { method }),
    ...(mechanics !== undefined && { mechanics }),
  };
}

const isIn = (model: string, part: string): boolean => model === part || model.startsWith(`${part}.`);

function checkAllPassed(outcomes: readonly Outcome[]): void {
  const bad = outcomes.filter(({ verdict }) => verdict === "failed" || verdict === "differs");
  if (bad.length === 0) return;
  const error = new RattlebackError(
    "E-MODELICA-TEST",
    `${bad.length} of ${outcomes.length} models fail or differ from their reference.`,
    {
      because: `the first is ${bad[0]!.name}`,
      hint: `--out report.html shows the curves; rattleback modelica run ${bad[0]!.name} shows the whole message`,
    },
  );
  throw new CommandFailure(exitCode.run, error);
}
