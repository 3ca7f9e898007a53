/**
 * How the cost of a step grows with the number of unknowns, and what events cost: `npm run bench:scaling -- [--update]`
 *
 * One-dimensional Brusselator (banded and sparse) and two-dimensional diffusion (sparse) with bdf at 1e-6; a ball over
 * 50 bounces; 1000 event functions against one.
 */
import { integrate, type MethodName, methodNames } from "../../src/entries/solvers.ts";
import { bouncingBall, impactTimes } from "../../test/reference/ivp/ball.ts";
import { brusselator1dOn } from "../../test/reference/ivp/brusselator1d.ts";
import { diffusion2dOn } from "../../test/reference/ivp/heat.ts";
import type { OdeProblem } from "../../test/reference/ivp/referenceProblem.ts";
import { Chapter } from "../report/chapter.ts";
import type { ScalingSeries } from "../report/scalingChart.ts";

const tolerance = 1e-6;

const chapter = new Chapter("scaling", "Solvers: large systems and many events", "solvers.md#growth-and-events");
const brusselatorSizes = [50, 100, 200, 500, 1000, 2000, 5000];
const series = [
  growth("1-D Brusselator, banded", (k) => brusselator1dOn(k, "banded"), brusselatorSizes),
  growth("1-D Brusselator, sparse", (k) => brusselator1dOn(k, "sparse"), brusselatorSizes),
  growth("2-D diffusion, sparse", diffusion2dOn, [10, 20, 32, 50, 71, 100, 141, 200]),
];
chapter.scaling({ title: "Time per step of bdf", size: "unknowns", cost: "µs per step", series });
bounces();
manyRoots();
chapter.finish();

function growth(title: string, create: (size: number) => OdeProblem, sizes: readonly number[]): ScalingSeries {
  chapter.note(`**${title}**`);
  const addRow = chapter.table(
    "unknowns",
    "steps",
    "evaluations",
    "factorisations",
    "µs per step",
    "ns per step and unknown",
  );
  const points = sizes.map((size): [number, number] => {
    const problem = create(size);
    const { statistics, seconds } = fastest(() => solve(problem));
    const perStep = (1e6 * seconds) / statistics.steps;
    const { steps, evaluations, jacobianEvaluations, factorisations } = statistics;
    const each = ((1000 * perStep) / problem.size).toFixed(0);
    addRow(problem.size, steps, evaluations + jacobianEvaluations, factorisations, perStep.toFixed(0), each);
    return [problem.size, perStep];
  });
  return { label: title, points };
}

function solve({ rhs, t0, tEnd, y0, sparsity }: OdeProblem) {
  return integrate(
    { rhs, t0, tEnd, y0, ...(sparsity === undefined ? {} : { sparsity }) },
    { method: "bdf", relativeTolerance: tolerance, absoluteTolerance: tolerance, outputTimes: [tEnd] },
  );
}

/** The last of several runs, with the smallest wall time of all: at least five runs, and a second. */
function fastest<T extends { statistics: { wallTime: number } }>(run: () => T): T & { seconds: number } {
  let result = run();
  let seconds = result.statistics.wallTime;
  const start = performance.now();
  for (let k = 1; k < 5 || performance.now() - start < 1000; k++) {
    result = run();
    seconds = Math.min(seconds, result.statistics.wallTime);
  }
  return { ...result, seconds };
}

function bounces(): void {
  const times = impactTimes(10, 0.9, 51);
  const problem = bouncingBall(10, 0.9, (times[49] + times[50]) / 2);
  chapter.note(`**Ball, 50 bounces, relative and absolute tolerance ${tolerance.toExponential(0)}**`);
  const addRow = chapter.table("method", "impacts found", "largest error of a time, s", "steps", "evaluations", "ms");
  for (const method of methodNames) {
    const { roots, statistics, seconds } = fastest(() => drop(problem, method));
    const worst = roots.reduce((largest, { t }, k) => Math.max(largest, Math.abs(t - times[k])), 0);
    const { steps, evaluations, jacobianEvaluations } = statistics;
    const all = evaluations + jacobianEvaluations;
    addRow(method, roots.length, worst.toExponential(1), steps, all, (1000 * seconds).toPrecision(3));
  }
}

function drop(problem: OdeProblem, method: MethodName) {
  const { rhs, t0, tEnd, y0, event } = problem;
  if (event === undefined) throw new Error("the ball has an event");
  return integrate(
    { rhs, t0, tEnd, y0, roots: event.roots, numberOfRoots: 1 },
    {
      method,
      relativeTolerance: tolerance,
      absoluteTolerance: tolerance,
      outputTimes: [tEnd],
      rootDirections: [event.direction],
      onRoot: ({ y }) => event.apply(y),
    },
  );
}

/** One event function, or a thousand that cross zero at the same time. */
function manyRoots(): void {
  const { rhs, t0, tEnd, y0, sparsity } = brusselator1dOn(500, "banded");
  chapter.note("**Event functions that cross zero together, 1-D Brusselator with 1000 unknowns, bdf**");
  const addRow = chapter.table("event functions", "roots reported", "calls of the event function", "ms", "× one");
  let single = Number.NaN;
  for (const count of [1, 10, 100, 1000]) {
    const run = () =>
      integrate(
        {
          rhs,
          t0,
          tEnd,
          y0,
          ...(sparsity === undefined ? {} : { sparsity }),
          // All cross when a value in the middle does, again and again.
          roots(_t, y, g) {
            for (let i = 0; i < count; i++) g[i] = y[500] - 1;
          },
          numberOfRoots: count,
        },
        { method: "bdf", relativeTolerance: tolerance, absoluteTolerance: tolerance, outputTimes: [tEnd] },
      );
    const { roots, statistics, seconds } = fastest(run);
    if (count === 1) single = seconds;
    const ratio = (seconds / single).toFixed(2);
    addRow(count, roots.length, statistics.eventFunctionEvaluations, (1000 * seconds).toPrecision(3), ratio);
  }
}
