// Sensitivities or a gradient of the rod with the built package, as bench/sensitivity/cvodes.c does them with CVODES:
//
//     node bench/sensitivity/ours.mjs forward <n> <parameters> <tolerance> <absolute tolerance> <method> <seconds>
//     node bench/sensitivity/ours.mjs backward <n> <parameters> <tolerance> <absolute tolerance> <method> <seconds>
//
// Prints one line of JSON: counts, the derivatives of T[2] at the end, the least processor time of a run: of batches of at least 20 ms, so that
// asking for the time takes no part of it.
import { instantiate, Model, Var } from "rattleback";
import { gradient, sensitivities } from "rattleback/studies";

const [direction, ...words] = process.argv.slice(2);
const [n, m, tolerance, absoluteTolerance, , seconds] = words.map(Number);
const method = words[4];

/** T_i' = k_i (T_{i+1} − T_i) − k_{i−1} (T_i − T_{i−1}) − r T_i³ */
const model = instantiate(
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
const by = Array.from({ length: m }, (_, j) => `k[${j + 1}]`);
const options = { by, stopTime: 1, tolerance, absoluteTolerance, method };
const run =
  direction === "forward"
    ? () => sensitivities(model, { ...options, outputs: ["T[2]"], interval: 1 })
    : () => gradient(model, { ...options, of: { final: "T[2]" } });

const used = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};
const begin = process.cpuUsage();
let best = Number.POSITIVE_INFINITY;
let batch = 1;
let answer;
do {
  const before = process.cpuUsage();
  for (let k = 0; k < batch; k++) answer = run();
  const taken = used(before);
  best = Math.min(best, taken / batch);
  if (taken < 0.02) batch *= 2;
} while (used(begin) < seconds);
const { steps, evaluations } = direction === "forward" ? answer.result.statistics : { ...answer.statistics };
const derivatives = by.map((name) => (direction === "forward" ? answer.final("T[2]", name) : answer.derivatives[name]));
console.log(JSON.stringify({ steps, evaluations, seconds: best, derivatives }));
