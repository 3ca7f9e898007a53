/**
 * Mechanisms of the Modelica library in both ways, from their equations and by the mechanics of this package, as docs/modelica.md has them:
 *
 *     MODELICAPATH=folder npm run bench:mechanisms [-- Loops.EngineV6 …] [--tolerance=1e-9]
 *
 * Without names all examples of Modelica.Mechanics.MultiBody that have an experiment, each as its annotation says. Times are processor
 * seconds of the second run of two, of the built package. Signals that both results have are compared at 201 times, each relative to its
 * largest value. Of the others it is printed what prevents it.
 */
import { compilePackage } from "../scripts/compile.ts";
import type { Result } from "../src/results/result.ts";
import type { InstantiatedModel } from "../src/run/instantiate.ts";

const folder = "Modelica.Mechanics.MultiBody.Examples";
const comparedTimes = 201;
/** Both draw the same boxes, but each counts their lengths from the end that it likes. */
const isOfShape = /\.(lengthDirection|widthDirection|length|box\.R\.T)$/;

await compilePackage();
const { loadModelica } = await import("../dist/commandLine/modelicaFiles.js" as string);
const { simulate } = await import("../dist/run/simulate.js" as string);

const chosen = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const given = process.argv.find((word) => word.startsWith("--tolerance="))?.slice("--tolerance=".length);
const library = await loadModelica([], [], ".");
const names: string[] =
  chosen.length > 0
    ? chosen.map((name) => `${folder}.${name}`)
    : library.testModels(folder).map(({ name }: { name: string }) => name);

interface Run {
  readonly model: InstantiatedModel;
  readonly result: Result;
  readonly seconds: number;
}

console.log("| example | equations, flattened / native | steps | rejected | evaluations | run, s | difference |");
console.log("|---|---:|---:|---:|---:|---:|---:|");
for (const name of names) {
  const row = [name.slice(folder.length + 1)];
  try {
    const native = run(name, "native");
    const flattened = run(name, "flattened");
    const both = (text: (run: Run) => string | number): string => `${text(flattened)} / ${text(native)}`;
    row.push(
      both(({ model }) => model.report.flatEquations),
      both(({ result }) => result.statistics.steps),
      both(({ result }) => result.statistics.rejectedSteps),
      both(({ result: { statistics: s } }) => s.evaluations + s.jacobianEvaluations + s.eventFunctionEvaluations),
      both(({ seconds }) => seconds.toFixed(2)),
      difference(flattened.result, native.result).toExponential(0),
    );
  } catch (error) {
    row.push((error as Error).message.split("\n")[0]!);
  }
  console.log(`| ${row.join(" | ")} |`);
}

function run(name: string, mechanics: "native" | "flattened"): Run {
  const model: InstantiatedModel = library.instantiate(name, { mechanics });
  const { startTime, stopTime, tolerance, interval } = library.experiment(name);
  const options = { startTime, stopTime, interval, tolerance: given === undefined ? tolerance : Number(given) };
  simulate(model, options);
  const before = process.cpuUsage();
  const result: Result = simulate(model, options);
  const { user, system } = process.cpuUsage(before);
  return { model, result, seconds: (user + system) / 1e6 };
}

/** Of all signals that both have: the largest distance, relative to the largest value of the signal. */
function difference(a: Result, b: Result): number {
  const times = Float64Array.from(
    { length: comparedTimes },
    (_, k) => a.startTime + (k / (comparedTimes - 1)) * (Math.min(a.endTime, b.endTime) - a.startTime),
  );
  const [one, other] = [a.resample(times), b.resample(times)];
  let largest = 0;
  for (const name of a.names()) {
    if (!b.has(name) || isOfShape.test(name)) continue;
    const [x, y] = [one, other].map((result) => numbersOf(result.signal(name).values));
    if (x === undefined || y === undefined || x.length !== y.length) continue;
    const size = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (size > 0) x.forEach((value, k) => (largest = Math.max(largest, Math.abs(value - y[k]!) / size)));
  }
  return largest;
}

function numbersOf(values: unknown): number[] | undefined {
  const flat = [values]
    .flat(Number.POSITIVE_INFINITY)
    .flatMap((part) => (ArrayBuffer.isView(part) ? [...(part as Float64Array)] : part));
  return flat.every((value) => typeof value === "number") ? (flat as number[]) : undefined;
}
