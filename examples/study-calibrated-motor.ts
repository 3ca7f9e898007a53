// A noisy record of current and speed tells the five numbers of a DC motor, and how sure each of them is.
import assert from "node:assert/strict";
import { expr, instantiate, Model, simulate, Var } from "rattleback";
import { calibrate } from "rattleback/studies";

const Motor = Model({
  R: 1,
  L: 0.002,
  K: 0.05,
  J: 1e-4,
  b: 1e-4,
  u: Var({ value: expr`6 + 6*sin(20*time)` }),
  i: Var({ init: 0 }),
  w: Var({ init: 0 }),
  equations: `
    L*der(i) = u - R*i - K*w
    J*der(w) = K*i - b*w`,
});

// the record: a motor that nobody has measured before, every 2 ms, with noise of 50 mA and 0.5 rad/s
const unknown = { R: 1.3, L: 0.0031, K: 0.062, J: 1.4e-4, b: 2.2e-4 };
const noise = { i: 0.05, w: 0.5 };
const motor = instantiate(Motor);
const truth = simulate(motor, { stopTime: 0.4, merge: unknown, tolerance: 1e-9 });
const time = Array.from({ length: 201 }, (_, k) => k / 500);
const random = normalNumbers(20);
const record = {
  time,
  i: time.map((t) => truth.at(t, "i") + noise.i * random()),
  w: time.map((t) => truth.at(t, "w") + noise.w * random()),
};

const start = { R: 1, L: 0.002, K: 0.05, J: 1e-4, b: 1e-4 };
const fit = calibrate(motor, { parameters: start, data: record, deviations: noise });

console.log("         unknown        found  ± deviation");
for (const [name, { value, deviation }] of Object.entries(fit.parameters)) {
  const real = unknown[name as keyof typeof unknown];
  console.log(`${name}   ${[real, value, deviation].map((x) => x.toPrecision(4).padStart(13)).join("")}`);
  // a normal error beyond four deviations happens once in 16 000 records
  assert.ok(Math.abs(value - real) < 4 * deviation);
  assert.ok(deviation < 0.05 * value);
}
console.log(`${fit.runs} runs, residuals of ${fit.residualDeviation.toFixed(3)} deviations`);
assert.ok(fit.hasConverged && Math.abs(fit.residualDeviation - 1) < 0.1);

// of the speed alone the five cannot be told apart
const { i: _current, ...speedAlone } = record;
const poor = calibrate(motor, { parameters: start, data: speedAlone, deviations: { w: noise.w } });
console.log(`from the speed alone: ${poor.indistinguishable.map((group) => group.join(", ")).join(" | ")} are open`);
assert.deepEqual([...new Set(poor.indistinguishable.flat())].sort(), ["J", "K", "L", "R", "b"]);

export default Motor.with(fit.merge);
export const experiment = { stopTime: 0.4, plots: ["i", "w"] };

/** Box and Muller's normal numbers from Park and Miller's generator: the same in every run. */
function normalNumbers(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (48271 * state) % 2147483647;
    return state / 2147483647;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
