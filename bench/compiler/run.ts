/**
 * npm run bench:compiler: time from a model to ready-to-run, and time per evaluation of the right-hand side compared with the same
 * equations written by hand. Translation is processor time, so that other work on the machine does not count; evaluations are the
 * best of many rounds, and ratios are taken in the same process.
 */
import { instantiate, type ModelDefinition } from "rattleback";
import { RunningModel } from "../../src/run/runningModel.ts";
import { componentLadder, inertiaChain, ladder } from "./models.ts";

const none = new Map<number, never>();

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

function measure(
  name: string,
  build: (n: number) => ModelDefinition,
  byHand: ((n: number) => (x: Float64Array, d: Float64Array) => void) | undefined,
  sizes: readonly number[],
): void {
  console.log(`\n${name}`);
  console.log("      N   equations   translate ms   ms/(N log N)   cold µs   rhs µs   by hand µs   ratio   heap MB");
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
    const cells = [
      n,
      flatEquations,
      milliseconds.toFixed(0),
      ((milliseconds / (n * Math.log2(n + 1))) * 1000).toFixed(1),
      cold.toFixed(1),
      own.toFixed(2),
      other.toFixed(2),
      (own / other).toFixed(2),
      (process.memoryUsage().heapUsed / 1e6).toFixed(0),
    ];
    console.log(cells.map((cell, i) => String(cell).padStart([7, 11, 14, 14, 9, 8, 12, 7, 9][i])).join(" "));
  }
}

const sizes = process.argv.slice(2).map(Number);
const chosen = sizes.length > 0 ? sizes : [10, 100, 1000, 5000];
measure("Ladder of resistor–inductor–capacitor cells (flat cell)", ladder, ladderByHand, chosen);
measure("The same ladder from single components", componentLadder, undefined, chosen);
measure("Chain of inertias and springs", inertiaChain, chainByHand, chosen);
