/** Runs the C program that solves the same problems with SUNDIALS, where gcc and the library are installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { correctDigits, mixedDigits, type ReferenceProblem } from "../../test/reference/ivp/referenceProblem.ts";
import { compilePeer, type PeerProgram, pathOf } from "../peerProgram.ts";
import type { Outcome } from "./measurement.ts";

const libraries = [
  "sundials_cvode",
  "sundials_ida",
  "sundials_nvecserial",
  "sundials_sunlinsoldense",
  "sundials_sunlinsolband",
  "sundials_sunlinsolklu",
  "sundials_sunmatrixdense",
  "sundials_sunmatrixband",
  "sundials_sunmatrixsparse",
  "sundials_sunnonlinsolfixedpoint",
  "klu",
  "m",
];
const source = (file: string): string => `bench/solvers/${file}`;
const peer: PeerProgram = {
  name: "sundials",
  compiler: "gcc",
  sources: [
    "sundials.c",
    "sparseDifferences.c",
    "problemsSmall.c",
    "problemsOscillator.c",
    "problemsDae.c",
    "problemsLattice.c",
  ].map(source),
  headers: ["problems.h", "sparseDifferences.h"].map(source),
  options: ["-O2", "-I/usr/include/suitesparse", ...libraries.map((library) => `-l${library}`)],
  needs: "libsundials-dev with KLU",
};
const program = pathOf(peer);

/** Returns why the program cannot be used, or undefined. */
export const buildSundials = (): string | undefined => compilePeer(peer);

/** Solves with CVODE or IDA; repeats for `seconds`. */
export function measureSundials(
  problem: ReferenceProblem,
  method: string,
  tolerance: number,
  seconds: number,
): Outcome {
  const name = { problem: problem.name, method, tolerance };
  const { status, stdout, stderr } = spawnSync(
    program,
    ["run", problem.name, method, String(tolerance), String(seconds)],
    { encoding: "utf8", maxBuffer: 1 << 26 },
  );
  if (status !== 0) return { ...name, failure: stderr.trim().split("\n").slice(-1)[0] ?? "failed" };
  const {
    y,
    steps,
    rejectedSteps,
    convergenceFailures,
    evaluations,
    jacobianEvaluations,
    jacobians,
    factorisations,
    ...rest
  } = JSON.parse(stdout) as Record<string, number> & { y: number[] };
  return {
    ...name,
    steps,
    rejectedSteps,
    convergenceFailures,
    evaluations,
    jacobianEvaluations,
    jacobians,
    factorisations,
    seconds: rest["seconds"],
    digits: correctDigits(problem, y),
    mixedDigits: mixedDigits(problem, y),
  };
}

/** Name and version of what was compiled. */
export const sundialsVersion = (): string =>
  `SUNDIALS ${execFileSync(program, ["version"], { encoding: "utf8" }).trim()} (C, gcc -O2)`;

interface Description {
  readonly tEnd: number;
  readonly y0: readonly number[];
  readonly scale: readonly number[];
  readonly yp0?: readonly number[];
  readonly f: readonly number[];
}

/** Largest relative difference between the two programs' start values, scales and right-hand sides at a perturbed start. */
export function disagreement(problem: ReferenceProblem): number {
  const theirs = JSON.parse(execFileSync(program, ["describe", problem.name], { encoding: "utf8" })) as Description;
  const y = problem.y0.map((v, i) => v + (0.1 * Math.abs(v) + 0.01 * problem.toleranceScale[i] * (1 + (i % 3))));
  const t = problem.t0 + 0.37 * (problem.tEnd - problem.t0);
  const f = new Float64Array(problem.size);
  if (problem.form === "ode") problem.rhs(t, y, f);
  else problem.residual(t, y, problem.yp0, f);
  const pairs: [ArrayLike<number>, readonly number[]][] = [
    [[problem.tEnd], [theirs.tEnd]],
    [problem.y0, theirs.y0],
    [problem.toleranceScale, theirs.scale],
    [f, theirs.f],
  ];
  if (problem.form === "dae") pairs.push([problem.yp0, theirs.yp0 ?? []]);
  return Math.max(...pairs.map(([ours, others]) => relativeDifference(ours, others)));
}

function relativeDifference(ours: ArrayLike<number>, theirs: readonly number[]): number {
  if (ours.length !== theirs.length) return Number.POSITIVE_INFINITY;
  const size = theirs.reduce((largest, value) => Math.max(largest, Math.abs(value)), Number.MIN_VALUE);
  return theirs.reduce((worst, value, i) => Math.max(worst, Math.abs(ours[i] - value) / size), 0);
}
