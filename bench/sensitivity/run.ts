// Forward sensitivities beside CVODES: the same rod, the same tolerance; digits of the derivatives, steps, evaluations, processor time.
//
//     npm run bench:sensitivity [-- --update]
import { execFileSync } from "node:child_process";
import { instantiate, Model, Var } from "rattleback";
import { gradient, sensitivities } from "rattleback/studies";
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

/** T_i' = k_i (T_{i+1} − T_i) − k_{i−1} (T_i − T_{i−1}) − r T_i³ */
const rod = (n: number) =>
  instantiate(
    Model({
      r: 0.1,
      k: Array.from({ length: n - 1 }, (_, i) => 40 * (1 + (i + 1) / n)),
      T: Var({ init: Array.from({ length: n }, (_, i) => (i === 0 ? 2 : 1)) }),
      equations: `
        der(T[1]) = k[1]*(T[2] - T[1]) - r*T[1]^3
        for i in 2:${n - 1} loop
          der(T[i]) = k[i]*(T[i+1] - T[i]) - k[i-1]*(T[i] - T[i-1]) - r*T[i]^3
        end
        der(T[${n}]) = -k[${n - 1}]*(T[${n}] - T[${n - 1}]) - r*T[${n}]^3`,
    }),
  );

/** Least processor time of repeated calls. */
function fastest<T>(action: () => T, seconds: number): { best: number; value: T } {
  const begin = process.cpuUsage();
  let best = Number.POSITIVE_INFINITY;
  for (;;) {
    const before = process.cpuUsage();
    const value = action();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
    const all = process.cpuUsage(begin);
    if ((all.user + all.system) / 1e6 > seconds) return { best, value };
  }
}

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
  const model = rod(n);
  const by = Array.from({ length: m }, (_, j) => `k[${j + 1}]`);
  const options = { by, outputs: ["T[2]"], stopTime: 1, interval: 1 };
  const fine = sensitivities(model, { ...options, tolerance: 1e-12, method: "radau5" });
  const exact = by.map((name) => fine.final("T[2]", name));
  const digits = (found: readonly number[]): string => {
    const largest = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const error = found.reduce((most, value, j) => Math.max(most, Math.abs(value - exact[j]!)), 0);
    return (-Math.log10(error / largest)).toFixed(1);
  };
  for (const tolerance of [1e-5, 1e-8]) {
    const { best, value } = fastest(
      () => sensitivities(model, { ...options, tolerance, absoluteTolerance: tolerance, method: "bdf" }),
      4,
    );
    const { steps, evaluations } = value.result.statistics;
    const others = ["simultaneous", "staggered"].map((method) => cvodes(n, m, tolerance, method, 2));
    const other = others.toSorted((a, b) => (a?.seconds ?? 0) - (b?.seconds ?? 0))[0];
    const ratio = other === undefined ? Number.NaN : best / other.seconds;
    if (other !== undefined) ratios.push({ n, ratio });
    const tol = tolerance.toExponential(0);
    const ours = by.map((name) => value.final("T[2]", name));
    addRow(n, m, tol, "ours", digits(ours), steps, evaluations, (1e3 * best).toFixed(2), ratio.toFixed(2));
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
  const model = rod(n);
  const by = Array.from({ length: n - 1 }, (_, j) => `k[${j + 1}]`);
  const options = { by, stopTime: 1, tolerance: 1e-6, method: "bdf" };
  const back = fastest(() => gradient(model, { ...options, of: { final: "T[2]" } }), 3);
  const forward = fastest(() => sensitivities(model, { ...options, outputs: ["T[2]"], interval: 1 }), 3);
  addBack(n, n - 1, (1e3 * back.best).toFixed(1), (1e3 * forward.best).toFixed(1), back.value.statistics.steps);
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
