/** Runs a reference problem with one of our methods, repeatedly when a time is wanted. */
import { integrate, integrateDae, type MethodName, RattlebackError } from "../../src/entries/solvers.ts";
import type { ReferenceMethod } from "../../test/reference/ivp/index.ts";
import { correctDigits, mixedDigits, type ReferenceProblem } from "../../test/reference/ivp/referenceProblem.ts";
import type { Outcome } from "./measurement.ts";

/** Solves once. Jacobians by difference quotients, as in the comparison; no problem has corners. */
export function solveReference(problem: ReferenceProblem, method: ReferenceMethod, tolerance: number) {
  const options = {
    relativeTolerance: tolerance,
    absoluteTolerance: problem.toleranceScale.map((scale) => tolerance * scale),
    outputTimes: [problem.tEnd],
    maximumSteps: 100_000_000,
  };
  const { t0, tEnd, y0, sparsity } = problem;
  const layout = sparsity === undefined ? {} : { sparsity };
  if (problem.form === "dae") {
    const { residual, yp0, differential, suppressAlgebraic } = problem;
    return integrateDae(
      { residual, t0, tEnd, y0, yp0, differential, isSmooth: true, ...layout },
      { ...options, suppressAlgebraic },
    );
  }
  const { rhs, massMatrix, event } = problem;
  return integrate(
    {
      rhs,
      t0,
      tEnd,
      y0,
      isSmooth: true,
      ...layout,
      ...(massMatrix === undefined ? {} : { massMatrix }),
      ...(event === undefined ? {} : { roots: event.roots, numberOfRoots: 1 }),
    },
    {
      ...options,
      method: method as MethodName,
      ...(event === undefined ? {} : { rootDirections: [event.direction], onRoot: ({ y }) => event.apply(y) }),
    },
  );
}

/** Counts, digits and the smallest wall time of as many runs as fit into `seconds`. */
export function measureOurs(
  problem: ReferenceProblem,
  method: ReferenceMethod,
  tolerance: number,
  seconds: number,
): Outcome {
  const name = { problem: problem.name, method, tolerance };
  try {
    const { statistics, y } = solveReference(problem, method, tolerance);
    let best = statistics.wallTime;
    for (const start = performance.now(); performance.now() - start < 1000 * seconds; ) {
      const before = performance.now();
      solveReference(problem, method, tolerance);
      best = Math.min(best, (performance.now() - before) / 1000);
    }
    const { steps, rejectedSteps, convergenceFailures, evaluations, jacobianEvaluations, jacobians, factorisations } =
      statistics;
    return {
      ...name,
      steps,
      rejectedSteps,
      convergenceFailures,
      evaluations,
      jacobianEvaluations,
      jacobians,
      factorisations,
      seconds: best,
      digits: correctDigits(problem, y),
      mixedDigits: mixedDigits(problem, y),
    };
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    return { ...name, failure: `${error.code} ${error.what}` };
  }
}
