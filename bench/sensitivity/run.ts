// Forward sensitivities beside CVODES: the same rod, the same tolerance; digits of the derivatives, steps, evaluations, processor time.
//
//     npm run build && npm run bench:sensitivity [-- --update]
import { execFileSync } from "node:child_process";
import { compilePeer, type PeerProgram, pathOf } from "../peerProgram.ts";
import { Chapter } from "../report/chapter.ts";

const peer: PeerProgram = {
  name: "cvodes",
  compiler: "gcc",
  sources: ["bench/sensitivity/cvodes.c"],
  options: [
    "-O2",
    ...["cvodes", "nvecserial", "sunlinsolband", "sunmatrixband"].map((library) => `-lsundials_${library}`),
    "-lm",
  ],
  needs: "libsundials-dev",
};
const missing = compilePeer(peer);

interface Measured {
  readonly steps: number;
  readonly evaluations: number;
  readonly seconds: number;
  readonly derivatives: readonly number[];
}

function cvodes(n: number, m: number, tolerance: number, method: string, seconds: number): Measured | undefined {
  if (missing !== undefined) return undefined;
  const words = [n, m, tolerance, method, seconds].map(String);
  return JSON.parse(execFileSync(pathOf(peer), words, { encoding: "utf8" })) as Measured;
}

/** The built package, in a process of its own: what users run, and alone as CVODES is. */
function ours(direction: string, n: number, m: number, tolerances: [number, number], method: string, seconds: number) {
  const words = [direction, n, m, ...tolerances, method, seconds].map(String);
  const text = execFileSync(process.execPath, ["bench/sensitivity/ours.mjs", ...words], { encoding: "utf8" });
  return JSON.parse(text) as Measured;
}

/** What else the computer does comes and goes: both are measured in turn, and the best of each counts. */
const rounds = 3;

const chapter = new Chapter("sensitivity", "Sensitivities", "studies.md#beside-cvodes");
if (missing === undefined) {
  const { version } = JSON.parse(execFileSync(pathOf(peer), [], { encoding: "utf8" })) as { version: string };
  chapter.peer(`CVODES of SUNDIALS ${version} (C, gcc -O2, banded, exact Jacobian and sensitivity equations)`);
} else chapter.note(`CVODES was not measured: ${missing}.`);
chapter.note(
  "A rod of n pieces that conducts and radiates, its temperatures differentiated by the first conductances; `bdf` beside CVODES' BDF with the faster of its two corrections, both with an absolute tolerance equal to the relative one. Digits are those of the derivatives of the second temperature at the end, against a run with tolerance 10⁻¹².",
);
const addRow = chapter.table(
  "n",
  "parameters",
  "tolerance",
  "",
  "digits",
  "steps",
  "evaluations",
  "ms",
  "ours / CVODES",
);
const ratios: { n: number; ratio: number }[] = [];
for (const [n, m] of [
  [20, 5],
  [50, 10],
  [100, 10],
  [100, 40],
] as const) {
  const exact = ours("forward", n, m, [1e-12, 1e-15], "radau5", 0).derivatives;
  const digits = (found: readonly number[]): string => {
    const largest = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const error = found.reduce((most, value, j) => Math.max(most, Math.abs(value - exact[j]!)), 0);
    return (-Math.log10(error / largest)).toFixed(1);
  };
  for (const tolerance of [1e-5, 1e-8]) {
    const [owns, others]: [Measured[], (Measured | undefined)[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      owns.push(ours("forward", n, m, [tolerance, tolerance], "bdf", 4));
      for (const method of ["simultaneous", "staggered"]) others.push(cvodes(n, m, tolerance, method, 1));
    }
    const own = owns.toSorted((a, b) => a.seconds - b.seconds)[0]!;
    const other = others.toSorted((a, b) => (a?.seconds ?? 0) - (b?.seconds ?? 0))[0];
    const ratio = other === undefined ? Number.NaN : own.seconds / other.seconds;
    if (other !== undefined) ratios.push({ n, ratio });
    const tol = tolerance.toExponential(0);
    const milliseconds = (1e3 * own.seconds).toFixed(2);
    addRow(n, m, tol, "ours", digits(own.derivatives), own.steps, own.evaluations, milliseconds, ratio.toFixed(2));
    if (other !== undefined)
      addRow(
        n,
        m,
        tol,
        "CVODES",
        digits(other.derivatives),
        other.steps,
        other.evaluations,
        (1e3 * other.seconds).toFixed(2),
        "",
      );
  }
}
chapter.note("Backwards, by all parameters at once (`gradient`), beside going forward by all:");
const addBack = chapter.table("n", "parameters", "backwards, ms", "forwards, ms", "steps backwards");
for (const n of [20, 50, 100]) {
  const back = ours("backward", n, n - 1, [1e-6, 1e-9], "bdf", 3);
  const forward = ours("forward", n, n - 1, [1e-6, 1e-9], "bdf", 3);
  addBack(n, n - 1, (1e3 * back.seconds).toFixed(1), (1e3 * forward.seconds).toFixed(1), back.steps);
}
if (ratios.length > 0) {
  const worst = ratios.reduce((most, { ratio }) => Math.max(most, ratio), 0);
  chapter.headline(
    "Sensitivities of a rod of 20 to 100 pieces by 5 to 40 parameters, `bdf`",
    `at most ${worst.toFixed(1)} times the time of CVODES`,
    "CVODES: 1",
  );
}
chapter.finish();
