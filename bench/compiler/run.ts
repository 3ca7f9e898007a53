/**
 * npm run bench:compiler: time from a model to ready-to-run, and time per evaluation of the right-hand side compared with the same
 * equations written by hand. Translation is processor time, so that other work on the machine does not count; evaluations are the
 * best of many rounds, and ratios are taken in the same process.
 */
import { instantiate, type ModelDefinition } from "rattleback";
import { RunningModel } from "../../src/run/runningModel.ts";
import { Chapter } from "../report/chapter.ts";
import { componentLadder, inertiaChain, ladder } from "./models.ts";

const none = new Map<never, never>();
const chapter = new Chapter("compiler", "Compiler", "language.md#size-and-speed");

/** di/dt = (v_left − R·i − v)/L, dv/dt = (i − i_right)/C with the state order i, v per cell. */
function ladderByHand(n: number): (x: Float64Array, d: Float64Array) => void {
  const [R, L, C] = [1, 1, 1].map((value) => new Float64Array(n).fill(value));
  return (x, d) => {
    let left = 1;
    for (let k = 0; k < n; k++) {
      const [i, v] = [x[2 * k], x[2 * k + 1]];
      d[2 * k] = (left - R[k] * i - v) / L[k];
      d[2 * k + 1] = (i - (k + 1 < n ? x[2 * k + 2] : 0)) / C[k];
      left = v;
    }
  };
}

function chainByHand(n: number): (x: Float64Array, d: Float64Array) => void {
  const J = new Float64Array(n).fill(1);
  const c = new Float64Array(n).fill(100);
  return (x, d) => {
    let torque = 0;
    for (let k = 0; k < n; k++) {
      const next = k + 1 < n ? c[k] * (x[2 * k + 2] - x[2 * k]) : 0;
      d[2 * k] = x[2 * k + 1];
      d[2 * k + 1] = (next - torque) / J[k];
      torque = next;
    }
  };
}

/** Rounds without improvement after which the engine has optimised what it will; generated code has many pieces to optimise. */
const idleRounds = 10;
const maximumRounds = 60;
/** Calls that are counted as cold. */
const coldCalls = 200;

/** Microseconds per call once the code is warm: the least of many rounds. */
function timePerCall(call: () => void, size: number): number {
  const repeats = Math.max(500, Math.floor(400_000 / size));
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0, idle = 0; round < maximumRounds && idle < idleRounds; round++, idle++) {
    const start = performance.now();
    for (let k = 0; k < repeats; k++) call();
    const time = ((performance.now() - start) * 1000) / repeats;
    if (time < 0.95 * best) idle = 0;
    best = Math.min(best, time);
  }
  return best;
}

/** Pairs of the number of equations and a time: of the translation in ms, of one evaluation in µs. */
interface Growth {
  readonly translation: [number, number][];
  readonly evaluation: [number, number][];
  readonly byHand: [number, number][];
}

function measure(
  name: string,
  build: (n: number) => ModelDefinition,
  byHand: ((n: number) => (x: Float64Array, d: Float64Array) => void) | undefined,
  sizes: readonly number[],
): Growth {
  chapter.note(`**${name}**`);
  const addRow = chapter.table(
    "N",
    "equations",
    "translate ms",
    "µs / (N log₂ N)",
    "cold rhs µs",
    "rhs µs",
    "by hand µs",
    "ratio",
    "heap MB",
  );
  const growth: Growth = { translation: [], evaluation: [], byHand: [] };
  for (const n of sizes) {
    const definition = build(n);
    const start = process.cpuUsage();
    const model = instantiate(definition, { checkUnits: true });
    const { user, system } = process.cpuUsage(start);
    const milliseconds = (user + system) / 1000;
    const running = new RunningModel(model.program, none, none, none);
    const x = Float64Array.from(running.X, (_, i) => Math.sin(i));
    const d = new Float64Array(x.length);
    running.full(0, x, d);
    const coldStart = performance.now();
    for (let k = 0; k < coldCalls; k++) running.rhs(0, x, d);
    const cold = ((performance.now() - coldStart) * 1000) / coldCalls;
    const own = timePerCall(() => running.rhs(0, x, d), x.length);
    const hand = byHand?.(n);
    const other = hand === undefined ? Number.NaN : timePerCall(() => hand(x, d), x.length);
    const { flatEquations } = model.report;
    addRow(
      n,
      flatEquations,
      milliseconds.toFixed(0),
      ((milliseconds / (n * Math.log2(n + 1))) * 1000).toFixed(1),
      cold.toFixed(1),
      own.toFixed(2),
      hand === undefined ? "–" : other.toFixed(2),
      hand === undefined ? "–" : (own / other).toFixed(2),
      (process.memoryUsage().heapUsed / 1e6).toFixed(0),
    );
    growth.translation.push([flatEquations, milliseconds]);
    growth.evaluation.push([flatEquations, own]);
    if (hand !== undefined) growth.byHand.push([flatEquations, other]);
  }
  return growth;
}

const sizes = process.argv
  .slice(2)
  .filter((option) => !option.startsWith("--"))
  .map(Number);
const chosen = sizes.length > 0 ? sizes : [10, 100, 1000, 5000];
const flat = measure("Ladder of resistor–inductor–capacitor cells (flat cell)", ladder, ladderByHand, chosen);
const nested = measure("The same ladder from single components", componentLadder, undefined, chosen);
const chain = measure("Chain of inertias and springs", inertiaChain, chainByHand, chosen);
chapter.scaling({
  title: "From a model to ready-to-run",
  size: "equations",
  cost: "processor time, ms",
  series: [
    { label: "ladder", points: flat.translation },
    { label: "ladder of components", points: nested.translation },
    { label: "chain of inertias", points: chain.translation },
  ],
});
chapter.scaling({
  title: "One evaluation of the right-hand side",
  size: "equations",
  cost: "µs",
  series: [
    { label: "ladder", points: flat.evaluation },
    { label: "chain", points: chain.evaluation },
    { label: "ladder by hand", points: flat.byHand, isPeer: true },
    { label: "chain by hand", points: chain.byHand, isPeer: true },
  ],
});
const [equations, milliseconds] = chain.translation.at(-1)!;
const ratios = [flat, chain].flatMap(({ evaluation, byHand }) => evaluation.map(([, t], k) => t / byHand[k][1]));
chapter.headline(
  `Translation of ${equations} equations; their evaluation`,
  `${(milliseconds / 1000).toFixed(1)} s; ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} × by hand`,
  "1: the same equations written by hand in JavaScript",
);
if (sizes.length === 0) chapter.finish();
