/**
 * Pipes of water: `tsx bench/mediaPipes.ts line 1000` or `grid 8` prints the processor time of the translation and of one evaluation of
 * the right-hand sides, at states that differ from call to call.
 */
import { Boundary_pT, DynamicPipe, MassFlowSource_T } from "../src/entries/fluid.ts";
import { medium } from "../src/entries/media.ts";
import { instantiate, Model, type ModelDefinition } from "../src/index.ts";
import { RunningModel } from "../src/run/runningModel.ts";

export interface PipeTimes {
  readonly cells: number;
  /** Seconds. */
  readonly translated: number;
  /** Microseconds. */
  readonly evaluation: number;
}

const none = new Map<never, never>();
const ends = { source: MassFlowSource_T.with({ m_flow: 1, T: 320 }), sink: Boundary_pT.with({ p: 2e5 }) };

/** One pipe of n cells between a source and a sink. */
function line(n: number): ModelDefinition {
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
function grid(size: number): ModelDefinition {
  const nodes = new Map<string, string[]>([
    ["0 0", ["source.port"]],
    [`${size - 1} ${size - 1}`, ["sink.port"]],
  ]);
  const meet = (node: string, port: string): void => {
    nodes.set(node, [...(nodes.get(node) ?? []), port]);
  };
  const pipes: Record<string, ModelDefinition> = {};
  const add = (from: string, to: string): void => {
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
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

function measure(definition: ModelDefinition): PipeTimes {
  const start = process.cpuUsage();
  const model = instantiate(definition);
  const translated = spent(start) / 1e6;
  const running = new RunningModel(model.program, none, none, none);
  const { states, state } = model.program;
  const isPressure = states.map((v) => /\.p\[/.test(state.variables[v]!.name));
  const cells = isPressure.filter(Boolean).length;
  const x = new Float64Array(running.X.length);
  const rates = new Float64Array(x.length);
  const count = Math.max(20, Math.round(1e4 / cells));
  let k = 0;
  let evaluation = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8; round++) {
    const before = process.cpuUsage();
    for (let call = 0; call < count; call++, k++) {
      // pressures and enthalpies along the pipes, a little different every time
      for (let i = 0; i < x.length; i++) x[i] = isPressure[i] ? 3e5 - 5 * i + 0.1 * k : 1.2e5 + i + 0.1 * k;
      if (k === 0) running.full(0, x, rates);
      running.rhs(0, x, rates);
      if (!Number.isFinite(rates[0]!)) throw new Error("The pipe has no rates.");
    }
    evaluation = Math.min(evaluation, spent(before) / count);
  }
  return { cells, translated, evaluation };
}

const [kind, size] = process.argv.slice(2);
console.log(JSON.stringify(measure(kind === "grid" ? grid(Number(size)) : line(Number(size)))));
