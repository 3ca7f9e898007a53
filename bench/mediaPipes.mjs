// Pipes of water with the built package, as users have it: `node bench/mediaPipes.mjs line 1000` or `grid 8` prints the processor time of the
// translation, in all and of the thread that it runs on (collecting garbage and compiling have threads of their own), its time by the clock on
// the wall, and the processor time of one evaluation of the right-hand sides, at states that differ from call to call.
import { readFileSync } from "node:fs";
import { instantiate, Model } from "rattleback";
import { Boundary_pT, DynamicPipe, MassFlowSource_T } from "rattleback/fluid";
import { medium } from "rattleback/media";
import { RunningModel } from "../dist/run/runningModel.js";

const none = new Map();
/** Long enough for all pieces of the code of a large network to be compiled. */
const rounds = 80;
const ends = { source: MassFlowSource_T.with({ m_flow: 1, T: 320 }), sink: Boundary_pT.with({ p: 2e5 }) };

/** One pipe of n cells between a source and a sink. */
function line(n) {
  return Model({
    medium: medium("water"),
    ...ends,
    pipe: DynamicPipe.with({ n, L: 1000, D: 0.05, p_start: 3e5, T_start: 300, m_flow_start: 1 }),
    connect: [
      ["source.port", "pipe.port_a"],
      ["pipe.port_b", "sink.port"],
    ],
  });
}

/** Pipes of 10 cells along the edges of a grid of size × size nodes. */
function grid(size) {
  const nodes = new Map([
    ["0 0", ["source.port"]],
    [`${size - 1} ${size - 1}`, ["sink.port"]],
  ]);
  const meet = (node, port) => {
    nodes.set(node, [...(nodes.get(node) ?? []), port]);
  };
  const pipes = {};
  const add = (from, to) => {
    const name = `pipe${Object.keys(pipes).length + 1}`;
    pipes[name] = DynamicPipe.with({ n: 10, L: 100, D: 0.05, p_start: 3e5, T_start: 300 });
    meet(from, `${name}.port_a`);
    meet(to, `${name}.port_b`);
  };
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      if (i + 1 < size) add(`${i} ${j}`, `${i + 1} ${j}`);
      if (j + 1 < size) add(`${i} ${j}`, `${i} ${j + 1}`);
    }
  return Model({ medium: medium("water"), ...ends, ...pipes, connect: [...nodes.values()] });
}

/** Processor time since then, in µs: the kernel knows the sum exactly, its parts by samples. */
function spent(since) {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

/** Processor time of the main thread so far, in seconds; NaN where the system does not tell. */
function ownThread() {
  try {
    const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

function measure(definition) {
  const start = process.cpuUsage();
  const before = ownThread();
  const begun = performance.now();
  const model = instantiate(definition);
  const waited = (performance.now() - begun) / 1e3;
  const translated = spent(start) / 1e6;
  const alone = ownThread() - before;
  const running = new RunningModel(model.program, none, none, none);
  const { states, state } = model.program;
  const isPressure = states.map((v) => /\.p\[/.test(state.variables[v].name));
  const cells = isPressure.filter(Boolean).length;
  const x = new Float64Array(running.X.length);
  const rates = new Float64Array(x.length);
  const count = Math.max(20, Math.round(1e4 / cells));
  let k = 0;
  let evaluation = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const begin = process.cpuUsage();
    for (let call = 0; call < count; call++, k++) {
      // pressures and enthalpies along the pipes, a little different every time
      for (let i = 0; i < x.length; i++) x[i] = isPressure[i] ? 3e5 - 5 * i + 0.1 * k : 1.2e5 + i + 0.1 * k;
      if (k === 0) running.full(0, x, rates);
      running.rhs(0, x, rates);
      if (!Number.isFinite(rates[0])) throw new Error("The pipe has no rates.");
    }
    evaluation = Math.min(evaluation, spent(begin) / count);
  }
  return { cells, translated, alone, waited, evaluation };
}

const [kind, size] = process.argv.slice(2);
console.log(JSON.stringify(measure(kind === "grid" ? grid(Number(size)) : line(Number(size)))));
