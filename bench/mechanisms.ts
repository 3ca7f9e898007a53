/**
 * Mechanisms of the Modelica library in both ways, from their equations and by the mechanics of this package, as docs/modelica.md has them:
 *
 *     MODELICAPATH=folder npm run bench:mechanisms [-- Loops.EngineV6 …] [--tight=1e-9]
 *
 * Without names all examples of Modelica.Mechanics.MultiBody that have an experiment, each as its annotation says, and once more with the tight
 * tolerance. Times are processor seconds of the second run of two, of the built package. Signals that both results have are compared at 201
 * times, each relative to its largest value: states of the flattened model, which its solver controls, and all of them. The error of either way is
 * the distance of these states from the flattened run with the tight tolerance. What two runs of the same equations differ by that make other
 * steps is the distance of the flattened run from one with a somewhat smaller tolerance. Of the other examples it is printed what prevents it.
 */
import { compilePackage } from "../scripts/compile.ts";
import type { Result } from "../src/results/result.ts";
import type { InstantiatedModel } from "../src/run/instantiate.ts";

const folder = "Modelica.Mechanics.MultiBody.Examples";
const comparedTimes = 201;
/** Of the tolerance: with this one the solver makes other steps. */
const otherTolerance = 0.8;
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
  `| example | equations, flattened / native | steps | evaluations | run, s | error of the states | difference: states, all | flattened twice | with ${tight} | flattened twice |`,
);
console.log("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
for (const name of names) {
  const row = [name.slice(folder.length + 1)];
  try {
    const { tolerance } = library.experiment(name);
    const native = run(name, "native");
    const flattened = run(name, "flattened");
    const both = (text: (run: Run) => string | number): string => `${text(flattened)} / ${text(native)}`;
    const isShared = (signal: string): boolean => native.result.has(signal) && !isOfShape.test(signal);
    const shared = flattened.result.names().filter(isShared);
    const states = new Set(flattened.result.stateNames.map((state) => state.replace(/\[[\d,]+\]$/, "")));
    const read = (result: Result): Curves => curvesOf(result, shared);
    const again = (model: InstantiatedModel, given: number): Curves => read(simulateWith(model, name, given));
    const compare = (a: Curves, b: Curves): Differences => differences(a, b, states);
    const [ofFlattened, ofNative] = [read(flattened.result), read(native.result)];
    const exact = again(flattened.model, tight);
    row.push(
      both(({ model }) => model.report.flatEquations),
      both(({ result }) => result.statistics.steps),
      both(({ result: { statistics: s } }) => s.evaluations + s.jacobianEvaluations + s.eventFunctionEvaluations),
      both(({ seconds }) => seconds.toFixed(2)),
      [ofFlattened, ofNative].map((curves) => shown(compare(exact, curves).states)).join(" / "),
      shownBoth(compare(ofFlattened, ofNative)),
      shownBoth(compare(ofFlattened, again(flattened.model, otherTolerance * tolerance))),
      shownBoth(compare(exact, again(native.model, tight))),
      shownBoth(compare(exact, again(flattened.model, otherTolerance * tight))),
    );
  } catch (error) {
    row.push((error as Error).message.split("\n")[0]!);
  }
  console.log(`| ${row.join(" | ")} |`);
}

function simulateWith(model: InstantiatedModel, name: string, tolerance: number): Result {
  const { startTime, stopTime, interval } = library.experiment(name);
  return simulate(model, { startTime, stopTime, interval, tolerance });
}

function run(name: string, mechanics: "native" | "flattened"): Run {
  const model: InstantiatedModel = library.instantiate(name, { mechanics });
  const { tolerance } = library.experiment(name);
  simulateWith(model, name, tolerance);
  const before = process.cpuUsage();
  const result = simulateWith(model, name, tolerance);
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

/** Numbers of signals at the compared times. */
type Curves = ReadonlyMap<string, readonly number[]>;

/** Everything is read in one pass: thousands of signals of a mechanism are computed from its states when somebody reads them. */
function curvesOf(result: Result, names: readonly string[]): Curves {
  const { startTime, endTime } = result;
  const times = Float64Array.from(
    { length: comparedTimes },
    (_, k) => startTime + (k / (comparedTimes - 1)) * (endTime - startTime),
  );
  const curves = new Map<string, readonly number[]>();
  for (const { name, values } of result.resample(times).signals(names)) {
    const numbers = [values].flat(Number.POSITIVE_INFINITY).flatMap((part) => {
      return ArrayBuffer.isView(part) ? [...(part as Float64Array)] : (part as number);
    });
    curves.set(name, numbers);
  }
  return curves;
}

/** Of all signals, and of those that are states: the largest distance, relative to the largest value of the signal. */
function differences(a: Curves, b: Curves, stateNames: ReadonlySet<string>): Differences {
  let [states, all] = [0, 0];
  for (const [name, x] of a) {
    const y = b.get(name)!;
    if (x.length !== y.length) continue;
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
