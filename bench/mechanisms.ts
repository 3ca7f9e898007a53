/**
 * Mechanisms of the Modelica library in both ways, from their equations and by the mechanics of this package, as docs/modelica.md has them:
 *
 *     MODELICAPATH=folder npm run bench:mechanisms [-- Loops.EngineV6 …] [--tight=1e-9]
 *
 * Without names all examples of Modelica.Mechanics.MultiBody that have an experiment, each as its annotation says, and once more with the tight
 * tolerance. Times are processor seconds of the second run of two, of the built package. Signals that both results have are compared at 201
 * times, each relative to its largest value: states of the flattened model, which its solver controls, and all of them. The error of either way is
 * the distance of these states from the flattened run with the tight tolerance. Of the other examples it is printed what prevents it.
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
const tight = Number(process.argv.find((word) => word.startsWith("--tight="))?.slice("--tight=".length) ?? 1e-9);
/** Values that are not larger are rounding. */
const smallest = 1e-10;
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

console.log(
  `| example | equations, flattened / native | steps | evaluations | run, s | error of the states | difference: states, all | with ${tight} |`,
);
console.log("|---|---:|---:|---:|---:|---:|---:|---:|");
for (const name of names) {
  const row = [name.slice(folder.length + 1)];
  try {
    const native = run(name, "native");
    const flattened = run(name, "flattened");
    const both = (text: (run: Run) => string | number): string => `${text(flattened)} / ${text(native)}`;
    const exact = simulateWith(flattened.model, name, tight);
    row.push(
      both(({ model }) => model.report.flatEquations),
      both(({ result }) => result.statistics.steps),
      both(({ result: { statistics: s } }) => s.evaluations + s.jacobianEvaluations + s.eventFunctionEvaluations),
      both(({ seconds }) => seconds.toFixed(2)),
      both(({ result }) => shown(differences(exact, result).states)),
      shownBoth(differences(flattened.result, native.result)),
      shownBoth(differences(exact, simulateWith(native.model, name, tight))),
    );
  } catch (error) {
    row.push((error as Error).message.split("\n")[0]!);
  }
  console.log(`| ${row.join(" | ")} |`);
}

function simulateWith(model: InstantiatedModel, name: string, given?: number): Result {
  const { startTime, stopTime, tolerance, interval } = library.experiment(name);
  return simulate(model, { startTime, stopTime, interval, tolerance: given ?? tolerance });
}

function run(name: string, mechanics: "native" | "flattened"): Run {
  const model: InstantiatedModel = library.instantiate(name, { mechanics });
  simulateWith(model, name);
  const before = process.cpuUsage();
  const result = simulateWith(model, name);
  const { user, system } = process.cpuUsage(before);
  return { model, result, seconds: (user + system) / 1e6 };
}

interface Differences {
  readonly states: number;
  readonly all: number;
}

function shown(difference: number): string {
  return difference.toExponential(0);
}

function shownBoth({ states, all }: Differences): string {
  return `${shown(states)}, ${shown(all)}`;
}

/** Of all signals that both have, and of those that are states of the first: the largest distance, relative to the largest value of the signal. */
function differences(a: Result, b: Result): Differences {
  const times = Float64Array.from(
    { length: comparedTimes },
    (_, k) => a.startTime + (k / (comparedTimes - 1)) * (Math.min(a.endTime, b.endTime) - a.startTime),
  );
  const [one, other] = [a.resample(times), b.resample(times)];
  const stateNames = new Set(a.stateNames.map((name) => name.replace(/\[[\d,]+\]$/, "")));
  let [states, all] = [0, 0];
  for (const name of a.names()) {
    if (!b.has(name) || isOfShape.test(name)) continue;
    const [x, y] = [one, other].map((result) => numbersOf(result.signal(name).values));
    if (x === undefined || y === undefined || x.length !== y.length) continue;
    let [size, distance] = [0, 0];
    x.forEach((value, k) => {
      size = Math.max(size, Math.abs(value));
      distance = Math.max(distance, Math.abs(value - y[k]!));
    });
    if (!(size > smallest)) continue;
    all = Math.max(all, distance / size);
    if (stateNames.has(name)) states = Math.max(states, distance / size);
  }
  return { states, all };
}

function numbersOf(values: unknown): number[] | undefined {
  const flat = [values]
    .flat(Number.POSITIVE_INFINITY)
    .flatMap((part) => (ArrayBuffer.isView(part) ? [...(part as Float64Array)] : part));
  return flat.every((value) => typeof value === "number") ? (flat as number[]) : undefined;
}
